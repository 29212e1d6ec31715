"""The house: imports run one way, and each import names a neighbour that may be used."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "altered_env"
LAYERS = ("engine", "language", "cards", "batch", "decks", "formats", "envs", "agents", "training")
"""From the ground up: a layer uses itself and those before it."""

ALLOWED = {layer: set(LAYERS[: i + 1]) for i, layer in enumerate(LAYERS)}
ALLOWED["render"] = {"render", "engine", "language", "cards"}  # it draws views and names cards
THIRD_PARTY = {
    "engine": {"numpy", "numba", "llvmlite"},  # no Gym, no agent
    "language": {"numpy"},
    "cards": {"yaml"},
    "batch": {"numpy"},
    "decks": set(),
    "formats": set(),
}


def layer_of(module: str) -> str | None:
    """The layer that a module belongs to; None for those at the top of the package."""
    parts = module.split(".")
    if parts[0] == PACKAGE:
        parts = parts[1:]
    return parts[0] if parts and parts[0] in ALLOWED else None


def imports(path: Path) -> list[tuple[int, str]]:
    """What a file imports, with the line, relative imports made absolute."""
    package = list(path.relative_to(ROOT).parent.parts)
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from altered_env import cards` imports altered_env.cards.
            found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]
    return found


FILES = [
    path
    for folder in (PACKAGE, "agents", "training")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if layer_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path):
    layer = layer_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
    wrong = [
        f"line {line}: {layer} must not import {module}"
        for line, module in imports(path)
        if (used := layer_of(module)) is not None
        and module.split(".")[0] in (PACKAGE, "agents", "training")
        and used not in ALLOWED[layer]
    ]
    assert not wrong


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_layer_uses_only_its_own_libraries(path):
    layer = layer_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
    if layer not in THIRD_PARTY:
        pytest.skip("this layer may use any library of its extra")
    watched = {"numpy", "numba", "llvmlite", "yaml", "gymnasium", "pettingzoo", "torch"}
    wrong = [
        f"line {line}: {layer} must not import {module}"
        for line, module in imports(path)
        if module.split(".")[0] in watched - THIRD_PARTY[layer]
    ]
    assert not wrong


def test_no_file_has_a_name_that_says_nothing():
    nothing = {"utils", "helpers", "misc", "common", "v2"}
    assert not [path for path in FILES if path.stem in nothing]


def test_every_package_says_what_it_is():
    silent = []
    for path in FILES:
        tree = ast.parse(path.read_text("utf-8"))
        if ast.get_docstring(tree) is None:
            silent.append(str(path.relative_to(ROOT)))
    assert not silent


def test_card_data_is_in_the_package():
    """What is not a Python file comes along because it lies in a package folder."""
    assert (ROOT / PACKAGE / "cards/tokens.yaml").is_file()
    assert len(list((ROOT / PACKAGE / "decks/starters").glob("*.txt"))) == 6
    assert (ROOT / PACKAGE / "py.typed").is_file()
