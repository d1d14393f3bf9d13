// Made from the OpenAPI document by clients/js_types.py; `make types`.

/** A seat paid `chips`, and now has `to` in front on this step. */
export type Acted = {
  action: "bet" | "call" | "check" | "fold" | "raise";
  all_in: boolean;
  chips: number;
  seat: number;
  to: number;
  type: "acted";
};

/** A betting action of this hand: it added `chips`, to a total of `to` on the step. Uncalled chips that went back since are still in it. */
export type ActionOf = {
  action: "bet" | "call" | "check" | "fold" | "raise";
  chips: number;
  seat: number;
  street: "bet_1" | "bet_2" | "bet_3" | "bet_4" | "show";
  to: number;
};

/** The moves of a finished match that can be judged; `next` is null at the end. */
export type Analysis = {
  measure: "equity" | "margin" | "win";
  moves: MoveJudged[];
  next: string | null;
  unit: "chance" | "chips" | "points";
};

/** The ante of each player, all-in if it is short (B10, B14). */
export type AntesPaid = {
  paid: Payment[];
  type: "antes";
};

/** What a Locus area is worth: its points, and the hand that earns them. */
export type AreaValue = {
  best?: BestFive;
  category: "flush" | "full_house" | "high_card" | "pair" | "quads" | "straight" | "straight_flush" | "trips" | "two_pair";
  points: number;
  rank: number;
};

/** By area its value, or null for one that `errors` names. */
export type AreaValues = {
  errors: HandError[];
  results: (AreaValue | null)[];
};

/** The best five cards (or fewer), most significant first. `wild_at` is the place of the wild among them, which is named as what it stands for. */
export type BestFive = {
  cards: string[];
  wild_at: number | null;
};

/** Open the betting of a step; `to` is the total put in on this step. */
export type Bet = {
  to: number;
  type: "bet";
};

/** Pay what is owed, or the whole stack if that is less. */
export type Call = {
  type: "call";
};

/** A mark and what it took from the pool, the highest card first. */
export type Capture = {
  captured: string[];
  mark: string;
  seat: number;
};

/** These seats got two cards each. */
export type CardsDealt = {
  seats: number[];
  type: "dealt";
};

/** One card of the grid; only one that is alive counts for its neighbours. */
export type Cell = {
  alive: boolean;
  card: string;
  cell: string;
  face: "down" | "up" | null;
  owner: number | null;
};

/** Stay in without chips, when nothing is owed. */
export type Check = {
  type: "check";
};

/** How likely the own final hand is of a class, 0..1. */
export type ClassChance = {
  chance: number;
  name: string;
};

/** How long seats may take; give `turn`, or `base`, or both. */
export type ClockSetting = {
  base?: number | null;
  increment?: number;
  turn?: number | null;
};

/** To the seat alone: the mark that it has put down. */
export type Committed = {
  card: string;
  seat: number;
  type: "committed";
};

/** The root, in hex, over the deck of a deal whose cards are shown one by one. */
export type DealCommitted = {
  deal: number;
  root: string;
  type: "deal_committed";
};

/** The root over the deck of a deal, and proofs of some of its cards. */
export type DealProofs = {
  cards: Proof[];
  deal: number;
  root: string;
};

/** The grid was laid out, row by row from a1; `first` begins. */
export type Dealt = {
  cards: string[];
  first: number;
  grid: string;
  type: "dealt";
};

/** A round is over, and the rest of its pool is discarded (6). */
export type Discarded = {
  cards: string[];
  round: number;
  type: "discarded";
};

/** A seat has no chips left (B20). */
export type Eliminated = {
  seat: number;
  type: "eliminated";
};

/** Something that happened, at its place in the match's feed. */
export type EventEntry = {
  at: string;
  event: SeatTaken | SeatLeft | DealCommitted | TimedOut | Rematch | Dealt | Placed | LocusResigned | HandDealt | PoolDealt | Marked | Committed | Revealed | Resolved | Extinct | Discarded | Withdrawn | PokerShowdown | HandStarted | AntesPaid | CardsDealt | HoleCards | StreetOpened | Acted | ShowCommitted | ShowChosen | Shown | Poker7Resigned | UncalledReturned | Showdown | PotAwarded | Eliminated | HandEnded;
  id: string;
};

/** Events of a match that the viewer may know, and where to go on. */
export type EventPage = {
  events: EventEntry[];
  next: string;
};

/** A seat has no card at the end of a round and is out (7, A6). */
export type Extinct = {
  round: number;
  seat: number;
  type: "extinct";
};

/** One thing wrong with a body: where (a JSON Pointer), what, and a stable code. */
export type FaultEntry = {
  code: string;
  detail: string;
  pointer: string;
};

/** Give up the hand. */
export type Fold = {
  type: "fold";
};

/** Hands of French cards. */
export type FrenchHands = {
  best?: boolean;
  hands: (string | string[])[];
};

/** A game with the JSON Schemas of its options and, by type, of its moves. */
export type GameDetail = {
  hints: boolean;
  href: string;
  levels: Level[];
  moves: { [name: string]: unknown };
  name: string;
  options: { [name: string]: unknown };
  rules: string;
  seats: SeatRange;
  title: { [name: string]: string };
};

/** A game of the service; `hints` is whether there are hints and analysis for it. */
export type GameSummary = {
  hints: boolean;
  href: string;
  levels: Level[];
  name: string;
  rules: string;
  seats: SeatRange;
  title: { [name: string]: string };
};

/** The games of the service. */
export type Games = {
  games: GameSummary[];
};

/** A group of a hand (Poker7 5), its cards highest first. */
export type GroupOf = {
  cards: string[];
  kind: "colour" | "figure" | "single";
  number: number;
  straight: boolean;
};

/** To the seat alone: the hand that it was dealt (2). */
export type HandDealt = {
  cards: string[];
  seat: number;
  type: "hand";
};

/** The hand is over; chips by seat. */
export type HandEnded = {
  hand: number;
  stacks: number[];
  type: "hand_ended";
};

/** A hand that cannot be ranked: its place in the request, a stable code, why. */
export type HandError = {
  code: string;
  detail: string;
  index: number;
};

/** The chances of the seat's hand. */
export type HandHints = {
  chances: Poker7Hints;
  game: "poker7";
};

/** Hand number `hand` (from 1) begins; `players`, clockwise, are dealt in. */
export type HandStarted = {
  button: number;
  hand: number;
  players: number[];
  stacks: number[];
  type: "hand_started";
};

/** The service's word on itself. */
export type Health = {
  status: string;
};

/** The two own cards; only their owner is told. */
export type HoleCards = {
  cards: string[];
  seat: number;
  type: "hole_cards";
};

/** Whoever takes an open seat. */
export type Join = {
  entropy?: string;
  invitation?: string;
  name: string;
};

/** A legal move, with what the game tells of it. With `to`, the choice stands for all the moves that equal `move` but for a `to` within the span; `move` itself has the least one. */
export type LamarckianChoice = {
  earns?: Value | null;
  move: Mark;
  to?: Span | null;
};

/** Every mark of the hand, the best first. */
export type LamarckianHints = {
  game: "lamarckian";
  marks: MarkChances[];
};

/** Options of Lamarckian Poker. */
export type LamarckianOptions = {
  ties?: "split" | "suits";
};

/** A seat, as the viewer may know it. */
export type LamarckianPlayer = {
  extinct: number | null;
  hand: string[] | null;
  hand_size: number;
  known: string[];
  mark: string | null;
  marked: boolean;
  resigned: boolean;
  seat: number;
};

/** What a seat may know of a match, or a spectator (`seat` None). */
export type LamarckianView = {
  deck_count: number;
  discard: string[];
  game: "lamarckian";
  history: PastRound[];
  phase: "mark" | "over";
  players: LamarckianPlayer[];
  pool: string[];
  round: number;
  rounds: number;
  seat: number | null;
  showdown: PokerShowdown | null;
  ties: "split" | "suits";
};

/** How the hand before ended; no showdown if all but one folded. */
export type LastHand = {
  board: string[];
  hand: number;
  pots: Paid[];
  showdown: ShownHand[];
};

/** The move would be accepted at this version. */
export type Legal = {
  legal: boolean;
  version: number;
};

/** Exactly the moves that the seat can make at this version. */
export type LegalMoves = {
  moves: (LocusChoice | LamarckianChoice | Poker7Choice)[];
  seat: number | null;
  version: number;
};

/** An opponent: `name` and `style` are in the language asked for. `rating` is Elo above level 1, null if nobody has measured it; `time_ms` is what a move takes, as a rule. */
export type Level = {
  level: number;
  name: string;
  rating: number | null;
  style: string;
  time_ms: number;
};

/** A legal move, with what the game tells of it. With `to`, the choice stands for all the moves that equal `move` but for a `to` within the span; `move` itself has the least one. */
export type LocusChoice = {
  earns?: Value | null;
  move: Place;
  to?: Span | null;
};

/** Every legal placement, the best first. */
export type LocusHints = {
  game: "locus";
  placements: PlacementHint[];
};

/** Options of Locus Poker. */
export type LocusOptions = {
  first?: 0 | 1 | "random";
  grid?: "6x5" | "6x6" | "7x6" | "8x6";
  komi?: number;
};

/** A seat gave up. */
export type LocusResigned = {
  seat: number;
  type: "resigned";
};

/** All there is to see; the same for everyone, since nothing is hidden (C13). */
export type LocusView = {
  cells: Cell[];
  chips_left: [number, number];
  columns: number;
  game: "locus";
  komi: number;
  rows: number;
  scores: [number, number];
  totals: [number, number];
  turns: Placed[];
};

/** Put a card of the own hand face down (3); it cannot be taken back (A11). */
export type Mark = {
  card: string;
  type: "mark";
};

/** A mark, and how it comes out over deals that agree with all that was seen. */
export type MarkChances = {
  captures: number;
  captures_any: number;
  extinction: number;
  move: Mark;
  win: number;
};

/** A seat has put its mark down; which one, nobody else knows (A12). */
export type Marked = {
  seat: number;
  type: "marked";
};

/** A match as the bearer, or a spectator, may see it. */
export type Match = {
  assist: boolean;
  clock: Time | null;
  created_at: string;
  game: string;
  id: string;
  options: { [name: string]: unknown };
  rematch: string | null;
  result: Result | null;
  seats: SeatInfo[];
  shuffle: Shuffle;
  spectators: "delayed" | "none" | "open";
  status: "finished" | "open" | "playing";
  to_move: number[];
  unlisted: boolean;
  version: number;
  view: LocusView | LamarckianView | Poker7View | null;
  you: number | null;
};

/** A new match, with the tokens of the creator's own seats. */
export type MatchOpened = {
  invitation: string | null;
  match: Match;
  tokens: SeatToken[];
};

/** A move, and what it was worth by what its seat could see then. `number` is its action's in the record, from 1. `value` is told in the analysis's `measure`, `loss` in its `unit`: 0 for the best move that was found, null like `best` where moves cannot be compared. `exact`: both are those of best play by all. */
export type MoveJudged = {
  best: Place | Mark | Fold | Check | Call | Bet | Raise | Show | null;
  exact: boolean;
  loss: number | null;
  move: Place | Mark | Fold | Check | Call | Bet | Raise | Show;
  number: number;
  seat: number;
  value: number;
};

/** A move for the seat whose token is sent. */
export type MoveToMake = {
  move: Place | Mark | Fold | Check | Call | Bet | Raise | Show;
  seat?: number | null;
};

/** The match after a move, and what has happened since, bots' answers included. */
export type Moved = {
  events: EventEntry[];
  match: Match;
};

/** A match to create. */
export type NewMatch = {
  assist?: boolean;
  clock?: ClockSetting | null;
  delay?: number;
  disclosure?: "full" | "shown_only";
  game: "locus" | "lamarckian" | "poker7";
  options?: { [name: string]: unknown };
  seats?: SeatPlan[];
  spectators?: "open" | "delayed" | "none";
  unlisted?: boolean;
};

/** Matches with an open seat, the newest first; `next` is None at the end. */
export type OpenMatches = {
  matches: Match[];
  next: string | null;
};

/** A pot of a finished hand and its payments. */
export type Paid = {
  payments: Payment[];
  pot: Pot;
};

/** A round that is over, in the order in which its marks resolved. */
export type PastRound = {
  captures: Capture[];
  discarded: string[];
  extinct: number[];
  pool: string[];
  round: number;
};

/** Chips of one seat. */
export type Payment = {
  chips: number;
  seat: number;
};

/** Put a chip on a card that has none, and play the card face up or face down. */
export type Place = {
  cell: string;
  face: "down" | "up";
  type: "place";
};

/** A chip was placed; what it earned and the seat's new total without komi. */
export type Placed = {
  bonus: number;
  card: string;
  cards: string[];
  category: string;
  cell: string;
  face: "down" | "up";
  hand: number;
  points: number;
  score: number;
  seat: number;
  type: "placed";
  wild: number | null;
};

/** A placement and what it is worth. */
export type PlacementHint = {
  exact: boolean;
  margin: number;
  move: Place;
  points: number;
};

/** A seat: chips behind, chips in front on this step, chips in the hand. */
export type Player = {
  cards: string[] | null;
  front: number;
  has_chosen: boolean;
  paid: number;
  seat: number;
  shown: string | null;
  stack: number;
  status: "all_in" | "eliminated" | "folded" | "in_hand" | "resigned";
};

/** A legal move, with what the game tells of it. With `to`, the choice stands for all the moves that equal `move` but for a `to` within the span; `move` itself has the least one. */
export type Poker7Choice = {
  earns?: Value | null;
  move: Fold | Check | Call | Bet | Raise | Show;
  to?: Span | null;
};

/** Chances of the seat's hand; hidden cards are taken as uniform. `equity` is how often it beats all others that are in the hand, 0..1, and `pot_odds` the share of the pot that a call would be, which it needs at least; null if nothing is owed. `samples` deals were drawn, or all counted if `exact`. */
export type Poker7Hints = {
  classes: ClassChance[];
  equity: number;
  exact: boolean;
  pot_odds: number | null;
  samples: number;
  show?: ShowChance[];
};

/** Options of Poker7 (B11, B13, B20, B21). */
export type Poker7Options = {
  ante?: number;
  hands?: number | null;
  limit?: "fixed" | "none" | "pot";
  reveal?: "in_turn" | "together";
  stack?: number;
};

/** A seat left the match with its chips; its hand is folded. */
export type Poker7Resigned = {
  seat: number;
  stack: number;
  type: "resigned";
};

/** A match as one seat, or a spectator (seat null), may see it. */
export type Poker7View = {
  actions: ActionOf[];
  ante: number;
  board: string[];
  button: number;
  choice: string | null;
  game: "poker7";
  groups: GroupOf[];
  hand: number;
  hands: number | null;
  last: LastHand | null;
  players: Player[];
  pot: number;
  pots: Pot[];
  seat: number | null;
  street: "bet_1" | "bet_2" | "bet_3" | "bet_4" | "show" | "over";
  to: Span | null;
  to_call: number;
  waiting: Waiting[];
};

/** A hand at the showdown; its best five (or fewer) cards decide (8, A3, A4). */
export type PokerHand = {
  best: string[];
  category: string;
  hand: string[];
  ranks: string[];
  seat: number;
  suit: string;
  words: string;
};

/** The survivors' hands, who won, and what set the winner above `runner_up`. */
export type PokerShowdown = {
  decided_by: "category" | "kickers" | "ranks" | "shared" | "suit";
  hands: PokerHand[];
  runner_up: number | null;
  type: "showdown";
  why: string;
  winners: number[];
};

/** What a hand is worth: the larger rank wins, equal ranks are a tie. */
export type PokerValue = {
  best?: BestFive;
  category: "flush" | "full_house" | "high_card" | "pair" | "quads" | "straight" | "straight_flush" | "trips" | "two_pair";
  rank: number;
};

/** By hand its value, or null for one that `errors` names. */
export type PokerValues = {
  errors: HandError[];
  results: (PokerValue | null)[];
};

/** Hands of seven Pokerdrez cards. */
export type PokerdrezHands = {
  groups?: boolean;
  hands: (string | string[])[];
};

/** A round begins with a new pool (3, 6). */
export type PoolDealt = {
  deck_count: number;
  hand_sizes: number[];
  pool: string[];
  round: number;
  type: "dealt";
};

/** Chips, and the seats that may win them, clockwise from left of the button. */
export type Pot = {
  chips: number;
  seats: number[];
};

/** A pot, main pot 0 first, and what the winners get of it. */
export type PotAwarded = {
  chips: number;
  paid: Payment[];
  pot: number;
  seats: number[];
  type: "pot_awarded";
};

/** For each seat, whether it follows the match just now. */
export type Presence = {
  connected: boolean[];
};

/** What was wrong with a request, and what to do. */
export type Problem = {
  code: string;
  detail: string;
  errors?: FaultEntry[] | null;
  instance: string;
  legal_moves?: unknown[] | null;
  remedy: string;
  status: number;
  title: string;
  type: string;
};

/** A card at its place in the deck, with what leads up to the root, all in hex. */
export type Proof = {
  card: string;
  path: string[];
  place: number;
  salt: string;
};

/** By deal, proofs of the cards that the viewer has seen. */
export type Proofs = {
  deals: DealProofs[];
};

/** Bet more than the others; `to` is the total put in on this step. */
export type Raise = {
  to: number;
  type: "raise";
};

/** A whole match: enough to play it again, card by card. */
export type Record = {
  actions: RecordedAction[];
  assist?: false;
  created_at: string;
  decks: ((string | null)[])[];
  digest: string;
  format: "tapete-record-1";
  game: string;
  id: string;
  options: { [name: string]: unknown };
  proofs: DealProofs[];
  result: RecordedResult;
  seats: RecordedSeat[];
  shuffle: RecordedShuffle;
};

/** One thing that was checked; `line` is the number of an action, from 1. */
export type RecordCheck = {
  detail: string;
  line?: number | null;
  name: string;
  ok: boolean;
};

export type RecordToVerify = Record;

/** What a seat did, and when. */
export type RecordedAction = {
  at: string;
  kind: "move" | "resign" | "timeout";
  move: { [name: string]: unknown } | null;
  seat: number;
};

/** How the match ended. */
export type RecordedResult = {
  reason: string;
  scores: number[] | null;
  winners: number[];
};

/** A seat, and the entropy that it gave. */
export type RecordedSeat = {
  entropy: string;
  kind: "bot" | "human" | "open";
  level: number | null;
  name: string;
};

/** What the decks follow from; the seed and its commitment are in hex. The seed is None if only the cards that were shown are disclosed. */
export type RecordedShuffle = {
  commitment: string;
  method: string;
  seed: string | null;
};

/** The match goes on as another one, for which the seats' tokens are good too. */
export type Rematch = {
  match_id: string;
  type: "rematch";
};

/** A mark took its cards and fell into the pool, which is shown after it (5). */
export type Resolved = {
  captured: string[];
  mark: string;
  pool: string[];
  seat: number;
  type: "resolved";
};

/** How a match ended; several winners share the win, none is possible too. */
export type Result = {
  reason: string;
  scores?: number[] | null;
  winners: number[];
};

/** All marks are open, in the order in which they resolve (4). */
export type Revealed = {
  marks: SeatMark[];
  round: number;
  type: "revealed";
};

/** A card of a seat. */
export type SeatCard = {
  card: string;
  seat: number;
};

/** What the service thinks of the seat's turn, from what the seat can see. */
export type SeatHints = {
  hints: LocusHints | LamarckianHints | HandHints;
  seat: number;
  version: number;
};

/** A seat and who has it. */
export type SeatInfo = {
  kind: "bot" | "human" | "open";
  level: number | null;
  name: string | null;
  seat: number;
};

/** The seat that was taken, and its token. */
export type SeatJoined = {
  match: Match;
  seat: number;
  token: string;
};

/** A seat is open again. */
export type SeatLeft = {
  seat: number;
  type: "seat_left";
};

/** A mark laid open. */
export type SeatMark = {
  mark: string;
  seat: number;
};

/** Who is to have a seat: the creator (`human`), a `bot`, or the next to join. */
export type SeatPlan = {
  kind: "human" | "bot" | "open";
  level?: number | null;
  name?: string | null;
};

/** The least and the most seats of a game. */
export type SeatRange = {
  max: number;
  min: number;
};

/** Somebody took an open seat. */
export type SeatTaken = {
  name: string;
  seat: number;
  type: "seat_taken";
};

/** The secret that lets its holder act for a seat; shown this once. */
export type SeatToken = {
  seat: number;
  token: string;
};

/** A group of a Poker7 hand, its cards the highest first. */
export type SevenGroup = {
  cards: string[];
  kind: "colour" | "figure" | "single";
  straight: boolean;
};

/** What a Poker7 hand is worth: the larger rank wins, and no two are equal. `class` is 1 for the weakest group sizes up to 14 for the strongest. */
export type SevenValue = {
  class: number;
  groups?: SevenGroup[];
  rank: number;
};

/** By hand its value, or null for one that `errors` names. */
export type SevenValues = {
  errors: HandError[];
  results: (SevenValue | null)[];
};

/** Choose which of the two own cards to show. */
export type Show = {
  card: string;
  type: "show";
};

/** An own card, and the mean chance of all hands with it. So strong others must take the hand for when they see the card, before they weigh the betting. */
export type ShowChance = {
  card: string;
  looks: number;
};

/** The card that the seat has chosen; only the seat is told. */
export type ShowChosen = {
  card: string;
  seat: number;
  type: "show_chosen";
};

/** A seat has chosen the card to show; nobody else knows which. */
export type ShowCommitted = {
  seat: number;
  type: "show_committed";
};

/** All hands still in, strongest first. */
export type Showdown = {
  hands: ShownHand[];
  type: "showdown";
};

/** These cards are turned up (B13). */
export type Shown = {
  cards: SeatCard[];
  type: "shown";
};

/** A hand at the showdown; a larger rank is stronger, place 1 the strongest. */
export type ShownHand = {
  cards: string[];
  groups: GroupOf[];
  place: number;
  rank: number;
  seat: number;
};

/** What was published of the shuffle before the seats were taken. */
export type Shuffle = {
  commitment: string;
  disclosure: "full" | "shown_only";
  method: string;
};

/** The amounts min, min + step, ... up to max. */
export type Span = {
  max: number;
  min: number;
  step?: number;
};

/** A step of the hand begins, with these new common cards, if any. */
export type StreetOpened = {
  cards: string[];
  street: "bet_1" | "bet_2" | "bet_3" | "bet_4" | "show";
  type: "street";
};

/** Opens the feed once, within a minute, for clients that send no headers. */
export type Ticket = {
  expires_at: string;
  ticket: string;
};

/** The clock of a match, in seconds; `deadline_at` is the next to run out. `left` is what each seat has of its base time at `server_time`, which is when this was answered: the one thing in a match that changes without its version. */
export type Time = {
  base: number | null;
  deadline_at: string | null;
  increment: number;
  left: number[] | null;
  server_time: string;
  turn: number | null;
};

/** The clock of a seat ran out; what was played for it follows. */
export type TimedOut = {
  seat: number;
  type: "timed_out";
};

/** The part that nobody matched goes back (B15). */
export type UncalledReturned = {
  chips: number;
  seat: number;
  type: "uncalled_returned";
};

/** Base of the states, views and parts of a game: immutable and comparable. */
export type Value = { [name: string]: unknown };

/** What was checked of a record, and whether all of it holds. */
export type Verified = {
  checks: RecordCheck[];
  ok: boolean;
};

/** A seat that the match waits for, and why. `first_to_act` opens the betting of the step, `may_check` owes nothing, `owes` must pay `owes` chips to stay in, `must_show` has to choose a card. */
export type Waiting = {
  owes: number;
  seat: number;
  why: "first_to_act" | "may_check" | "must_show" | "owes";
};

/** A seat left and is out; its cards, a mark among them, are discarded (A15). */
export type Withdrawn = {
  cards: string[];
  round: number;
  seat: number;
  type: "resigned";
};
