// A bot for Locus Poker that takes the placement which earns most points at once.
//
// node examples/js_bot.mjs http://127.0.0.1:8000 1

import { Tapete } from "../clients/js/tapete.js";

/** Return a move that earns most points, any of them if there are several. */
export function best(choices) {
  const points = (choice) => choice.earns?.points ?? 0;
  const most = Math.max(...choices.map(points));
  const equal = choices.filter((choice) => points(choice) === most);
  return equal[Math.floor(Math.random() * equal.length)].move;
}

/** Play a match to its end, and return it. */
export async function play(seat) {
  for await (const _ of seat.events()) {
    let match = await seat.look();
    while (match.to_move.includes(match.you)) {
      const { moves } = await seat.moves();
      ({ match } = await seat.move(best(moves)));
    }
    if (match.status === "finished") return match;
  }
}

const [address, level] = process.argv.slice(2);
const service = new Tapete(address);
const seats = [{ kind: "human" }, { kind: "bot", level: Number(level) }];
const { match, tokens } = await service.create({ game: "locus", seats });
console.log(JSON.stringify((await play(service.match(match.id, tokens[0].token))).result));
