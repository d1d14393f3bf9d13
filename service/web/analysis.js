/** What the moves of a finished match have lost, by seat and move by move. */

import { Problem } from "./client/tapete.js";
import { h, redraw } from "./dom.js";
import { number, t } from "./i18n.js";
import { you } from "./people.js";
import { moveText } from "./sentences.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").Analysis["moves"][number]} Judged */

const WORST = 5;

/**
 * @param {import("./client/tapete.js").Seat} seat
 * @param {Match} match
 * @param {(number: number) => void} go Shows the match before an action.
 */
export function analysisPanel(seat, match, go) {
  const result = h("div", { "aria-live": "polite" });
  const run = async () => {
    redraw(result, h("p", { class: "dim" }, t("analysis.wait")));
    try {
      redraw(result, drawAnalysis(match, await seat.analysis(), go));
      result.dataset.analysed = "true";
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      redraw(result, h("p", { class: "fault" }, error.message));
    }
  };
  const button = h(
    "button",
    { "data-focus": "analyse", onclick: () => void run() },
    t("analysis.button"),
  );
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "analysis-title" },
    h("h2", { id: "analysis-title" }, t("analysis.title")),
    button,
    result,
  );
}

/** @param {Match} match @param {Judged[]} moves @param {(number: number) => void} go */
function drawAnalysis(match, moves, go) {
  const lost = moves.filter((each) => (each.loss ?? 0) > 0);
  const seats = match.seats.map(({ seat }) => {
    const sum = lost
      .filter((each) => each.seat === seat)
      .reduce((total, each) => total + (each.loss ?? 0), 0);
    return h("li", {}, t("analysis.lost", { who: you(match, seat), loss: number(sum) }));
  });
  const worst = [...lost].sort((one, other) => (other.loss ?? 0) - (one.loss ?? 0)).slice(0, WORST);
  const rows = worst.map((each) =>
    h(
      "li",
      {},
      h(
        "button",
        { class: "quiet", onclick: () => go(each.number) },
        t("analysis.move", { number: each.number }),
      ),
      ` ${moveLine(match, each)}`,
    ),
  );
  return [
    h("ul", {}, seats),
    rows.length > 0 && h("h3", {}, t("analysis.worst")),
    h("ul", { class: "list" }, rows),
  ];
}

/** @param {Match} match @param {Judged} judged */
function moveLine(match, judged) {
  const better = judged.best ? t("analysis.better", { move: moveText(judged.best) }) : "";
  return `${you(match, judged.seat)}: ${moveText(judged.move)}, −${number(judged.loss ?? 0)}. ${better}`;
}
