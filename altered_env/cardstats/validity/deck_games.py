"""Games between deck lists for the questions of `altered validate`, kept in a file.

Every player plays the same deals: a seed, both seats. Pairs of lists are played with the card texts
of their day; decks for the ratings of cards are dealt at random.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from altered_env._runtime import signals
from altered_env._runtime.file_locks import writing_to
from altered_env.agents.registry import known_as
from altered_env.arena.alike import names_alike
from altered_env.arena.ledger import key_of
from altered_env.arena.line_files import add_lines, read_lines, row_of
from altered_env.arena.match import Match, play
from altered_env.arena.versions import version
from altered_env.arena.workers import AGAIN, Jobs, Workers
from altered_env.cards import Card, catalogue
from altered_env.cardstats.validity.people import PlayedList
from altered_env.decks import Deck
from altered_env.game.books import book_for

EARLY: Final = 12
"""The cards of a dealt deck that are drawn first."""
SIZE: Final = 39
PRACTISED: Final = "practised"
"""Stands for the pilots of lists, in place of one agent for all."""
BLOCK: Final = 200
"""Games of dealt decks that a process plays at a time."""
TASK: Final = 16
"""Pairs of lists that a process plays at a time."""

_SAYS: Final = {"deals": (0, 10**9), "score": (0, 10**9)}


@dataclass(frozen=True, slots=True)
class Kept:
    """A line of the file: the score of a pair of lists, or the winners of a block of games."""

    key: str
    """A hash of all that the games follow from."""
    agent: str
    what: str
    deals: int
    score: float = 0.0
    winners: str = ""


@dataclass(slots=True)
class Played:
    """The games of one player."""

    rates: dict[tuple[str, str], float] = field(default_factory=dict)
    """The share of games that the first list won, by the names of both."""
    dealt: list[int] = field(default_factory=list)
    """The winners of the games with dealt decks: 0, 1, or -1 for none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The games to play."""

    lists: Mapping[str, PlayedList]
    pairs: Mapping[tuple[str, str], int]
    """Pairs of lists by name, and the deals of each, two games a deal."""
    heroes: Sequence[Card] = ()
    """The Heroes of the dealt decks."""
    games: int = 0
    """Games with dealt decks."""
    seed: int = 0
    rules: str = "2024.09"
    pilots: Mapping[str, str] = field(default_factory=dict)
    """The practised pilots, as agents by the name of their list."""
    usual: str = ""
    """The player of the lists without a pilot, for `PRACTISED`."""

    def player(self, agent: str, name: str) -> str:
        """Return the player of a list, for an agent or `PRACTISED`."""
        return self.pilots.get(name, self.usual) if agent == PRACTISED else agent

    @property
    def total(self) -> int:
        """The number of games of one player."""
        return 2 * sum(self.pairs.values()) + self.games

    def dealt(self, number: int) -> tuple[Deck, Deck]:
        """The decks of a game with dealt decks: a Hero and different cards of its faction."""
        chance = Random(f"{self.seed}/dealt/{number}")
        first, second = (_deal(chance, self.heroes) for _ in range(2))
        return first, second


def _deal(chance: Random, heroes: Sequence[Card]) -> Deck:
    hero = chance.choice(heroes)
    return Deck("dealt", hero, tuple(chance.sample(cards_of(hero), SIZE)))


@functools.cache
def cards_of(hero: Card) -> tuple[Card, ...]:
    """The cards that are dealt to a Hero: those of its set and faction, in a fixed order."""
    return tuple(
        card
        for card in catalogue().package
        if card.set == hero.set
        and card.faction == hero.faction
        and card.rarity in ("common", "rare")
        and card.type not in ("hero", "mana")
    )


def _pairs(
    plan: Plan, agent: str, cards: tuple[Card, ...], some: Sequence[tuple[str, str]]
) -> list[tuple[tuple[str, str], float]]:
    """The score of the first list of each pair, the sum over its games."""
    matches = []
    for one, two in some:
        decks = plan.lists[one].deck, plan.lists[two].deck
        players = plan.player(agent, one), plan.player(agent, two)
        for deal in range(plan.pairs[one, two]):
            chance = Random(f"{plan.seed}/{one}/{two}/{deal}")
            seed, number = chance.getrandbits(48), chance.getrandbits(48)
            matches += [
                Match(decks, players, seed, number),
                Match(decks[::-1], players[::-1], seed, number),
            ]
    played = play(matches, plan.rules, book_for(cards))
    scores, at = [], 0
    for pair in some:
        mine = played[at : at + 2 * plan.pairs[pair]]
        at += len(mine)
        scores.append((pair, sum(game.score(k % 2) for k, game in enumerate(mine))))
    return scores


def _dealt(plan: Plan, agent: str, block: int) -> list[int]:
    """The winners of a block of games with dealt decks."""
    numbers = range(block * BLOCK, min((block + 1) * BLOCK, plan.games))
    agent = plan.player(agent, "")
    matches = []
    for number in numbers:
        chance = Random(f"{plan.seed}/seed/{number}")
        seed, players = chance.getrandbits(48), chance.getrandbits(48)
        matches.append(Match(plan.dealt(number), (agent, agent), seed, players, in_order=True))
    return [game.winner for game in play(matches, plan.rules)]


def _task(
    plan: Plan, agent: str, some: Sequence[tuple[str, str]], cards: tuple[Card, ...], block: int
) -> tuple[list[tuple[tuple[str, str], float]], list[int]]:
    return (_pairs(plan, agent, cards, some), []) if some else ([], _dealt(plan, agent, block))


def _key(*parts: object) -> str:
    return hashlib.sha256("/".join(map(str, parts)).encode()).hexdigest()[:16]


def _keys(plan: Plan, agent: str) -> tuple[dict[tuple[str, str], str], dict[int, str]]:
    """The key of each pair and each block."""
    whole = known_as(plan.player(agent, "")), version(), plan.rules, plan.seed
    lists = {name: key_of(plan.lists[name].deck) for pair in plan.pairs for name in pair}
    pairs = {
        pair: _key(
            *whole, *pair, *(lists[name] for name in pair), deals, *_pilots(plan, agent, pair)
        )
        for pair, deals in plan.pairs.items()
    }
    heroes = " ".join(card.reference for card in plan.heroes)
    blocks = range(-(-plan.games // BLOCK))
    dealt = {
        block: _key(*whole, heroes, block, min(plan.games, (block + 1) * BLOCK)) for block in blocks
    }
    return pairs, dealt


def _pilots(plan: Plan, agent: str, pair: tuple[str, str]) -> list[str]:
    """Both players, if one of them is a practised pilot."""
    players = [plan.player(agent, name) for name in pair]
    return [] if {*players} == {plan.player(agent, "")} else [known_as(one) for one in players]


def _by_day(
    plan: Plan, due: Sequence[tuple[str, str]]
) -> Iterator[tuple[list[tuple[str, str]], tuple[Card, ...]]]:
    """The pairs in tasks of one day each, with all the cards of that day, which share a book."""
    days: dict[object, list[tuple[str, str]]] = {}
    for pair in due:
        days.setdefault(plan.lists[pair[0]].day, []).append(pair)
    for mine in days.values():
        names = dict.fromkeys(name for pair in mine for name in pair)
        cards = dict.fromkeys(card for name in names for card in plan.lists[name].deck.every_card)
        for start in range(0, len(mine), TASK):
            yield mine[start : start + TASK], tuple(cards)


def run(
    plan: Plan,
    agents: Sequence[str],
    jobs: Jobs = 0,
    kept: Path | None = None,
    say: Callable[[int, int], None] = lambda _done, _found: None,
) -> dict[str, Played]:
    """Play the games of each agent. `kept` is a file of lines from which a later run resumes. `say`
    is called with the number of games in all and of those found."""
    with writing_to(kept):
        return _run(plan, agents, jobs, kept, say)


def _run(
    plan: Plan,
    agents: Sequence[str],
    jobs: Jobs,
    kept: Path | None,
    say: Callable[[int, int], None],
) -> dict[str, Played]:
    rows = [] if kept is None else read_lines(kept, lambda line: row_of(Kept, line, _SAYS))
    known = {row.key: row for _, row in rows}
    results = {agent: Played() for agent in agents}
    tasks: list[tuple[str, Sequence[tuple[str, str]], tuple[Card, ...], int]] = []
    keys = {agent: _keys(plan, agent) for agent in agents}
    done = 0
    for agent in agents:
        of_pairs, of_blocks = keys[agent]
        due = [pair for pair in plan.pairs if of_pairs[pair] not in known]
        tasks += [(agent, some, cards, 0) for some, cards in _by_day(plan, due)]
        tasks += [(agent, (), (), k) for k, key in of_blocks.items() if key not in known]
        done += sum(2 * deals for pair, deals in plan.pairs.items() if of_pairs[pair] in known)
        done += sum(len(known[key].winners) for key in of_blocks.values() if key in known)
    found = done
    say(done, found)

    def words() -> str:
        if kept is None:
            return "nothing is saved; with --out the games are, and the run resumes from there"
        return f"{done:,} games are in {kept}; {AGAIN}"

    def tell(
        agent: str, scores: Sequence[tuple[tuple[str, str], float]], block: int, won: list[int]
    ) -> int:
        """Keep the results of a task; the number of its games."""
        of_pairs, of_blocks = keys[agent]
        new = [
            Kept(of_pairs[pair], agent, "pair", plan.pairs[pair], score) for pair, score in scores
        ]
        if won:
            marks = "".join("-01"[one + 1] for one in won)
            new.append(Kept(of_blocks[block], agent, "dealt", len(won), winners=marks))
        known.update({row.key: row for row in new})
        if kept is not None:
            add_lines(kept, map(asdict, new))
        return sum(2 * row.deals for row in new) if scores else len(won)

    players = [plan.player(agent, "") for agent in agents]
    players += plan.pilots.values() if PRACTISED in agents else ()
    alike = functools.partial(names_alike, tuple(dict.fromkeys(players)))
    with signals.keeping(words), Workers(jobs, max(1, len(tasks)), alike=alike) as workers:
        numbered = [(agent, some, cards, block) for agent, some, cards, block in tasks]
        results_of = workers.in_order(_task, numbered, (plan,))
        for (agent, _, _, block), (scores, won) in zip(tasks, results_of, strict=True):
            done += tell(agent, scores, block, won)
            say(done, found)
    for agent, result in results.items():
        of_pairs, of_blocks = keys[agent]
        for pair, deals in plan.pairs.items():
            result.rates[pair] = known[of_pairs[pair]].score / (2 * deals)
        for key in of_blocks.values():
            result.dealt += ["-01".index(mark) - 1 for mark in known[key].winners]
    return results
