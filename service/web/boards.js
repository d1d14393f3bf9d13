/** Which board draws which game; a game without one is shown as text. */

import { h, redraw } from "./dom.js";
import { LamarckianBoard } from "./lamarckian.js";
import { LocusBoard } from "./locus.js";
import { Poker7Board } from "./poker7.js";

/** @typedef {import("./board.js").Board} Board */

const BOARDS = { lamarckian: LamarckianBoard, locus: LocusBoard, poker7: Poker7Board };

/**
 * @param {string} game @param {HTMLElement} root @param {import("./board.js").Hand} hand
 * @returns {Board}
 */
export function boardOf(game, root, hand) {
  const Kind = BOARDS[/** @type {keyof typeof BOARDS} */ (game)];
  return Kind ? new Kind(root, hand) : plain(root, hand);
}

/** @param {HTMLElement} root @param {import("./board.js").Hand} hand @returns {Board} */
function plain(root, hand) {
  return {
    keys: [],
    key: () => false,
    animate: async () => {},
    draw: ({ match, choices }) => {
      const moves = choices.map(({ move }) =>
        h("button", { onclick: () => hand.move(move) }, JSON.stringify(move)),
      );
      redraw(root, h("pre", { class: "plain" }, JSON.stringify(match.view, null, 2)), moves);
    },
  };
}
