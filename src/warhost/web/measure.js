// Lengths as the game on the table counts them; the view says what its numbers are thousandths of.

/** "4.0″", "120 mm" */
export const lengthWords = ({ decimals, symbol }, length) => `${(length / 1000).toFixed(decimals)}${symbol}`;

/** How far the arrow keys move a ghost, and how far they do with care; on a board there are only squares. */
export function stepWords(view) {
  const measure = view?.table?.measure;
  if (!measure) return { far: "a square", fine: "" };
  const words = (length) => `${Number((length / 1000).toPrecision(2))}${measure.symbol}`;
  return { far: words(measure.step), fine: words(measure.step / 10) };
}
