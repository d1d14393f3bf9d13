/** The screen between two people at one device: nothing of the table is left under it. */

import { drawBack } from "./cards.js";
import { h, redraw } from "./dom.js";
import { t } from "./i18n.js";

/** @param {HTMLElement} root @param {string} name @param {() => void} ready */
export function cover(root, name, ready) {
  const backs = [0, 1, 2].map(() => drawBack());
  const button = h(
    "button",
    { class: "primary", "data-focus": "uncover", onclick: ready },
    t("cover.ready", { name }),
  );
  redraw(
    root,
    h(
      "div",
      { class: "cover" },
      h("div", { class: "fan", "aria-hidden": "true" }, backs),
      h("h2", {}, t("cover.pass", { name })),
      h("p", {}, t("cover.why")),
      button,
    ),
  );
  button.focus();
}
