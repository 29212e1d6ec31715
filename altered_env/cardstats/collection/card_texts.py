"""Card texts as people write them down: a line of facts, then the text.

    Ada Lovelace (Yzmir Character, Engineer) 2/2 1/2/3
    {J} Draw three cards.
    Support: {D} : Draw a card.

The first line is the name, in brackets the faction, the type and sub-types, then Hand and Reserve
Cost, and of a Character forest, mountain and water. A blank line ends the text. Types and sub-types
may be French.

>>> lines = ["Owl (Axiom Character, Robot) 3/2 1/2/3", "{J} Draw a card.", "", "2 CORE_AX_16_C"]
>>> [(first, last, block and block["name"]) for first, last, block in text_blocks(lines)]
[(0, 3, 'Owl'), (3, 4, None)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from altered_env.cards.printed_words import FACTION_CODES
from altered_env.cardstats.collection.french_types import french_words, plain

_HEAD = re.compile(
    r"\s*(?P<name>[^()]{1,100}?)\s*\(\s*(?P<faction>\w+)\s+(?P<type>(?:[^\W\d_]|[ '\u2019])+?)\s*"
    r"(?:[,:-]\s*(?P<subtypes>[^()]*))?\)\s*"
    r"(?P<hand>\d{1,2})\s*/\s*(?P<reserve>\d{1,2})"
    r"(?:[\s,]+(?P<forest>\d{1,2})\s*/\s*(?P<mountain>\d{1,2})\s*/\s*(?P<water>\d{1,2}))?\s*"
)
_SUPPORT = re.compile(r"\s*(?:support|soutien)\s*:\s*(?P<text>.*)", re.IGNORECASE)
_CODES = {name: code for code, name in FACTION_CODES.items()}

Block = dict[str, Any]
OWN = "OWN"
"""The set of a card text, which has no reference."""


def text_blocks(lines: Sequence[str]) -> Iterator[tuple[int, int, Block | None]]:
    """Yield runs of lines from the first to before the last: those of a card text, as an entry of
    official data, and others, as None."""
    at = plain = count = 0
    while at < len(lines):
        match = _HEAD.fullmatch(lines[at])
        if match is None:
            at += 1
            continue
        if plain < at:
            yield plain, at, None
        end = at + 1
        while end < len(lines) and lines[end].strip() and not _HEAD.fullmatch(lines[end]):
            end += 1
        count += 1
        yield at, min(end + 1, len(lines)), _block(match, lines[at + 1 : end], count)
        at = plain = min(end + (end < len(lines) and not lines[end].strip()), len(lines))
    if plain < len(lines):
        yield plain, len(lines), None


def _block(match: re.Match[str], text: Sequence[str], number: int) -> Block:
    main: list[str] = []
    support: list[str] = []
    for line in text:
        found = _SUPPORT.fullmatch(line)
        if found is not None:
            support.append(found["text"])
        else:
            (support if support else main).append(line.strip())
    code = _CODES.get(match["faction"].lower(), match["faction"].upper())
    subtypes = [
        word
        for part in re.split(r"[,/]", match["subtypes"] or "")
        for word in french_words().get(plain(part), part).split()
    ]
    kind = french_words().get(plain(match["type"]), match["type"].strip())
    numbers = {
        "hand_cost": match["hand"], "reserve_cost": match["reserve"],
        "forest": match["forest"], "mountain": match["mountain"], "ocean": match["water"],
    }  # fmt: skip
    return {
        "reference": f"ALT_{OWN}_B_{code if code in FACTION_CODES else 'AX'}_00_U_{number}",
        "name": match["name"],
        "faction": code,
        "type": kind.upper().replace(" ", "_"),
        "subtypes": subtypes,
        **{name: value for name, value in numbers.items() if value is not None},
        "main_text": "\n".join(main),
        "echo_text": "\n".join(support),
    }
