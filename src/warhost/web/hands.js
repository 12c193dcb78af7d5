// What hands do to the table: grips, ghosts, single bases, pieces that are dragged or pointed at.
import { effect } from "./html.js";
import { meantAt, outOfCrowd } from "./crowd.js";
import { heading } from "./formation.js";
import { FREE, Magnet } from "./snap.js";
import { things } from "./picker.js";
import { touchWay } from "./ways.js";

const LONG_PRESS = 450, // milliseconds: a finger that rests wants to read, not to act
  A_DRAG = 6,
  A_KNOB = 12;

/** What a pressed pointer holds: a grip, a base, the ghost, a piece that can be moved, or one to be pointed at. */
export function grab(desk, field, event, point) {
  const at = (name) => event.target.closest(`[data-${name}]`)?.dataset;
  const id = at("piece")?.piece;
  if (desk.player?.playing.value) return hastened(desk.player);
  if (desk.tape?.on.value) return { end: (spot, tap) => tap && desk.tape.touch(id ?? field.into(spot)) };
  if (desk.sketch?.on.value) return desk.sketch.grab(field, point);
  const { hand, picker } = desk;
  if (document.activeElement?.matches("input, select, textarea")) document.activeElement.blur(); // keys are the table's again
  if (hand && at("way")) return { end: (spot, tap) => tap && touchWay(desk, Number(at("way").way)) };
  const laid = at("handle") ? gripOrGhost(event) : at("ghost");
  if (hand && laid?.handle) return gripped(desk, laid, field);
  if (hand && at("spot")) return spotted(desk, Number(at("spot").spot), field, point);
  if (hand && laid) return laidHands(desk, laid.ghost, field, point);
  if (!id) return null;
  const alone = resting(desk, () => meantAt(desk, field, id, point), event),
    rest = (held) => alone(outOfCrowd(desk, field, id, event, point, held));
  if (hand?.maker.value?.drag && hand.maker.value.movable(id)) return rest(dragged(desk, id, field, point));
  const piece = things(desk.view.value).find((one) => one.id === id);
  if (picker?.instant && picker.nameOf(piece)) return rest(wished(desk, piece, field, point));
  return rest({ end: (spot, tap, up) => tap && desk.point(id, up) });
}

/** How far a pointer is from the middle of something on the screen. */
function offMiddle(thing, { clientX, clientY }) {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
}

/** Grips have room around them for a finger. Where that of several meets, the nearest is meant; where it covers the ghost,
 * that is, unless the pointer is on the knob itself. */
function gripOrGhost(event) {
  const off = (grip) => offMiddle(grip.querySelector(".pad"), event),
    [grip] = [...document.querySelectorAll(".handle")].sort((a, b) => off(a) - off(b)),
    under = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-ghost]")),
    ghost = under.find(Boolean),
    onKnob = off(grip) <= A_KNOB && !(ghost && offMiddle(ghost, event) < off(grip));
  return ghost && !onKnob ? ghost.dataset : grip.dataset;
}

const HELD = 250; // milliseconds: longer than a click

/** While something is played, a click skips it and a finger that rests hurries it. */
function hastened(player) {
  const timer = setTimeout(() => {
    player.hurry = true;
  }, HELD);
  const release = () => {
    clearTimeout(timer);
    const held = player.hurry;
    player.hurry = false;
    return held;
  };
  return {
    end(_, tap) {
      if (!release() && tap) player.on();
    },
    cancel: release,
  };
}

/** A touch on the ground puts there what is to be put somewhere; true if that was so. */
export function touchGround({ hand }, at) {
  const draft = hand?.maker.value?.placeAt?.(hand.current, at);
  if (draft) hand.put(draft);
  return Boolean(draft);
}

/** A finger that rests on a piece shows what is known of it, and does nothing else. */
function resting(desk, whom, event) {
  if (event.pointerType !== "touch") return (held) => held;
  let long = false;
  const timer = setTimeout(() => {
    const id = whom();
    long = true;
    desk.selected.value = id;
    desk.hovered.value = id;
    desk.card.value = id;
  }, LONG_PRESS);
  const strays = (moved) => {
    if (Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) > A_DRAG) clearTimeout(timer);
  };
  return ({ move, end, cancel }) => ({
    strays,
    move:
      move &&
      ((spot, moved) => {
        strays(moved);
        if (!long) move(spot, moved);
      }),
    end(...args) {
      clearTimeout(timer);
      if (!long) end?.(...args);
    },
    cancel() {
      clearTimeout(timer);
      cancel?.();
    },
  });
}

/** What the dragged thing falls into place with; Alt drags it freely. */
function magnet(desk, id, event) {
  const view = desk.view.value;
  return event?.altKey || !view.table ? FREE : new Magnet(view, id, desk.hand.maker.value?.zone?.() ?? null);
}

/** Whoever can only be turned looks where the hand goes. */
const laidHands = (desk, id, field, point) =>
  desk.hand.maker.value.drag ? dragged(desk, id, field, point) : gripped(desk, { handle: "turn", of: id }, field);

function dragged(desk, id, field, point) {
  const { hand } = desk,
    from = field.into(point),
    begun = hand.current;
  let moved = false;
  return {
    move(at, event) {
      const to = field.into(at);
      moved ||=
        field.kind === "board" ? String(to) !== String(from) : Math.hypot(at.x - point.x, at.y - point.y) > 3;
      if (!moved) return;
      const draft = hand.maker.value?.drag(begun, id, from, to, magnet(desk, id, event));
      if (draft) hand.put(draft);
    },
    end(at, tap) {
      if (moved || !tap) return;
      desk.select(id);
      const lead = hand.maker.value?.lead?.(hand.current, id);
      if (lead) hand.put(lead);
    },
    cancel() {
      hand.put(begun);
    },
  };
}

/** One base of a ghost: dragged somewhere else, or pointed at where the order names a base. */
function spotted(desk, spot, field, point) {
  const { hand } = desk,
    from = field.into(point),
    begun = hand.current;
  const maker = hand.maker.value;
  return {
    move(at) {
      const draft = maker.dragSpot?.(begun, spot, from, field.into(at));
      if (draft) hand.put(draft);
    },
    end(at, tap) {
      const draft = tap && maker.pickSpot?.(hand.current, spot);
      if (draft) hand.put(draft);
    },
    cancel() {
      hand.put(begun);
    },
  };
}

/** Dragging a piece that may be chosen chooses it; the drag goes on when the question where to has come, though the hand
 * may rest or have let go by then. */
function wished(desk, piece, field, point) {
  const from = field.into(point),
    { hand, picker, session } = desk;
  let last = null,
    asked = null, // the number of the question that was answered by dragging
    held = true,
    stop = null;
  const follow = (maker) => {
    if (!maker?.drag || !maker.movable(piece.id) || session.question.peek()?.number !== asked + 1) return;
    const draft = maker.drag(maker.start(), piece.id, from, field.into(last.at), magnet(desk, piece.id, last.event));
    if (draft) hand.put(draft);
  };
  const comes = (maker) => {
    follow(maker);
    if (!held) stop();
  };
  const choose = () => {
    asked = session.question.peek().number;
    desk.select(piece.id);
    picker.click(piece);
    stop = effect(() => {
      const maker = hand.maker.value;
      if (maker) queueMicrotask(() => comes(maker)); // when it has been laid on the table
    });
  };
  return {
    move(at, event) {
      last = { at, event };
      if (asked !== null) follow(hand.maker.value);
      else if (Math.hypot(at.x - point.x, at.y - point.y) > A_DRAG) choose();
    },
    end(at, tap, up) {
      held = false;
      if (hand.maker.peek()) stop?.();
      if (tap && asked === null) desk.point(piece.id, up);
    },
    cancel() {
      stop?.();
    },
  };
}

function gripped(desk, { handle, of }, field) {
  const { hand } = desk,
    begun = hand.current;
  const block = hand.shown.value.blocks.find((one) => one.id === of);
  return {
    move(at, event) {
      const to = field.into(at);
      if (handle === "turn") {
        const facing = magnet(desk, of, event).facing(heading(block.front, to), block.front);
        hand.put(hand.maker.value.aim(begun, facing, of));
      } else widened(hand, begun, block, to);
    },
    cancel() {
      hand.put(begun);
    },
  };
}

/** The front as wide as the hand is away from its middle. */
function widened(hand, begun, block, [x, y]) {
  const [[ax, ay], [bx, by]] = block.outline,
    wide = Math.hypot(bx - ax, by - ay) || 1,
    maker = hand.maker.value;
  const one = wide / maker.filesOf(begun, block.id);
  const across = Math.abs(((x - block.front[0]) * (bx - ax) + (y - block.front[1]) * (by - ay)) / wide);
  const wanted = Math.max(1, Math.round((2 * across) / one));
  if (wanted === maker.filesOf(hand.current, block.id)) return;
  const draft = maker.widen(begun, wanted, block.id);
  if (draft) hand.put(draft);
}
