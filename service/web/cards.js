/** Draws cards: a French deck, and Pokerdrez figures in nine colours and patterns. */

import { svg } from "./dom.js";
import { t } from "./i18n.js";

const SUITS = {
  c: "M12 1.800a4.700 4.700 0 0 0-4.100 7A4.800 4.800 0 1 0 10.800 17c-.2 2.300-.9 4-2.300 5.500h7c-1.400-1.500-2.100-3.200-2.300-5.500a4.800 4.800 0 1 0 2.900-8.200A4.700 4.700 0 0 0 12 1.800z",
  d: "M12 1 20.300 12 12 23 3.700 12z",
  h: "M12 22C5 16 1.800 12 1.800 8.200a5.200 5.200 0 0 1 10.200-1.500A5.200 5.200 0 0 1 22.200 8.200C22.200 12 19 16 12 22z",
  s: "M12 1.500C7 6.700 2.300 10.200 2.300 14.800a4.900 4.900 0 0 0 8.500 3.300c-.2 1.900-.8 3.200-2.200 4.400h6.800c-1.400-1.200-2-2.500-2.200-4.400a4.900 4.900 0 0 0 8.500-3.300C21.700 10.200 17 6.700 12 1.500z",
};
const COURTS = {
  K: "M2 34h44v-5H2zM2 26h44L48 8 36 16 24 0 12 16 0 8z",
  Q: "M4 34h40v-5H4zM4 26h40l4-14-10 5-5-13-9 11-9-11-5 13L0 12zM0 9a3 3 0 1 0 .1 0zM15 0a3 3 0 1 0 .1 0zM33 0a3 3 0 1 0 .1 0zM48 9a3 3 0 1 0 .1 0z",
  J: "M4 34h38v-6H4zM5 24h36C41 12 34 5 25 5l-3-5c-5 3-7 6-7 8C9 11 6 16 5 24zM25 7C34-2 44 0 48 6c-6-1-13 0-20 6z",
};
const FIGURES = {
  P: "M30 6a11 11 0 0 1 7 19.500h3v5h-4c1 10 4 16 9 20H15c5-4 8-10 9-20h-4v-5h3A11 11 0 0 1 30 6z",
  N: "M17 50.500c0-12 5-17 12-22-6-1-9 3-15 5l-5-7c2-5 8-9 11-14l1-8 6 5C41 10 48 22 48 34c0 7-2 11-2 16.500z",
  B: "M30 1a4.500 4.500 0 0 1 3 8c8 5 11 13 11 20 0 6-3 10-7 12.500l3 9H20l3-9c-4-2.500-7-6.500-7-12.500 0-7 3-15 11-20a4.500 4.500 0 0 1 3-8zm2 15 3 13 4-2c-1-5-3-8-7-11z",
  R: "M13 5h8v6h5V5h8v6h5V5h8v15l-6 5v19l4 6.500H15l4-6.500V25l-6-5z",
  Q: "M15 50.500 8 17l11 12 3-21 8 19 8-19 3 21 11-12-7 33.500zM8 10a4 4 0 1 0 .1 0zM22 1a4 4 0 1 0 .1 0zM38 1a4 4 0 1 0 .1 0zM52 10a4 4 0 1 0 .1 0z",
  J: "M14 50.500C4 46 2 32 7 18c5 3 8 8 9 13 1-12 6-21 14-27 8 6 13 15 14 27 1-5 4-10 9-13 5 14 3 28-7 32.500zM7 10a4.500 4.500 0 1 0 .1 0zM53 10a4.500 4.500 0 1 0 .1 0zM23 37a3 3 0 1 0 .1 0zM37 37a3 3 0 1 0 .1 0z",
};
const BASE = "M11 54h38a3 3 0 0 1 3 3v5H8v-5a3 3 0 0 1 3-3z";

/** Colours 1 to 9; each has a pattern, so that nobody needs to see them. */
const COLOURS = [
  "",
  "#59636d",
  "#bf2430",
  "#b5177a",
  "#6a35b5",
  "#1d59c9",
  "#8f6a00",
  "#007a87",
  "#bd5300",
  "#2a7a33",
];
const PATTERNS = [
  "",
  "M0 4h8",
  "M4 0v8",
  "M0 8 8 0",
  "M0 0l8 8",
  "M0 4h8M4 0v8",
  "M0 0l8 8M0 8 8 0",
  "M2 2h.1M6 6h.1",
  "M0 6q2-5 4 0t4 0",
  "M1 1h4v4h-4z",
];

const GLYPHS = ["10", ..."123456789AJQKBCDNPRT"];

/**
 * The patterns, and the characters of the cards' corners, once for the whole page. A
 * character is drawn by reference, so that it counts as a picture and is not read out.
 * @returns {SVGElement}
 */
export function patterns() {
  const defs = PATTERNS.map((path, number) => {
    if (!path) return null;
    const lines = svg("path", {
      d: path,
      stroke: "#fff",
      "stroke-width": 1.6,
      "stroke-linecap": "round",
      fill: "none",
      opacity: 0.75,
    });
    const ground = svg("rect", { width: 8, height: 8, fill: COLOURS[number] });
    const size = { width: 8, height: 8, patternUnits: "userSpaceOnUse" };
    return svg("pattern", { id: `colour-${number}`, ...size }, ground, lines);
  });
  return svg(
    "svg",
    { width: 0, height: 0, class: "patterns", "aria-hidden": "true" },
    svg("defs", {}, defs, GLYPHS.map(glyphShape)),
  );
}

/** @param {string} character */
function glyphShape(character) {
  const squeezed = character.length > 1 && { textLength: 46, lengthAdjust: "spacingAndGlyphs" };
  return svg("text", { id: `glyph-${character}`, class: "glyph", ...squeezed }, character);
}

/** @param {string} character @param {number} x @param {number} y @param {number} scale @param {Record<string, unknown>} [more] */
function glyph(character, x, y, scale, more = {}) {
  return svg("use", {
    href: `#glyph-${character}`,
    transform: `translate(${x} ${y}) scale(${scale})`,
    ...more,
  });
}

/** @param {string} card */
export function isFrench(card) {
  return "cdhs".includes(card[1]);
}

/** @param {string} card What it is called, `ace of spades` or `green bishop`. */
export function cardName(card) {
  if (isFrench(card)) {
    return t("card.french", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
  }
  return t("card.pokerdrez", {
    figure: t(`figure.${card[0]}`),
    colour: t(`colour.${card[1]}`),
    number: card[1],
  });
}

/**
 * @param {string} card
 * @param {{key?: string, class?: string, hidden?: boolean}} [more] `hidden`: named elsewhere
 * @returns {SVGElement}
 */
export function drawCard(card, more = {}) {
  const face = isFrench(card) ? french(card) : pokerdrez(card);
  const kind = isFrench(card) ? `suit-${card[1]}` : "figure";
  const named = more.hidden
    ? { "aria-hidden": "true" }
    : { role: "img", "aria-label": cardName(card) };
  const props = {
    viewBox: "0 0 100 140",
    class: `card ${kind} ${more.class ?? ""}`,
    "data-key": more.key,
    "data-card": card,
    ...named,
  };
  return svg("svg", props, paper(), face);
}

/** @param {{key?: string, class?: string, label?: string}} [more] @returns {SVGElement} */
export function drawBack(more = {}) {
  const named = more.label ? { role: "img", "aria-label": more.label } : { "aria-hidden": "true" };
  const props = {
    viewBox: "0 0 100 140",
    class: `card back ${more.class ?? ""}`,
    "data-key": more.key,
    ...named,
  };
  return svg(
    "svg",
    props,
    svg("rect", { class: "rim", x: 1, y: 1, width: 98, height: 138, rx: 11 }),
    svg("rect", { class: "weave", x: 8, y: 8, width: 84, height: 124, rx: 6 }),
    svg("path", {
      class: "thread",
      d: "M8 70 50 8l42 62-42 62zM22 70l28-42 28 42-28 42zM36 70l14-21 14 21-14 21z",
    }),
  );
}

function paper() {
  return svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 11 });
}

/** @param {string} card */
function french(card) {
  const [rank, suit] = card;
  const path = SUITS[/** @type {keyof typeof SUITS} */ (suit)];
  const index = rankText(rank);
  const small = svg("path", { d: path, transform: "translate(66 12) scale(1.050)" });
  const court = COURTS[/** @type {keyof typeof COURTS} */ (rank)];
  if (!court) {
    const scale = rank === "A" ? 3 : 2.7;
    const at = `translate(${50 - 12 * scale} ${92 - 12 * scale}) scale(${scale})`;
    return [index, small, svg("path", { d: path, transform: at })];
  }
  return [
    index,
    small,
    svg("path", { class: "crown", d: court, transform: "translate(22 62) scale(1.170)" }),
    svg("path", { d: path, transform: "translate(34 100) scale(1.330)" }),
  ];
}

/** @param {string} rank */
function rankText(rank) {
  return glyph(rank === "T" ? "10" : rank, 9, 46, 1);
}

/** The face of a card of a grid, which is nearly square. @param {string} card */
function squat(card) {
  const [rank, suit] = card;
  const path = SUITS[/** @type {keyof typeof SUITS} */ (suit)];
  const court = COURTS[/** @type {keyof typeof COURTS} */ (rank)];
  if (!court)
    return [rankText(rank), svg("path", { d: path, transform: "translate(37 53) scale(2.300)" })];
  const crown = svg("path", {
    class: "crown",
    d: court,
    transform: "translate(33 70) scale(1.150)",
  });
  return [
    rankText(rank),
    svg("path", { d: path, transform: "translate(60 12) scale(1.350)" }),
    crown,
  ];
}

/**
 * A French card for a grid of them.
 * @param {string} card
 */
export function drawSquat(card) {
  const props = {
    viewBox: "0 0 100 116",
    class: `card suit-${card[1]}`,
    "aria-hidden": "true",
    "data-card": card,
  };
  return svg(
    "svg",
    props,
    svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 114, rx: 9 }),
    squat(card),
  );
}

/** The same from behind. */
export function drawSquatBack() {
  return svg(
    "svg",
    { viewBox: "0 0 100 116", class: "card back", "aria-hidden": "true" },
    svg("rect", { class: "rim", x: 1, y: 1, width: 98, height: 114, rx: 9 }),
    svg("rect", { class: "weave", x: 8, y: 8, width: 84, height: 100, rx: 5 }),
  );
}

/** @param {string} card */
function pokerdrez(card) {
  const [figure, colour] = card;
  const ink = COLOURS[Number(colour)];
  const shape = FIGURES[/** @type {keyof typeof FIGURES} */ (figure)];
  return [
    svg("path", {
      d: "M1 108h98v19a12 12 0 0 1-12 12H13a12 12 0 0 1-12-12z",
      fill: `url(#colour-${colour})`,
    }),
    svg(
      "g",
      { transform: "translate(28 36) scale(1.060)" },
      svg("path", { d: shape, fill: ink, "fill-rule": "evenodd" }),
      svg("path", { d: BASE, fill: ink }),
    ),
    glyph(colour, 9, 44, 1, { fill: ink }),
    glyph(t(`letter.${figure}`), 68, 31, 0.6, { fill: ink }),
  ];
}

/**
 * A chip of a seat: colours, and rims that differ too.
 * @param {number} seat
 * @param {{key?: string, class?: string}} [more]
 */
export function drawChip(seat, more = {}) {
  const props = {
    viewBox: "0 0 40 40",
    class: `chip seat-${seat % 6} ${more.class ?? ""}`,
    "data-key": more.key,
    "aria-hidden": "true",
  };
  const dashes = ["9.420 9.420", "4 5.420", "18.850 4", "2 4.280", "12 3.700", "6.280 3.140"][
    seat % 6
  ];
  return svg(
    "svg",
    props,
    svg("circle", { class: "disc", cx: 20, cy: 20, r: 18 }),
    svg("circle", { class: "edge", cx: 20, cy: 20, r: 15, "stroke-dasharray": dashes }),
    seat < 9 ? glyph(String(seat + 1), 15, 26, 0.32) : glyph("10", 13, 25, 0.28),
  );
}
