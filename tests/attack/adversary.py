"""An adversary that has the source: it ranks the truth among 999 alternatives.

    python -m tests.attack.adversary --games 40 --seconds 20

Its targets are those that no choice has touched: the opponent's first six cards before the first
decision, the next card of either Deck, the next die, and the next packs of a draft. The judge draws
the alternatives; the adversary (`guessing.py`) scores all 1,000 without knowing which is true; ties
are broken at random. Without a leak the ranks are uniform.

In the control the same adversary attacks games with a public seed. It must rank the truth first
there, or the trial would prove nothing.
"""

from __future__ import annotations

import argparse
import json
import math
import secrets
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from random import Random
from typing import Any

from scipy.stats import binom, kstest

from altered_env import Game
from altered_env._runtime.atomic_files import write_atomically
from altered_env.arena.bench1.tasks import TASKS
from altered_env.engine.terms import C, Z
from altered_env.formats.boosters import boosters
from altered_env.game.states import duplicate
from altered_env.language.words import SEATS
from tests.attack import guessing
from tests.attack.channels import DECKS, Channel, Moment, Pack, channels, packs
from tests.attack.guessing import Given, Rebuilt

__all__ = ["Judge", "Ranked", "channel_p", "detectable", "main", "rank", "uniform_p"]

ALTERNATIVES = 999
HAND, OWN, OTHER, DIE = "first hand", "own next card", "other next card", "next die"
NEXT, LATER = "next pack", "next booster"
ALPHA = 0.001
"""A channel fails if its corrected p value is not above this."""
TOP = 10
"""Ranks up to this one are the top hundredth."""
SURE = 0.95
"""Share of the control that must be ranked first; power at which leaks are said to show."""

Value = tuple[str, ...] | str | int


@dataclass(frozen=True, slots=True)
class Ranked:
    """The rank of the truth in one trial."""

    channel: str
    target: str
    rank: int
    """From 1."""
    within: float
    """A random number from 0 to 1, which makes `place` continuous."""
    first: bool
    """Was it ranked first, tied at most with alternatives equal to it?"""
    by: str = "all"
    """The strategy; `all` for their combination."""
    seeds: int = 0
    """Number of seeds tried."""
    echoed: int = 0
    """Number of worlds whose messages were compared."""

    @property
    def place(self) -> float:
        """The rank scaled to 0 to 1: uniform without a leak."""
        return (self.rank - self.within) / (ALTERNATIVES + 1)


def rank(
    scores: Sequence[Any], values: Sequence[Value], truth: int, chance: Random
) -> tuple[int, bool]:
    """Rank the truth by its score, ties broken at random; and say whether it is first, tied at most
    with equal values."""
    mine = scores[truth]
    above = sum(score > mine for score in scores)
    level = [k for k, score in enumerate(scores) if score == mine]
    alone = above == 0 and all(values[k] == values[truth] for k in level)
    return 1 + above + chance.randrange(len(level)), alone


def uniform_p(some: Sequence[Ranked]) -> float:
    """The p value of uniform ranks: the smaller of a Kolmogorov-Smirnov test and a binomial test of
    the top hundredth, corrected for both."""
    top = sum(one.rank <= TOP for one in some)
    many = float(binom.sf(top - 1, len(some), TOP / (ALTERNATIVES + 1)))
    spread = float(kstest([one.place for one in some], "uniform").pvalue)
    return min(1.0, 2 * min(spread, many))


def channel_p(ps: Sequence[float], channels: int) -> float:
    """The smallest p value of a channel, corrected (Bonferroni) for its tests and all channels."""
    return min(1.0, min(ps, default=1.0) * max(1, len(ps)) * channels)


def detectable(trials: int, tests: int) -> float:
    """The smallest share of leaking games that these trials show with 95 % power.

    >>> round(detectable(1000, 10), 3) < round(detectable(40, 10), 3) < 0.5
    True
    """
    chance = TOP / (ALTERNATIVES + 1)
    wanted = next(
        (k for k in range(trials + 1) if 2 * tests * binom.sf(k - 1, trials, chance) < ALPHA), None
    )
    if wanted is None:
        return math.nan
    for share in range(1, 1001):
        given_away = share / 1000 + (1 - share / 1000) * chance
        if binom.sf(wanted - 1, trials, given_away) >= SURE:
            return share / 1000
    return math.nan


@dataclass
class Judge:
    """Draws the alternatives, lets the adversary score them, and records the ranks."""

    channel: Channel
    seconds: float
    chance: Random = field(default_factory=lambda: Random(secrets.randbits(128)))
    found: list[Ranked] = field(default_factory=list)
    told_exactly: Counter[bool] = field(default_factory=Counter)
    """Whether the true world produces the messages that were sent."""
    _known: tuple[list[Rebuilt], int] = ([], 0)

    def hear(self, moment: Moment) -> None:
        """Rank every target at a decision of the player."""
        game, me = moment.game, moment.player
        assert game.story.decks is not None
        start = Game.start(
            *game.story.decks, seed=game.story.seed, rules=game.story.rules, book=game.book
        )
        given = Given(
            self.channel.name,
            moment.told,
            me,
            game.story.decks,
            game.story.rules,
            game.story.format,
            _hand_in_order(start, me),
            SEATS[int(start.record["first_player"])],
            moment.began,
            self.channel.names,
            DECKS,
            moment.entry,
        )
        share = 0.6 if moment.opening else 0.05
        if moment.opening or not self._known[0]:
            games, tried = guessing.rebuilt(given, share * self.seconds)
            self._known = games, max(tried, 0 if moment.opening else self._known[1])
        worlds = _Worlds(moment, start, self.chance)
        self._rank_worlds(given, moment, worlds, (0.25 if moment.opening else 0.1) * self.seconds)
        self._rank_die(moment)

    def _rank_worlds(self, given: Given, moment: Moment, worlds: _Worlds, seconds: float) -> None:
        told = frozenset(self.channel.pieces(given.told))
        echo = self._echoed(told, worlds, given.player, seconds)
        self.told_exactly[echo[worlds.truth] in (0, None)] += 1
        echoed = sum(one is not None for one in echo)
        usual = Counter(one for one in echo if one is not None).most_common(1)[0][0]
        echo_scores = [usual if one is None else one for one in echo]
        games, tried = self._known
        other = 1 - given.player
        left = [int(n) for n in moment.game.record["deck_size"][:2]]
        predicted: dict[str, Callable[[Rebuilt], Value]] = {
            HAND: lambda one: one.hand(other),
            OWN: lambda one: one.next_card(given.player, left[given.player]),
            OTHER: lambda one: one.next_card(other, left[other]),
        }
        for target, values in worlds.values.items():
            guessed = Counter(predicted[target](one) for one in games)
            counted = _counted(given, target) if moment.opening else None
            by = {
                "seeds": [guessed[value] for value in values],
                "echo": echo_scores,
                "memory": _remembered(given, target, values),
                "worlds": [counted(value) if counted else 0.0 for value in values],
            }
            self._note(target, values, worlds.truth, by, tried, echoed)

    def _echoed(
        self, told: frozenset[str], worlds: _Worlds, player: int, seconds: float
    ) -> list[int | None]:
        """For each world minus the number of its messages that were not sent; None out of time."""
        end = time.process_time() + seconds
        found: list[int | None] = [None] * len(worlds)
        order = list(range(len(worlds)))
        self.chance.shuffle(order)
        for number in order:
            said = self.channel.echo(worlds.world(number), player)
            found[number] = -sum(piece not in told for piece in said)
            if time.process_time() > end:
                break
        return found

    def _rank_die(self, moment: Moment) -> None:
        truth = guessing.next_die(moment.game)
        values: list[Value] = [1 + self.chance.randrange(6) for _ in range(ALTERNATIVES)]
        at = self.chance.randrange(ALTERNATIVES + 1)
        values.insert(at, truth)
        games, tried = self._known
        guessed = Counter(one.next_die() for one in games)
        self._note(DIE, values, at, {"seeds": [guessed[value] for value in values]}, tried, 0)

    def _note(
        self,
        target: str,
        values: Sequence[Value],
        truth: int,
        by: dict[str, Sequence[float]],
        seeds: int,
        echoed: int,
    ) -> None:
        every = {"all": list(zip(*by.values(), strict=True)), **by}
        for name, scores in every.items():
            if name == "all" or len(set(scores)) > 1:
                place, first = rank(scores, values, truth, self.chance)
                within = self.chance.random()
                self.found.append(
                    Ranked(self.channel.name, target, place, within, first, name, seeds, echoed)
                )

    def hear_pack(self, pack: Pack) -> None:
        """Rank the packs to come at the first pick of a draft."""
        seeds, tried = guessing.pack_seeds(pack.own, pack.set, pack.began, self.seconds)
        for target, truth, place in ((NEXT, pack.next, -1), (LATER, pack.later, 0)):
            values: list[Value] = [
                _references(boosters(1, pack.set, self.chance.getrandbits(128))[0])
                for _ in range(ALTERNATIVES)
            ]
            at = self.chance.randrange(ALTERNATIVES + 1)
            values.insert(at, truth)
            number = 0 if target == NEXT else 1
            guessed = Counter(
                _references(boosters(8, pack.set, seed * 64 + number)[place]) for seed in seeds
            )
            self._note(target, values, at, {"seeds": [guessed[v] for v in values]}, tried, 0)


def _references(booster: Any) -> tuple[str, ...]:
    return tuple(card.reference for card in booster.every_card)


class _Worlds:
    """The truth among alternatives consistent with the player's view, and the targets in each.

    At the opening the alternatives are worlds of `Game.resample`. Later, choices depend on hidden
    hands, so only the Decks are shuffled; a Deck is a target while it lies as dealt and no player
    has seen a card of it."""

    def __init__(self, moment: Moment, start: Game, chance: Random) -> None:
        self._moment = moment
        self.truth = chance.randrange(ALTERNATIVES + 1)
        self._seeds = [chance.getrandbits(128) for _ in range(ALTERNATIVES + 1)]
        me, other = moment.player, 1 - moment.player
        untouched = [_is_untouched(moment.game, start, player) for player in (0, 1)]
        targets: dict[str, Callable[[Any], Value]] = {}
        if moment.first:
            targets[HAND] = partial(_hand_of, book=moment.game.book, player=other)
        for target, player in ((OWN, me), (OTHER, other)):
            if untouched[player]:
                targets[target] = partial(_next_of, book=moment.game.book, player=player)
        self.values: dict[str, list[Value]] = {target: [] for target in targets}
        for number in range(len(self)):
            record = self.world(number).record
            for target, take in targets.items():
                self.values[target].append(take(record))

    def __len__(self) -> int:
        return ALTERNATIVES + 1

    def world(self, number: int) -> Game:
        """Return the world with this number."""
        game, seed = self._moment.game, self._seeds[number]
        if number == self.truth:
            return _without_scratch(game)
        if self._moment.opening:
            return game.resample(self._moment.player, seed)
        other = _without_scratch(game)
        obj, chance = other.record["obj"], Random(seed)
        for player in (0, 1):
            size = int(other.record["deck_size"][player])
            slots = other.record["deck"][player, :size].tolist()
            cards = [int(obj[slot, C.CARD]) for slot in slots]
            chance.shuffle(cards)
            for slot, card in zip(slots, cards, strict=True):
                obj[slot, C.CARD] = card
        return other


def _without_scratch(game: Game) -> Game:
    """Return a copy without actions, like any resampled world."""
    other = game.resample(0, 0)
    other.games[:] = duplicate(game.games)
    return other


def _is_untouched(game: Game, start: Game, player: int) -> bool:
    """Return whether this Deck lies as dealt, with no card of it seen by any player."""
    record = game.record
    size = int(record["deck_size"][player])
    slots = record["deck"][player, :size].tolist()
    as_dealt = slots == start.record["deck"][player, :size].tolist()
    cards = (record["obj"][slots, C.CARD], start.record["obj"][slots, C.CARD])
    unseen = not record["obj"][slots, C.KNOWN].any()
    return size > 0 and as_dealt and unseen and bool((cards[0] == cards[1]).all())


def _hand_of(record: Any, book: Any, player: int) -> Value:
    obj = record["obj"]
    there = (obj[:, C.LIFE] == 1) & (obj[:, C.ZONE] == Z.HAND) & (obj[:, C.OWNER] == player)
    return tuple(sorted(book.cards[int(card)].reference for card in obj[there, C.CARD]))


def _next_of(record: Any, book: Any, player: int) -> Value:
    slot = int(record["deck"][player, int(record["deck_size"][player]) - 1])
    return str(book.cards[int(record["obj"][slot, C.CARD])].reference)


def _hand_in_order(start: Game, player: int) -> tuple[str, ...]:
    """The first hand in the order it was dealt, which its player sees."""
    hand = sorted(start.view(player).players[player].hand, key=lambda seen: seen.slot)
    return tuple(seen.reference or "" for seen in hand)


def _remembered(given: Given, target: str, values: Sequence[Value]) -> list[int]:
    """Count how often each value is a hand that the program remembers from the other seat."""
    if target != HAND:
        return [0] * len(values)
    other = SEATS[1 - given.player]
    hands = [tuple(one["hand"]) for one in guessing.remembered(given.told) if one["seat"] == other]
    return [hands.count(value) for value in values]  # type: ignore[arg-type]


def _counted(given: Given, target: str) -> Callable[[Value], float] | None:
    """Score a value by how often its cards are there in the worlds that the bot asked for."""
    player = given.player if target == OWN else 1 - given.player
    zone, most = ("hand", 6) if target == HAND else ("deck", 1)

    def take(message: dict[str, Any]) -> Iterator[str]:
        for seen in message["view"]["players"][player][zone][:most]:
            yield seen["reference"]

    found, worlds = guessing.card_counts(given.told, take)
    if not worlds:
        return None
    held = Counter(card.reference for card in given.decks[player].cards)

    def score(value: Value) -> float:
        cards = value if isinstance(value, tuple) else (str(value),)
        return sum(math.log((found[one] + 0.5) / max(1, held[one])) for one in cards)

    return score


# the table


def verdicts(
    found: Iterable[Ranked],
) -> dict[str, dict[tuple[str, str], tuple[list[Ranked], float]]]:
    """Group the trials by channel, target and strategy, with the p value of each group."""
    trials: dict[str, dict[tuple[str, str], list[Ranked]]] = defaultdict(lambda: defaultdict(list))
    for one in found:
        trials[one.channel][one.target, one.by].append(one)
    return {
        channel: {key: (some, uniform_p(some)) for key, some in its.items()}
        for channel, its in trials.items()
    }


def _table(verdict: Mapping[str, Any], channels: int) -> Iterator[str]:
    """A row for each target of each channel, and for each strategy that is above chance."""
    rows = [("channel", "target", "trials", "mean rank", "first", "top 1 %", "p", "shows leaks of")]
    for channel, its in verdict.items():
        for (target, by), (some, p) in its.items():
            if by == "all" or p * len(its) * channels <= ALPHA:
                rows.append(
                    (
                        channel,
                        target if by == "all" else f"{target}, by {by}",
                        f"{len(some)}",
                        f"{sum(one.rank for one in some) / len(some):.0f}",
                        f"{sum(one.first for one in some)}",
                        f"{sum(one.rank <= TOP for one in some)}",
                        f"{p:.2g}",
                        _percent(detectable(len(some), len(its) * channels)),
                    )
                )
    yield from _laid_out(rows)
    yield ""
    for channel, its in verdict.items():
        p = channel_p([p for _, p in its.values()], channels)
        said = "at chance" if p > ALPHA else "ABOVE CHANCE"
        yield f"{channel}: {said}, p {p:.2g} corrected for {len(its)} tests and {channels} channels"


def _percent(share: float) -> str:
    return "never" if math.isnan(share) else f"{100 * share:.0f} %"


def _laid_out(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.ljust(width) if at < 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def attack(name: str, games: int, public: bool, seconds: float) -> Judge:
    """Play games of a channel and rank the truth in each."""
    if name == "drafts":
        judge = Judge(Channel(name, _nothing, lambda game, player: (), lambda told: ()), seconds)
        packs(games, public, judge.hear_pack)
        return judge
    channel = channels()[name]
    judge = Judge(channel, seconds)
    channel.play(games, public, judge.hear)
    return judge


def _nothing(games: int, public: bool, hear: Any) -> None:
    """Drafts are played by `packs`."""


NAMES = ("arena", "board", "web", "llm", "play", "drafts")
BENCH = tuple(f"bench1-{task}" for task in TASKS)
"""The channels of the tasks of a benchmark, for `--channels`."""


def controlled(found: Sequence[Ranked]) -> tuple[int, int]:
    """Return how often the truth ranked first among seed-determined targets, and their number."""
    sure = [one for one in found if one.by == "all" and one.target in (HAND, NEXT, LATER)]
    return sum(one.first for one in sure), len(sure)


def main(arguments: Sequence[str] | None = None) -> int:
    """Attack every channel; return 1 if one is above chance or a control fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="games of each channel (100)")
    parser.add_argument("--control", type=int, default=20, help="games with a public seed (20)")
    parser.add_argument("--seconds", type=float, default=20.0, help="processor time per game (20)")
    parser.add_argument(
        "--channels",
        nargs="+",
        default=NAMES,
        choices=(*NAMES, *BENCH),
        metavar="NAME",
        help=f"{', '.join((*NAMES, *BENCH))} (those before {BENCH[0]})",
    )
    parser.add_argument("--out", help="write every rank to this file, as lines of JSON")
    options = parser.parse_args(arguments)
    found: list[Ranked] = []
    failed = False
    for name in options.channels:
        begun = time.monotonic()
        first, of = controlled(attack(name, options.control, True, options.seconds).found)
        known = of > 0 and first >= SURE * of
        judge = attack(name, options.games, False, options.seconds)
        failed |= not known
        found += judge.found
        print(
            f"{name}: control {first} of {of} first{'' if known else ', TOO FEW'}; {options.games}"
            f" games, {_effort(judge)}, {time.monotonic() - begun:.0f} s",
            flush=True,
        )
    verdict = verdicts(found)
    print()
    print("\n".join(_table(verdict, len(options.channels))))
    if options.out:
        lines = (json.dumps(asdict(one)) + "\n" for one in found)
        write_atomically(options.out, "".join(lines).encode())
    for its in verdict.values():
        failed |= channel_p([p for _, p in its.values()], len(options.channels)) <= ALPHA
    return int(failed)


def _effort(judge: Judge) -> str:
    every = [one for one in judge.found if one.by == "all"]
    seeds = sum(one.seeds for one in every) / max(1, len(every))
    echoed = [one.echoed for one in every if one.echoed]
    said = f"{seeds:,.0f} seeds tried per game"
    if echoed:
        said += f", {sum(echoed) / len(echoed):.0f} of {ALTERNATIVES + 1:,} worlds compared"
    if judge.told_exactly[False]:
        said += f" ({judge.told_exactly[False]} times the true world sends other messages)"
    return said


if __name__ == "__main__":
    sys.exit(main())
