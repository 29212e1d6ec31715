"""A share of `python -m tests.attack.fuzz` in this process, its ability to find faults, and its
earlier findings."""

from __future__ import annotations

import random
import shutil
import time
from collections import Counter
from unittest import mock

import pytest
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from tests.attack import fuzz
from tests.attack.doors import files, pages
from tests.attack.doors.commands import programs
from tests.attack.doors.judging import FAULTS, Fault, Try, called, measured, sentence
from tests.attack.doors.places import CANARY, samples
from tests.attack.fuzz import DOORS, Doors, Table

INPUTS = {"http": 100, "websockets": 40, "bots": 60, "llm": 20, "commands": 30, "files": 40}


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    folder = tmp_path_factory.mktemp("right") / "right"
    samples(folder)
    return folder


@pytest.fixture(scope="module")
def every(right, tmp_path_factory):
    with Doors(tmp_path_factory.mktemp("doors"), right) as found:
        yield found


@pytest.mark.parametrize("door", DOORS)
def test_every_input_is_answered_or_refused_in_words(every, door):
    found: Counter[str] = Counter()
    for number in range(INPUTS[door]):
        one = every[door].attempt(random.Random(f"test {door} {number}"))
        came = measured(one)
        found[came.outcome] += 1
        assert came.outcome not in FAULTS, (number, came, one.said[:500])
    assert found["valid"] > 3 and found["refused"] > 3


# it finds faults


def _memory():
    bytearray(120_000_000)
    return "refused"


def _sleepy(words):
    time.sleep(60)


def _begun():
    bytearray(120_000_000)
    return "stopped"


class _Dropping:
    """Python drops what is raised while this goes, and prints a traceback of it."""

    def __del__(self):
        _busy([], seconds=0.5)


def _busy(words, seconds=60.0):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def _dropping(words):
    _Dropping()
    _busy(words)


def _raising(error):
    def run(*_):
        raise error

    return run


@pytest.mark.parametrize(
    ("run", "outcome"),
    [
        (_raising(KeyError("it")), "traceback"),
        (_raising(MemoryError()), "memory"),
        (_memory, "memory"),
        (_begun, "stopped"),
        (_raising(Fault("leak", "a file")), "leak"),
        (lambda: called(_sleepy, [], seconds=0.1), "hang"),
        (lambda: called(_dropping, [], seconds=0.1), "stopped"),
        (lambda: called(_raising(SystemExit(3)), []), "wrong"),
        (lambda: called(_raising(SystemExit(2)), []), "wrong"),
        (lambda: called(_raising(SystemExit("altered x: which file is it?")), []), "refused"),
        (lambda: called(lambda words: 0, []), "valid"),
    ],
)
def test_what_comes_of_an_input_is_told_apart(run, outcome, monkeypatch):
    monkeypatch.setattr("tests.attack.doors.judging.WAITS", 0.3)
    monkeypatch.setattr("tests.attack.doors.judging.LARGE", 100)
    assert measured(Try("kind", "said", run)).outcome == outcome


def test_a_slow_refusal_is_found_and_a_slow_start_is_not(monkeypatch):
    monkeypatch.setattr("tests.attack.doors.judging.SLOW", 0.3)
    waits = iter((0.6, 0.0))

    def run():
        time.sleep(next(waits, 0.6))
        return "refused"

    assert measured(Try("kind", "said", run)).outcome == "refused"
    assert measured(Try("kind", "said", run)).outcome == "slow"


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("", "without a word"),
        ("altered replay: 'actions'\n", "no sentence"),
        ("altered x: a file\nis wrong as can be\n", "2 lines"),
        ("altered x: there is a \x1b[2J in it\n", "not to be printed"),
        ("Traceback (most recent call last):\nValueError: it is not right\n", "traceback"),
        ("usage: altered x [-h]\naltered x: error: expected a file\n", ""),
        ("deck code read as Moyo & Mana with 2 cards\naltered x: d: no legal deck\n", ""),
    ],
)
def test_a_sentence_is_told_from_what_is_none(said, wrong):
    found = sentence(said)
    assert (wrong in found) if wrong else not found


# nothing has to be written down for it to be tried


def test_a_new_route_is_tried(every, monkeypatch):
    http = every["http"]
    canary = Route("/api/new/{name}", lambda request: PlainTextResponse(CANARY), methods=["POST"])
    monkeypatch.setattr(http._server.app.router, "routes", [canary, *http._server.app.routes])
    routes = http._server.runner.run(pages.routes_of(http._server.app.routes, ""))
    monkeypatch.setattr(http._server, "routes", routes)
    again = pages.Http.of(http._server)
    assert "POST /api/new/{name}" in again.kinds
    for number in range(3_000):
        one = again.attempt(random.Random(number))
        if "/new/" in one.kind:
            assert measured(one).outcome == "leak"
            break
    else:
        pytest.fail("it was never tried")


def test_every_command_is_tried_with_its_options():
    found = {program.name: program.parser for program in programs()}
    assert {"altered demo", "altered cards import", "altered board verify"} <= found.keys()
    assert {"altered_env.train.average", "altered_env.train.__main__"} <= found.keys()
    assert len(found) > 43
    assert "--again" in found["altered board verify"]._option_string_actions
    assert "--baselines" in found["altered_env.train.evaluate"]._option_string_actions


def test_work_that_nobody_asked_for_is_short(every):
    """A program without arguments may take minutes and gigabytes."""
    door = every["commands"]
    long = next(one for one in door.programs if one.name.endswith("cli.demo_training"))
    with mock.patch.object(door, "programs", (long,)):
        said = [door.attempt(random.Random(number)).said for number in range(50)]
    without = [one for one in said if "--decisions" not in one]
    assert not without, without


@pytest.mark.parametrize("kind", files.KINDS, ids=lambda kind: f"{kind.name} {kind.right[0]}")
def test_files_that_are_right_are_read(every, right, kind):
    """Else whatever is made of them would be refused for another reason."""
    # there is no run to resume, or one with other options
    expected = "refused" if kind.name in ("config", "league") else "valid"
    for name in kind.right:
        for reader in kind.readers:
            came = measured(
                Try("", "", lambda: every["files"].read(name, (right / name).read_bytes(), reader))  # noqa: B023
            )
            assert came.outcome == expected, (name, reader, came)


def test_the_table_counts_by_door():
    table = Table()
    table.note(1, "http/GET:/api/games", "valid", "0.200 3 ")
    table.note(2, "files/deck", "traceback", "1.500 40 KeyError: it <- deck.txt")
    table.note(3, "http/GET:/x", "signal", "SIGKILL")
    rows = {row.split()[0]: row.split()[1:] for row in str(table).splitlines()}
    assert rows["http"][:2] == ["2", "1"] and rows["files/deck"][-3:] == ["1.5", "s", "40"]
    assert dict(zip(rows["door"], rows["all"], strict=False))["memory"] == "1"
    assert len(table.failures) == 2 and "2 files/deck: traceback: KeyError: it" in table.shown()[0]


def test_what_is_tried_follows_from_seed_and_number(every):
    kinds = [every.input(5, number)[0] for number in range(200)]
    assert {kind.partition("/")[0] for kind in kinds} == set(DOORS)
    bots = next(number for number, kind in enumerate(kinds) if kind == "bots/lines")
    assert every.input(5, bots)[1].said == every.input(5, bots)[1].said


def test_a_worker_does_as_it_is_told(right, monkeypatch):
    monkeypatch.setattr(fuzz, "samples", lambda folder: shutil.copytree(right, folder))
    table = fuzz.run(3, 4, 1)
    assert table.tried == 4 and not table.failures, table.failures
