"""`altered cards import` and `altered cards check`: official data becomes playable cards."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from altered_env import cards
from altered_env.cards.catalogue import Catalogue, files_of
from altered_env.cards.home import card_folder, keep
from altered_env.cards.importing import Failure
from altered_env.cards.loading import load_files
from altered_env.cardstats import reading_texts
from altered_env.cli import main, official_files
from altered_env.decks import Deck
from tests.cards.seed_table import sit
from tests.cards.test_official import EXPORT, flat


@pytest.fixture(autouse=True, scope="module")
def package_is_read_once():
    """However often the catalogue is cleared."""
    found = load_files(files_of())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Catalogue, "of_package", classmethod(lambda cls: cls(found)))
        yield


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder of one's own cards, empty."""
    monkeypatch.setenv("ALTERED_HOME", str(tmp_path / "home"))
    cards.catalogue.cache_clear()
    yield card_folder()
    cards.catalogue.cache_clear()


@pytest.fixture
def run(home, tmp_path, capsys):
    """Write entries to a file and run a command of `altered cards` with it."""

    def run(does, entries, *options, status=0):
        path = tmp_path / "official.json"
        path.write_text(json.dumps(entries), "utf-8")
        assert main(["cards", does, str(path), *options]) == status
        return capsys.readouterr().out

    return run


def rows(said):
    """The table at the end: numbers by label."""
    lines = [line for line in said.splitlines() if line[:1].islower() and "," not in line]
    return {line[:16].strip(): int(line[16:]) for line in lines if line[16:].strip().isdigit()}


def test_a_card_is_imported_and_used_at_once(run, home):
    said = run("import", [flat(), EXPORT | {"reference": "ALT_FUGUE_B_AX_09_R2", "name": "Owl 9"}])
    assert rows(said) == {"imported": 2, "already there": 0, "not understood": 0, "errors": 0}
    path = home / "fugue" / "axiom.yaml"
    assert f"written to {path}" in said
    owl = cards.find("Clockwork Owl")
    assert (owl.reference, owl.faction) == ("FUGUE_AX_07_R2", "lyra")
    assert owl.abilities == ("R: draw(4)",)
    assert cards.find("ALT_FUGUE_P_AX_07_R2") is owl
    deck = Deck.from_text("3 ALT_FUGUE_P_AX_07_R2\n2 Owl 9")
    assert [card.name for card in deck.cards] == ["Clockwork Owl"] * 3 + ["Owl 9"] * 2
    table = sit()
    table.player("A").reserve("Clockwork Owl").mana(5)
    table.begin()
    table.act("A", "play Clockwork Owl to hero")
    assert len(table.zone("A", "hand")) == 4


def test_importing_again_changes_nothing(run, home):
    run("import", [flat()])
    path = home / "fugue" / "axiom.yaml"
    before = path.stat().st_mtime_ns
    said = run("import", flat())
    assert rows(said) == {"imported": 0, "already there": 1, "not understood": 0, "errors": 0}
    assert path.stat().st_mtime_ns == before


def test_what_is_imported_later_joins_what_is_there(run, home):
    run("import", flat())
    run("import", flat(reference="ALT_FUGUE_B_AX_08_C", faction="AX", rarity="COMMON", name="Auk"))
    found = cards.Catalogue()
    found.add_file(home / "fugue" / "axiom.yaml")
    assert [card.name for card in found] == ["Clockwork Owl", "Auk"]


def test_a_card_of_the_package_stays_as_it_is(run, home):
    armorer = flat(
        reference="ALT_CORE_P_AX_16_C", name="Foundry Armorer", faction="AX", rarity="COMMON"
    )
    said = run("import", armorer)
    assert rows(said)["already there"] == 1
    assert "1 of the existing cards differ: --as-errata replaces" in said
    assert cards.find("Foundry Armorer C").hand_cost == 3
    assert not home.exists()


def test_errata_take_the_place_of_a_card(run, home):
    before = cards.find("Foundry Armorer C")
    armorer = flat(
        reference="ALT_COREKS_B_AX_16_C", name="Foundry Armorer", faction="AX", rarity="COMMON"
    )
    said = run("import", [armorer, flat()], "--as-errata")
    assert rows(said)["corrected"] == rows(said)["imported"] == 1
    after = cards.find("Foundry Armorer C")
    assert (after.reference, after.hand_cost) == (before.reference, 2)
    assert after.abilities == ("R: draw(4)",)
    assert after.source.startswith(str(home / "errata" / "core" / "axiom.yaml"))
    assert cards.find("Clockwork Owl").source.startswith(str(home / "fugue"))
    assert len(cards.search("armorer")) == 3
    assert cards.catalogue().package == cards.Catalogue.of_package().package
    said = run("import", [armorer, flat()], "--as-errata")
    assert rows(said) == {"imported": 0, "already there": 2, "not understood": 0, "errors": 0}


def test_new_subtypes_are_words_of_the_abilities(run, home):
    text = "{R} Target Sky Pirate gains 3 boosts."
    pirates = [
        flat(subtypes=["SKY_PIRATE"], main_text=text),
        flat(reference="ALT_FUGUE_B_AX_10_R2", name="Second Mate", subtypes=["SKY_PIRATE"]),
        flat(reference="ALT_FUGUE_B_AX_11_R2", name="Landlubber"),
    ]
    said = run("import", pirates)
    assert "  note: a new sub-type, sky_pirate\n" in said
    owl = cards.find("Clockwork Owl")
    assert owl.abilities == ("R: gain(target(sky_pirate), boost=3)",)
    assert (home / "fugue/axiom.yaml").read_text().splitlines()[2] == "$subtypes: [sky_pirate]"
    table = sit()
    table.player("A").reserve("Clockwork Owl").mana(5)
    table.player("A").hero_expedition("Second Mate", "Landlubber")
    table.begin()
    table.act("A", "play Clockwork Owl to hero")
    assert "choose Landlubber" not in " ".join(table.options())
    table.choose("A", "Second Mate")
    assert table.find("Second Mate").boosts == 3
    assert "sky_pirate" in table.find("Second Mate").subtypes
    assert main(["cards", "search", "--subtype", "sky pirate"]) == 0
    assert main(["cards", "show", "Clockwork Owl"]) == 0


def test_new_tokens_are_created(run, home):
    token = flat(
        reference="ALT_FUGUE_B_NE_05_C",
        name="Tin Frog",
        type="TOKEN",
        faction="NE",
        rarity="COMMON",
        main_text=None,
        forest=3,
    )
    maker = flat(main_text="{R} Create two [Tin Frog 3/0/4] Robot tokens in your Hero Expedition.")
    said = run("import", [maker, token])
    assert rows(said)["imported"] == 2
    assert cards.catalogue().tokens["tin_frog"].forest == 3
    table = sit()
    table.player("A").reserve("Clockwork Owl").mana(5)
    table.begin()
    table.act("A", "play Clockwork Owl to companion")
    assert table.zone("A", "hero_expedition") == ["Tin Frog", "Tin Frog"]
    assert rows(run("import", [maker, token]))["already there"] == 2


def test_a_token_that_only_a_text_tells_of_is_created(run, home):
    maker = flat(main_text="{R} Create a [Tin Frog 3/0/4] Toad token in your Hero Expedition.")
    said = run("import", maker)
    assert "note: Tin Frog 3/0/4 is a new token, inferred from the cards that create it\n" in said
    frog = cards.catalogue().tokens["tin_frog"]
    assert (frog.name, frog.subtypes, frog.water) == ("Tin Frog", ("toad",), 4)
    assert (home / "tokens.yaml").read_text().splitlines()[2] == "$subtypes: [toad]"
    table = sit()
    table.player("A").reserve("Clockwork Owl").mana(5)
    table.begin()
    table.act("A", "play Clockwork Owl to companion")
    assert table.zone("A", "hero_expedition") == ["Tin Frog"]
    out = home.parent / "out.yaml"
    run(
        "import",
        maker | {"reference": "ALT_FUGUE_B_AX_01_R2", "name": "Frogger"},
        "--out",
        str(out),
    )
    assert not (home.parent / "tokens.yaml").exists()


def test_a_new_counter_is_counted(run, home):
    said = run("import", flat(main_text="{R} I gain 3 Verdigris counters."))
    assert rows(said)["imported"] == 1
    owl = cards.find("Clockwork Owl")
    assert (owl.abilities, owl.counters) == (("R: gain(me, verdigris=3)",), ("verdigris",))
    table = sit()
    table.player("A").reserve("Clockwork Owl").mana(5)
    table.begin()
    table.act("A", "play Clockwork Owl to hero")
    assert table.find("Clockwork Owl").counters == {"verdigris": 3}
    assert main(["cards", "show", "Clockwork Owl"]) == 0


@pytest.mark.parametrize(
    "text",
    ["{R} I gain 3 Draw counters.", "{R} Create a [Turn 1/1/1] Robot token in my Expedition."],
)
def test_what_is_new_may_not_be_called_as_something_else(run, text):
    assert rows(run("import", flat(main_text=text), status=1))["not understood"] == 1


def test_what_is_not_understood_is_marked_and_the_rest_imported(run, home):
    entries = [
        flat(),
        flat(reference="ALT_FUGUE_B_AX_08_R2", name="Frobber", main_text="{R} Frobnicate me."),
        flat(reference="ALT_FUGUE_B_AX_09_R2", name="Pricey", hand_cost=-1),
    ]
    said = run("import", entries, status=1)
    assert rows(said) == {"imported": 1, "already there": 0, "not understood": 1, "errors": 1}
    assert "official.json:1, entry 3, ALT_FUGUE_B_AX_09_R2: hand_cost: found -1" in said
    lines = said.splitlines()
    at = next(i for i, line in enumerate(lines) if "Frobnicate" in line)
    assert lines[at - 1].startswith("FUGUE_AX_08_R2 Frobber: not understood")
    start = lines[at].index("Frobnicate")
    assert lines[at + 1].startswith(" " * start + "^^^^^^^^^^")
    assert cards.find("Clockwork Owl")
    with pytest.raises(cards.UnknownCardError):
        cards.find("Frobber")


def test_cards_are_written_to_another_file(run, home, tmp_path):
    out = tmp_path / "out.yaml"
    said = run("import", flat(), "--out", str(out))
    assert f"written to {out}" in said
    assert not home.exists()
    with pytest.raises(cards.UnknownCardError):
        cards.find("Clockwork Owl")
    cards.load_cards(out)
    assert cards.find("Clockwork Owl").set == "FUGUE"


def test_subtypes_that_a_list_leaves_out_are_those_of_the_other_versions(run, home):
    entry = flat(
        reference="ALT_CORE_B_AX_16_U_77",
        name="Foundry Armorer",
        rarity="UNIQUE",
        subtypes="out",
    )
    said = run("import", entry)
    assert "sub-types are missing: taken from Foundry Armorer C" in said
    assert cards.find("Foundry Armorer U 77").subtypes == ("engineer",)


@pytest.mark.parametrize("name", ["mine.yaml", "fugue/axiom.yaml", "errata/mine.yaml"])
def test_a_broken_file_of_ones_own_says_how_to_get_rid_of_it(home, name, capsys):
    path = home / name
    path.parent.mkdir(parents=True)
    path.write_text("Owl:\n  type: character\n  versions: {AX_90_C: {cost: x}}\n")
    for command in (["cards", "search", "owl"], ["cards", "show", "Kappa"], ["demo"]):
        assert main(command) == 2
        said = capsys.readouterr().err
        assert f": {path}:3, Owl AX_90_C, " in said and said.startswith(f"altered {command[0]}")
        assert f"this is one of your own card files, in {home}: correct it, remove it" in said
    path.unlink()
    assert main(["cards", "show", "Kappa"]) == 0


def test_a_file_by_hand_is_found(home):
    home.mkdir(parents=True)
    (home / "mine.yaml").write_text(
        "Odd Owl:\n  type: spell\n  cost: 1/1\n  versions: {AX_90_C: {}, BISE_AX_91_C: {}}\n"
    )
    assert [card.reference for card in cards.search("odd owl")] == ["OWN_AX_90_C", "BISE_AX_91_C"]


def test_what_the_package_has_by_now_is_the_package_s(home):
    armorer = replace(cards.find("Foundry Armorer C"), hand_cost=9)
    promotion = replace(armorer, reference="FAIR_AX_16_C", prints=("COREKS_B_AX_16_C",))
    keep([armorer, promotion], home)
    cards.catalogue.cache_clear()
    assert cards.find("Foundry Armorer C").hand_cost == 3
    assert "FAIR_AX_16_C" not in cards.catalogue()


def test_a_failed_write_leaves_what_was_there(run, home, monkeypatch):
    run("import", flat())
    path = home / "fugue" / "axiom.yaml"
    before = path.read_bytes()
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    run("import", flat(reference="ALT_FUGUE_B_AX_08_R2", name="Auk"), status=2)
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["axiom.yaml"]


def test_check_says_what_is_understood(run, home):
    entries = [flat(), flat(reference="ALT_BISE_B_AX_98_R2", name="Auk", main_text="{R} Frob.")]
    said = run("check", entries, status=1)
    assert "FUGUE_AX_07_R2 Clockwork Owl: understood\n  R: draw(4)\n" in said
    assert "BISE_AX_98_R2 Auk: not understood   (official.json:1)\n" in said
    table = [line.split() for line in said.splitlines()]
    assert ["BISE", "1", "0", "0.00%", "0", "1", "0", "0.00%"] in table
    assert ["FUGUE", "1", "1", "100.00%", "1", "1", "1", "100.00%"] in table
    assert ["all", "2", "1", "50.00%", "1", "2", "1", "50.00%"] in table
    assert "\ncards  why not\n    1  " in said
    few = run("check", entries, "--only-failures", status=1)
    assert "Clockwork Owl" not in few and "Auk: not understood" in few
    assert not home.exists()
    assert run("check", entries[:1]).endswith("100.00%\n")


def test_a_file_without_cards_is_no_success(run):
    for does in ("check", "import"):
        assert "there are no cards in this file" in run(does, [], status=1)


def test_progress_is_shown_where_somebody_watches(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    progress = official_files.Progress(1_200, "cards understood")
    assert list(progress.over("ab")) == ["a", "b"]
    said = capsys.readouterr().err
    assert "1 of 1,200 cards understood" in said and "\n" not in said and said.endswith("\r")


def test_check_as_json(run):
    entries = [flat(), flat(reference="ALT_A_B_AX_98_R2", name="Auk", main_text="{R} Frob."), 7]
    said = json.loads(run("check", entries, "--json", status=1))
    owl, auk = said["cards"]
    assert owl["understood"] and owl["playable"] and owl["abilities"] == ["R: draw(4)"]
    assert not auk["understood"] and auk["failures"][0]["span"] == "Frob."
    assert said["errors"][0]["problem"] == "found 7, expected an object with a reference"
    assert (said["all"]["cards"], said["all"]["understood"], said["entries"]) == (2, 1, 3)
    assert set(said["sets"]) == {"A", "FUGUE"}


def test_output_works_in_a_pipe(home, tmp_path):
    path = tmp_path / "official.jsonl"
    path.write_text(json.dumps(flat(name="Coppélia\u2019s Owl")), "utf-8")
    for arguments in (["check", str(path)], ["import", str(path)], ["show", "coppelia's owl"]):
        done = subprocess.run(
            [sys.executable, "-m", "altered_env", "cards", *arguments],
            capture_output=True,
            check=True,
            env={"PATH": "", "ALTERED_HOME": str(home.parent), "PYTHONIOENCODING": "ascii"},
        )
        assert done.stderr in (b"", b"  getting ready\n")  # on a slow machine
        assert b"\r" not in done.stdout and b"\x1b" not in done.stdout
    assert b"Copp\\xe9lia\\u2019s Owl" in done.stdout


def test_a_file_that_is_no_text_is_one_error(home, tmp_path, capsys):
    path = tmp_path / "official.json"
    path.write_bytes("{}".encode("utf-16"))
    for does in ("check", "import"):
        assert main(["cards", does, str(path)]) == 2
        assert "found UTF-16, expected UTF-8" in capsys.readouterr().err


def test_a_mistake_of_the_importer_is_told_and_costs_one_card(run, monkeypatch):
    english = reading_texts.english

    def fails(card, names):
        if card.name == "Auk":
            raise KeyError("auk")
        return english(card, names)

    monkeypatch.setattr(reading_texts, "english", fails)
    entries = [flat(), flat(reference="ALT_FUGUE_B_AX_08_R2", name="Auk")]
    said = run("import", entries, status=1)
    assert rows(said)["imported"] == rows(said)["not understood"] == 1
    assert "internal error of the importer: KeyError('auk')" in said


def test_a_card_that_cannot_be_compiled_is_told(run, monkeypatch):
    reasons = {"FUGUE_AX_07_R2": "R: draw(4): drawing so much"}
    monkeypatch.setattr(reading_texts, "unplayable", lambda *_: reasons)
    said = run("check", flat(), status=1)
    assert "Clockwork Owl: understood, but cannot be played yet" in said
    assert "  R: draw(4)\n  ^^^^^^^^^^\n  cannot be played yet: drawing so much\n" in said
    said = run("import", flat())
    assert rows(said)["imported"] == 1
    assert "1 of the cards are understood, but cannot be played yet" in said


@pytest.mark.parametrize(
    ("line", "start", "end", "width"),
    [
        ("abc", 1, 2, 10),
        ("x" * 300, 0, 300, 40),
        ("x" * 300, 150, 151, 40),
        ("x" * 300, 280, 290, 40),
        ("a\tb\nc", 2, 99, 10),
        ("", 0, 0, 10),
    ],
)
def test_a_span_is_marked_under_its_line(line, start, end, width):
    shown, marks = official_files.under(line, start, end, width)
    assert len(shown) <= width and len(marks) <= max(width, 1)
    assert shown.isprintable() and set(marks.lstrip()) == {"^"}
    if line.isprintable() and len(line) <= width:
        assert shown == line


def test_kinds_of_failure_leave_out_what_is_particular():
    kinds = {Failure(f"unknown word '{word}' at {n}").kind for n, word in enumerate("abc")}
    assert kinds == {"unknown word '..' at '..'"}


PIECES = """
{J} {H} {R} {T} {D} {I} I you my a an the target Character Permanent card Reserve Expedition gain
gains lose draw Draw If if When At Noon Dusk \u2014 : , . ; 2 X {1} boosts counters [[Fleeting]]
[Resupply] [] # ( ) " \u201c \u2019 \u2022 other than me up to token Rust Pirate 3/0/4 Create two
[Tin Frog 3/0/4] Robot tokens
"""
WORDS = st.sampled_from([*PIECES.split(), "\u00a0", "[Tin Frog 3/0/4] Robot tokens"])
TEXTS = st.lists(WORDS, max_size=14).map(" ".join)


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(texts=st.lists(TEXTS, min_size=1, max_size=4), kind=st.sampled_from(["CHARACTER", "TOKEN"]))
def test_whatever_a_text_says_the_folder_stays_right(run, home, capsys, texts, kind):
    shutil.rmtree(home, ignore_errors=True)
    cards.catalogue.cache_clear()
    entries = [
        flat(reference=f"ALT_FUGUE_B_AX_{n}_R2", name=f"Owl {'ABCD'[n]}", main_text=text)
        | ({"type": kind} if n else {})
        for n, text in enumerate(texts)
    ]
    path = home.parent.parent / "official.json"
    path.write_text(json.dumps(entries), "utf-8")
    assert main(["cards", "import", str(path)]) in (0, 1)
    counted = rows(capsys.readouterr().out)
    assert sum(counted.values()) == len(texts)
    cards.catalogue.cache_clear()
    package = set(cards.catalogue().package)
    found = [card for card in cards.catalogue() if card not in package]
    assert len(found) >= counted["imported"]
    for card in found:
        assert main(["cards", "show", card.reference]) == 0
