"""The pages of reference that are made of the code: commands, configurations, public names."""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import os
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

from altered_env.cli import COMMANDS, parser

ROOT = Path(__file__).parents[2]
PROGRAMS = {
    "altered_env.train.league": "training against those who exploit",
    "altered_env.train.average": "the mean of a run's networks",
    "altered_env.train.rated": "ratings of players",
}
CONFIG = ("altered_env/train/config.py", "Config")
"""The file and the class of the configuration of `altered train`."""
PACKAGES = {
    "altered_env": "what most programs need",
    "altered_env.game": "games, visible information, saving, replays",
    "altered_env.envs": "PettingZoo, batches, observations",
    "altered_env.testing.scenario": "tables for tests and puzzles",
    "altered_env.cards": "the pool, and cards from official data",
    "altered_env.decks": "deck lists, legality, pools",
    "altered_env.formats": "formats, boosters, drafts",
    "altered_env.language": "the notation and English of abilities",
    "altered_env.protocol": "messages to and from bots",
    "altered_env.render": "pictures of a board",
    "altered_env.testing.card_coverage": "playing cards until each ability has had an effect",
    "altered_env.testing.fuzz": "random games in search of errors",
    "altered_env.agents": "agents",
    "altered_env.train": "training and evaluation",
    "altered_env.arena": "matches, ratings",
    "altered_env.arena.board": "rated boards",
    "altered_env.cardstats": "the worth of cards and decks",
    "altered_env.batch": "many games at once (compiled)",
    "altered_env.thinking": "search and players (compiled)",
    "altered_env.engine": "the rules (compiled)",
}


def commands() -> str:
    """Every command with its options, as its own help says."""
    parts = ["# Commands", "What `altered COMMAND --help` says, of every command.", ""]
    top = parser()
    parts += [f"- [`altered {name}`](#altered-{name}): {says}" for name, says in COMMANDS.items()]
    for name in COMMANDS:
        parts += ["", f"## altered {name}", "", _block(_help(top, [name]))]
        for inner in _inner(name):
            parts += ["", f"### altered {name} {inner}", "", _block(_help(top, [name, inner]))]
    parts += ["", "## Other programs of training", "They need the extra `train`.", ""]
    for module, says in PROGRAMS.items():
        parts += [f"### python -m {module}", f"{says.capitalize()}.", ""]
        parts += [_block(_help_of_module(module)), ""]
    return "\n".join(parts) + "\n"


def _inner(name: str) -> list[str]:
    """The commands of a command, if it has some."""
    found = [name]
    for action in _parser_of(name)._actions:
        if isinstance(action, argparse._SubParsersAction):
            return list(action.choices)
    return found[1:]


def _parser_of(name: str) -> argparse.ArgumentParser:
    top = parser()
    (commands,) = (a for a in top._actions if isinstance(a, argparse._SubParsersAction))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        commands.choices[name].parse_known_args(["--help"])
    found: argparse.ArgumentParser = commands.choices[name]
    return found


@contextlib.contextmanager
def _wide(columns: int = 88) -> Iterator[io.StringIO]:
    """What is printed meanwhile, set in so many columns."""
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(columns)
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
            yield said
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def _help(top: argparse.ArgumentParser, words: list[str]) -> str:
    with _wide() as said:
        top.parse_args([*words, "--help"])
    return said.getvalue()


def _help_of_module(module: str) -> str:
    before, loaded = sys.argv, sys.modules.pop(module, None)  # runpy warns of a loaded one
    sys.argv = [module, "--help"]
    try:
        with _wide() as said:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        sys.argv = before
        if loaded is not None:
            sys.modules[module] = loaded
    return said.getvalue()


def _block(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def fields() -> str:
    """Every field of the configuration, with its default and what is said of it."""
    parts = [
        "# Fields of configurations",
        "Each is an option of `altered train`, with `-` for `_`, and a line of a `--config` file.",
        "",
        "| field | kind | default | |",
        "|---|---|---|---|",
    ]
    parts += [_row(*field) for field in fields_of(*CONFIG)]
    return "\n".join(parts) + "\n"


def fields_of(name: str, called: str) -> list[tuple[str, str, str, str]]:
    """The fields of a class in a file: name, kind, default, and the docstring below."""
    tree = ast.parse((ROOT / name).read_text("utf-8"))
    (found,) = (n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == called)
    rows = []
    for node, after in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            default = ast.unparse(node.value) if node.value else ""
            says = ""
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                says = " ".join(str(after.value.value).split())
            rows.append((node.target.id, ast.unparse(node.annotation), default, says))
    return rows


def _row(name: str, kind: str, default: str, says: str) -> str:
    kind, says = kind.replace("|", "\\|"), says.replace("|", "\\|")
    return f"| `{name}` | `{kind}` | `{default}` | {says} |"


def names(out: Path) -> list[tuple[str, str]]:
    """Write a page for each package, of all its public names. Returns titles and pages."""
    out.mkdir(parents=True, exist_ok=True)
    listed = ["# Public names", "", "| package | |", "|---|---|"]
    pages = []
    for package, says in PACKAGES.items():
        page = f"{package}.md"
        title = package
        lines = [f"# {title}", "", f"{says[0].upper()}{says[1:]}.", ""]
        for module in modules(package):
            lines += [f"::: {module}", ""]
        (out / page).write_text("\n".join(lines), "utf-8")
        listed.append(f"| [`{package}`]({page}) | {says} |")
        pages.append((title, page))
    (out / "index.md").write_text("\n".join(listed) + "\n", "utf-8")
    return pages


def modules(package: str) -> list[str]:
    """The modules of a package that are not of a package of their own in the list."""
    folder = ROOT / package.replace(".", "/")
    found = [package]
    for path in sorted(folder.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        nearest = name
        while nearest not in PACKAGES:
            nearest = nearest.rpartition(".")[0]
        inside = name.removeprefix(f"{package}.").split(".")
        private = any(part.startswith("_") for part in inside)
        left_out = package == "altered_env" and inside[0] in ("_runtime", "cli", "of_four", "web")
        if nearest == package and name != package and not private and not left_out:
            found.append(name)
    return found
