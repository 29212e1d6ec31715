"""Elementary functions: how exact they are, and that they are the same wherever they run."""

from __future__ import annotations

import ast
import math
from decimal import Decimal, localcontext
from pathlib import Path

import numba
import numpy as np
import pytest

from altered_env.engine.compiled import FOLDERS, OPTIONS
from altered_env.thinking import elementary

EXACT = {"sqrt", "prod"}
"""What compiled modules may import from `math`: the first is exact by the standard of floats."""

CALLED = {f"np.{name}" for name in ("exp", "log", "log1p", "expm1", "tanh", "power", "sin", "cos")}


@numba.njit(**OPTIONS)
def _exp(given, out):
    for k in range(len(given)):
        out[k] = elementary.exp(given[k])


@numba.njit(**OPTIONS)
def _log(given, out):
    for k in range(len(given)):
        out[k] = elementary.log(given[k])


@numba.njit(**OPTIONS)
def _tanh(given, out):
    for k in range(len(given)):
        out[k] = elementary.tanh(given[k])


COMPILED = {"exp": _exp, "log": _log, "tanh": _tanh}
RNG = np.random.default_rng(1)
NUMBERS = {
    "exp": np.concatenate([RNG.uniform(-30, 30, 400), RNG.uniform(-700, 700, 100), [0.0, 1e-9]]),
    "log": np.concatenate([RNG.uniform(0.5, 2.0, 300), 10.0 ** RNG.uniform(-12, 12, 200), [1.0]]),
    "tanh": np.concatenate([RNG.uniform(-5, 5, 400), [0.0, -0.0, 40.0, -1000.0]]),
}


def found(name, given=None):
    """The results of compiled code."""
    given = NUMBERS[name] if given is None else given
    out = np.zeros(len(given))
    COMPILED[name](given, out)
    return out


@pytest.mark.parametrize("name", COMPILED)
def test_plain_python_gives_the_same_floats(name, monkeypatch):
    compiled = found(name).tolist()
    for function in COMPILED:
        plain = getattr(getattr(elementary, function), "py_func", getattr(elementary, function))
        monkeypatch.setattr(elementary, function, plain)
    assert [getattr(elementary, name)(x) for x in NUMBERS[name].tolist()] == compiled


@pytest.mark.parametrize("name, of, units", [("exp", "exp", 0.52), ("log", "ln", 2.0)])
def test_they_are_exact_to_the_last_digit(name, of, units):
    with localcontext(prec=40):
        for x, y in zip(NUMBERS[name].tolist(), found(name).tolist(), strict=True):
            exactly = getattr(Decimal(x), of)()
            apart = abs(Decimal(y) - exactly) / Decimal(math.ulp(float(exactly)))
            assert apart <= units, (x, y)


def test_the_hyperbolic_tangent_is_near_and_odd():
    given = NUMBERS["tanh"]
    assert np.abs(found("tanh") - np.tanh(given)).max() < 1e-15
    assert (found("tanh", -given) == -found("tanh")).all()


def test_no_number_is_too_large_or_too_small():
    given = np.array([700.0, 1e300, np.inf, -700.0, -1e300, -np.inf])
    assert found("exp", given)[:3].tolist() == [found("exp", given)[0]] * 3
    assert 1e304 < found("exp", given)[1] < np.inf and 0.0 < found("exp", given)[4] < 1e-304


def test_compiled_modules_take_no_function_that_differs_between_c_libraries():
    taken = {}
    for path in sorted(path for folder in FOLDERS for path in Path(folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "math":
                taken |= {name.name: path.name for name in node.names}
            if isinstance(node, ast.Import) and any(one.name == "math" for one in node.names):
                taken["math"] = path.name
            if isinstance(node, ast.Attribute) and ast.unparse(node) in CALLED:
                taken[ast.unparse(node)] = path.name
    assert set(taken) <= EXACT, taken
