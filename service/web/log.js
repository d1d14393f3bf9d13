/** What has happened, in sentences; what only one seat was told is left out. */

import { h, redraw } from "./dom.js";
import { t } from "./i18n.js";
import { sentence } from "./sentences.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").EventEntry} EventEntry */

const MOST = 200;

export class Log {
  constructor() {
    this.element = h("section", { class: "log sheet", "aria-label": t("log") });
    /** @type {Map<string, EventEntry>} */
    this.entries = new Map();
    this.told = "";
  }

  /** The id of the last event that is known. */
  get last() {
    return [...this.entries.keys()].sort(inOrder).at(-1) ?? "";
  }

  /** @param {EventEntry} entry */
  add(entry) {
    this.entries.set(entry.id, entry);
  }

  ordered() {
    return [...this.entries.values()].sort((one, other) => inOrder(one.id, other.id));
  }

  /** Sentences that were not told before. @param {Match} match @returns {string[]} */
  fresh(match) {
    const first = !this.told;
    const found = this.ordered().filter((entry) => !this.told || inOrder(entry.id, this.told) > 0);
    this.told = this.last || this.told;
    return first ? [] : found.map((entry) => sentence(match, entry.event)).filter(Boolean);
  }

  /** @param {Match} match */
  draw(match) {
    const lines = this.ordered()
      .map((entry) => sentence(match, entry.event))
      .filter(Boolean);
    const list = h(
      "ol",
      { tabindex: 0, "aria-label": t("log"), "data-focus": "log" },
      lines.slice(-MOST).map((line) => h("li", {}, line)),
    );
    redraw(this.element, h("h2", {}, t("log")), list);
    list.scrollTop = list.scrollHeight;
  }
}

/** @param {string} one @param {string} other */
function inOrder(one, other) {
  const [a, b] = [one, other].map((id) => id.split("-").map(Number));
  return a[0] - b[0] || a[1] - b[1];
}
