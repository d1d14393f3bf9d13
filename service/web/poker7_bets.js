/** The buttons of a betting step: fold, check or call, and an amount to bet or raise. */

import { chips } from "./board.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./client/api.js").Poker7View} View */
/** @typedef {import("./board.js").Choice} Choice */

export class BetControls {
  /** @param {(move: import("./board.js").Move) => void} move @param {() => void} redraw */
  constructor(move, redraw) {
    this.move = move;
    this.redraw = redraw;
    this.amount = 0;
    /** @type {Choice[]} */
    this.choices = [];
  }

  /** @param {View} view @param {Choice[]} choices */
  draw(view, choices) {
    this.choices = choices;
    const more = this.more();
    if (more?.to) this.amount = Math.min(Math.max(this.amount, more.to.min), more.to.max);
    else this.amount = 0;
    if (!choices.length) return null;
    const buttons = choices
      .filter((choice) => !choice.to && choice.move.to === undefined)
      .map((choice) => this.button(view, choice));
    return h(
      "div",
      { class: "bets", role: "group", "aria-label": t("poker7.actions") },
      more && this.drawAmount(view, more),
      h("div", { class: "buttons" }, buttons, more && this.raiseButton(more)),
    );
  }

  /** The bet or raise that can be made, if any. */
  more() {
    return this.choices.find(
      (choice) => choice.move.type === "bet" || choice.move.type === "raise",
    );
  }

  /** @param {View} view @param {Choice} choice */
  button(view, choice) {
    const kind = choice.move.type;
    const text =
      kind === "call" ? t("poker7.call", { chips: chips(view.to_call) }) : t(`poker7.${kind}`);
    return h(
      "button",
      {
        class: kind,
        "data-focus": kind,
        "data-home": kind !== "fold",
        onclick: () => this.move(choice.move),
      },
      text,
    );
  }

  /** @param {Choice} more */
  raiseButton(more) {
    const send = () => {
      const { type } = more.move;
      const to = this.amount;
      this.amount = 0;
      this.move({ type, to });
    };
    return h(
      "button",
      { class: "primary", "data-focus": "raise", onclick: send },
      this.raiseText(more),
    );
  }

  /** @param {Choice} more */
  raiseText(more) {
    return t(`poker7.${more.move.type}`, { to: chips(this.amount || more.move.to) });
  }

  /** @param {View} view @param {Choice} more */
  drawAmount(view, more) {
    const { min, max, step = 1 } = more.to ?? { min: more.move.to, max: more.move.to };
    const span = { min, max, step };
    if (span.min === span.max) return null;
    const limits = { min: span.min, max: span.max, step: span.step, value: this.amount };
    const slider = h("input", {
      type: "range",
      "data-focus": "slider",
      "aria-label": t("poker7.amount"),
      ...limits,
      oninput: () => set(Number(slider.value)),
    });
    const typed = h("input", {
      type: "number",
      "data-focus": "amount",
      inputmode: "numeric",
      "aria-label": t("poker7.amount"),
      ...limits,
      oninput: () => set(Number(typed.value), false),
      onchange: () => set(Number(typed.value)),
    });
    const set = (/** @type {number} */ wish, settled = true) => {
      const steps = Math.round((wish - span.min) / span.step);
      this.amount = Math.min(span.max, Math.max(span.min, span.min + steps * span.step));
      slider.value = String(this.amount);
      if (settled) typed.value = slider.value;
      const button = slider.closest(".bets")?.querySelector('[data-focus="raise"]');
      if (button) button.textContent = this.raiseText(more);
    };
    typed.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      set(Number(typed.value));
      /** @type {HTMLElement | null} */ (
        slider.closest(".bets")?.querySelector('[data-focus="raise"]')
      )?.click();
    });
    const own = view.players.find((player) => player.seat === view.seat);
    const pot = (own?.front ?? 0) + view.to_call + view.pot + view.to_call;
    const quick = [
      ["min", span.min],
      ["half", (own?.front ?? 0) + view.to_call + Math.round((view.pot + view.to_call) / 2)],
      ["potSize", pot],
      ["max", span.max],
    ];
    const presets = quick.map(([name, value]) =>
      h(
        "button",
        { class: "quiet", "data-focus": `quick-${name}`, onclick: () => set(Number(value)) },
        t(`poker7.quick.${name}`),
      ),
    );
    return h("div", { class: "amount" }, h("div", { class: "presets" }, presets), slider, typed);
  }

  /** @param {string} key */
  key(key) {
    const find = (/** @type {string[]} */ kinds) =>
      this.choices.find((choice) => kinds.includes(choice.move.type));
    const plain = { f: ["fold"], c: ["check", "call"] }[key];
    const choice = plain && find(plain);
    if (choice) this.move(choice.move);
    if (key === "b" || key === "a") {
      const focus = key === "b" ? "raise" : "amount";
      const found = document.querySelector(`.bets [data-focus="${focus}"]`);
      if (found instanceof HTMLElement) found.focus();
      return found !== null;
    }
    return choice !== undefined;
  }
}
