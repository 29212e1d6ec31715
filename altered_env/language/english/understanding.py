"""From a card's official text to its abilities, or to the exact span that is not understood."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from altered_env.language.english.chart import Chart
from altered_env.language.english.grammar import Grammar
from altered_env.language.english.meaning import notation
from altered_env.language.english.newnames import NewNames, new_names
from altered_env.language.english.tokens import Token, clean, tokens
from altered_env.language.english.trees import NotUnderstoodError
from altered_env.language.errors import NotationError
from altered_env.language.kinds import (
    AREAS,
    KEYWORDS,
    KNOWN,
    PRINTED,
    PRINTED_TYPES,
    STATUSES,
    Names,
)
from altered_env.language.notation import read_ability
from altered_env.language.writing import write_ability

LONGEST = 4_000
"""The maximum length of a text; official ones have 500 characters."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A span of the text that is not understood, and why."""

    text: str
    start: int
    end: int
    why: str
    where: str


@dataclass(frozen=True, slots=True)
class Line:
    """One ability of the text: its span, and its notation or the problem."""

    text: str
    start: int
    end: int
    notation: tuple[str, ...]
    problem: Problem | None
    where: str


@dataclass(frozen=True, slots=True)
class Understanding:
    """The meaning of a card's text."""

    lines: tuple[Line, ...]
    new: NewNames = field(default_factory=NewNames)
    """Tokens and counters that this text introduces."""

    @property
    def abilities(self) -> tuple[str, ...]:
        """Return the notation of the main text."""
        return tuple(n for line in self.lines if line.where == "main" for n in line.notation)

    @property
    def support(self) -> tuple[str, ...]:
        """Return the notation of the Support or Completed text."""
        return tuple(n for line in self.lines if line.where == "support" for n in line.notation)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the parts that were not understood."""
        return tuple(line.problem for line in self.lines if line.problem is not None)

    @property
    def ok(self) -> bool:
        """Return whether everything is understood."""
        return not self.problems


def understand(
    main: str,
    support: str = "",
    *,
    kind: str = "character",
    subtypes: Iterable[str] = (),
    name: str = "",
    names: Names = KNOWN,
) -> Understanding:
    """Read a card's official text.

    `kind` is the card's type; the text of a Spell is its effect.

    >>> understand("{R} You may draw two crads.").problems[0].text
    'crads.'
    """
    new = new_names(f"{main or ''} {support or ''}"[: 2 * LONGEST], names)
    names = new.added(names)
    lines = [
        line
        for where, text in (("main", main), ("support", support))
        for line in _lines(_named(text or "", name), where, kind == "spell", names)
    ]
    return Understanding(tuple(lines), new)


def _named(text: str, name: str) -> str:
    """Return the text with the card's own quoted name as one word."""
    if not name:
        return text
    return re.sub(rf'["\u201c]{re.escape(name)}["\u201d]', "namesake", text)


_STARTS = frozenset(["{j}", "{h}", "{r}", "{t}", "{d}", "{i}"])


def _lines(text: str, where: str, spell: bool, names: Names) -> Iterable[Line]:
    if len(text) > LONGEST:
        why = f"a text has at most {LONGEST} characters, this one has {len(text)}"
        yield _failed(text[:60], where, 0, 60, 0, why)
        return
    said = clean(text)
    grammar = _grammar(names)
    words = tokens(said)
    if words and said[-1].isalnum():  # a printed text may lack its last full stop
        words.append(replace(words[-1], text=".", third=False))
    for part in _parts(words):
        yield from _read(grammar, said, part, where, spell, names)


def _parts(words: list[Token]) -> Iterable[list[Token]]:
    """Split the text where a new ability certainly begins."""
    begin = 0
    quoted = False
    for index in range(1, len(words)):
        if words[index - 1].text == '"':
            quoted = not quoted
        ended = words[index - 1].text == "." or (
            words[index - 1].text == '"' and index > 1 and words[index - 2].text == "."
        )
        if not ended or quoted:
            continue
        if _begins(words, index):
            yield words[begin:index]
            begin = index
    if begin < len(words):
        yield words[begin:]


def _begins(words: list[Token], index: int) -> bool:
    word = words[index].text
    following = words[index + 1].text if index + 1 < len(words) else ""
    if word in _STARTS or re.fullmatch(r"\{\d\}", word):
        return True
    if word == "at" and following in ("noon", "dusk", "night"):
        return True
    if word == "completed" and following in (",", ":"):
        return True
    if word == "when" or (word == "the" and "time" in [t.text for t in words[index : index + 3]]):
        rest = [token.text for token in words[index : index + 30]]
        end = rest.index(".") if "." in rest else len(rest)
        return "\u2014" in rest[:end] and "way" not in rest[:end]
    return False


def _read(
    grammar: Grammar, said: str, part: list[Token], where: str, spell: bool, names: Names
) -> Iterable[Line]:
    """Parse the abilities of one part of a text."""
    at = 0
    while at < len(part):
        chart = Chart(grammar, part[at:])
        found = [(end, "abilities", meaning) for end, meaning in chart.phrases("abilities", 0)]
        if spell:
            found += [(end, "spell", meaning) for end, meaning in _spell(chart)]
        found.sort(key=lambda option: -option[0])
        why = "these words are not known here"
        longest = found[0][0] if found else 0
        for end, _, meaning in [option for option in found if option[0] == longest]:
            try:
                lines = _checked(notation(f"[{meaning}]", spell=spell), names)
            except NotUnderstoodError as error:
                why = str(error)
                continue
            except NotationError as error:
                why = error.problem
                continue
            span = part[at : at + end]
            start, stop = span[0].start, max(token.end for token in span)
            yield Line(said[start:stop], start, stop, tuple(lines), None, where)
            at += end
            break
        else:
            stuck = min(at + chart.furthest, len(part) - 1)
            stop = next((i for i in range(stuck, len(part)) if part[i].text == "."), len(part) - 1)
            if found:
                stuck = at
            yield _failed(said, where, part[at].start, part[stop].end, part[stuck].start, why)
            at = stop + 1


def _spell(chart: Chart) -> list[tuple[int, str]]:
    """Parse a Spell's statements and effect, in any order."""
    found: dict[int, str] = {}
    for middle, before in chart.phrases("abilities", 0):
        for end, meaning in chart.phrases("spell", middle):
            found.setdefault(end, f"{before}, {meaning}")
    for end, meaning in chart.phrases("spell", 0):
        found.setdefault(end, meaning)
    return list(found.items())


def _checked(lines: list[str], names: Names) -> list[str]:
    """Return the lines in their canonical form."""
    return [write_ability(read_ability(line, names=names)) for line in lines]


def _failed(said: str, where: str, start: int, end: int, stuck: int, why: str) -> Line:
    problem = Problem(said[stuck:end], stuck, end, why, where)
    return Line(said[start:end], start, end, (), problem, where)


@functools.lru_cache(maxsize=64)
def _grammar(names: Names) -> Grammar:
    grammar = Grammar.of_package()
    grammar.add_words("area", AREAS.keys() - {"mana", "limbo"}, "areas")
    grammar.add_words("keyword", PRINTED, "keywords")
    grammar.add_words("trait", KEYWORDS, "keywords")
    grammar.add_words("status", STATUSES, "statuses")
    grammar.add_words("state", STATUSES - {"boosted", "ready", "ascended"}, "statuses")
    for word in PRINTED_TYPES:
        said = word.replace("_", " ")
        grammar.add("noun", said, word, "types")
        grammar.add("nouns", _plural(said), word, "types")
    for word in sorted(names.subtypes - {"landmark"}):
        said = word.replace("_", " ")
        grammar.add("noun", said, word, "sub-types")
        grammar.add("nouns", _plural(said), word, "sub-types")
    for word in sorted(names.tokens):
        grammar.add("token", word.replace("_", " "), word, "tokens")
    for word in sorted(names.counters - {"boost"}):
        grammar.add("counter", word.replace("_", " "), word, "counters")
    problems = grammar.check()
    if problems:
        raise ValueError("; ".join(problems))
    return grammar


def _plural(word: str) -> str:
    if word.endswith("y"):
        return word[:-1] + "ies"
    return word + "s"
