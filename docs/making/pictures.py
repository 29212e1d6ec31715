"""Pictures of the concepts: a day, a decision, an observation, hidden information, intervals.

Their numbers come from the code, so none can be out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from altered_env._runtime.atomic_files import write_atomically
from altered_env.arena.ratings import wilson
from altered_env.batch import layout
from altered_env.engine.layout import ACTIONS, OBJECTS
from altered_env.render.palette import COLOURS
from altered_env.render.picture import Picture, Shape
from altered_env.render.svg import svg
from docs.making.drawing import EDGE, FAINT, SHADE, WIDTH, Drawing

__all__ = ["PICTURES", "draw"]

LIGHT = COLOURS["light"]
FOREST, MOUNTAIN, WATER = COLOURS["forest"], COLOURS["mountain"], COLOURS["water"]


def day() -> Picture:
    """The five phases of a day in order, with their actions."""
    drawing = Drawing(350, "The five phases of a day")
    phases = {
        "Morning": ("the first player changes", "cards are readied", "each draws two",
                    "each may turn one into Mana: Expand"),
        "Noon": ("\"At Noon\" abilities activate",),
        "Afternoon": ("turns in order: play a card, use a quick action, or pass",
                      "until all have passed"),
        "Dusk": ("each Expedition compares statistics in its region's terrains,",
                 "and moves if it wins"),
        "Night": ("Rest: Characters whose Expedition moved go to Reserve", "Clean-up",
                  "victory is checked"),
    }  # fmt: skip
    step = (WIDTH - 30) / len(phases)
    for k, (name, lines) in enumerate(phases.items()):
        x = 20 + k * step
        drawing.box(x, 56, step - 26, 190, name, lines)
        if k + 1 < len(phases):
            drawing.arrow(x + step - 25, 140, x + step - 1, 140)
    drawing.words(20, 36, "A day", 20, bold=True)
    drawing.words(
        20,
        282,
        "Every phase begins with an event that activates abilities.",
        16,
    )
    drawing.words(
        20,
        308,
        "Reactions to an event are played before the day continues.",
        16,
    )
    drawing.words(
        20, 334, "Set-up comes before the first Morning; after Night a new day begins.", 16, FAINT
    )
    return drawing.picture()


def decision() -> Picture:
    """The path of a decision through the engine."""
    drawing = Drawing(560, "The path of a decision through the engine")
    drawing.words(20, 36, "The path of a decision", 20, bold=True)
    left = (
        ("An action", ("a number; batch/rows.py turns a row of", "the observation into an object")),
        (
            "The entry",
            ("engine/table.py checks that it is", "offered, and passes it to the top frame"),
        ),
        (
            "Bytecode",
            ("engine/interpreter.py runs the effects of", "cards until a player must decide again"),
        ),
        (
            "A step",
            (
                "staged, modified, prohibited, performed:",
                "staging, modifiers, prohibitions, atomic",
            ),
        ),
        (
            "Its consequences",
            ("passives are updated,", "Reactions activate: emblems wait in Limbo"),
        ),
    )
    for k, (name, lines) in enumerate(left):
        y = 56 + k * 98
        drawing.box(20, y, 420, 82, f"{k + 1}  {name}", lines)
        if k + 1 < len(left):
            drawing.arrow(230, y + 83, 230, y + 97)
    drawing.box(
        520,
        448,
        420,
        82,
        "6  The next decision",
        ("the record holds its kind, its player,", "and a mask of answers"),
    )
    drawing.arrow(441, 489, 519, 489)
    drawing.box(520, 252, 420, 124, "7  Visible information",
                ("batch/observing.py: numbers, compiled",
                 "game/visibility.py: the same in words (View)",
                 "engine/worlds.py: worlds with hidden",
                 "cards drawn again"))  # fmt: skip
    drawing.arrow(730, 447, 730, 377)
    drawing.box(
        520,
        56,
        420,
        82,
        "8  A player",
        ("an agent, a program, a person, a network:", "it gets a Seat and returns an action"),
        WATER,
        LIGHT,
    )
    drawing.arrow(730, 251, 730, 139)
    drawing.arrow(519, 97, 441, 97)
    return drawing.picture()


def observation() -> Picture:
    """The layout of the observation, and of the actions."""
    drawing = Drawing(470, "The layout of the observation and of the actions")
    drawing.words(20, 36, f"The observation: {layout.SIZE:,} numbers (int16)", 20, bold=True)
    says = {
        "globals": "the day, the decision, Expeditions, Mana, the choices",
        "entities": "a row for each visible object: card, zone, statistics, statuses, boosts",
        "emblems": "Reactions waiting to be played",
        "events": "the events of this day",
    }
    widths = {"globals": 250, "entities": 270, "emblems": 190, "events": 171}
    fields = {
        "entities": layout.ENTITY_FIELDS,
        "emblems": layout.EMBLEM_FIELDS,
        "events": layout.EVENT_FIELDS,
    }
    x = 20.0
    for name, part in layout.SLICES.items():
        many = part.stop - part.start
        per = sum(field.width for field in fields[name]) if name in fields else many
        rows = f"{many // per} rows of {per}" if name in fields else f"{many} numbers"
        drawing.box(
            x,
            56,
            widths[name],
            154,
            name,
            (f"{part.start} to {part.stop - 1}", rows, says[name]),
        )
        x += widths[name] + 13
    drawing.words(
        20, 246, f"The actions: one of {ACTIONS}, and a mask of those that are legal", 20, bold=True
    )
    drawing.box(
        20,
        266,
        300,
        104,
        "a row of the table",
        (f"0 to {OBJECTS - 1}", "its object:", "a card to play, a target"),
        FOREST,
        LIGHT,
    )
    drawing.box(
        340,
        266,
        290,
        104,
        "words",
        ("pass, done, yes, no", "an Expedition, a player, a region", "one of a list, a number"),
        MOUNTAIN,
        LIGHT,
    )
    drawing.box(
        650, 266, 290, 104, "a row of the emblems", ("which Reaction is next",), WATER, LIGHT
    )
    drawing.words(
        20,
        410,
        "Row k of the observation is action k: to point at a card, give the number of its row.",
        16,
    )
    drawing.words(
        20,
        436,
        "Rows are sorted by public information, so their order reveals nothing.",
        16,
        FAINT,
    )
    return drawing.picture()


def knowing() -> Picture:
    """Visible and hidden information of each seat."""
    drawing = Drawing(420, "What each agent knows")
    drawing.words(20, 36, "What each agent knows", 20, bold=True)
    rows = (
        ("face-up cards: Expeditions, Landmarks, Reserve, discard piles, Heroes", "yes", "yes"),
        ("turns, days, dice, plays, the number of cards in each zone", "yes", "yes"),
        ("A's hand, and Deck cards that A has looked at", "yes", "no"),
        ("B's hand, and Deck cards that B has looked at", "no", "yes"),
        ("the faces of Mana Orbs", "its own", "its own"),
        ("both deck lists (unless lists are closed)", "both", "both"),
        ("the order of either Deck, and the seed", "no", "no"),
    )
    drawing.words(660, 70, "seat A", 17, bold=True)
    drawing.words(810, 70, "seat B", 17, bold=True)
    colours = {"yes": FOREST, "no": COLOURS["bravos"], "both": FOREST, "its own": MOUNTAIN}
    for k, (what, one, two) in enumerate(rows):
        y = 84 + k * 40
        drawing.shapes.append(Shape("box", 20, y, 920, 34, 6, SHADE if k % 2 else "#fbf7ec"))
        drawing.words(34, y + 23, what, 15)
        for x, known in ((660, one), (810, two)):
            drawing.shapes.append(Shape("box", x - 10, y + 4, 84, 26, 6, colours[known]))
            drawing.words(x + 32, y + 22, known, 15, LIGHT, anchor="middle")
    drawing.words(
        20,
        396,
        "A Seat contains a resampled world: everything its player does not know is random.",
        16,
    )
    return drawing.picture()


def intervals() -> Picture:
    """Intervals narrow with the number of games."""
    drawing = Drawing(400, "How intervals narrow with the number of games")
    drawing.words(20, 36, "A win rate of 60 % after more and more games", 20, bold=True)
    left, wide = 220.0, 660.0
    for share in (0.2, 0.4, 0.5, 0.6, 0.8):
        x = left + wide * share
        drawing.shapes.append(Shape("box", x, 60, 1.5, 250, fill=EDGE))
        drawing.words(x, 332, f"{100 * share:.0f} %", 15, FAINT, anchor="middle")
    for k, games in enumerate((10, 50, 200, 1000, 5000)):
        y = 84 + k * 48
        low, high = wilson(0.6 * games, games)
        drawing.words(20, y + 6, f"{games:,} games", 16)
        drawing.shapes.append(
            Shape("box", left + wide * low, y - 4, wide * (high - low), 8, 4, WATER)
        )
        drawing.shapes.append(Shape("box", left + wide * 0.6 - 5, y - 9, 10, 18, 3, MOUNTAIN))
        drawing.words(left + wide * high + 10, y + 6, f"{100 * low:.1f} to {100 * high:.1f} %", 15)
    drawing.words(
        20,
        366,
        "Wilson intervals contain the true rate in 95 of 100 such measurements. Games that come in",
        16,
    )
    drawing.words(20, 388, "pairs or share decks count as fewer games.", 16)
    return drawing.picture()


PICTURES: dict[str, Callable[[], Picture]] = {
    "day": day,
    "decision": decision,
    "intervals": intervals,
    "knowing": knowing,
    "observation": observation,
}


def draw(folder: Path) -> None:
    """Write all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in PICTURES.items():
        write_atomically(folder / f"{name}.svg", svg(picture()).encode())


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
