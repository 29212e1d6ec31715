"""The layer that calls entries, tested with a small C library instead of the engine."""

from __future__ import annotations

import copy
import json
import pickle
import platform
import re
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from altered_env.building import linking, targets
from altered_env.native import built_engine
from altered_env.native.entry_table import Row

SOURCE = """
#include <stdint.h>
#include <string.h>
int32_t altered_echo_2(void *result, const int64_t *slots)
{
    memcpy(result, slots, 8);
    return 0;
}
int32_t altered_describe_2(void *result, const int64_t *slots)
{
    int64_t *out = (int64_t *)(intptr_t)slots[9 + 4]; /* data of the second array */
    memcpy(out, slots, 9 * sizeof *out);
    *(int64_t *)result = *(int16_t *)(intptr_t)slots[4];
    return 0;
}
int32_t altered_pair_2(void *result, const int64_t *slots)
{
    float half = 0.5f;
    (void)slots;
    memcpy(result, &half, 4);
    ((int64_t *)result)[1] = -7;
    return 0;
}
int32_t altered_truth_2(void *result, const int64_t *slots)
{
    *(char *)result = slots[0] > 0;
    return 0;
}
int32_t altered_nothing_2(void *result, const int64_t *slots)
{
    (void)result;
    (void)slots;
    return -2;
}
int32_t altered_raise_2(void *result, const int64_t *slots)
{
    (void)result;
    (void)slots;
    return 1;
}
int32_t altered_parts_2(void *result, const int64_t *slots)
{
    double number;
    memcpy(&number, slots + 1, 8);
    *(double *)result = number + (double)slots[0] + (double)slots[2 + 2];
    return 0;
}
"""

PAIR = np.dtype([("a", "i4"), ("b", "f4")])


class Parts(NamedTuple):
    """The argument of `parts`."""

    whole: int
    number: float
    table: np.ndarray


@pytest.fixture(scope="module")
def built(c_compiler, tmp_path_factory):
    """The small library, bound as the engine is."""
    place = tmp_path_factory.mktemp("built")
    source = place / "small.c"
    source.write_text(SOURCE, "utf-8")
    calls, engine = place / built_engine.calls_name(), place / built_engine.engine_name("generic")
    linking.compile_calls(targets.here(), calls)
    linking.run([*linking.compiler(), "-O1", "-fPIC", "-shared", "-o", engine, source])
    about = built_engine.describe("", "", "", [calls, engine])
    (place / built_engine.DESCRIPTION).write_text(json.dumps(about), "utf-8")
    return built_engine.Library(place, about)


@pytest.fixture(scope="module")
def bound(built):
    def bound(name, takes, gives="none"):
        return built._bound(Row("small", name, takes, gives), 2, {"pair": PAIR})

    return bound


@pytest.mark.skipif(
    not Path("/proc/cpuinfo").exists() or platform.machine() != "x86_64",
    reason="only Linux says what an x86-64 processor is able to",
)
def test_the_level_of_the_processor_is_that_which_the_system_tells(built):
    told = re.search(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    assert told
    third = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
    fourth = third | {"avx512f", "avx512dq", "avx512cd", "avx512bw", "avx512vl"}
    able = set(told[1].split())
    newest = "x86-64-v4" if fourth <= able else "x86-64-v3" if third <= able else "x86-64"
    assert built._calls.level() == newest


def test_numbers_are_handed_on(bound):
    echo = bound("echo", "i64", "i64")
    assert [echo(n) for n in (0, -1, 2**63 - 1, -(2**63), np.int32(5), True)] == [
        0, -1, 2**63 - 1, -(2**63), 5, 1,
    ]  # fmt: skip
    assert bound("echo", "f64", "f64")(0.1) == 0.1
    assert bound("echo", "f64", "f64")(np.float32(0.5)) == 0.5
    assert bound("truth", "i64", "bool")(3) is True
    assert bound("truth", "i64", "bool")(-3) is False


def test_results_are_numbers_pairs_or_nothing(bound):
    assert bound("pair", "i64", "f32, i64")(1) == (0.5, -7)
    assert bound("nothing", "i64")(1) is None


def test_an_array_is_what_owns_it_items_where_they_lie_shape_and_strides(bound):
    describe = bound("describe", "i16[:,:] const, i64[:]", "i64")
    seen, out = np.arange(7, 19, dtype=np.int16).reshape(3, 4), np.zeros(9, np.int64)
    seen.setflags(write=False)
    assert describe(seen, out) == 7
    assert out.tolist() == [0, 0, 12, 2, seen.ctypes.data, 3, 4, 8, 2]


def test_the_parts_of_a_tuple_follow_each_other(bound):
    parts = bound("parts", "small.Parts(i64, f64, f32[:])", "f64")
    assert parts(Parts(1, 0.5, np.zeros(40, np.float32))) == 41.5
    for wrong, says in [
        ((1, 0.5), "a Parts of 3 parts is right"),
        (None, "argument 1 is None"),
        (Parts("one", 0.5, np.zeros(1, np.float32)), "whole is str 'one'; a whole number"),
        (Parts(1, "half", np.zeros(1, np.float32)), "number is str 'half'; a number is right"),
        (Parts(1, 0.5, np.zeros(1)), "table is an array of float64; an array of float32"),
    ]:
        with pytest.raises(TypeError, match=says):
            parts(wrong)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((), "describe takes 2 arguments, found 0"),
        ((1, 2, 3), "describe takes 2 arguments, found 3"),
        ((None, 1), "argument 1 is None; an array of int16, 2-dimensional, in C order"),
        (([[1]], 1), "argument 1 is list"),
        ((np.zeros((2, 2), np.int32), 1), "argument 1 is an array of int32; an array of int16"),
        ((np.zeros((2, 2), ">i2"), 1), "argument 1 is an array of int16"),
        ((np.zeros((2, 2), PAIR), 1), "argument 1 is an array of other records"),
        ((np.zeros(4, np.int16), 1), "argument 1 is 1-dimensional; an array of int16, 2-dim"),
        ((np.zeros((4, 4), np.int16)[:, ::2], 1), "argument 1 is not in C order"),
        ((np.zeros((4, 3), np.int16, order="F"), 1), "argument 1 is not in C order"),
        ((np.zeros((2, 2), np.int16), np.zeros(9)), "argument 2 is an array of float64"),
    ],
)
def test_what_an_entry_does_not_take_is_refused_in_words(bound, given, says):
    with pytest.raises(TypeError, match=says):
        bound("describe", "i16[:,:] const, i64[:]", "i64")(*given)


def test_an_array_that_may_not_be_written_is_refused_where_it_is_written(bound):
    frozen = np.zeros(9, np.int64)
    frozen.setflags(write=False)
    with pytest.raises(TypeError, match="argument 2 is read-only; it is written to"):
        bound("describe", "i16[:,:] const, i64[:]", "i64")(np.zeros((1, 1), np.int16), frozen)


def test_an_array_that_is_not_aligned_is_refused(bound):
    odd = np.frombuffer(bytearray(9), np.uint8)[1:].view(np.int64)
    with pytest.raises(TypeError, match="in C order"):
        bound("describe", "i64[:], i64[:]", "i64")(odd, odd)


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        (1.0, TypeError, "argument 1 is float '1.0'; a whole number is right"),
        (None, TypeError, "argument 1 is None"),
        ("1", TypeError, "argument 1 is str '1'"),
        (2**63, OverflowError, "has to fit into 64 bits"),
    ],
)
def test_what_is_no_whole_number_is_refused(bound, given, error, says):
    with pytest.raises(error, match=says):
        bound("echo", "i64", "i64")(given)


def test_no_argument_can_be_named(bound):
    with pytest.raises(TypeError, match="keyword"):
        bound("echo", "i64", "i64")(number=1)


def test_records_of_the_same_layout_are_taken_wherever_it_was_made(bound):
    nothing = bound("nothing", "pair[:]")
    records = np.zeros(3, PAIR)
    again = pickle.loads(pickle.dumps(records))
    assert again.dtype is not records.dtype
    for _ in range(2):  # by comparison, and from the cached result
        assert nothing(again) is None and nothing(records) is None
    other = np.zeros(3, [("a", "i4"), ("b", "i4")])
    with pytest.raises(TypeError, match="an array of other records; an array of pair records"):
        nothing(other)


def test_an_error_of_compiled_code_is_raised(bound):
    with pytest.raises(RuntimeError, match="raise: compiled code has raised an error"):
        bound("raise", "i64")(1)


def test_no_reference_is_lost_or_kept(bound):
    describe = bound("describe", "i16[:,:] const, i64[:]", "i64")
    seen, out = np.zeros((1, 1), np.int16), np.zeros(9, np.int64)
    before = sys.getrefcount(seen), sys.getrefcount(out), sys.getrefcount(seen.dtype)
    for _ in range(100):
        describe(seen, out)
        with pytest.raises(TypeError):
            describe(out, seen)
    assert (sys.getrefcount(seen), sys.getrefcount(out)) == before[:2]
    assert sys.getrefcount(seen.dtype) - before[2] < 10


def test_threads_call_at_once(bound):
    echo, wrong = bound("echo", "i64", "i64"), []

    def work(number):
        for k in range(2000):
            if echo(number + k) != number + k:
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(10_000 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_entry_is_a_function_that_can_be_copied(bound):
    echo = bound("echo", "i64", "i64")
    assert echo.__name__ == "echo"
    assert copy.deepcopy(echo) is echo
    again, where = echo.__reduce__()
    assert again is getattr and where[0] is echo.__self__ and getattr(*where)(4) == 4
    assert echo.__self__.__reduce__()[1] == ("small", "echo", 2)


def test_an_entry_that_is_not_in_the_table_raises_when_it_is_called(built):
    absent = built.entry("thinking.tree", "no_such", 2, lambda where: None)
    with pytest.raises(
        built_engine.LibraryError, match=r"thinking.tree.no_such is not in the built"
    ):
        absent(1, 2)
    four = built.entry("thinking.entry", "list_arms", 4, lambda where: None)
    with pytest.raises(built_engine.LibraryError, match="for 4 players"):
        four()


def test_an_entry_that_the_library_lacks_is_named(built):
    with pytest.raises(built_engine.LibraryError, match="lacks altered_other_2"):
        built._bound(Row("small", "other", "i64"), 2, {})


def test_one_that_takes_too_much_is_refused(bound):
    for takes in (", ".join(["i64"] * 161), ", ".join(["i64[:,:,:,:]"] * 150)):
        with pytest.raises(ValueError, match="too much to be called"):
            bound("echo", takes, "i64")
