"""Texts in the wording that this project prints, such as the pages and `altered cards show`.

>>> ability_of("When I enter play: Draw 1 card.")
'J: draw(1)'
"""

from __future__ import annotations

import functools
import re

from altered_env.cards import catalogue
from altered_env.cards.importing import Failure, Reading
from altered_env.game.card_text import wording
from altered_env.language.english import understand
from altered_env.language.kinds import Names

_SIGNS = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})
_TRIGGERS = {
    "when i enter play from hand:": "{H}",
    "when i enter play from reserve:": "{R}",
    "when i enter play:": "{J}",
}
"""The signs that official texts have for these words."""


def ability_of(line: str) -> str | None:
    """Return the ability of a card of the package that is worded so; None if there is none."""
    return _known().get(_plain(line))


def in_own_words(reading: Reading, names: Names) -> Reading:
    """Return a reading whose text was not understood, read again line by line, as this project's
    wording or as official English."""
    official = reading.official
    known = False
    parts: list[tuple[str, ...]] = []
    failure: Failure | None = None
    for text in (official.main_text, official.support_text):
        found: list[str] = []
        for line in filter(str.strip, text.splitlines()):
            if (ability := ability_of(line)) is not None:
                known = True
                found.append(ability)
                continue
            read = understand(
                _with_signs(line),
                kind=official.type,
                subtypes=official.subtypes,
                name=official.name,
                names=names,
            )
            known = known or _with_signs(line) != line
            if read.problems:
                failure = failure or Failure(read.problems[0].why, "", line, 0, len(line))
            elif read.new.counters or read.new.tokens:
                return reading
            found += read.abilities
        parts.append(tuple(found))
    if failure is not None:
        return Reading(official, failures=(failure,)) if known else reading
    return Reading(official, card=official.card(*parts))


def _with_signs(line: str) -> str:
    for words, sign in _TRIGGERS.items():
        if line.strip().lower().startswith(words):
            return f"{sign} {line.strip()[len(words) :].strip()}"
    return line


def _plain(line: str) -> str:
    line = re.sub(r"^\s*support\s*:\s*", "", line, flags=re.IGNORECASE)
    return " ".join(line.translate(_SIGNS).casefold().split())


@functools.cache
def _known() -> dict[str, str]:
    found: dict[str, str] = {}
    for card in catalogue().package:
        lines = (*card.abilities, *card.support)
        for said, ability in zip(wording(card), lines, strict=True):
            found.setdefault(_plain(said), ability)
    return found
