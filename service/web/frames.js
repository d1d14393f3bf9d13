/** Views of a match as it was: between two moves, or at any step of a replay. */

/** @typedef {import("./client/api.js").LocusView} LocusView */
/** @typedef {import("./client/api.js").LamarckianView} LamarckianView */
/** @typedef {import("./client/api.js").PastRound} PastRound */
/** @typedef {import("./client/api.js").Record} Record_ */
/** @typedef {{seat: number, mark: string, done: boolean}} OpenMark */
/** @typedef {LamarckianView & {open?: OpenMark[]}} LamarckianFrame */

/**
 * The grid after so many placements.
 * @param {LocusView} view @param {number} count @returns {LocusView}
 */
export function locusFrame(view, count) {
  const turns = view.turns.slice(0, count);
  const chips = new Map(turns.map((turn) => [turn.cell, turn]));
  const cells = view.cells.map((cell) => {
    const chip = chips.get(cell.cell);
    return {
      ...cell,
      owner: chip?.seat ?? null,
      face: chip?.face ?? null,
      alive: chip?.face !== "down",
    };
  });
  const half = view.cells.length / 2;
  const left = [0, 1].map((seat) => half - turns.filter((turn) => turn.seat === seat).length);
  const scores = [0, 1].map((seat) => turns.findLast((turn) => turn.seat === seat)?.score ?? 0);
  const totals = [0, 1].map((seat) => scores[seat] + view.totals[seat] - view.scores[seat]);
  return {
    ...view,
    turns,
    cells,
    chips_left: pair(left),
    scores: pair(scores),
    totals: pair(totals),
  };
}

/** @param {number[]} values @returns {[number, number]} */
function pair([first, second]) {
  return [first, second];
}

/**
 * How a round went, step by step: the marks turned up, then each one resolved.
 * @param {LamarckianView} before The view with all hands as they were.
 * @param {PastRound} round
 * @returns {LamarckianFrame[]}
 */
export function roundFrames(before, round) {
  let open = round.captures.map(({ seat, mark }) => ({ seat, mark, done: false }));
  let view = { ...before, pool: round.pool, open };
  const frames = [view];
  for (const [step, { seat, mark, captured }] of round.captures.entries()) {
    open = open.map((each, place) => ({ ...each, done: each.done || place === step }));
    const pool = [...view.pool.filter((card) => !captured.includes(card)), mark];
    const players = view.players.map((player) =>
      player.seat === seat ? resolved(player, mark, captured) : player,
    );
    view = { ...view, open, pool, players };
    frames.push(view);
  }
  return frames;
}

/**
 * @param {import("./client/api.js").LamarckianPlayer} player
 * @param {string} mark @param {string[]} captured
 */
function resolved(player, mark, captured) {
  const after = (/** @type {string[]} */ cards) => [
    ...cards.filter((card) => card !== mark),
    ...captured,
  ];
  return {
    ...player,
    marked: false,
    mark: null,
    hand_size: player.hand_size - 1 + captured.length,
    known: after(player.known),
    hand: player.hand && after(player.hand),
  };
}
