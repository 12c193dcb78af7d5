// A reform about the centre: another front, another facing.
import { carried, ranked, turned } from "../../formation.js";

/** A draft is {files, facing}; an empty one stays as it is. */
export class Reforming {
  begins = true;

  constructor(question, view) {
    this.question = question;
    this.block = view.blocks.find((block) => block.id === question.about);
    this.pose = question.order?.pose ?? { facing: this.block?.facing ?? 0, files: 1 };
  }

  movable(id) {
    return id === this.question.about;
  }

  start() {
    return {};
  }

  turn(draft, degrees) {
    return this.aim(draft, turned(draft.facing ?? this.pose.facing, degrees * 100));
  }

  aim(draft, facing) {
    return { ...draft, facing: Math.round(facing) };
  }

  widen(draft, files) {
    const [least, most] = this.question.order?.files ?? [1, 1];
    return files < least || files > most ? null : { ...draft, files };
  }

  filesOf(draft) {
    return draft.files ?? this.pose.files;
  }

  answer(draft) {
    return draft;
  }

  read(answer) {
    return { ...answer };
  }

  drawn(draft, preview) {
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    if (exact) return { blocks: [exact] };
    if (!this.block) return null;
    const facing = draft.facing ?? this.pose.facing;
    if (!draft.files) return { blocks: [carried(this.block, this.block.front, facing)] };
    const pose = { models: this.block.bases.length, front: this.block.front, facing, files: draft.files };
    return { blocks: [ranked(this.block, pose)] };
  }
}
