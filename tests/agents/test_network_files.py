"""Crafted network files: each is refused with a message, and none plays nonsense."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from altered_env.agents import make
from altered_env.agents.named import gone
from altered_env.agents.net_weights import NetWeights
from altered_env.agents.tensor_files import FileOfTensorsError, kind_of, read, write


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    file = tmp_path_factory.mktemp("net") / "good.safetensors"
    NetWeights.new(4, 4, seed=3).save(file, {})
    return file


def parted(file):
    """The words in front, and the numbers behind them."""
    data = file.read_bytes()
    (size,) = struct.unpack_from("<Q", data)
    return json.loads(data[8 : 8 + size]), data[8 + size :]


def joined(file, words, numbers):
    words = words if isinstance(words, bytes) else json.dumps(words).encode()
    file.write_bytes(struct.pack("<Q", len(words)) + words + numbers)
    return file


def said(head, **says):
    """The words in front, saying something else of the network."""
    about = json.loads(head["__metadata__"]["about"]) | says
    return head | {"__metadata__": {"about": json.dumps(about)}}


def last_of(head):
    return max((k for k in head if k != "__metadata__"), key=lambda k: head[k]["data_offsets"])


def placed(head, move):
    """The last array, somewhere else."""
    name = last_of(head)
    first, last = head[name]["data_offsets"]
    return head | {name: head[name] | {"data_offsets": move(first, last)}}


def with_last(head, **says):
    name = last_of(head)
    return head | {name: head[name] | says}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda head: b"[" * 200_000, "not a checkpoint of this program"),
        (
            lambda head: {"__metadata__": {"about": "[" * 200_000}},
            "not a checkpoint of this program",
        ),
        (lambda head: said(head, width=float("inf")), "width must be a whole number, found inf"),
        (
            lambda head: said(head, afterstates=float("inf")),
            "afterstates must be a whole number, found inf",
        ),
        (lambda head: said(head, players=True), "players must be a whole number, found True"),
        (lambda head: placed(head, lambda a, b: [a - b, 0]), "lies from -"),
        (lambda head: placed(head, lambda a, b: [a - 4, b - 4]), "expected from"),
        (lambda head: placed(head, lambda a, b: [a, b + 4]), "the file ends too early"),
        (lambda head: placed(head, lambda a, b: [str(a), b]), "not a checkpoint of this program"),
        (lambda head: with_last(head, dtype="F4"), "is 'F4'; expected F64, F32"),
        (lambda head: with_last(head, dtype="I32"), "is int32; expected float32"),
        (lambda head: with_last(head, shape=[-1]), r"has shape \[-1\], expected numbers from 0"),
        (lambda head: with_last(head, shape=[10**30]), "has shape"),
    ],
)
def test_words_in_front_that_are_made_up_are_refused(good, tmp_path, change, says):
    head, numbers = parted(good)
    file = joined(tmp_path / "bad.safetensors", change(head), numbers)
    with pytest.raises(FileOfTensorsError, match=rf"bad\.safetensors: .*{says}"):
        make(f"net:{file}")
    assert kind_of(file) in ("", "altered net")


def test_bytes_behind_the_end_are_refused(good, tmp_path):
    file = joined(tmp_path / "bad.safetensors", *parted(good))
    file.write_bytes(file.read_bytes() + b"more")
    with pytest.raises(FileOfTensorsError, match="4 bytes too many after"):
        make(f"net:{file}")


@pytest.mark.parametrize(
    ("number", "says"),
    [(1e30, r"mix has a number of size 1e\+30; expected at most 1,000,000"), (np.inf, "mix")],
)
def test_numbers_that_no_network_has_are_refused(good, tmp_path, number, says):
    arrays, about = read(good, "altered net")
    arrays["mix"][0, 0] = number
    write(tmp_path / "bad.safetensors", arrays, about)
    with pytest.raises(FileOfTensorsError, match=says):
        make(f"net:{tmp_path / 'bad.safetensors'}")


@pytest.mark.parametrize("kind", ["net", "search", "rollout"])
def test_a_network_of_an_agent_that_went_is_refused(kind, tmp_path):
    """Version 0.1 called its file an altered network."""
    file = tmp_path / "policy.safetensors"
    write(file, {"card.weight": np.zeros((2, 2), np.float32)}, {"kind": "altered network"})
    with pytest.raises(FileOfTensorsError) as refused:
        make(f"{kind}:{file}")
    assert str(refused.value) == f"{file}: {gone('policy:default')}"


@pytest.mark.parametrize("kind", ["BF16", "F16", "F64"])
def test_floats_of_other_widths_are_converted(good, tmp_path, kind):
    """Write each array separately, so that they lie in sequence."""
    head, numbers = parted(good)
    at, parts = 0, []
    names = sorted((k for k in head if k != "__metadata__"), key=lambda k: head[k]["data_offsets"])
    for name in names:
        first, last = head[name]["data_offsets"]
        part = np.frombuffer(numbers[first:last], dtype="<f4")
        if kind == "BF16":
            parts.append((part.view("<u4") >> 16).astype("<u2").tobytes())
        else:
            parts.append(part.astype({"F16": "<f2", "F64": "<f8"}[kind]).tobytes())
        places = [at, at + len(parts[-1])]
        head[name] = head[name] | {"dtype": kind, "data_offsets": places}
        at = places[1]
    file = joined(tmp_path / "other.safetensors", head, b"".join(parts))
    mine, theirs = NetWeights.load(good).parts, NetWeights.load(file).parts
    for name, part in mine.items():
        assert theirs[name].dtype == np.float32
        assert np.allclose(part, theirs[name], rtol=0.01, atol=1e-4)
