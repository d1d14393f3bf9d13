/** What the service thinks of the viewer's turn, from what the viewer can see. */

import { cardName } from "./cards.js";
import { Problem } from "./client/tapete.js";
import { h } from "./dom.js";
import { number, signed, t } from "./i18n.js";
import { moveText } from "./sentences.js";

/** @typedef {import("./match.js").MatchPage} MatchPage */

const SHOWN = 3;

export class Hints {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.possible = false;
    /** @type {any} As the service answers; its members differ by game. */
    this.found = null;
    this.fault = "";
  }

  /** The advised move, for the board to mark. */
  get advice() {
    const best = this.found?.placements ?? this.found?.marks;
    return best?.[0]?.move;
  }

  clear() {
    this.found = null;
    this.fault = "";
    this.on = false;
  }

  async toggle() {
    if (!this.possible) return;
    const on = !this.on;
    this.clear();
    this.on = on;
    if (on) await this.ask();
    this.page.draw();
  }

  async ask() {
    try {
      this.found = (await this.page.seat.hints()).hints;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.fault = error.code === "not_your_turn" ? t("hint.wait") : error.message;
    }
  }

  draw() {
    if (!this.on || !(this.found || this.fault)) return null;
    const rows = (this.found ? linesOf(this.found) : []).map((line) => h("li", {}, line));
    const title = this.fault || t(this.found.chances ? "hint.chances" : "hint.title");
    return h("div", { class: "hint", role: "status" }, h("b", {}, title), h("ul", {}, rows));
  }
}

/** @param {any} hints @returns {import("./dom.js").Children[]} */
function linesOf(hints) {
  if (hints.placements) {
    return hints.placements
      .slice(0, SHOWN)
      .map((/** @type {any} */ each) => [
        h("b", {}, moveText(each.move)),
        ` ${t("hint.margin", { points: signed(each.margin) })}`,
      ]);
  }
  if (hints.marks) {
    return hints.marks
      .slice(0, SHOWN)
      .map((/** @type {any} */ each) => [
        h("b", {}, moveText(each.move)),
        ` ${t("hint.win", { win: percent(each.win), extinction: percent(each.extinction) })}`,
      ]);
  }
  return hints.chances ? chancesOf(hints.chances) : [];
}

/** @param {any} chances of a hand of Poker7 @returns {import("./dom.js").Children[]} */
function chancesOf(chances) {
  const odds = chances.pot_odds;
  const likely = chances.classes.slice(0, SHOWN);
  return [
    t("hint.equity", { equity: percent(chances.equity) }),
    ...(odds === null ? [] : [t("hint.odds", { odds: percent(odds) })]),
    ...likely.map((/** @type {any} */ each) => `${each.name} ${percent(each.chance)}`),
    ...chances.show.map((/** @type {any} */ each) =>
      t("hint.looks", { card: cardName(each.card), looks: percent(each.looks) }),
    ),
  ];
}

/** @param {number} share 0..1 */
function percent(share) {
  return `${number(share * 100)} %`;
}
