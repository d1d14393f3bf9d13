/** The table of Poker7: seats in a ring, common cards, pots, and what one may do. */

import { chips, plate } from "./board.js";
import { cardName, drawBack, drawCard } from "./cards.js";
import { h, redraw, refocus } from "./dom.js";
import { t } from "./i18n.js";
import { names } from "./people.js";
import { BetControls } from "./poker7_bets.js";
import { drawGroups, drawLastHand } from "./poker7_hands.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").Poker7View} View */
/** @typedef {import("./client/api.js").Player} Player */
/** @typedef {import("./board.js").Situation} Situation */

const BOARD = 5;

/** @typedef {import("./board.js").Board} Board */

/** @implements {Board} */
export class Poker7Board {
  keys = ["fold", "call", "raise", "amount", "arrows", "enter"];

  /** @param {HTMLElement} root @param {import("./board.js").Hand} hand */
  constructor(root, hand) {
    this.root = root;
    this.hand = hand;
    this.controls = new BetControls(hand.move, () => this.redraw());
    this.chosen = "";
    /** The hand whose end was read; nothing of the ones before the page was opened. */
    this.read = hand.memory?.get("read") ?? null;
  }

  /** @param {Situation} situation */
  draw(situation) {
    this.situation = situation;
    const { match } = situation;
    const view = /** @type {View} */ (match.view);
    this.read ??= view.street === "over" || this.hand.still ? 0 : (view.last?.hand ?? 0);
    this.hand.memory?.set("read", this.read);
    const unread = view.last !== null && view.last.hand > this.read;
    redraw(
      this.root,
      h(
        "div",
        { class: "poker7" },
        this.drawRing(view),
        this.drawOwn(view, unread),
        unread && this.drawLast(view),
      ),
    );
    if (unread && !this.hand.still) refocus(this.root, "next-hand");
  }

  redraw() {
    if (this.situation) this.draw(this.situation);
  }

  async animate() {}

  /** @param {string} key */
  key(key) {
    const view = /** @type {View | undefined} */ (this.situation?.match.view);
    if (!view || (view.last && view.last.hand > (this.read ?? 0))) return false;
    return this.controls.key(key);
  }

  /** @param {View} view */
  drawRing(view) {
    const own = view.seat ?? 0;
    const seats = view.players.map((player) => {
      const turn =
        ((player.seat - own + view.players.length) % view.players.length) / view.players.length;
      const angle = Math.PI / 2 + turn * 2 * Math.PI;
      const place = { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) };
      return h(
        "div",
        { class: `place ${player.seat === view.seat ? "mine" : ""}`, vars: place },
        this.drawSeat(view, player),
      );
    });
    return h(
      "div",
      { class: "ring", "data-seats": view.players.length },
      h("div", { class: "oval" }, this.drawCentre(view)),
      seats,
    );
  }

  /** @param {View} view */
  drawCentre(view) {
    const { match } = /** @type {Situation} */ (this.situation);
    const cards = view.board.map((card) => drawCard(card, { key: card }));
    const rest = Array.from({ length: BOARD - cards.length }, () => h("span", { class: "slot" }));
    const sides =
      view.pots.length > 1
        ? view.pots.map((pot, place) =>
            h("li", { title: names(match, pot.seats) }, `${potName(place)} ${chips(pot.chips)}`),
          )
        : [];
    const of = view.hands
      ? t("poker7.handOf", { hand: view.hand, hands: view.hands })
      : t("poker7.hand", { hand: view.hand });
    return [
      h(
        "p",
        { class: "heading" },
        h("strong", {}, of),
        ` · ${t(`street.${view.street}`)} · ${t("poker7.ante", { chips: chips(view.ante) })}`,
      ),
      h("div", { class: "common", role: "group", "aria-label": t("poker7.common") }, cards, rest),
      h(
        "p",
        { class: "pot" },
        t("poker7.pot"),
        " ",
        h("strong", { "data-pot": view.pot }, chips(view.pot)),
      ),
      sides.length > 0 && h("ul", { class: "pots" }, sides),
    ];
  }

  /** @param {View} view @param {Player} player */
  drawSeat(view, player) {
    const { match } = /** @type {Situation} */ (this.situation);
    const out =
      player.status === "folded" || player.status === "eliminated" || player.status === "resigned";
    const status =
      player.status === "in_hand"
        ? player.has_chosen && !player.shown
          ? t("poker7.hasChosen")
          : ""
        : t(`poker7.status.${player.status}`);
    return plate(
      match,
      player.seat,
      [
        h("strong", { "data-stack": player.seat }, chips(player.stack)),
        status && h("span", { class: "state" }, status),
      ],
      view.button === player.seat && h("span", { class: "dealer", title: t("poker7.button") }, "D"),
      h(
        "div",
        { class: `small-hand ${out ? "gone" : ""}` },
        player.seat === match.you && !this.hand.still ? null : this.seatCards(view, player, out),
      ),
      player.front > 0 && h("span", { class: "front" }, chips(player.front)),
    );
  }

  /** @param {View} view @param {Player} player @param {boolean} out */
  seatCards(view, player, out) {
    if (player.cards)
      return player.cards.map((card) =>
        drawCard(card, { key: card, class: player.shown === card ? "shown" : "" }),
      );
    if (out || view.street === "over") return [];
    const backs = [0, 1].map((at) => drawBack({ key: `back-${player.seat}-${at}` }));
    return player.shown
      ? [drawCard(player.shown, { key: player.shown, class: "shown" }), backs[1]]
      : backs;
  }

  /** @param {View} view @param {boolean} unread */
  drawOwn(view, unread) {
    const { match, choices } = /** @type {Situation} */ (this.situation);
    const own = view.players.find((player) => player.seat === match.you);
    if (!own || this.hand.still) return null;
    const shows = choices
      .filter((choice) => choice.move.type === "show")
      .map((choice) => choice.move.card);
    if (!shows.includes(this.chosen)) this.chosen = "";
    const cards = h(
      "div",
      { class: "hand", role: "group", "aria-label": t("poker7.yours") },
      (own.cards ?? []).map((card) =>
        this.drawOwnCard(view, own, card, shows.includes(card) && !unread),
      ),
    );
    const groups = view.groups.length > 0 && drawGroups(view.groups);
    return h(
      "div",
      { class: "own-area" },
      h("div", { class: "own-row" }, cards, groups),
      !unread && (shows.length ? this.drawShow() : this.controls.draw(view, choices)),
    );
  }

  /** @param {View} view @param {Player} own @param {string} card @param {boolean} may */
  drawOwnCard(view, own, card, may) {
    const told =
      own.shown === card ? t("poker7.open") : view.choice === card ? t("poker7.willShow") : "";
    const drawn = drawCard(card, {
      key: card,
      hidden: may,
      class: own.status === "folded" ? "gone" : "",
    });
    if (!may) return h("div", { class: "hand-card" }, drawn, told && h("small", {}, told));
    const pick = (/** @type {MouseEvent} */ event) => {
      this.chosen = card;
      this.redraw();
      if (event.detail === 0) refocus(this.root, "show");
    };
    const props = {
      "data-home": true,
      class: `hand-card ${this.chosen === card ? "selected" : ""}`,
      "data-focus": `hand-${card}`,
      "aria-pressed": String(this.chosen === card),
      "aria-label": cardName(card),
      onclick: pick,
    };
    return h("button", props, drawn);
  }

  drawShow() {
    if (!this.chosen) return h("p", { class: "ask" }, t("poker7.askShow"));
    const card = this.chosen;
    const show = () => this.hand.move({ type: "show", card });
    return h(
      "div",
      { class: "confirm" },
      h(
        "button",
        { class: "primary", "data-focus": "show", onclick: show },
        t("poker7.show", { card: cardName(card) }),
      ),
    );
  }

  /** @param {View} view */
  drawLast(view) {
    const { match } = /** @type {Situation} */ (this.situation);
    const last = /** @type {NonNullable<View["last"]>} */ (view.last);
    const go = () => {
      this.read = last.hand;
      this.redraw();
    };
    const on = view.street !== "over" && !this.hand.still;
    const button =
      on &&
      h("button", { class: "primary", "data-focus": "next-hand", onclick: go }, t("poker7.next"));
    return h(
      "section",
      {
        class: `last-hand sheet ${on ? "over" : ""}`,
        "aria-label": t("poker7.handEnd", { hand: last.hand }),
      },
      drawLastHand(match, last),
      button,
    );
  }
}

/** @param {number} place */
export function potName(place) {
  return place ? t("poker7.sidePot", { number: place }) : t("poker7.mainPot");
}
