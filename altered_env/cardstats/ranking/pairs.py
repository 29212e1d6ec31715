"""Long paired games of a few cards of a ranking, stored with it.

A deal is four games: in a fresh deck of the experiment, with the card among the first ones, and
with the reference card in its place, all else equal, from either seat. So the mean difference is
the worth that the ranking estimates, without any use of shared elements.

They are played in parts, each written atomically: a stopped run resumes, later deals are added, and
another version of the rules or players starts over.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import in_a_file_name, write_atomically
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.input_files import DOCUMENT, read_bytes, read_text
from altered_env.agents.registry import known_as
from altered_env.arena.alike import names_alike
from altered_env.arena.match import Match, both_ways, play
from altered_env.arena.versions import version
from altered_env.arena.workers import AGAIN, Jobs, Workers
from altered_env.cards import Card
from altered_env.cards.printed_words import FACTIONS
from altered_env.cardstats.ranking.assignment import BLOCK, DECK, EARLY
from altered_env.cardstats.ranking.folder import cards_in, plan_in, refuse_others, same_networks
from altered_env.cardstats.ranking.studied import (
    Studied,
    always_dealt,
    heroes_of,
    reference_card,
)
from altered_env.decks import Deck
from altered_env.game.books import book_of

Numbers = NDArray[np.float64]
PART = 50
"""The number of deals in a part."""


def drawn(studied: Studied, count: int, seed: int) -> list[int]:
    """Return the numbers of random studied cards: uniques, if there are any."""
    there = range(studied.ranked)
    uniques = [k for k in there if studied.cards[k].rarity == "unique"]
    pool = uniques or list(there)
    return Random(f"pairs/{seed}").sample(pool, min(count, len(pool)))


def games_of(cards: int, deals: int) -> int:
    """Return the number of games for this many deals of this many cards, in whole parts.

    >>> games_of(60, 400)
    96000
    """
    return cards * 4 * PART * -(-deals // PART)


def play_pairs(
    folder: Path,
    agent: str,
    cards: Sequence[int],
    deals: int,
    seed: int = 0,
    jobs: Jobs = 0,
    say: Callable[[int, int], None] = lambda _done, _found: None,
) -> list[Numbers]:
    """Return the difference in win rate made by each of these cards, one number per deal.

    `say` is called with the total number of games and the number already present. Raises
    `ValueError` if a part is damaged, and if the agent's name refers to another network than that
    of the ranking.
    """
    same_networks(folder, [agent])
    studied, (plan, _) = cards_in(folder), plan_in(folder)
    task = _Pairs(agent, plan.rules, seed, studied.digest, studied)
    kept = folder / "pairs" / f"{version()}-{in_a_file_name(agent)}-{seed}"
    _keep(kept, agent)
    parts = [(card, part) for card in cards for part in range(-(-deals // PART))]
    found: dict[tuple[int, int], Numbers] = {}
    for card, part in parts:
        file = _file(kept, studied, card, part)
        if file.is_file():
            found[card, part] = _read(file)
    due = [at for at in parts if at not in found]
    games = games_of(1, PART)
    there = done = len(found) * games
    say(done, there)

    def words() -> str:
        return f"{done:,} of {len(parts) * games:,} paired games are in {kept}; {AGAIN}"

    alike = functools.partial(names_alike, [agent])
    with writing_in(kept), signals.keeping(words), Workers(jobs, len(due), alike=alike) as workers:
        for card, part, scores in workers.each(_play, due, (task,)):
            written = io.BytesIO()
            np.save(written, scores, allow_pickle=False)
            file = _file(kept, studied, card, part)
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, written.getvalue())
            found[card, part] = scores
            done += games
            say(done, there)
    every = [[found[at] for at in parts if at[0] == card] for card in cards]
    return [np.concatenate(some)[:deals] for some in every]


def _keep(kept: Path, agent: str) -> None:
    """Check that the agent's network is that of the stored games, or record it there."""
    file, now = kept / "known_as", known_as(agent)
    if file.is_file():
        refuse_others(
            {agent: read_text(file, DOCUMENT).strip()}, {agent: now}, f"now; {kept} is by"
        )
        return
    kept.mkdir(parents=True, exist_ok=True)
    write_atomically(file, f"{now}\n".encode())


def _file(kept: Path, studied: Studied, card: int, part: int) -> Path:
    return kept / f"{studied.cards[card].reference}.{part}.npy"


def _read(file: Path) -> Numbers:
    try:
        scores: Numbers = np.load(io.BytesIO(read_bytes(file, DOCUMENT)), allow_pickle=False)
        if scores.shape != (PART,) or scores.dtype != np.float64:
            raise ValueError(f"it holds {scores.shape} of {scores.dtype}; expected {PART} deals")
        if not (np.abs(scores) <= 1).all() or (scores * 4 % 1).any():
            raise ValueError("it holds a number that is not a difference of a deal")
    except (ValueError, EOFError, OSError, MemoryError, OverflowError) as error:
        raise ValueError(f"{file} is damaged, {error}: remove it, and it is played again") from None
    return scores


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The inputs of a part's games, except its card and number."""

    agent: str
    rules: str
    seed: int
    digest: str
    studied: Studied = field(compare=False)


def _play(task: _Pairs, card: int, part: int) -> tuple[int, int, Numbers]:
    """Play a part. Return the difference that the card made in each of its deals."""
    studied = task.studied
    studied.known()
    games: list[Match] = []
    for number in range(part * PART, (part + 1) * PART):
        chance = Random(f"pairs/{task.seed}/{studied.cards[card].reference}/{number}")
        games += deal_of(studied, card, task.agent, chance)
    played = play(games, task.rules, book_of(_booked(studied, games)))
    scores = [
        ((a.score(0) - b.score(0)) + (c.score(1) - d.score(1))) / 2
        for a, b, c, d in (played[i : i + 4] for i in range(0, len(played), 4))
    ]
    return card, part, np.array(scores, dtype=np.float64)


def _booked(studied: Studied, games: list[Match]) -> list[Card]:
    """Return the cards of the book of some games: all cards if they fit, since that book serves
    all parts."""
    beside = always_dealt()
    if len(studied.cards) <= BLOCK:
        return [*studied.cards, *beside]
    mine = {card.reference: card for game in games for deck in game.decks for card in deck.cards}
    return [*dict.fromkeys((*(mine[name] for name in sorted(mine)), *beside))]


def deal_of(studied: Studied, card: int, agent: str, chance: Random) -> list[Match]:
    """Return a deal: with the card and without, from seat A and from seat B."""
    of = studied.cards[card].faction
    mine = _limited(studied, of, card, chance)
    theirs = studied.cards[chance.randrange(len(studied.cards))].faction  # in proportion to cards
    other = _limited(studied, theirs, -1, chance)
    place = chance.randrange(EARLY)
    arms = [
        replace(mine, cards=(*mine.cards[:place], held, *mine.cards[place + 1 :]))
        for held in (studied.cards[card], reference_card(of))
    ]
    seed, players = chance.getrandbits(48), chance.getrandbits(48)
    return both_ways(arms, other, agent, seed, players, in_order=True)


def _limited(studied: Studied, faction: str, without: int, chance: Random) -> Deck:
    """Return a deck of the experiment, of cards of a faction other than the measured one."""
    mine = np.flatnonzero(studied.factions == FACTIONS.index(faction)).tolist()
    there = [k for k in mine if k != without]
    cards = [studied.cards[k] for k in chance.sample(there, DECK)]
    if chance.random() < 0.5:
        for place in chance.sample(range(EARLY), EARLY // 4):
            cards[place] = reference_card(faction)
    return Deck(faction, chance.choice(heroes_of(faction)), tuple(cards))
