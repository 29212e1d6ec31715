"""Messages to the pages that look things up, and to the deck builder."""

from __future__ import annotations

import json

import pytest

from altered_env import decks
from altered_env.agents.named import LEVELS
from altered_env.cards import catalogue
from altered_env.cards.worths import worths
from altered_env.cardstats.context.worth_model import model
from altered_env.cli import main
from altered_env.web.app import PAGES, STATIC
from altered_env.web.deck_pages import decks_of_field
from altered_env.web.ranking_pages import PAGE
from tests.cards.test_collection import ARMORER, unique
from tests.patience import until

CORE_HERO = "CORE_AX_01_C"


# search


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("brasbug", "Brassbug"),
        ("kelon elemental rare", "Kelon Elemental"),
        ("kelon elementl", "Kelon Elemental"),
        ("armorer foundry", "Foundry Armorer"),
    ],
)
def test_cards_are_found_by_words_and_with_mistakes(client, text, first):
    found = client.get("/api/cards", params={"text": text}).json()
    assert found["count"] and first in found["cards"][0]["name"]


def test_words_are_facts_and_costs(client):
    found = client.get("/api/cards", params={"text": "axiom 3 cost robot"}).json()
    assert found["count"] >= 3
    for face in found["cards"]:
        assert face["faction"] == "axiom" and face["costs"][0] == 3 and "robot" in face["subtypes"]
    rare = client.get("/api/cards", params={"text": "kelon elemental rare"}).json()
    assert {face["rarity"] for face in rare["cards"]} == {"rare"}
    assert not client.get("/api/cards", params={"text": "zzzzqqqq xxxx"}).json()["count"]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("axiom 3 cost robots", "axiom 3 cost robot"),
        ("3 cost axiom robots", "axiom 3 cost robot"),
        ("kelon elementals", "kelon elemental"),
    ],
)
def test_plurals_are_found(client, text, same):
    found = client.get("/api/cards", params={"text": text}).json()
    assert found["count"] == client.get("/api/cards", params={"text": same}).json()["count"] > 2
    assert not found["note"]


def test_a_plural_alone_finds_what_its_singular_does(client):
    names = {
        text: {face["name"] for face in client.get(f"/api/cards?text={text}").json()["cards"]}
        for text in ("brassbug", "brassbugs")
    }
    assert names["brassbug"] == {*names["brassbugs"], "Brassbug"} and len(names["brassbug"]) > 12


def test_without_unique_cards_it_is_said_how_to_get_them(client, capsys):
    for query in ("text=unique", "text=unique robot", "rarity=unique"):
        found = client.get(f"/api/cards?{query}").json()
        assert not found["count"] and "altered cards import" in found["note"]
    assert main(["cards", "search", "unique"]) == 1
    assert "altered cards import" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["ax", "AX", "axiom", "Axiom", " aXiom "])
def test_a_faction_alone_means_its_cards(client, text):
    """Not those whose name or abilities have these letters."""
    found = client.get("/api/cards", params={"text": text}).json()
    assert found["count"] == client.get("/api/cards?faction=axiom").json()["count"]
    assert {face["faction"] for face in found["cards"]} == {"axiom"} and not found["note"]


def test_factions_and_rarities_are_filters_in_any_letters(client):
    for text, filters in [("br rare", "faction=bravos&rarity=rare"), ("or", "faction=ordis")]:
        found = client.get("/api/cards", params={"text": text}).json()
        assert found["count"] == client.get(f"/api/cards?{filters}").json()["count"] > 100
    whole = client.get("/api/rankings?faction=muna&rarity=rare").json()["count"]
    assert client.get("/api/rankings?faction=mu&rarity=Rare").json()["count"] == whole > 0
    named = client.get("/api/cards?text=axiom salvager").json()["cards"]
    assert {"axiom", "bravos"} <= {face["faction"] for face in named}, "a name as before"


def test_a_word_taken_for_another_is_told(client, capsys):
    assert "'brasbug' was taken for 'brassbug'" in client.get("/api/cards?text=brasbug").text
    assert main(["cards", "search", "brasbug"]) == 0
    assert "note: 'brasbug' was taken for 'brassbug'" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "ALT_CORE_B_AX_16_C",
        "alt_coreks_b_ax_16_c",
        " CORE_AX_16_C ",
        "https://example.org/fr-fr/cards/ALT_CORE_B_AX_16_C?from=list",
    ],
)
def test_a_card_is_found_by_any_of_its_references(client, text):
    found = client.get("/api/cards", params={"text": text}).json()
    assert [face["reference"] for face in found["cards"]] == [ARMORER]
    other = client.get("/api/cards", params={"text": text, "faction": "muna"}).json()
    assert other["count"] == 0


@pytest.mark.parametrize("text", ["ALT_CORE_B_AX_16", "coreks_ax_16", "/cards/ALT_CORE_B_AX_16"])
def test_a_reference_without_its_rarity_is_all_versions(client, text):
    found = client.get("/api/cards", params={"text": text}).json()
    assert [face["version"] for face in found["cards"]] == ["C", "R1", "R2"]
    assert {face["name"] for face in found["cards"]} == {"Foundry Armorer"}


def test_the_reference_of_a_unique_card_that_is_not_here_says_so(client):
    found = client.get("/api/cards", params={"text": "ALT_CORE_B_AX_16_U_380"}).json()
    assert not found["count"] and "altered cards import" in found["note"]


def test_filters_hold_for_words_too(client):
    found = client.get("/api/cards", params={"text": "elemental kelon", "rarity": "common"}).json()
    assert [face["name"] for face in found["cards"]] == ["Kelon Elemental"]


def test_cards_are_sorted_by_worth_with_intervals(client):
    found = client.get("/api/cards?order=worth&type=character").json()["cards"]
    rows = [face["worth"] for face in found]
    assert [row["worth"] for row in rows] == sorted((row["worth"] for row in rows), reverse=True)
    assert all(row["low"] < row["worth"] < row["high"] for row in rows)
    assert {row["source"] for row in rows} <= {"measured", "estimated"}
    assert client.get("/api/cards?type=hero").json()["cards"][0]["worth"] is None


# rankings, boards, matchups


def test_rankings_are_pages_of_measured_cards(client):
    told = client.get("/api/rankings").json()
    assert told["count"] == told["of"] == len(worths().cards) and len(told["rows"]) == PAGE
    assert told["rows"][0]["place"] == 1 and "net:v2" in told["players"]
    again = client.get(f"/api/rankings?start={PAGE}").json()["rows"]
    assert again[0]["place"] == PAGE + 1
    some = client.get("/api/rankings?faction=muna&rarity=unique&name=caregiver").json()
    assert some["count"] and all(row["faction"] == "muna" for row in some["rows"])
    assert all("Caregiver U" in row["name"] for row in some["rows"])
    other = client.get("/api/rankings?player=greedy").json()
    assert other["player"] == "greedy" and "by greedy" in other["conditions"]
    wrong = client.get("/api/rankings?player=frog")
    assert wrong.status_code == 400 and "no worths by 'frog'" in wrong.json()["error"]
    assert client.get("/api/rankings?start=x").status_code == 400


def test_heroes_are_ranked_in_tiers(client):
    told = client.get("/api/rankings/heroes").json()
    rates = [row["rate"] for row in told["rows"]]
    assert len(rates) == 30 and rates == sorted(rates, reverse=True)
    assert {row["tier"] for row in told["rows"]} <= {"strong", "middle", "weak"}
    assert told["rows"][0]["tier"] == "strong" and told["rows"][-1]["tier"] == "weak"
    for row in told["rows"]:
        assert set(row["by"]) == set(told["players"]) and row["reference"]
        assert 0 <= row["low"] <= row["rate"] <= row["high"] <= 1
    assert client.get("/rankings/heroes").status_code == 200


def test_a_tier_of_heroes_is_one_of_the_intervals_beside_it(client):
    """And places overlap where these players tell no difference."""
    rows = client.get("/api/rankings/heroes").json()["rows"]
    mean = sum(row["rate"] for row in rows) / len(rows)
    for number, row in enumerate(rows, start=1):
        first, last = row["places"]
        assert first <= number <= last
        assert row["tier"] != "strong" or row["low"] > mean
        assert row["tier"] != "weak" or row["high"] < mean
        assert row["another"]["rate"] == row["rate"]
        apart = [one for one in rows if one["low"] > row["high"]]
        assert first > len(apart)
    assert any(row["places"] == [number, number] for number, row in enumerate(rows, start=1))
    assert sum(first < last for first, last in (row["places"] for row in rows)) > 20


def test_a_card_has_its_worth_with_each_hero_of_its_faction(client):
    told = client.get(f"/api/cards/{ARMORER}/heroes").json()
    assert told["player"] == model().players[0] and len(told["rows"]) == 5
    worths_there = [row["worth"] for row in told["rows"]]
    assert worths_there == sorted(worths_there, reverse=True)
    assert all(row["low"] < row["worth"] < row["high"] for row in told["rows"])
    assert "Sierra & Oddball" in {row["hero"] for row in told["rows"]}
    assert client.get(f"/api/cards/{CORE_HERO}/heroes").json()["rows"] == []
    assert client.get("/api/cards/frog/heroes").status_code == 400
    assert "altered cards" not in client.get("/api/rankings").json()["by_hero"]


def test_the_board_has_players_and_names_what_is_no_board(client, data):
    (data / "broken").mkdir()
    (data / "broken" / "board.toml").write_text("frog")
    told = client.get("/api/board").json()
    elos = [row["elo"] for row in told["players"]]
    assert elos == sorted(elos, reverse=True) and told["scale"]
    assert not told["boards"] and told["wrong"][0].startswith("broken: ")


def test_ratings_name_the_levels_for_people(client):
    told = client.get("/api/board").json()
    level = {row["name"]: row["level"] for row in told["players"]}
    for name, agent in LEVELS.items():
        if agent in level:
            assert level.pop(agent) == name.capitalize()
        else:
            assert name.capitalize() in told["unrated"]
    assert level and set(level.values()) == {None}


def test_decks_meet_in_a_job(client):
    entries = [{"name": "axiom"}, {"name": "lyra"}, {"name": "frog"}, {"name": "axiom"}]
    body = {"decks": entries, "agent": "greedy", "deals": 5}
    id = client.post("/api/matchups", json=body).json()["id"]
    assert until(lambda: client.get(f"/api/jobs/{id}").json()["state"] in ("done", "failed"))
    job = client.get(f"/api/jobs/{id}").json()
    assert job["state"] == "done", job["error"]
    assert job["page"] == "/matchups"
    told = job["result"]
    assert told["names"] == ["axiom", "lyra"] and told["games"] == 10
    (cell,) = told["cells"]
    assert cell["low"] <= cell["mean"] <= cell["high"]
    assert sum(row["share"] for row in told["meta"]) == pytest.approx(1)
    assert "frog" in told["left_out"][0] and told["left_out"][1] == "axiom is there twice"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"decks": [{"name": "axiom"}]}, "name 2 to 12 decks"),
        ({"decks": "axiom"}, "name 2 to 12 decks"),
        ({"decks": [{"name": "frog"}] * 2}, "too few legal decks: deck 1"),
        ({"decks": [1, 2], "agent": "cmd:rm"}, "matchups are played by"),
        ({"decks": [1, 2], "deals": 10**9}, "deals must be 5 to 200"),
    ],
)
def test_matchups_that_cannot_be_are_refused(client, body, says):
    answer = client.post("/api/matchups", json=body)
    assert answer.status_code == 400 and says in answer.json()["error"]


def test_decks_are_called_by_their_heroes_and_the_limits_are_told(client):
    told = client.get("/api/decks").json()
    assert told["heroes"]["demo-so-moyo"] == ["Moyo & Silk", "yzmir"]
    assert set(told["heroes"]) == {*told["starters"], *told["lists"]}
    assert told["heroes"] == client.get("/api/choices").json()["heroes"]
    assert told["met"] == [2, 12]
    fields = dict(told["fields"])
    assert {"starters", "public", "bench", "spells", "reserve"} <= set(fields)


@pytest.mark.parametrize("field", ["starters", "public", "bench", "landmarks"])
def test_a_field_is_of_different_legal_decks(field):
    found = decks_of_field(field)
    assert 6 <= len({deck.name for deck in found}) == len(found) <= 24
    assert len({deck.hero.faction for deck in found}) >= 3
    assert not any(decks.constructed(deck, "2024.09") for deck in found)


# the builder


def build(client, **asked):
    answer = client.post("/api/decks/build", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def wrong_in(told):
    return next(one["wrong"] for one in told["formats"] if one["title"] == "Standard")


def test_a_deck_in_the_making_is_examined_card_by_card(client):
    told = build(client, hero=CORE_HERO, cards=[{"reference": ARMORER, "count": 2}], name="mine")
    assert (told["name"], told["count"], told["hero"]["reference"]) == ("mine", 2, CORE_HERO)
    (entry,) = told["cards"]
    assert entry["count"] == 2 and entry["worth"]["source"] == "measured"
    assert told["worth"] == entry["worth"]["worth"]
    assert dict(told["stats"]["curve"])[3] == 2
    assert "at least 39" in wrong_in(told)[0]
    more = build(client, hero=CORE_HERO, cards=[{"reference": ARMORER, "count": 4}])
    assert "at most 3 are allowed" in " ".join(wrong_in(more))


def test_an_empty_deck_is_one_to_begin_with(client):
    told = build(client)
    assert told["count"] == 0 and told["hero"] is None and told["worth"] is None


def test_a_list_or_code_becomes_a_deck_and_back(client):
    told = build(client, text=decks.starter("axiom").to_code())
    assert told["count"] == 39 and not wrong_in(told)
    assert build(client, text=told["code"])["text"] == build(client, text=told["text"])["text"]


def test_unknown_cards_are_left_out_by_name(client):
    told = build(client, cards=[{"reference": "CORE_AX_16_U_99999", "count": 1}])
    assert told["count"] == 0 and "CORE_AX_16_U_99999" in told["left_out"][0]


def test_similar_cards_are_named_for_the_first_unknown_ones(client):
    cards = [{"reference": f"CORE_AX_{k}_C", "count": 1} for k in range(300, 400)]
    left = client.post("/api/decks/build", json={"cards": cards}).json()["left_out"]
    assert len(left) == 100
    assert ["did you mean" in one for one in left] == [k < 20 for k in range(100)]


def test_uniques_of_a_collection_can_be_built_with(client):
    id = client.post("/api/collection", json={"text": json.dumps([unique()])}).json()["id"]
    cards = [{"reference": "CORE_AX_16_U_7", "count": 1}]
    told = build(client, cards=cards, collection=id)
    assert told["count"] == 1 and not told["left_out"]
    assert "CORE_AX_16_U_7" not in catalogue()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"cards": "x"}, "cards must be a list"),
        ({"cards": [{"reference": ARMORER, "count": 0}]}, "count must be 1 to 99"),
        ({"cards": [{"reference": ARMORER, "count": 99}] * 3}, "over 255 cards"),
        ({"cards": [{"reference": CORE_HERO}]}, "is a Hero"),
        ({"hero": ARMORER}, "not a Hero"),
        ({"text": "frog"}, "the pasted deck:1"),
        ({"collection": "gone"}, "read it again"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(client, asked, says):
    answer = client.post("/api/decks/build", json=asked)
    assert answer.status_code == 400 and says in answer.json()["error"]


def test_changes_are_suggested_for_the_weakest_places(client):
    text = decks.starter("axiom").to_text()
    told = client.post("/api/decks/suggest", json={"text": text}).json()
    assert len(told["picks"]) == 5
    assert all(pick["gain"] > 0 and pick["low"] < pick["gain"] for pick in told["picks"])
    assert not wrong_in(build(client, text=told["deck"]))
    answer = client.post("/api/decks/suggest", json={"cards": []})
    assert "choose a Hero first" in answer.json()["error"]
    answer = client.post(
        "/api/decks/suggest", json={"text": text, "format": "frontier:/etc/passwd"}
    )
    assert answer.status_code == 400 and "unknown format" in answer.json()["error"]


def test_lists_to_start_from_are_those_of_the_hero(client):
    begun = client.get(f"/api/decks/begun/{CORE_HERO}").json()["lists"]
    assert len({one["archetype"] for one in begun}) > 3
    told = build(client, text=begun[0]["text"])
    assert told["hero"]["reference"] == CORE_HERO and not wrong_in(told)
    assert client.get("/api/decks/begun/frog").json() == {"lists": []}


def test_a_list_is_saved_on_the_server_and_not_overwritten(client, data):
    text = decks.starter("axiom").to_text()
    body = {"name": "my deck", "text": text}
    assert client.post("/api/decks/saved", json=body).json() == {
        "file": "my deck.txt",
        "earlier": None,
    }
    assert (data / "my deck.txt").read_text() == text
    again = client.post("/api/decks/saved", json=body)
    assert again.status_code == 400 and "is there already" in again.json()["error"]
    for number, other in enumerate(("bravos", "bravos", "lyra"), start=1):
        over = {"name": "my deck", "text": decks.starter(other).to_text(), "replace": True}
        kept = client.post("/api/decks/saved", json=over).json()["earlier"]
        assert kept == {1: "earlier/my deck (1).txt", 2: None, 3: "earlier/my deck (2).txt"}[number]
    assert client.post("/api/decks/saved", json={**body, "replace": True}).status_code == 200
    first = client.get("/api/decks/saved/earlier/my deck (1).txt").json()
    assert first["text"].splitlines()[1:] == text.splitlines()[1:]
    there = client.get("/api/decks/saved").json()
    assert there["data"] and "my deck.txt" in there["files"]
    opened = client.get("/api/decks/saved/my deck.txt").json()
    assert opened["name"] == "my deck"
    assert opened["text"].splitlines()[1:] == text.splitlines()[1:]
    for name in ("../secret", "", "a/b", "x" * 61):
        answer = client.post("/api/decks/saved", json={**body, "name": name})
        assert answer.status_code == 400 and "cannot be the name" in answer.json()["error"]
    answer = client.post("/api/decks/saved", json={"name": "junk", "text": "frog"})
    assert answer.status_code == 400 and not (data / "junk.txt").exists()
    assert client.get("/api/decks/saved/..%2Fsecret.txt").status_code == 400


def test_every_page_is_there_and_named_in_the_navigation(client):
    index = (STATIC / "index.html").read_text("utf-8")
    for page in PAGES:
        assert client.get(f"/{page}").status_code == 200
        assert not page or f'href="/{page}"' in index
    for there in (
        "/decks/build",
        "/decks/",
        "/rankings/heroes",
        "/cards/CORE_AX_16_C",
        "/replay/x",
    ):
        assert client.get(there).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/board/foo",
        "/decks/NOPE",
        "/decks/build/foo",
        "/rankings/foo",
        "/learn/x",
        "/cards/%E0%A4%A",
    ],
)
def test_an_address_below_a_page_that_leads_nowhere_is_a_404_that_helps(client, path):
    answer = client.get(path)
    assert answer.status_code == 404 and "<nav" in answer.text


def test_an_error_names_a_file_and_not_its_folder(client, data):
    answer = client.post("/api/replays/open", json={"name": "nope.json", "game": None})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("nope.json: ") and str(data) not in answer.text


def test_a_deck_that_is_not_given_is_asked_for(client):
    answer = client.post("/api/decks", json={"text": ""})
    assert answer.status_code == 400 and "no deck is given" in answer.json()["error"]
