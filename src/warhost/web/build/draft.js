// An army in the making: a roster as data, and what can be done to it. Nothing here judges; the server does.
export const empty = (book, army, points) => ({
  name: `${book.armies[army]}, ${points}`,
  rulebook: book.id,
  army,
  points,
  side: 0,
  scenario: "",
  part: "",
  against: 0,
  story: "",
  group: [],
  character: [],
});

/** Every entry with its place, such as `group[2]`, as the server names it. */
export const entriesOf = (roster) =>
  ["character", "group"].flatMap((list) => roster[list].map((entry, at) => ({ key: `${list}[${at}]`, list, at, entry })));

export const kindOf = (palette, entry) => palette?.kinds.find((kind) => kind.profile === entry.profile);
export const picksOf = (palette, offer) => (offer.shelf ? palette.shelves[offer.shelf] : offer.picks);

/** What an entry is called: its own name, or that of its kind. */
export const calledIn = (palette, entry) => entry.name || kindOf(palette, entry)?.title || entry.profile;

const started = ({ profile, character, start }) => ({
  profile,
  id: "",
  name: "",
  options: [...start.options],
  items: [],
  with: "",
  ...(character
    ? { role: start.role, mount: start.mount }
    : { models: start.models, command: false, files: start.files }),
});

/** The roster with one entry more, and the place of that entry. */
export function added(roster, kind) {
  const list = kind.character ? "character" : "group";
  return { roster: { ...roster, [list]: [...roster[list], started(kind)] }, key: `${list}[${roster[list].length}]` };
}

const split = (key) => {
  const [, list, at] = /^(\w+)\[(\d+)\]$/.exec(key);
  return [list, Number(at)];
};

export function entryAt(roster, key) {
  const [list, at] = key ? split(key) : ["group", -1];
  return roster[list][at];
}

export function changed(roster, key, part) {
  const [list, at] = split(key);
  return { ...roster, [list]: roster[list].map((entry, n) => (n === at ? { ...entry, ...part } : entry)) };
}

/** Whoever stood with a group that is gone stands alone. */
export function removed(roster, key) {
  const [list, at] = split(key),
    gone = roster[list][at];
  const alone = (entry) => (gone.id && entry.with === gone.id ? { ...entry, with: "" } : entry);
  const left = { ...roster, [list]: roster[list].filter((_, n) => n !== at) };
  return { ...left, group: left.group.map(alone), character: left.character.map(alone) };
}

/** A copy beside the entry; it has no name of its own yet, and what is there only once stays behind. */
export function duplicated(roster, key) {
  const [list, at] = split(key),
    copy = { ...roster[list][at], id: "", name: "", items: [], ...(list === "character" ? { role: "" } : {}) };
  return { ...roster, [list]: [...roster[list].slice(0, at + 1), copy, ...roster[list].slice(at + 1)] };
}

/** An entry stands with a group, which from now on keeps the id it goes by. */
export function joined(roster, key, host, ids) {
  if (!host) return changed(roster, key, { with: "" });
  const id = entryAt(roster, host).id || ids[host];
  return changed(changed(roster, host, { id }), key, { with: id });
}

// --- picks ---------------------------------------------------------------------------------------------------

/** What an entry has taken under a key, as a list. */
export function takenIn(entry, key) {
  if (key === "command") return entry.command ? ["command"] : [];
  const found = entry[key];
  return Array.isArray(found) ? found : found ? [found] : [];
}

/** How many of a pick an entry has; some write their number down, as '3 torches'. */
export function countIn(entry, offer, pick) {
  const several = pick.many && new RegExp(`^${pick.many.replace("{}", "(\\d+)")}$`);
  return takenIn(entry, offer.key).reduce((sum, one) => sum + (one === pick.id ? 1 : Number((several && several.exec(one)?.[1]) || 0)), 0);
}

const spelled = (pick, count) => (pick?.many && count > 1 ? [pick.many.replace("{}", count)] : Array(count).fill(pick?.id));

function written(key, list) {
  if (key === "command") return { command: list.length > 0 };
  if (key === "mount" || key === "role") return { [key]: list[0] ?? "" };
  return { [key]: list };
}

/** The entry's part with so many of a pick; of offers with one place the others go. */
export function picked(palette, entry, offer, id, count) {
  const pick = picksOf(palette, offer).find((one) => one.id === id),
    rivals = offer.most === 1 ? picksOf(palette, offer) : [pick],
    rival = (word) => rivals.some((one) => countIn({ ...entry, [offer.key]: word }, offer, one));
  const others = takenIn(entry, offer.key).filter((one) => !rival(one));
  const part = written(offer.key, [...others, ...spelled(pick, count)]);
  return offer.key === "mount" ? { ...part, ...dismounted(palette, entry, part.mount) } : part;
}

/** What was sold with another mount goes with it. */
function dismounted(palette, entry, mount) {
  const kind = kindOf(palette, entry),
    all = kind.offers.filter((offer) => offer.key === "options").flatMap((offer) => picksOf(palette, offer));
  const there = (id) => {
    const sold = all.filter((pick) => pick.id === id);
    return !sold.length || sold.some((pick) => !pick.needs.length || pick.needs.includes(mount) || has(entry, pick.needs));
  };
  return { options: entry.options.filter(there) };
}

const has = (entry, needs) => needs.some((one) => entry.options.includes(one));

/** What the army is written for: a side of a scenario, or nothing in particular. */
export const purposeOf = (palette, roster) =>
  palette?.purposes.find(({ scenario, part }) => scenario === roster.scenario && part === roster.part);

/** The army for another purpose; where that has points of its own, those are its limit. */
export const purposed = (roster, purpose) => ({
  ...roster,
  scenario: purpose?.scenario ?? "",
  part: purpose?.part ?? "",
  against: 0,
  points: purpose?.points || roster.points,
});

export const fraction = ({ share: [counter, denominator] }) => counter / denominator;

/** Whether something is sold to an entry of such an army, or has been and can be given back. */
export const soldTo = (palette, offer, roster, entry) =>
  !offer.purposes.length ||
  offer.purposes.includes(`${roster.scenario}/${roster.part}`) ||
  picksOf(palette, offer).some((pick) => countIn(entry, offer, pick));

/** Whether all is there that a pick needs. */
export const within = (entry, pick) => !pick.needs.length || has(entry, pick.needs) || pick.needs.includes(entry.mount);
