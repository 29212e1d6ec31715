"""Question (d): worths shipped with the package beside asking prices of unique cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np

from altered_env.cards.official import OfficialCard
from altered_env.cards.worths import Worths
from altered_env.cardstats.agreement import ranks
from altered_env.cardstats.validity import scores
from altered_env.cardstats.validity.figures import Figure
from altered_env.cardstats.validity.people import Price
from altered_env.cardstats.validity.scores import Vector

LEAST: Final = 5
"""The minimum number of priced cards of a set and cost."""
FEWEST: Final = 50
"""The minimum number of priced cards with a known text."""
WORD: Final = 5
"""The minimum number of cards with a word of the text."""
RIDGE: Final = 30.0
FOLDS: Final = 10


def price_figures(
    prices: Sequence[Price],
    texts: Mapping[str, OfficialCard],
    shipped: Sequence[Worths],
) -> list[Figure]:
    """Rank correlations within set and cost, for the cards whose text is known."""
    euros = {one.reference: one.euros for one in prices}
    known = with_text(prices, texts)
    if len(known) < FEWEST:
        return []
    group = [(card.set, card.numbers[0]) for card in known]
    price = np.array([np.log(euros[card.reference]) for card in known])
    family = ["_".join(card.reference.split("_")[1:3]) for card in known]
    statistics = np.array([float(sum(card.numbers[2:5]) - card.numbers[1]) for card in known])
    ones = np.ones(len(known))
    found = [
        _figure("statistics less Reserve Cost", price, statistics, group, family, ones),
        _figure(
            "text, fitted on other prices", price, _by_text(known, price, group, family), group,
            family, ones,
        ),
    ]  # fmt: skip
    for worths in shipped:
        rows = [worths.cards.get(card.reference) for card in known]
        held = np.array([row is not None and row.copies > 0 for row in rows], dtype=float)
        value = np.array([0.0 if row is None else row.worth for row in rows])
        if held.sum() >= FEWEST:
            name = f"{worths.head['agent']}, shipped worth"
            found.append(_figure(name, price, value, group, family, held))
    return found


def with_text(prices: Sequence[Price], texts: Mapping[str, OfficialCard]) -> list[OfficialCard]:
    """The priced cards whose text is known, of a set and cost with several of them."""
    priced = {one.reference for one in prices}
    known = [card for name, card in sorted(texts.items()) if name in priced]
    group = [(card.set, card.numbers[0]) for card in known]
    many = Counter(group)
    return [card for card, of in zip(known, group, strict=True) if many[of] >= LEAST]


def _figure(
    who: str,
    price: Vector,
    value: Vector,
    group: Sequence[object],
    family: Sequence[str],
    held: Vector,
) -> Figure:
    part = held > 0
    groups = [of for of, one in zip(group, part, strict=True) if one]
    one, two = (_ranked(v[part], groups) for v in (price, value))
    mine = [name for name, here in zip(family, part, strict=True) if here]
    score = partial(scores.correlation, one, two)
    low, high = scores.interval(score, [mine], scores.APART)
    return Figure("d", who, "rank", score(np.ones(len(mine))), low, high, len(mine))


def _ranked(values: Vector, groups: Sequence[object]) -> Vector:
    """The rank of each value in its group, from -0.5 to 0.5."""
    found = np.zeros(len(values))
    for name in dict.fromkeys(groups):
        at = np.flatnonzero([one == name for one in groups])
        found[at] = (ranks(values[at].tolist()) - (len(at) + 1) / 2) / len(at)
    return found


def _words(card: OfficialCard) -> set[str]:
    text = f"{card.main_text} {card.support_text}".lower()
    return set(re.findall(r"[a-z]{3,}|\{[a-z]\}", text))


def _by_text(
    known: Sequence[OfficialCard], price: Vector, group: Sequence[object], family: Sequence[str]
) -> Vector:
    """Prices predicted from the words of the text: a ridge regression fitted on other families."""
    words = [_words(card) for card in known]
    many = Counter(word for some in words for word in some)
    index = {word: k for k, word in enumerate(sorted(w for w, n in many.items() if n >= WORD))}
    matrix = np.zeros((len(known), len(index)))
    for row, some in enumerate(words):
        matrix[row, [index[word] for word in some if word in index]] = 1
    numbers = np.array([card.numbers[1:5] for card in known], dtype=float)
    matrix = np.hstack([matrix, (numbers - numbers.mean(axis=0)) / (numbers.std(axis=0) + 1e-9)])
    target = scores.within(price, group)
    fold_of = {name: k % FOLDS for k, name in enumerate(sorted(set(family)))}
    fold = np.array([fold_of[name] for name in family])
    found = np.zeros(len(known))
    for number in range(FOLDS):
        there, here = fold != number, fold == number
        middle = matrix[there].mean(axis=0)
        centred = matrix[there] - middle
        curve = centred.T @ centred + RIDGE * np.eye(matrix.shape[1])
        found[here] = (matrix[here] - middle) @ np.linalg.solve(curve, centred.T @ target[there])
    return found
