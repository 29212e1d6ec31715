"""Coverage of the intervals of the model for players held out:

    python -m altered_env.cardstats.context.held_out

Each player is held out in turn, and so are the worths of its kind in the included ranking. The
others predict its worths of cards. Two tables: lists, and the random decks of the ranking. A
player's figures have errors of their own: coverage of its measured figures is by the interval with
these errors added, coverage of its true ones is computed from the differences beyond these errors.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from altered_env.cards import catalogue
from altered_env.cards.estimates import Z95, group_of
from altered_env.cards.worths import of_others, worths
from altered_env.cardstats.context.limited import BESIDE, predictor_table, ranked_players
from altered_env.cardstats.context.worth_model import Z90, fit, model, unpacked

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The coverage of the others' intervals for a player."""

    player: str
    cards: int
    half: float
    """The median half-width of its 90 % intervals, in percent of games."""
    measured: float
    """The share of its measured figures within the interval, with their errors added."""
    true: float
    """The share of its true figures within the interval."""
    slope: float
    """The slope of its figures over the others' worths: 1 if these are of its size."""


def kind_of(player: str) -> str:
    """The kind of a player: what its name has before the colon."""
    return player.partition(":")[0]


def held_out(
    names: Sequence[str],
    values: Floats,
    said: Floats,
    noise: Floats,
    groups: Sequence[str],
    alike: Floats,
    of_predictors: Sequence[str] = (),
) -> list[HeldOut]:
    """Hold out each player in turn. `of_predictors` are the players of the last predictors."""
    found = []
    first = values.shape[1] - len(of_predictors)
    for k, name in enumerate(names):
        others = [j for j in range(len(names)) if j != k and kind_of(names[j]) != kind_of(name)]
        kept = list(range(first)) + [
            first + j for j, one in enumerate(of_predictors) if kind_of(one) != kind_of(name)
        ]
        there = np.isfinite(noise[:, k])
        some = [group for group, is_there in zip(groups, there, strict=True) if is_there]
        mine, heard = values[there][:, kept], said[there][:, others]
        unsure, both = noise[there][:, others], alike[np.ix_(others, others)]
        spread = fit(mine, heard, unsure, some, both)
        nothing = np.zeros((len(mine), len(kept), len(kept)))
        mean, variance = spread.another(spread.known(mine, nothing, heard, unsure), some)
        own, error = said[there, k], noise[there, k]
        apart = own - mean
        half = Z90 * np.sqrt(variance)
        inside = np.abs(apart) <= Z90 * np.sqrt(variance + error)
        weight = 1 / (variance + error)
        beyond = float((weight * (apart**2 - error)).sum() / weight.sum())
        off = half / np.sqrt(max(beyond, 1e-9))
        within = [2 * NormalDist().cdf(float(one)) - 1 for one in off]
        middle = mean - float((weight * mean).sum() / weight.sum())
        slope = float((weight * middle * own).sum() / (weight * middle**2).sum())
        found.append(
            HeldOut(
                name,
                len(mine),
                float(np.median(half)),
                float(inside.mean()),
                float(np.mean(within)),
                slope,
            )
        )
    return found


def in_lists(least: int = 1) -> list[HeldOut]:
    """Hold out the players of lists, on cards with measured predictors that each player was dealt
    early; in all at least so many times."""
    found = model()
    pool = catalogue()
    rows = [(pool[name], row) for name, row in found.cards.items() if int(row[0] or 0) >= least]
    values, measured = predictor_table([card for card, _ in rows])
    pairs = [unpacked(row, len(found.players)) for _, row in rows]
    said, noise = (np.array(part) for part in zip(*pairs, strict=True))
    used = measured & np.isfinite(noise).all(axis=1)
    groups = [group_of(card) for (card, _), is_used in zip(rows, used, strict=True) if is_used]
    return held_out(
        found.players,
        values[used],
        said[used],
        noise[used],
        groups,
        found.spread.alike,
        ranked_players(),
    )


def in_random_decks() -> list[HeldOut]:
    """Hold out the players of the included ranking, on the cards of the package."""
    tables = [worths(), *of_others()]
    pool = catalogue().package
    cards = [card for card in pool if all(card.reference in table.cards for table in tables)]
    values, _ = predictor_table(cards)
    rows = [[table.cards[card.reference] for table in tables] for card in cards]
    said = np.array([[one.worth for one in row] for row in rows])
    noise = np.array([[((one.high - one.low) / 2 / Z95) ** 2 for one in row] for row in rows])
    return held_out(
        ranked_players(),
        values[:, : len(BESIDE)],
        said,
        noise,
        [group_of(card) for card in cards],
        np.eye(len(tables)),
    )


def lines(found: Sequence[HeldOut]) -> list[str]:
    """A table, and the mean of all players."""
    rows = [
        f"{'held out':24}{'cards':>7}{'half-width':>12}{'measured':>10}{'true':>8}{'slope':>8}",
    ]
    for one in found:
        rows.append(
            f"{one.player[:23]:24}{one.cards:7,}{one.half:12.2f}{100 * one.measured:8.1f} %"
            f"{100 * one.true:6.1f} %{one.slope:z8.2f}"
        )
    half = np.mean([one.half for one in found])
    measured = 100 * np.mean([one.measured for one in found])
    true = 100 * np.mean([one.true for one in found])
    rows.append(f"{'mean':24}{'':7}{half:12.2f}{measured:8.1f} %{true:6.1f} %")
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    head, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=head, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--least", type=int, default=1, help="early copies of a card in lists (1)")
    options = parser.parse_args(arguments)
    if options.least < 1:
        parser.error(f"--least must be 1 or more, found {options.least}")
    print("Coverage of 90 % intervals of the other players; half-widths in percent of games.")
    print("\nConstructed lists:")
    print("\n".join(lines(in_lists(options.least))))
    print("\nRandom decks of the included ranking:")
    print("\n".join(lines(in_random_decks())))


if __name__ == "__main__":
    main()
