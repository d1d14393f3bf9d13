/** The frames of a replay: for each step a view that the game's board can draw. */

import { locusFrame, roundFrames } from "./frames.js";
import { pokerFrames } from "./poker7_frames.js";
import { t } from "./i18n.js";
import { sentence } from "./sentences.js";
import { placedText } from "./locus.js";

/** @typedef {import("./client/api.js").Match} Match */
/** @typedef {import("./client/api.js").EventEntry} EventEntry */
/** @typedef {import("./client/api.js").Record} Recorded */
/** @typedef {import("./client/api.js").LocusView} LocusView */
/** @typedef {import("./client/api.js").LamarckianView} LamarckianView */
/** @typedef {{view: any, caption: string, toMove: number[]}} Frame */

const HAND = 4;

/** @type {Record<string, (match: Match, record: Recorded, entries: EventEntry[]) => Frame[]>} */
const MAKERS = { locus, lamarckian, poker7: pokerFrames };

/**
 * @param {Match} match finished
 * @param {Recorded} record
 * @param {EventEntry[]} entries
 * @returns {Frame[]}
 */
export function framesOf(match, record, entries) {
  const frames = MAKERS[match.game]?.(match, record, entries) ?? [];
  return [...frames, { view: match.view, caption: t("replay.end"), toMove: [] }];
}

/** @param {Match} match @returns {Frame[]} */
function locus(match) {
  const view = /** @type {LocusView} */ (match.view);
  const turns = view.turns.map((turn, at) => ({
    view: locusFrame(view, at + 1),
    caption: placedText(match, turn),
    toMove: view.turns[at + 1] ? [view.turns[at + 1].seat] : [],
  }));
  return [
    {
      view: locusFrame(view, 0),
      caption: t("replay.start"),
      toMove: view.turns.slice(0, 1).map((turn) => turn.seat),
    },
    ...turns,
  ];
}

/** @param {Match} match @param {Recorded} record @returns {Frame[]} */
function lamarckian(match, record) {
  const last = /** @type {LamarckianView} */ (match.view);
  const deck = record.decks[0];
  let view = atStart(last, deck);
  /** @type {Frame[]} */
  const frames = [{ view, caption: t("replay.start"), toMove: [] }];
  for (const round of last.history) {
    const alive = view.players.map((player) =>
      player.extinct || !round.captures.some((each) => each.seat === player.seat)
        ? gone(player, round.round)
        : player,
    );
    const steps = roundFrames(
      {
        ...view,
        players: alive,
        round: round.round,
        deck_count: deck.length - HAND * (view.players.length + round.round),
      },
      round,
    );
    steps.forEach((step, at) => {
      const capture = round.captures[at - 1];
      const caption = capture
        ? sentence(match, { type: "resolved", pool: [], ...capture })
        : t("replay.marks", { round: round.round });
      frames.push({ view: step, caption, toMove: [] });
    });
    const after = steps[steps.length - 1];
    view = {
      ...after,
      open: undefined,
      history: [...view.history, round],
      discard: [...view.discard, ...round.discarded],
      players: after.players.map((player) =>
        round.extinct.includes(player.seat) ? gone(player, round.round) : player,
      ),
    };
  }
  return frames;
}

/** @param {import("./client/api.js").LamarckianPlayer} player @param {number} round */
function gone(player, round) {
  return {
    ...player,
    extinct: player.extinct ?? round,
    hand: player.hand && [],
    hand_size: 0,
    known: [],
  };
}

/**
 * The deal: four cards each from the top of the deck, seat by seat.
 * @param {LamarckianView} view @param {(string | null)[]} deck
 * @returns {import("./frames.js").LamarckianFrame}
 */
function atStart(view, deck) {
  const players = view.players.map((player) => {
    const cards = deck.slice(HAND * player.seat, HAND * (player.seat + 1));
    const hand = cards.every((card) => card !== null) ? /** @type {string[]} */ (cards) : null;
    return {
      ...player,
      hand,
      hand_size: HAND,
      known: [],
      extinct: null,
      resigned: false,
      marked: false,
      mark: null,
    };
  });
  return {
    ...view,
    phase: "mark",
    round: 1,
    pool: view.history[0]?.pool ?? [],
    deck_count: deck.length - HAND * (players.length + 1),
    discard: [],
    history: [],
    showdown: null,
    players,
  };
}
