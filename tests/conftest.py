"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Iterator

# The engine compiles with bounds checking, into a cache of its own. Before anything imports it.
os.environ.setdefault("ALTERED_CHECKED", "1")

# Tests run side by side: sums of numbers are not spread over the same cores again, where threads
# of PyTorch would burn them while they wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Hundreds of processes import the same files: they keep the bytecode, whatever the shell says.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The tests' catalogue has no user's cards.
os.environ["ALTERED_HOME"] = os.path.join(os.path.dirname(__file__), "no-cards-of-ones-own")

# No user's secrets of games are touched either.
os.environ["XDG_STATE_HOME"] = os.path.join(tempfile.gettempdir(), "altered-tests")

import pytest
from hypothesis import settings

from altered_env._runtime import spinner
from tests import offline
from tests.in_time import InTime

offline.stay_here()
sys.dont_write_bytecode = False

# Test output does not depend on this machine's speed.
spinner.PATIENCE = 3600.0

# A shell's background jobs ignore Ctrl-C, and so would every process of these tests.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples each time; others with ALTERED_CHANCE=1, to look for more.
settings.register_profile("same", derandomize=True)
if not os.environ.get("ALTERED_CHANCE"):
    settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--symmetry",
        choices=("sample", "all", "off"),
        default="sample",
        help="which tests of rules and cards are played once more with their seats turned",
    )
    parser.addoption(
        "--cards",
        metavar="PART",
        help="'all', or the number of a part (that of today), which is covered with changed cards",
    )
    parser.addoption(
        "--whole",
        action="store_true",
        help="where `make test` plays few games and tries few inputs: as many as `make attack`",
    )
    parser.addoption("--until", type=float, metavar="TIME", help="leave out what runs after that")


COMPILED = pytest.StashKey[set[str]]()
"""The machine code that was there before the tests."""


def _compiled() -> set[str]:
    """The machine code in the cache."""
    from altered_env.engine import cache

    return {path.name for path in cache.root().glob("code-*.kept")}


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--cards") is None:  # workers receive the choice of the first process
        from tests.cards import sample

        config.option.cards = str(sample.part_of_today())
    if config.getoption("--until"):
        config.pluginmanager.register(InTime(config.getoption("--until")))
    if not hasattr(config, "workerinput"):
        config.stash[COMPILED] = _compiled()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Name what `altered compile` should have compiled: a test that compiles takes a minute."""
    if COMPILED in config.stash and (new := sorted(_compiled() - config.stash[COMPILED])):
        names = ", ".join(sorted({name.split("-")[1] for name in new}))
        terminalreporter.write_line(f"Compiled during the tests: {names}.")


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Thousands of tests stay to the end: the garbage collector looks through them once."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse names of tests with addresses: they differ between the workers of a run."""
    if found := [item.nodeid for item in items if " at 0x" in item.nodeid]:
        raise pytest.UsageError(f"an address in the name of a test, give it an id: {found[0]}")


def pytest_report_header(config: pytest.Config) -> str:
    return f"cards: --cards={config.getoption('--cards')}"


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """A test that is watched runs at turned tables, too (`symmetry.py`)."""
    from tests.symmetry import is_watched, watch

    if not is_watched(pyfuncitem.nodeid, pyfuncitem.config.getoption("--symmetry")):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    watch(pyfuncitem.obj, arguments, pyfuncitem.nodeid)
    return True


@pytest.fixture(scope="session")
def whole(request: pytest.FixtureRequest) -> bool:
    """Whether a test takes its larger numbers (`--whole`)."""
    return bool(request.config.getoption("--whole"))


@pytest.fixture(autouse=True, scope="module")
def _cards_of_one_file() -> Iterator[None]:
    """Cards loaded by a file's tests stay with that file."""
    yield
    from altered_env import cards

    if cards.catalogue.cache_info().currsize:
        pool = cards.catalogue()
        if len(pool) > len(pool.package):
            cards.catalogue.cache_clear()
