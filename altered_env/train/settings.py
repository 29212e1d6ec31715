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
>>> of_mapping(Run, {"learning_rate": 1}, "mine.yaml")
{'learning_rate': 1.0}
"""

from __future__ import annotations

import argparse
import ast
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

import yaml

from altered_env._runtime import renamed
from altered_env._runtime.help_pages import mark_rare, option
from altered_env._runtime.input_files import OPTIONS, InputFileError, read_text
from altered_env._runtime.suggestions import did_you_mean

Config = TypeVar("Config")
OF_ARENA = ("ray",)
"""Options of a run that are also options of the arena in which networks are measured."""

COMMON = {
    *("decks", "format", "seed", "decisions", "minutes", "games", "opponents", "start"),
    *("width", "hidden", "device", "threads", "actors", "tensorboard"),
}
"""The options that `--help` shows; `--help-all` shows the others, too."""
METAVARS = {int: "N", float: "X", str: "TEXT"}

WORDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}


def says(kind: type) -> dict[str, str]:
    """The docstrings under the fields of a dataclass; consecutive fields share one."""
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
    """A checkpoint's options, under their current names.

    >>> with_names_of_today({"trace": 0.9, "games": 8})
    {'gae_lambda': 0.9, 'games': 8}
    """
    return renamed.training_options(config, tell=False)


def add_run(
    parser: argparse.ArgumentParser,
    about: str | None,
    kind: type,
    out: str,
    without: Sequence[str] = (),
) -> None:
    """Add what a program that trains takes: a config file, the folder of the run, whether to go
    on, and an option for each field, as of `add_options`."""
    parser.description = (about or "").partition("\n\n")[0]
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"example: {parser.prog} --config demo --out {out}"
    add_config(parser)
    option(parser, "--out", out, "folder of the run")
    parser.add_argument("--resume", action="store_true", help="resume the run in that folder")
    add_options(parser, kind, without=without)


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
    inside = package / "configs"  # in a wheel; in a clone they are next to the package
    folder = inside if inside.is_dir() else package.parent / "configs"
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def config_file(said: str) -> Path:
    """The file of a configuration, which is said by its name or by its path. A path has a folder or
    an ending. Raises `ValueError` for an unknown name.

    >>> config_file("mine.yaml").name
    'mine.yaml'
    >>> config_file("demmo")
    Traceback (most recent call last):
    ValueError: no configuration is called 'demmo', did you mean 'demo'? Name your own \
file with its folder, as in ./demmo
    """
    path, known = Path(said), configs()
    if said in known:
        return known[said]
    if path.name != said or path.suffix:
        return path
    hint = did_you_mean(said, tuple(known)) or f"; there are {', '.join(known)}."
    raise ValueError(
        f"no configuration is called {said[:80]!r}{hint} Name your own file with its"
        f" folder, as in ./{said[:80]}"
    )


def add_options(parser: argparse.ArgumentParser, kind: type, without: Sequence[str] = ()) -> None:
    """An option of the command line for each field of a dataclass; those not given are None."""
    texts = says(kind)
    for field in (field for field in fields(kind) if field.name not in without):
        before = len(parser._actions)
        flag = f"--{field.name.replace('_', '-')}"
        told = f"{texts.get(field.name, '')} ({field.default})".replace("%", "%%").strip()
        if type(field.default) is bool:
            parser.add_argument(
                flag, action=argparse.BooleanOptionalAction, default=None, help=told
            )
        else:
            alone = field.metadata.get("alone")  # the value if none is given
            parser.add_argument(
                flag, type=type(field.default), default=None,
                metavar=METAVARS[type(field.default)], help=told,
                **({} if alone is None else {"nargs": "?", "const": alone}),
            )  # fmt: skip
        if field.name not in COMMON:
            mark_rare(parser._actions[before:])
    kinds = {field.name: type(field.default) for field in fields(kind)}
    for old, new in renamed.TRAINING_OPTIONS.items():
        if new in kinds and new not in without:
            parser.add_argument(
                f"--{old.replace('_', '-')}",
                action=_Renamed,
                type=kinds[new],
                default=argparse.SUPPRESS,
                help=argparse.SUPPRESS,
            )


class _Renamed(argparse.Action):
    """An option under the name that it had once: it is read, with a warning."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        (found,) = renamed.training_options({self.dest: values}).items()
        setattr(namespace, *found)


def config_of(kind: type[Config], path: str | None, given: Mapping[str, Any]) -> Config:
    """The options of a YAML file, overridden by given ones. Raises `ValueError`."""
    read = {} if path is None else of_file(kind, path)
    return kind(**read | {name: value for name, value in given.items() if value is not None})


def given_of(
    kind: type, options: argparse.Namespace, without: Sequence[str] = ()
) -> dict[str, Any]:
    """A command line's values for the fields of this dataclass; None for those not given."""
    names = (field.name for field in fields(kind) if field.name not in without)
    return {name: getattr(options, name) for name in names}


def of_file(kind: type, path: str | Path) -> dict[str, Any]:
    """The options in a YAML file. Raises `ValueError`, which names file and option."""
    return of_mapping(kind, plain(path), str(path))


def plain(path: str | Path | None) -> dict[Any, Any]:
    """The contents of a YAML file, one option per line, not checked for names; empty without a
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
        raise ValueError(f"{path}{line}: not valid YAML: {problem:.200}") from None
    if read is None:
        return {}
    if not isinstance(read, dict):
        raise ValueError(f"{path}: expected one option per line, as in `seed: 1`")
    return read


def _refuse_nesting(text: str, where: str) -> None:
    """Raise `ValueError` for duplicate options, and for nested values and aliases before they are
    expanded."""
    depth, words = 0, 0
    lines: dict[str, int] = {}
    for event in yaml.parse(text, yaml.SafeLoader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > 1:
                raise ValueError(
                    f"{where}, line {line}: an option must be a number or a text, not a list or "
                    "table; several names are one text, as in greedy+rules"
                )
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            raise ValueError(f"{where}, line {line}: *{event.anchor:.40}: options have no aliases")
        elif isinstance(event, yaml.ScalarEvent) and depth == 1:
            words += 1
            if words % 2 and (first := lines.setdefault(event.value, line)) != line:
                raise ValueError(
                    f"{where}, line {line}: {event.value!r:.40} is already given in line {first}"
                )


def of_mapping(kind: type, given: Mapping[Any, Any], where: str) -> dict[str, Any]:
    """The options given, each as its field's type. Raises `ValueError`."""
    known = {field.name: type(field.default) for field in fields(kind)}
    options: dict[str, Any] = {}
    try:
        given = renamed.training_options(given)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    for name, value in given.items():
        if name not in known:
            hint = did_you_mean(str(name), tuple(known)) or f"; there are {', '.join(known)}"
            raise ValueError(f"{where}: no option {name!r:.40}{hint}")
        wanted = known[name]
        kinds: tuple[type, ...] = (int, float) if wanted is float else (wanted,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and wanted is not bool):
            raise ValueError(
                f"{where}: {name} must be {WORDS[wanted]}, as in `{name}: {_example(kind, name)}`, "
                f"found {value!r:.40}"
            )
        options[name] = float(given[name]) if wanted is float else value
    return options


def _example(kind: type, name: str) -> str:
    """A field's default in YAML."""
    default = next(field.default for field in fields(kind) if field.name == name)
    return str(yaml.safe_dump(default)).splitlines()[0]
