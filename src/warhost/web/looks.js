// What a piece of ground looks like, told by the words that rulebooks have for it.

const LOOKS = [
  [/fortress wall/, "rampart"],
  [/fortress tower/, "keep-tower"],
  [/fortress gate/, "gatehouse"],
  [/open gate/, "open-gate"],
  [/gate/, "shut-gate"],
  [/bolted door|^door$/, "door"],
  [/siege ladder/, "siege-ladder"],
  [/ladder/, "ladder"],
  [/siege tower/, "siege-tower"],
  [/empty cauldron/, "cold-cauldron"],
  [/cauldron/, "cauldron"],
  [/arrow-loop/, "loop"],
  [/spike/, "spike"],
  [/moat/, "moat"],
  [/war machine/, "engine"],
  [/lowered bridge/, "drawbridge"],
  [/portable bridge/, "gangway"],
  [/stone bridge/, "stone-bridge"],
  [/bridge|walkway/, "bridge"],
  [/\bram$/, "ram"],
  [/ford/, "ford"],
  [/floor|platform/, "floor"],
  [/road/, "road"],
  [/stairs/, "stairs"],
  [/window/, "window"],
  [/shard|chest/, "prize"],
  [/obstacle/, "crate"],
  [/hedge/, "hedge"],
  [/field|crop|corn/, "tilled"],
  [/hill|slope|knoll|ledge/, "hill"],
  [/dense wood/, "thicket"],
  [/wood|tree|forest|copse/, "wood"],
  [/deep water|river|lake/, "deep"],
  [/water|stream|pond/, "water"],
  [/marsh|swamp|bog|reed/, "marsh"],
  [/fence|rail/, "fence"],
  [/barricade/, "barricade"],
  [/high wall/, "high-wall"],
  [/wall|rampart/, "wall"],
  [/rubble|ruin/, "rubble"],
  [/house|building|tower|farm|mill|hut|barn|chapel|village|roof/, "house"],
  [/rock|boulder|impassable|cliff/, "crag"],
  [/rough|scrub/, "rough"],
];
const named = (text) => LOOKS.find(([words]) => words.test(text))?.[1];
const LONE = { wood: "lone-tree" };
const BUILT = /wall|tower|gate|bend|building|house/;

/** By its kind, unless its details say better: a lone tree. What is rough now and has the name of something built was that. */
export function lookOf({ name, kind, details }) {
  if (kind === "small obstacle") {
    const look = named(details.join(" ").replace(/obstacle/g, "")) ?? "crag";
    return LONE[look] ?? look;
  }
  if (kind === "rough" && BUILT.test(name)) return "rubble";
  return named(kind) ?? named(details.join(" ")) ?? "other";
}

const LIES = /^(siege ladder|siege tower|portable bridge|.* ram)$/;

/** What lies there to be taken up, if a marked place is the place of such a thing. */
export const lyingAt = ({ kind, title }) => (kind === "objective" && LIES.test(title) ? named(title) : null);
