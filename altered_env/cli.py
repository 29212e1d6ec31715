"""The command `altered`: play, look up cards, measure, and search for errors."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence

from altered_env.commands import analysis_options, card_options, deck_options

__all__ = ["main", "parser"]

ENOUGH = 20_000
"""Games of each two agents, at most, where an arena goes on until intervals are narrow."""

_EXAMPLES = """examples:
  altered demo                          watch two random players
  altered demo --decks lyra yzmir --seed 7 --rules 5.0
  altered play --deck muna --opponent greedy   play against a player of the program
  altered watch ismcts greedy           watch two players of the program
  altered replay game.json              show a recorded game
  altered arena greedy random --games 200      let players meet, and rate them
  altered strength "Foundry Armorer R1"  what a card is worth, measured by games
  altered simulate --games 10000 --out games.parquet   games in numbers; altered metrics
  altered matchups --decks starters     which deck beats which, and the meta
  altered cards search robot --cost 2-4 look cards up
  altered cards show "Foundry Armorer"  everything about one card
  altered cards import official.json    add cards from official data, to be used in decks
  altered decks check mine.txt          which rules a deck breaks; show, stats, random, ...
  altered bench                         how fast it is on this machine
  altered soak --games 10000            random games in search of errors
  altered exercise "Haven Bouncer"      try whether everything a card says can be seen to matter
"""


def parser() -> argparse.ArgumentParser:
    """The parser of the command line.

    >>> parser().parse_args(["demo", "--seed", "7"]).seed
    7
    """
    top = argparse.ArgumentParser(
        prog="altered",
        description="The trading card game Altered as a reinforcement-learning environment.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="command")
    _add_demo(commands)
    _add_play(commands)
    _add_watch(commands)
    _add_arena(commands)
    analysis_options.add_analysis(commands)
    card_options.add_cards(commands)
    deck_options.add_decks(commands)
    _add_bench(commands)
    _add_soak(commands)
    _add_exercise(commands)
    return top


def _rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rules", default="2024.09", choices=("2024.09", "5.0"), help="the ruleset (2024.09)"
    )


def _format(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--format",
        default="standard",
        metavar="FORMAT",
        help="first_game, limited, booster_draft, booster_war, ... (standard); where decks come"
        " from boosters, a deck may be the name of a set",
    )


def _add_demo(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    demo = commands.add_parser("demo", help="play and show a game between two random players")
    demo.add_argument(
        "--decks",
        nargs=2,
        default=("axiom", "bravos"),
        metavar=("A", "B"),
        help="two starter decks, or the paths of lists (axiom bravos)",
    )
    demo.add_argument("--seed", type=int, default=1, help="another number, another game (1)")
    demo.add_argument("--log", action="store_true", help="say everything that happens")
    demo.add_argument("--save", metavar="FILE", help="write the replay to a file")
    _rules(demo)


def _add_play(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    play = commands.add_parser("play", help="play against a player of the program")
    play.add_argument(
        "--opponent",
        default=None,
        metavar="AGENT",
        help="random, greedy, rules, ismcts:ms=200 (greedy, or whom a saved game was against)",
    )
    play.add_argument("--deck", default=None, help="your deck: a starter, or a path (axiom)")
    play.add_argument(
        "--against", nargs="+", default=(), metavar="DECK", help="the other deck or decks (bravos)"
    )
    play.add_argument("--seed", type=int, default=None, help="play the same game again")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.add_argument("--save", metavar="FILE", help="save the game there when you leave it")
    play.add_argument("--plain", action="store_true", help="no colours, ASCII only")
    _format(play)
    _rules(play)


def _add_watch(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    watch = commands.add_parser("watch", help="watch two players of the program, step by step")
    watch.add_argument(
        "agents",
        nargs="+",
        metavar="AGENT",
        help="random, greedy, rules, ismcts:ms=50, or your own: mine.py:MyBot",
    )
    watch.add_argument(
        "--decks", nargs="+", default=(), metavar="DECK", help="one for each (axiom bravos)"
    )
    watch.add_argument("--seed", type=int, default=1, help="another number, another game (1)")
    watch.add_argument("--step", action="store_true", help="wait for Enter after each decision")
    watch.add_argument("--save", metavar="FILE", help="write the replay to a file")
    watch.add_argument("--plain", action="store_true", help="no colours, ASCII only")
    _format(watch)
    _rules(watch)
    replay = commands.add_parser("replay", help="show a recorded game, or tell it")
    replay.add_argument("file", help="what --save wrote, or a dataset of altered simulate")
    replay.add_argument("--game", type=int, default=None, metavar="N", help="of a dataset: which")
    replay.add_argument("--save", metavar="FILE", help="of a dataset: write the replay to a file")
    replay.add_argument("--log", action="store_true", help="say everything that happens")
    replay.add_argument("--step", action="store_true", help="wait for Enter after each decision")
    replay.add_argument("--plain", action="store_true", help="no colours, ASCII only")


def _add_arena(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    arena = commands.add_parser("arena", help="let players of the program meet, and rate them")
    arena.add_argument(
        "agents",
        nargs="*",
        metavar="AGENT",
        help="random, greedy, rules, ismcts:ms=50, or your own: mine.py:MyBot",
    )
    arena.add_argument("--strength", action="store_true", help="how strong each is, in two tables")
    arena.add_argument("--games", type=int, default=None, help="of each two agents, even (200)")
    arena.add_argument(
        "--decks",
        default="usual",
        metavar="SET",
        help="usual (starters, or the boosters of a set), or lists and pools with commas",
    )
    _format(arena)
    arena.add_argument("--seed", type=int, default=0, help="other decks and games (0)")
    arena.add_argument("--jobs", type=int, default=0, help="processes (as many as cores)")
    arena.add_argument(
        "--until",
        type=float,
        default=0.0,
        metavar="W",
        help=f"stop when intervals are +-W, as 0.02; {ENOUGH:,} games at most, unless told",
    )
    arena.add_argument(
        "--out", metavar="FILE", help="keep the games: FILE.parquet, FILE.jsonl; goes on from there"
    )
    _rules(arena)


def _add_bench(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    bench = commands.add_parser("bench", help="measure speed on this machine")
    bench.add_argument("--seconds", type=float, default=2.0, help="for each measurement (2)")
    bench.add_argument("--cold", action="store_true", help="compile anew, too: takes minutes")


def _add_soak(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    soak = commands.add_parser(
        "soak", help="play random games with random decks, in search of errors"
    )
    soak.add_argument("--games", type=int, default=1000, help="how many (1000)")
    soak.add_argument("--seed", type=int, default=0, help="other decks and games (0)")
    soak.add_argument("--first", type=int, default=0, help="the number of the first game (0)")
    soak.add_argument("--jobs", type=int, default=0, help="processes (as many as cores)")
    soak.add_argument(
        "--check", type=int, default=50, metavar="N", help="check invariants in 1 of N games (50)"
    )
    soak.add_argument(
        "--keep", metavar="FOLDER", default=".", help="where replays of failures go (here)"
    )
    soak.add_argument(
        "--format",
        metavar="NAMES",
        default="standard",
        help="a format, several joined with commas, or all (standard)",
    )
    soak.add_argument(
        "--themed",
        type=float,
        default=0.4,
        metavar="SHARE",
        help="the share of decks full of cards with a word in common (0.4)",
    )
    soak.add_argument(
        "--cards",
        action="append",
        default=[],
        metavar="FILE",
        help="a file of cards that decks are made of besides; may be given again",
    )
    soak.add_argument(
        "--reached",
        action="store_true",
        help="print which cards, words, instructions and decisions were reached, and how full"
        " each capacity was, in the games that were checked",
    )


def _add_exercise(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    exercise = commands.add_parser(
        "exercise", help="play cards until everything they say has been seen to matter"
    )
    exercise.add_argument("names", nargs="*", help="names or references (every card)")
    exercise.add_argument("--set", default=None, help="every card of this set")
    exercise.add_argument("--tries", type=int, default=300, help="most tables for a card (300)")
    exercise.add_argument("--jobs", type=int, default=0, help="processes (as many as cores)")
    exercise.add_argument(
        "--branches", action="store_true", help="also list the branches that were never taken"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status."""
    options = parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # whatever the letters, where they can go
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run(options)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except (ValueError, LookupError, OSError) as error:
        print(f"altered: {error}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace) -> int:
    if options.command == "demo":
        from altered_env.commands import watching

        return watching.demo(options.decks, options.seed, options.rules, options.log, options.save)
    if options.command == "play":
        from altered_env import formats
        from altered_env.commands import playing

        others = options.against or [None] * (formats.get(options.format).players - 1)
        return playing.play(
            [options.deck, *others],
            options.seed,
            options.rules,
            options.opponent,
            options.format,
            plain=options.plain,
            resume=options.resume,
            save=options.save,
        )
    if options.command == "watch":
        from altered_env.commands import watching

        return watching.watch(
            options.agents,
            options.decks,
            options.seed,
            options.rules,
            options.step,
            options.save,
            options.format,
            plain=options.plain,
        )
    if options.command == "replay":
        from altered_env.commands import watching

        return watching.replay(
            options.file,
            options.log,
            options.step,
            options.game,
            options.save,
            plain=options.plain,
        )
    if options.command == "arena":
        from altered_env.commands import arena

        games = (ENOUGH if options.until else 200) if options.games is None else options.games
        if options.strength:
            from altered_env.commands.strength import strength

            given = (options.agents, options.decks, options.format, options.until)
            if given != ([], "usual", "standard", 0.0):
                raise ValueError("--strength has agents, decks and a format of its own: name none")
            return strength(games, options.seed, options.rules, options.jobs, options.out)
        return arena.arena(
            options.agents,
            games,
            options.decks,
            options.seed,
            options.rules,
            options.jobs,
            options.until,
            options.out,
            options.format,
        )
    if options.command in analysis_options.COMMANDS:
        return analysis_options.run(options)
    if options.command == "cards":
        return card_options.run(options)
    if options.command == "decks":
        return deck_options.run(options)
    if options.command == "bench":
        from altered_env.commands import bench

        return bench.bench(options.seconds, options.cold)
    if options.command == "exercise":
        from altered_env.commands import exercising

        cards = exercising.chosen(options.names, options.set)
        return exercising.exercise_all(cards, options.tries, options.jobs, options.branches)
    from altered_env.commands import soak

    plan = soak.Plan(
        options.seed,
        options.first,
        options.games,
        options.check,
        options.keep,
        options.format,
        options.themed,
        tuple(options.cards),
    )
    return soak.soak(plan, options.jobs, options.reached)


if __name__ == "__main__":
    sys.exit(main())
