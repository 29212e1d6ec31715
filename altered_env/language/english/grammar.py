"""The rules of the grammar, read from the files in `rules/`.

A rule translates a phrase of official English into the notation:

    [step]
    draw <n> cards                      => draw(<n>)
    <who> (each) gain <n> boosts        => gain(<who>, boost=<n>)

`[step]` names the kind of phrase that the rules below it describe. Angle brackets contain a phrase
of another kind; `<a:object>` gives it a name. Round brackets contain optional words, and a bar
separates alternatives. A rule without `=>` returns the words themselves, joined by `_`. A rule may
call a function of `meaning.py`: `=> @granted <head> <body>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files

_ITEM = re.compile(
    r"<(?:(?P<label>\w+):)?(?P<symbol>\w+)>|(?P<open>\()|(?P<close>\))|(?P<word>[^\s()<>]+)"
)
_LABEL = re.compile(r"<(\w+)>")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a phrase of the kind `symbol`."""

    symbol: str
    label: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the grammar: its words and slots, and its meaning."""

    symbol: str
    items: tuple[frozenset[str] | Slot, ...]
    meaning: tuple[str, ...]
    """Text and labels alternately, with a label at every odd index."""
    place: str

    @property
    def fills(self) -> tuple[str | int, ...]:
        """Return the meaning with the number of a slot for each label.

        >>> Grammar(["[step]", "draw <n> cards => draw(<n>)"]).rules["step"][0].fills
        ('draw(', 0, ')')
        """
        slots = [item.label for item in self.items if isinstance(item, Slot)]
        number = {label: k for k, label in enumerate(slots)}
        return tuple(number[part] if k % 2 else part for k, part in enumerate(self.meaning))


class Branch:
    """A place in the tree of the rules of one kind: rules with the same beginning share a path, so
    that the beginning is parsed once."""

    __slots__ = ("fills", "order", "slots", "words")

    def __init__(self) -> None:
        self.words: dict[str, Branch] = {}
        self.slots: dict[str, Branch] = {}
        """The next place by the kind of the phrase before it, in the order of the rules."""
        self.order = -1
        """The number of the first rule that ends here; -1 without one."""
        self.fills: tuple[str | int, ...] = ()
        """The meaning of that rule: text, and the numbers of slots."""

    def add(self, rule: Rule, order: int, at: int = 0) -> None:
        """Add a rule, of which the path to here has so many items."""
        if at == len(rule.items):
            if self.order < 0:
                self.order, self.fills = order, rule.fills
            return
        item = rule.items[at]
        if isinstance(item, Slot):
            self.slots.setdefault(item.symbol, Branch()).add(rule, order, at + 1)
            return
        for word in item:
            self.words.setdefault(word, Branch()).add(rule, order, at + 1)


class Grammar:
    """All rules, by kind of phrase.

    >>> [rule.place for rule in Grammar(["[step]", "draw <n> cards => draw(<n>)"])]
    ['rules:2']
    """

    def __init__(self, lines: Iterable[str], place: str = "rules") -> None:
        self.rules: dict[str, list[Rule]] = {}
        self.first: dict[str, frozenset[str] | None] = {}
        self._trees: dict[str, Branch] = {}
        self._symbol = ""
        self.read(lines, place)

    @classmethod
    def of_package(cls) -> Grammar:
        """Return the grammar of official wording."""
        grammar = cls(())
        for path in sorted(files(__package__).joinpath("rules").iterdir(), key=lambda p: p.name):
            if path.name.endswith(".grammar"):
                grammar.read(path.read_text("utf-8").splitlines(), path.name)
        return grammar

    def read(self, lines: Iterable[str], place: str) -> None:
        """Add the rules of one file."""
        self._symbol = ""
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text.startswith("# "):
                continue
            if re.fullmatch(r"\[\w+\]", text):
                self._symbol = text[1:-1]
                self.rules.setdefault(self._symbol, [])
                continue
            english, arrow, meaning = text.partition("=>")
            self.add(
                self._symbol,
                english.strip(),
                meaning.strip() if arrow else None,
                f"{place}:{number}",
            )

    def add(self, symbol: str, english: str, meaning: str | None, place: str) -> None:
        """Add a rule, once for each way to resolve its round brackets."""
        self.first.clear()
        self._trees.clear()
        for items in _ways(english):
            said = meaning
            if said is None:
                said = "_".join(
                    min(item) if isinstance(item, frozenset) else f"<{item.label}>"
                    for item in items
                )
            self.rules.setdefault(symbol, []).append(
                Rule(symbol, items, tuple(_LABEL.split(said)), place)
            )

    def add_words(self, symbol: str, words: Iterable[str], place: str) -> None:
        """Add a rule for each word, whose meaning is the word itself."""
        for word in sorted(words):
            self.add(symbol, word.replace("_", " "), word, place)

    def check(self) -> list[str]:
        """Return faults of the rules: slots of unknown kinds, labels that nothing fills."""
        problems = []
        for rule in self:
            slots = [item for item in rule.items if isinstance(item, Slot)]
            problems += [
                f"{rule.place}: no phrase is called <{slot.symbol}>"
                for slot in slots
                if slot.symbol not in {*self.rules, *TERMINALS, *PERSONS}
            ]
            labels = {slot.label for slot in slots}
            problems += [
                f"{rule.place}: nothing fills <{label}>"
                for label in rule.meaning[1::2]
                if label not in labels
            ]
        return problems

    def __iter__(self) -> Iterator[Rule]:
        for rules in self.rules.values():
            yield from rules

    def tree(self, symbol: str) -> Branch:
        """Return the rules of a kind of phrase as a tree."""
        found = self._trees.get(symbol)
        if found is None:
            found = self._trees[symbol] = Branch()
            for order, rule in enumerate(self.rules[symbol]):
                found.add(rule, order)
        return found

    def begins(self, symbol: str) -> frozenset[str] | None:
        """Return the words with which a phrase of this kind can begin; None for any."""
        if not self.first:
            self._find_first()
        return self.first.get(symbol)

    def _find_first(self) -> None:
        first: dict[str, set[str]] = {symbol: set() for symbol in self.rules}
        empty: set[str] = set()
        anything: set[str] = set(TERMINALS)
        changed = True
        while changed:
            changed = False
            for rule in self:
                before = (len(first[rule.symbol]), rule.symbol in empty, rule.symbol in anything)
                for item in rule.items:
                    if isinstance(item, frozenset):
                        first[rule.symbol] |= item
                        break
                    symbol = PERSONS.get(item.symbol, (item.symbol, True))[0]
                    if symbol in anything:
                        anything.add(rule.symbol)
                    first[rule.symbol] |= first.get(symbol, set())
                    if symbol not in empty:
                        break
                else:
                    empty.add(rule.symbol)
                changed |= before != (
                    len(first[rule.symbol]),
                    rule.symbol in empty,
                    rule.symbol in anything,
                )
        self.first = {
            symbol: None if symbol in anything or symbol in empty else frozenset(words)
            for symbol, words in first.items()
        }


TERMINALS: dict[str, Callable[[str], str | None]] = {
    "number": lambda text: text if text.isdigit() else None,
    "mana": lambda text: text[1:-1] if re.fullmatch(r"\{\d+\}", text) else None,
    "faces": lambda text: f'"{text}"' if re.fullmatch(r"\d+\+|\d+-\d+|\d+", text) else None,
    "triple": lambda text: text if re.fullmatch(r"\d+/\d+/\d+", text) else None,
    "word": lambda text: text if re.fullmatch(r"[^\W\d_][\w'-]*", text) else None,
}
"""Kinds of phrases that are one token of a certain form."""

PERSONS = {"does": ("do", True), "imperative": ("do", False)}
"""Variants of phrases with the verb in the third person, and in the imperative."""


def _ways(english: str) -> Iterator[tuple[frozenset[str] | Slot, ...]]:
    """Yield the rule's words with each bracket included or omitted, the longest first."""
    found = re.search(r"\(([^()]*)\)", english)
    if found is None:
        yield tuple(_items(english))
        return
    before, after = english[: found.start()], english[found.end() :]
    yield from _ways(f"{before} {found.group(1)} {after}")
    yield from _ways(f"{before} {after}")


def _items(english: str) -> Iterator[frozenset[str] | Slot]:
    for match in _ITEM.finditer(english):
        if match["symbol"]:
            yield Slot(match["symbol"], match["label"] or match["symbol"])
        elif match["word"]:
            word = match["word"]
            yield frozenset(word.split("|") if len(word) > 1 else [word])
