/** What the service thinks of the viewer's position, where it offers that. */

import { Problem } from "./client/tapete.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./match.js").MatchPage} MatchPage */

export class Hints {
  /** @param {MatchPage} page */
  constructor(page) {
    this.page = page;
    this.on = false;
    this.possible = true;
    /** @type {any} */
    this.answer = null;
  }

  /** The advised move, for the board to mark. */
  get advice() {
    const best = this.answer?.hints?.[0] ?? this.answer?.moves?.[0];
    return best?.move;
  }

  clear() {
    this.answer = null;
    this.on = false;
  }

  async toggle() {
    this.on = !this.on;
    this.answer = null;
    if (this.on) await this.ask();
    this.page.draw();
  }

  async ask() {
    try {
      this.answer = await this.page.seat.post("/hints");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.possible = error.code !== "not_found";
      this.on = false;
    }
  }

  draw() {
    if (!this.on || !this.answer) return null;
    return h("p", { class: "hint", role: "status" }, t("hint.text"));
  }
}
