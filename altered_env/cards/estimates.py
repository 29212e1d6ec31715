"""Estimated worth of cards that were never dealt, from their elements, with an interval.

`elements.tsv.gz` is written with `worths.tsv.gz`, from the same ranking: the worth of each element,
the covariance of their errors, and the spread of cards around their estimates. The interval covers
all of that; it is wide, since much of a card's worth is not explained by its elements.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .card import Card
from .elements import KINDS, described
from .worths import Measured, damaged, read_table, table

FILE = Path(__file__).with_name("elements.tsv.gz")
COLUMNS = ("kind", "name", "middle", "scale", "least", "most", "worth", "error", "together")
MEAN = ("mean", "of all cards")
"""The element that every card has."""
Z95 = 1.959963984540054
FINE = 200
"""The number of steps per unit in which correlations are written."""
NEAR = 1e-6
"""An amount this little outside the range is inside: it was rounded."""
WIDENING = frozenset(KINDS) - {"body", "shape", "line"}
"""Kinds of elements that widen an interval if the ranking lacks them. Most cards have a unique
line, or a rare pair of numbers: the spread of cards around their estimates covers that."""
NAMED = WIDENING - {"family"}
"""Kinds that a remark names as well: being no version of another card is not worth a remark."""
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Element:
    """The worth of an element, in percent of games for one unit of it: `scale` more of it than
    `middle`."""

    kind: str
    name: str
    middle: float
    scale: float
    least: float
    most: float
    """The maximum amount among the dealt cards."""
    worth: float
    error: float
    together: str
    """Correlations of the error with those of the preceding elements, in 200ths, with an empty
    string for 0."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated worth of a card, in percent of games, and the limits of the estimate."""

    worth: float
    low: float
    high: float
    unknown: tuple[str, ...] = ()
    """Elements that too few cards of the ranking had: counted as zero, the mean of such elements,
    with a wider interval."""
    beyond: tuple[str, ...] = ()
    """Elements outside the range of the ranking's cards: they count as at its end, and the interval
    reaches to what a straight line beyond it would say."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return remarks on the estimate, in sentences."""
        return remarks_on(self.unknown, self.beyond)


def remarks_on(unknown: Sequence[str], beyond: Sequence[str]) -> tuple[str, ...]:
    """Return remarks on elements that are unknown to a ranking, or outside its range."""
    said = []
    if unknown:
        said.append(f"too few measured cards have {_listed(unknown)}, which count as zero")
    if beyond:
        said.append(f"outside the range of the measured cards: {_listed(beyond)}")
    return tuple(said)


def _listed(names: Sequence[str]) -> str:
    few = ", ".join(f"'{name}'" for name in names[:5])
    return f"{few} and {len(names) - 5} more" if len(names) > 5 else few


def group_of(card: Card) -> str:
    """Return the group of a card whose own effects share a spread: Characters, or others."""
    return "character" if card.type == "character" else "other"


@dataclass(frozen=True)
class Elements(Measured):
    """The elements of a ranking, as stored."""

    rows: Sequence[Element]
    spreads: Mapping[str, float]
    """The spread of each kind of element, and of each group's own effects (`rest character`)."""
    zeros: Mapping[str, tuple[float, float]]
    """The worth of the plain Character among each faction's cards, and its error."""

    @functools.cached_property
    def _at(self) -> dict[Key, int]:
        return {(row.kind, row.name): k for k, row in enumerate(self.rows)}

    def estimate(self, card: Card) -> Estimate | None:
        """Return the estimate from the elements of a card; None if decks cannot hold it, or if
        there is no measurement."""
        rest = self.spreads.get(f"rest {group_of(card)}")
        if card.token or card.type in ("hero", "mana") or rest is None:
            return None
        if card.faction not in self.zeros:
            return None
        zero, spread = self.zeros[card.faction]
        has = {MEAN: 1.0} | described(card)
        held: list[tuple[int, float]] = []
        unknown: list[str] = []
        beyond: list[str] = []
        below = above = 0.0
        variance = rest**2 + spread**2
        for key, amount in has.items():
            at = self._at.get(key)
            if at is None:
                if key[0] in WIDENING and amount:
                    if key[0] in NAMED:
                        unknown.append(key[1])
                    variance += (amount * self.spreads.get(key[0], 0.0)) ** 2
                continue
            row = self.rows[at]
            inside = min(max(amount, row.least), row.most)
            held.append((at, (inside - row.middle) / row.scale))
            if abs(amount - inside) > NEAR:
                beyond.append(row.name)
                further = row.worth * (amount - inside) / row.scale
                below, above = below + min(0.0, further), above + max(0.0, further)
        worth = sum(self.rows[at].worth * much for at, much in held) - zero
        variance += max(0.0, self._shared(held))
        half = Z95 * math.sqrt(variance)
        low, high = worth - half + below, worth + half + above
        return Estimate(worth, low, high, tuple(unknown), tuple(beyond))

    def _shared(self, held: Sequence[tuple[int, float]]) -> float:
        """Return the variance of the sum of these elements."""
        ordered = sorted(held)
        found = 0.0
        for k, (at, much) in enumerate(ordered):
            row = self.rows[at]
            mine = much * row.error
            found += mine**2
            together = row.together.split(" ")
            for before, other in ordered[:k]:
                share = int(together[before] or 0) / FINE
                found += 2 * mine * other * self.rows[before].error * share
        return found


@functools.cache
def estimates() -> Elements:
    """Return the elements of the package."""
    return read_elements(FILE)


def read_elements(file: Path) -> Elements:
    """Read elements from a file; none if it is missing. Raises `ValueError` if it is damaged."""
    head, rows = read_table(file, COLUMNS)
    with damaged(file):
        spreads = {name[7:]: float(value) for name, value in head.items() if name[:7] == "spread "}
        zeros = {name[5:]: _pair(value) for name, value in head.items() if name[:5] == "zero "}
        found = [_element(row) for row in rows]
        if found and (found[0].kind, found[0].name) != MEAN:
            raise ValueError(f"its first element is {found[0].name[:40]!r}")
        wrong = {row.kind for row in found[1:]} - set(KINDS)
        missing = {row.kind for row in found[1:]} - set(spreads)
        if wrong or missing:
            raise ValueError(f"no element is called {min(wrong | missing)[:40]!r}")
    return Elements(head, found, spreads, zeros)


def _pair(text: str) -> tuple[float, float]:
    worth, error = text.split(" ")
    return float(worth), float(error)


def _element(row: list[str]) -> Element:
    kind, name, *numbers, together = row
    middle, scale, least, most, worth, error = map(float, numbers)
    return Element(kind, name, middle, scale, least, most, worth, error, together)


def written(
    head: Mapping[str, str],
    rows: Sequence[Element],
    spreads: Mapping[str, float],
    zeros: Mapping[str, tuple[float, float]],
) -> bytes:
    """Return the elements as a file."""
    told = dict(head)
    told |= {f"spread {name}": f"{value:.4f}" for name, value in spreads.items()}
    told |= {f"zero {name}": f"{worth:.4f} {error:.4f}" for name, (worth, error) in zeros.items()}
    return table(
        told,
        COLUMNS,
        (
            f"{row.kind}\t{row.name}\t{row.middle:.6g}\t{row.scale:.6g}\t{row.least:.6g}"
            f"\t{row.most:.6g}\t{row.worth:.4f}\t{row.error:.4f}\t{row.together}"
            for row in rows
        ),
    )
