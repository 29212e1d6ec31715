"""The folder of the site without Python (`make play-site`)."""

from __future__ import annotations

import pytest

from altered_env.web import play_site


@pytest.fixture
def package(tmp_path):
    """A package by its names."""
    folder = tmp_path / "package"
    folder.mkdir()
    for name in play_site.ENGINE:
        (folder / name).write_bytes(b"")
    return folder


def test_a_folder_with_other_files_is_left_alone(package, tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "index.html").write_text("mine")
    with pytest.raises(FileExistsError, match="mine holds something else: name a new folder"):
        play_site.build(package, mine)
    assert (mine / "index.html").read_text() == "mine"
    with pytest.raises(FileExistsError, match=r"index\.html holds something else"):
        play_site.build(package, mine / "index.html")


def test_an_earlier_site_is_replaced(package, tmp_path, monkeypatch):
    for name in ("tables", "faces", "about"):
        monkeypatch.setattr(play_site.site_tables, name, dict)
    folder = tmp_path / "site"
    folder.mkdir()
    assert play_site.build(package, folder) == play_site.build(package, folder)
    assert {one.name for one in folder.iterdir()} == play_site.ROOT_FILES


def test_a_package_that_is_not_whole_is_named(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"has no engine\.js.*make build/wasm"):
        play_site.build(tmp_path, tmp_path / "site")
