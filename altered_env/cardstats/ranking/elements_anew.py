"""Refit the worth of elements after the description of cards has changed:

    python -m altered_env.cardstats.ranking.elements_anew ranking

`elements.tsv.gz` is written from the games of a ranking, many gigabytes that are rarely available.
The evidence on each card can be recovered from the shipped figures: a worth is shrunk towards the
prediction of its elements by an amount that follows from its interval and the spreads, and that
shrinkage is undone here. The current elements are fitted to the result (`hierarchy.fit_alone`).
Nothing is written if the shipped elements are current; `--prove` shows how well cards are predicted
by their elements alone. The folder is one of `altered rank` with the same cards, with any number of
games. The worths keep their shipped values, shrunk by a twentieth towards the old elements: on a
second run `--prove` shows slightly less.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env.arena.ratings import Z95
from altered_env.cards import Card
from altered_env.cards.elements import KINDS
from altered_env.cards.estimates import FILE, Elements, group_of, read_elements, written
from altered_env.cards.printed_words import FACTIONS
from altered_env.cards.worths import FILE as WORTHS
from altered_env.cards.worths import Worths, read_worths
from altered_env.cardstats.ranking.element_table import Columns, columns
from altered_env.cardstats.ranking.folder import cards_in
from altered_env.cardstats.ranking.hierarchy import Alone, fit_alone
from altered_env.cardstats.ranking.proving import FOLDS, Proof, agree, share, within
from altered_env.cardstats.ranking.shipping import elements_of, spreads_of

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Recovered:
    """The cards of a ranking, and the evidence of its games on each, in win rates."""

    cards: tuple[Card, ...]
    alone: Alone
    """The evidence on the scale of each faction, as in the model."""
    zero: Numbers
    """The worth of the plain Character on the scale of each card's faction."""
    worth: Numbers
    """The worth as shipped, relative to the plain Character."""

    @property
    def groups(self) -> NDArray[np.int64]:
        """Return the group of each card: the spread of own effects is common to a group."""
        return np.array([int(group_of(card) == "character") for card in self.cards])


def recovered(found: Worths, elements: Elements, cards: Sequence[Card]) -> Recovered:
    """Recover the evidence on each card from its worth and the prediction of its elements.

    Raises `ValueError` if cards of the ranking are missing from `cards`.
    """
    there = {card.reference: card for card in cards}
    missing = [reference for reference in found.cards if reference not in there]
    if missing:
        raise ValueError(
            f"{len(missing):,} ranked cards are not in this folder, such as {missing[0]}:"
            " name a folder with the same cards"
        )
    mine = tuple(there[reference] for reference in found.cards)
    rows = list(found.cards.values())
    said = [one for one in map(elements.estimate, mine) if one is not None]
    zeros = np.array([elements.zeros[card.faction] for card in mine])
    rest = np.array([elements.spreads[f"rest {group_of(card)}"] for card in mine]) ** 2
    worth = np.array([row.worth for row in rows])
    error = np.array([row.high - row.low for row in rows]) / (2 * Z95)
    by_elements = np.array([one.worth for one in said])
    whole = (np.array([one.high - one.low for one in said]) / (2 * Z95)) ** 2
    shared = np.maximum(whole - rest - zeros[:, 1] ** 2, 1e-6)
    left = np.maximum(error**2 - zeros[:, 1] ** 2, 1e-4)
    # of the remainder, (1 - pull)^2 belongs to the elements and 1 - pull to the own effect
    kept = (np.sqrt(rest**2 + 4 * shared * left) - rest) / (2 * shared)
    kept = np.clip(kept, 1e-3, 0.999)
    variance = rest * kept / (1 - kept)
    alone = by_elements + (worth - by_elements) / (1 - kept)
    return Recovered(
        mine,
        Alone((alone + zeros[:, 0]) / 100, variance / 1e4, variance / 1e4),
        zeros[:, 0] / 100,
        worth / 100,
    )


def unseen_of(found: Recovered, table: Columns, seed: int = 0) -> list[Proof]:
    """Validate the prediction of held-out cards from their elements alone."""
    count = len(found.cards)
    fold = np.random.default_rng(seed).permutation(count) % FOLDS
    alone, guess, apart = found.alone, np.zeros(count), np.zeros(count)
    for k in range(FOLDS):
        mine = fold == k
        hidden = np.where(mine, np.inf, alone.variance)
        model = fit_alone(Alone(alone.worth, hidden, hidden), table, found.groups)
        guess[mine] = model.elements[mine]
        error = model.shared[mine] + model.rest[mine] + alone.variance[mine]
        apart[mine] = np.abs(alone.worth[mine] - guess[mine]) / np.sqrt(error)
    above, games = guess - found.zero, alone.worth - found.zero
    say = within(above, games, np.array([FACTIONS.index(card.faction) for card in found.cards]))
    return [
        agree("unseen by elements, Spearman with games", above, games, 0.7, say),
        agree("unseen by elements, with the ranking", above, found.worth, 0.7),
        share("unseen by elements, intervals cover", apart < Z95, 0.93, 0.97),
    ]


def _write(found: Recovered, before: Elements, into: Path) -> None:
    """Write the current worths of elements."""
    table = columns(found.cards)
    model = fit_alone(found.alone, table, found.groups)
    spreads = spreads_of(model, table, found.cards, np.arange(len(found.cards)))
    data = written(before.head, elements_of(model, table), spreads, before.zeros)
    write_atomically(into, data)
    read_elements(into)
    print(f"{into}: {counted(len(table.names), 'element')}, {len(data):,} bytes")


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite the package's file of elements; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.cardstats.ranking.elements_anew",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, help="folder of `altered rank`, with the same cards")
    parser.add_argument("--prove", action="store_true", help="show how well elements predict cards")
    option(parser, "--seed", 0, "seed of the folds of --prove")
    parser.add_argument("--into", type=Path, default=FILE, help="output file (the package's)")
    options = parser.parse_args(arguments)
    try:
        before = read_elements(FILE)
        found = recovered(read_worths(WORTHS), before, cards_in(options.folder).cards)
        if options.prove:
            for proof in unseen_of(found, columns(found.cards), options.seed):
                print(proof)
            return 0
        if {row.kind for row in before.rows[1:]} >= set(KINDS):
            raise ValueError(f"the elements in {FILE} are up to date")
        _write(found, before, options.into)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
