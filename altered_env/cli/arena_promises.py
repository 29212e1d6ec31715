"""`altered arena --strength`: three tables that check the stated strengths of the agents.

The first shows whether each agent beats the next weaker one as often as stated, the second how the
tree search improves with its budget, the third compares the compiled network with its target, on
decks outside its training.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from altered_env import decks
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.progress import Progress
from altered_env.agents import STRONGEST, STRONGEST_FAST
from altered_env.agents.closed_lists import lists_told
from altered_env.arena.deck_sets import deck_set
from altered_env.arena.pairings import Arena, Outcome, kept_in, run, write_parquet
from altered_env.arena.ratings import wilson

PROMISES = (("greedy", "random", 0.85), ("rules", "greedy", 0.60), ("ismcts:ms=50", "rules", 0.60))
"""Pairs of agents with the minimum win rate of the first, to be reached by the lower end of the
interval."""
BUDGETS = tuple((f"ismcts:iterations={number}", "rules") for number in (10, 40, 160, 640))
"""The tree search with more and more iterations, each against the same opponent."""
ALONE, ONE_WORLD, AHEAD = STRONGEST_FAST, f"{STRONGEST_FAST},rollouts=1", STRONGEST
"""The compiled network without search; with rollouts to the second Morning in one determinization
at a time, about 1 ms per decision; and with 50 ms."""
AIMS = (
    (ALONE, "greedy", 0.80),
    (ALONE, "rules", 0.70),
    (ALONE, "ismcts:ms=50", 0.60),
    (ONE_WORLD, "ismcts:ms=50", 0.60),
    (AHEAD, ALONE, 0.60),
    (AHEAD, "rules", 0.70),
    (AHEAD, "ismcts:ms=50", 0.70),
)
"""The target win rates of the network; a missed one is reported, but is not a failure."""
UNSEEN = "random:50:777:curve"
"""Decks outside the training of all networks."""
WIDE = max(len(f"{one} - {two}") for one, two, _ in AIMS)
SHARE = 4
"""The divisor of the number of games in the second table, which takes longest."""


def line(one: str, two: str, rows: list[Outcome], least: float | None = None) -> str:
    """One row of a table: the win rate of the first agent against the second, with its interval,
    and the time per decision."""
    won = sum(row.score(one) for row in rows)
    low, high = wilson(won, len(rows))
    seconds = sum(r.seconds_a if r.agent_a == one else r.seconds_b for r in rows)
    count = sum(r.decisions_a if r.agent_a == one else r.decisions_b for r in rows)
    span = f"{100 * low:z.1f} - {100 * high:z.1f} %"
    text = f"{one} - {two}".ljust(WIDE) + f"{100 * won / len(rows):6.1f} %{span:>14}"
    text += f"{len(rows):6}{1000 * seconds / count:6.1f}"
    if least is not None:
        text += f"{100 * least:3.0f} % {'yes' if low >= least else 'NO'}"
    return text


def show(games: int, options: argparse.Namespace) -> int:
    """Play the games and print the tables; return 1 if an agent misses its stated strength."""
    kept, table = kept_in(options.out)
    with writing_to(kept):
        return _shown(games, options, kept, table)


def _shown(games: int, options: argparse.Namespace, kept: Path | None, table: Path | None) -> int:
    seed, rules = options.seed or 0, options.rules
    missed = 0
    played: list[Outcome] = []
    head = f"{'':{WIDE}}{'won':>8}{'interval':>14}{'games':>6}{'ms':>6}"

    def play(
        one: str, two: str, number: int, over: tuple[str, ...] = decks.names()
    ) -> list[Outcome]:
        plan = Arena((one, two), over, number, seed, rules)
        progress = Progress(number, f"games of {one} against {two}", games=True)
        rows = run(plan, options.jobs, kept=kept, say=progress.say)
        progress.clear()
        played.extend(rows)
        return rows

    print(head + f"{'at least':>9}", flush=True)
    for one, two, least in PROMISES:
        rows = play(one, two, games)
        missed += wilson(sum(row.score(one) for row in rows), len(rows))[0] < least
        print(line(one, two, rows, least), flush=True)
    print(f"\n{head}", flush=True)
    fewer = max(2, games // SHARE // 2 * 2)
    for one, two in BUDGETS:
        print(line(one, two, play(one, two, fewer)), flush=True)
    print(f"\n{head}{'aim':>5}", flush=True)
    unseen = tuple(deck_set(UNSEEN))
    for one, two, least in AIMS:
        print(line(one, two, play(one, two, games, unseen), least), flush=True)
    print(f"\nDecks {', '.join(decks.names())}; rules {rules}, seed {seed}.")
    print(f"The last table: decks {UNSEEN}.")
    print(lists_told((ALONE, AHEAD)))
    print("Each deck pairing and seed is played from both seats.")
    print("Intervals are Wilson's, at 95 %; ms: mean processor time per decision.")
    if table is not None:
        write_parquet(table, played)
    return 1 if missed else 0
