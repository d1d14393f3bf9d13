/** A new match: seats, opponents, and every option that the game declares. */

import { field, optionFields } from "./fields.js";
import { h, redraw } from "./dom.js";
import { language, pick, t } from "./i18n.js";
import { levelText } from "./people.js";
import { choice, choose, keep } from "./store.js";

/** @typedef {import("./client/api.js").SeatPlan} SeatPlan */
/** @typedef {import("./client/api.js").NewMatch} NewMatch */
/** @typedef {import("./client/api.js").GameDetail} GameDetail */

const BOT_LEVEL = 3;

/** @type {import("./app.js").Page} */
export async function showCreate(app, root, name) {
  const game = await app.service.game(name, language());
  const seats = new SeatsEditor(game);
  const options = optionFields(game.options);
  const terms = termFields();
  const fault = h("p", { class: "fault", role: "alert" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    fault.textContent = "";
    try {
      const wish = {
        game: /** @type {NewMatch["game"]} */ (name),
        seats: seats.plan(),
        options: options.read(),
        ...terms.read(),
      };
      await open(app, wish, seats.people());
    } catch (error) {
      fault.textContent = faultText(error);
    }
  };
  redraw(
    root,
    h(
      "form",
      { class: "sheet form", onsubmit: submit, novalidate: true },
      h("h1", {}, pick(game.title)),
      h("fieldset", {}, h("legend", {}, t("new.seats")), seats.element),
      h("fieldset", {}, h("legend", {}, t("new.options")), options.elements),
      h("details", {}, h("summary", {}, t("new.more")), terms.elements),
      fault,
      h(
        "div",
        { class: "buttons" },
        h("button", { class: "primary", type: "submit" }, t("new.start")),
        h("a", { class: "button", href: "#/" }, t("cancel")),
      ),
    ),
  );
}

/** @param {unknown} error */
function faultText(error) {
  const document = /** @type {any} */ (error)?.document;
  const faults = document?.errors?.map(
    (/** @type {any} */ each) => `${each.pointer}: ${each.detail}`,
  );
  return faults?.join(" ") || String(/** @type {any} */ (error)?.message ?? error);
}

/**
 * @param {import("./app.js").App} app
 * @param {NewMatch} wish
 * @param {string[]} people by seat
 */
async function open(app, wish, people) {
  const { match, tokens, invitation } = await app.service.create(wish);
  const seats = tokens.map((each) => ({ ...each, name: people[each.seat] }));
  keep(match.id, {
    game: match.game,
    seats,
    commitment: match.shuffle.commitment,
    ...(invitation && { invitation }),
  });
  location.hash = `#/match/${match.id}`;
}

/** Clock, lobby, spectators, disclosure: what every game has. */
function termFields() {
  const clock = field("new.clock", "select", ["none", "turn", "base"], "none");
  const seconds = field("new.seconds", "number", [], "60");
  const listed = field("new.listed", "select", ["yes", "no"], "yes");
  const spectators = field("new.spectators", "select", ["open", "delayed", "none"], "open");
  const assist = field("new.assist", "select", ["yes", "no"], "yes");
  const disclosure = field("new.disclosure", "select", ["full", "shown_only"], "full");
  const read = () => {
    const kind = clock.value();
    return {
      ...(kind !== "none" && { clock: { [kind]: Number(seconds.value()), increment: 0 } }),
      assist: assist.value() === "yes",
      unlisted: listed.value() === "no",
      spectators: /** @type {NewMatch["spectators"]} */ (spectators.value()),
      disclosure: /** @type {NewMatch["disclosure"]} */ (disclosure.value()),
    };
  };
  return {
    elements: [clock, seconds, assist, listed, spectators, disclosure].map((each) => each.element),
    read,
  };
}

/** The seats, each a person at this device, an opponent, or open for a friend. */
class SeatsEditor {
  /** @param {GameDetail} game */
  constructor(game) {
    this.game = game;
    this.levels = game.levels;
    this.element = h("div", { class: "seats-editor" });
    /** @type {{kind: SeatPlan["kind"], name: string, level: number}[]} */
    this.seats = [];
    const own = choice("name");
    for (let seat = 0; seat < game.seats.min; seat++)
      this.seats.push(this.fresh(seat ? "bot" : "human", seat ? "" : own));
    this.draw();
  }

  /** @param {SeatPlan["kind"]} kind @param {string} [name] */
  fresh(kind, name = "") {
    return { kind, name, level: BOT_LEVEL };
  }

  draw() {
    const { min, max } = this.game.seats;
    const more = () => {
      this.seats.push(this.fresh("bot"));
      this.draw();
    };
    const button =
      this.seats.length < max &&
      h("button", { type: "button", "data-focus": "more", onclick: more }, t("new.addSeat"));
    redraw(
      this.element,
      this.seats.map((_, seat) => this.row(seat, this.seats.length > min)),
      button,
    );
  }

  /** @param {number} number @param {boolean} removable */
  row(number, removable) {
    const seat = this.seats[number];
    const kinds = /** @type {const} */ (["human", "bot", "open"]);
    const options = kinds.map((kind) =>
      h("option", { value: kind, selected: kind === seat.kind }, t(`new.kind.${kind}`)),
    );
    const change = (/** @type {any} */ event) => {
      seat.kind = event.target.value;
      this.draw();
    };
    const drop = () => {
      this.seats.splice(number, 1);
      this.draw();
    };
    return h(
      "div",
      { class: "seat-row", role: "group", "aria-label": t("seat.number", { number: number + 1 }) },
      h("span", { class: "seat-number" }, number + 1),
      h(
        "select",
        { "data-focus": `kind-${number}`, "aria-label": t("new.kind"), onchange: change },
        options,
      ),
      this.detail(number),
      removable &&
        h(
          "button",
          { class: "quiet", type: "button", "aria-label": t("new.removeSeat"), onclick: drop },
          "×",
        ),
    );
  }

  /** @param {number} number */
  detail(number) {
    const seat = this.seats[number];
    if (seat.kind === "open") return h("span", { class: "dim" }, t("new.byLink"));
    if (seat.kind === "bot") {
      const options = this.levels.map((level) =>
        h("option", { value: level.level, selected: level.level === seat.level }, levelText(level)),
      );
      return this.levelSelect(seat, options);
    }
    const type = (/** @type {any} */ event) => {
      seat.name = event.target.value;
      if (number === 0) choose("name", seat.name.trim());
    };
    return h("input", {
      value: seat.name,
      maxlength: 40,
      placeholder: t("new.name"),
      "aria-label": t("new.name"),
      autocomplete: "off",
      oninput: type,
    });
  }

  /** @param {{level: number}} seat @param {HTMLElement[]} options */
  levelSelect(seat, options) {
    const style = () => this.levels.find((level) => level.level === seat.level)?.style ?? "";
    const change = () => {
      seat.level = Number(select.value);
      select.title = style();
    };
    const select = h(
      "select",
      { "aria-label": t("new.level"), title: style(), onchange: change },
      options,
    );
    return select;
  }

  /** @returns {SeatPlan[]} */
  plan() {
    return this.seats.map(({ kind, name, level }) => ({
      kind,
      ...(kind === "bot" && { level }),
      ...(kind === "human" && name.trim() && { name: name.trim() }),
    }));
  }

  people() {
    return this.seats.map((seat) => seat.name.trim());
  }
}
