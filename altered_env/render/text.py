"""A view as text: a board that a player can read in a terminal."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from altered_env._runtime.plurals import counted
from altered_env.render.views import (
    EmblemView,
    ExpeditionView,
    ObjectView,
    PlayerView,
    RegionView,
    View,
)

WIDTH = 80
"""The default maximum width of lines."""
Faces = Callable[[str], str]
"""The text of the card with a reference."""
LINE = 8
"""Regions in one line of the Adventure; for four players there are two."""
_LETTERS = (("forest", "F"), ("mountain", "M"), ("water", "W"))


def board(view: View, width: int = WIDTH, faces: Faces | None = None) -> str:
    """The whole table, the viewer's side at the bottom. With `faces`, cards whose text matters have
    a line each, with their version, costs, statistics and effects, in short.

    >>> from altered_env import Game
    >>> text = board(Game.start("axiom", "bravos", seed=1).view("A"))
    >>> text.splitlines()[0].startswith("Set-up. First player: ")
    True
    """
    seats = [player.seat for player in view.players]
    near = seats.index(view.seat) + 1 if view.seat else 1
    lines = [_headline(view)]
    for first in range(0, len(view.regions), LINE):
        lines += ["", *_adventure(view, view.regions[first : first + LINE])]
    for player in (*view.players[near:], *view.players[:near]):
        lines += ["", *_player(player, view, width, faces)]
    if view.emblems:
        lines += ["", "Limbo"]
        lines += [f"  {_emblem(emblem)}" for emblem in view.emblems]
    if view.dice:
        lines += ["", f"Dice: {', '.join(map(str, view.dice))}"]
    if view.options:
        lines += ["", view.question]
        lines += [f"  {action:>3}  {label}" for action, label in view.options]
    elif view.decider is not None:
        lines += ["", f"{view.decider} decides."]
    return "\n".join(piece for line in lines for piece in _broken(line.rstrip(), width)) + "\n"


def _broken(line: str, width: int) -> list[str]:
    """A line wrapped to this width, continuation lines indented."""
    if len(line) <= width:
        return [line]
    deep = len(line) - len(line.lstrip()) + 4
    return textwrap.wrap(line, width, subsequent_indent=" " * deep, break_on_hyphens=False)


def _headline(view: View) -> str:
    if view.over:
        won = " and ".join(view.winners) or "nobody"
        won += " have won" if len(view.winners) > 1 else " has won"
        return f"Day {view.day}: the game is over, {won}."
    parts = [view.moment, f"First player: {view.first_player}"]
    if view.turn_player:
        parts.append(f"{view.turn_player}'s turn")
    if view.arena:
        parts.append("Tiebreaker in the Arena")
    return ". ".join(parts) + "."


def _terrain(region: RegionView) -> str:
    now = "".join(letter for word, letter in _LETTERS if word in region.terrains)
    if region.face_up:
        return now or "-"
    hidden = "".join(letter for word, letter in _LETTERS if word in region.printed)
    return f"({hidden.lower()})" if hidden else "?"


def _adventure(view: View, regions: Sequence[RegionView]) -> list[str]:
    """Regions in a row, and under each the Expeditions that are in it."""
    first, wide = 8, 9
    head = "Region".ljust(first) + "".join(str(r.number).center(wide) for r in regions)
    terrains = "Terrain".ljust(first) + "".join(_terrain(r).center(wide) for r in regions)
    rows = [head, terrains]
    for player in view.players:
        row = player.seat.ljust(first)
        for region in regions:
            here = [e for e in player.expeditions if e.region == region.number]
            row += _standing(here).center(wide)
        rows.append(row)
    return rows


def _standing(here: Sequence[ExpeditionView]) -> str:
    """The Expeditions of a player in one region, in short; `^` says that one is ascended."""
    if any(e.ascended for e in here) and len(here) > 1:
        return "+".join(e.name[0] + "^" * e.ascended for e in here)
    return "+".join(e.name.replace("companion", "comp")[:7] + "^" * e.ascended for e in here)


def object_text(seen: ObjectView) -> str:
    """An object in short: `Brassbug 3/3/3 (1 boost, asleep)`."""
    if seen.name is None:
        return "a Mana Orb" if seen.zone == "mana" else "a card"
    text = seen.name
    if seen.type == "character" and seen.zone in ("expedition", "limbo"):
        text += f" {seen.stats}"
    elif seen.zone == "hand":
        text += f" ({seen.hand_cost})"
    elif seen.zone == "reserve":
        text += f" ({seen.reserve_cost})"
    notes = []
    if seen.boosts:
        notes.append(counted(seen.boosts, "boost"))
    notes += [f"{number} {name}" for name, number in sorted(seen.counters.items())]
    notes += sorted(seen.statuses)
    if seen.zone == "expedition":
        notes += sorted(seen.keywords - {"uncounted"})
        if seen.tough:
            notes.append(f"tough {seen.tough}")
    if seen.muted:
        notes.append("no abilities")
    notes += [f"has {line}" for line in seen.gained]
    if seen.zone != "hero" and seen.owner != seen.controller:
        notes.append(f"of {seen.owner}")
    return text + (f" ({', '.join(notes)})" if notes else "")


def _row(label: str, objects: Iterable[ObjectView], width: int) -> list[str]:
    """A labelled list, alike things counted, broken into lines."""
    said = Counter(object_text(seen) for seen in objects)
    items = [text if n == 1 else f"{n}x {text}" for text, n in said.items()]
    if not items:
        return []
    start = f"  {label:<12}"
    lines = []
    line = start
    for i, item in enumerate(items):
        piece = item + ("," if i + 1 < len(items) else "")
        if len(line) + len(piece) > width and line.strip() and line != start:
            lines.append(line)
            line = " " * len(start)
        line += piece + " "
    return [*lines, line]


def _listed(
    label: str, objects: Iterable[ObjectView], width: int, faces: Faces | None
) -> list[str]:
    """A labelled list; with faces, a line for each card that has one, alike ones counted."""
    if faces is None:
        return _row(label, objects, width)
    counted = Counter(_with_face(seen, faces, width) for seen in objects)
    if not counted:
        return []
    rows = [text if n == 1 else _cut(f"{n}x {text}", width - 4) for text, n in counted.items()]
    return [*([f"  {label}"] if label else []), *(f"    {row}" for row in rows)]


def _with_face(seen: ObjectView, faces: Faces, width: int) -> str:
    """An object with its printed card, as far as it is known and there is room."""
    if seen.name is None:
        return object_text(seen)
    named = f"{seen.name} {seen.version}".rstrip()
    text = named + object_text(seen).removeprefix(seen.name or "")
    if seen.zone in ("hand", "reserve"):
        stats = f"  {seen.stats}" if seen.type == "character" else ""
        notes = object_text(seen).partition(") (")[2]
        text = f"{named}  {seen.hand_cost}/{seen.reserve_cost}{stats}"
        text += f" ({notes}" if notes else ""
    said = faces(seen.reference or "")
    return _cut(f"{text}  {said}".rstrip(), width - 4)


def _cut(text: str, most: int) -> str:
    """The text, cut between words if it is too long."""
    if len(text) <= most:
        return text
    return text[: most - 2].rsplit(" ", 1)[0].rstrip(" ,;:") + "..."


def _expedition(
    expedition: ExpeditionView, facing: bool, width: int, faces: Faces | None
) -> list[str]:
    sums = f"F{expedition.forest} M{expedition.mountain} W{expedition.water}"
    label = f"{expedition.name} Expedition, {expedition.distance} from its start, {sums}"
    if expedition.ascended:
        label += ", ascended"
    if facing:
        label += f", facing {expedition.facing}"
    return [f"  {label}", *_listed("", expedition.objects, width, faces)]


def _player(player: PlayerView, view: View, width: int, faces: Faces | None) -> list[str]:
    hero = object_text(player.hero) if player.hero else "no Hero"
    facts = [
        f"hand {player.hand_count}",
        f"Deck {player.deck_count}",
        f"mana {player.mana_ready}/{len(player.mana)}",
        f"discard {len(player.discard)}",
    ]
    if player.passed:
        facts.append("passed")
    if player.set_aside and not view.over:
        facts.append(f"{player.set_aside} named")
    if player.allies:
        facts.append(f"with {player.allies}")
    rows = [f"{player.seat}: {hero}   {', '.join(facts)}"]
    if faces and player.hero and (said := faces(player.hero.reference or "")):
        rows.append(f"    {_cut(said, width - 4)}")
    rows += _listed("Hand", player.hand, width, faces)
    if view.seat is None:
        rows += _row("Deck, top", player.deck[:3], width)
    elif player.deck:
        rows += _row("known, Deck", player.deck, width)
    rows += _row("Mana", [orb for orb in player.mana if orb.name is not None], width)
    rows += _listed("Reserve", player.reserve, width, faces)
    rows += _listed("Landmarks", player.landmarks, width, faces)
    rows += _listed("in Limbo", player.limbo, width, faces)
    rows += _row("Discard", player.discard, width)
    for expedition in player.expeditions:
        rows += _expedition(expedition, len(view.players) > 2, width, faces)
    return rows


def _emblem(emblem: EmblemView) -> str:
    kind = {"reaction": "Reaction", "ongoing": "Ongoing", "waiting": "until Rest"}[emblem.kind]
    text = f"{emblem.controller}: {kind} of {emblem.source or 'an effect'}: {emblem.line}"
    notes = [emblem.duration] if emblem.duration else []
    if emblem.uses:
        notes.append(f"{emblem.uses} times")
    return text + (f" ({', '.join(notes)})" if notes else "")
