/** Who sits where, in words. */

import { t } from "./i18n.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").GameDetail} GameDetail */

/** @type {Map<string, string>} Names of opponents by game and level. */
const levelNames = new Map();

/**
 * What a seat is called: its name, or what it is.
 * @param {Match} match @param {number} seat
 */
export function seatName(match, seat) {
  const who = match.seats[seat];
  if (who.name) return who.name;
  if (who.kind === "open") return t("seat.open");
  if (who.kind === "bot") return botName(match, seat);
  return t("seat.number", { number: seat + 1 });
}

/** Its level's name, with the seat's number where others have the same level.
 * @param {Match} match @param {number} seat
 */
function botName(match, seat) {
  const { level } = match.seats[seat];
  const name = levelNames.get(`${match.game} ${level}`);
  if (!name) return t("seat.bot", { number: seat + 1 });
  const alone =
    match.seats.filter((each) => each.kind === "bot" && each.level === level).length < 2;
  return alone ? name : `${name} ${seat + 1}`;
}

/** The same, from where the viewer sits. @param {Match} match @param {number} seat */
export function you(match, seat) {
  return match.you === seat ? t("you") : seatName(match, seat);
}

/** @param {Match} match @param {readonly number[]} seats */
export function names(match, seats) {
  return seats.map((seat) => you(match, seat)).join(", ");
}

/** Remember what the levels of a game are called. @param {GameDetail} game */
export function learnLevels(game) {
  for (const level of game.levels) levelNames.set(`${game.name} ${level.level}`, level.name);
}

/** @param {GameDetail["levels"][number]} level */
export function levelText(level) {
  const rated =
    level.rating === null || level.rating === undefined
      ? ""
      : ` · ${t("rating", { rating: Math.round(level.rating) })}`;
  return `${level.level} · ${level.name}${rated}`;
}
