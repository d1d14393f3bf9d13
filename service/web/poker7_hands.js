/** Hands of seven cards, each group in a frame of its own; and how a hand ended. */

import { chips } from "./board.js";
import { drawCard } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { names, you } from "./people.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").GroupOf} GroupOf */
/** @typedef {import("./client/api.js").LastHand} LastHand */

const FIGURES = ["", "P", "N", "B", "R", "Q", "J"];

/** @param {readonly GroupOf[]} groups */
export function drawGroups(groups) {
  const singles = groups.filter((group) => group.kind === "single").flatMap((group) => group.cards);
  const frames = groups
    .filter((group) => group.kind !== "single")
    .map((group) => frame(groupName(group), group.cards, group.straight));
  return h(
    "div",
    { class: "groups", role: "group", "aria-label": t("poker7.groups") },
    frames,
    singles.length > 0 && frame("", singles, false),
  );
}

/** @param {string} name @param {readonly string[]} cards @param {boolean} straight */
function frame(name, cards, straight) {
  const kind = name ? `group ${straight ? "straight" : ""}` : "group single";
  return h(
    "figure",
    { class: kind },
    h(
      "div",
      { class: "small-hand" },
      cards.map((card) => drawCard(card)),
    ),
    name && h("figcaption", {}, name),
  );
}

/** @param {GroupOf} group */
function groupName(group) {
  const kind =
    group.kind === "colour" ? t(`colour.${group.number}`) : t(`figures.${FIGURES[group.number]}`);
  const sized = t("poker7.group", { size: group.cards.length, kind });
  return group.straight ? `${sized} · ${t("poker7.straight")}` : sized;
}

/** @param {Match} match @param {LastHand} last */
export function drawLastHand(match, last) {
  const pots = last.pots.map((paid) =>
    h(
      "li",
      {},
      t("log.pot", {
        who: names(
          match,
          paid.payments.map((each) => each.seat),
        ),
        chips: chips(paid.pot.chips),
      }),
    ),
  );
  const hands = [...last.showdown]
    .sort((one, other) => one.place - other.place)
    .map((hand) =>
      h(
        "li",
        { class: hand.place === 1 ? "won" : "" },
        h("strong", {}, `${hand.place}. ${you(match, hand.seat)}`),
        drawGroups(hand.groups),
      ),
    );
  return [
    h("h2", {}, t("poker7.handEnd", { hand: last.hand })),
    h("ul", { class: "paid" }, pots),
    hands.length > 0 && h("ol", { class: "hands" }, hands),
  ];
}
