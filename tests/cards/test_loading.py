"""Card files are read once and cached while unchanged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from altered_env import cards
from altered_env.cards import loading
from altered_env.cards.catalogue import HERE, Catalogue
from altered_env.engine import cache


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    kept = tmp_path / "kept"
    monkeypatch.setenv("ALTERED_CACHE", str(kept))
    return kept


@pytest.fixture
def read_files(monkeypatch) -> list[str]:
    """The labels of the files that were really read. What they hold is parsed once."""
    found = []
    parsed = {}
    really = loading.File.read

    def read(file):
        found.append(file.label)
        key = file.label, file.path.read_bytes()
        if key not in parsed:
            parsed[key] = really(file)
        return parsed[key]

    monkeypatch.setattr(loading.File, "read", read)
    return found


@pytest.fixture
def package(tmp_path) -> Path:
    """A copy of the package's card files."""
    copy = tmp_path / "cards"
    for path in [HERE / "tokens.yaml", *HERE.glob("*/*.yaml")]:
        (copy / path.relative_to(HERE)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy / path.relative_to(HERE))
    return copy


def test_what_is_found_is_what_was_read(read_files):
    first = list(Catalogue.of_package())
    assert "tokens.yaml" in read_files and "core/axiom.yaml" in read_files
    read_files.clear()
    again = list(Catalogue.of_package())
    assert read_files == []
    assert again == first == list(cards.catalogue().package)
    assert [card.source for card in again] == [card.source for card in first]
    assert all(type(card.abilities) is tuple and type(card.subtypes) is tuple for card in again)


def test_a_change_in_any_file_is_read(package, read_files):
    Catalogue.of_folder(package)
    for path in sorted(package.rglob("*.yaml"))[::4]:
        read_files.clear()
        Catalogue.of_folder(package)
        assert read_files == []
        text = path.read_text("utf-8")
        path.write_text(text + "\n# a comment\n", "utf-8")
        Catalogue.of_folder(package)
        assert str(path.relative_to(package)) in read_files
    path = package / "core" / "axiom.yaml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("AX_16_C:  {cost: 3/3", "AX_16_C:  {cost: 4/3"), "utf-8")
    before = cards.find("Foundry Armorer C").hand_cost
    assert Catalogue.of_folder(package).find("Foundry Armorer C").hand_cost == before + 1


def test_a_file_that_comes_or_goes_is_noticed(package):
    whole = len(Catalogue.of_folder(package))
    (package / "core" / "muna.yaml").rename(package / "core" / "muna.txt")
    assert len(Catalogue.of_folder(package)) < whole
    (package / "core" / "muna.txt").rename(package / "core" / "muna.yaml")
    assert len(Catalogue.of_folder(package)) == whole


def test_a_mistake_is_found_every_time(package):
    Catalogue.of_folder(package)
    path = package / "core" / "axiom.yaml"
    path.write_text(path.read_text("utf-8").replace("type: spell", "type: spel", 1), "utf-8")
    for _ in range(2):
        with pytest.raises(cards.CardFileError, match="did you mean 'spell'"):
            Catalogue.of_folder(package)


def test_damage_is_made_good(folder, read_files):
    first = list(Catalogue.of_package())
    (path,) = folder.glob("cards-*")
    whole = path.read_bytes()
    for data in (whole[:1000], b"", whole[:-1] + b"!", b"[]"):
        path.write_bytes(data)
        read_files.clear()
        assert list(Catalogue.of_package()) == first
        assert read_files
        assert path.read_bytes() == whole


def test_another_reader_reads_anew(read_files, monkeypatch):
    Catalogue.of_package()
    read_files.clear()
    monkeypatch.setattr(cache, "sources", lambda *_: b"another program")
    Catalogue.of_package()
    assert read_files


def test_a_user_s_own_large_file_is_kept_too(tmp_path, read_files, folder):
    path = tmp_path / "own.yaml"
    entry = (
        "Own {0}:\n  type: spell\n  versions:\n"
        '    AX_{0:03d}_C: {{cost: 1/1, abilities: ["{1}"]}}\n'
    )
    text = "".join(entry.format(n, "effect: draw(1)") for n in range(400))
    path.write_text(text)
    assert len(Catalogue().add_file(path)) == 400
    read_files.clear()
    found = Catalogue().add_file(path)
    assert read_files == [] and found[7].reference == "OWN_AX_07_C"
    path.write_text(text.replace("draw(1)", "draw(2)", 1))
    assert Catalogue().add_file(path)[0].abilities == ("effect: draw(2)",)
    other = tmp_path / "other.yaml"
    other.write_text(text)
    assert Catalogue().add_file(other)[0].source.startswith(str(other))


def test_a_small_file_is_simply_read(tmp_path, folder):
    path = tmp_path / "own.yaml"
    path.write_text("Own:\n  type: spell\n  versions:\n    AX_01_C: {cost: 1/1}\n")
    assert len(Catalogue().add_file(path)) == 1
    assert not list(folder.glob("cards-*"))
