// Setting up: as anybody is set up on a table, or in a wedge.
import { Place } from "../../makers/place.js";
import { pointsControl, wedgeWords } from "./wedge.js";

/** A draft is {at, facing, files}, or with wedge instead of files. */
export class RegimentPlace extends Place {
  widen(draft, files) {
    const wider = super.widen(draft, files);
    return wider && { ...wider, wedge: undefined };
  }

  answer(draft) {
    const { files, ...order } = super.answer(draft);
    return draft.wedge ? { ...order, wedge: draft.wedge } : super.answer(draft);
  }

  shapeOf(draft) {
    return `${draft.files} ${draft.wedge}`;
  }

  tools(draft) {
    if (!this.question.order?.points) return [];
    const change = (now) => ({ ...now, wedge: now.wedge ? undefined : 1 });
    return [{ id: "wedge", label: draft.wedge ? "Leave the wedge" : "Form a wedge", key: "v", change }];
  }

  controls(draft) {
    const most = this.question.order?.points;
    if (!draft.wedge || most < 2) return [];
    return [pointsControl(most, draft.wedge, (now, value) => ({ ...now, wedge: value }))];
  }

  costWords(cost, draft) {
    return draft.wedge ? wedgeWords(draft.wedge) : super.costWords(cost, draft);
  }
}
