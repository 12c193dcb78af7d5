// Where this page lives: a server may stand behind a proxy that gives it a path of its own (/warhost/).
const ROOT = new URL(".", import.meta.url);

/** The address of something of the server's, such as placed("/api/games"). */
export const placed = (path) => ROOT.pathname + path.replace(/^\//, "");

/** The same in full, for links that are sent to others. */
export const inFull = (path) => ROOT.origin + placed(path);

/** Which of its pages an address leads to: the path without where the server lives. */
export const within = (path) => (path.startsWith(ROOT.pathname) ? path.slice(ROOT.pathname.length) : path);
