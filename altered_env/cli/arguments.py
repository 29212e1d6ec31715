"""Arguments shared by several commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from altered_env._runtime.atomic_files import refuse_unwritable
from altered_env._runtime.help_pages import option, rare, several
from altered_env._runtime.overwriting import output
from altered_env.cli.collecting import UsageError

if TYPE_CHECKING:
    from altered_env.agents.conditions import Conditions

AGENTS = (
    "beginner, easy, medium, hard, expert; random, goldfish, greedy, rules, ismcts:ms=200, net,"
    " rollout (networks); your own: mine.py:MyBot, 'cmd:PROGRAM'; closed lists: rules:decks=closed"
    " (docs/agents.md)"
)
"""The agents, for help texts."""

COMPILED = "random, greedy, rules or net:PATH, which play whole games in compiled code"
"""The compiled agents, for help texts."""


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the option of the ruleset."""
    parser.add_argument(
        "--rules", default="2024.09", choices=("2024.09", "5.0"), help="the ruleset (2024.09)"
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add the option of the format."""
    parser.add_argument(
        "--format",
        default="standard",
        metavar="FORMAT",
        help="standard, limited, singleton, no_unique, all_uniques, booster_draft, frontier:FILE, "
        "standard:date=2025-01-15, standard:season=3, ... (standard)",
    )


def add_season(parser: argparse.ArgumentParser) -> None:
    """Add the option of the season."""
    parser.add_argument("--season", metavar="N", help="short for --format standard:season=N")


def season_format(options: argparse.Namespace) -> str:
    """The format of `--format` or `--season`. Raises `UsageError` for both, and as `deck_format`
    does."""
    name: str = options.format
    if options.season is not None:
        if name != "standard":
            raise UsageError(f"--season {options.season} and --format {name}: give one of them")
        name = f"standard:season={options.season}"
    return deck_format(name)


def deck_format(name: str) -> str:
    """The name of a format in which decks differ, but not the rules of play. Raises `UsageError`
    for another, and `LookupError` for an unknown one."""
    from altered_env import formats

    form = formats.get(name)
    if form.players != 2 or form.switches or form.from_boosters:
        raise UsageError(f"--format {form.name} has other rules of play; expected a deck format")
    return form.name


def add_seed(parser: argparse.ArgumentParser, says: str = "seed", seed: int = 0) -> None:
    """Add the option of the seed."""
    option(parser, "--seed", seed, says)


def add_fresh_seed(parser: argparse.ArgumentParser) -> None:
    """The secret number behind all randomness, unless there is a public seed."""
    parser.add_argument(
        "--seed",
        type=int,
        default=None,
        metavar="N",
        help="make the games reproducible by anyone who knows N (default: a new secret)",
    )
    with rare(parser):
        parser.add_argument(
            "--public-seed",
            action="store_true",
            help="allow --seed with external programs, which could predict every card",
        )


REBUILT = "with this seed anyone can rebuild the game, including hidden cards"
"""The help text of a public seed."""


def refuse_open_seed(options: argparse.Namespace, agents: Iterable[str]) -> None:
    """Raise `UsageError` for a negative seed, and for a public seed when an external program, which
    could rebuild the game from it, plays."""
    from altered_env.agents.named import is_program

    if options.seed is None:
        return
    if options.seed < 0:
        raise UsageError(f"a seed must not be negative, found {options.seed}")
    programs = [name for name in agents if is_program(name)]
    if programs and not options.public_seed:
        raise UsageError(
            f"--seed {options.seed}: {programs[0]} could rebuild the games from it and see every"
            " hidden card; omit it, or add --public-seed to allow this"
        )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add the options for workers (processes or a cluster) and progress output."""
    from altered_env.arena import workers  # a command may have no games to play

    workers.add_jobs(parser)
    add_quiet(parser)


def add_quiet(parser: argparse.ArgumentParser) -> None:
    """Add the option of progress output."""
    parser.add_argument("--quiet", action="store_true", help="no progress output")


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Add the option of how boards are drawn."""
    parser.add_argument("--plain", action="store_true", help="no colours, ASCII only")


def add_decks(parser: argparse.ArgumentParser) -> None:
    """Add the option of the decks to play with."""
    option(parser, "--decks", "starters", "decks or pools, comma-separated", metavar="SET")


def add_own_cards(parser: argparse.ArgumentParser) -> None:
    """Add the options of the user's own cards for random decks."""
    parser.add_argument(
        "--cards", metavar="FILE", help="additional cards for random decks, from a file"
    )
    parser.add_argument(
        "--uniques",
        type=int,
        metavar="N",
        help="unique cards per random deck, from your imported cards or --cards",
    )


def own_cards(options: argparse.Namespace) -> list[str]:
    """These options as parts of a pool's name, `random:N:SEED:...`. Raises `ValueError`."""
    file, uniques = options.cards, options.uniques
    if file is not None and (":" in file or "," in file or "+" in file):
        raise UsageError(f"--cards {file}: the name of the file must not contain : , or + here")
    words = [] if file is None else [f"cards={file}"]
    return words if uniques is None else [*words, f"uniques={uniques}"]


def with_own_cards(text: str, options: argparse.Namespace) -> str:
    """A set of decks; random ones include the user's own cards. Raises `ValueError`.

    >>> asked = argparse.Namespace(cards=None, uniques=3)
    >>> with_own_cards("axiom,random:50:7", asked)
    'axiom,random:50:7:uniques=3'
    """
    words = own_cards(options)
    parts = text.split(",")
    if words and not any(part.startswith("random:") for part in parts):
        raise UsageError(
            f"--cards and --uniques apply to random decks only, as in --decks random:100:7; "
            f"found {text}"
        )
    return ",".join(
        ":".join([part, *words]) if part.startswith("random:") else part for part in parts
    )


def add_opponents(parser: argparse.ArgumentParser) -> None:
    """Add the option of the opponents' decks."""
    option(parser, "--opponents", "starters", "decks or pools, comma-separated", metavar="SET")


def add_deck_names(parser: argparse.ArgumentParser) -> None:
    """Add the argument of one or more decks."""
    parser.add_argument("decks", nargs="+", metavar="deck", help="a name, a path or a deck code")


def add_dataset(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a dataset and the minimum number of copies."""
    parser.add_argument("dataset", help="a dataset of `altered simulate`")
    option(parser, "--least", 200, "minimum copies in hand of a listed card")


def add_agents(
    parser: argparse.ArgumentParser,
    usual: tuple[str, ...] = ("greedy",),
    says: str = "agents",
    there: str = AGENTS,
) -> None:
    """Add the option of one or more agents."""
    parser.add_argument(
        "--agents",
        nargs="+",
        default=usual,
        metavar="AGENT",
        help=f"{says}: {there} ({' '.join(usual)})",
    )


def add_agent(parser: argparse.ArgumentParser) -> None:
    """Add the option of the agent on both sides."""
    option(parser, "--agent", "greedy", f"agent on both sides: {AGENTS}")


def add_conditions(parser: argparse.ArgumentParser) -> None:
    """Add the options of the conditions of external bots."""
    with rare(parser):
        own = parser.add_argument_group("external bots, cmd:PROGRAM and FILE.py:CLASS")
        own.add_argument(
            "--clock",
            default="",
            metavar="60+1",
            help="seconds per game plus increment per decision (no clock)",
        )
        option(own, "--limit", 30.0, "seconds per decision")
        own.add_argument(
            "--memory", type=int, default=0, metavar="MIB", help="memory limit of a program (4,096)"
        )
        own.add_argument(
            "--processor",
            type=int,
            default=0,
            metavar="S",
            help="processor seconds of a program (no limit)",
        )
        own.add_argument(
            "--lists",
            default="open",
            choices=("open", "closed"),
            help="whether players know the other deck lists (open)",
        )
        output(own, "--log", "log every line to and from programs", default="")
        add_sandbox(own)


def add_sandbox(parser: argparse._ActionsContainer) -> None:
    """Add the options of the isolation of programs."""
    parser.add_argument(
        "--sandbox",
        default="auto",
        choices=("auto", "bwrap", "user", "none"),
        help="isolation of programs: bubblewrap, another user, or none (the best available)",
    )
    several(parser, "--readable", "PATH", "further paths that programs may read (none)")


def tell_sandboxes(agents: Iterable[str], held_to: Conditions) -> None:
    """Print where the programs among these agents run, before the first of them starts. Raises
    `ValueError` if the requested sandbox is not available, and `LookupError` for an unknown
    program."""
    from altered_env.agents.subprocess_agents import sandboxes_told

    for line in sandboxes_told(agents, held_to):
        print(line, file=sys.stderr)


def conditions(options: argparse.Namespace, agents: Iterable[str]) -> Conditions:
    """The parsed conditions; `tell_sandboxes` prints them once nothing else can be refused. Raises
    `ValueError` if the requested sandbox is not available, and `LookupError` for an unknown
    program."""
    from altered_env.agents.conditions import Conditions
    from altered_env.agents.subprocess_agents import sandboxes_told

    if options.log:
        refuse_unwritable(options.log)
    found = Conditions(
        options.clock,
        options.limit,
        options.memory,
        options.processor,
        options.lists,
        options.log,
        options.sandbox,
        tuple(options.readable),
    )
    sandboxes_told(agents, found)
    return found
