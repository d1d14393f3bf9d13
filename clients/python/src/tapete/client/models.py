"""Bodies and answers of the API: plain JSON, with types.

Made by generate.py from the OpenAPI document; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Acted(TypedDict):
    """A seat paid `chips`, and now has `to` in front on this step."""

    action: Literal["bet", "call", "check", "fold", "raise"]
    all_in: bool
    chips: int
    seat: int
    to: int
    type: Literal["acted"]


class ActionOf(TypedDict):
    """A betting action of this hand: it added `chips`, to a total of `to` on the step.

    Uncalled chips that went back since are still in it.
    """

    action: Literal["bet", "call", "check", "fold", "raise"]
    chips: int
    seat: int
    street: Literal["bet_1", "bet_2", "bet_3", "bet_4", "show"]
    to: int


class BestFive(TypedDict):
    """The best five cards (or fewer), most significant first.

    `wild_at` is the place of the wild among them, which is named as what it stands for.
    """

    cards: list[str]
    wild_at: int | None


class Bet(TypedDict):
    """Open the betting of a step; `to` is the total put in on this step."""

    to: int
    type: Literal["bet"]


class Call(TypedDict):
    """Pay what is owed, or the whole stack if that is less."""

    type: Literal["call"]


class Capture(TypedDict):
    """A mark and what it took from the pool, the highest card first."""

    captured: list[str]
    mark: str
    seat: int


class CardsDealt(TypedDict):
    """These seats got two cards each."""

    seats: list[int]
    type: Literal["dealt"]


class Cell(TypedDict):
    """One card of the grid; only one that is alive counts for its neighbours."""

    alive: bool
    card: str
    cell: str
    face: Literal["down", "up"] | None
    owner: int | None


class Check(TypedDict):
    """Stay in without chips, when nothing is owed."""

    type: Literal["check"]


class ClassChance(TypedDict):
    """How likely the own final hand is of a class, 0..1."""

    chance: float
    name: str


class ClockSetting(TypedDict):
    """How long seats may take; give `turn`, or `base`, or both."""

    base: NotRequired[float | None]
    """
    Seconds for all turns of the match.
    """
    increment: NotRequired[float]
    """
    Seconds added to `base` after each turn.
    """
    turn: NotRequired[float | None]
    """
    Seconds for each turn.
    """


class Committed(TypedDict):
    """To the seat alone: the mark that it has put down."""

    card: str
    seat: int
    type: Literal["committed"]


class DealCommitted(TypedDict):
    """The root, in hex, over the deck of a deal whose cards are shown one by one."""

    deal: int
    root: str
    type: Literal["deal_committed"]


class Dealt(TypedDict):
    """The grid was laid out, row by row from a1; `first` begins."""

    cards: list[str]
    first: int
    grid: str
    type: Literal["dealt"]


class Discarded(TypedDict):
    """A round is over, and the rest of its pool is discarded (6)."""

    cards: list[str]
    round: int
    type: Literal["discarded"]


class Eliminated(TypedDict):
    """A seat has no chips left (B20)."""

    seat: int
    type: Literal["eliminated"]


class Extinct(TypedDict):
    """A seat has no card at the end of a round and is out (7, A6)."""

    round: int
    seat: int
    type: Literal["extinct"]


class FaultEntry(TypedDict):
    """One thing wrong with a body: where (a JSON Pointer), what, and a stable code."""

    code: str
    detail: str
    pointer: str


class Fold(TypedDict):
    """Give up the hand."""

    type: Literal["fold"]


class FrenchHands(TypedDict):
    """Hands of French cards."""

    best: NotRequired[bool]
    """
    Name the best five cards of each hand too.
    """
    hands: list[str | list[str]]
    """
    Each a text such as `As Kd Qc Jh Ts`, or a list of cards.
    """


class GroupOf(TypedDict):
    """A group of a hand (Poker7 5), its cards highest first."""

    cards: list[str]
    kind: Literal["colour", "figure", "single"]
    number: int
    straight: bool


class HandDealt(TypedDict):
    """To the seat alone: the hand that it was dealt (2)."""

    cards: list[str]
    seat: int
    type: Literal["hand"]


class HandEnded(TypedDict):
    """The hand is over; chips by seat."""

    hand: int
    stacks: list[int]
    type: Literal["hand_ended"]


class HandError(TypedDict):
    """A hand that cannot be ranked: its place in the request, a stable code, why."""

    code: str
    detail: str
    index: int


class HandStarted(TypedDict):
    """Hand number `hand` (from 1) begins; `players`, clockwise, are dealt in."""

    button: int
    hand: int
    players: list[int]
    stacks: list[int]
    type: Literal["hand_started"]


class Health(TypedDict):
    """The service's word on itself."""

    status: str


class HoleCards(TypedDict):
    """The two own cards; only their owner is told."""

    cards: list[str]
    seat: int
    type: Literal["hole_cards"]


class Join(TypedDict):
    """Whoever takes an open seat."""

    entropy: NotRequired[str]
    """
    Any text of yours; it goes into the shuffle after the commitment.
    """
    invitation: NotRequired[str]
    """
    For a match that is not listed.
    """
    name: str
    """
    Shown to everybody. No control characters.
    """


class LamarckianOptions(TypedDict):
    """Options of Lamarckian Poker."""

    ties: NotRequired[Literal["split", "suits"]]
    """
    Hands of equal ranks: the higher suit wins, or all do.
    """


class LamarckianPlayer(TypedDict):
    """A seat, as the viewer may know it."""

    extinct: int | None
    hand: list[str] | None
    hand_size: int
    known: list[str]
    mark: str | None
    marked: bool
    resigned: bool
    seat: int


class Legal(TypedDict):
    """The move would be accepted at this version."""

    legal: bool
    version: int


class Level(TypedDict):
    """An opponent: `name` and `style` are in the language asked for.

    `rating` is Elo above level 1, null if nobody has measured it; `time_ms` is what a
    move takes, as a rule.
    """

    level: int
    name: str
    rating: int | None
    style: str
    time_ms: float


class LocusOptions(TypedDict):
    """Options of Locus Poker."""

    first: NotRequired[Literal[0, 1, "random"]]
    """
    The seat that begins.
    """
    grid: NotRequired[Literal["6x5", "6x6", "7x6", "8x6"]]
    """
    Columns x rows.
    """
    komi: NotRequired[float]
    """
    Points given to the seat that moves second.
    """


class LocusResigned(TypedDict):
    """A seat gave up."""

    seat: int
    type: Literal["resigned"]


class Mark(TypedDict):
    """Put a card of the own hand face down (3); it cannot be taken back (A11)."""

    card: str
    type: Literal["mark"]


class MarkChances(TypedDict):
    """A mark, and how it comes out over deals that agree with all that was seen."""

    captures: float
    captures_any: float
    extinction: float
    move: Mark
    win: float


class Marked(TypedDict):
    """A seat has put its mark down; which one, nobody else knows (A12)."""

    seat: int
    type: Literal["marked"]


class PastRound(TypedDict):
    """A round that is over, in the order in which its marks resolved."""

    captures: list[Capture]
    discarded: list[str]
    extinct: list[int]
    pool: list[str]
    round: int


class Payment(TypedDict):
    """Chips of one seat."""

    chips: int
    seat: int


class Place(TypedDict):
    """Put a chip on a card that has none, and play the card face up or face down."""

    cell: str
    face: Literal["down", "up"]
    type: Literal["place"]


class Placed(TypedDict):
    """A chip was placed; what it earned and the seat's new total without komi."""

    bonus: int
    card: str
    cards: list[str]
    category: str
    cell: str
    face: Literal["down", "up"]
    hand: int
    points: int
    score: int
    seat: int
    type: Literal["placed"]
    wild: int | None


class PlacementHint(TypedDict):
    """A placement and what it is worth."""

    exact: bool
    margin: float
    move: Place
    points: int


class Player(TypedDict):
    """A seat: chips behind, chips in front on this step, chips in the hand."""

    cards: list[str] | None
    front: int
    has_chosen: bool
    paid: int
    seat: int
    shown: str | None
    stack: int
    status: Literal["all_in", "eliminated", "folded", "in_hand", "resigned"]


class Poker7Options(TypedDict):
    """Options of Poker7 (B11, B13, B20, B21)."""

    ante: NotRequired[int]
    """
    Chips that all pay into each hand; also the least bet.
    """
    hands: NotRequired[int | None]
    """
    Hands to play; null: until one seat has all chips.
    """
    limit: NotRequired[Literal["fixed", "none", "pot"]]
    """
    No limit, pot limit, or fixed bets: the ante on the first two betting steps, twice
    that later, four bets a step.
    """
    reveal: NotRequired[Literal["in_turn", "together"]]
    """
    How each player shows one own card.
    """
    stack: NotRequired[int]
    """
    Chips of each seat at the start.
    """


class Poker7Resigned(TypedDict):
    """A seat left the match with its chips; its hand is folded."""

    seat: int
    stack: int
    type: Literal["resigned"]


class PokerHand(TypedDict):
    """A hand at the showdown; its best five (or fewer) cards decide (8, A3, A4)."""

    best: list[str]
    category: str
    hand: list[str]
    ranks: list[str]
    seat: int
    suit: str
    words: str


class PokerShowdown(TypedDict):
    """The survivors' hands, who won, and what set the winner above `runner_up`."""

    decided_by: Literal["category", "kickers", "ranks", "shared", "suit"]
    hands: list[PokerHand]
    runner_up: int | None
    type: Literal["showdown"]
    why: str
    winners: list[int]


class PokerValue(TypedDict):
    """What a hand is worth: the larger rank wins, equal ranks are a tie."""

    best: NotRequired[BestFive]
    category: Literal[
        "flush",
        "full_house",
        "high_card",
        "pair",
        "quads",
        "straight",
        "straight_flush",
        "trips",
        "two_pair",
    ]
    rank: int


class PokerValues(TypedDict):
    """By hand its value, or null for one that `errors` names."""

    errors: list[HandError]
    results: list[PokerValue | None]


class PokerdrezHands(TypedDict):
    """Hands of seven Pokerdrez cards."""

    groups: NotRequired[bool]
    """
    Tell the groups of each hand too.
    """
    hands: list[str | list[str]]
    """
    Each a text such as `B9 R9 J1 J2 P3 N4 Q5`, or a list of cards.
    """


class PoolDealt(TypedDict):
    """A round begins with a new pool (3, 6)."""

    deck_count: int
    hand_sizes: list[int]
    pool: list[str]
    round: int
    type: Literal["dealt"]


class Pot(TypedDict):
    """Chips, and the seats that may win them, clockwise from left of the button."""

    chips: int
    seats: list[int]


class PotAwarded(TypedDict):
    """A pot, main pot 0 first, and what the winners get of it."""

    chips: int
    paid: list[Payment]
    pot: int
    seats: list[int]
    type: Literal["pot_awarded"]


class Presence(TypedDict):
    """For each seat, whether it follows the match just now."""

    connected: list[bool]


class Proof(TypedDict):
    """A card at its place in the deck, with what leads up to the root, all in hex."""

    card: str
    path: list[str]
    place: int
    salt: str


class Raise(TypedDict):
    """Bet more than the others; `to` is the total put in on this step."""

    to: int
    type: Literal["raise"]


class RecordCheck(TypedDict):
    """One thing that was checked; `line` is the number of an action, from 1."""

    detail: str
    line: NotRequired[int | None]
    name: str
    ok: bool


class RecordedAction(TypedDict):
    """What a seat did, and when."""

    at: str
    """
    RFC 3339, UTC, to the millisecond, in one spelling only.
    """
    kind: Literal["move", "resign", "timeout"]
    move: dict[str, Any] | None
    seat: int


class RecordedResult(TypedDict):
    """How the match ended."""

    reason: str
    scores: list[float] | None
    winners: list[int]


class RecordedSeat(TypedDict):
    """A seat, and the entropy that it gave."""

    entropy: str
    kind: Literal["bot", "human", "open"]
    level: int | None
    name: str


class RecordedShuffle(TypedDict):
    """What the decks follow from; the seed and its commitment are in hex.

    The seed is None if only the cards that were shown are disclosed.
    """

    commitment: str
    method: str
    seed: str | None


class Rematch(TypedDict):
    """The match goes on as another one, for which the seats' tokens are good too."""

    match_id: str
    type: Literal["rematch"]


class Resolved(TypedDict):
    """A mark took its cards and fell into the pool, which is shown after it (5)."""

    captured: list[str]
    mark: str
    pool: list[str]
    seat: int
    type: Literal["resolved"]


class Result(TypedDict):
    """How a match ended; several winners share the win, none is possible too."""

    reason: str
    scores: NotRequired[list[float] | None]
    winners: list[int]


class SeatCard(TypedDict):
    """A card of a seat."""

    card: str
    seat: int


class SeatInfo(TypedDict):
    """A seat and who has it."""

    kind: Literal["bot", "human", "open"]
    level: int | None
    name: str | None
    seat: int


class SeatLeft(TypedDict):
    """A seat is open again."""

    seat: int
    type: Literal["seat_left"]


class SeatMark(TypedDict):
    """A mark laid open."""

    mark: str
    seat: int


class SeatPlan(TypedDict):
    """Who is to have a seat: the creator (`human`), a `bot`, or the next to join."""

    kind: Literal["human", "bot", "open"]
    level: NotRequired[int | None]
    name: NotRequired[str | None]


class SeatRange(TypedDict):
    """The least and the most seats of a game."""

    max: int
    min: int


class SeatTaken(TypedDict):
    """Somebody took an open seat."""

    name: str
    seat: int
    type: Literal["seat_taken"]


class SeatToken(TypedDict):
    """The secret that lets its holder act for a seat; shown this once."""

    seat: int
    token: str


class SevenGroup(TypedDict):
    """A group of a Poker7 hand, its cards the highest first."""

    cards: list[str]
    kind: Literal["colour", "figure", "single"]
    straight: bool


SevenValue = TypedDict(
    "SevenValue",
    {
        "class": int,
        "groups": NotRequired[list[SevenGroup]],
        "rank": int,
    },
)


class SevenValues(TypedDict):
    """By hand its value, or null for one that `errors` names."""

    errors: list[HandError]
    results: list[SevenValue | None]


class Show(TypedDict):
    """Choose which of the two own cards to show."""

    card: str
    type: Literal["show"]


class ShowChance(TypedDict):
    """An own card, and the mean chance of all hands with it.

    So strong others must take the hand for when they see the card, before they weigh
    the betting.
    """

    card: str
    looks: float


class ShowChosen(TypedDict):
    """The card that the seat has chosen; only the seat is told."""

    card: str
    seat: int
    type: Literal["show_chosen"]


class ShowCommitted(TypedDict):
    """A seat has chosen the card to show; nobody else knows which."""

    seat: int
    type: Literal["show_committed"]


class Shown(TypedDict):
    """These cards are turned up (B13)."""

    cards: list[SeatCard]
    type: Literal["shown"]


class ShownHand(TypedDict):
    """A hand at the showdown; a larger rank is stronger, place 1 the strongest."""

    cards: list[str]
    groups: list[GroupOf]
    place: int
    rank: int
    seat: int


class Shuffle(TypedDict):
    """What was published of the shuffle before the seats were taken."""

    commitment: str
    disclosure: Literal["full", "shown_only"]
    method: str


class Span(TypedDict):
    """The amounts min, min + step, ... up to max."""

    max: int
    min: int
    step: NotRequired[int]


class StreetOpened(TypedDict):
    """A step of the hand begins, with these new common cards, if any."""

    cards: list[str]
    street: Literal["bet_1", "bet_2", "bet_3", "bet_4", "show"]
    type: Literal["street"]


class Ticket(TypedDict):
    """Opens the feed once, within a minute, for clients that send no headers."""

    expires_at: str
    ticket: str


class Time(TypedDict):
    """The clock of a match, in seconds; `deadline_at` is the next to run out.

    `left` is what each seat has of its base time at `server_time`, which is when this
    was answered: the one thing in a match that changes without its version.
    """

    base: float | None
    deadline_at: str | None
    increment: float
    left: list[float] | None
    server_time: str
    turn: float | None


class TimedOut(TypedDict):
    """The clock of a seat ran out; what was played for it follows."""

    seat: int
    type: Literal["timed_out"]


class UncalledReturned(TypedDict):
    """The part that nobody matched goes back (B15)."""

    chips: int
    seat: int
    type: Literal["uncalled_returned"]


class Verified(TypedDict):
    """What was checked of a record, and whether all of it holds."""

    checks: list[RecordCheck]
    ok: bool


class Waiting(TypedDict):
    """A seat that the match waits for, and why.

    `first_to_act` opens the betting of the step, `may_check` owes nothing, `owes` must
    pay `owes` chips to stay in, `must_show` has to choose a card.
    """

    owes: int
    seat: int
    why: Literal["first_to_act", "may_check", "must_show", "owes"]


class Withdrawn(TypedDict):
    """A seat left and is out; its cards, a mark among them, are discarded (A15)."""

    cards: list[str]
    round: int
    seat: int
    type: Literal["resigned"]


Move: TypeAlias = Place | Mark | Fold | Check | Call | Bet | Raise | Show
"""
One of the game's moves, told apart by `type`.
"""


class AntesPaid(TypedDict):
    """The ante of each player, all-in if it is short (B10, B14)."""

    paid: list[Payment]
    type: Literal["antes"]


class AreaValue(TypedDict):
    """What a Locus area is worth: its points, and the hand that earns them."""

    best: NotRequired[BestFive]
    category: Literal[
        "flush",
        "full_house",
        "high_card",
        "pair",
        "quads",
        "straight",
        "straight_flush",
        "trips",
        "two_pair",
    ]
    points: int
    rank: int


class AreaValues(TypedDict):
    """By area its value, or null for one that `errors` names."""

    errors: list[HandError]
    results: list[AreaValue | None]


class DealProofs(TypedDict):
    """The root over the deck of a deal, and proofs of some of its cards."""

    cards: list[Proof]
    deal: int
    root: str


class GameDetail(TypedDict):
    """A game with the JSON Schemas of its options and, by type, of its moves."""

    hints: bool
    href: str
    levels: list[Level]
    moves: dict[str, Any]
    name: str
    options: dict[str, Any]
    rules: str
    seats: SeatRange
    title: dict[str, str]


class GameSummary(TypedDict):
    """A game of the service; `hints` is whether there are hints and analysis for it."""

    hints: bool
    href: str
    levels: list[Level]
    name: str
    rules: str
    seats: SeatRange
    title: dict[str, str]


class Games(TypedDict):
    """The games of the service."""

    games: list[GameSummary]


class Choice(TypedDict):
    """A legal move, with what the game tells of it.

    With `to`, the choice stands for all the moves that equal `move` but for a `to`
    within the span; `move` itself has the least one.
    """

    earns: NotRequired[dict[str, Any] | None]
    move: Move
    to: NotRequired[Span | None]


class LamarckianHints(TypedDict):
    """Every mark of the hand, the best first."""

    game: Literal["lamarckian"]
    marks: list[MarkChances]


class LamarckianView(TypedDict):
    """What a seat may know of a match, or a spectator (`seat` None)."""

    deck_count: int
    discard: list[str]
    game: Literal["lamarckian"]
    history: list[PastRound]
    phase: Literal["mark", "over"]
    players: list[LamarckianPlayer]
    pool: list[str]
    round: int
    rounds: int
    seat: int | None
    showdown: PokerShowdown | None
    ties: Literal["split", "suits"]


class LegalMoves(TypedDict):
    """Exactly the moves that the seat can make at this version."""

    moves: list[Choice]
    seat: int | None
    version: int


class LocusHints(TypedDict):
    """Every legal placement, the best first."""

    game: Literal["locus"]
    placements: list[PlacementHint]


class LocusView(TypedDict):
    """All there is to see; the same for everyone, since nothing is hidden (C13)."""

    cells: list[Cell]
    chips_left: tuple[int, int]
    columns: int
    game: Literal["locus"]
    komi: float
    rows: int
    scores: tuple[int, int]
    totals: tuple[float, float]
    turns: list[Placed]


class MoveJudged(TypedDict):
    """A move, and what it was worth by what its seat could see then.

    `number` is its action's in the record, from 1. `value` is told in the analysis's
    `measure`, `loss` in its `unit`: 0 for the best move that was found, null like
    `best` where moves cannot be compared. `exact`: both are those of best play by all.
    """

    best: Place | Mark | Fold | Check | Call | Bet | Raise | Show | None
    exact: bool
    loss: float | None
    move: Place | Mark | Fold | Check | Call | Bet | Raise | Show
    number: int
    seat: int
    value: float


class MoveToMake(TypedDict):
    """A move for the seat whose token is sent."""

    move: Move
    seat: NotRequired[int | None]


class NewMatch(TypedDict):
    """A match to create."""

    assist: NotRequired[bool]
    """
    Whether seats may ask for hints while they play.
    """
    clock: NotRequired[ClockSetting | None]
    delay: NotRequired[int]
    """
    Moves by which `delayed` ones are behind.
    """
    disclosure: NotRequired[Literal["full", "shown_only"]]
    """
    Whether the record will show the seed, and with it every card, or only the cards
    that were shown, each with its proof.
    """
    game: Literal["locus", "lamarckian", "poker7"]
    options: NotRequired[dict[str, Any]]
    """
    The game's own; GET /v1/games/{game} describes them.
    """
    seats: NotRequired[list[SeatPlan]]
    """
    In seat order. Default: you and a bot.
    """
    spectators: NotRequired[Literal["open", "delayed", "none"]]
    """
    Whether others may watch before the match is over.
    """
    unlisted: NotRequired[bool]
    """
    Not in the lobby; open seats need the invitation.
    """


class Paid(TypedDict):
    """A pot of a finished hand and its payments."""

    payments: list[Payment]
    pot: Pot


class Poker7Hints(TypedDict):
    """Chances of the seat's hand; hidden cards are taken as uniform.

    `equity` is how often it beats all others that are in the hand, 0..1, and `pot_odds`
    the share of the pot that a call would be, which it needs at least; null if nothing
    is owed. `samples` deals were drawn, or all counted if `exact`.
    """

    classes: list[ClassChance]
    equity: float
    exact: bool
    pot_odds: float | None
    samples: int
    show: NotRequired[list[ShowChance]]


class Problem(TypedDict):
    """What was wrong with a request, and what to do."""

    code: str
    detail: str
    errors: NotRequired[list[FaultEntry] | None]
    instance: str
    """
    Names the request: X-Request-Id follows the last colon.
    """
    legal_moves: NotRequired[list[Choice] | None]
    """
    With illegal_move: the moves that the seat can make.
    """
    remedy: str
    status: int
    title: str
    type: str


class Proofs(TypedDict):
    """By deal, proofs of the cards that the viewer has seen."""

    deals: list[DealProofs]


class Record(TypedDict):
    """A whole match: enough to play it again, card by card."""

    actions: list[RecordedAction]
    assist: NotRequired[Literal[False]]
    created_at: str
    """
    RFC 3339, UTC, to the millisecond, in one spelling only.
    """
    decks: list[list[str | None]]
    digest: str
    format: Literal["tapete-record-1"]
    game: str
    id: str
    options: dict[str, Any]
    proofs: list[DealProofs]
    result: RecordedResult
    seats: list[RecordedSeat]
    shuffle: RecordedShuffle


RecordToVerify: TypeAlias = Record


class Revealed(TypedDict):
    """All marks are open, in the order in which they resolve (4)."""

    marks: list[SeatMark]
    round: int
    type: Literal["revealed"]


class Showdown(TypedDict):
    """All hands still in, strongest first."""

    hands: list[ShownHand]
    type: Literal["showdown"]


Event: TypeAlias = (
    SeatTaken
    | SeatLeft
    | DealCommitted
    | TimedOut
    | Rematch
    | Dealt
    | Placed
    | LocusResigned
    | HandDealt
    | PoolDealt
    | Marked
    | Committed
    | Revealed
    | Resolved
    | Extinct
    | Discarded
    | Withdrawn
    | PokerShowdown
    | HandStarted
    | AntesPaid
    | CardsDealt
    | HoleCards
    | StreetOpened
    | Acted
    | ShowCommitted
    | ShowChosen
    | Shown
    | Poker7Resigned
    | UncalledReturned
    | Showdown
    | PotAwarded
    | Eliminated
    | HandEnded
)


class Analysis(TypedDict):
    """The moves of a finished match that can be judged; `next` is null at the end."""

    measure: Literal["equity", "margin", "win"]
    moves: list[MoveJudged]
    next: str | None
    unit: Literal["chance", "chips", "points"]


class EventEntry(TypedDict):
    """Something that happened, at its place in the match's feed."""

    at: str
    event: Event
    id: str


class EventPage(TypedDict):
    """Events of a match that the viewer may know, and where to go on."""

    events: list[EventEntry]
    next: str


class HandHints(TypedDict):
    """The chances of the seat's hand."""

    chances: Poker7Hints
    game: Literal["poker7"]


class LastHand(TypedDict):
    """How the hand before ended; no showdown if all but one folded."""

    board: list[str]
    hand: int
    pots: list[Paid]
    showdown: list[ShownHand]


class Poker7View(TypedDict):
    """A match as one seat, or a spectator (seat null), may see it."""

    actions: list[ActionOf]
    ante: int
    board: list[str]
    button: int
    choice: str | None
    game: Literal["poker7"]
    groups: list[GroupOf]
    hand: int
    hands: int | None
    last: LastHand | None
    players: list[Player]
    pot: int
    pots: list[Pot]
    seat: int | None
    street: Literal["bet_1", "bet_2", "bet_3", "bet_4", "show"] | Literal["over"]
    to: Span | None
    to_call: int
    waiting: list[Waiting]


class SeatHints(TypedDict):
    """What the service thinks of the seat's turn, from what the seat can see."""

    hints: LocusHints | LamarckianHints | HandHints
    seat: int
    version: int


View: TypeAlias = LocusView | LamarckianView | Poker7View


class Match(TypedDict):
    """A match as the bearer, or a spectator, may see it."""

    assist: bool
    clock: Time | None
    created_at: str
    game: str
    id: str
    options: dict[str, Any]
    rematch: str | None
    result: Result | None
    seats: list[SeatInfo]
    shuffle: Shuffle
    spectators: Literal["delayed", "none", "open"]
    status: Literal["finished", "open", "playing"]
    to_move: list[int]
    unlisted: bool
    version: int
    view: View | None
    you: int | None


class MatchOpened(TypedDict):
    """A new match, with the tokens of the creator's own seats."""

    invitation: str | None
    match: Match
    tokens: list[SeatToken]


class Moved(TypedDict):
    """The match after a move, and what has happened since, bots' answers included."""

    events: list[EventEntry]
    match: Match


class OpenMatches(TypedDict):
    """Matches with an open seat, the newest first; `next` is None at the end."""

    matches: list[Match]
    next: str | None


class SeatJoined(TypedDict):
    """The seat that was taken, and its token."""

    match: Match
    seat: int
    token: str
