"""`altered board`: a rated board that anyone can verify."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path

from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.help_pages import option, several
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress
from altered_env.cli.arguments import add_jobs, add_rules, add_sandbox, tell_sandboxes

_EXAMPLES = """examples:
  altered board new mine --agents random greedy rules@1 "cmd:python mybot.py" --clock 60+1
  altered board run mine --bots "cmd:python mybot.py"
                                        play until the intervals are narrow enough; resumes;
                                        a program runs only if named here, not by the file alone
  altered board publish mine            reveal the seeds once all games are played
  altered board pack mine mine.zip      all that others need to verify it, in one file
  altered board verify mine.zip --again 20
                                        verify anyone's board, a folder or a file
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    does = parser.add_subparsers(dest="does", metavar="what", required=True)
    new = does.add_parser("new", help="create a board and commit to its seeds")
    new.add_argument(
        "--agents", nargs="+", default=None, metavar="AGENT", help="agents to rate (the anchors)"
    )
    option(new, "--decks", "starters", "decks or pools", metavar="SET")
    new.add_argument("--formats", nargs="+", default=["standard"], metavar="FORMAT")
    new.add_argument("--title", default=None, help="title of the page")
    option(new, "--until", 40.0, "target half-width of intervals", metavar="ELO")
    new.add_argument(
        "--until-slow",
        type=float,
        default=None,
        metavar="ELO",
        help="the same for agents that take over 10 ms per decision (--until)",
    )
    option(new, "--most", 400, "maximum games per pair")
    new.add_argument(
        "--clock", default="", metavar="60+1", help="clock of external bots (no clock)"
    )
    option(new, "--limit", 30.0, "seconds per decision")
    new.add_argument("--memory", type=int, default=0, metavar="MIB", help="limit of a program")
    new.add_argument("--processor", type=int, default=0, metavar="S", help="limit of a program")
    new.add_argument("--lists", default="open", choices=("open", "closed"))
    add_rules(new)
    play = does.add_parser("run", help="play its games and write its page")
    play.add_argument("--games", type=int, default=None, help="maximum games to play now")
    add_jobs(play)
    add_sandbox(play)
    publish = does.add_parser("publish", help="publish its seeds and write its page")
    packs = does.add_parser("pack", help="pack it into one file for others to verify")
    verify = does.add_parser("verify", help="verify seeds, games, replays and ratings")
    verify.add_argument("--again", type=int, default=0, metavar="N", help="play N games again")
    verify.add_argument(
        "--replays", type=int, default=None, metavar="N", help="check N replays instead of all"
    )
    for one in (play, verify):
        several(
            one,
            "--bots",
            "AGENT",
            "programs and files named in board.toml that may run: 'cmd:./mybot' (none)",
        )
    for one in (new, play, publish, packs, verify):
        one.add_argument("folder", help="the folder of the board")
    packs.add_argument("file", help="the file to write, FILE.zip")


def run(options: argparse.Namespace) -> int:
    """Run the subcommand."""
    from altered_env.arena.board.archive import opened, pack
    from altered_env.arena.board.schedule import open_board

    folder = Path(options.folder)
    if options.does == "verify":
        with opened(folder) as folder:
            return _verify(folder, options)
    if options.does == "pack":
        size = pack(open_board(folder), Path(options.file))
        print(f"{options.file}: {size:,} bytes. Others verify it with altered board verify FILE")
        return 0
    with writing_in(folder, ", or name another folder" if options.does == "new" else ""):
        return _write(folder, options)


def _write(folder: Path, options: argparse.Namespace) -> int:
    """Create a board, play its games or publish its seeds."""
    from altered_env.arena.board import board_config
    from altered_env.arena.board.schedule import open_board
    from altered_env.arena.board.schedule import run as play
    from altered_env.cardstats.reporting.of_boards import write_page

    if options.does == "new":
        made = board_config.begin(folder, **_stated(options))
        print(
            f"{folder / board_config.FILE} states the board; its seeds: SHA-256 {made.commitment}."
        )
        return 0
    if options.does == "publish":
        board_config.publish(folder)
        board = open_board(folder)
    else:
        stated = board_config.load(folder)
        progress = Progress(None, "games", games=True)

        def say(played: int, before: int, state: str) -> None:
            progress.say(played, before, state)

        held_to = replace(
            stated.conditions(), sandbox=options.sandbox, readable=tuple(options.readable)
        )
        begin = partial(tell_sandboxes, options.bots, held_to)
        board = play(folder, options.jobs, options.games, say, options.bots, held_to, begin)
        progress.clear()
    for path in write_page(board)[:1]:
        print(f"{counted(len(board.rows), 'game')}; the page is {path}.")
    if not board.is_settled():
        print("Not every interval has reached the target: play more games.")
    return 0


def _verify(folder: Path, options: argparse.Namespace) -> int:
    from altered_env.agents.trust import foreign, said_in_a_shell
    from altered_env.arena.board.schedule import open_board
    from altered_env.arena.board.verify import problems

    for name in ("again", "replays"):
        if (number := getattr(options, name)) is not None and number < 0:
            raise ValueError(f"--{name} must not be negative, found {number}")
    wrong = problems(folder, options.again, options.bots, options.replays)
    for line in wrong:
        print(line)
    board = open_board(folder)
    left = foreign(board.config.agents, options.bots)
    if options.again and left:
        said = said_in_a_shell("--bots", left)
        print(f"Agents that only the file names were not played again; to play them, add {said}")
    count = len(board.rows)
    few = options.replays is not None and options.replays < count
    replays = f"{options.replays} of their replays" if few else "their replays"
    said = "are consistent" if not wrong else "are not consistent"
    if not board.config.seeds:
        print(f"{counted(count, 'game')}, {replays} and the ratings {said}.")
        print(
            "The seeds are not yet published, so others cannot check the games against them:"
            f" run altered board publish {options.folder}"
        )
        return 1
    print(f"{counted(count, 'game')}, {replays}, the seeds and the ratings {said}.")
    return 1 if wrong else 0


def _stated(options: argparse.Namespace) -> dict[str, object]:
    names = (
        *("agents", "decks", "formats", "title", "until", "until_slow", "most"),
        *("clock", "limit", "memory", "processor", "lists", "rules"),
    )
    found = {name: getattr(options, name) for name in names}
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in found.items()
        if value is not None
    } | _anchors(options.agents)


def _anchors(agents: list[str] | None) -> dict[str, object]:
    """The anchors among the named agents."""
    from altered_env.arena.board.board_config import ANCHORS

    return {} if agents is None else {"anchors": tuple(a for a in ANCHORS if a in agents)}
