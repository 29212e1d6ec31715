"""Some of the hostile programs; `make attack` tries all, each in every available sandbox."""

from __future__ import annotations

import sys

import pytest

from tests.attack import hostile

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="processes are found by /proc"
)
QUICK = (
    *("burn", "flood without lines", "12,000 requests, read", "answer twice", "crash in colour"),
)
"""Programs that break the protocol: what holds them does not depend on the sandbox."""
APART = (
    *("double fork, no environment", "leave a daemon with the pipes", "kill the parent"),
    *("fill memory", "open files", "stop itself", "secret files", "environment of everybody"),
    *("kill everybody", "lift limits"),
)


PROMISED = [(name, "none") for name in QUICK]
PROMISED += [(name, sandbox) for name in APART for sandbox in hostile.BOTS[name].sandboxes]


@pytest.mark.parametrize(("name", "sandbox"), PROMISED)
def test_a_hostile_program_harms_nobody(name, sandbox):
    if why_not := hostile.works(sandbox):
        pytest.skip(why_not)
    found = hostile.attempt(name, sandbox)
    assert not found.is_bad, found


@pytest.mark.parametrize("name", ["secret files", "environment of everybody"])
def test_what_a_sandbox_prevents_happens_without_one(name):
    found = hostile.attempt(name, "none")
    assert found.is_leak and found.is_wrong


def test_games_of_others_go_on_beside_them(capsys):
    assert hostile.main(["burn", "crash in colour", "--jobs", "2", "--sandboxes", "none"]) == 0
    said = capsys.readouterr().out.split()
    assert said[-8:-2] == ["none", "2", "0", "0", "0", "0"]


def test_there_are_forty_and_none_is_forgotten():
    assert len(hostile.BOTS) >= 40
    tried = {name for name, bot in hostile.BOTS.items() if "bwrap" in bot.sandboxes}
    assert tried == set(hostile.BOTS)
