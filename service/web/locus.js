/** The board of Locus Poker: a grid of cards, chips, and what each card would earn. */

import { plate } from "./board.js";
import { cardName, drawChip, drawSquat, drawSquatBack } from "./cards.js";
import { calm, h, redraw, refocus, roving, sleep } from "./dom.js";
import { locusFrame } from "./frames.js";
import { number, signed, t } from "./i18n.js";
import { you } from "./people.js";
import { play } from "./sound.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").Cell} Cell */
/** @typedef {import("./client/api.js").LocusView} LocusView */
/** @typedef {{category: string, hand: number, bonus: number, points: number}} Earns */
/** @typedef {import("./board.js").Situation} Situation */

const LONG_PRESS_MS = 400;
const STEP_MS = 450;
const FACES = /** @type {const} */ (["up", "down"]);

/** @typedef {import("./board.js").Board} Board */

/** @implements {Board} */
export class LocusBoard {
  keys = ["arrows", "enter", "up", "down", "escape"];

  /** @param {HTMLElement} root @param {import("./board.js").Hand} hand */
  constructor(root, hand) {
    this.root = root;
    this.hand = hand;
    /** @type {string} */
    this.selected = "";
    /** @type {string} */
    this.current = "";
    this.pressed = 0;
    this.held = false;
  }

  /** @param {Situation} situation */
  draw(situation) {
    this.situation = situation;
    this.view = /** @type {LocusView} */ (situation.match.view);
    /** @type {Map<string, Partial<Record<"up" | "down", Earns>>>} */
    this.offers = new Map();
    for (const { move, earns } of situation.choices) {
      this.offers.set(move.cell, { ...this.offers.get(move.cell), [move.face]: earns });
    }
    if (!this.offers.has(this.selected)) this.selected = "";
    this.current ||= this.view.cells[0].cell;
    this.grid = this.drawGrid();
    this.bubble = h("div", { class: "bubble", hidden: true, "aria-hidden": "true" });
    const seats = [0, 1].map((seat) => this.drawSeat(seat));
    redraw(
      this.root,
      h(
        "div",
        { class: "locus" },
        h("div", { class: "plates" }, seats),
        h(
          "div",
          { class: "grid-box", vars: { "--columns": this.view.columns, "--rows": this.view.rows } },
          this.grid,
          this.bubble,
        ),
        this.drawTray(),
      ),
    );
    if (this.selected) this.show(this.selected);
  }

  /** Show what was placed since, chip by chip. @param {Match} before @param {Match} after */
  async animate(before, after) {
    const [old, view] = [
      /** @type {LocusView} */ (before.view),
      /** @type {LocusView} */ (after.view),
    ];
    for (let count = old.turns.length + 1; count <= view.turns.length; count++) {
      play("place");
      if (count === view.turns.length) return;
      this.draw({
        match: {
          ...after,
          to_move: [view.turns[count].seat],
          result: null,
          view: locusFrame(view, count),
        },
        choices: [],
      });
      await sleep(calm() ? STEP_MS / 2 : STEP_MS);
    }
  }

  /** @param {string} key */
  key(key) {
    const face = { u: "up", d: "down" }[key.toLowerCase()];
    if (key === "Escape" && this.selected) {
      const cell = this.selected;
      this.select("");
      refocus(this.root, `cell-${cell}`);
      return true;
    }
    const cell = this.selected || this.focused();
    if (!face || !this.offers?.has(cell)) return false;
    this.place(cell, face);
    return true;
  }

  focused() {
    return document.activeElement?.getAttribute("data-cell") ?? "";
  }

  /** @param {string} cell @param {string} face */
  place(cell, face) {
    this.selected = "";
    this.current = cell;
    refocus(this.root, `cell-${cell}`);
    this.hand.move({ type: "place", cell, face });
  }

  /** @param {number} seat */
  drawSeat(seat) {
    const { match } = /** @type {Situation} */ (this.situation);
    const view = /** @type {LocusView} */ (this.view);
    const total = h(
      "strong",
      { class: "score", "aria-label": t("locus.points", { points: number(view.totals[seat]) }) },
      number(view.totals[seat]),
    );
    return plate(match, seat, t("locus.left", { chips: view.chips_left[seat] }), total);
  }

  drawGrid() {
    const view = /** @type {LocusView} */ (this.view);
    const grid = h("div", {
      class: "grid",
      role: "grid",
      "aria-label": t("locus.grid"),
      "data-wide": view.columns > 6,
    });
    const used = view.turns.at(-1);
    for (let row = 0; row < view.rows; row++) {
      const cells = view.cells.slice(row * view.columns, (row + 1) * view.columns);
      grid.append(
        h(
          "div",
          { role: "row" },
          cells.map((cell) => this.drawCell(cell, used)),
        ),
      );
    }
    this.listen(grid);
    return grid;
  }

  /** @param {HTMLElement} grid */
  listen(grid) {
    const view = /** @type {LocusView} */ (this.view);
    roving(grid, ".cell", () => view.columns);
    const cellOf = (/** @type {Event} */ event) =>
      /** @type {Element} */ (event.target).closest(".cell")?.getAttribute("data-cell") ?? "";
    grid.addEventListener("focusin", (event) => this.show((this.current = cellOf(event))));
    grid.addEventListener("focusout", () => this.hide());
    grid.addEventListener(
      "pointerover",
      (event) => event.pointerType === "mouse" && this.show(cellOf(event)),
    );
    grid.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.hide());
    grid.addEventListener("pointerdown", (event) => {
      this.held = false;
      if (event.pointerType === "mouse") return;
      const cell = cellOf(event);
      this.pressed = setTimeout(() => ((this.held = true), this.show(cell)), LONG_PRESS_MS);
    });
    for (const end of ["pointerup", "pointercancel", "pointermove"]) {
      grid.addEventListener(end, (event) =>
        end === "pointermove" && /** @type {PointerEvent} */ (event).movementX === 0
          ? null
          : clearTimeout(this.pressed),
      );
    }
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("click", (event) => {
      if (!this.held) this.choose(cellOf(event), event.detail === 0);
      this.held = false;
    });
  }

  /** @param {Cell} cell @param {import("./client/api.js").Placed | undefined} last */
  drawCell(cell, last) {
    const { match, advice } = /** @type {Situation} */ (this.situation);
    const classes = ["cell"];
    if (cell.owner !== null) classes.push(cell.alive ? "played" : "dead");
    if (last?.cell === cell.cell) classes.push("last");
    if (this.offers?.has(cell.cell)) classes.push("free");
    if (this.selected === cell.cell) classes.push("selected");
    if (advice?.cell === cell.cell) classes.push("advised");
    const owner = cell.owner === null ? "" : you(match, cell.owner);
    return h(
      "button",
      {
        class: classes.join(" "),
        role: "gridcell",
        "data-cell": cell.cell,
        "data-focus": `cell-${cell.cell}`,
        tabindex: this.current === cell.cell ? 0 : -1,
        "aria-label": this.cellName(cell, owner),
        "aria-selected": String(this.selected === cell.cell),
      },
      cell.alive ? drawSquat(cell.card) : drawSquatBack(),
      cell.owner !== null && drawChip(cell.owner),
      h("span", { class: "badge", "aria-hidden": "true" }),
    );
  }

  /** @param {Cell} cell @param {string} owner */
  cellName(cell, owner) {
    const name = cardName(cell.card);
    if (cell.owner !== null)
      return t(cell.alive ? "locus.cell.played" : "locus.cell.dead", {
        cell: cell.cell,
        card: name,
        who: owner,
      });
    const offer = this.offers?.get(cell.cell);
    if (!offer) return t("locus.cell.free", { cell: cell.cell, card: name });
    return t("locus.cell.offer", {
      cell: cell.cell,
      card: name,
      up: offer.up?.points ?? 0,
      down: offer.down?.points ?? 0,
    });
  }

  drawTray() {
    const { match, choices } = /** @type {Situation} */ (this.situation);
    const offer = this.offers?.get(this.selected);
    const view = /** @type {LocusView} */ (this.view);
    if (offer) {
      const buttons = FACES.map((face) =>
        this.faceButton(face, /** @type {Earns} */ (offer[face])),
      );
      return h(
        "div",
        { class: "tray", role: "group", "aria-label": t("locus.choose", { cell: this.selected }) },
        buttons,
      );
    }
    const last = view.turns.at(-1);
    const told = last && h("p", {}, placedText(match, last));
    const ask = choices.length > 0 && h("p", { class: "ask" }, t("locus.ask"));
    return h("div", { class: "tray" }, told, ask);
  }

  /** @param {"up" | "down"} face @param {Earns} earns */
  faceButton(face, earns) {
    const cell = this.selected;
    return h(
      "button",
      {
        class: "face primary",
        "data-focus": `face-${face}`,
        onclick: () => this.place(cell, face),
      },
      h("span", { class: "glyph", "aria-hidden": "true" }, face === "up" ? "▲" : "▼"),
      h("span", {}, h("b", {}, t(`locus.face.${face}`)), h("small", {}, earnsText(earns))),
      h("strong", {}, signed(earns.points)),
    );
  }

  /** @param {string} cell @param {boolean} [byKey] */
  choose(cell, byKey = false) {
    if (!this.offers?.has(cell)) return;
    this.current = cell;
    this.select(this.selected === cell && !byKey ? "" : cell);
    if (byKey) refocus(this.root, "face-up");
  }

  /** @param {string} cell */
  select(cell) {
    this.selected = cell;
    this.draw(/** @type {Situation} */ (this.situation));
  }

  /** Preview a card: its area, the bonus, and the points either way. @param {string} cell */
  show(cell) {
    this.hide();
    const found = this.grid?.querySelector(`[data-cell="${cell}"]`);
    const offer = this.offers?.get(cell);
    if (!(found instanceof HTMLElement) || !offer || !this.bubble) return;
    this.mark(cell);
    if (cell === this.selected) return;
    const lines = FACES.map((face) =>
      h(
        "span",
        {},
        `${face === "up" ? "▲" : "▼"} `,
        h("b", {}, signed(offer[face]?.points ?? 0)),
        ` ${earnsText(/** @type {Earns} */ (offer[face]))}`,
      ),
    );
    redraw(this.bubble, lines);
    this.bubble.hidden = false;
    this.bubble.classList.toggle("below", found.offsetTop < 60);
    const box = /** @type {HTMLElement} */ (this.bubble.parentElement);
    const half = this.bubble.offsetWidth / 2;
    const x = Math.min(
      Math.max(found.offsetLeft + found.offsetWidth / 2, half),
      box.clientWidth - half,
    );
    this.bubble.style.setProperty("--x", `${x}px`);
    this.bubble.style.setProperty(
      "--y",
      `${found.offsetTop < 60 ? found.offsetTop + found.offsetHeight : found.offsetTop}px`,
    );
  }

  hide() {
    if (this.bubble) this.bubble.hidden = true;
    for (const cell of this.grid?.querySelectorAll(".near") ?? []) cell.classList.remove("near");
    for (const badge of this.grid?.querySelectorAll(".badge") ?? []) badge.textContent = "";
  }

  /** Mark the area of a card, and the chips that give a bonus. @param {string} centre */
  mark(centre) {
    const { match } = /** @type {Situation} */ (this.situation);
    const view = /** @type {LocusView} */ (this.view);
    for (const cell of view.cells) {
      const across = Math.abs(cell.cell.charCodeAt(0) - centre.charCodeAt(0));
      const down = Math.abs(Number(cell.cell[1]) - Number(centre[1]));
      if (across > 1 || down > 1 || !cell.alive) continue;
      const found = this.grid?.querySelector(`[data-cell="${cell.cell}"]`);
      found?.classList.add("near");
      const badge = found?.querySelector(".badge");
      if (badge && cell.owner === match.you && across + down)
        badge.textContent = across + down === 1 ? "+2" : "+1";
    }
  }
}

/** @param {Earns} earns */
function earnsText(earns) {
  const hand = `${t(`hand.${earns.category}`)} ${earns.hand}`;
  return earns.bonus ? `${hand} + ${t("locus.bonus", { bonus: earns.bonus })}` : hand;
}

/** @param {Match} match @param {import("./client/api.js").Placed} turn */
export function placedText(match, turn) {
  const values = {
    who: you(match, turn.seat),
    card: cardName(turn.card),
    cell: turn.cell,
    earned: earnsText(turn),
    points: turn.points,
  };
  return t(`locus.placed.${turn.face}`, values);
}
