/** The button that verifies a match, and what was found. */

import { h, redraw } from "./dom.js";
import { t } from "./i18n.js";
import { kept } from "./store.js";
import { verify } from "./verify.js";

/** @typedef {import("./client/api.js").EventEntry} EventEntry */
/** @typedef {{name: string, ok: boolean, service?: boolean}} Check */

/**
 * @param {import("./app.js").App} app
 * @param {string} id
 * @param {string} text The record as it was written.
 * @param {EventEntry[]} entries What was told during the match.
 */
export function verifyPanel(app, id, text, entries) {
  const result = h("div", { "aria-live": "polite", class: "checks" });
  const run = async () => {
    result.removeAttribute("data-verified");
    /** @type {Check[]} */
    const checks = await verify(text, {
      commitment: kept(id)?.commitment,
      roots: rootsOf(entries),
    });
    checks.push(...(await rulesChecked(app, text)));
    drawChecks(result, checks);
  };
  const button = h(
    "button",
    { class: "primary", "data-focus": "verify", onclick: () => void run() },
    t("verify.button"),
  );
  return h(
    "section",
    { class: "sheet", "aria-labelledby": "verify-title" },
    h("h2", { id: "verify-title" }, t("verify.title")),
    h("p", {}, t("verify.about")),
    button,
    result,
  );
}

/** The roots that were told when the cards were dealt. @param {EventEntry[]} entries */
function rootsOf(entries) {
  const roots = new Map();
  for (const { event } of entries)
    if (event.type === "deal_committed") roots.set(event.deal, event.root);
  return roots.size ? roots : undefined;
}

/** Whether the moves keep to the rules: that is for the service, which knows them.
 * @param {import("./app.js").App} app @param {string} text @returns {Promise<Check[]>}
 */
async function rulesChecked(app, text) {
  const { checks } = await app.service.verify(text);
  const wrong = checks.filter(
    (each) => ["action", "setup", "result"].includes(each.name) && !each.ok,
  );
  return [{ name: "rules", ok: wrong.length === 0, service: true }];
}

/** @param {HTMLElement} root @param {Check[]} checks */
function drawChecks(root, checks) {
  const good = checks.every((each) => each.ok);
  const rows = checks.map((each) =>
    h(
      "li",
      { class: each.ok ? "ok" : "wrong", "data-check": each.name },
      h("b", { "aria-hidden": "true" }, each.ok ? "✓" : "✗"),
      h(
        "span",
        {},
        t(`verify.${each.name}`),
        h("span", { class: "unseen" }, t(each.ok ? "verify.ok" : "verify.wrong")),
      ),
    ),
  );
  root.dataset.verified = String(good);
  redraw(
    root,
    h("p", { class: good ? "ok" : "wrong" }, t(good ? "verify.good" : "verify.bad")),
    h("ul", {}, rows),
  );
}
