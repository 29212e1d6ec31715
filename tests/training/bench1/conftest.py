"""A result file of `altered bench1`."""

from __future__ import annotations

import pytest

from altered_env.cli import main
from tests.training.bench1.bots import BOT


@pytest.fixture(scope="session")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench1")
    (folder / "bot.py").write_text(BOT.format(pick=0))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        command = "bench1 run bot.py:Bot --task T2 --deals 1 --jobs 1 --out bot.jsonl --quiet"
        assert main([*command.split(), "--trained", "none", "--name", "first"]) == 0
    return folder


@pytest.fixture
def here(home, monkeypatch):
    monkeypatch.chdir(home)
    return home
