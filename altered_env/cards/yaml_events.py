"""A strict subset of YAML: mappings, lists and text, each with its line.

Card files are written by hand and may come from anywhere. So nothing is guessed (`no` stays the
text `no`), a duplicate key is an error, and anchors, aliases and tags are refused, which leaves
nothing that could grow or run code.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from altered_env._runtime.input_files import CARDS, InputFileError, Kind, read_text

from .errors import CardFileError

MAX_DEPTH = 12

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class Leaf:
    """A piece of text."""

    text: str
    line: int


@dataclass(slots=True)
class Listing:
    """A list."""

    items: list[Tree]
    line: int


@dataclass(slots=True)
class Branch:
    """A mapping. `lines` has the line of each key."""

    items: dict[str, Tree]
    lines: dict[str, int]
    line: int


Tree = Leaf | Listing | Branch


def read(path: Path, label: str, kind: Kind = CARDS) -> Branch:
    """Read `path`, a file of this kind, which error messages call `label`.

    Raises `CardFileError` for anything but a mapping in the subset of YAML described above.
    """
    try:
        text = read_text(path, kind)
    except InputFileError as error:
        raise CardFileError(label, error.problem) from None
    try:
        tree = _grow(text, label)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = None if mark is None else mark.line + 1
        problem = error.problem or "not valid YAML"
        if mark is not None and "\t" in "".join(text.splitlines()[mark.line : mark.line + 1]):
            problem += "; YAML indents with spaces, not tabs"
        raise CardFileError(label, problem, line=line) from None
    except yaml.YAMLError as error:
        raise CardFileError(label, f"not valid YAML: {str(error).splitlines()[0]}") from None
    if tree is None:
        raise CardFileError(label, "the file is empty, expected cards")
    if not isinstance(tree, Branch):
        raise CardFileError(label, "expected card names with their data below", line=tree.line)
    return tree


def _grow(text: str, label: str) -> Tree | None:
    """Build the tree from the parser's events, without recursion."""
    root: Tree | None = None
    open_trees: list[Listing | Branch] = []
    keys: list[str | None] = []  # for each open tree, the key that awaits its value
    documents = 0
    for event in yaml.parse(text, Loader=_Loader):
        kind = type(event)
        if kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            open_trees.pop()
            keys.pop()
            continue
        if kind is yaml.DocumentStartEvent:
            documents += 1
            if documents > 1:
                line = event.start_mark.line + 1
                raise CardFileError(label, "a second document, expected one", line=line)
            continue
        if not isinstance(event, yaml.NodeEvent):
            continue
        line = event.start_mark.line + 1
        if kind is yaml.AliasEvent or event.anchor is not None:
            raise CardFileError(label, "anchors and aliases are not used here", line=line)
        if event.tag is not None and event.tag != "!":
            raise CardFileError(label, f"the tag {event.tag[:80]!r} is not used here", line=line)
        node: Tree
        if kind is yaml.ScalarEvent:
            node = Leaf(event.value, line)
        elif kind is yaml.SequenceStartEvent:
            node = Listing([], line)
        else:
            node = Branch({}, {}, line)
        if not open_trees:
            root = node
        elif isinstance(top := open_trees[-1], Listing):
            top.items.append(node)
        elif (key := keys[-1]) is None:
            if not isinstance(node, Leaf):
                raise CardFileError(label, "a key must be text", line=line)
            if node.text in top.items:
                problem = f"{node.text[:80]!r} occurs twice, first on line {top.lines[node.text]}"
                raise CardFileError(label, problem, line=line)
            top.lines[node.text] = line
            keys[-1] = node.text
            continue
        else:
            top.items[key] = node
            keys[-1] = None
        if not isinstance(node, Leaf):
            open_trees.append(node)
            keys.append(None)
            if len(open_trees) > MAX_DEPTH:
                raise CardFileError(label, f"nested more than {MAX_DEPTH} deep", line=line)
    return root
