"""The house: imports run one way, and each import names a neighbour that may be used."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import altered_env
import altered_env.agents
import altered_env.game
import altered_env.train

ROOT = Path(__file__).parents[1]
PACKAGE = "altered_env"
OURS = (PACKAGE,)
HOUSE = {
    "ground": (
        "altered_env/stopping", "altered_env/fetching", "altered_env/whole_files",
        "altered_env/one_writer", "altered_env/extras", "altered_env/ticks",
        "altered_env/progress", "altered_env/seeds", "altered_env/input_files",
    ),
    "engine": ("altered_env/engine", "altered_env/of_four"),
    "batch": ("altered_env/batch",),
    "thinking": ("altered_env/thinking",),
    "kernels": ("altered_env/kernels", "altered_env/serving"),
    "language": ("altered_env/language",),
    "cards": ("altered_env/cards",),
    "decks": ("altered_env/decks",),
    "views": ("altered_env/game/views", "altered_env/game/words"),
    "render": ("altered_env/render",),
    "formats": ("altered_env/formats",),
    "game": ("altered_env/game",),
    "scenario": ("altered_env/scenario",),
    "protocol": ("altered_env/protocol", "altered_env/openspiel"),
    "exercise": ("altered_env/exercise",),
    "envs": ("altered_env/envs", "altered_env/altered_v0", "altered_env/registration"),
    "soaking": ("altered_env/soaking",),
    "package": ("altered_env",),
    "agents": ("altered_env/agents",),
    "with agents": (
        "altered_env/learners", "altered_env/one_seat", "altered_env/many_seats",
        "altered_env/draft_v0", "altered_env/envs/sb3",
        "altered_env/text_table", "altered_env/mcp_server",
    ),
    "arena": ("altered_env/arena",),
    "cardstats": ("altered_env/cardstats",),
    "board": ("altered_env/board",),
    "train": ("altered_env/train",),
    "commands": ("altered_env/commands", "altered_env/cli", "altered_env/train/demo"),
    "web": ("altered_env/web", "altered_env/commands/web"),
}  # fmt: skip
"""From the ground up: a layer uses itself and those before it. Each has its files and folders; the
more specific name counts. The package itself, and that of the game, import their names lazily."""
LAYERS = tuple(HOUSE)
ALLOWED = {layer: set(LAYERS[: i + 1]) for i, layer in enumerate(LAYERS)}
ALLOWED["render"] = {"render", "views", "engine", "language", "cards"}  # it draws views
ALLOWED["train"] -= {"cardstats", "board"}  # training knows of no card by name
THIRD_PARTY = {
    "ground": set(),  # before anything large is imported
    "engine": {"numpy", "numba"},  # no Gym, no agent
    "batch": {"numpy", "numba", "llvmlite"},  # an instruction that Numba has no word for
    "language": {"numpy"},
    "cards": {"yaml"},
    "thinking": {"numpy", "numba", "llvmlite"},  # sums as vectors, which Numba leaves to chance
    "kernels": {"numpy"},
    "decks": set(),
    "views": set(),
    "render": set(),
    "formats": set(),
    "game": {"numpy"},
    "scenario": {"numpy", "yaml"},
    "protocol": {"numpy"},
}
PLACES = {place: layer for layer, places in HOUSE.items() for place in places}
FETCHING = {
    package.__name__: package._HOMES
    for package in (altered_env, altered_env.agents, altered_env.game, altered_env.train)
}
"""The packages that fetch their names, and where from."""
HOMES = {
    f"{package}.{name}": package + home
    for package, homes in FETCHING.items()
    for name, home in homes.items()
}


def at_home(name: str) -> str:
    """The real module of an imported name: a package may have re-exported it."""
    while HOMES.get(name, name) != name:
        name = HOMES[name] + "." + name.rpartition(".")[2]
    return name


def layer_of(module: str) -> str | None:
    """The layer of a module or of an imported name; None for others."""
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
    """The code under `if TYPE_CHECKING:`, which is never run."""
    return {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        for statement in node.body
        for inner in ast.walk(statement)
    }


def imports(path: Path, types: bool = True) -> list[tuple[int, str]]:
    """The imports of a file, with lines, relative ones made absolute: at its head, in functions
    and, with `types`, for types alone."""
    package = list(path.relative_to(ROOT).parent.parts)
    tree = ast.parse(path.read_text("utf-8"), str(path))
    left_out = set() if types else for_types(tree)
    found = []
    for node in ast.walk(tree):
        if node in left_out:
            continue
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            # `from altered_env import cards` imports altered_env.cards.
            found += [(node.lineno, f"{module}.{alias.name}") for alias in node.names]
    return found


FILES = [path for folder in OURS for path in sorted((ROOT / folder).rglob("*.py"))]


def wrong_imports(module: str, found: list[tuple[int, str]]) -> list[str]:
    """The forbidden imports of a module."""
    layer = layer_of(module)
    if layer is None:
        return [f"{module} has no layer: say in HOUSE which is its own"]
    wrong = []
    for line, name in found:
        used = layer_of(name)
        if name.partition(".")[0] not in OURS or name == PACKAGE:
            continue
        if used is None:
            wrong.append(f"line {line}: {name} has no layer: say in HOUSE which is its own")
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
        ("altered_env.game.views", "altered_env.Game", "game"),
        ("altered_env.envs.aec", "altered_env.one_seat.OneSeat", "with agents"),
        ("altered_env.agents.greedy", "altered_env.draft_v0", "with agents"),
        ("altered_env.agents.greedy", "altered_env.train.learner.main", "train"),
        ("altered_env.arena.match", "altered_env.train.rated.main", "train"),
        ("altered_env.cardstats.studies", "altered_env.train.pool", "train"),
        ("altered_env.train.pool", "altered_env.cardstats.studies", "cardstats"),
        ("altered_env.train.learner", "altered_env.commands.soak", "commands"),
        ("altered_env.stopping", "altered_env.decks", "decks"),
    ],
)
def test_an_import_from_above_is_found(module, imported, layer):
    (found,) = wrong_imports(module, [(3, imported)])
    assert found.endswith(f"must not import {imported}, which is of {layer}")


def circles(imported: dict[str, list[str]]) -> list[list[str]]:
    """The import cycles among modules, each once.

    Importing a module runs the packages that contain it, unless the importer is inside them. Lazily
    imported names belong to their own module.
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
    """Imports for types alone are left out: they name types, and run nothing."""
    imported = {module_of(path): [name for _, name in imports(path, types=False)] for path in FILES}
    assert [" imports ".join(circle) for circle in circles(imported)] == []


def test_a_circle_is_found():
    """That a module lies in a package is none by itself."""
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
    """Data files are included because they are in a package folder."""
    assert (ROOT / PACKAGE / "cards/tokens.yaml").is_file()
    assert len(list((ROOT / PACKAGE / "decks/starters").glob("*.txt"))) == 6
    assert (ROOT / PACKAGE / "py.typed").is_file()


SAME_SUBJECT = {
    "amounts": "how much: compiled, and in words",
    "book": "the book, and how it is compiled",
    "costs": "what is paid: in the game, and compiled",
    "declaring": "declaring intent: in the game, and compiled",
    "demo": "the command, and `make demo`, which does more",
    "errors": "of each package its own",
    "evaluate": "the command, and what it does",
    "events": "in the game, and in words",
    "exploit": "the command, and what it does",
    "expeditions": "as values, and what is done to them",
    "filters": "compiled, and in words",
    "layout": "of a record, and of an observation",
    "objects": "in the game, and compiled",
    "playing": "playing cards: in the game, and compiled",
    "pronouns": "said, and read",
    "reading": "of the table by instructions, and by what thinks",
    "replay": "the record of a game, and the command that shows it",
    "steps": "in words, and thought of",
    "turns": "in the game, and compiled",
    "verbs": "compiled, and in words",
    "words": "the words of the engine's numbers: said, and compiled",
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
