"""Names that only a text introduces: tokens that it creates, counters that it mentions.

An unknown token is defined where it is created, by its name, statistics and sub-types.

>>> new_names("{J} Create two [Salt Golem 3/1/2] Elemental tokens in my Expedition.").tokens
(NewToken(word='salt_golem', name='Salt Golem', stats=(3, 1, 2), subtypes=('elemental',)),)
>>> new_names("{J} I gain 2 Rust counters.").counters
('rust',)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from altered_env.language.english.tokens import clean
from altered_env.language.kinds import KNOWN, Names

_NAME = r"[^\W\d_a-z][\w'&-]*"
_TOKEN = re.compile(
    rf"(?P<name>{_NAME}(?: (?:of |the )?{_NAME}){{0,4}}) (?P<stats>\d{{1,2}}/\d{{1,2}}/\d{{1,2}})"
    rf"(?P<subtypes>(?: {_NAME}){{0,3}}) tokens?\b"
)
_COUNTER = re.compile(
    rf"\b(?:\d+|an?|my|more|third|of my|number of) (?P<name>{_NAME}) [Cc]ounters?\b"
)


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token as defined by the effect that creates it."""

    word: str
    name: str
    stats: tuple[int, int, int]
    subtypes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewNames:
    """Tokens and counters that a text adds to the known ones."""

    tokens: tuple[NewToken, ...] = ()
    counters: tuple[str, ...] = ()

    def added(self, names: Names) -> Names:
        """Return the names with these added."""
        if not self.tokens and not self.counters:
            return names
        return replace(
            names,
            tokens=names.tokens | {token.word for token in self.tokens},
            counters=names.counters | set(self.counters),
            subtypes=names.subtypes | {word for token in self.tokens for word in token.subtypes},
        )


def new_names(text: str, names: Names = KNOWN) -> NewNames:
    """Return names in a text that `names` lacks."""
    if "oken" not in text and "ounter" not in text:
        return NewNames()
    said = clean(text)
    tokens: dict[str, NewToken] = {}
    for match in _TOKEN.finditer(said):
        word = _word(match["name"])
        if word is None or word in names.tokens:
            continue
        first, second, third = (int(part) for part in match["stats"].split("/"))
        subtypes = tuple(part.lower() for part in match["subtypes"].split())
        tokens.setdefault(word, NewToken(word, match["name"], (first, second, third), subtypes))
    counters = dict.fromkeys(
        word
        for match in _COUNTER.finditer(said)
        if (word := _word(match["name"])) is not None and word not in names.counters
    )
    return NewNames(tuple(tokens.values()), tuple(counters))


def _word(name: str) -> str | None:
    """Return a name in the form of the notation, if possible."""
    word = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return word if re.fullmatch(r"[a-z][a-z0-9_]{0,39}", word) else None
