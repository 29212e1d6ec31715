"""Messages to pages about a game, as JSON: built from views and options, which contain no hidden
information.

>>> from altered_env import Game
>>> seat = Game.start("axiom", "bravos", seed=1).seat("A")
>>> told = board_of(seat.view)
>>> told["players"][1]["hand"], told["players"][1]["hand_count"]
([], 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from altered_env.cards import Card
from altered_env.engine.terms import RULE
from altered_env.game.card_text import wording
from altered_env.game.lines import in_english
from altered_env.game.narration import compared, is_held
from altered_env.game.options import Option
from altered_env.game.states import State
from altered_env.render.views import ObjectView, PlayerView, View

Json = dict[str, Any]
_NOT_OF_BOARDS = ("players", "options", "regions", "emblems")


def board_of(view: View) -> Json:
    """A view, complete; options are serialised by `choice_of`."""
    told: Json = {
        field.name: getattr(view, field.name)
        for field in fields(view)
        if field.name not in _NOT_OF_BOARDS
    }
    told["dice"] = list(view.dice)
    told["regions"] = [
        {
            "number": region.number,
            "up": region.face_up,
            "terrains": sorted(region.terrains),
            "printed": sorted(region.printed),
        }
        for region in view.regions
    ]
    told["players"] = [_player(player, view) for player in view.players]
    told["emblems"] = [
        {
            "kind": emblem.kind,
            "controller": emblem.controller,
            "source": emblem.source,
            "says": in_english(emblem.line),
            "duration": emblem.duration,
            "uses": emblem.uses,
        }
        for emblem in view.emblems
    ]
    return told


def has_unlimited_mana(game: State) -> bool:
    """Can any cost be paid, as in Booster War?"""
    return bool(int(game.record["rules"]) & RULE.MANA_UNLIMITED)


def _player(player: PlayerView, view: View) -> Json:
    facing = {f"{e.controller} {e.name}": e for who in view.players for e in who.expeditions}
    return {
        "seat": player.seat,
        "allies": player.allies,
        "hand_count": player.hand_count,
        "deck_count": player.deck_count,
        "mana_ready": player.mana_ready,
        "reserve_limit": player.reserve_limit,
        "landmark_limit": player.landmark_limit,
        "passed": player.passed,
        "set_aside": player.set_aside,
        "hero": None if player.hero is None else object_of(player.hero),
        **{
            zone: [object_of(seen) for seen in getattr(player, zone)]
            for zone in ("hand", "deck", "mana", "reserve", "discard", "landmarks", "limbo")
        },
        "expeditions": [
            {
                "name": expedition.name,
                "distance": expedition.distance,
                "region": expedition.region,
                "facing": expedition.facing,
                "ascended": expedition.ascended,
                "moved": expedition.moved_today,
                "held": is_held(view, expedition),
                "stats": [expedition.forest, expedition.mountain, expedition.water],
                "compared": [
                    list(one) for one in compared(view, expedition, facing[expedition.facing])
                ],
                "objects": [object_of(seen) for seen in expedition.objects],
            }
            for expedition in player.expeditions
        ],
    }


def object_of(seen: ObjectView) -> Json:
    """An object in its current state; `face_of` sends the printed card once."""
    told: Json = {"slot": seen.slot, "zone": seen.zone, "type": seen.type, "stamp": seen.timestamp}
    if seen.statuses:
        told["statuses"] = sorted(seen.statuses)
    if seen.boosts:
        told["boosts"] = seen.boosts
    if seen.counters:
        told["counters"] = dict(sorted(seen.counters.items()))
    if seen.owner != seen.controller:
        told["owner"] = seen.owner
    told["controller"] = seen.controller
    if seen.name is None:
        return told
    told |= {
        "name": seen.name,
        "reference": seen.reference,
        "costs": [seen.hand_cost, seen.reserve_cost],
        "stats": [seen.forest, seen.mountain, seen.water],
    }
    if seen.keywords - {"uncounted"}:
        told["keywords"] = sorted(seen.keywords - {"uncounted"})
    if seen.tough:
        told["tough"] = seen.tough
    if seen.gained:
        told["gained"] = [in_english(line) for line in seen.gained]
    if seen.muted:
        told["muted"] = True
    return told


def face_of(card: Card) -> Json:
    """A printed card: facts, and our own wording of its effects."""
    said = wording(card)
    return {
        "reference": card.reference,
        "name": card.name,
        "version": card.version,
        "faction": card.faction,
        "rarity": card.rarity,
        "type": card.type,
        "subtypes": list(card.subtypes),
        "costs": [card.hand_cost, card.reserve_cost],
        "stats": [card.forest, card.mountain, card.water],
        "limits": [card.reserve_limit, card.landmark_limit],
        "token": card.token,
        "text": said[: len(card.abilities)],
        "support": [line.removeprefix("Support: ") for line in said[len(card.abilities) :]],
    }


def references_in(board: Mapping[str, Any]) -> set[str]:
    """The references of the cards that a board of `board_of` shows."""
    found: set[str] = set()
    for player in board["players"]:
        zones: list[Iterable[Json]] = [
            player[zone]
            for zone in ("hand", "deck", "mana", "reserve", "discard", "landmarks", "limbo")
        ]
        zones += [expedition["objects"] for expedition in player["expeditions"]]
        zones.append([player["hero"]] if player["hero"] else [])
        found.update(seen["reference"] for zone in zones for seen in zone if "reference" in seen)
    return found


def choice_of(option: Option, then: Json | None = None) -> Json:
    """One answer to the open decision, what on the board it is about, and what can be chosen `then`
    (`looking_ahead.following`)."""
    told: Json = {"action": option.action, "kind": option.kind, "label": option.label}
    if option.object is not None:
        told["slot"] = option.object.slot
        if option.copies:
            told["slots"] = [copy.slot for copy in option.copies]
        if option.object.reference is not None:
            told["reference"] = option.object.reference
        if option.kind == "turn":
            told["uses"] = option.value
    elif option.kind in ("expedition", "player", "region", "terrain", "use"):
        told["value"] = option.value
    if then is not None:
        told["then"] = then
    if option.alike:
        told["alike"] = list(option.alike)
    return told
