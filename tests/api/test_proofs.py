"""Shown cards are proved while they are shown, and no other is told."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.games import GAMES
from service.proofs import Proof, holds
from tests.api.api import Player, create, strict
from tests.api.test_bad_input import check_problem


def proofs(player: Player) -> list[Any]:
    answer = player.client.get(f"{player.address}/proofs", headers=player.headers)
    assert answer.status_code == 200
    return list(strict(answer)["deals"])


def roots(player: Player) -> dict[int, str]:
    address = f"{player.address}/events?limit=1000"
    events = strict(player.client.get(address))["events"]
    told = [e["event"] for e in events if e["event"]["type"] == "deal_committed"]
    return {event["deal"]: event["root"] for event in told}


def check(player: Player, deals: list[Any], size: int) -> dict[int, set[str]]:
    """Every proof must lead to the root that was told; returns the proved cards."""
    told = roots(player)
    for deal in deals:
        assert deal["root"] == told[deal["deal"]]
        for card in deal["cards"]:
            assert holds(Proof(**card), deal["root"], size)
            other = "P1" if card["card"] != "P1" else "P2"
            assert not holds(Proof(**{**card, "card": other}), deal["root"], size)
    return {d["deal"]: {c["card"] for c in d["cards"]} for d in deals}


def match(client: FlaskClient, game: str, seats: int, **body: Any) -> list[Player]:
    people = [{"kind": "human"}] * seats
    return create(client, game=game, seats=people, disclosure="shown_only", **body)[1]


def test_in_poker7_a_seat_proves_its_own_cards_and_the_board_and_no_other(
    client: FlaskClient,
) -> None:
    players = match(client, "poker7", 3, options={"hands": 2})
    watcher = Player(client, players[0].match_id)
    hands = set()
    for _ in range(400):
        state = watcher.look()
        if state["status"] == "finished":
            break
        for number, player in enumerate(players):
            proved = check(player, proofs(player), 54)
            view = player.look()["view"]
            hands.add(view["hand"] - 1)
            own = set(view["players"][number]["cards"] or ())
            assert own <= proved[view["hand"] - 1]
        public = check(watcher, proofs(watcher), 54)
        assert set(state["view"]["board"]) <= public[state["view"]["hand"] - 1]
        shown = {
            card
            for seat in state["view"]["players"]
            for card in [seat["shown"], *(seat["cards"] or ())]
            if card
        }
        current = public[state["view"]["hand"] - 1]
        assert current == set(state["view"]["board"]) | shown
        mover = players[state["to_move"][0]]
        choices = mover.choices()
        calm = [c for c in choices if c["move"]["type"] in ("check", "call", "show")]
        mover.move((calm or choices)[0]["move"])
    assert hands >= {0, 1}
    assert set(roots(watcher)) == {0, 1}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_commits_to_its_deal_before_a_card_is_seen(
    client: FlaskClient, game: str
) -> None:
    player = match(client, game, GAMES[game].seats.start)[0]
    events = strict(client.get(f"{player.address}/events"))["events"]
    assert events[0]["event"]["type"] == "deal_committed"
    check(player, proofs(player), GAMES[game].deck_size)


def test_with_full_disclosure_no_root_is_told(client: FlaskClient) -> None:
    _, (player,) = create(client)
    assert roots(player) == {}
    assert player.look()["shuffle"]["disclosure"] == "full"


def test_before_the_start_there_is_nothing_to_prove(client: FlaskClient) -> None:
    seats = [{"kind": "human"}, {"kind": "open"}]
    _, (player,) = create(client, seats=seats, disclosure="shown_only")
    assert proofs(player) == []
    bad = client.post("/v1/matches", json={"game": "locus", "disclosure": "some"})
    check_problem(bad, 400)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_of_shown_cards_only_verifies_and_tells_no_other(
    client: FlaskClient, game: str
) -> None:
    options = {"poker7": {"hands": 4}}.get(game, {})
    for seed in range(4):
        bots = [{"kind": "bot", "level": 1 + seed % 3}] * 2
        answer, _ = create(
            client, game=game, seats=bots, options=options, disclosure="shown_only"
        )
        player = Player(client, answer["match"]["id"])
        record = strict(client.get(f"{player.address}/record"))
        assert record["shuffle"]["seed"] is None
        assert [deal["root"] for deal in record["proofs"]] == list(
            roots(player).values()
        )
        told = client.get(f"{player.address}/events?limit=1000").text
        for deck in record["decks"]:
            assert all(card is None or f'"{card}"' in told for card in deck)
        if game == "poker7":
            assert any(None in deck for deck in record["decks"])
        verdict = strict(client.post("/v1/verify", json=record))
        assert verdict["ok"], verdict
        assert "proofs" in [check["name"] for check in verdict["checks"]]


def test_a_forged_card_of_such_a_record_is_found(client: FlaskClient) -> None:
    import msgspec

    from service import records

    bots = [{"kind": "bot", "level": 3}] * 2
    answer, _ = create(
        client,
        game="poker7",
        seats=bots,
        options={"hands": 2},
        disclosure="shown_only",
    )
    record = strict(client.get(f"/v1/matches/{answer['match']['id']}/record"))

    def wrong(**changes: Any) -> set[str]:
        forged = {**record, **changes}
        parsed = msgspec.convert(forged, records.Record)
        forged["digest"] = records.digest(parsed)
        checks = strict(client.post("/v1/verify", json=forged))["checks"]
        return {check["name"] for check in checks if not check["ok"]}

    assert wrong() == set()
    deck = list(record["decks"][0])
    place = next(n for n, card in enumerate(deck) if card is not None)
    hidden = next(n for n, card in enumerate(deck) if card is None)
    deck[place], deck[hidden] = deck[hidden], deck[place]
    assert "proofs" in wrong(decks=[deck, *record["decks"][1:]])
    assert "proofs" in wrong(proofs=record["proofs"][:-1])
    assert "proofs" in wrong(proofs=[{**d, "root": "00"} for d in record["proofs"]])


def test_a_card_that_was_chosen_and_never_turned_up_is_not_in_the_record(
    client: FlaskClient,
) -> None:
    players = match(client, "poker7", 2, options={"hands": 1})
    watcher = Player(client, players[0].match_id)
    while (state := watcher.look())["view"]["street"] != "show":
        mover = players[state["to_move"][0]]
        mover.move({"type": "check"})
    seat = state["to_move"][0]
    chosen = players[seat].choices()[0]["move"]
    players[seat].move(chosen)
    other = players[1 - seat]
    client.post(f"{other.address}/resignation", headers=other.headers)
    text = client.get(f"{other.address}/record").text
    assert f'"{chosen["card"]}"' not in text
    verdict = strict(
        client.post("/v1/verify", data=text, content_type="application/json")
    )
    assert verdict["ok"], verdict
