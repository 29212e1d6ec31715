"""The architecture: imports run one way, and only to permitted neighbours."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import altered_env
import altered_env.agents
import altered_env.game
import altered_env.nets
import altered_env.train

ROOT = Path(__file__).parents[1]
PACKAGE = "altered_env"
OURS = (PACKAGE,)
LAYERS = (
    ("_runtime",),
    ("render",),
    ("native",),
    ("engine", "of_four"),
    ("batch",),
    ("thinking",),
    ("language",),
    ("cards",),
    ("decks",),
    ("formats",),
    ("game",),
    ("building",),
    ("protocol",),
    ("spaces",),
    ("agents",),
    ("envs",),
    ("nets",),
    ("testing",),
    ("altered_v0", "draft_v0"),
    ("",),
    ("arena",),
    ("train",),
    ("cardstats",),
    ("web",),
    ("cli",),
    ("__main__",),
)
"""From the ground up, the folders and loose files of the package: a layer uses itself and those
below it. The package itself, which has no name here, looks its names up when they are used."""
PLACES = {
    "/".join(filter(None, (PACKAGE, name))): row[0] or "package" for row in LAYERS for name in row
}
ORDER = list(dict.fromkeys(PLACES.values()))
ALLOWED = {layer: set(ORDER[: i + 1]) for i, layer in enumerate(ORDER)}
ALLOWED["cardstats"] -= {"train"}  # cards are measured by agents, however they were trained
MOST_ROOMS, MOST_ARROWS = 30, 150
THIRD_PARTY = {
    "_runtime": {"gymnasium", "pettingzoo"},  # where envs are registered, once these are loaded
    "render": set(),
    "native": {"numpy"},  # the engine that was built, without its compiler
    "engine": {"numpy", "numba"},  # no Gym, no agent
    "batch": {"numpy", "numba", "llvmlite"},  # an instruction that Numba has no word for
    "thinking": {"numpy", "numba", "llvmlite"},  # sums as vectors, which Numba leaves to chance
    "language": {"numpy"},
    "cards": {"yaml"},
    "decks": set(),
    "formats": set(),
    "game": {"numpy"},
    "building": {"numpy", "numba", "llvmlite"},
    "protocol": {"numpy"},
    "spaces": {"numpy", "gymnasium", "torch"},
    "testing": {"numpy", "yaml"},
}
FETCHING = {
    package.__name__: package._HOMES
    for package in (
        altered_env,
        altered_env.agents,
        altered_env.game,
        altered_env.nets,
        altered_env.train,
    )
}
"""The packages that fetch their names, and where from."""
HOMES = {
    f"{package}.{name}": package + home if home.startswith(".") else home
    for package, homes in FETCHING.items()
    for name, home in homes.items()
}


def at_home(name: str) -> str:
    """The module that defines an imported name: a package may have fetched it."""
    while HOMES.get(name, name) != name:
        name = HOMES[name] + "." + name.rpartition(".")[2]
    return name


def layer_of(module: str) -> str | None:
    """The layer of a module or of a name imported from one; None outside the package."""
    parts = at_home(module).split(".")
    for length in range(len(parts), 0, -1):
        found = PLACES.get("/".join(parts[:length]))
        if found == "package" and length < len(parts) and not hasattr(altered_env, parts[length]):
            return None  # a part of the package that no layer names
        if found is not None:
            return found
    return None


def module_of(path: Path) -> str:
    """The module name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def for_types(tree: ast.AST) -> set[ast.AST]:
    """The imports under `if TYPE_CHECKING:`, which never run."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for inner in ast.walk(statement)
    }


def imports(path: Path, types: bool = True) -> list[tuple[int, str]]:
    """The imports of a file with their lines, relative ones made absolute: at its head, in
    functions and, with `types`, for types alone."""
    return [(line, name) for line, name, is_type in _imports(path) if types or not is_type]


@cache
def _imports(path: Path) -> list[tuple[int, str, bool]]:
    package = list(path.relative_to(ROOT).parent.parts)
    tree = ast.parse(path.read_text("utf-8"), str(path))
    of_types = for_types(tree)
    found = []
    for node in ast.walk(tree):
        is_type = node in of_types
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name, is_type) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from altered_env import cards` imports altered_env.cards.
            names = [f"{module}.{alias.name}" for alias in node.names]
            found += [(node.lineno, name, is_type) for name in names]
    return found


FILES = [path for folder in OURS for path in sorted((ROOT / folder).rglob("*.py"))]


def wrong_imports(module: str, found: list[tuple[int, str]]) -> list[str]:
    """The forbidden imports of a module."""
    layer = layer_of(module)
    if layer is None:
        return [f"{module} has no layer: name it in LAYERS"]
    wrong = []
    for line, name in found:
        used = layer_of(name)
        if name.partition(".")[0] not in OURS or name == PACKAGE:
            continue
        if used is None:
            wrong.append(f"line {line}: {name} has no layer: name it in LAYERS")
        elif used not in ALLOWED[layer] and module not in FETCHING:
            wrong.append(f"line {line}: {layer} must not import {name}, which is of {used}")
    return wrong


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path):
    assert not wrong_imports(module_of(path), imports(path))


@pytest.mark.parametrize(
    ("module", "imported", "layer"),
    [
        ("altered_env.engine.day", "altered_env.cards.Card", "cards"),
        ("altered_env.render.views", "altered_env.Game", "game"),
        ("altered_env.agents.greedy", "altered_env.envs.gym_env.AlteredGymEnv", "envs"),
        ("altered_env.agents.greedy", "altered_env.draft_v0", "altered_v0"),
        ("altered_env.agents.greedy", "altered_env.train.command.main", "train"),
        ("altered_env.arena.match", "altered_env.train.rated.main", "train"),
        ("altered_env.cardstats.studies", "altered_env.train.pool", "train"),
        ("altered_env.train.pool", "altered_env.cardstats.studies", "cardstats"),
        ("altered_env.train.learner", "altered_env.cli.fuzz", "cli"),
        ("altered_env._runtime.signals", "altered_env.decks", "decks"),
    ],
)
def test_an_import_from_above_is_found(module, imported, layer):
    (found,) = wrong_imports(module, [(3, imported)])
    assert found.endswith(f"must not import {imported}, which is of {layer}")


def test_layers_are_folders():
    """No file of a folder is in another layer than its folder; few files lie loose."""
    loose = {path.stem for path in (ROOT / PACKAGE).glob("*.py")}
    assert loose == {"__init__", "__main__", "altered_v0", "draft_v0"}
    assert all(place.count("/") <= 1 for place in PLACES)


def room_of(module: str) -> str:
    """The folder or loose file of the package that contains a module."""
    return ".".join(module.split(".")[:2])


def arrows(imported: dict[str, list[str]]) -> set[tuple[str, str]]:
    """The imports between folders, from those of their modules."""
    found = set()
    for module, names in imported.items():
        for name in map(at_home, names):
            if name.partition(".")[0] == PACKAGE and room_of(name) != room_of(module):
                found.add((room_of(module), room_of(name)))
    return found


def test_the_house_is_small():
    """Few rooms and few arrows between them, those for types alone included."""
    imported = {module_of(path): [name for _, name in imports(path)] for path in FILES}
    rooms = {room_of(module) for module in imported}
    assert len(rooms) <= MOST_ROOMS, sorted(rooms)
    assert len(arrows(imported)) <= MOST_ARROWS, sorted(arrows(imported))


def test_arrows_are_counted_between_rooms():
    files = {
        "altered_env.a.x": ["altered_env.b.y", "altered_env.b.z", "numpy"],
        "altered_env.b.y": ["altered_env.b.z", "altered_env.Game"],
    }
    assert arrows(files) == {
        ("altered_env.a", "altered_env.b"),
        ("altered_env.b", "altered_env.game"),
    }


def circles(imported: dict[str, list[str]]) -> list[list[str]]:
    """The import cycles among modules, each once.

    Who imports a module has the packages run that it lies in, unless it lies in them itself. What
    a package only fetches when it is asked for is of the module it is fetched from.
    """
    graph: dict[str, set[str]] = {}
    for module, names in imported.items():
        graph[module] = set()
        for name in map(at_home, names):
            parts = name.split(".")
            steps = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
            there = [step for step in steps if step in imported]
            outer = [step for step in there[:-1] if not f"{module}.".startswith(f"{step}.")]
            graph[module].update(outer, there[-1:])
        graph[module].discard(module)
    found = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            found.append(error.args[1][::-1])
            graph[found[-1][0]].discard(found[-1][1])
        else:
            return found


def test_no_circle_is_left_among_files():
    """Imports for types alone count, too, but for those of packages that look names up."""
    imported = {
        module_of(path): [name for _, name in imports(path, types=module_of(path) not in FETCHING)]
        for path in FILES
    }
    assert [" imports ".join(circle) for circle in circles(imported)] == []


def test_a_circle_is_found():
    """Being in a package is not an import by itself."""
    files = {"a": [], "a.b": [], "a.b.x": ["c.d.y"], "c": [], "c.d": [], "c.d.y": []}
    assert circles(files) == []
    (found,) = circles({**files, "c.d.y": ["a.b.x.thing"]})
    assert sorted(found[1:]) == ["a.b.x", "c.d.y"]
    (found,) = circles({**files, "c": ["a.b.x"]})  # it runs as c.d.y is imported
    assert sorted(found[1:]) == ["a.b.x", "c"]
    (found,) = circles({**files, "c": ["c.d.y"], "c.d.y": ["c"]})
    assert sorted(found[1:]) == ["c", "c.d.y"]


def test_imports_in_functions_count_and_those_for_types_do_not(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    file = tmp_path / "one.py"
    file.write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from a import A\n"
        "else:\n    from b import B\n"
        "def f():\n    from c import C\n",
        "utf-8",
    )
    every = [name for _, name in imports(file)]
    assert every == ["typing.TYPE_CHECKING", "a.A", "b.B", "c.C"]
    assert [name for _, name in imports(file, types=False)] == [every[0], *every[2:]]


def test_what_has_no_layer_is_found():
    assert "altered_env.cellar.wine has no layer" in wrong_imports("altered_env.cellar.wine", [])[0]
    assert (
        "altered_env.cellar has no layer"
        in (wrong_imports("altered_env.cli", [(1, "altered_env.cellar")])[0])
    )
    assert not wrong_imports(
        "altered_env.train.learner", [(1, PACKAGE), (2, "altered_env.decks"), (3, "numpy")]
    )


def test_every_place_of_the_house_is_there():
    missing = [
        place
        for place in PLACES
        if not (ROOT / place).is_dir() and not (ROOT / place).with_suffix(".py").is_file()
    ]
    assert not missing


@pytest.mark.parametrize(
    "path", [p for p in FILES if layer_of(module_of(p)) in THIRD_PARTY],
    ids=lambda path: str(path.relative_to(ROOT)),
)  # fmt: skip
def test_each_layer_uses_only_its_own_libraries(path):
    layer = layer_of(module_of(path))
    watched = {"numpy", "numba", "llvmlite", "yaml", "gymnasium", "pettingzoo", "torch", "polars"}
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
    """Files other than Python are installed since they are in a package folder."""
    assert (ROOT / PACKAGE / "cards/tokens.yaml").is_file()
    assert len(list((ROOT / PACKAGE / "decks/starters").glob("*.txt"))) == 6
    assert (ROOT / PACKAGE / "py.typed").is_file()


SAME_SUBJECT = {
    "amounts": "how much: compiled, and in words",
    "book": "the book, and how it is compiled",
    "costs": "what is paid: in the game, and compiled",
    "declaring": "declaring intent: in the game, and compiled",
    "errors": "of each package its own",
    "evaluate": "the command, and what it does",
    "events": "in the game, in words, and for bots",
    "exploit": "the command, and what it does",
    "expeditions": "as values, and what is done to them",
    "filters": "compiled, and in words",
    "layout": "of a record, and of an observation",
    "messages": "to a bot, and to a page",
    "objects": "in the game, and compiled",
    "playing": "playing cards: in the game, and compiled",
    "pronouns": "written, and read",
    "replay": "the record of a game, and the command that shows it",
    "steps": "in words, and in search",
    "turns": "in the game, and compiled",
    "verbs": "compiled, and in words",
    "words": "the words of the engine's numbers: written, and compiled",
}
"""Names that files of several folders have, since they are about the same thing there."""


def test_files_of_different_subjects_have_names_of_their_own():
    folders: dict[str, list[str]] = {}
    for path in FILES:
        if not path.stem.startswith("__"):
            folders.setdefault(path.stem, []).append(str(path.relative_to(ROOT)))
    twins = {name: paths for name, paths in folders.items() if len(paths) > 1}
    assert not {name: paths for name, paths in twins.items() if name not in SAME_SUBJECT}
    assert not set(SAME_SUBJECT) - set(twins), "no longer twins: take them out of the list"
