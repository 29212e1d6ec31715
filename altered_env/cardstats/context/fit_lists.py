"""Write the model of worths in context that is shipped with the package:

    python -m altered_env.cardstats.context.fit_lists lists \\
        --agents net:v5 ismcts:iterations=10 rules greedy

The folder has games of `python -m altered_env.cardstats.context.list_games`; the strongest player
comes first. The file holds references, numbers and conditions, but no names or texts.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.progress import Progress
from altered_env.arena.versions import version
from altered_env.cards.estimates import group_of
from altered_env.cardstats.context.context_terms import FEATURES, KINDS, columns
from altered_env.cardstats.context.evidence import (
    Evidence,
    card_counts,
    evidence,
    feature_table,
    scales,
)
from altered_env.cardstats.context.limited import predictor_table
from altered_env.cardstats.context.list_games import (
    ListGames,
    Lists,
    design_in,
    lists_in,
    load_lists,
)
from altered_env.cardstats.context.worth_model import FILE, Spread, fit, read
from altered_env.cardstats.ranking.studied import pool_cards
from altered_env.decks.constructing import ARCHETYPES, heroes

Floats = NDArray[np.float64]

ALONE = 0.5**2, 0.2**2
"""The variance of a term that is alone of its kind, and that between players."""
UNHEARD = 1e6
"""The variance of the evidence on a term that no card has with this Hero."""


def alike(found: Sequence[Evidence]) -> Floats:
    """The correlation of the errors of players, of whom each two have played the same decks in as
    many games as the shorter of them."""
    same = np.eye(len(found))
    for one, two in combinations(range(len(found)), 2):
        mine, theirs = found[one].left, found[two].left
        shared = min(len(mine), len(theirs))
        product = float(mine[:shared] @ theirs[:shared])
        same[one, two] = same[two, one] = product / np.sqrt((mine @ mine) * (theirs @ theirs))
    return same


def together(found: Sequence[Evidence], same: Floats) -> dict[str, tuple[Floats, Floats, float]]:
    """By kind of term: the mean worth of each term over players, its standard error for a single
    player, and the spread of the terms. The unit is a standard deviation of the feature."""
    said = np.stack([one.terms for one in found], axis=1)
    noise = np.stack([one.term_variance for one in found], axis=1)
    noise = np.minimum(noise, UNHEARD)
    kinds = np.array([kind for kind, *_ in columns()])
    result = {}
    players = range(len(found))
    for kind in KINDS:
        mine = np.flatnonzero(kinds == kind)
        told, unsure = said[mine], noise[mine]
        shared = own = over = beneath = 0.0
        for one in players:
            weight = 1 / unsure[:, one] ** 2
            own += float((weight * (told[:, one] ** 2 - unsure[:, one])).sum())
            beneath += float(weight.sum())
            for two in range(one):
                both = np.sqrt(unsure[:, one] * unsure[:, two])
                product = told[:, one] * told[:, two] - same[one, two] * both
                shared += float((product / both**2).sum())
                over += float((1 / both**2).sum())
        common = max(shared / over, 0.02**2)
        apart = max(own / beneath - common, 0.25 * common)
        if len(mine) < len(FEATURES):  # a single term says little about a spread
            common, apart = ALONE
        count = len(found)
        before = common * np.ones((count, count)) + apart * np.eye(count)
        spread = Spread(np.zeros((1, count)), before, {}, same)
        known = spread.known(np.zeros((len(mine), 1)), np.zeros((len(mine), 1, 1)), told, unsure)
        pull = np.linalg.solve(before, np.full(count, common))
        left = common - common * float(pull.sum())
        worth = known.mean @ pull
        error = np.sqrt(left + np.einsum("p,npq,q->n", pull, known.covariance, pull) + apart)
        result[kind] = worth, error, float(np.sqrt(common))
    return result


def around_terms(
    games: Sequence[ListGames], found: Sequence[Evidence], lists: Lists
) -> dict[str, tuple[float, float]]:
    """The variance of cards around the terms with a Hero, and in an archetype, each with its
    standard error: from the products of two halves of the games, which luck enters only through
    the fit. Games made up by the model tell how much that is."""
    count = len(pool_cards())
    result = {}
    for name, of_deck, many in (
        ("hero", lists.hero, len(heroes())),
        ("archetype", lists.archetype, len(ARCHETYPES)),
    ):
        over = beneath = square = 0.0
        for mine, one in zip(games, found, strict=True):
            weight = np.zeros((2, many, count + 1))
            sums = np.zeros((1 + len(one.by_chance), 2, many, count + 1))
            left = np.stack([one.left, *one.by_chance])
            for seat, sign in ((0, 1.0), (1, -1.0)):
                dealt = card_counts(mine, seat, count)
                value = of_deck[mine.decks[:, seat]]
                for half in (0, 1):
                    for group in range(many):
                        rows = np.flatnonzero((value == group) & (np.arange(len(mine)) % 2 == half))
                        part = dealt[rows]
                        sums[:, half, group] += sign * (part.T @ left[:, rows].T).T
                        weight[half, group] += np.asarray(part.power(2).sum(axis=0)).ravel()
            product = sums[:, 0] * sums[:, 1] / one.noise**2
            over += float(product[0].sum() - product[1:].sum(axis=(1, 2)).mean())
            square += float((product[0] ** 2).sum()) * (1 + 1 / len(one.by_chance))
            beneath += float((weight[0] * weight[1]).sum()) / one.noise**2
        result[name] = over / beneath, float(np.sqrt(square)) / beneath
    return result


def fitted(folder: Path, agents: Sequence[str]) -> dict[str, Any]:
    """The model of a folder's games, as it is written."""
    lists, design = lists_in(folder), design_in(folder)
    cards = pool_cards()
    values, measured = predictor_table(cards)
    progress = Progress(len(agents), "players fitted")
    games, found = [], []
    for done, agent in enumerate(agents, 1):
        games.append(load_lists(folder, agent))
        found.append(evidence(games[-1], lists, values))
        progress.say(done)
    progress.clear()
    same = alike(found)
    said = np.stack([one.cards for one in found], axis=1)
    copies = np.stack([one.copies for one in found], axis=1)
    noise = np.stack([one.card_variance for one in found], axis=1)
    used = measured & np.isfinite(noise).all(axis=1)
    groups = [group_of(card) for card, is_used in zip(cards, used, strict=True) if is_used]
    spread = fit(values[used], said[used], noise[used], groups, same)
    scale = {
        name: float(size) for name, size in zip(FEATURES, scales(feature_table()), strict=True)
    }
    terms: dict[str, tuple[float, float]] = {}
    every = together(found, same)
    at = dict.fromkeys(KINDS, 0)
    for kind, name, feature in columns():
        worth, error, _ = every[kind]
        size = scale.get(feature, 1.0)
        terms[f"{kind}|{name}|{feature}"] = (
            round(float(worth[at[kind]]) / size, 4),
            round(float(error[at[kind]]) / size, 4),
        )
        at[kind] += 1
    rest = around_terms(games, found, lists)
    return {
        "head": {
            "games": [one.games for one in found],
            "rules": design.rules,
            "seed": design.seed,
            "version": version(),
            "noise": [round(one.noise, 1) for one in found],
            "spread_terms": {kind: round(every[kind][2], 4) for kind in KINDS},
            "around_squared": {
                name: [round(part, 3) for part in pair] for name, pair in rest.items()
            },
        },
        "players": list(agents),
        "slopes": spread.slopes.round(4).tolist(),
        "around": spread.around.round(4).tolist(),
        "between": {group: round(size, 4) for group, size in spread.between.items()},
        "alike": same.round(4).tolist(),
        "around_terms": {
            name: round(float(np.sqrt(max(size, 0.0) + error)), 3)
            for name, (size, error) in rest.items()
        },
        "cards": {
            card.reference: [
                int(copies[k].sum()),
                *(
                    number
                    for p in range(len(found))
                    for number in (
                        (round(float(said[k, p]), 2), round(float(noise[k, p]), 2))
                        if np.isfinite(noise[k, p])
                        else (None, None)
                    )
                ),
            ]
            for k, card in enumerate(cards)
            if np.isfinite(noise[k]).any()
        },
        "terms": terms,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the package's file."""
    parser = argparse.ArgumentParser(description="fit the model of worths in context")
    parser.add_argument("folder", type=Path, help="folder of games of lists")
    parser.add_argument("--agents", nargs="+", required=True, help="players, the strongest first")
    parser.add_argument("--out", type=Path, default=FILE, help="another file")
    options = parser.parse_args(arguments)
    if len(set(options.agents)) < 2:
        parser.error("--agents needs two or more players, whose spread the intervals hold")
    try:
        row = fitted(options.folder, options.agents)
        data = gzip.compress(json.dumps(row, separators=(",", ":")).encode(), mtime=0)
        write_atomically(options.out, data)
        read(options.out)
    except (ValueError, LookupError, OSError) as error:
        parser.error(str(error))
    for name in ("head", "between", "around_terms", "alike", "slopes", "around"):
        print(f"{name}: {row[name]}")
    print(f"{options.out}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
