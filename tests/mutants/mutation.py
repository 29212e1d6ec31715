"""Mutations of the engine's rules, listed in the files of this folder.

A mutation is a plausible programming error: a text of the engine and its replacement, the rule it
breaks, and the tests that should detect it.

    - name: a Character that is Asleep counts
      rule: 2.4.4
      in: dusk.statistics
      old: int(row[C.STATUS]) & STATUS.ASLEEP == 0
      new: "True"
      tests: [rules/test_2_4_statuses.py::test_an_asleep_character_is_not_counted]

`in` is a file of `altered_env/engine`, and a function in it if the text is in one. The text stands
there once: more or less is an error, so that no mutation is lost as the engine changes.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import yaml

__all__ = ["ENGINE", "HERE", "ROOT", "Mutation", "UnfitMutationError", "find", "mutate", "read_all"]

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ENGINE = ROOT / "altered_env/engine"
FIELDS = {"name", "rule", "in", "old", "new", "tests"}
REFUSED = {"terms", "layout"}
"""Modules used to compile cards as well: the cached book would have to be rebuilt."""


class UnfitMutationError(ValueError):
    """A mutation that cannot be applied."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One error, and the tests meant to see it."""

    name: str
    rule: str
    file: str
    """The file of the engine, without its ending."""
    function: str
    """The function that the text is in; empty if it is in none."""
    old: str
    new: str
    tests: tuple[str, ...]
    """Below `tests/`, as pytest names them."""
    source: str
    """The file that lists it."""


def read_all() -> list[Mutation]:
    """Every mutation there is, in the order of the files."""
    return [found for path in sorted(HERE.glob("*.yaml")) for found in _read(path)]


def _read(path: Path) -> list[Mutation]:
    found = []
    for entry in yaml.safe_load(path.read_text("utf-8")):
        if set(entry) != FIELDS:
            wrong = ", ".join(sorted(set(entry) ^ FIELDS))
            raise UnfitMutationError(f"{path.name}, {entry.get('name')}: look at {wrong}")
        file, _, function = entry["in"].partition(".")
        found.append(
            Mutation(
                name=entry["name"],
                rule=str(entry["rule"]),
                file=file,
                function=function,
                old=entry["old"].rstrip("\n"),
                new=entry["new"].rstrip("\n"),
                tests=tuple(entry["tests"]),
                source=path.name,
            )
        )
    return found


def find(name: str) -> Mutation:
    """The mutation of this name."""
    for mutation in read_all():
        if mutation.name == name:
            return mutation
    raise UnfitMutationError(f"no mutation is called {name!r}")


def _span(source: str, function: str) -> tuple[int, int]:
    """Return the beginning and end of a function in a source; the whole source without a name."""
    if not function:
        return 0, len(source)
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return starts[node.lineno - 1], starts[node.end_lineno or node.lineno]
    raise UnfitMutationError(f"there is no function {function}")


def mutate(source: str, mutation: Mutation) -> str:
    """The source of the mutation's file as it would be with the error in it."""
    if mutation.file in REFUSED:
        raise UnfitMutationError(f"{mutation.name}: {mutation.file}.py is not to be mutated")
    low, high = _span(source, mutation.function)
    place = f"{mutation.file}.py" + (f", {mutation.function}" if mutation.function else "")
    times = source.count(mutation.old, low, high)
    if times != 1:
        raise UnfitMutationError(f"{mutation.name}: its text is {times} times in {place}")
    body = source[low:high].replace(mutation.old, mutation.new)
    if body == source[low:high]:
        raise UnfitMutationError(f"{mutation.name}: it changes nothing in {place}")
    changed = source[:low] + body + source[high:]
    try:
        ast.parse(changed)
    except SyntaxError as error:
        raise UnfitMutationError(f"{mutation.name}: {error}") from error
    return changed
