// Wedges in the making: the tool that forms one, the tool that leaves it, and how many points it has.
import { plural } from "../../html.js";

/** What a unit that moves can do about wedges: `data` is what the rules say it could be told. */
export function wedgeTools(data, draft) {
  const tools = [];
  const wedged = (points) => (now) => ({ ...now, places: undefined, last: ["wedge", points] });
  if (data.points && !data.wedge && draft.last?.[0] !== "wedge")
    tools.push({ id: "wedge", label: "Form a wedge", key: "v", change: wedged(1) });
  if (data.wedge && draft.last?.[0] !== "reform") {
    const files = Math.min(data.pose.files, data.models);
    const change = (now) => ({ ...now, last: ["reform", files] });
    tools.push({ id: "reform", label: "Leave the wedge", key: "v", change });
  }
  return tools;
}

/** How many points, where its numbers are enough for several. */
export function pointsControl(most, points, change) {
  return { id: "points", label: "Points of the wedge", kind: "number", value: points, least: 1, most, change };
}

export const wedgeWords = (points) => `Wedge of ${plural(points, "point")}.`;
