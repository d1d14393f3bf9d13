/** A match that waits for players: the invitation, and the way to a seat. */

import { newKey } from "./client/tapete.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { seatName } from "./people.js";
import { choice, choose, kept } from "./store.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./match.js").MatchPage} MatchPage */

/** @param {Match} match */
export function drawWaiting(match) {
  const seats = match.seats.map((seat) =>
    h("li", { class: seat.kind === "open" ? "dim" : "" }, seatName(match, seat.seat)),
  );
  return h("div", { class: "sheet waiting" }, h("h2", {}, t("wait.title")), h("ol", {}, seats));
}

/** The link to send: its secret is behind the #, which no browser sends. @param {MatchPage} page @param {Match} match */
export function drawInvitation(page, match) {
  const secret = kept(page.id)?.invitation;
  const link = new URL(`/#/match/${match.id}${secret ? `/${secret}` : ""}`, location.href).href;
  const field = h("input", {
    readonly: true,
    value: link,
    "aria-label": t("wait.link"),
    "data-focus": "invitation",
    onfocus: () => field.select(),
  });
  const copy = async () => {
    field.select();
    await navigator.clipboard?.writeText(link).catch(() => {});
    button.textContent = t("wait.copied");
  };
  const button = h(
    "button",
    { class: "primary", "data-focus": "copy", onclick: copy },
    t("wait.copy"),
  );
  return h(
    "div",
    { class: "sheet waiting" },
    h("h2", {}, t("wait.invite")),
    h("p", {}, t("wait.how")),
    h("div", { class: "pair" }, field, button),
  );
}

/** @param {MatchPage} page @param {Match} match */
export function drawJoin(page, match) {
  const name = h("input", {
    value: choice("name"),
    maxlength: 40,
    required: true,
    id: "join-name",
    autocomplete: "nickname",
  });
  const luck = h("input", {
    value: newKey().slice(0, 16),
    maxlength: 128,
    id: "join-luck",
    autocomplete: "off",
  });
  const fault = h("p", { class: "fault", role: "alert" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    choose("name", name.value.trim());
    await page
      .join(name.value.trim() || t("seat.guest"), luck.value)
      .catch((error) => (fault.textContent = error.message));
  };
  const fields = [
    h("label", { for: "join-name" }, t("join.name")),
    name,
    h("label", { for: "join-luck" }, t("join.luck")),
    luck,
    h("p", { class: "dim" }, t("join.luckWhy")),
  ];
  return [
    drawWaiting(match),
    h(
      "form",
      { class: "sheet waiting form", onsubmit: submit },
      h("h2", {}, t("join.title")),
      fields,
      fault,
      h("button", { class: "primary", type: "submit" }, t("join.sit")),
    ),
  ];
}
