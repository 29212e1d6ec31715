"""`altered simulate`: play many games into a dataset."""

from __future__ import annotations

import argparse
from pathlib import Path, PurePosixPath

from altered_env._runtime.help_pages import option
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.arena.deck_sets import deck_set
from altered_env.arena.rating_table import who_played
from altered_env.arena.workers import compile_first
from altered_env.cardstats.dataset_places import place_of
from altered_env.cardstats.sharding import Shard
from altered_env.cardstats.simulation import Simulation, begin, share
from altered_env.cardstats.simulation import run as play_games
from altered_env.cli.arguments import (
    COMPILED,
    add_agents,
    add_decks,
    add_format,
    add_jobs,
    add_own_cards,
    add_rules,
    add_seed,
    deck_format,
    with_own_cards,
)
from altered_env.cli.beforehand import announce
from altered_env.cli.collecting import UsageError

_OTHERS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".xlsx", ".html")


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_decks(parser)
    add_own_cards(parser)
    add_agents(parser, there=COMPILED)
    option(parser, "--games", 1000, "number of games")
    parser.add_argument(
        "--out",
        required=True,
        metavar="FOLDER",
        help="output dataset, a folder or URL (s3://...); resumes from it",
    )
    parser.add_argument(
        "--shard", metavar="K/N", help="play only shard K of N; `altered merge` joins them"
    )
    add_seed(parser)
    add_jobs(parser)
    add_rules(parser)
    add_format(parser)


def _refuse_file(out: str) -> None:
    """Raise `UsageError` for an output name with the suffix of another kind of file."""
    ending = PurePosixPath(out).suffix.lower()
    if ending in _OTHERS and not Path(out).is_dir():
        raise UsageError(
            f"--out {out}: a dataset is a folder of Parquet files, not {ending}; name a folder, "
            f"then"
            " write tables with `altered metrics FOLDER --csv FILE`"
        )


def run(options: argparse.Namespace) -> int:
    """Play games into a dataset, and print the speed."""
    _refuse_file(options.out)
    agents, games, seed, out = options.agents, options.games, options.seed, options.out
    form = deck_format(options.format)
    names = deck_set(with_own_cards(options.decks, options), form)
    plan = Simulation(names, tuple(agents), seed, options.rules, form)
    shard = Shard.of_text(options.shard) if options.shard else None
    place = place_of(out)
    begun = place.is_used()
    with place.alone():
        begin(plan, games, out, shard)
        compile_first()  # not part of the speed
        mine = sum(map(len, share(games, shard).values()))
        announce(mine, agents, options.jobs, at_most=begun)
        progress = Progress(mine, "games", games=True)
        played, processor = play_games(plan, games, out, options.jobs, progress.say, shard)
    progress.clear()
    rate = played / max(0.001, progress.seconds)
    said = f"{counted(mine, 'game')} of {', '.join(agents)}, rules {options.rules}, seed {seed}"
    print(f"{said}; {played:,} new")
    if played:
        print(f"{rate:,.0f} games/s, {played / max(0.001, processor):,.0f} per processor second")
    print(who_played(agents))
    if shard is not None:
        print(
            f"Shard {shard} of {games:,} games written to {out}: altered merge {out} ... "
            f"--out FOLDER"
        )
        return 0
    print(f"Dataset written to {out}: altered metrics {out}, altered report {out}")
    return 0
