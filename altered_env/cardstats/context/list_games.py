"""Games of constructed lists whose cards are dealt at random, for the model of worths in context:

    python -m altered_env.cardstats.context.list_games lists --games 20000 \\
        --agents greedy rules net:v5 ismcts:iterations=10

A list has a random Hero and archetype. Its cards are chosen as for the constructed lists of the
package, on people's curve, but their worth counts a third as much as chance, so that every card
meets every Hero and archetype. The plain Character may be dealt, too: it is the zero of all worths.
It is known which cards of a deck are drawn early. All players play the same decks, each against
itself, and compiled ones in the same order; the seed and the number of a part determine them.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from altered_env._runtime.atomic_files import in_a_file_name, write_atomically
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.input_files import DOCUMENT, FIGURES, read_bytes, read_gzip, read_text
from altered_env._runtime.json_text import parsed
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.agents.bots import is_compiled
from altered_env.agents.registry import refuse_seats
from altered_env.arena.alike import names_alike
from altered_env.arena.deck_order import shuffled
from altered_env.arena.match import Match, play
from altered_env.arena.versions import version
from altered_env.arena.workers import Jobs, Workers, add_jobs
from altered_env.cards import Card
from altered_env.cards.printed_words import FACTIONS
from altered_env.cardstats.ranking.assignment import DECK, REFERENCE, chance_of
from altered_env.cardstats.ranking.studied import pool_cards, reference_card
from altered_env.decks import Deck
from altered_env.decks.constructing import (
    ARCHETYPES,
    LISTS,
    Listing,
    construct,
    heroes,
    plan,
    worth_of_type,
)
from altered_env.game.books import book_of
from altered_env.language.book import Book

PART = 500
"""The number of games in a file."""
BY_WORTH, BY_CHANCE = 0.5, 1.5
"""The standard deviations of a card's measured worth and of chance, where cards are chosen."""
PLAIN = 2.5
"""The head start of the plain Character over the mean card, to be dealt often."""
DECKS = "decks.tsv.gz"
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Design:
    """The design of the games, apart from the players."""

    decks: int = 8000
    seed: int = 1
    rules: str = "2024.09"


@dataclass(frozen=True)
class Lists:
    """Decks as numbers: a row for each."""

    hero: Numbers
    """Numbers of `heroes()`."""
    archetype: Numbers
    """Numbers of `ARCHETYPES`."""
    cards: NDArray[np.int16]
    """Numbers of `pool_cards()`, or `REFERENCE`; in no order."""

    def __len__(self) -> int:
        return len(self.hero)


@dataclass(frozen=True)
class ListGames:
    """Games of one player, a row for each."""

    decks: Numbers
    """The decks of both seats."""
    order: NDArray[np.int16]
    """The cards of both seats from the top."""
    first: NDArray[np.int8]
    won: NDArray[np.float64]
    """Seat 0's result: 1, 0, or one half."""

    def __len__(self) -> int:
        return len(self.won)


def make_lists(design: Design, say: Callable[[int], None] = lambda _done: None) -> Lists:
    """Construct the decks of a design."""
    known = worth_of_type()
    listings = [row for row in plan() if row.number == 0]
    number = {card.reference: k for k, card in enumerate(pool_cards())}
    of_faction: dict[str, list[Card]] = {}
    for card in pool_cards():
        of_faction.setdefault(str(card.faction), []).append(card)
    owned = dict.fromkeys((*number, *(reference_card(f).reference for f in FACTIONS)), 3)
    hero = {card: k for k, card in enumerate(heroes())}
    kinds = list(ARCHETYPES)
    chance = Random(f"lists/{design.seed}")
    found: list[tuple[int, int, list[int]]] = []
    for done in range(design.decks):
        chosen = chance.choice(listings)
        faction = str(chosen.hero.faction)
        plain = reference_card(faction)
        mine = [*of_faction[faction], plain]
        worth = {
            card.reference: BY_WORTH * known.get(card.reference, 0.0) + chance.gauss(0, BY_CHANCE)
            for card in mine
        }
        worth[plain.reference] += PLAIN
        listing = Listing(chosen.hero, chosen.archetype, chance.randrange(LISTS))
        deck = construct(listing, chance, mine, worth, owned)
        numbers = [number.get(card.reference, REFERENCE) for card in deck.cards]
        if len(numbers) == DECK:
            found.append((hero[chosen.hero], kinds.index(chosen.archetype), numbers))
        if done % 100 == 99:
            say(done + 1)
    return Lists(
        np.array([row[0] for row in found]),
        np.array([row[1] for row in found]),
        np.array([row[2] for row in found], dtype=np.int16),
    )


def _lists_text(lists: Lists) -> bytes:
    head = f"# cards\t{_pool_digest()}"
    rows = (
        f"{hero}\t{archetype}\t{' '.join(map(str, cards))}"
        for hero, archetype, cards in zip(
            lists.hero.tolist(), lists.archetype.tolist(), lists.cards.tolist(), strict=True
        )
    )
    return gzip.compress(("\n".join((head, *rows)) + "\n").encode(), mtime=0)


@functools.cache
def _pool_digest() -> str:
    """A hash of the numbered Heroes and cards."""
    words = " ".join(card.reference for card in (*heroes(), *pool_cards()))
    return f"{int(chance_of(words).integers(1 << 62)):x}"


def lists_in(folder: Path) -> Lists:
    """Read the decks of a folder. Raises `ValueError` if they are damaged, or of another pool."""
    file = folder / DECKS
    if not file.is_file():
        raise ValueError(f"{folder} holds no games of lists: it has no {DECKS}")
    try:
        head, *rows = read_gzip(file, FIGURES).decode().splitlines()
        if head != f"# cards\t{_pool_digest()}":
            raise ValueError("its cards are numbered by another card pool")
        split = [row.split("\t") for row in rows]
        cards = np.array([row[2].split(" ") for row in split], dtype=np.int16)
        found = Lists(
            np.array([int(row[0]) for row in split]),
            np.array([int(row[1]) for row in split]),
            cards,
        )
        numbers = range(REFERENCE, len(pool_cards()))
        if cards.shape[1:] != (DECK,) or not {cards.min(), cards.max()} <= set(numbers):
            raise ValueError(f"its decks are not {DECK} numbers of cards")
        return found
    except (ValueError, IndexError, OSError) as error:
        raise ValueError(f"{file} is damaged, {error}: play into another folder") from None


def dealt(lists: Lists, seed: int, part: int) -> tuple[Numbers, NDArray[np.int16], list[list[int]]]:
    """The decks, their order from the top, and the seeds of the games of a part."""
    chance = chance_of("games of lists", seed, part)
    decks = chance.integers(len(lists), size=(PART, 2))
    order = chance.permuted(lists.cards[decks], axis=2)
    seeds = chance.integers(1 << 48, size=(PART, 2)).tolist()
    return decks, order, seeds


def _play(folder: Path, design: Design, agent: str, part: int) -> tuple[int, bytes]:
    """Play a part. Return its number of games, and its file."""
    lists = _kept(folder)
    decks, order, seeds = dealt(lists, design.seed, part)
    pool, leaders = pool_cards(), heroes()
    matches = []
    for k in range(PART):
        pair = []
        for seat in (0, 1):
            hero = leaders[int(lists.hero[decks[k, seat]])]
            plain = reference_card(str(hero.faction))
            cards = (plain if n == REFERENCE else pool[n] for n in order[k, seat].tolist())
            pair.append(Deck(f"list {decks[k, seat]}", hero, tuple(cards)))
        seed, chance = seeds[k]
        matches.append(Match((pair[0], pair[1]), (agent, agent), seed, chance, in_order=True))
    told: dict[str, Any] = {}
    if not is_compiled(agent):  # such players shuffle, and the order is read from the table
        matches = [replace(match, in_order=False) for match in matches]
        told["order"] = np.array([_shuffled(match, design.rules) for match in matches])
    played = play(matches, design.rules, _book())
    data = io.BytesIO()
    np.savez_compressed(
        data,
        first=np.array([game.first for game in played], dtype=np.int8),
        winner=np.array([game.winner for game in played], dtype=np.int8),
        **told,
    )
    return len(played), data.getvalue()


def _shuffled(match: Match, rules: str) -> list[list[int]]:
    """The cards of both seats from the top, as `Lists` has them."""
    number = {card.reference: k for k, card in enumerate(pool_cards())}
    return [
        [number.get(card.reference, REFERENCE) for card in cards]
        for cards in shuffled(match, rules, _book())
    ]


@functools.lru_cache(maxsize=2)
def _kept(folder: Path) -> Lists:
    return lists_in(folder)


@functools.cache
def _book() -> Book:
    return book_of([*heroes(), *pool_cards(), *(reference_card(faction) for faction in FACTIONS)])


def _file(folder: Path, agent: str, part: int) -> Path:
    return folder / f"{in_a_file_name(agent)}-{part:05}.npz"


def design_in(folder: Path) -> Design:
    """The design of a folder. Raises `ValueError` if there is none, or for another version."""
    file = folder / "plan.json"
    if not file.is_file():
        raise ValueError(f"{folder} holds no games of lists: it has no plan.json")
    try:
        row = parsed(read_text(file, DOCUMENT))
        return Design(int(row["decks"]), int(row["seed"]), str(row["rules"]))
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{file} is damaged, {error}: play into another folder") from None


def play_lists(
    folder: Path, design: Design, agents: Sequence[str], games: int, jobs: Jobs = 1
) -> None:
    """Play this many games by each player into a folder, or the rest of them."""
    refuse_seats(agents, 2)
    with writing_in(folder):
        if not (folder / "plan.json").exists():
            making = Progress(design.decks, "decks")
            lists = make_lists(design, making.say)
            making.clear()
            write_atomically(folder / DECKS, _lists_text(lists))
            row = asdict(design) | {"version": version()}
            write_atomically(folder / "plan.json", (json.dumps(row) + "\n").encode())
        elif design_in(folder) != design:
            raise ValueError(f"{folder} holds games of another design: name another folder")
        for agent in agents:
            parts = range(-(-games // PART))
            due = [part for part in parts if not _file(folder, agent, part).is_file()]
            progress = Progress(PART * len(due), f"games of {agent}", games=True)
            with Workers(jobs, len(due), alike=functools.partial(names_alike, (agent,))) as workers:
                tasks = [(part,) for part in due]
                done = 0
                for place, (count, data) in workers.each(_placed, tasks, (folder, design, agent)):
                    write_atomically(_file(folder, agent, place), data)
                    done += count
                    progress.say(done)
            progress.clear()


def _placed(folder: Path, design: Design, agent: str, part: int) -> tuple[int, tuple[int, bytes]]:
    return part, _play(folder, design, agent, part)


def load_lists(folder: Path, agent: str) -> ListGames:
    """The games of a player. Raises `ValueError` if there are none, or if a file is damaged."""
    lists, design = lists_in(folder), design_in(folder)
    rows: list[tuple[NDArray[Any], ...]] = []
    for file in sorted(folder.glob(f"{in_a_file_name(agent)}-?????.npz")):
        part = int(file.stem[-5:])
        try:
            with np.load(io.BytesIO(read_bytes(file, DOCUMENT))) as held:
                first, winner = held["first"], held["winner"]
                order_read = held.get("order")
            if first.shape != (PART,) or winner.shape != (PART,):
                raise ValueError(f"it holds {counted(len(first), 'game')} instead of {PART}")
        except (ValueError, OSError, KeyError, EOFError, BadZipFile) as error:
            raise ValueError(f"{file} is damaged, {error}: remove it, and play again") from None
        decks, order, _ = dealt(lists, design.seed, part)
        order = order if order_read is None else order_read.astype(np.int16)
        won = np.where(winner < 0, 0.5, winner == 0).astype(np.float64)
        rows.append((decks, order, first, won))
    if not rows:
        raise ValueError(f"{folder} holds no games of {agent}")
    return ListGames(*(np.concatenate(part) for part in zip(*rows, strict=True)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play games."""
    head, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=head, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="folder of the games; resumes from it")
    parser.add_argument("--agents", nargs="+", default=["greedy"], help="players (greedy)")
    parser.add_argument("--games", type=int, default=20_000, help="games of each player (20000)")
    parser.add_argument("--decks", type=int, default=Design().decks, help="lists (8000)")
    parser.add_argument("--seed", type=int, default=Design().seed, help="random seed (1)")
    parser.add_argument("--rules", default=Design().rules, help="version of the rules (2024.09)")
    add_jobs(parser)
    options = parser.parse_args(arguments)
    for name in ("games", "decks"):
        if getattr(options, name) < 2:
            parser.error(f"--{name} must be 2 or more, found {getattr(options, name)}")
    try:
        design = Design(options.decks, options.seed, options.rules)
        play_lists(options.folder, design, options.agents, options.games, options.jobs)
    except (ValueError, LookupError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
