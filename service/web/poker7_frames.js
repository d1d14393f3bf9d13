/** Replays Poker7: a view after each event, from what everybody was told and the decks. */

import { sentence } from "./sentences.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").EventEntry} EventEntry */
/** @typedef {import("./client/api.js").Record} Recorded */
/** @typedef {import("./client/api.js").Poker7View} View */
/** @typedef {import("./replay_frames.js").Frame} Frame */

/**
 * @param {Match} match @param {Recorded} record @param {EventEntry[]} entries
 * @returns {Frame[]}
 */
export function pokerFrames(match, record, entries) {
  const last = /** @type {View} */ (match.view);
  let view = /** @type {View} */ ({
    ...last,
    last: null,
    groups: [],
    waiting: [],
    to: null,
    to_call: 0,
    choice: null,
  });
  /** @type {Frame[]} */
  const frames = [];
  for (const { event } of entries) {
    const step = STEPS[event.type];
    if (!step) continue;
    view = step(view, event, record);
    const caption = sentence(match, event);
    if (caption) frames.push({ view, caption, toMove: event.type === "acted" ? [event.seat] : [] });
  }
  return frames;
}

/** @type {Record<string, (view: View, event: any, record: Recorded) => View>} */
const STEPS = {
  hand_started: (view, event, record) => ({
    ...view,
    hand: event.hand,
    button: event.button,
    street: "bet_1",
    board: [],
    pot: 0,
    pots: [],
    last: null,
    players: view.players.map((player) => {
      const dealtIn = event.players.includes(player.seat);
      const cards = dealtIn ? holeCards(record, event, player.seat) : null;
      return {
        ...player,
        stack: event.stacks[player.seat],
        status: dealtIn ? "in_hand" : "eliminated",
        front: 0,
        paid: 0,
        cards,
        shown: null,
        has_chosen: false,
      };
    }),
  }),
  antes: (view, event) =>
    event.paid.reduce(
      (/** @type {View} */ now, /** @type {any} */ each) => pays(now, each.seat, each.chips, 0),
      view,
    ),
  street: (view, event) => ({
    ...view,
    street: event.street,
    board: [...view.board, ...event.cards],
    players: view.players.map((player) => ({ ...player, front: 0 })),
  }),
  acted: (view, event) => {
    const paid = pays(view, event.seat, event.chips, event.to);
    return event.action === "fold" ? changed(paid, event.seat, { status: "folded" }) : paid;
  },
  show_committed: (view, event) => changed(view, event.seat, { has_chosen: true }),
  shown: (view, event) =>
    event.cards.reduce(
      (/** @type {View} */ now, /** @type {any} */ each) =>
        changed(now, each.seat, { shown: each.card }),
      view,
    ),
  resigned: (view, event) => changed(view, event.seat, { status: "resigned", stack: 0 }),
  uncalled_returned: (view, event) => pays(view, event.seat, -event.chips, 0),
  showdown: (view, event) => ({
    ...view,
    last: { hand: view.hand, board: view.board, showdown: event.hands, pots: [] },
  }),
  pot_awarded: (view, event) =>
    event.paid.reduce(
      (/** @type {View} */ now, /** @type {any} */ each) => pays(now, each.seat, -each.chips, 0),
      view,
    ),
  eliminated: (view, event) => changed(view, event.seat, { status: "eliminated" }),
};

/** @param {View} view @param {number} seat @param {Partial<View["players"][number]>} more @returns {View} */
function changed(view, seat, more) {
  return {
    ...view,
    players: view.players.map((player) => (player.seat === seat ? { ...player, ...more } : player)),
  };
}

/**
 * @param {View} view @param {number} seat
 * @param {number} chips that go from the stack into the pot
 * @param {number} front @returns {View}
 */
function pays(view, seat, chips, front) {
  const { stack, paid, status } = view.players[seat];
  const empty = stack === chips && chips > 0 && status === "in_hand";
  return {
    ...changed(view, seat, {
      stack: stack - chips,
      paid: paid + chips,
      front,
      status: empty ? "all_in" : status,
    }),
    pot: view.pot + chips,
  };
}

/**
 * One card each, clockwise from the left of the button, and then a second one.
 * @param {Recorded} record @param {{hand: number, players: number[]}} event @param {number} seat
 * @returns {string[] | null} null unless both are told
 */
function holeCards(record, event, seat) {
  const deck = record.decks[event.hand - 1] ?? [];
  const place = event.players.indexOf(seat);
  const cards = [deck[place], deck[place + event.players.length]];
  return cards.every((card) => typeof card === "string") ? /** @type {string[]} */ (cards) : null;
}
