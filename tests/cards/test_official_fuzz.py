"""Any file of official data is read or refused, without a crash or a hang."""

from __future__ import annotations

import copy
import json
import time
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from altered_env.cards import CardFileError, Catalogue
from altered_env.cards.exports import OfficialFile, read_official
from altered_env.cards.reader import read_cards
from altered_env.cards.writer import write_cards
from tests.cards.test_official import EXPORT, FLAT

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["", "#3#", "-1", "CHARACTER", "ALT_CORE_B_AX_16_C", "AX", "{J}", "\ud800"]),
)
KEYS = st.one_of(
    st.text(max_size=8),
    st.sampled_from([*FLAT, *EXPORT, *EXPORT["elements"], "hydra:member", "en", "reference"]),
)
ANY_JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=20,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


def reads(folder, content: bytes) -> OfficialFile | None:
    """Read it; whatever cards there are can be written, read again and put in a catalogue."""
    path = folder / "any.json"
    path.write_bytes(content)
    begun = time.process_time()
    try:
        found = read_official(path)
    except CardFileError as error:
        assert len(str(error)) < 1_000
        return None
    assert time.process_time() - begun < 20  # it comes to an end, on a busy machine too
    assert len(found.errors) <= found.entries + 1  # one that no more is read
    for error in found.errors:
        assert str(error).startswith("any.json:")
        assert len(str(error)) < 1_000
        assert str(error).isprintable()
    cards = [card.card() for card in found.cards if not card.token]
    if cards:
        written = folder / "any.yaml"
        written.write_text(write_cards(cards), "utf-8")
        again = read_cards(written, "any.yaml", "OWN")
        assert {replace(card, source="") for card in again} == {
            replace(card, source="") for card in cards
        }
        if all(not card.prints for card in cards):
            assert len(Catalogue(again)) == len(cards)
    return found


SOON = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@SOON
@given(content=st.binary(max_size=300))
def test_any_bytes(folder, content):
    reads(folder, content)


@SOON
@given(value=ANY_JSON)
def test_any_json(folder, value):
    reads(folder, json.dumps(value).encode())


def places(value, path=()):
    """The way to every value inside a value."""
    yield path
    items = value.items() if isinstance(value, dict) else ()
    for key, inner in enumerate(value) if isinstance(value, list) else items:
        yield from places(inner, (*path, key))


@st.composite
def mutated(draw):
    """A few entries of the real shapes with some of their parts changed."""
    entries = [copy.deepcopy(draw(st.sampled_from([FLAT, EXPORT]))) for _ in range(3)]
    for number, entry in enumerate(entries):
        entry["reference"] = f"ALT_FUGUE_B_AX_{number}_R2"
        entry["name"] = f"Owl {number}"
    for _ in range(draw(st.integers(0, 6))):
        way = draw(st.sampled_from([path for path in places(entries) if path]))
        inner = entries
        for key in way[:-1]:
            inner = inner[key]
        if draw(st.booleans()) or isinstance(inner, list):
            inner[way[-1]] = draw(ANY_JSON)
        elif draw(st.booleans()):
            del inner[way[-1]]
        else:
            inner[draw(KEYS)] = inner.pop(way[-1])
    return entries


@SOON
@given(entries=mutated(), form=st.sampled_from(["lines", "array", "page", "pretty", "each"]))
def test_entries_with_parts_changed(folder, entries, form):
    text = {
        "lines": "\n".join(json.dumps(entry) for entry in entries),
        "array": json.dumps(entries),
        "page": json.dumps({"hydra:member": entries, "hydra:totalItems": 3}),
        "pretty": json.dumps(entries, indent=2),
        "each": json.dumps({f"ALT_FUGUE_B_AX_{n}_R2": entry for n, entry in enumerate(entries)}),
    }[form]
    found = reads(folder, text.encode())
    assert found is not None
    if found.entries == 3:
        prints = sum(1 + len([p for p in card.prints if "_B_" in p]) for card in found.cards)
        assert prints + len(found.errors) >= 3 or any(card.prints for card in found.cards)


@SOON
@given(
    entries=mutated(),
    cuts=st.lists(st.tuples(st.integers(0, 3_000), st.integers(0, 40), st.text(max_size=6))),
    indent=st.sampled_from([None, 0, 2]),
)
def test_text_with_parts_changed(folder, entries, cuts, indent):
    text = json.dumps(entries, indent=indent)
    for start, length, new in cuts:
        text = text[:start] + new + text[start + length :]
    reads(folder, text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize(
    "part", ['"', '{"', "[", "{", "]", "}", ",", "\\", '{"\\"', '[{"a":"', "\n{", '[{"name":\n']
)
def test_a_long_file_of_one_thing(folder, part):
    for start in ("", "[", '{"hydra:member":['):
        reads(folder, (start + part * (200_000 // len(part))).encode())


def test_what_is_no_json_is_given_up(folder):
    found = reads(folder, b"[" + b"\n{" * 100_000)
    assert found.entries == 1_000
    assert found.errors[-1].problem == (
        "reading stopped: none of the first 1,000 entries is a card"
    )
