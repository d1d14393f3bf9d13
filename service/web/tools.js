/** What stands beside the table: connection, hints, rules, keys, giving up. */

import { h, redraw } from "./dom.js";
import { t } from "./i18n.js";
import { openRules } from "./rules.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./match.js").MatchPage} MatchPage */

/** @param {MatchPage} page @param {Match} match */
export function drawTools(page, match) {
  const plays = match.you !== null && match.status === "playing";
  const live = page.connection === "live";
  redraw(
    page.tools,
    h(
      "p",
      { class: `connection ${page.connection}`, "data-connection": page.connection },
      h("i", {}),
      t(live ? "connection.live" : "connection.lost"),
    ),
    match.you === null && match.status !== "open" && h("p", { class: "dim" }, t("match.watching")),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { "data-focus": "rules", onclick: () => void openRules(page.app, match.game) },
        t("rules"),
      ),
      h(
        "button",
        { "data-focus": "keys", onclick: () => showKeys(page.board?.keys ?? []) },
        t("keys"),
      ),
      plays &&
        page.hints.possible &&
        h(
          "button",
          {
            "data-focus": "hint",
            "aria-pressed": String(page.hints.on),
            onclick: () => void page.hints.toggle(),
          },
          t("hint"),
        ),
      plays &&
        h(
          "button",
          { class: "quiet", "data-focus": "resign", onclick: () => void page.resign() },
          t("match.resign"),
        ),
    ),
    page.hints.draw(),
  );
}

/** @param {string[]} keys of the board */
export function showKeys(keys) {
  const rows = [...keys, "hint", "rules", "help"].map((key) => [
    h("dt", {}, h("kbd", {}, t(`keys.${key}.key`))),
    h("dd", {}, t(`keys.${key}.does`)),
  ]);
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const button = h("button", { class: "primary", autofocus: true, onclick: close }, t("close"));
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-label": t("keys"), onclose: () => dialog.remove() },
    h("h2", {}, t("keys")),
    h("dl", { class: "keys" }, rows.flat()),
    button,
  );
  document.body.append(dialog);
  dialog.showModal();
}
