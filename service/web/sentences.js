/** Events of the games as sentences; none for those that are only for one seat. */

import { chips } from "./board.js";
import { cardName } from "./cards.js";
import { t } from "./i18n.js";
import { placedText } from "./locus.js";
import { names, you } from "./people.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").EventEntry["event"]} Event */

/** @param {readonly string[]} cards */
export function cardList(cards) {
  return cards.length ? cards.map(cardName).join(", ") : t("cards.none");
}

/** A move in a few words. @param {any} move */
export function moveText(move) {
  if (move.type === "place") return t(`move.place.${move.face}`, { cell: move.cell });
  if (move.card) return cardName(move.card);
  return t(`poker7.${move.type}`, { to: chips(move.to ?? 0), chips: "" }).trim();
}

/** @type {Record<string, (match: Match, event: any) => string>} */
const SENTENCES = {
  seat_taken: (_, event) => t("log.seat_taken", { who: event.name }),
  seat_left: (_, event) => t("log.seat_left", { number: event.seat + 1 }),
  timed_out: (match, event) => t("log.timed_out", { who: you(match, event.seat) }),
  rematch: () => t("log.rematch"),
  placed: (match, event) => placedText(match, event),
  resigned: (match, event) => t("log.resigned", { who: you(match, event.seat) }),
  dealt: (_, event) =>
    event.pool ? t("log.pool", { round: event.round, cards: cardList(event.pool) }) : "",
  marked: (match, event) => t("log.marked", { who: you(match, event.seat) }),
  resolved: (match, event) =>
    t("log.resolved", {
      who: you(match, event.seat),
      card: cardName(event.mark),
      cards: cardList(event.captured),
    }),
  extinct: (match, event) => t("log.extinct", { who: you(match, event.seat) }),
  hand_started: (match, event) =>
    t("log.hand_started", { hand: event.hand, who: you(match, event.button) }),
  street: (_, event) =>
    event.cards.length
      ? t("log.street", { step: t(`street.${event.street}`), cards: cardList(event.cards) })
      : t(`street.${event.street}`),
  acted: (match, event) =>
    t(`log.${event.action}`, {
      who: you(match, event.seat),
      chips: chips(event.chips),
      to: chips(event.to),
    }),
  show_committed: (match, event) => t("log.show_committed", { who: you(match, event.seat) }),
  shown: (match, event) =>
    event.cards
      .map((/** @type {any} */ each) =>
        t("log.shown", { who: you(match, each.seat), card: cardName(each.card) }),
      )
      .join(" "),
  uncalled_returned: (match, event) =>
    t("log.uncalled", { who: you(match, event.seat), chips: chips(event.chips) }),
  pot_awarded: (match, event) =>
    t("log.pot", {
      who: names(
        match,
        event.paid.map((/** @type {any} */ each) => each.seat),
      ),
      chips: chips(event.chips),
    }),
  eliminated: (match, event) => t("log.eliminated", { who: you(match, event.seat) }),
};

/** @param {Match} match @param {Event} event */
export function sentence(match, event) {
  return SENTENCES[event.type]?.(match, event) ?? "";
}
