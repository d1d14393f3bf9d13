/** What the browser keeps: matches with their tokens, the player's name, choices. */

/** @typedef {{seat: number, token: string, name: string}} Ticket */
/**
 * @typedef {object} Kept
 * @property {string} game
 * @property {Ticket[]} seats The seats that this device plays.
 * @property {string} commitment As it was when the seats were taken.
 * @property {string} [invitation]
 * @property {number} at
 */

const MATCHES = "tapete.matches";
const MOST = 60;

/** @returns {Record<string, Kept>} */
export function keptMatches() {
  try {
    return JSON.parse(localStorage.getItem(MATCHES) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} id @returns {Kept | undefined} */
export function kept(id) {
  return keptMatches()[id];
}

/** @param {string} id @param {Omit<Kept, "at">} match */
export function keep(id, match) {
  const all = { ...keptMatches(), [id]: { ...match, at: Date.now() } };
  const newest = Object.entries(all)
    .sort((a, b) => b[1].at - a[1].at)
    .slice(0, MOST);
  localStorage.setItem(MATCHES, JSON.stringify(Object.fromEntries(newest)));
}

/** @param {string} id */
export function forget(id) {
  const all = keptMatches();
  delete all[id];
  localStorage.setItem(MATCHES, JSON.stringify(all));
}

/** @param {"name" | "theme" | "sound" | "hints" | "language"} name */
export function choice(name) {
  return localStorage.getItem(`tapete.${name}`) ?? "";
}

/** @param {"name" | "theme" | "sound" | "hints" | "language"} name @param {string} value */
export function choose(name, value) {
  localStorage.setItem(`tapete.${name}`, value);
}
