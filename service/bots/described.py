"""What the opponents are called, how they play, how strong and how quick they are.

Ratings and times are those that docs/opponents.md has, measured by `tapete ladder`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

LANGUAGES = ("en", "es")

Text = Mapping[str, str]
"""For people, by language."""


class Described(NamedTuple):
    """A level of a game."""

    name: Text
    style: Text
    time_ms: float
    """Processor time of a move, the median; 0.1 stands for anything below."""
    above: int | None = None
    """Elo above the level below (level 1: 0), by what it wins of matches, of mirrored
    pairs, or of Poker7's deals; None if nobody has measured it."""


def rating(game: str, level: int) -> int | None:
    """Return how far a level is above level 1, in Elo; None if that is not known."""
    total = 0
    for number, about in sorted(DESCRIBED[game].items()):
        if about.above is None:
            return None
        total += about.above
        if number == level:
            return total
    raise KeyError(level)


def _said(en: str, es: str) -> Text:
    return {"en": en, "es": es}


_LOCUS = {
    1: Described(
        _said("Stroller", "La paseante"),
        _said("Places anywhere, and takes points only now and then.",
              "Juega en cualquier parte y solo a veces busca puntos."),
        0.1, 0,
    ),
    2: Described(
        _said("Magpie", "La urraca"),
        _said("Grabs what glitters on every other move.",
              "Se lleva lo que brilla, una jugada de cada dos."),
        0.1, 798,
    ),
    3: Described(
        _said("Prospector", "El buscador"),
        _said("Always takes what earns most now.",
              "Siempre toma lo que más puntos da ahora."),
        0.1, 1040,
    ),
    4: Described(
        _said("Apprentice", "La aprendiz"),
        _said("Plays by position, with a slip in four moves.",
              "Juega por posición, con un descuido de cada cuatro jugadas."),
        0.4, 338,
    ),
    5: Described(
        _said("Surveyor", "La agrimensora"),
        _said("Weighs points against the bonus that they prepare and deny.",
              "Sopesa los puntos y la bonificación que preparan o niegan."),
        0.4, 1040,
    ),
    6: Described(
        _said("Strategist", "El estratega"),
        _said("Looks a few placements ahead and ends matches without a fault.",
              "Mira unas jugadas por delante y remata sin fallos."),
        0.5, 326,
    ),
    7: Described(
        _said("Cartographer", "La cartógrafa"),
        _said("Knows the whole grid: looks far ahead, and plays a long end perfectly.",
              "Conoce todo el tablero: mira lejos y juega sin fallos finales largos."),
        31, 305,
    ),
}  # fmt: skip

_LAMARCKIAN = {
    1: Described(
        _said("Amoeba", "La ameba"),
        _said("Drifts: any mark will do.", "A la deriva: cualquier marca le vale."),
        0.1, 0,
    ),
    2: Described(
        _said("Jellyfish", "La medusa"),
        _said("Drifts half the time, and otherwise wants to grow.",
              "La mitad de las veces deriva; las otras quiere crecer."),
        0.1, 298,
    ),
    3: Described(
        _said("Hermit Crab", "El cangrejo"),
        _said("Marks for the best hand after this round, and for many cards early on.",
              "Busca la mejor mano tras la ronda, y al principio muchas cartas."),
        0.1, 312,
    ),
    4: Described(
        _said("Gecko", "La salamanquesa"),
        _said("Tries each mark in its head, on a handful of deals.",
              "Prueba cada marca mentalmente, con unos pocos repartos."),
        0.6, 177,
    ),
    5: Described(
        _said("Crow", "El cuervo"),
        _said("Tries each mark on many deals that agree with all that was seen.",
              "Prueba cada marca con muchos repartos que casan con todo lo visto."),
        1.4, 60,
    ),
    6: Described(
        _said("Octopus", "El pulpo"),
        _said("As the Crow, with arms for many more deals.",
              "Como el cuervo, con brazos para muchos más repartos."),
        4, 53,
    ),
    7: Described(
        _said("Naturalist", "La naturalista"),
        _said("Studies the others: past marks tell it what they hold and how they err.",
              "Estudia a los demás: sus marcas le dicen qué tienen y cómo fallan."),
        40, 68,
    ),
}  # fmt: skip

_POKER7 = {
    1: Described(
        _said("Pawn", "El peón"),
        _said("Does anything that is allowed.", "Hace cualquier cosa permitida."),
        0.1, 0,
    ),
    2: Described(
        _said("Knight", "El caballo"),
        _said("Jumps: half of its moves are wild, the others sensible.",
              "Salta: la mitad de sus jugadas son locas; las demás, sensatas."),
        0.1, 67,
    ),
    3: Described(
        _said("Bishop", "El alfil"),
        _said("Goes by the chance to win, the price and the pot; seldom bluffs.",
              "Va por la probabilidad de ganar, el precio y el bote; apenas farolea."),
        0.1, 124,
    ),
    4: Described(
        _said("Rook", "La torre"),
        _said("Straight ahead: weighs its sampled chance against the price.",
              "Va de frente: compara su probabilidad, por muestreo, con el precio."),
        0.3, 72,
    ),
    5: Described(
        _said("Queen", "La dama"),
        _said("Minds what others have bet, who acts later, and what can be won.",
              "Atiende a lo apostado, a quién habla después y a lo que puede ganar."),
        0.3, 48,
    ),
    6: Described(
        _said("Joker", "El comodín"),
        _said("Reads from bets and shown cards what others may hold.",
              "Lee en apuestas y cartas mostradas qué pueden llevar los demás."),
        2.8, 89,
    ),
    7: Described(
        _said("Grandmaster", "La gran maestra"),
        _said("Mixes its play by a plan learnt from itself, hard to exploit.",
              "Varía su juego por un plan aprendido sola, difícil de explotar."),
        0.3, 36,
    ),
}  # fmt: skip

DESCRIBED: dict[str, dict[int, Described]] = {
    "locus": _LOCUS,
    "lamarckian": _LAMARCKIAN,
    "poker7": _POKER7,
}
