"""The part after "If ...:" happens only if the condition holds, with its own references.

Every condition is combined with every effect here: a reference of the condition, such as the card
paid, is not the effect's "it" if the effect has its own.
"""

from __future__ import annotations

import re

import pytest

from altered_env.language.english import understand

PLAIN = "If you control a Robot:"
CONDITIONS = [
    "You may discard a card from your Reserve. If you do:",
    "You may put a card from your hand in Reserve. If you do:",
    "You may sacrifice a Plant. If you do:",
    "You may discard one of your Mana Orbs. If you do:",
    "You may return target Plant to its owner's hand. If you do:",
    "You may pay {2}. If you do:",
]
EFFECTS = [
    "Draw two cards. I gain 2 boosts.",
    "Reveal the top card of your deck. If it's a Plant, draw it, otherwise discard it.",
    "Reveal the top card of your deck. If it's a Plant, draw it. If it's a Robot, discard it.",
    "You may have target Robot gain [[Fleeting]]. If it's facing me, draw two cards.",
    "You may exhaust target card in Reserve. If it's in your Reserve, draw two cards.",
    "You may send target Robot to Reserve. Unless it was in {V}, its controller draws two cards.",
    "You may discard target Robot. If its Base Cost was {2} or more, its controller draws a card.",
    "You may discard target Robot. If you do, create a [Brassbug 2/2/2] token in its Expedition.",
    "You may discard target Permanent. If you don't, I gain 3 boosts.",
    "Target a Robot, then roll a die. On a 4+, it gains [[Anchored]]. On a 1-3, it gains 1 boost.",
    "Roll a die. On a 4+, draw two cards. On a 1-3, [[Sabotage]].",
    "You may target a Robot, it gains [[Anchored]]. If you control it, draw two cards.",
    "Each player chooses a Robot they control. It gains [[Fleeting]].",
]


def body(condition: str, effect: str) -> str:
    """The steps under the condition, with names in order of assignment."""
    found = understand(f"{{J}} {condition} {effect}")
    assert found.ok, found.problems
    (ability,) = found.abilities
    (step,) = steps(ability.removeprefix("J: "), ";")  # nothing is outside of the condition
    assert step.startswith("if_(")
    _, done = steps(step.removeprefix("if_(").removesuffix(")"), ",")
    names: dict[str, str] = {}
    return re.sub(
        r"(?<![\w.])[r-z](?![\w(])", lambda at: names.setdefault(at[0], f"{len(names)}"), done
    )


def steps(notation: str, mark: str) -> list[str]:
    """The parts of a notation between marks that no bracket holds."""
    found, depth = [""], 0
    for letter in notation:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == mark and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found]


@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_an_effect_is_the_same_under_any_condition(condition, effect):
    assert body(condition, effect) == body(PLAIN, effect)
