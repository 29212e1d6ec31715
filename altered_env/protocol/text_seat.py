"""A seat as text, for language models and people: the board, the options, the effects of visible
cards in our own English, and the rules in short.

>>> from altered_env import Game
>>> text = describe(Game.start("axiom", "bravos", seed=1).seat())
>>> "choose 3 from hand to put into the Mana zone" in text, "Cards:" in text
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from altered_env.cards import Card
from altered_env.game.lines import in_english
from altered_env.game.seat import Seat
from altered_env.game.states import State
from altered_env.language.book import Book
from altered_env.protocol.messages import numbers
from altered_env.render.text import board
from altered_env.render.views import ObjectView, View

LONG = 400
"""The maximum length of an ability."""
RULES = """\
Altered, in short (unofficial). Each player has two Expeditions, hero and companion, which start at
the two ends of a row of eight regions and move towards each other. A player whose Expeditions meet
or pass each other by the end of a day wins.
A day: Morning (draw two cards; one card of the hand may become a Mana Orb), Noon, Afternoon
(players take turns to play a card, use an ability, or pass, until all have passed), Dusk, Night.
At Dusk an Expedition moves forward one region if its Characters have more than those of the
Expedition facing it in at least one terrain of its region: forest, mountain or water.
Then Characters in Expeditions that moved go to Reserve, where each player keeps two cards. A card
played from Reserve costs its Reserve Cost and becomes Fleeting: it is discarded instead of going
to Reserve again.
A cost 3/2 is 3 from hand, 2 from Reserve; statistics 2/1/0 are forest, mountain, water. A boost
adds 1 to each. Anchored and Asleep Characters stay where others would leave; Asleep ones do not
count. Gigantic ones count in both Expeditions. Landmarks stay. Exhausted mana is spent.
"""


def describe(seat: Seat, cards: bool = True, rows: bool = False) -> str:
    """A seat's visible information and options, each with its action number: the engine's, or with
    `rows` that of the environments."""
    view = seat.view
    if rows and seat.deciding:
        games, _ = seat.records()
        row_of = numbers(State(games, seat.book), seat.player)[1]
        options = tuple((row_of[action], label) for action, label in view.options)
        view = replace(view, options=tuple(sorted(options)))
    parts = [board(view)]
    if cards:
        parts.append("Cards:\n" + "\n".join(cards_in_sight(view, seat.book)))
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def cards_in_sight(view: View, book: Book) -> list[str]:
    """A line for each card whose face the viewer knows, once each, by name."""
    known = {card.reference: card for card in book.cards}
    found = {seen.reference for seen in _objects(view) if seen.reference is not None}
    return sorted(_line(known[reference]) for reference in found)


def _objects(view: View) -> Iterator[ObjectView]:
    for player in view.players:
        yield from (*player.hand, *player.deck, *player.mana, *player.reserve, *player.discard)
        yield from (*player.landmarks, *player.limbo)
        if player.hero is not None:
            yield player.hero
        for expedition in player.expeditions:
            yield from expedition.objects


def _line(card: Card) -> str:
    costs = "" if card.token or card.type == "hero" else f" {card.hand_cost}/{card.reserve_cost}"
    stats = f" {card.forest}/{card.mountain}/{card.water}" if card.type == "character" else ""
    says = [in_english(line, LONG) for line in card.abilities]
    says += [f"Support: {in_english(line, LONG)}" for line in card.support]
    kind = card.type.replace("_", " ")
    return f"{card}:{costs}{stats} {kind}" + (f". {' '.join(says)}" if says else "")
