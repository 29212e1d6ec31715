"""From a card's official text to its abilities, or to the exact span that is not understood."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
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
    known = known_parts(names)
    lines = []
    for part, where, start in parts_of(main, support, kind=kind, name=name):
        found = known.get(part)
        if found is None:
            found = read_part(part, names)
            if len(known) < MOST_KNOWN:
                known[part] = found
        lines += [_placed(line, where, start) for line in found]
    for where, text in (("main", main), ("support", support)):
        if (length := len(_named(text or "", name))) > LONGEST:
            why = f"a text has at most {LONGEST} characters, this one has {length}"
            lines.append(_failed(text[:60], where, 0, 60, 0, why))
    return Understanding(tuple(lines), new)


def _named(text: str, name: str) -> str:
    """Return the text with the card's own quoted name as one word."""
    if not name:
        return text
    return re.sub(rf'["\u201c]{re.escape(name)}["\u201d]', "namesake", text)


_STARTS = frozenset(["{j}", "{h}", "{r}", "{t}", "{d}", "{i}"])


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a cleaned text that is read by itself: one ability, or a few."""

    text: str
    spell: bool
    """Whether a Spell's effect may stand there."""


_KNOWN: dict[Names, dict[Part, tuple[Line, ...]]] = {}
"""What the parts read so far mean, by the words of their pool. Unique cards share most parts."""
MOST_KNOWN = 100_000
"""The maximum number of parts to remember."""


def known_parts(names: Names) -> dict[Part, tuple[Line, ...]]:
    """Return the parts that are known with these names, to add to."""
    if names not in _KNOWN:
        while len(_KNOWN) > 15:  # each card with new counters has names of its own
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[names] = {}
    return _KNOWN[names]


def parts_of(
    main: str, support: str = "", *, kind: str = "character", name: str = ""
) -> Iterator[tuple[Part, str, int]]:
    """Yield the parts of a card's text, each with its place (`main` or `support`) and its position
    in that text. A text that is too long has none.

    >>> [part.text for part, _, _ in parts_of("{J} Draw a card. {R} I gain 1 boost.")]
    ['{J} Draw a card.', '{R} I gain 1 boost.']
    """
    for where, whole in (("main", main), ("support", support)):
        text = _named(whole or "", name)
        if len(text) > LONGEST:
            continue
        for part, start in _in_parts(text, kind == "spell"):
            yield part, where, start


@functools.lru_cache(maxsize=10_000)
def _in_parts(text: str, spell: bool) -> tuple[tuple[Part, int], ...]:
    """Return the parts of one text with their positions."""
    said, found = clean(text), []
    for words in _parts(_words(said)):
        start, stop = words[0].start, max(token.end for token in words)
        found.append((Part(said[start:stop], spell), start))
    return tuple(found)


def read_part(part: Part, names: Names) -> tuple[Line, ...]:
    """Read a part, with positions from its beginning."""
    words = _words(part.text)
    return tuple(_read(_grammar(names), part.text, words, "", part.spell, names))


def _words(said: str) -> list[Token]:
    words = tokens(said)
    if words and said[-1].isalnum():  # a printed text may lack its last full stop
        words.append(replace(words[-1], text=".", third=False))
    return words


def _placed(line: Line, where: str, start: int) -> Line:
    """Return a line of a part as a line of the whole text."""
    problem = line.problem
    if problem is not None:
        begin, end = problem.start + start, problem.end + start
        problem = replace(problem, start=begin, end=end, where=where)
    return Line(line.text, line.start + start, line.end + start, line.notation, problem, where)


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
