// Spells among the choices: whose they are and what they are called.

/** Who casts what by this option: {who, title, odds}; null for any other choice. */
export function casting({ answer, label }) {
  const [who, title, more] = String(answer).split("/");
  if (!title || who === "dispel") return null;
  const value = /casting value (\d+)/.exec(label ?? "")?.[1];
  return { who, title: more ? `${title}, boosted` : title, odds: value ? `needs ${value}` : "" };
}
