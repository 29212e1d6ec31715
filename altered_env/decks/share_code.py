"""Deck codes: short texts by which deck sites share lists.

The code is version 1 of the format that sites call `altered-deckfmt`: bits in URL-safe base64. A
code names prints, so a card is read back as the pool's print.

>>> code_of([(3, "CORE_AX_08_C")])
'EBAgeUA'
>>> read_code('EBAgeUA')
[(3, 'CORE_AX_08_C')]
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from typing import Final

from altered_env.cards.printed_words import FACTION_CODES

VERSION: Final = 1
SETS: Final = {
    1: ("COREKS", 5),
    2: ("CORE", 5),
    3: ("ALIZE", 6),
    4: ("BISE", 6),
    5: ("TCS3", 6),
    6: ("WCQ25", 5),
    7: ("WCS25", 5),
    8: ("CYCLONE", 7),
    9: ("DUSTER", 7),
    10: ("DUSTERTOP", 5),
    11: ("DUSTERCB", 7),
    12: ("DUSTEROP", 7),
}
"""The sets with a number in codes, and the number of bits of their card numbers."""
SHORT_RARITY: Final = 7
"""The last set whose rarities take two bits; they take three in later sets."""
FACTIONS: Final = ("", *FACTION_CODES)
RARITIES: Final = ("C", "R1", "R2", "U", "E")
PRODUCTS: Final = ("", "P", "A")
MOST: Final = 65
GROUP: Final = 63

_CODE = re.compile(r"E[A-Za-z0-9_+/-]{5,4000}={0,2}")
_REFERENCE = re.compile(
    r"(?P<set>[A-Z0-9]+)_(?P<code>[A-Z]{2})_(?P<number>\d+)_(?P<rarity>C|R1|R2|E|U)(?:_(?P<unique>\d+))?"
)


def looks_like_code(text: str) -> bool:
    """Return whether this text could be a deck code.

    >>> looks_like_code("EBAgeUA="), looks_like_code("3 Kelon Burst C")
    (True, False)
    """
    return _CODE.fullmatch(text.strip()) is not None


def code_of(cards: Iterable[tuple[int, str]]) -> str:
    """Return the code of a list of counts and references. Raises `ValueError` for a list that no
    code can represent: a set without a number, more than 65 copies."""
    numbers = {name: number for number, (name, _) in SETS.items()}
    groups: dict[str, list[tuple[int, re.Match[str]]]] = {}
    for count, reference in cards:
        match = _REFERENCE.fullmatch(reference)
        if match is None or match["set"] not in numbers:
            raise ValueError(f"deck codes have no number for the set of {reference}")
        if count > MOST:
            raise ValueError(f"{count} copies of {reference}; a deck code holds at most {MOST}")
        groups.setdefault(match["set"], []).append((count, match))
    parts = [
        (name, group[start : start + GROUP])
        for name, group in groups.items()
        for start in range(0, len(group), GROUP)
    ]
    bits = _bits(VERSION, 4) + _bits(len(parts), 8)
    for name, part in parts:
        number = numbers[name]
        bits += _bits(number, 8) + _bits(len(part), 6)
        for count, match in part:
            bits += _bits(count, 2) if count <= 3 else _bits(0, 2) + _bits(count - 3, 6)
            bits += "1" + _bits(FACTIONS.index(match["code"]), 3)
            bits += _bits(int(match["number"]), SETS[number][1])
            bits += _bits(RARITIES.index(match["rarity"]), 2 if number <= SHORT_RARITY else 3)
            if match["unique"]:
                bits += _bits(int(match["unique"]), 16)
    bits += "0" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read_code(code: str) -> list[tuple[int, str]]:
    """Return the counts and references in a deck code. Raises `ValueError`."""
    text = code.strip().rstrip("=").replace("+", "-").replace("/", "_")
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        raise ValueError(f"{code[:20]!r} is not a deck code") from None
    bits = _Bits(data)
    if (version := bits.take(4)) != VERSION:
        raise ValueError(f"a deck code of version {version}; only version {VERSION} is supported")
    return [pair for _ in range(bits.take(8)) for pair in _group(bits)]


def _group(bits: _Bits) -> Iterator[tuple[int, str]]:
    number = bits.take(8)
    if number not in SETS:
        raise ValueError(f"the deck code names set {number}, which is not known here")
    name, width = SETS[number]
    for _ in range(bits.take(6)):
        count = bits.take(2)
        if count == 0:
            extra = bits.take(6)
            count = extra + 3 if extra else 0
        product = "" if bits.take(1) else "_" + _word(PRODUCTS, bits.take(2), "product")
        code = _word(FACTIONS, bits.take(3), "faction")
        place = bits.take(width)
        rarity = _word(RARITIES, bits.take(2 if number <= SHORT_RARITY else 3), "rarity")
        if rarity == "U":
            rarity = f"U_{bits.take(16)}"
        if count:
            yield count, f"{name}{product}_{code}_{place:02d}_{rarity}"


def _word(words: tuple[str, ...], number: int, what: str) -> str:
    if number >= len(words) or not words[number]:
        raise ValueError(f"the deck code has an unknown {what} ({number})")
    return words[number]


def _bits(number: int, width: int) -> str:
    if number >= 1 << width:
        raise ValueError(f"{number} does not fit into a deck code")
    return format(number, f"0{width}b")


class _Bits:
    """A reader of the bits of a code."""

    def __init__(self, data: bytes) -> None:
        self._bits = "".join(format(byte, "08b") for byte in data)
        self._at = 0

    def take(self, width: int) -> int:
        if self._at + width > len(self._bits):
            raise ValueError("the deck code is cut off")
        self._at += width
        return int(self._bits[self._at - width : self._at], 2)
