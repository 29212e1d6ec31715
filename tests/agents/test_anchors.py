"""Anchor agents never change, so that ratings of different years stay comparable."""

from __future__ import annotations

import inspect
import json

import pytest

from altered_env.agents import make
from altered_env.agents.named import ANCHORS
from altered_env.agents.registry import compiled_names, names
from altered_env.thinking.weights import WEIGHTS
from tests.agents.anchored import FILE, everything


def test_they_answer_as_they_always_did():
    found, known = everything(), json.loads(FILE.read_text(encoding="utf-8"))
    changed = [name for name in known if found[name] != known[name]]
    assert not changed, (
        f"{changed} answer otherwise than before. An anchor never changes: keep its old way of "
        "thinking under its name. Only if rules or cards changed the positions themselves, run "
        "python -m tests.agents.anchored, and say so in the commit."
    )


@pytest.mark.parametrize("name", ANCHORS)
def test_no_default_reaches_them(name):
    base, fixed = ANCHORS[name]
    signature = inspect.signature(type(make(base)).__init__)
    options = {
        key
        for key, parameter in signature.parameters.items()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    }
    assert set(fixed) == (options - {"self", "name"}) | set(WEIGHTS)


def test_they_are_agents_like_others():
    assert "rules@1" in names() and "rules@1" in compiled_names()
    assert "ismcts@1" not in compiled_names()
    assert make("rules@1").name == "rules@1"
    assert make("ismcts@1:iterations=3").name == "ismcts@1:iterations=3"
    with pytest.raises(LookupError, match="did you mean 'rules@1'"):
        make("rules@2")
    with pytest.raises(ValueError, match="rules@1 has no option 'hnd', did you mean 'hand'"):
        make("rules@1:hnd=2")
