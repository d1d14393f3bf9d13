/** How a match ended, and where to go from there. */

import { h, redraw } from "./dom.js";
import { t, tOr } from "./i18n.js";
import { names } from "./people.js";
import { keep } from "./store.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./match.js").MatchPage} MatchPage */

/** @param {Match} match */
export function resultText(match) {
  const result = match.result;
  if (!result) return "";
  const { winners } = result;
  if (!winners.length) return t("result.nobody");
  if (winners.length > 1) return t("result.shared", { who: names(match, winners) });
  return winners[0] === match.you
    ? t("result.youWon")
    : t("result.won", { who: names(match, winners) });
}

/** @param {MatchPage} page @param {Match} match */
export function drawResult(page, match) {
  if (!match.result) {
    redraw(page.outcome);
    return;
  }
  const next = match.rematch ?? "";
  const follow = () => {
    keep(next, { game: match.game, seats: page.tickets, commitment: "" });
    location.hash = `#/match/${next}`;
  };
  redraw(
    page.outcome,
    h(
      "div",
      { class: "sheet result" },
      h(
        "div",
        {},
        h("h2", { "data-result": match.result.reason }, resultText(match)),
        h("p", { class: "dim" }, tOr(`reason.${match.result.reason}`, match.result.reason)),
      ),
      h(
        "div",
        { class: "buttons" },
        match.you !== null &&
          h(
            "button",
            {
              class: "primary",
              "data-focus": "again",
              onclick: next ? follow : () => void page.rematch(),
            },
            t(next ? "result.joinAgain" : "result.again"),
          ),
        h(
          "a",
          { class: "button", href: `#/replay/${match.id}`, "data-focus": "replay" },
          t("result.replay"),
        ),
        h("a", { class: "button", href: "#/" }, t("nav.lobby")),
      ),
    ),
  );
}
