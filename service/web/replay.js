/** A finished match again, move by move, with its record to verify and to keep. */

import { analysisPanel } from "./analysis.js";
import { boardOf } from "./boards.js";
import { h, redraw, say } from "./dom.js";
import { language, t, tOr } from "./i18n.js";
import { learnLevels } from "./people.js";
import { resultText } from "./result.js";
import { framesOf } from "./replay_frames.js";
import { kept } from "./store.js";
import { verifyPanel } from "./verify_panel.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").EventEntry} EventEntry */

const STEP_MS = 900;
const PAGE = 1000;

/** @type {import("./app.js").Page} */
export async function showReplay(app, root, id) {
  const seat = app.service.match(id, kept(id)?.seats[0]?.token);
  const [match, text] = await Promise.all([seat.look(), seat.record()]);
  const [entries, game] = await Promise.all([
    allEvents(seat),
    app.service.game(match.game, language()),
  ]);
  learnLevels(game);
  const frames = framesOf(match, JSON.parse(text), entries);
  const stage = h("section", { class: "stage felt", "aria-label": t("match.table") });
  const player = new Player(match, frames, stage);
  const download = h(
    "a",
    {
      class: "button",
      href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
      download: `${id}.json`,
    },
    t("replay.save"),
  );
  const result = h(
    "section",
    { class: "sheet" },
    h("h2", {}, resultText(match)),
    h("p", {}, tOr(`reason.${match.result?.reason}`, "")),
    h(
      "div",
      { class: "buttons" },
      download,
      h("a", { class: "button", href: "#/" }, t("nav.lobby")),
    ),
  );
  redraw(
    root,
    h("h1", { class: "unseen" }, t("replay.of", { game: t(`name.${match.game}`) })),
    h(
      "div",
      { class: "match" },
      h("div", { class: "replay" }, player.controls, stage),
      h(
        "aside",
        { class: "side" },
        result,
        game.hints && analysisPanel(seat, match, (number) => player.toAction(number)),
        verifyPanel(app, id, text, entries),
      ),
    ),
  );
  player.go(frames.length - 1);
  return () => player.stop();
}

/** @param {import("./client/tapete.js").Seat} seat @returns {Promise<EventEntry[]>} */
async function allEvents(seat) {
  /** @type {EventEntry[]} */
  const all = [];
  let path = `/events?after=&limit=${PAGE}`;
  for (;;) {
    const page = await seat.get(path);
    all.push(...page.events);
    const next = page.next.slice(page.next.indexOf("/events"));
    if (next === path) return all;
    path = next;
  }
}

/** Shows one frame of many: a slider, and buttons to step and to run. */
class Player {
  /** @param {Match} match @param {import("./replay_frames.js").Frame[]} frames @param {HTMLElement} stage */
  constructor(match, frames, stage) {
    this.match = match;
    this.frames = frames;
    this.board = boardOf(match.game, stage, { move: () => {}, still: true });
    this.at = 0;
    this.timer = 0;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: frames.length - 1,
      step: 1,
      "data-focus": "slider",
      "aria-label": t("replay.step"),
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.caption = h("p", { class: "caption" });
    this.running = h("button", { "data-focus": "run", onclick: () => this.toggle() });
    const step = (
      /** @type {number} */ by,
      /** @type {string} */ label,
      /** @type {string} */ sign,
    ) =>
      h(
        "button",
        { "aria-label": label, "data-focus": `step${by}`, onclick: () => this.go(this.at + by) },
        sign,
      );
    this.controls = h(
      "section",
      { class: "sheet player", "aria-label": t("replay.controls") },
      h(
        "div",
        { class: "buttons" },
        step(-1, t("replay.back"), "◀"),
        this.running,
        step(1, t("replay.on"), "▶"),
      ),
      this.slider,
      this.caption,
    );
    this.label();
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.frames.length - 1, at));
    const { view, caption, toMove } = this.frames[this.at];
    const last = this.at === this.frames.length - 1;
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", caption);
    this.caption.textContent = `${this.at} / ${this.frames.length - 1} · ${caption}`;
    this.board.draw({
      match: { ...this.match, view, to_move: toMove, result: last ? this.match.result : null },
      choices: [],
    });
    if (last) this.stop();
  }

  /** Show how the match stood before an action, where frames are actions. @param {number} number */
  toAction(number) {
    if (this.match.game === "locus") this.go(number - 1);
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === this.frames.length - 1) this.go(0);
    this.timer = setInterval(() => {
      this.go(this.at + 1);
      say(this.frames[this.at].caption);
    }, STEP_MS);
    this.label();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.label();
  }

  label() {
    this.running.textContent = t(this.timer ? "replay.pause" : "replay.run");
  }
}
