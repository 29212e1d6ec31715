"""The catalogue of all cards, searchable by reference, name or characteristics."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from altered_env.language.kinds import KNOWN, Names

from .._runtime.suggestions import did_you_mean, enough
from .card import Card
from .errors import AmbiguousCardError, CardFileError, UnknownCardError
from .loading import File, load_files
from .printed_words import FACTION_CODES, RARITIES, REPRINTS, SETS
from .reader import OWN_SET

HERE = Path(__file__).parent
REMEMBERED = 2_000
"""The number of suggestions for unknown cards to remember."""

_REFERENCE = re.compile(
    r"(?P<set>[A-Z][A-Z0-9]*)(?:_[A-Z])?"  # the letter of the product: B(ooster), P(romotion)...
    r"_(?P<code>[A-Z]{2})_(?P<number>\d{1,4})_(?P<rarity>C|R1|R2|F|E|U_\d{1,9})"
    r"(?:_(?:\d{1,9}|XXX))?",  # some promotions are numbered
    re.ASCII,
)
_VERSION = re.compile(r"(?P<name>.+?)\s+(?P<version>C|R|R1|R2|F|E|U|U[_ ]\d{1,9})", re.IGNORECASE)


def files_of(folder: Path = HERE) -> list[File]:
    """Return the card files of a folder with the layout of this one. Raises `CardFileError` for a
    file with another name."""
    files = []
    if (tokens := folder / "tokens.yaml").is_file():
        files.append(File(tokens, tokens.name, tokens=True))
    for set_name in SETS:
        for _, faction in sorted(FACTION_CODES.items()):
            path = folder / set_name.lower() / f"{faction}.yaml"
            if path.is_file():
                label = f"{set_name.lower()}/{faction}.yaml"
                files.append(File(path, label, set_name, faction))
    for path in sorted(folder.glob("*/*.yaml")):
        set_name, faction = path.parent.name.upper(), path.stem
        if set_name not in SETS or faction not in FACTION_CODES.values():
            raise CardFileError(
                f"{path.parent.name}/{path.name}",
                "card files are called <set>/<faction>.yaml"
                + did_you_mean(path.parent.name, (name.lower() for name in SETS))
                + did_you_mean(faction, FACTION_CODES.values()),
            )
    return files


class Catalogue:
    """Cards in a fixed order: the tokens, then the files by set and faction, then added cards in
    the order they were added.

    >>> from altered_env import cards
    >>> cards.catalogue().find("Foundry Armorer R1").reference
    'CORE_AX_16_R1'
    """

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self._cards: list[Card] = []
        self._by_reference: dict[str, Card] = {}
        self._by_print: dict[str, Card] = {}
        self._by_name: dict[str, list[Card]] = {}
        self._tokens: dict[str, Card] = {}
        self._names: Names | None = None
        self._sets: frozenset[str] | None = None
        self._near: dict[tuple[str, bool], str] = {}
        self.add(cards)
        self.package = tuple(self._cards)
        """The initial cards, including tokens: those of the package."""

    @classmethod
    def of_package(cls) -> Catalogue:
        """Return the cards that come with the package."""
        return cls.of_folder(HERE)

    @classmethod
    def of_folder(cls, folder: Path) -> Catalogue:
        """Return the cards of a folder with `tokens.yaml` and `<set>/<faction>.yaml`."""
        return cls(load_files(files_of(folder)))

    def add(self, cards: Iterable[Card]) -> None:
        """Add cards: all of them, or none if one exists already."""
        new: dict[str, Card] = {}
        prints: dict[str, Card] = {}
        for card in cards:
            other = (
                self._by_reference.get(card.reference)
                or self._by_print.get(card.reference)
                or new.get(card.reference)
            )
            if other is not None:
                same = (other, other.source) == (card, card.source)
                if same and card.reference not in new:
                    continue  # the same file again
                raise _taken(card, f"a {card.reference}", other)
            new[card.reference] = card
            for printed in card.prints:
                key = _short(printed)
                if key == card.reference:
                    continue  # the same number with another picture
                other = self._by_reference.get(key) or self._by_print.get(key) or prints.get(key)
                if other is not None and other is not card:
                    raise _taken(card, f"a card with the print {printed}", other)
                prints[key] = card
        for key, card in prints.items():
            if key in new:
                raise _taken(new[key], f"a card with the print {key}", card)
        self._by_print |= prints
        self._names = self._sets = None
        self._near.clear()
        for card in new.values():
            self._cards.append(card)
            self._by_reference[card.reference] = card
            if card.token:
                self._tokens[card.reference] = card
            else:
                self._by_name.setdefault(_fold(card.name), []).append(card)

    def correct(self, cards: Iterable[Card]) -> None:
        """Replace cards with the same references, and add the others."""
        new = {card.reference: card for card in cards}
        kept = [new.pop(card.reference, card) for card in self._cards]
        fresh = Catalogue([*kept, *new.values()])
        self._cards, self._by_reference = fresh._cards, fresh._by_reference
        self._by_print, self._by_name = fresh._by_print, fresh._by_name
        self._tokens, self._names, self._sets = fresh._tokens, None, None
        self._near.clear()

    def add_file(self, path: str | Path) -> tuple[Card, ...]:
        """Add the cards of a user's own file, and return them. A file with any error is refused.

        A version may name its set (`CORE_AX_99_C`); without one it belongs to the set `OWN`. A file
        called `tokens.yaml` contains tokens. Reading an unchanged file again changes nothing.
        """
        path = Path(path)
        if path.suffix.lower() in (".json", ".jsonl"):
            raise CardFileError(
                str(path),
                "a card file must be YAML (docs/reference/cards.md), but this is named like"
                f" official data: convert it with `altered cards import {path} --out FILE.yaml`",
            )
        tokens = path.name == "tokens.yaml"
        cards = load_files([File(path, str(path), "" if tokens else OWN_SET, tokens=tokens)])
        self.add(cards)
        return tuple(cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __contains__(self, what: object) -> bool:
        if isinstance(what, Card):
            return self._by_reference.get(what.reference) == what
        return isinstance(what, str) and self._printed(what) is not None

    def __getitem__(self, reference: str) -> Card:
        """Return the card with this reference, short (`CORE_AX_16_C`) or official, of any print."""
        card = self._printed(reference)
        if card is None:
            raise UnknownCardError(
                f"no card has the reference {reference[:80]!r}" + self._instead(_short(reference))
            )
        return card

    def get(self, reference: str) -> Card | None:
        """Return the card with this reference of any print; None if there is none."""
        return self._printed(reference)

    def _instead(self, key: str) -> str:
        """Return a hint for an unknown reference. Other unique cards are not suggested, since their
        abilities differ."""
        if "_U_" in key:
            return (
                ": unique cards come from official data; add them with `altered cards import FILE`"
            )
        return self._similar(key, names=False)

    def _similar(self, word: str, *, names: bool) -> str:
        """Return the suggestion of a similar reference or name, which is remembered."""
        asked = (word[:100], names)
        if asked not in self._near:
            if enough():
                return ""
            choices: Iterable[str] = self._by_reference
            if names:
                choices = {card.name for card in self._cards if not card.token}
            if len(self._near) >= REMEMBERED:
                self._near.clear()
            self._near[asked] = did_you_mean(word, choices)
        return self._near[asked]

    def _printed(self, reference: str) -> Card | None:
        """Return the card that has a print with this reference."""
        key = _short(reference)
        found = self._by_reference.get(key) or self._by_print.get(key)
        if found is None:
            first, _, rest = key.partition("_")
            if first in REPRINTS and "_U_" not in rest:
                return self._by_reference.get(f"{REPRINTS[first]}_{rest}")
        return found

    @property
    def names(self) -> Names:
        """The words that cards add to the language: tokens, sub-types, counters."""
        if self._names is None:
            self._names = names_of(self._cards)
        return self._names

    @property
    def sets(self) -> frozenset[str]:
        """The sets of its cards, without those of tokens."""
        if self._sets is None:
            self._sets = frozenset(card.set for card in self._cards if not card.token)
        return self._sets

    @property
    def tokens(self) -> dict[str, Card]:
        """The tokens, by their words in the notation."""
        return dict(self._tokens)

    def find(self, text: str) -> Card:
        """Return the card meant by `text`.

        `text` is a reference (`CORE_AX_16_R1`, `ALT_CORE_B_AX_16_R1`) of any of its prints, a name
        with a version (`Foundry Armorer R1`; `F` is an R2) or a name alone, which means the most
        common version. Case and accents do not matter.

        Raises `UnknownCardError`, with a suggestion, or `AmbiguousCardError`, with the choices.
        """
        text = text.strip()
        if (card := self._printed(text)) is not None:
            return card
        if _REFERENCE.fullmatch(text.upper().removeprefix("ALT_")):
            return self[text]
        # The longest reading first: a name may end in a letter that is also that of a version.
        found = self.versions(text)
        if found:
            return _commonest(found, text)
        match = _VERSION.fullmatch(text)
        if match and (versions := self.versions(match["name"])):
            wanted = match["version"].upper().replace(" ", "_").replace("F", "R2")
            found = tuple(c for c in versions if c.version == wanted or c.version[:1] == wanted)
            if found:
                return _commonest(found, text)
            have = ", ".join(card.version for card in versions)
            hint = self._instead("_U_") if wanted.startswith("U") else ""
            raise UnknownCardError(
                f"{versions[0].name} has no version {wanted}; it has {have}{hint}"
            )
        name = match["name"] if match else text
        raise UnknownCardError(f"no card is called {text[:80]!r}" + self._similar(name, names=True))

    def versions(self, name: str) -> tuple[Card, ...]:
        """Return all versions of the card called `name`, most common first."""
        found = self._by_name.get(_fold(name), ())
        return tuple(sorted(found, key=_rank))

    def search(
        self,
        text: str = "",
        *,
        type: str | None = None,
        faction: str | None = None,
        subtype: str | None = None,
        rarity: str | None = None,
        set: str | None = None,
        token: bool | None = False,
    ) -> tuple[Card, ...]:
        """Return the cards that match all of this, in the catalogue's order.

        `text` is searched in the name and in the abilities. Tokens are left out unless `token` is
        True (only them) or None (them too).
        """
        fold = _fold(text)
        return tuple(
            card
            for card in self._cards
            if (type is None or card.type == type)
            and (faction is None or card.faction == faction)
            and (subtype is None or subtype in card.subtypes)
            and (rarity is None or card.rarity == rarity)
            and (set is None or card.set == set.upper())
            and (token is None or card.token == token)
            and (not fold or any(fold in part for part in _folded(card)))
        )

    def unsupported(self, understand: Callable[[Card], object]) -> dict[str, str]:
        """Return the cards that cannot be played, each with the reason, by reference.

        `understand` compiles a card for the engine; its `ValueError` is the reason.
        """
        reasons: dict[str, str] = {}
        for card in self._cards:
            try:
                understand(card)
            except ValueError as error:
                reasons[card.reference] = str(error)
        return reasons


def names_of(cards: Iterable[Card]) -> Names:
    """Return the words of the language, including those of these cards.

    >>> "brassbug" in names_of([]).tokens
    True
    """
    tokens, counters, subtypes = set(KNOWN.tokens), set(KNOWN.counters), set(KNOWN.subtypes)
    for card in cards:
        subtypes.update(card.subtypes)
        counters.update(card.counters)
        if card.token:
            tokens.add(card.reference)
    return Names(frozenset(tokens), frozenset(counters), frozenset(subtypes))


def _taken(card: Card, what: str, other: Card) -> CardFileError:
    """Return the error that `other` exists already."""
    file, _, line = card.source.rpartition(":")
    return CardFileError(
        file or card.source,
        f"{other.source} already has {what}: {other}",
        line=int(line) if line.isdigit() else None,
        card=str(card),
    )


def _short(text: str) -> str:
    """Return the short form of a reference, and anything else unchanged."""
    match = _REFERENCE.fullmatch(text.strip().upper().removeprefix("ALT_"))
    if match is None:
        return text
    rarity = match["rarity"].replace("F", "R2")
    return f"{match['set']}_{match['code']}_{int(match['number']):02d}_{rarity}"


@lru_cache(maxsize=100_000)
def _folded(card: Card) -> tuple[str, ...]:
    """Return the name and the lines of a card as they are searched."""
    return tuple(map(_fold, (card.name, *card.abilities, *card.support)))


def _fold(text: str) -> str:
    """Return `text` without case, accents and typographic apostrophes."""
    if text.isascii():
        return " ".join(text.casefold().split())
    plain = unicodedata.normalize("NFKD", text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).casefold().split())


def _rank(card: Card) -> tuple[int, str]:
    return (RARITIES.index(card.rarity) if card.rarity else -1, card.version.split("_")[0])


def _commonest(versions: tuple[Card, ...], text: str) -> Card:
    """Return the first of `versions`, unless others are as common."""
    best = [card for card in versions if _rank(card) == _rank(versions[0])]
    if len(best) > 1:
        choices = ", ".join(card.reference for card in best)
        raise AmbiguousCardError(f"{text[:80]!r} could be any of {choices}")
    return best[0]
