/** What the service thinks of the viewer's turn, from what the viewer can see. */

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
    /** @type {any[]} The moves that it tells of, the best first. */
    this.found = [];
    this.fault = "";
  }

  /** The advised move, for the board to mark. */
  get advice() {
    return this.on && this.found.length ? moveOf(this.found[0]) : undefined;
  }

  clear() {
    this.found = [];
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
      const { hints } = await this.page.seat.hints();
      const lists = Object.values(hints).filter((each) => Array.isArray(each));
      this.found = /** @type {any[]} */ (lists[0] ?? []);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.fault = error.code === "not_your_turn" ? t("hint.wait") : error.message;
    }
  }

  draw() {
    if (!this.on) return null;
    const rows = this.found
      .slice(0, SHOWN)
      .map((hint) => h("li", {}, h("b", {}, moveText(moveOf(hint))), ` ${worth(hint)}`));
    return h(
      "div",
      { class: "hint", role: "status" },
      h("b", {}, this.fault || t("hint.title")),
      h("ol", {}, rows),
    );
  }
}

/** @param {any} hint */
function moveOf(hint) {
  return hint.move ?? { type: "mark", card: hint.mark };
}

/** What a move promises: points ahead, or a chance. @param {any} hint */
function worth(hint) {
  if (typeof hint.margin === "number") return t("hint.margin", { points: signed(hint.margin) });
  const chance = hint.win ?? hint.equity;
  return typeof chance === "number" ? t("hint.chance", { percent: number(chance * 100) }) : "";
}
