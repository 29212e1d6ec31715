"""`altered rank --prove`: validation of a ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from altered_env._runtime.progress import Progress
from altered_env.arena.rating_table import who_played
from altered_env.arena.workers import Jobs
from altered_env.cardstats.ranking.folder import cards_in, plan_in
from altered_env.cardstats.ranking.pairs import drawn, games_of
from altered_env.cardstats.ranking.proving import (
    Proof,
    against_pairs,
    coverage,
    halves,
    made,
    speed,
    unseen,
)
from altered_env.cli.beforehand import announce

UNIQUES = 60
MADE = 6_000
"""The number of games for planted cards."""


def prove(
    folder: Path, deals: int, beside: Sequence[Path] = (), seed: int = 0, jobs: Jobs = 0
) -> int:
    """Print the checks as they are done; return 1 if one fails."""
    plan, version = plan_in(folder)
    agent = plan.agents[0]
    if deals < 2:
        raise ValueError(f"--deals must be 2 or more, found {deals}")

    def pairs() -> list[Proof]:
        chosen = drawn(cards_in(folder), UNIQUES, seed)
        games = games_of(len(chosen), deals)
        announce(games, [agent], jobs)
        progress = Progress(games, "paired games", games=True)
        found, rows = against_pairs(folder, agent, chosen, deals, beside, seed, jobs, progress.say)
        progress.clear()
        for name, worth, row in rows:
            span = f"{100 * row.low:+z.1f} .. {100 * row.high:+z.1f}"
            print(
                f"    {name:24}{100 * worth:+z6.1f} ranked{100 * row.mean:+z7.1f} paired ({span})"
            )
        return found

    steps: list[Callable[[], list[Proof]]] = [
        lambda: coverage(seed=seed + 1),
        lambda: [halves(folder, agent, beside, seed)],
        lambda: unseen(folder, agent, beside, seed),
        lambda: made(folder / "made", replace(plan, agents=(agent,), seed=seed), MADE, jobs),
    ]
    if plan.mode == "limited":
        steps += [lambda: [speed(folder, agent, beside, seed=seed)], pairs]
    else:
        print("Paired games use limited decks, so they are not compared with this ranking.")
    failed = 0
    for proof in _each(steps):
        print(proof, flush=True)
        failed += not proof.holds
    print(f"\nRules {plan.rules}, seed {seed}, {plan.mode} decks, version {version}.")
    print(who_played([agent]))
    return 1 if failed else 0


def _each(steps: list[Callable[[], list[Proof]]]) -> Iterator[Proof]:
    for step in steps:
        yield from step()
