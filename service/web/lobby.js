/** The entrance: the games, matches that wait for somebody, and one's own. */

import { drawCard, drawChip } from "./cards.js";
import { h, redraw } from "./dom.js";
import { pick, t } from "./i18n.js";
import { seatName } from "./people.js";
import { choice, forget, keep, keptMatches } from "./store.js";

/** @typedef {import("./client/api.js").GameSummary} GameSummary */
/** @typedef {import("./client/api.js").Match} Match */

const AGAIN_MS = 10_000;
/** @type {Record<string, string[]>} */
const SAMPLES = {
  locus: ["9d", "Ts", "Jh", "Qd", "Kc"],
  lamarckian: ["As", "8h", "8c", "2d"],
  poker7: ["B9", "J6", "Q2", "N5", "R8"],
};

/** @type {import("./app.js").Page} */
export async function showLobby(app, root) {
  const { games } = await app.service.games();
  const waiting = h("section", { class: "sheet", "aria-labelledby": "open-title" });
  redraw(
    root,
    h(
      "div",
      { class: "hero" },
      h("h1", {}, t("lobby.title")),
      h("p", { class: "dim" }, t("lobby.about")),
    ),
    h(
      "div",
      { class: "games" },
      games.map((game) => tile(app, game)),
    ),
    h("div", { class: "columns" }, waiting, ownMatches()),
  );
  const look = async () => {
    const { matches } = await app.service.lobby();
    redraw(waiting, openMatches(games, matches));
  };
  await look();
  const timer = setInterval(() => void look().catch(() => {}), AGAIN_MS);
  return () => clearInterval(timer);
}

/** @param {import("./app.js").App} app @param {GameSummary} game */
function tile(app, game) {
  const title = pick(game.title);
  const start = async () => {
    const name = choice("name");
    const seats = [
      { kind: /** @type {const} */ ("human"), ...(name && { name }) },
      { kind: /** @type {const} */ ("bot"), level: 3 },
    ];
    const { match, tokens } = await app.service.create({
      game: /** @type {Match["game"] & ("locus" | "lamarckian" | "poker7")} */ (game.name),
      seats,
    });
    keep(match.id, {
      game: game.name,
      seats: tokens.map((each) => ({ ...each, name })),
      commitment: match.shuffle.commitment,
    });
    location.hash = `#/match/${match.id}`;
  };
  return h(
    "article",
    { class: "tile felt" },
    h("div", { class: "fan", "aria-hidden": "true" }, sample(game.name)),
    h("h2", {}, title),
    h("p", {}, t(`about.${game.name}`)),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        {
          class: "primary",
          "data-focus": `play-${game.name}`,
          "aria-label": t("lobby.playGame", { game: title }),
          onclick: start,
        },
        t("lobby.play"),
      ),
      h(
        "a",
        {
          class: "button",
          href: `#/new/${game.name}`,
          "aria-label": t("lobby.newGame", { game: title }),
        },
        t("lobby.new"),
      ),
      h(
        "a",
        {
          class: "button quiet",
          href: `#/rules/${game.name}`,
          "aria-label": t("lobby.rulesOf", { game: title }),
        },
        t("rules"),
      ),
    ),
  );
}

/** @param {string} game */
function sample(game) {
  const cards = (SAMPLES[game] ?? []).map((card) => drawCard(card, { hidden: true }));
  return game === "locus" ? [...cards, drawChip(0), drawChip(1)] : cards;
}

/** @param {GameSummary[]} games @param {Match[]} matches */
function openMatches(games, matches) {
  const title = (/** @type {string} */ name) =>
    pick(games.find((game) => game.name === name)?.title ?? { en: name });
  const rows = matches.map((match) => {
    const people = match.seats
      .filter((seat) => seat.kind !== "open")
      .map((seat) => seatName(match, seat.seat));
    return h(
      "li",
      {},
      h("span", {}, h("strong", {}, title(match.game)), ` ${people.join(", ")}`),
      h(
        "a",
        { class: "button", href: `#/match/${match.id}`, "data-focus": match.id },
        t("lobby.join"),
      ),
    );
  });
  const list = rows.length
    ? h("ul", { class: "list" }, rows)
    : h("p", { class: "dim" }, t("lobby.none"));
  return [h("h2", { id: "open-title" }, t("lobby.open")), list];
}

function ownMatches() {
  const section = h("section", { class: "sheet", "aria-labelledby": "own-title" });
  const draw = () => {
    const mine = Object.entries(keptMatches())
      .sort((a, b) => b[1].at - a[1].at)
      .slice(0, 8);
    const rows = mine.map(([id, match]) => {
      const when = new Date(match.at).toLocaleString(document.documentElement.lang, {
        dateStyle: "short",
        timeStyle: "short",
      });
      const drop = () => {
        forget(id);
        draw();
      };
      return h(
        "li",
        {},
        h("span", {}, h("strong", {}, t(`name.${match.game}`)), ` ${when}`),
        h("a", { class: "button", href: `#/match/${id}` }, t("lobby.goOn")),
        h(
          "button",
          { class: "quiet", "aria-label": t("lobby.forget", { when }), onclick: drop },
          "×",
        ),
      );
    });
    const list = rows.length
      ? h("ul", { class: "list" }, rows)
      : h("p", { class: "dim" }, t("lobby.noneYours"));
    redraw(section, h("h2", { id: "own-title" }, t("lobby.yours")), list);
  };
  draw();
  return section;
}
