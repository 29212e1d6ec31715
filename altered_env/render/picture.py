"""The drawing of a board: where everything stands, as plain shapes. `svg.py` writes them for pages
and notebooks, `raster.py` paints them as pixels.

It is drawn of a `View`, so it shows no more than its player may know.

>>> from altered_env import Game
>>> drawn = picture(Game.start("axiom", "bravos", seed=1).view("A"))
>>> drawn.width, drawn.height, any(s.text == "Sierra & Oddball" for s in drawn.shapes)
(1200, 674, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from altered_env.render.palette import COLOURS, TERRAINS
from altered_env.render.text import LINE, object_text
from altered_env.render.views import ExpeditionView, ObjectView, PlayerView, RegionView, View

WIDTH = 1200
EDGE = 16
GAP = 8
STRIP, EXPEDITION, HAND, PATH, HEAD = 92, 112, 76, 84, 34
TILE = (112, 62)
SEATS = {seat: COLOURS[f"seat-{seat.lower()}"] for seat in "ABCD"}
_SIGNS = {
    "forest": (
        (0, -8),
        (5, 0),
        (3, 0),
        (6, 5),
        (1, 5),
        (1, 8),
        (-1, 8),
        (-1, 5),
        (-6, 5),
        (-3, 0),
        (-5, 0),
    ),
    "mountain": ((-2, -6), (1, -1), (3, -4), (9, 6), (-9, 6)),
    "water": ((0, -8), (3.5, -2.5), (4.8, 1.5), (4, 5), (0, 7), (-4, 5), (-4.8, 1.5), (-3.5, -2.5)),
}
LETTER = 0.56
"""About how wide a letter is, of its height."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A rounded rectangle, a polygon, or a line of text."""

    kind: str
    """`box`, `area` or `text`."""
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0
    round: float = 0
    fill: str = ""
    edge: str = ""
    text: str = ""
    """Of a text its letters, of a box what is said when one points at it."""
    size: float = 0
    bold: bool = False
    anchor: str = "start"
    points: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing: its size, and shapes from the back to the front."""

    width: int
    height: int
    shapes: tuple[Shape, ...]
    title: str


class _Pen:
    """Collects shapes."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str,
        round: float = 6,
        edge: str = "",
        says: str = "",
    ) -> None:
        self.shapes.append(Shape("box", x, y, width, height, round, fill, edge, says))

    def area(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        self.shapes.append(Shape("area", fill=fill, points=tuple(points)))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 13,
        fill: str = COLOURS["light"],
        bold: bool = False,
        anchor: str = "start",
        most: float = 0,
    ) -> None:
        """A line of text, at its base; cut where it would be wider than `most`."""
        if most:
            letters = int(most / (size * LETTER * (1.06 if bold else 1)))
            if len(text) > letters:
                text = text[: max(1, letters - 1)].rstrip() + "\u2026"
        self.shapes.append(
            Shape("text", x, y, fill=fill, text=text, size=size, bold=bold, anchor=anchor)
        )


def picture(view: View) -> Picture:
    """The whole table, the viewer's side at the bottom."""
    seats = [player.seat for player in view.players]
    at = seats.index(view.seat) if view.seat else 0
    mine, others = view.players[at], (*view.players[at + 1 :], *view.players[:at])
    pen = _Pen()
    top: float = EDGE + HEAD
    for player in others:
        top = _hand(pen, player, top)
        top = _strip(pen, player, top)
        top = _expeditions(pen, player, view, top)
    for first in range(0, len(view.regions), LINE):
        top = _path(pen, view, view.regions[first : first + LINE], mine.seat, top)
    top = _expeditions(pen, mine, view, top)
    top = _strip(pen, mine, top)
    top = _hand(pen, mine, top)
    top = _under_way(pen, view, top)
    height = int(top - GAP + EDGE)
    head = _Pen()
    head.box(0, 0, WIDTH, height, COLOURS["night"], 0)
    title = _headline(view)
    head.text(EDGE, EDGE + 20, title, 19, bold=True, most=WIDTH - 2 * EDGE)
    return Picture(WIDTH, height, (*head.shapes, *pen.shapes), title)


def _headline(view: View) -> str:
    if view.over:
        return f"Day {view.day}: {' and '.join(view.winners) or 'no one'} won"
    parts = [view.moment, f"first player {view.first_player}"]
    if view.decider:
        parts.append(f"{view.decider} decides")
    return " \u00b7 ".join(parts)


def _seat(pen: _Pen, seat: str, x: float, y: float, size: float, letter: str = "") -> None:
    pen.box(x, y, size, size, SEATS[seat], size / 2)
    pen.text(
        x + size / 2, y + size * 0.72, letter or seat, size * 0.62, COLOURS["ink"], True, "middle"
    )


def _strip(pen: _Pen, player: PlayerView, top: float) -> float:
    """Hero, counts, Mana Orbs, Reserve and Landmarks of a player."""
    pen.box(EDGE, top, WIDTH - 2 * EDGE, STRIP, COLOURS["table"], 9)
    _seat(pen, player.seat, EDGE + 10, top + 32, 28)
    if player.hero is not None:
        _tile(pen, player.hero, EDGE + 48, top + 16)
    facts = [
        f"hand {player.hand_count}   Deck {player.deck_count}",
        f"discard {len(player.discard)}   mana {player.mana_ready}/{len(player.mana)}",
        " ".join(
            [
                *(["passed"] if player.passed else []),
                *([f"with {player.allies}"] * bool(player.allies)),
            ]
        ),
    ]
    for k, fact in enumerate(facts):
        pen.text(EDGE + 172, top + 30 + 19 * k, fact, 13, COLOURS["quiet"])
    for k, orb in enumerate(player.mana[:20]):
        x, y = EDGE + 330 + 17 * (k % 7), top + 22 + 20 * (k // 7)
        fill = COLOURS["edge"] if "exhausted" in orb.statuses else "#63b7d8"
        pen.area([(x + 7, y), (x + 14, y + 8), (x + 7, y + 16), (x, y + 8)], fill)
    _row(pen, player.reserve, EDGE + 470, top + 22, 408, "Reserve")
    _row(pen, player.landmarks, EDGE + 898, top + 22, 262, "Landmarks")
    return top + STRIP + GAP


def _row(
    pen: _Pen, objects: Sequence[ObjectView], x: float, y: float, width: float, title: str = ""
) -> None:
    """Tiles in a row, over each other where there are many."""
    if title:
        pen.text(x, y - 6, f"{title} {len(objects)}", 11, COLOURS["quiet"])
    if not objects:
        return
    step = min(TILE[0] + 6.0, (width - TILE[0]) / max(1, len(objects) - 1))
    for k, seen in enumerate(objects):
        _tile(pen, seen, x + k * step, y)


def _tile(pen: _Pen, seen: ObjectView, x: float, y: float) -> None:
    """A card as it lies on the table."""
    width, height = TILE
    if seen.name is None:
        pen.box(x, y, width, height, COLOURS["raised"], 6, COLOURS["edge"])
        return
    spent = bool(seen.statuses & {"exhausted", "asleep"})
    pen.box(
        x,
        y,
        width,
        height,
        COLOURS["shade" if spent else "paper"],
        6,
        COLOURS.get(seen.faction, COLOURS["neutral"]),
        object_text(seen),
    )
    pen.box(x, y, width, 19, COLOURS.get(seen.faction, COLOURS["neutral"]), 5)
    costs = seen.zone in ("hand", "reserve", "limbo") and seen.hand_cost is not None
    if costs:
        for k, cost in enumerate((seen.hand_cost, seen.reserve_cost)):
            pen.box(x + 3 + 15 * k, y + 3, 13, 13, ("#ffffff", COLOURS["shade"])[k], (7, 3)[k])
            pen.text(x + 9.5 + 15 * k, y + 13.5, str(cost), 10, COLOURS["ink"], True, "middle")
    indent = 34 if costs else 6
    pen.text(x + indent, y + 14, seen.name, 11, "#ffffff", True, most=width - indent - 2)
    if seen.type == "character":
        _statistics(pen, (seen.forest, seen.mountain, seen.water), x + 4, y + 23, 34, 16)
    else:
        pen.text(x + 6, y + 35, seen.type.replace("_", " "), 10.5, COLOURS["faint"])
    notes = [f"+{seen.boosts}"] if seen.boosts else []
    notes += [f"{number} {name}" for name, number in sorted(seen.counters.items())]
    notes += sorted(seen.statuses)
    if notes:
        pen.text(x + 6, y + 55, ", ".join(notes), 10.5, COLOURS["boost"], True, most=width - 8)


def _statistics(
    pen: _Pen,
    numbers: Sequence[int],
    x: float,
    y: float,
    width: float,
    height: float,
    counts: frozenset[str] | None = None,
) -> None:
    for k, (terrain, number) in enumerate(zip(TERRAINS, numbers, strict=True)):
        at = x + k * (width + 1)
        edge = COLOURS["light"] if counts is not None and terrain in counts else ""
        pen.box(at, y, width, height, COLOURS[terrain], 4, edge)
        pen.text(
            at + width / 2, y + height * 0.78, str(number), height * 0.75, "#ffffff", True, "middle"
        )


def _expeditions(pen: _Pen, player: PlayerView, view: View, top: float) -> float:
    width = (WIDTH - 2 * EDGE - GAP) / 2
    for way, expedition in enumerate(player.expeditions):
        _expedition(pen, expedition, view, EDGE + way * (width + GAP), top, width)
    return top + EXPEDITION + GAP


def _expedition(
    pen: _Pen, expedition: ExpeditionView, view: View, x: float, top: float, width: float
) -> None:
    pen.box(x, top, width, EXPEDITION, COLOURS["table"], 9, COLOURS["raised"])
    _seat(pen, expedition.controller, x + 9, top + 9, 22, expedition.name[0].upper())
    title = f"{expedition.name.capitalize()} Expedition"
    pen.text(x + 39, top + 25, title, 14, bold=True)
    notes = [f"{expedition.distance} from its start"]
    notes += ["moved"] * expedition.moved_today + ["ascended"] * expedition.ascended
    if len(view.players) > 2:
        notes.append(f"facing {expedition.facing}")
    pen.text(x + 226, top + 25, ", ".join(notes), 12, COLOURS["quiet"])
    region = view.regions[expedition.region] if view.regions else None
    counts = region.terrains if region is not None else frozenset()
    numbers = (expedition.forest, expedition.mountain, expedition.water)
    _statistics(pen, numbers, x + width - 138, top + 9, 42, 21, counts)
    _row(pen, expedition.objects, x + 9, top + 42, width - 18)


def _path(pen: _Pen, view: View, regions: Sequence[RegionView], near: str, top: float) -> float:
    """Regions in a row, and the Expeditions that are in them."""
    step = (WIDTH - 2 * EDGE + GAP) / LINE
    for k, region in enumerate(regions):
        x, width = EDGE + k * step, step - GAP
        shown = [
            t for t in TERRAINS if t in (region.terrains if region.face_up else region.printed)
        ]
        fill = COLOURS["raised"]
        says = f"region {region.number}: {', '.join(shown) or 'unknown'}"
        pen.box(x, top + 24, width, 36, fill, 7, "" if region.face_up else COLOURS["edge"], says)
        for n, terrain in enumerate(shown):
            part = width / len(shown)
            if region.face_up:
                pen.box(x + n * part, top + 24, part, 36, COLOURS[terrain], 5)
            fill = "#ffffff" if region.face_up else COLOURS["quiet"]
            _sign(pen, terrain, x + (n + 0.5) * part, top + 42, fill)
        if not shown:
            pen.text(x + width / 2, top + 47, "?", 15, COLOURS["quiet"], True, "middle")
        for far in (True, False):
            here = [
                e
                for player in view.players
                for e in player.expeditions
                if (player.seat != near) == far and e.region == region.number
            ]
            left = x + width / 2 - 11 * len(here)
            for n, e in enumerate(here):
                y = top if far else top + 64
                _seat(pen, e.controller, left + 22 * n, y, 20, e.name[0].upper())
    return top + PATH + GAP


def _sign(pen: _Pen, terrain: str, x: float, y: float, fill: str) -> None:
    """A tree, peaks or a drop, about this place."""
    pen.area([(x + a * 1.25, y + b * 1.25) for a, b in _SIGNS[terrain]], fill)


def _hand(pen: _Pen, player: PlayerView, top: float) -> float:
    """The cards of a hand that the viewer knows; nothing where there are none."""
    if not player.hand:
        return top
    pen.text(EDGE, top + 38, f"Hand {player.hand_count}", 13, COLOURS["quiet"])
    _row(pen, player.hand, EDGE + 70, top + 4, WIDTH - 2 * EDGE - 70)
    return top + HAND + GAP


def _under_way(pen: _Pen, view: View, top: float) -> float:
    """Objects in Limbo, and dice."""
    limbo = [seen for player in view.players for seen in player.limbo]
    says = [f"{e.controller}: {e.kind} of {e.source or 'an effect'}" for e in view.emblems]
    says += [f"dice {', '.join(map(str, view.dice))}"] if view.dice else []
    if not limbo and not says:
        return top
    pen.text(EDGE, top + 38, "Under way", 13, COLOURS["quiet"])
    _row(pen, limbo, EDGE + 90, top + 4, 480)
    pen.text(EDGE + 590, top + 38, "; ".join(says), 12, COLOURS["quiet"], most=WIDTH - 640)
    return top + HAND + GAP
