// Dice of a real table, by the digits on them.

const NOUGHTS = { 10: "0", 100: "00" };

/** The faces, NaN for what is none. Of two ten-sided dice the first is the tens, and two noughts are a hundred. */
export function readOff(marks, { count, sides }) {
  if (sides === 100 && marks.length === 2 * count && marks.every((mark) => mark.length === 1))
    marks = Array.from({ length: count }, (_, at) => marks[2 * at] + marks[2 * at + 1]);
  return marks.map((mark) => (mark === NOUGHTS[sides] ? sides : /^\d+$/.test(mark) ? Number(mark) : NaN));
}

/** Whether these can have fallen. */
export const fell = (faces, { count, sides }) =>
  faces.length === count && faces.every((face) => face >= 1 && face <= sides);
