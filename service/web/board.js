/** What the boards of the games have in common. */

import { drawChip } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { seatName } from "./people.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {{type: string, [field: string]: unknown}} Move */
/** @typedef {{move: any, to?: import("./client/api.js").Span | null, earns?: any}} Choice */
/**
 * What a board draws.
 * @typedef {object} Situation
 * @property {Match} match
 * @property {Choice[]} choices The legal moves; none while it is not the viewer's turn.
 * @property {any} [advice] What a hint says.
 */
/**
 * What a board may do.
 * @typedef {object} Hand
 * @property {(move: Move) => void} move
 * @property {Map<string, number>} [memory] What outlives a board, such as what was read.
 * @property {boolean} [still] Whether this is a replay, in which nobody acts.
 */
/**
 * @typedef {object} Board
 * @property {(situation: Situation) => void} draw
 * @property {(before: Match, after: Match) => Promise<void>} animate
 * @property {(key: string) => boolean} key Whether the board took a key for itself.
 * @property {string[]} keys The keys that it knows, as words of `keys.*`.
 */

/**
 * A seat's plate: its chip, who it is, its clock, and what the game adds.
 * @param {Match} match @param {number} seat
 * @param {import("./dom.js").Children} under What stands under the name.
 * @param {...import("./dom.js").Children} more
 */
export function plate(match, seat, under, ...more) {
  const turn = match.to_move.includes(seat);
  const won = match.result?.winners.includes(seat);
  const kind = `plate seat-${seat % 6} ${turn ? "turn" : ""} ${won ? "won" : ""} ${match.you === seat ? "own" : ""}`;
  return h(
    "div",
    { class: kind, "data-seat": seat, role: "group", "aria-label": plateName(match, seat, turn) },
    drawChip(seat),
    h(
      "div",
      { class: "who" },
      h("span", { class: "name", title: levelOf(match, seat) }, ownName(match, seat)),
      h("span", { class: "under" }, under, h("span", { class: "clock", "data-clock": seat })),
    ),
    ...more,
  );
}

/** @param {Match} match @param {number} seat */
function levelOf(match, seat) {
  const { level } = match.seats[seat];
  return level ? t("level", { level }) : "";
}

/** @param {Match} match @param {number} seat */
function ownName(match, seat) {
  if (match.you !== seat) return seatName(match, seat);
  const { name } = match.seats[seat];
  return name ? [name, h("small", {}, ` (${t("you.small")})`)] : t("you");
}

/** @param {Match} match @param {number} seat @param {boolean} turn */
function plateName(match, seat, turn) {
  const words = [seatName(match, seat)];
  if (match.you === seat) words.push(t("you"));
  if (turn) words.push(t("seat.turn"));
  if (match.result?.winners.includes(seat)) words.push(t("seat.won"));
  return words.join(", ");
}

/** @param {number} value */
export function chips(value) {
  return value.toLocaleString(document.documentElement.lang);
}
