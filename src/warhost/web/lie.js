// How the table lies on the screen: turned clockwise by so many quarters.

const ALIKE = 1.2, // a table that is no wider than this for its depth lies well on any screen
  PHONE = 700; // pixels

/** Ways to and from a drawing of that size, once it has been turned; and how large it is then. */
export function turning(quarters, wide, high) {
  const ways = [
    [({ x, y }) => ({ x, y }), ({ x, y }) => ({ x, y })],
    [({ x, y }) => ({ x: high - y, y: x }), ({ x, y }) => ({ x: y, y: high - x })],
    [({ x, y }) => ({ x: wide - x, y: high - y }), ({ x, y }) => ({ x: wide - x, y: high - y })],
    [({ x, y }) => ({ x: y, y: wide - x }), ({ x, y }) => ({ x: wide - y, y: x })],
  ];
  const [turn, back] = ways[quarters],
    aside = quarters % 2 === 1;
  return { turn, back, wide: aside ? high : wide, high: aside ? wide : high };
}

/** A step on the screen (right, up) as a step on the table. */
export function unturned([dx, dy], quarters) {
  let step = [dx, dy];
  for (let at = 0; at < quarters; at++) step = [-step[1], step[0]];
  return step;
}

/** Which way something looks on the screen, in hundredths of a degree. */
export const facingOn = (facing, quarters) => (facing + 9000 * quarters) % 36000;

/** By how many quarters more a wide table is turned so that it fills an upright screen. */
export const uprightTurn = ({ table }) =>
  table && innerWidth <= PHONE && innerHeight > innerWidth && table.width / table.depth > ALIKE ? 1 : 0;

/** The next way to lie: on a phone by a quarter, elsewhere by half. */
export function turnedOn(quarters, { table }) {
  const quarterly = Boolean(table) && (innerWidth <= PHONE || quarters % 2 === 1);
  return (quarters + (quarterly ? 1 : 2)) % 4;
}
