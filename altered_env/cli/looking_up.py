"""`show` during a game: visible cards, by part of the name or the number of an option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from altered_env import cards
from altered_env.cards import Card
from altered_env.game.card_text import facts, wording
from altered_env.game.options import Option
from altered_env.render.text import object_text
from altered_env.render.views import ObjectView, View

MOST = 6
"""The maximum number of different cards to show; the rest is named."""


def objects_in(view: View) -> Iterator[ObjectView]:
    """Every object of a view with a visible face."""
    for player in view.players:
        zones = [player.hand, player.reserve, player.landmarks, player.limbo, player.discard]
        zones += [player.mana, player.deck, *(e.objects for e in player.expeditions)]
        if player.hero is not None:
            zones.append((player.hero,))
        yield from (seen for zone in zones for seen in zone if seen.name is not None)


def look_up(view: View, options: Sequence[Option], known: Sequence[Card], text: str) -> list[str]:
    """The facts and full text of a card, and its objects in the game. `options`: those shown,
    numbered from 1; `known`: the cards of the game. Cards that are not visible are looked up among
    all cards. Raises `LookupError` if there is no such card."""
    faces = {card.reference: card for card in known}
    wanted = " ".join(text.split()).casefold()
    every = list(objects_in(view))
    if wanted.isdecimal() and 1 <= int(wanted) <= len(options):
        about = options[int(wanted) - 1].object
        if about is None or about.reference is None:
            raise LookupError(f"option {wanted} concerns no visible card")
        references = [about.reference]
    else:
        found = [seen for seen in every if wanted in f"{seen.name} {seen.version}".casefold()]
        references = list(dict.fromkeys(seen.reference for seen in found if seen.reference))
    if not references:
        card = cards.find(text)
        return [*_face(card), "  Not visible."]
    lines = []
    for reference in references[:MOST]:
        lines += _face(faces[reference])
        lines += [_place(seen) for seen in every if seen.reference == reference]
    if len(references) > MOST:
        rest = ", ".join(str(faces[reference]) for reference in references[MOST:])
        lines.append(f"Also: {rest}.")
    return lines


def _face(card: Card) -> list[str]:
    return [*facts(card), *(f"  {said}" for said in wording(card))]


def _place(seen: ObjectView) -> str:
    where = f"{seen.expedition} Expedition" if seen.zone == "expedition" else seen.zone
    return f"  - {where} of {seen.controller}: {object_text(seen)}"
