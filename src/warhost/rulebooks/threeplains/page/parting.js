// Groups that part in two, and parts that become one again: both are set up like new groups.
import { away, baseSize, carried, ranked } from "../../formation.js";

/** The characters of a block: those of its bases that have a name of their own among the units. */
function characters(view, block) {
  return block.bases.flatMap((base, at) => {
    const unit = base.title && view.units.find((one) => one.title === base.title && one.side === block.side);
    return unit && unit.id !== block.id && unit.id !== block.unit ? [{ id: unit.id, title: unit.title, at }] : [];
  });
}

const posed = (pose) => [...pose.front, pose.facing, pose.files];
const unposed = ([x, y, facing, files]) => ({ front: [x, y], facing, files });

/** The front moved by the hand, and flush with what is near. */
function moved(like, pose, by, magnet) {
  const front = [pose.front[0] + by[0], pose.front[1] + by[1]];
  const [dx, dy] = magnet.shift(carried(like, front, pose.facing).outline, pose.facing, front);
  return { ...pose, front: [front[0] + dx, front[1] + dy] };
}

/** A draft has split: {models, stay, go, with, command}; lead is the part in the hand. */
export class Splitting {
  constructor(maker) {
    this.maker = maker;
  }

  get part() {
    return `${this.maker.question.about} part`;
  }

  get leaders() {
    return characters(this.maker.view, this.maker.block);
  }

  get models() {
    return this.maker.block.bases.length - this.leaders.length;
  }

  /** Half of it, side by side with the other half. */
  begin() {
    const { block, data, question } = this.maker;
    const offered = question.suggestions?.map(({ answer }) => answer?.[0]).find((act) => act?.[0] === "split");
    if (offered) return { ...this.maker.start(), ...this.read(offered[1]) };
    const models = Math.floor(this.models / 2),
      files = Math.max(data.files?.[0] ?? 1, Math.floor((data.pose?.files ?? 2) / 2)),
      over = Math.ceil((files * baseSize(block.bases[0])[0]) / 2);
    const beside = (by) => ({ front: away(block.front, block.facing, by, 0), facing: block.facing, files });
    const split = { models, stay: beside(-over), go: beside(over), with: [], command: "stay" };
    return { ...this.maker.start(), split, lead: this.part };
  }

  read({ models, stay, go, with: leaders = [], command = "stay" }) {
    return { split: { models, stay: unposed(stay), go: unposed(go), with: leaders, command }, lead: this.part };
  }

  act({ split }) {
    const { models, stay, go, command } = split;
    const told = { models, stay: posed(stay), go: posed(go) };
    const leaders = split.with.length ? { with: split.with } : {};
    return ["split", { ...told, ...leaders, ...(command === "go" ? { command } : {}) }];
  }

  #which(draft, of) {
    return (of ?? draft.lead) === this.maker.question.about ? "stay" : "go";
  }

  #change(draft, of, pose) {
    const which = this.#which(draft, of);
    const split = { ...draft.split, [which]: { ...draft.split[which], ...pose } };
    return { ...draft, lead: which === "stay" ? this.maker.question.about : this.part, split };
  }

  pose(draft, of) {
    return draft.split[this.#which(draft, of)];
  }

  drag(draft, id, by, magnet) {
    const mine = this.blocks(draft).find(
      (block) => block.id === (this.#which(draft, id) === "stay" ? this.maker.question.about : this.part),
    );
    return this.#change(draft, id, moved(mine, this.pose(draft, id), by, magnet));
  }

  aim(draft, facing, of) {
    return this.#change(draft, of, { facing });
  }

  widen(draft, files, of) {
    return files < 1 || files > this.#counts(draft)[this.#which(draft, of)]
      ? null
      : this.#change(draft, of, { files });
  }

  #counts({ split }) {
    const go = split.models + split.with.length;
    return { stay: this.maker.block.bases.length - go, go };
  }

  blocks(draft) {
    const { block, question } = this.maker,
      counts = this.#counts(draft);
    return [
      ranked(block, { id: question.about, models: counts.stay, ...draft.split.stay }),
      ranked(block, { id: this.part, models: counts.go, ...draft.split.go }),
    ];
  }

  tools() {
    const { question } = this.maker;
    const other = (now) => ({ ...now, lead: now.lead === question.about ? this.part : question.about });
    return [{ id: "other", label: "The other part", key: "o", change: other }];
  }

  controls(draft) {
    const { split } = draft;
    const set = (part) => (now, value) => ({ ...now, split: { ...now.split, [part]: value } });
    const goes = (id) => (now, value) =>
      set("with")(now, value ? [...now.split.with, id] : now.split.with.filter((one) => one !== id));
    const count = {
      id: "models",
      label: "Models that go",
      kind: "number",
      value: split.models,
      least: 1,
      most: this.models - 1,
      change: set("models"),
    };
    const command = this.maker.block.bases.some((base) => base.role === "command")
      ? [
          {
            id: "command",
            label: "The command goes with them",
            kind: "tick",
            value: split.command === "go",
            change: (now, value) => set("command")(now, value ? "go" : "stay"),
          },
        ]
      : [];
    const leaders = this.leaders.map(({ id, title }) => ({
      id,
      label: `${title} goes with them`,
      kind: "tick",
      value: split.with.includes(id),
      change: goes(id),
    }));
    return [count, ...command, ...leaders];
  }
}

/** A draft has merge: {other, front, facing, files}: where the group stands that two parts become. */
export class Merging {
  constructor(maker) {
    this.maker = maker;
  }

  begin(draft, other) {
    const { front, facing } = this.maker.pose(draft);
    return {
      ...draft,
      last: null,
      merge: { other: other.id, front, facing, files: this.maker.data.pose?.files ?? 1 },
    };
  }

  read([, other, ...spot]) {
    return { merge: { other, ...unposed(spot) } };
  }

  act({ merge }) {
    return ["remerge", merge.other, ...posed(merge)];
  }

  pose({ merge }) {
    return merge;
  }

  drag(draft, id, by, magnet) {
    return { ...draft, merge: moved(this.blocks(draft)[0], draft.merge, by, magnet) };
  }

  aim(draft, facing) {
    return { ...draft, merge: { ...draft.merge, facing } };
  }

  widen(draft, files) {
    return files < 1 || files > this.#models(draft) ? null : { ...draft, merge: { ...draft.merge, files } };
  }

  #models({ merge }) {
    const { block, view } = this.maker;
    return block.bases.length + (view.blocks.find((other) => other.id === merge.other)?.bases.length ?? 0);
  }

  blocks(draft) {
    return [ranked(this.maker.block, { models: this.#models(draft), ...draft.merge })];
  }
}
