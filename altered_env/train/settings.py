"""Options as a documented dataclass: from YAML files and from the command line.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Tea:
...     minutes: float = 3.0
>>> @dataclass(frozen=True)
... class Run:
...     learning_rate: float = 0.001
>>> of_mapping(Tea, {"minutes": 4}, "tea.yaml")
{'minutes': 4.0}
>>> of_mapping(Tea, {"minute": 4}, "tea.yaml")
Traceback (most recent call last):
ValueError: tea.yaml: no option 'minute', did you mean 'minutes'?
>>> of_mapping(Run, {"rate": 0.01}, "mine.yaml")
Traceback (most recent call last):
ValueError: mine.yaml: the option rate is called learning_rate: write `learning_rate: 0.01`
"""

from __future__ import annotations

import argparse
import ast
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import yaml

from altered_env.cards.errors import did_you_mean
from altered_env.help_pages import HelpParser, mark_rare
from altered_env.input_files import OPTIONS, InputFileError, read_text
from altered_env.train.pool import refuse_of_others

__all__ = [
    "ELSEWHERE",
    "RENAMED",
    "add_config",
    "add_options",
    "add_run",
    "config_file",
    "config_of",
    "configs",
    "of_file",
    "of_mapping",
    "parser",
    "plain",
    "says",
    "with_names_of_today",
]

Config = TypeVar("Config")
ELSEWHERE = dict.fromkeys(
    ("actors", "max_age"),
    "python -m altered_env.train trains the compiled network with many actors",
) | {"looks": "python -m altered_env.train trains networks that look"}
"""Options that only another program has, and which that is."""
RENAMED = {"rate": "learning_rate", "discount": "gamma", "trace": "gae_lambda"}
"""Options that had another name once, and which they have now."""

COMMON = {
    *("decks", "format", "seed", "decisions", "minutes", "games", "opponents", "start"),
    *("width", "hidden", "device", "threads", "actors", "tensorboard"),
}
"""The options that `--help` shows; `--help-all` shows the others, too."""
METAVARS = {int: "N", float: "X", str: "TEXT"}

WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def says(kind: type) -> dict[str, str]:
    """What the docstring under each field of a dataclass says, or of one that it comes from; fields
    in a row share one."""
    texts: dict[str, str] = {}
    for one in reversed([one for one in kind.__mro__ if is_dataclass(one)]):
        texts |= _said(one)
    return texts


def _said(kind: type) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0]
    assert isinstance(tree, ast.ClassDef)
    texts: dict[str, str] = {}
    waiting: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            waiting.append(node.target.id)
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            text = " ".join(str(node.value.value).split())
            texts |= dict.fromkeys(waiting, text)
            waiting = []
    return texts


def with_names_of_today(config: Mapping[str, Any]) -> dict[str, Any]:
    """What a checkpoint says of its options, whatever they were called then.

    >>> with_names_of_today({"trace": 0.9, "games": 8})
    {'gae_lambda': 0.9, 'games': 8}
    """
    return {RENAMED.get(name, name): value for name, value in config.items()}


def parser(
    name: str, about: str | None, kind: type, out: str, *more: type, without: Sequence[str] = ()
) -> argparse.ArgumentParser:
    """The parser of a program that trains: a config file, the folder of the run, whether to go on,
    and an option for each field, as of `add_options`."""
    top = HelpParser(prog=f"python -m {name}")
    add_run(top, about, kind, out, *more, without=without)
    return top


def add_run(
    parser: argparse.ArgumentParser,
    about: str | None,
    kind: type,
    out: str,
    *more: type,
    without: Sequence[str] = (),
) -> None:
    """Add what a program that trains takes, as of `parser`, to a parser that there is."""
    parser.description = about
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"example: {parser.prog} --config small --out {out}"
    add_config(parser)
    parser.add_argument("--out", default=out, help=f"folder of the run ({out})")
    parser.add_argument("--resume", action="store_true", help="resume the run in that folder")
    add_options(parser, kind, *more, without=without)


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add `--config`."""
    parser.add_argument(
        "--config",
        metavar="NAME",
        help=f"configuration: {', '.join(configs())}, or the path of a YAML file",
    )


def configs() -> dict[str, Path]:
    """The configurations that are included, by name.

    >>> configs()["demo"].name
    'demo.yaml'
    """
    package = Path(__file__).parents[1]
    inside = package / "configs"  # of a wheel; in a clone they lie beside the package
    folder = inside if inside.is_dir() else package.parent / "configs"
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def config_file(said: str) -> Path:
    """The file of a configuration, which is said by its name or by its path. A path has a folder or
    an ending. Raises `ValueError` for an unknown name.

    >>> config_file("mine.yaml").name
    'mine.yaml'
    >>> config_file("demmo")
    Traceback (most recent call last):
    ValueError: no configuration is called 'demmo', did you mean 'demo'? A file of your own is \
given with its folder, as in ./demmo
    """
    path, known = Path(said), configs()
    if said in known:
        return known[said]
    if path.name != said or path.suffix:
        return path
    hint = did_you_mean(said, tuple(known)) or f"; there are {', '.join(known)}."
    raise ValueError(
        f"no configuration is called {said[:80]!r}{hint} A file of your own is given with its"
        f" folder, as in ./{said[:80]}"
    )


def add_options(parser: argparse.ArgumentParser, *kinds: type, without: Sequence[str] = ()) -> None:
    """An option of the command line for each field of these dataclasses; those not given are None.
    Where several have a field, what is said is that of the first."""
    texts = {name: text for kind in reversed(kinds) for name, text in says(kind).items()}
    every = {field.name: field for kind in reversed(kinds) for field in fields(kind)}
    names = dict.fromkeys(field.name for kind in kinds for field in fields(kind))
    for field in (every[name] for name in names if name not in without):
        before = len(parser._actions)
        flag = f"--{field.name.replace('_', '-')}"
        told = f"{texts.get(field.name, '')} ({field.default})".replace("%", "%%").strip()
        if type(field.default) is bool:
            parser.add_argument(
                flag, action=argparse.BooleanOptionalAction, default=None, help=told
            )
        else:
            alone = field.metadata.get("alone")  # what it is if nothing stands behind it
            parser.add_argument(
                flag, type=type(field.default), default=None,
                metavar=METAVARS[type(field.default)], help=told,
                **({} if alone is None else {"nargs": "?", "const": alone}),
            )  # fmt: skip
        if field.name not in COMMON:
            mark_rare(parser._actions[before:])
    refused = [old for old, new in RENAMED.items() if new in names]
    refused += [name for name in ELSEWHERE if name not in names]
    for name in refused:
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            action=_Refused,
            nargs="?",
            default=argparse.SUPPRESS,
            help=argparse.SUPPRESS,
        )


class _Refused(argparse.Action):
    """An option under the name that it had once, or of another program: it is refused."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> NoReturn:
        if self.dest in ELSEWHERE:
            parser.error(f"there is no {option_string} here: {ELSEWHERE[self.dest]}")
        new = RENAMED[self.dest].replace("_", "-")
        parser.error(f"the option --{self.dest} is called --{new}: write --{new} {values}")


def config_of(kind: type[Config], path: str | None, given: Mapping[str, Any]) -> Config:
    """The options of a YAML file, with what was given besides. Raises `ValueError`; also for
    opponents that would run because the file names them."""
    read = {} if path is None else of_file(kind, path)
    if "opponents" in read and given.get("opponents") is None:
        refuse_of_others(str(path), read["opponents"])
    return kind(**read | {name: value for name, value in given.items() if value is not None})


def of_file(kind: type, path: str | Path) -> dict[str, Any]:
    """The options that a YAML file gives. Raises `ValueError`, which names file and option."""
    return of_mapping(kind, plain(path), str(path))


def plain(path: str | Path | None) -> dict[Any, Any]:
    """What a YAML file says, one option a line, whatever they are called; nothing where there is no
    file. A string may be the name of a configuration. Raises `ValueError`."""
    if path is None:
        return {}
    if isinstance(path, str):
        path = config_file(path)
    try:
        text = read_text(path, OPTIONS)
        _refuse_nesting(text, str(path))
        read = yaml.safe_load(text)
    except InputFileError as error:
        raise ValueError(str(error)) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "context_mark", None) or getattr(error, "problem_mark", None)
        line = "" if mark is None else f", line {mark.line + 1}"
        problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
        raise ValueError(f"{path}{line}: no YAML: {problem:.200}") from None
    if read is None:
        return {}
    if not isinstance(read, dict):
        raise ValueError(f"{path}: expected options, one a line, as in `seed: 1`")
    return read


def _refuse_nesting(text: str, where: str) -> None:
    """Raise `ValueError` for options that are said twice, and before anything is made of what nests
    or is repeated by a name."""
    depth, words = 0, 0
    lines: dict[str, int] = {}
    for event in yaml.parse(text, yaml.SafeLoader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > 1:
                raise ValueError(
                    f"{where}, line {line}: an option is a number or a text, no list or table"
                )
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            raise ValueError(f"{where}, line {line}: *{event.anchor:.40}: options have no aliases")
        elif isinstance(event, yaml.ScalarEvent) and depth == 1:
            words += 1
            if words % 2 and (first := lines.setdefault(event.value, line)) != line:
                raise ValueError(
                    f"{where}, line {line}: {event.value!r:.40} is said in line {first} already"
                )


def of_mapping(kind: type, given: Mapping[Any, Any], where: str) -> dict[str, Any]:
    """The options given, each as its field's type. Raises `ValueError`."""
    known = {field.name: type(field.default) for field in fields(kind)}
    options: dict[str, Any] = {}
    for name, value in given.items():
        if name in RENAMED and RENAMED[name] in known:
            raise ValueError(
                f"{where}: the option {name} is called {RENAMED[name]}: write"
                f" `{RENAMED[name]}: {value!r:.40}`"
            )
        if name not in known and name in ELSEWHERE:
            raise ValueError(f"{where}: there is no {name} here: {ELSEWHERE[name]}")
        if name not in known:
            hint = did_you_mean(str(name), tuple(known)) or f"; there are {', '.join(known)}"
            raise ValueError(f"{where}: no option {name!r:.40}{hint}")
        wanted = known[name]
        kinds: tuple[type, ...] = (int, float) if wanted is float else (wanted,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and wanted is not bool):
            raise ValueError(
                f"{where}: {name} is {WORDS[wanted]}, as in `{name}: {_example(kind, name)}`, "
                f"found {value!r:.40}"
            )
        options[name] = float(given[name]) if wanted is float else value
    return options


def _example(kind: type, name: str) -> str:
    """A field's default, as YAML writes it."""
    default = next(field.default for field in fields(kind) if field.name == name)
    return str(yaml.safe_dump(default)).splitlines()[0]
