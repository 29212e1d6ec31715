"""Card files: valid ones are read, all others refused with the fault and its place."""

import pytest

from altered_env import cards
from altered_env.cards.reader import read_tokens

GOOD = """\
Steam Kitten:
  type: character
  subtypes: [animal, robot]
  versions:
    AX_90_C: {cost: 1/2, stats: 1/0/2, abilities: ["J: draw(1)"], support: ["D: draw(1)"]}
    AX_90_R2: {faction: lyra, cost: 2/2, stats: 1/1/2, subtypes: [animal], suspended: true}
"""


@pytest.fixture
def read(tmp_path):
    """Read text as a card file into an empty catalogue."""

    def read(text, name="mine.yaml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        pool = cards.Catalogue()
        pool.add_file(path)
        return pool

    return read


def test_a_good_file(read):
    common, rare = read(GOOD)
    assert common.reference == "OWN_AX_90_C"
    assert (common.hand_cost, common.reserve_cost) == (1, 2)
    assert (common.forest, common.mountain, common.water) == (1, 0, 2)
    assert common.subtypes == ("animal", "robot")
    assert common.abilities == ("J: draw(1)",)
    assert common.support == ("D: draw(1)",)
    assert (common.faction, common.rarity, common.suspended) == ("axiom", "common", False)
    assert (rare.faction, rare.printed_faction, rare.rarity) == ("lyra", "axiom", "rare")
    assert rare.subtypes == ("animal",)
    assert rare.suspended
    assert rare.source.endswith("mine.yaml:6")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("animal, robot", "animal, robbot", "robbot'.*did you mean 'robot'"),
        ("animal, robot", "animal, animal", "'animal' occurs twice"),
        ("animal, robot", "song", "a character cannot be a song"),
        ("[animal, robot]", "animal", "subtypes: expected a list .*found 'animal'"),
        ("type: character", "type: charakter", "type: .*did you mean 'character'"),
        ("type: character", "kind: character", "unknown field 'kind'"),
        ("type: character", "type: [character]", "type: expected text, found a list"),
        ("  type: character\n", "", "AX_90_C, type: missing, expected one of character, spell"),
        ("cost: 1/2, ", "", "AX_90_C, cost: missing, a character needs it, such as 3/3"),
        ("cost: 1/2", "cost: 1", "cost: found '1', expected two numbers such as 3/2"),
        ("cost: 1/2", "cost: -1/2", "cost: found '-1/2'"),
        ("cost: 1/2", "cost: 1/2/3", "cost: found '1/2/3'"),
        ("cost: 1/2", "cost: 1.5/2", "cost: found '1.5/2'"),
        ("cost: 1/2", "cost: 1/100", "expected a number up to 99"),
        ("cost: 1/2", f"cost: 1/{'9' * 10_000}", "cost: found '1/999"),
        ("cost: 1/2", "cost: 1/\u0662", "cost: found"),  # a digit, but not one of ours
        ("stats: 1/0/2", "stats: 1/2", "stats: found '1/2', expected forest/mountain/water"),
        ("cost: 1/2", "cost: 1/2, limits: 2/2", "limits: a character has none"),
        ('"J: draw(1)"', "J: draw(1)", "put the ability in quotes"),
        ('"J: draw(1)"', "''", "an ability must have 1 to"),
        ('["J: draw(1)"]', "draw(1)", "abilities: expected a list of abilities"),
        ("AX_90_C", "AX_90_Q", "AX_90_Q: expected a version such as AX_16_C"),
        ("AX_90_C", "AQ_90_C", "unknown faction code 'AQ'"),
        ("AX_90_R2", "AX_90_C", "'AX_90_C' occurs twice, first on line 5"),
        ("AX_90_R2", "CORE_AX_090_R1", "only an R2 or a unique may leave its faction"),
        ("faction: lyra", "faction: lira", "unknown 'lira', did you mean 'lyra'"),
        ("faction: lyra, ", "", "faction: an R2 belongs to another faction"),
        ("suspended: true", "suspended: yes", "suspended: unknown 'yes'"),
        ("suspended: true", "prints: COREKS_B", "prints: expected a list such as"),
        ("suspended: true", "prints: [COREKS]", "prints: found 'COREKS', expected a set and"),
        ("suspended: true", "prints: [CORE_P_AQ_90_R2]", "prints: found 'CORE_P_AQ_90_R2'"),
        ("suspended: true", "prints: [A_P, A_P_AX_90_R2]", "'A_P_AX_90_R2' occurs twice"),
        ("Steam Kitten:", "$words: [a]\nSteam Kitten:", "names do not begin with"),
        ("Steam Kitten:", "$subtypes: a\nSteam Kitten:", "words: expected a list"),
        (
            "Steam Kitten:",
            "$subtypes: [A]\nSteam Kitten:",
            "'A', expected a sub-type in lower case",
        ),
        ("  subtypes", "\tsubtypes", "tabs"),
        ("[animal, robot]", "[animal, robot", r"mine\.yaml:\d"),
        ("Steam Kitten:", "? [a, b]\n:", "a key must be text"),
        ("[animal, robot]", "&a [animal, *a]", "anchors and aliases are not used here"),
        ("[animal, robot]", "!!python/object:os.system [x]", "tag .* is not used here"),
        ("Steam Kitten:", f"{'x' * 101}:", "the name of a card must be"),
        ("  versions:", "  versions: []\n  x:", "unknown field 'x'"),
        ("Steam Kitten:", "---\nA: b\n---\nSteam Kitten:", "a second document"),
        ("[animal, robot]", "[" * 5_000, "nested more than"),
        ("[animal, robot]", "[" * 50 + "]" * 50, "nested more than"),
    ],
)
def test_what_is_wrong_is_refused(read, old, new, message):
    assert old in GOOD
    with pytest.raises(cards.CardFileError, match=message) as caught:
        read(GOOD.replace(old, new, 1))
    assert "mine.yaml:" in str(caught.value)
    assert caught.value.line is not None
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("# nothing\n", "the file is empty"),
        ("just text", "expected card names"),
        ("- a\n- b\n", "expected card names"),
        ("Kuwat:\n", "expected type, .*found nothing"),
        ("Kuwat: 3\n", "expected type, .*found '3'"),
        ("Kuwat: {type: character}\n", "Kuwat, versions: expected the versions"),
        ("Kuwat: {type: character, versions: {}}\n", "expected the versions"),
        (b"\xff\xfe\x00\x01", "not text in UTF-8"),
        (b"Kuwat:\x00\n", "not valid YAML"),
        (b"\x7fELF" + bytes(range(128)) * 10, "not valid YAML"),
        ("a: &a [x]\nb: *a\n", "anchors"),
        ("x" * 4_000_001, "a file of cards has at most 4,000,000"),
    ],
)
def test_what_is_no_card_file_is_refused(read, text, message):
    with pytest.raises(cards.CardFileError, match=message):
        read(text)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(cards.CardFileError, match="No such file"):
        cards.Catalogue().add_file(tmp_path / "none.yaml")
    with pytest.raises(cards.CardFileError, match="this is a folder"):
        cards.Catalogue().add_file(tmp_path)


def test_a_file_is_added_whole_or_not_at_all(tmp_path):
    pool = cards.Catalogue()
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    assert len(pool.add_file(path)) == 2
    pool.add_file(path)  # unchanged: nothing to do
    assert len(pool) == 2
    again = tmp_path / "again.yaml"
    again.write_text("Fresh:\n  type: spell\n  cost: 1/1\n  versions: {AX_91_C: {}}\n" + GOOD)
    with pytest.raises(cards.CardFileError, match=r"mine\.yaml:5 already has a OWN_AX_90_C"):
        pool.add_file(again)
    assert len(pool) == 2
    assert "OWN_AX_91_C" not in pool


def test_a_file_may_add_subtypes(read):
    text = GOOD.replace("animal, robot", "pirate, song")
    with pytest.raises(cards.CardFileError, match="unknown 'pirate'"):
        read(text)
    common, _ = read("$subtypes: [pirate, song]\n" + text)
    assert common.subtypes == ("pirate", "song")
    with pytest.raises(cards.CardFileError, match="'piratee', did you mean 'pirate'"):
        read("$subtypes: [pirate]\n" + text.replace("pirate", "piratee"))


def test_load_cards_adds_to_the_catalogue(tmp_path):
    from altered_env import load_cards

    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    try:
        load_cards(path)
        assert cards.find("Steam Kitten F").faction == "lyra"
    finally:
        cards.catalogue.cache_clear()


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("core/lyra.yaml", "a card of axiom in the file of lyra"),
        ("core/axiome.yaml", "did you mean 'axiom'"),
        ("cores/axiom.yaml", "did you mean 'core'"),
    ],
)
def test_a_file_in_the_wrong_place(tmp_path, place, message):
    path = tmp_path / place
    path.parent.mkdir()
    path.write_text(GOOD)
    with pytest.raises(cards.CardFileError, match=message):
        cards.Catalogue.of_folder(tmp_path)


def test_a_card_of_another_set(tmp_path):
    (tmp_path / "core").mkdir()
    (tmp_path / "core/axiom.yaml").write_text(GOOD.replace("AX_90_C", "BISE_AX_90_C"))
    with pytest.raises(cards.CardFileError, match="a card of BISE in a file of CORE"):
        cards.Catalogue.of_folder(tmp_path)


def test_tokens(tmp_path):
    path = tmp_path / "tokens.yaml"
    path.write_text(
        "moth: {name: Mana Moth, type: character, subtypes: [illusion], stats: 2/2/2}\n"
    )
    (moth,) = read_tokens(path, "tokens.yaml")
    assert (moth.reference, moth.name, moth.token, moth.water) == ("moth", "Mana Moth", True, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Moth: {name: Moth, type: character, stats: 1/1/1}", "lower snake case"),
        ("moth: {type: character, stats: 1/1/1}", "moth, name: expected the token's name"),
        ("moth: {name: Moth, type: spell}", "a token must be a character or a permanent"),
        ("moth: {name: Moth, type: character}", "stats: missing"),
        ("moth: {name: Moth, type: character, cost: 1/1}", "unknown field 'cost'"),
    ],
)
def test_wrong_tokens_are_refused(tmp_path, text, message):
    path = tmp_path / "tokens.yaml"
    path.write_text(text)
    with pytest.raises(cards.CardFileError, match=message):
        read_tokens(path, "tokens.yaml")
