"""Measured worth of cards: the figures shipped with the package.

`worths.tsv.gz` is written by `python -m altered_env.cardstats.ranking.shipping`, from a ranking of
`altered rank`; `worths-PLAYER.tsv.gz` has the figures for another player, and docs/ranking.md
explains them. They hold for the players, rules and decks named in their head. `Worths.as_now` tells
whether these are still current: not by the code, which can change without changing any game, but by
the results of a set of games (`PLAYS`).
"""

from __future__ import annotations

import contextlib
import functools
import gzip
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from altered_env._runtime import renamed
from altered_env._runtime.atomic_files import in_a_file_name
from altered_env._runtime.input_files import FIGURES, InputFileError, read_gzip

from .card import Card
from .measured_texts import is_as_measured

FILE = Path(__file__).with_name("worths.tsv.gz")
OTHERS = "worths-*.tsv.gz"
PLAYS = {
    "greedy": "22e7ee6806f1b3f1",
    "net:v1": "2377cc6e87c2762b",
    "net:v2": "afa1c9bd2e7a9a22",
    "net:v3": "723a21ee3d3c9d42",
    "rules": "cb6277fa49d61dac",
}
"""The hash of 400 games of each agent under the current rules and players (`plays_of` of
`altered_env/arena/versions.py`); a test plays them. Figures of an agent that is not listed are
never called current."""
EARLIER = {
    "greedy": ("9c4ffe1cba5337f4", "9eb444110595401a", "ac4cd8caeea1d7d6"),
    "net:v1": ("e3bd9a5b61097ea3", "2cb65e104ad63c7d", "75deb66417c1aac6"),
    "net:v2": ("cee23f10b84ca821", "3a060721c5293775", "48e3fbbb442b1def"),
    "rules": ("efe2a43eacc5522e", "1bec1c0f7092bf2b", "19420e549f48e646"),
}
"""Earlier hashes whose figures still hold. The first is from before the suspension of Lyra
Festival, which these decks could contain. The second is of decks with cards of FUGUE, and of
networks that saw the number of objects of an earlier question: with today's decks 7 and 9 of 400
games ended differently, with another winner in none and one. The third is from before `MENDED`,
whose games alone differ, one or two of 400."""
MENDED = ("FUGUE_LY_138_R1", "FUGUE_AX_142_R1", "FUGUE_AX_142_R2", "ALIZE_OR_34_U_16666")
"""Cards that have been corrected since."""
CORRECTED = "the card has been corrected since"
OTHER_TEXT = "another text was measured under this number; this is an estimate"
COLUMNS = (
    "reference",
    "worth",
    "low",
    "high",
    "place",
    "place_low",
    "place_high",
    "best",
    "copies",
)


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of a card, in percent of games, and its rank."""

    reference: str
    worth: float
    low: float
    high: float
    place: int
    place_low: int
    place_high: int
    best: float
    """The probability, in percent, of being among the best 1 %."""
    copies: int
    """The number of times it was dealt early; 0 if the figure comes from its elements alone."""


@dataclass(frozen=True)
class Measured:
    """Figures of a ranking."""

    head: Mapping[str, str]
    """The conditions: agent, games, rules, mode, seed, version, plays."""

    @property
    def as_now(self) -> bool:
        """Return whether the games were played with the current rules and players, except for cards
        that are `MENDED`."""
        agent = self.head.get("agent", "")
        return self.head.get("plays", "") in (PLAYS.get(agent), *EARLIER.get(agent, ()))

    @property
    def conditions(self) -> str:
        """Return the conditions of the figures, in a line."""
        head = self.head
        said = (
            f"by {head['agent']}, {int(head['games']):,} games, rules {head['rules']},"
            f" {head['mode']} decks, version {head['version'][:8]}"
        )
        return said if self.as_now else f"{said}; rules or players have changed since"


@dataclass(frozen=True)
class Worths(Measured):
    """A ranking, as stored."""

    cards: Mapping[str, Worth]

    def of(self, card: Card) -> Worth | None:
        """Return the worth of a card; None if it was not measured, or with another text."""
        row = self.cards.get(card.reference)
        return row if row is not None and is_as_measured(card) else None

    def other_text(self, card: Card) -> tuple[str, ...]:
        """Return a remark if another text was measured under the number of the card."""
        there = card.reference in self.cards
        return (OTHER_TEXT,) if there and not is_as_measured(card) else ()

    def was_mended(self, reference: str) -> bool:
        """Return whether the card has been corrected since the games."""
        earlier = EARLIER.get(self.head.get("agent", ""), ("",))
        return self.head.get("plays", "") == earlier[-1] and reference in MENDED

    def conditions_of(self, reference: str) -> str:
        """Return the conditions of a card's figures, in a line."""
        mended = f"; {CORRECTED}" if self.was_mended(reference) else ""
        return self.conditions + mended


@functools.cache
def worths() -> Worths:
    """Return the figures of the package."""
    return read_worths(FILE)


@functools.cache
def of_others() -> tuple[Worths, ...]:
    """Return the package's figures for other players."""
    return tuple(read_worths(file) for file in sorted(FILE.parent.glob(OTHERS)))


def file_of(agent: str) -> str:
    """Return the name of the file with the figures for another player.

    >>> file_of("net:v1")
    'worths-net-v1.tsv.gz'
    """
    return OTHERS.replace("*", in_a_file_name(agent))


def read_worths(file: Path) -> Worths:
    """Read figures from a file; none if it is missing. Raises `ValueError` if it is damaged."""
    head, rows = read_table(file, COLUMNS)
    with damaged(file):
        return Worths(head, {row[0]: _row(row) for row in rows})


@contextlib.contextmanager
def damaged(file: Path) -> Iterator[None]:
    """Turn errors in reading a file into a `ValueError` that names it."""
    try:
        yield
    except InputFileError as error:
        raise ValueError(f"{file} is damaged: {error.problem}") from None
    except (OSError, ValueError, IndexError, KeyError) as error:
        raise ValueError(f"{file} is damaged: {error}") from None


def read_table(file: Path, columns: Sequence[str]) -> tuple[dict[str, str], list[list[str]]]:
    """Return the head and the rows of a file of figures; empty if it is missing.

    Raises `ValueError` if it is damaged.
    """
    if not file.is_file():
        return {}, []
    with damaged(file):
        lines = read_gzip(file, FIGURES).decode().splitlines()
        head = dict(line[2:].split("\t", 1) for line in lines if line.startswith("# "))
        rows = [line.split("\t") for line in lines if not line.startswith("# ")]
        if rows[0] != list(columns):
            raise ValueError(f"unexpected columns {', '.join(rows[0])[:80]}")
        head["agent"] = renamed.agent(head["agent"], tell=False)
        _ = int(head["games"]), head["rules"], head["mode"], head["version"]
    return head, rows[1:]


def table(head: Mapping[str, str], columns: Sequence[str], rows: Iterable[str]) -> bytes:
    """Return a file of figures; the same figures give the same bytes."""
    lines = [*(f"# {name}\t{value}" for name, value in head.items()), "\t".join(columns), *rows]
    return gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0)


def _row(row: list[str]) -> Worth:
    reference, worth, low, high, place, first, last, best, copies = row
    return Worth(  # + 0.0: some files have -0.00
        reference,
        float(worth) + 0.0,
        float(low) + 0.0,
        float(high) + 0.0,
        int(place),
        int(first),
        int(last),
        float(best),
        int(copies),
    )


def written(head: Mapping[str, str], cards: Iterable[Worth]) -> bytes:
    """Return the figures as a file."""
    return table(
        head,
        COLUMNS,
        (
            f"{card.reference}\t{card.worth:.2f}\t{card.low:.2f}\t{card.high:.2f}\t{card.place}"
            f"\t{card.place_low}\t{card.place_high}\t{card.best:.1f}\t{card.copies}"
            for card in sorted(cards, key=lambda card: card.reference)
        ),
    )
