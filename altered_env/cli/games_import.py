"""`altered games import`: people's games from files, without names, and their win rates."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from altered_env._runtime.atomic_files import make_folder
from altered_env._runtime.help_pages import option
from altered_env._runtime.overwriting import refuse_same
from altered_env._runtime.plurals import counted
from altered_env._runtime.printable import REFUSED
from altered_env._runtime.progress import Progress
from altered_env.cardstats.imported.anonymous import Played
from altered_env.cardstats.imported.game_files import Import, of_format, read_file
from altered_env.cardstats.imported.outputs import FILES, write_all
from altered_env.cardstats.imported.win_rates import KINDS, Rate, counts, of_kind, rates
from altered_env.cli.arguments import add_quiet
from altered_env.cli.collecting import UsageError

_EXAMPLES = """files:
  pages of the volunteers' feed (JSON with games), tournaments as JSON (entries and matches, or
  players with wins and losses), CSV or TSV with hero_a, hero_b, winner (and deck_a, deck_b,
  player_a, player_b), or with wins, losses, hero, deck, player; also event, format, date

examples:
  altered games import pages/*.json --format Frontier --least 50
  altered games import pages/*.json cup.csv --out people

With --out the folder gets rates.csv, and decks.jsonl, matches.jsonl, tournaments.jsonl and
field.tsv, from which `altered validate` and `altered meta` go on.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", metavar="FILE", help="files of people's games")
    parser.add_argument(
        "--names", choices=("hash", "drop"), default="hash",
        help="hash: pseudonyms from a key that is not kept; drop: no pseudonyms (hash)",
    )  # fmt: skip
    parser.add_argument("--format", default="", metavar="TEXT", help="only games of this format")
    option(parser, "--least", 30, "minimum games of a printed rate; rates.csv has all")
    option(parser, "--rows", 15, "rows to print from the top of each table")
    parser.add_argument("--out", metavar="FOLDER", help="write rates and files for other commands")
    add_quiet(parser)


def run(options: argparse.Namespace) -> int:
    """Import the files, and print and write the rates."""
    for name in ("least", "rows"):
        if getattr(options, name) < 1:
            raise UsageError(f"--{name} must be 1 or more, found {getattr(options, name)}")
    if options.out is not None:
        made = [str(Path(options.out) / name) for name in FILES]
        refuse_same([("--out", path) for path in made], options.inputs)
    found, wrong = Import(), list[str]()
    progress = Progress(len(options.files), "files")
    for done, name in enumerate(dict.fromkeys(options.files), 1):
        one = Import(people=found.people)
        try:
            read_file(Path(name), one)
        except REFUSED as error:
            wrong.append(f"left out: {error}")
        else:
            found.join(one)
        progress.say(done)
    progress.clear()
    games = list(of_format(found.games, options.format))
    if not games:
        there = ", ".join(counts(found.games)) or "none"
        asked = f" of the format {options.format}" if options.format else ""
        why = "; ".join([*wrong, *found.left.remarks()])
        raise ValueError(
            f"no games{asked} in these files; formats: {there}" + f" ({why})" * bool(why)
        )
    of_all = rates(games)
    print("\n".join(report(games, of_all, options.least, options.rows)))
    for remark in (*wrong, *found.left.remarks()):
        print(fill(remark, 100, break_long_words=False, break_on_hyphens=False))  # paths are whole
    if found.repeated:
        print(f"{counted(found.repeated, 'repeated game')} counted once.")
    if options.out is not None:
        folder = Path(options.out)
        make_folder(folder)
        written = write_all(folder, games, of_all, options.names == "hash")
        print(f"Written to {folder}: {', '.join(written)}.")
    return int(bool(wrong))


def report(games: Sequence[Played], found: Sequence[Rate], least: int, rows: int) -> list[str]:
    """The tables of rates with their biases."""
    people = {seat.player for one in games for seat in one.seats if seat.player}
    by_format = ", ".join(f"{name} {count:,}" for name, count in counts(games).items())
    days = sorted(one.day for one in games if one.day)
    span = f", {days[0]} to {days[-1]}" if days else ""
    many = counted(len(games), "game or record", "games and records")
    lines = [f"{many} of {counted(len(people), 'person', 'people')}{span}: {by_format}."]
    for kind, (title, bias) in KINDS.items():
        every = [row for row in found if row.kind == kind]
        if not every:
            continue
        mine = of_kind(found, kind, least)
        lines += ["", f"{title[0].upper()}{title[1:]}: {len(mine)} of {len(every)} with {least}"
                  " games or more"]  # fmt: skip
        if mine:
            lines.append(
                f"{'':40}{'won':>8}{'interval':>18}{'less mean':>11}{'games':>8}{'people':>8}"
            )
        for row in mine[:rows]:
            span = f"{100 * row.low:z.1f} .. {100 * row.high:z.1f} %"
            lines.append(
                f"{row.name[:39]:40}{100 * row.rate:6.1f} %{span:>18}{100 * row.more:+z11.1f}"
                f"{row.games:8,}{row.players:8,}"
            )
        if len(mine) > rows:
            lines.append(f"... and {len(mine) - rows} more (--rows)")
        lines.append(fill(bias, 100))
    lines += ["", "Intervals are 95 %, clustered by player."]
    if unnamed := sum(not all(seat.player for seat in one.seats) for one in games):
        lines.append(
            f"{counted(unnamed, 'game or record has', 'games and records have')} a player without"
            " an id. Each of them is a cluster, so intervals are too narrow if few people played"
            " them."
        )
    return lines
