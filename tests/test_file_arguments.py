"""Arguments of commands that name files: some of what `tests/attack/file_arguments.py` tries."""

from __future__ import annotations

import pytest

from altered_env import cli
from tests.attack.file_arguments import (
    EVERY,
    NAMES_ONLY,
    NO_FILE,
    TRAINING,
    arguments,
    parser_of,
    whole_in,
    wrong_with,
)
from tests.test_house import FILES, ROOT

IN_FULL = {
    ("decks check", "decks"), ("decks check", "format"), ("replay", "file"), ("play", "resume"),
    ("play", "format"), ("arena", "agents"), ("arena", "out"), ("simulate", "cards"),
    ("cards import", "file"), ("metrics", "dataset"), ("board verify", "folder"),
    ("altered_env.train.__main__", "config"),
}  # fmt: skip
"""One for each kind of file, given all that there is."""


def test_every_argument_that_names_a_file_is_tried():
    known = {(one.command, one.argument) for one in EVERY} | set(NAMES_ONLY)
    found = {at for at in arguments(cli.parser()) if at[1] not in NO_FILE}
    for program in TRAINING:
        found |= {at for at in arguments(parser_of(program), (program,)) if at[1] not in NO_FILE}
    assert found - known == set(), "put them into EVERY, or say why they name no file"
    assert known - found == set(), "there is no such argument any more"


def test_every_program_is_looked_at():
    """Every file with a parser is a command, one of `TRAINING`, or of `make engine`, `make wheels`,
    `make wasm` and `make play-site`, which read none but the package's own."""
    made = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in FILES
        if "ArgumentParser(" in (text := path.read_text("utf-8")) and "def main(" in text
    }
    building = {name for name in made if name.startswith("altered_env.building.")}
    building.add("altered_env.web.play_site")
    assert made - {"altered_env.cli", *building} <= set(TRAINING)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return whole_in(tmp_path_factory.mktemp("whole"))


@pytest.mark.parametrize(
    ("number", "one"),
    list(enumerate(EVERY)),
    ids=[f"{one.command}:{one.argument}" for one in EVERY],
)
def test_what_is_no_such_file_is_refused(number, one, whole, tmp_path):
    some = dict.fromkeys(("pipe", one.what[number % len(one.what)]))
    wrong = []
    for what in one.what if (one.command, one.argument) in IN_FULL else some:
        place = tmp_path / what.replace(" ", "-")
        place.mkdir()
        if said := wrong_with(one, what, whole, place):
            wrong.append(f"{what}: {said}")
    assert not wrong, "\n".join(wrong)
