"""Events as one seat sees them: the difference of two of its views, and nothing else. So they
cannot contain hidden information.

>>> from altered_env import Game
>>> game = Game.start("axiom", "bravos", seed=1)
>>> before = game.view("A")
>>> game.act(game.legal_actions()[0])
>>> events_between(before, before)
[]
>>> events_between(before, game.view("A"))
[{'event': 'set_aside', 'player': 'A', 'from': 0, 'to': 1}]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from altered_env.protocol.messages import plain
from altered_env.render.views import ObjectView, PlayerView, View

Event = dict[str, Any]

_OF_GAME = ("day", "phase", "arena", "first_player", "turn_player")
_OF_PLAYERS = (
    *("hand_count", "deck_count", "mana_ready", "reserve_limit", "landmark_limit"),
    *("passed", "set_aside"),
)
_OF_EXPEDITIONS = ("distance", "region", "facing", "ascended")
_OF_OBJECTS = (
    *("name", "controller", "forest", "mountain", "water", "boosts", "counters", "statuses"),
    *("keywords", "tough", "hand_cost", "reserve_cost", "gained", "muted"),
)


def events_between(before: View, after: View) -> list[Event]:
    """The events that a viewer has seen between two views of a game."""
    return list(_found(before, after))


def _found(before: View, after: View) -> Iterator[Event]:
    for what in _OF_GAME:
        yield from _changed({"event": what}, before, after, what)
    for old, new in zip(before.players, after.players, strict=True):
        for what in _OF_PLAYERS:
            yield from _changed({"event": what, "player": new.seat}, old, new, what)
        for was, now in zip(old.expeditions, new.expeditions, strict=True):
            name = f"{now.controller} {now.name}"
            for what in _OF_EXPEDITIONS:
                yield from _changed({"event": what, "expedition": name}, was, now, what)
    lay = {region.number: region.terrains for region in before.regions}
    for region in after.regions:  # in the Arena there are others
        before_it = lay.get(region.number)
        if before_it != region.terrains:
            head = {"event": "terrains", "region": region.number}
            yield {**head, "from": plain(before_it), "to": plain(region.terrains)}
    yield from _of_objects(_lying(before), _lying(after))
    known = [*before.emblems]
    for emblem in after.emblems:
        if emblem in known:
            known.remove(emblem)
        else:
            yield {"event": "emblem", "emblem": plain(emblem)}
    for emblem in known:
        yield {"event": "emblem_gone", "emblem": plain(emblem)}
    yield from _changed({"event": "dice"}, before, after, "dice")
    if after.over and not before.over:
        yield {"event": "over", "winners": after.winners}


def _changed(head: Event, before: Any, after: Any, what: str) -> Iterator[Event]:
    was, now = getattr(before, what), getattr(after, what)
    if was != now:
        yield {**head, "from": plain(was), "to": plain(now)}


def _of_objects(
    before: dict[int, tuple[str, ObjectView]], after: dict[int, tuple[str, ObjectView]]
) -> Iterator[Event]:
    for slot, (place, seen) in after.items():
        was = before.get(slot)
        if was is None or (was[1].name is not None and was[1].reference != seen.reference):
            yield _moves(slot, seen, None, place)
            continue
        if was[0] != place:
            yield _moves(slot, seen, was[0], place)
        for what in _OF_OBJECTS:
            head = {"event": what, "object": slot}
            yield from _changed(head, was[1], seen, what)
    for slot, (place, seen) in before.items():
        if slot not in after:
            yield _moves(slot, seen, place, None)


def _moves(slot: int, seen: ObjectView, origin: str | None, place: str | None) -> Event:
    return {
        "event": "moves",
        "object": slot,
        "name": seen.name,
        "reference": seen.reference,
        "from": origin,
        "to": place,
    }


def _lying(view: View) -> dict[int, tuple[str, ObjectView]]:
    """Every object of a view by its slot, with where it lies: `B reserve`, `A hero expedition`."""
    return {
        seen.slot: (f"{player.seat} {place}", seen)
        for player in view.players
        for place, objects in _zones(player)
        for seen in objects
    }


def _zones(player: PlayerView) -> Iterator[tuple[str, tuple[ObjectView, ...]]]:
    for zone in ("hand", "deck", "mana", "reserve", "discard", "landmarks", "limbo"):
        yield zone, getattr(player, zone)
    if player.hero is not None:
        yield "hero", (player.hero,)
    for expedition in player.expeditions:
        yield f"{expedition.name} expedition", expedition.objects
