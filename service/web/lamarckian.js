/** The table of Lamarckian Poker: pool, hands, secret marks, and how they resolve. */

import { plate } from "./board.js";
import { cardName, drawBack, drawCard } from "./cards.js";
import { calm, h, redraw, refocus, roving, say, sleep } from "./dom.js";
import { roundFrames } from "./frames.js";
import { t, tOr } from "./i18n.js";
import { names, seatName, you } from "./people.js";
import { cardList } from "./sentences.js";
import { play } from "./sound.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").LamarckianPlayer} Player */
/** @typedef {import("./client/api.js").PastRound} PastRound */
/** @typedef {import("./frames.js").LamarckianFrame} Frame */
/** @typedef {import("./board.js").Situation} Situation */

const STEP_MS = 900;
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/** @typedef {import("./board.js").Board} Board */

/** @implements {Board} */
export class LamarckianBoard {
  keys = ["arrows", "enter", "escape"];

  /** @param {HTMLElement} root @param {import("./board.js").Hand} hand */
  constructor(root, hand) {
    this.root = root;
    this.hand = hand;
    this.selected = "";
    this.current = "";
    this.skipped = false;
  }

  /** @param {Situation} situation */
  draw(situation) {
    this.situation = situation;
    const { match, choices } = situation;
    const view = /** @type {Frame} */ (match.view);
    if (!choices.some((choice) => choice.move.card === this.selected)) this.selected = "";
    const own = view.players.find((player) => player.seat === match.you);
    const others = view.players.filter((player) => player !== own);
    redraw(
      this.root,
      h(
        "div",
        { class: "lamarckian" },
        h(
          "div",
          { class: "others" },
          others.map((player) => this.drawPlayer(player)),
        ),
        h(
          "div",
          { class: "middle" },
          this.drawHeading(view),
          this.drawPool(view),
          this.drawMarks(view),
        ),
        own && this.drawOwn(own),
        view.showdown && this.drawShowdown(view),
        this.drawHistory(view),
      ),
    );
  }

  /** Turn up the marks and resolve them one by one. @param {Match} before @param {Match} after */
  async animate(before, after) {
    const [old, view] = [/** @type {Frame} */ (before.view), /** @type {Frame} */ (after.view)];
    this.skipped = false;
    let from = old;
    for (const round of view.history.slice(old.history.length)) {
      const frames = roundFrames(from, round);
      for (const [step, frame] of frames.entries()) {
        this.draw({
          match: {
            ...after,
            to_move: [],
            result: null,
            view: { ...frame, history: old.history, showdown: null },
          },
          choices: [],
        });
        if (step > 0) this.tellCapture(after, round, step - 1);
        await this.wait();
      }
      from = frames[frames.length - 1];
    }
  }

  /** @param {Match} match @param {PastRound} round @param {number} step */
  tellCapture(match, round, step) {
    const { seat, mark, captured } = round.captures[step];
    play("capture");
    say(
      t("log.resolved", { who: you(match, seat), card: cardName(mark), cards: cardList(captured) }),
    );
  }

  async wait() {
    const skip = () => (this.skipped = true);
    this.root.addEventListener("click", skip, { once: true });
    const until = Date.now() + (calm() ? STEP_MS / 2 : STEP_MS);
    while (Date.now() < until && !this.skipped) await sleep(40);
    this.root.removeEventListener("click", skip);
  }

  /** @param {string} key */
  key(key) {
    if (key !== "Escape" || !this.selected) return false;
    const card = this.selected;
    this.select("");
    refocus(this.root, `hand-${card}`);
    return true;
  }

  /** @param {Frame} view */
  drawHeading(view) {
    return h(
      "p",
      { class: "heading" },
      h(
        "strong",
        {},
        t("lamarckian.round", { round: Math.min(view.round, view.rounds), rounds: view.rounds }),
      ),
      ` · ${t("lamarckian.deck", { cards: view.deck_count })}`,
    );
  }

  /** @param {Frame} view */
  drawPool(view) {
    const taken = this.takes();
    const cards = view.pool.map((card) =>
      drawCard(card, { key: card, class: taken.includes(card) ? "taken" : "" }),
    );
    const deck =
      view.deck_count > 0 &&
      h("div", { class: "deck", "aria-hidden": "true" }, drawBack({ key: "deck" }));
    const discard =
      view.discard.length > 0 &&
      h(
        "div",
        { class: "discard", title: cardList(view.discard) },
        drawCard(view.discard[view.discard.length - 1], { hidden: true }),
        h("small", {}, t("lamarckian.discard", { cards: view.discard.length })),
      );
    return h(
      "div",
      { class: "pool-row" },
      deck,
      h("div", { class: "pool", role: "group", "aria-label": t("lamarckian.pool") }, cards),
      discard,
    );
  }

  /** What the chosen card would take if it came first. @returns {string[]} */
  takes() {
    const { choices } = /** @type {Situation} */ (this.situation);
    return choices.find((choice) => choice.move.card === this.selected)?.earns?.cards ?? [];
  }

  /** @param {Frame} view */
  drawMarks(view) {
    const { match } = /** @type {Situation} */ (this.situation);
    if (!view.open) return null;
    const next = view.open.find((mark) => !mark.done);
    const marks = view.open.map((mark) =>
      h(
        "div",
        { class: `open-mark ${mark.done ? "done" : ""} ${mark === next ? "next" : ""}` },
        mark.done ? h("span", { class: "slot" }) : drawCard(mark.mark, { key: mark.mark }),
        h("small", {}, you(match, mark.seat)),
      ),
    );
    return h(
      "div",
      { class: "open-marks", role: "group", "aria-label": t("lamarckian.marks") },
      marks,
    );
  }

  /** @param {Player} player */
  drawPlayer(player) {
    const { match } = /** @type {Situation} */ (this.situation);
    const hand = player.hand ?? player.known;
    const unknown = player.hand_size - hand.length - (player.marked ? 1 : 0);
    const cards = [...hand].sort(byHeight).map((card) => drawCard(card, { key: card }));
    const backs = Array.from({ length: Math.max(0, unknown) }, (_, at) =>
      drawBack({ key: `back-${player.seat}-${at}` }),
    );
    const state = this.stateOf(player);
    const mark =
      player.marked &&
      drawBack({ key: `mark-${player.seat}`, class: "mark", label: t("lamarckian.marked") });
    return plate(
      match,
      player.seat,
      state,
      h("div", { class: `small-hand ${player.extinct ? "gone" : ""}` }, cards, backs, mark),
    );
  }

  /** @param {Player} player */
  stateOf(player) {
    if (player.resigned) return t("lamarckian.resigned");
    if (player.extinct) return t("lamarckian.extinct", { round: player.extinct });
    return player.marked
      ? t("lamarckian.marked")
      : t("lamarckian.cards", { cards: player.hand_size });
  }

  /** @param {Player} own */
  drawOwn(own) {
    const { match, choices } = /** @type {Situation} */ (this.situation);
    const cards = [...(own.hand ?? [])].filter((card) => card !== own.mark).sort(byHeight);
    if (!cards.includes(this.current)) this.current = cards[0] ?? "";
    const playable = new Set(choices.map((choice) => choice.move.card));
    const hand = h(
      "div",
      { class: "hand", role: "group", "aria-label": t("lamarckian.hand") },
      cards.map((card) => this.drawOwnCard(card, playable.has(card))),
    );
    roving(hand, "button", cards.length);
    const mark =
      own.mark &&
      h(
        "div",
        { class: "own-mark" },
        drawCard(own.mark, { key: own.mark }),
        h("small", {}, t("lamarckian.yourMark")),
      );
    return h(
      "div",
      { class: "own-area" },
      plate(match, own.seat, this.stateOf(own)),
      h("div", { class: "own-row" }, hand, mark),
      choices.length > 0 && this.drawConfirm(),
    );
  }

  /** @param {string} card @param {boolean} playable */
  drawOwnCard(card, playable) {
    const { advice } = /** @type {Situation} */ (this.situation);
    const chosen = this.selected === card;
    const props = {
      class: `hand-card ${chosen ? "selected" : ""} ${advice?.card === card ? "advised" : ""}`,
      "data-focus": `hand-${card}`,
      "aria-pressed": String(chosen),
      "aria-disabled": String(!playable),
      "aria-label": cardName(card),
      tabindex: card === this.current ? 0 : -1,
      "data-home": card === this.current,
      onclick: (/** @type {MouseEvent} */ event) =>
        playable && this.select(chosen ? "" : card, event.detail === 0),
      onfocus: () => (this.current = card),
    };
    return h("button", props, drawCard(card, { key: card, hidden: true }));
  }

  drawConfirm() {
    if (!this.selected) return h("p", { class: "ask" }, t("lamarckian.ask"));
    const card = this.selected;
    const commit = () => {
      this.selected = "";
      this.hand.move({ type: "mark", card });
    };
    const taken = this.takes();
    const told = taken.length
      ? t("lamarckian.takes", { cards: cardList(taken) })
      : t("lamarckian.takesNone");
    return h(
      "div",
      { class: "confirm" },
      h("p", {}, told),
      h(
        "button",
        { class: "primary", "data-focus": "commit", onclick: commit },
        t("lamarckian.commit", { card: cardName(card) }),
      ),
    );
  }

  /** @param {string} card @param {boolean} [byKey] */
  select(card, byKey = false) {
    this.selected = card;
    this.draw(/** @type {Situation} */ (this.situation));
    if (byKey && card) refocus(this.root, "commit");
  }

  /** @param {Frame} view */
  drawShowdown(view) {
    const { match } = /** @type {Situation} */ (this.situation);
    const final = /** @type {NonNullable<Frame["showdown"]>} */ (view.showdown);
    const hands = [...final.hands].sort(
      (one, other) =>
        Number(final.winners.includes(other.seat)) - Number(final.winners.includes(one.seat)),
    );
    const rows = hands.map((hand) =>
      h(
        "li",
        { class: final.winners.includes(hand.seat) ? "won" : "" },
        h("strong", {}, seatName(match, hand.seat)),
        h("span", {}, tOr(`hand.${hand.category}`, hand.words)),
        h(
          "div",
          { class: "small-hand" },
          hand.best.map((card) => drawCard(card)),
        ),
      ),
    );
    const why = t(`decided.${final.decided_by}`, { who: names(match, final.winners) });
    return h(
      "section",
      { class: "showdown sheet", "aria-label": t("showdown") },
      h("h2", {}, t("showdown")),
      h("p", {}, why),
      h("ul", {}, rows),
    );
  }

  /** @param {Frame} view */
  drawHistory(view) {
    const { match } = /** @type {Situation} */ (this.situation);
    if (!view.history.length) return null;
    const rounds = [...view.history].reverse().map((round) =>
      h(
        "li",
        {},
        h("b", {}, t("lamarckian.past", { round: round.round })),
        round.captures.map((each) =>
          h(
            "div",
            { class: "capture" },
            h("span", {}, seatName(match, each.seat)),
            drawCard(each.mark),
            h("span", { "aria-hidden": "true" }, "→"),
            each.captured.length
              ? each.captured.map((card) => drawCard(card))
              : h("span", { class: "dim" }, t("cards.none")),
          ),
        ),
        round.extinct.length > 0 &&
          h("p", {}, t("lamarckian.died", { who: names(match, round.extinct) })),
      ),
    );
    return h(
      "details",
      { class: "history" },
      h("summary", { "data-focus": "history" }, t("lamarckian.history")),
      h("ol", { reversed: true }, rounds),
    );
  }
}

/** @param {string} one @param {string} other The highest first. */
export function byHeight(one, other) {
  return (
    RANKS.indexOf(other[0]) - RANKS.indexOf(one[0]) ||
    SUITS.indexOf(other[1]) - SUITS.indexOf(one[1])
  );
}
