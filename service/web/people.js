/** Who sits where, in words. */

import { t } from "./i18n.js";

/** @typedef {import("./client/api.js").Match} Match */

/**
 * What a seat is called: its name, or what it is.
 * @param {Match} match @param {number} seat
 */
export function seatName(match, seat) {
  const who = match.seats[seat];
  if (who.name) return who.name;
  if (who.kind === "open") return t("seat.open");
  if (who.kind === "bot") return t("seat.bot", { number: seat + 1 });
  return t("seat.number", { number: seat + 1 });
}

/** The same, from where the viewer sits. @param {Match} match @param {number} seat */
export function you(match, seat) {
  return match.you === seat ? t("you") : seatName(match, seat);
}

/** @param {Match} match @param {readonly number[]} seats */
export function names(match, seats) {
  return seats.map((seat) => you(match, seat)).join(", ");
}

/**
 * A level of an opponent, whether the service describes it or only counts.
 * @typedef {{level: number, name: string, style: string, rating: number | null}} Level
 */

/** @param {{levels: unknown[]}} game @param {string} language @returns {Level[]} */
export function levelsOf(game, language) {
  return game.levels.map((found) => {
    if (typeof found === "number") return { level: found, name: t("level", { level: found }), style: "", rating: null };
    const told = /** @type {any} */ (found);
    const text = (/** @type {any} */ value) => (typeof value === "object" && value ? (value[language] ?? value.en ?? "") : (value ?? ""));
    return { level: told.level, name: text(told.name) || t("level", { level: told.level }), style: text(told.style), rating: told.rating ?? null };
  });
}

/** @param {Level} level */
export function levelText(level) {
  const rated = level.rating === null ? "" : ` · ${t("rating", { rating: Math.round(level.rating) })}`;
  return `${level.level} · ${level.name}${rated}`;
}
