/** What the moves of a finished match have lost, by seat and move by move. */

import { Problem } from "./client/tapete.js";
import { h, redraw } from "./dom.js";
import { number, t } from "./i18n.js";
import { you } from "./people.js";
import { moveText } from "./sentences.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").Analysis} Analysis */
/** @typedef {Analysis["moves"][number]} Judged */

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

/** @param {Match} match @param {Analysis} analysis @param {(number: number) => void} go */
function drawAnalysis(match, { moves, unit }, go) {
  const worth = (/** @type {number} */ loss) => lossText(loss, unit);
  const lost = moves.filter((each) => (each.loss ?? 0) > 0);
  const seats = match.seats.map(({ seat }) => {
    const sum = lost
      .filter((each) => each.seat === seat)
      .reduce((total, each) => total + (each.loss ?? 0), 0);
    return h("li", {}, t("analysis.lost", { who: you(match, seat), loss: worth(sum) }));
  });
  const worst = [...lost].sort((one, other) => (other.loss ?? 0) - (one.loss ?? 0)).slice(0, WORST);
  const rows = worst.map((each) => {
    const name = t("analysis.move", { number: each.number });
    const jumps = match.game === "locus"; // whose replay has a frame for each action
    const place = jumps
      ? h("button", { class: "quiet", onclick: () => go(each.number) }, name)
      : name;
    return h("li", {}, place, ` ${moveLine(match, each, worth(each.loss ?? 0))}`);
  });
  return [
    h("ul", {}, seats),
    rows.length > 0 && h("h3", {}, t("analysis.worst")),
    h("ul", { class: "list" }, rows),
  ];
}

/** @param {number} loss @param {Analysis["unit"]} unit */
function lossText(loss, unit) {
  return unit === "chance" ? `${number(loss * 100)} %` : number(loss);
}

/** @param {Match} match @param {Judged} judged @param {string} loss */
function moveLine(match, judged, loss) {
  const better = judged.best ? t("analysis.better", { move: moveText(judged.best) }) : "";
  return `${you(match, judged.seat)}: ${moveText(judged.move)}, −${loss}. ${better}`;
}
