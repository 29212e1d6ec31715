"""`altered arena`: rate agents by games against each other."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import median_low
from textwrap import wrap

from altered_env import formats
from altered_env._runtime.file_locks import writing_to
from altered_env._runtime.help_pages import option
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env._runtime.seeds import Secret
from altered_env._runtime.spinner import thinking
from altered_env.agents import STRONGEST, STRONGEST_FAST
from altered_env.agents.closed_lists import lists_told
from altered_env.agents.conditions import Conditions
from altered_env.agents.named import ANCHORS, is_program, spelled_out
from altered_env.agents.registry import COUNTED
from altered_env.arena.commitments import commit, reveal, secret_of
from altered_env.arena.deck_sets import deck_set, deck_words
from altered_env.arena.pairings import Arena, Outcome, is_settled, kept_in, widths, write_parquet
from altered_env.arena.pairings import run as play_arena
from altered_env.arena.ratings import bradley_terry, wilson
from altered_env.cli import arena_promises
from altered_env.cli.arguments import (
    AGENTS,
    REBUILT,
    add_conditions,
    add_format,
    add_fresh_seed,
    add_jobs,
    add_rules,
    conditions,
    refuse_open_seed,
    tell_sandboxes,
)
from altered_env.cli.beforehand import announce, more_games
from altered_env.cli.collecting import UsageError

ENOUGH = 20_000
"""The maximum number of games per pair in an arena with a target width of intervals."""
NARROWEST, WIDEST = 24, 60
"""The minimum and maximum width of the column of names."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.add_argument(
        "agents",
        nargs="*",
        metavar="AGENT",
        help=f"agents: {STRONGEST} (the strongest), {STRONGEST_FAST}, {AGENTS}",
    )
    parser.add_argument(
        "--strength",
        action="store_true",
        help="check the stated strengths of the package's agents: three tables",
    )
    parser.add_argument(
        "--games", type=int, default=None, help="games per pair of agents, even (200)"
    )
    option(
        parser,
        "--decks",
        "usual",
        "decks or pools, comma-separated; 'usual' is starters, or boosters of a set",
        metavar="SET",
    )
    add_format(parser)
    add_fresh_seed(parser)
    add_jobs(parser)
    parser.add_argument(
        "--until",
        type=float,
        default=0.0,
        metavar="W",
        help=f"stop when all intervals are within +-W, like 0.02; usually at most {ENOUGH:,} games",
    )
    output(parser, "--out", "record the games in FILE.parquet or FILE.jsonl, and resume from it")
    add_rules(parser)
    add_conditions(parser)


def table(plan: Arena, rows: Sequence[Outcome]) -> str:
    """The results of an arena, as text."""
    four = formats.get(plan.format).players == 4
    sides = "sides" if four else "seats"
    wide = min(WIDEST, max(NARROWEST, *map(len, plan.agents)))
    chance = "secret seeds" if plan.secret is not None else f"seed {plan.seed}"
    lines = [
        f"{counted(len(rows), 'game')}, {chance}, rules {plan.rules}, decks"
        f" {deck_words(plan.decks)};" + ("" if plan.format == "standard" else f" {plan.format};"),
        f"each deck pairing and seed from both {sides}; intervals are 95 %.",
        *wrap(lists_told(plan.agents, plan.conditions.lists), 80),
        *(["Each agent has two seats of four, A and C or B and D."] if four else []),
        "",
        f"{'':{wide}}{'won':>7}{'interval':>16}{'games':>7}",
    ]
    wins = [[0.0] * len(plan.agents) for _ in plan.agents]
    for one, two in plan.pairs:
        mine = [row.score(one) for row in rows if (row.one, row.two) == (one, two)]
        won, games = sum(mine), len(mine)
        i, j = plan.agents.index(one), plan.agents.index(two)
        wins[i][j], wins[j][i] = won, games - won
        low, high = wilson(won, games)
        rate = 100 * won / max(1, games)
        span = f"{100 * low:z.1f} - {100 * high:z.1f} %"
        lines += _row(f"{one} beats {two}", wide, f"{rate:6.1f}%{span:>16}{games:7d}")
    lines += ["", f"{'':{wide}}{'Elo':>7}{'interval':>16}{'s/decision':>12}"]
    for agent, rating in zip(plan.agents, bradley_terry(wins), strict=True):
        span = f"{rating.low:z.0f} - {rating.high:z.0f}"
        lines += _row(agent, wide, f"{rating.elo:z7.0f}{span:>16}{_seconds(agent, rows):12.5f}")
    lines += forfeits(plan, rows)
    games = len(rows)
    for what, number in (
        (
            "A and C win" if four else "A wins",
            sum(1.0 if r.winner == 0 else 0.5 * (r.winner < 0) for r in rows),
        ),
        (
            "The first player of day one wins" + four * " or their partner",
            sum(1.0 if r.winner == r.first else 0.5 * (r.winner < 0) for r in rows),
        ),
    ):
        low, high = wilson(number, games)
        rate = 100 * number / max(1, games)
        lines.append(f"{what} {rate:.1f} % ({100 * low:z.1f} - {100 * high:z.1f} %).")
    days = sum(r.days for r in rows) / max(1, games)
    decisions = sum(r.decisions for r in rows) / max(1, games)
    lines.append(f"A game takes {days:.1f} days and {decisions:.0f} decisions.")
    return "\n".join(lines)


def _row(name: str, wide: int, numbers: str) -> list[str]:
    """A row of a table; a name wider than its column gets its own line."""
    return [f"{name:{wide}}{numbers}"] if len(name) <= wide else [name, " " * wide + numbers]


def _seconds(agent: str, rows: Sequence[Outcome]) -> float:
    """An agent's seconds per decision in the median game, so that compilation, in the first game of
    each process, does not count."""
    each = [
        seconds / decisions
        for row in rows
        for name, seconds, decisions in (
            (row.agent_a, row.seconds_a, row.decisions_a),
            (row.agent_b, row.seconds_b, row.decisions_b),
        )
        if name == agent and decisions
    ]
    return median_low(each) if each else 0.0


def _by_time(name: str) -> bool:
    """Does this agent have a time limit, given or by default?

    >>> _by_time("rollout:v2"), _by_time("rollout:v2,rollouts=24"), _by_time("ismcts@1")
    (True, False, True)
    """
    called, _, options = spelled_out(name).partition(":")
    counted = COUNTED.get(ANCHORS[called][0] if called in ANCHORS else called)
    return "ms=" in name or (counted is not None and f"{counted}=" not in options)


def forfeits(plan: Arena, rows: Sequence[Outcome]) -> list[str]:
    """Forfeits of each agent: number, reasons, and the first of each kind."""
    lines = []
    for agent in plan.agents:
        lost = [row for row in rows if row.forfeit and not row.score(agent)]
        mine = [row for row in lost if agent in (row.agent_a, row.agent_b)]
        if mine:
            ways = Counter(row.forfeit for row in mine)
            said = ", ".join(f"{how} {number}" for how, number in ways.most_common())
            first = {row.forfeit: row.problem for row in reversed(mine)}
            lines.append(f"{agent} forfeited {counted(len(mine), 'game')}: {said}.")
            lines += [f"  {how}, first: {first[how].removeprefix(agent + ': ')}" for how in ways]
    return lines


def _begin(
    secret: Secret | None, kept: Path | None, options: argparse.Namespace, held_to: Conditions
) -> None:
    """Before the first game, print where programs run and what determines the seeds."""
    _refuse_revealed(secret, options)
    tell_sandboxes(options.agents, held_to)
    _commit(secret, kept, options)


def _refuse_revealed(secret: Secret | None, options: argparse.Namespace) -> None:
    """Raise `UsageError` if a program would play games that it could rebuild."""
    programs = [name for name in options.agents if is_program(name)]
    if secret is not None and secret.is_public and programs and not options.public_seed:
        raise UsageError(
            f"the seeds of the games in {options.out} were revealed after they were played, so"
            f" {programs[0]} could rebuild further games: name another --out, or add"
            " --public-seed to allow this"
        )


def _commit(secret: Secret | None, kept: Path | None, options: argparse.Namespace) -> None:
    if secret is None:
        print(f"Seed {options.seed}: {REBUILT}.", flush=True)
        return
    commit(kept, secret)
    print(f"Commitment to the seeds: SHA-256 {secret.commitment}", flush=True)


def run(options: argparse.Namespace) -> int:
    """Play an arena and print its table."""
    until: float = options.until
    games = (ENOUGH if until else 200) if options.games is None else options.games
    if games < 2:
        raise UsageError(f"--games must be an even number, 2 or more, found {games}")
    if options.strength:
        given = (options.agents, options.decks, options.format, until)
        if given != ([], "usual", "standard", 0.0):
            raise UsageError("--strength has its own agents, decks and format: name none")
        return arena_promises.show(games, options)
    if len(options.agents) < 2:
        raise UsageError("an arena needs two or more different agents")
    refuse_open_seed(options, options.agents)
    held_to = conditions(options, options.agents)
    kept, parquet = kept_in(options.out)
    with writing_to(kept):
        secret = secret_of(kept) if options.seed is None else None
        with thinking("getting the players ready", in_files=True):
            plan = Arena(
                tuple(options.agents),
                deck_set(options.decks, options.format),
                games,
                options.seed or 0,
                options.rules,
                options.format,
                held_to,
                secret,
            )
        every = games * len(plan.pairs)
        announce(
            *(every, plan.agents, options.jobs),
            stepwise=True,
            format=plan.format,
            at_most=until > 0 or (kept is not None and kept.exists()),
        )
        progress = Progress(every, "games", games=True)
        begin = partial(_begin, secret, kept, options, held_to)
        rows = play_arena(plan, options.jobs, until, kept, progress.say, begin)
        progress.clear()
        print(table(plan, rows))
        if secret is not None:
            reveal(kept, secret)
            print(f"Secret number of the seeds: {secret.digits}")
        if until and not is_settled(plan, rows, until):
            due = more_games(max(widths(plan, rows)), until, games)
            print(
                f"Not every interval is within ±{until:g}: about {due:,} games per pair are needed"
                " (--games)."
            )
        if any(map(_by_time, plan.agents)):
            print(
                "Results with ms= depend on the machine, those with iterations= or rollouts= "
                "do not."
            )
        if parquet is not None:
            write_parquet(parquet, rows)
    if options.out is not None:
        print(f"The games are in {options.out}.")
    return 0
