"""Built decks against the best lists of people, Hero by Hero:

    python -m altered_env.cardstats.building_decks.against_people people --out builds

Every Hero with three or more placed lists gets a deck for the field of the season in which one of
its lists came furthest, that list left out; then both meet, judged by the players of the search and
by others that take no part in it. A list that is judged to win half of its games by every player
passes. The same command resumes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from altered_env import decks
from altered_env._runtime.atomic_files import in_a_file_name, write_atomically
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.progress import Progress
from altered_env.agents import make
from altered_env.agents.bots import refuse_stepwise
from altered_env.arena.alike import names_alike
from altered_env.arena.ledger import Ledger, Table
from altered_env.arena.paired import Difference, difference
from altered_env.arena.rating_table import who_played
from altered_env.arena.workers import Workers, add_jobs
from altered_env.cards import Card, catalogue
from altered_env.cardstats.building_decks.build_pool import pool_of
from altered_env.cardstats.building_decks.build_search import SEARCHERS, build, lists_of
from altered_env.cardstats.metagame.field import Field, read_field, seated
from altered_env.cardstats.validity.people import PlayedList, read
from altered_env.decks import Deck
from altered_env.formats.dated import seasons

LEAST: Final = 3
"""The number of placed lists that a Hero needs."""
UNPLACED: Final = 999
"""The place of lists that did not leave the group stage."""


@dataclass(frozen=True, slots=True)
class Task:
    """The best list of a Hero, and its season."""

    hero: Card
    best: PlayedList
    season: int
    lists: int

    @property
    def format(self) -> str:
        """Return the format of the season."""
        return f"standard:season={self.season}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A built deck against the best list of people."""

    task: Task
    deck: Deck
    games: int
    won: dict[str, Difference]

    @property
    def passes(self) -> bool:
        """Return whether it wins half of its games by every judge."""
        return all(row.mean >= 0 for row in self.won.values())


def place_of(text: str) -> int:
    """The first place of a range, such as 5-8; after all others for lists of the group stage.

    >>> place_of("5-8"), place_of("1"), place_of("group stage")
    (5, 1, 999)
    """
    first = text.partition("-")[0]
    return int(first) if first.isdecimal() else UNPLACED


def tasks_of(lists: Sequence[PlayedList]) -> list[Task]:
    """The best list of each Hero with enough lists that have a place in a season, if it is legal
    there: the best place, then the latest season, then the first name."""
    starts = {one.start: number for number, one in seasons().items()}
    placed: dict[str, list[PlayedList]] = {}
    for one in lists:
        if one.place and one.day in starts and one.deck.hero is not None and not one.illegal:
            placed.setdefault(one.deck.hero.reference, []).append(one)
    found = []
    for mine in placed.values():
        if len(mine) >= LEAST:
            best = min(mine, key=lambda one: (place_of(one.place), -one.day.toordinal(), one.name))
            assert best.deck.hero is not None
            found.append(Task(best.deck.hero, best, starts[best.day], len(mine)))
    return sorted(found, key=lambda task: task.hero.name)


def without(field: Field, deck: Deck) -> Field:
    """The field without a deck."""
    return replace(
        field, entries=tuple(one for one in field.entries if one.deck.cards != deck.cards)
    )


def judged(
    task: Task, folder: Path, people: str, options: argparse.Namespace,
    workers: Workers, progress: Progress,
) -> Outcome:  # fmt: skip
    """Build a deck, and let it meet the list of people."""
    field = without(
        read_field(people, task.format, options.rules, seed=options.seed), task.best.deck
    )
    pool = pool_of(task.hero, task.format, options.rules)
    log = folder / f"{in_a_file_name(task.hero.reference)}.jsonl"
    first, *others = options.agent
    table = Table(seated(field), first, options.seed, options.rules, tuple(others))
    known = catalogue()
    cards = tuple(card for card in task.best.deck.cards if card not in known)
    ledger = Ledger(table, workers, log, progress.say)
    given = lists_of(pool, table.opponents)
    built = build(pool, ledger, options.games, 0.0, given, options.seed)
    won = {}
    meeting = replace(table, opponents=(task.best.deck,))
    for agent in agents_of(options):
        judge = Ledger(meeting.by(agent), workers, log, cards=cards)
        (scores,) = judge.scores([built.deck], [f"people/0/{k}" for k in range(options.deals)])
        won[agent] = difference([2 * score - 1 for score in scores])
    return Outcome(task, built.deck, built.games, won)


def agents_of(options: argparse.Namespace) -> list[str]:
    """The judges: those of the search, and others."""
    return list(dict.fromkeys([*options.agent, *options.judges]))


def rows(outcomes: Sequence[Outcome]) -> Iterator[dict[str, Any]]:
    """A row for each judge of each deck, without a name of a list."""
    for one in outcomes:
        mine, theirs = (decks.stats(deck).types for deck in (one.deck, one.task.best.deck))
        for agent, row in one.won.items():
            yield {
                "hero": one.task.hero.name, "season": one.task.season,
                "lists": one.task.lists, "best_place": one.task.best.place,
                "games": one.games, "judge": agent,
                **{name: round(50 + 50 * getattr(row, at), 1)
                   for name, at in (("won", "mean"), ("low", "low"), ("high", "high"))},
                "spells": mine["spell"], "spells_of_people": theirs["spell"],
                "permanents": _permanents(mine), "permanents_of_people": _permanents(theirs),
                "replaced": one.task.best.replaced,
            }  # fmt: skip


def _permanents(types: Any) -> int:
    return sum(count for name, count in types.items() if name.endswith("permanent"))


def said(outcomes: Sequence[Outcome], searched: Sequence[str]) -> list[str]:
    """The table, a Hero each; with the players of the search."""
    agents = list(outcomes[0].won)
    lines = [f"{'Hero':24}{'season':>7}{'place':>12}{'texts':>7}"
             + "".join(f"{agent:>24}" for agent in agents)
             + f"{'Spells':>9}{'Permanents':>12}"]  # fmt: skip
    table = list(rows(outcomes))
    for k, one in enumerate(outcomes):
        row = table[k * len(agents)]
        spans = "".join(
            f"{f'{mean:z.1f} % ({low:z.1f} to {high:z.1f})':>24}"
            for mean, low, high in (
                (50 + 50 * d.mean, 50 + 50 * d.low, 50 + 50 * d.high) for d in one.won.values()
            )
        )
        lost = f"-{row['replaced']}" if row["replaced"] else "all"
        lines.append(
            f"{one.task.hero.name[:23]:24}{one.task.season:7}{one.task.best.place:>12}{lost:>7}"
            f"{spans}{row['spells']:>5}, {row['spells_of_people']:<2}"
            f"{row['permanents']:>8}, {row['permanents_of_people']:<2}"
        )
    passed = sum(one.passes for one in outcomes)
    return [
        *lines,
        "",
        f"{passed} of {len(outcomes)} win half of the games or more by every judge. Games of the"
        f" built deck against the best list of people, 95 % intervals. Searched with"
        f" {' and '.join(searched)}; the other judges took no part in it.",
        "Texts: unique cards of the list without a known text, which are played as the rare or"
        " common card of their number. Spells and Permanents: of the deck, then of the list.",
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the decks, and print the table."""
    head, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        description=head, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("people", metavar="DIR", help="folder of people's results")
    parser.add_argument("--out", type=Path, required=True, help="folder of games, decks and table")
    parser.add_argument("--heroes", nargs="+", metavar="HERO", help="only these (all)")
    parser.add_argument("--agent", nargs="+", default=SEARCHERS, metavar="AGENT",
                        help=f"players of the search ({' '.join(SEARCHERS)})")  # fmt: skip
    parser.add_argument("--judges", nargs="+", default=["rules"], metavar="AGENT",
                        help="players that take no part in the search (rules)")  # fmt: skip
    parser.add_argument("--games", type=int, default=6000, help="games of a search (6000)")
    parser.add_argument("--deals", type=int, default=150, help="deals for each judge (150)")
    parser.add_argument("--seed", type=int, default=0, help="random seed (0)")
    parser.add_argument("--rules", default="2024.09", help="version of the rules (2024.09)")
    add_jobs(parser)
    options = parser.parse_args(arguments)
    for name, least in (("games", 1), ("deals", 2)):
        if getattr(options, name) < least:
            parser.error(f"--{name} must be {least} or more, found {getattr(options, name)}")
    try:
        _run(options, agents_of(options))
    except (ValueError, LookupError, OSError) as error:
        parser.error(str(error))


def _run(options: argparse.Namespace, agents: Sequence[str]) -> None:
    for agent in agents:
        make(agent)
    refuse_stepwise(agents)
    people = read(Path(options.people), files=("uniques.jsonl", "decks.jsonl"))
    tasks = tasks_of(list(people.lists.values()))
    if options.heroes:
        tasks = [t for t in tasks if any(h.lower() in t.hero.name.lower() for h in options.heroes)]
    if not tasks:
        raise ValueError(
            f"{options.people}: no such Hero has {LEAST} legal lists with a place in a season"
        )
    outcomes = []
    alike = partial(names_alike, tuple(agents))
    with writing_in(options.out), Workers(options.jobs, alike=alike) as workers:
        for number, task in enumerate(tasks, 1):
            progress = Progress(None, "games", games=True)
            progress.aside(f"{number} of {len(tasks)}: {task.hero.name}, {task.format}")
            one = judged(task, options.out, options.people, options, workers, progress)
            progress.clear()
            outcomes.append(one)
            name = in_a_file_name(task.hero.reference)
            write_atomically(options.out / f"{name}.txt", one.deck.to_text().encode())
            told = "".join(json.dumps(row) + "\n" for row in rows(outcomes))
            write_atomically(options.out / "against_people.jsonl", told.encode())
            print("\n".join(said([one], options.agent)[1:2]), flush=True)
    print("\n".join(said(outcomes, options.agent)))
    print(f"Rules {options.rules}, seed {options.seed}.")
    print(who_played(agents))


if __name__ == "__main__":
    main()
