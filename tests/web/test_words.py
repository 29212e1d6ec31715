"""The words of the pages: every text is in the catalogue, and every other language has all of it.

A text of the pages is written `t("..")` or `` t`..` ``; texts of the server and the engine are
patterns of `server` in `words/LANGUAGE.json`.
"""

from __future__ import annotations

import ast
import json
import re
from typing import Any

import pytest

from altered_env.decks import Deck
from altered_env.decks.legality import constructed, limited
from altered_env.web import app
from altered_env.web.app import STATIC
from tests.web.literals import Literal, literals_of

TAB = STATIC.parent / "tab"
DOCS = STATIC.parents[2] / "docs"
SCRIPTS = [*sorted(set(STATIC.glob("*.js")) - {STATIC / "words.js"}), TAB / "server.js"]
"""The scripts of pages. Those of the worker of a site answer as the server does."""
LANGUAGES = {path.stem: path for path in (STATIC / "words").glob("*.json")}
WHOLE = ("fr",)
"""The languages without a gap. Others may be begun."""
NOT_SHOWN = {
    *("ABCD", "Arrow", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "BUTTON", "DELETE"),
    *("End", "Enter", "Escape", "GET", "Home", "POST", "Standard", "English", "Français"),
    *("header .stat", "pawns far", "plot many", "line seat-{0}", "(hover: none)"),
    *("input, textarea, select", "input, textarea, select, dialog", "input, select"),
    *("no code", "no longer there", "no longer open"),  # of a server's text, in English
    "the worker could not be loaded",
}
"""Literals with a capital or a space that no one reads."""
ENGLISH_ERRORS = {
    "a deck must be named, pasted or random, found {}",
    "a deck has picks of the draft, 0 to {}, each once",
    "a message must be a JSON object",
    "action and step must be whole numbers",
    "cards must be a list, found {}",
    "expected a JSON object, found {}",
    "inside must be a list of whole numbers, found {}",
    "seats must be a list of names, {} or agents, found {}",
    "step must be a whole number, found {}",
    "subtypes must be a list of words, found {}",
    "the others are 1 to {}, found {}",
    "the others build their decks after the last pick",
    "tokens must be a list of texts, found {}",
    "unknown level {}, there are {}",
    "unknown message {}",
    "{} tokens; at most {} are looked up at once",
    "{} has no {}: build the package first (make build/wasm)",
    "{} holds something else: name a new folder, or an empty one",
    "{} must be a whole number, found {}",
    "{} must be a whole number from 0 to {}, found {}",
    "{}: status {}",
    "{}{}",
}
"""Errors that a page does not cause, so that no one reads them in French."""
_CODE = re.compile(r"\b(class|d|viewBox|href|src|sandbox): $|^import |import\($|^const SVG")
_PLACEHOLDER = re.compile(r"\{\w+\}")
_ENDING = re.compile(r"\{s\d?\}")
ONE = {"en": lambda number: number == 1, "fr": lambda number: number < 2}
"""The numbers of the plural category `one`, as `Intl.PluralRules` has them."""
NO_PLURALS = {"dans", "depuis", "des", "fois", "ms", "plus", "s", "sans", "sur"}
"""French words with an s that may follow a 1."""
MANY = (
    *("A test hand", "Standard allows", "a deck has at most", "a text must have", "name 1 to"),
    *("over {n}", "{0}, the first {1} shown", "{n} factions", "{n} cards called"),  # limits
    *("matchups of", "{n} deals", "{n} result files", "{name}: {n} random games", "{n} games"),
    *("The curve is", "Ratings are", "by {player}", "this replay is of"),
)
"""How texts begin whose numbers are never 0 or 1."""


def looks_shown(one: Literal) -> bool:
    """Does it look like words for people?"""
    text = _PLACEHOLDER.sub("", one.text)
    if not re.search(r"[A-Za-z]{2,}", text) or one.text in NOT_SHOWN or _CODE.search(one.before):
        return False
    if re.match(r"[./#\[]", one.text) or re.search(r"[\\=]|^M\d|://", one.text):
        return False
    return " " in text.strip() or bool(re.match("[A-Z]", text.strip()))


def texts_of_pages() -> set[str]:
    """Every text that pages look up."""
    found = {one.text for path in SCRIPTS for one in literals_of(path) if one.tag == "t"}
    source = "".join(path.read_text("utf-8") for path in SCRIPTS)
    found |= {f"{{0}} {word}s" for word in re.findall(r'plural\([^"]*?"([^"]+)"\)', source)}
    page = (STATIC / "index.html").read_text("utf-8")
    found |= set(re.findall(r'<a (?:class="skip" )?href="[^"]+">([^<]+)<', page))
    found |= {"Pages", "Altered table"}
    hints = json.loads((STATIC / "lesson.json").read_text("utf-8"))
    return found | {hint[part] for hint in hints for part in ("title", "text")}


def forms(entry: str | dict[str, str]) -> list[str]:
    """A translation, or its plural forms."""
    return [entry] if isinstance(entry, str) else list(entry.values())


def parts(language: str) -> list[dict[str, Any]]:
    """The texts of a language with their translations."""
    found = json.loads(LANGUAGES[language].read_text("utf-8"))
    assert set(found) <= {"pages", "server", "cards"}
    return [found["pages"], found["server"], *found.get("cards", {}).values()]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_text_of_a_page_is_outside_of_t(path):
    plural = {one.start for one in literals_of(path) if re.search(r"plural\([^\"]*$", one.before)}
    bare = [
        one.text
        for one in literals_of(path)
        if one.tag != "t" and one.start not in plural and looks_shown(one)
    ]
    assert not bare


def test_the_check_finds_a_bare_text(tmp_path):
    script = tmp_path / "page.js"
    script.write_text('h("p", {}, "Bare words", t("wrapped words"), `Day ${t`of ${day}`} bare`);')
    bare = [one.text for one in literals_of(script) if looks_shown(one) and one.tag != "t"]
    assert bare == ["Bare words", "Day {0} bare"]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_punctuation_with_a_space_is_translated(path):
    """French has a space before a colon: `${t(": ")}`."""
    bare = [
        one.text
        for one in literals_of(path)
        if one.tag not in ("t", "translated", "includes", "indexOf", "split", "join", "replace")
        and re.search(r"(^|\})[:;] (?!\{body)", one.text)
    ]
    assert not bare


@pytest.mark.parametrize("language", WHOLE)
def test_a_whole_language_has_every_text_and_no_other(language):
    pages = json.loads(LANGUAGES[language].read_text("utf-8"))["pages"]
    assert texts_of_pages() - set(pages) == set(), "without a translation"
    assert set(pages) - texts_of_pages() == set(), "shown nowhere"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_translation_has_the_values_of_its_text(language):
    for part in parts(language):
        for text, entry in part.items():
            for form in forms(entry):
                assert form.strip() or not text.strip()
                values = sorted(_PLACEHOLDER.findall(_ENDING.sub("", text)))
                assert sorted(_PLACEHOLDER.findall(form)) == values, text


def test_french_has_its_spaces():
    """A space that breaks no line stands before : ; ! ? and %, and within « »."""
    for part in parts("fr"):
        for text, entry in part.items():
            for form in set(forms(entry)) - {text}:  # an example of English is kept
                assert not re.search(r" [:;!?%»]|« |\w[;!?]|\w:(?=\s|$)", form), form


def rendered(entry: str | dict[str, str], number: int, language: str) -> str:
    """A text in which every value is this number, after a mark."""
    one = "one" if ONE[language](number) else "other"
    form = entry if isinstance(entry, str) else entry.get(one, entry["other"])
    return _PLACEHOLDER.sub(f"#{number}", form)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_french_numbers_agree_with_their_nouns(number):
    wrong = []
    pages, server, *_ = parts("fr")
    for text, entry in {**pages, **server}.items():
        said = rendered(entry, number, "fr")
        noun = re.search(rf"#{number}[ \u00a0](?:au plus )?([a-zéèêà]+)", said)
        if noun is None or text.startswith(MANY) or noun[1] in NO_PLURALS:
            continue
        forms_are_one = said == rendered(entry, 1, "fr").replace("#1", "#2")
        if (number < 2 and re.search("[sx]$", noun[1])) or (
            isinstance(entry, dict) and forms_are_one
        ):
            wrong.append(said)
    assert not wrong


def test_one_card_is_not_called_cards():
    deck = Deck.from_text("1 Foundry Armorer C")
    assert deck.summary == "no Hero with 1 card: 1 common"
    problems = [problem.message for problem in [*constructed(deck), *limited(deck)]]
    assert [said for said in problems if "1 card besides" in said]
    assert not [said for said in problems if "1 cards" in said]


def test_every_plural_has_the_forms_of_its_language():
    for part in parts("fr"):
        for text, entry in part.items():
            assert isinstance(entry, str) or set(entry) == {"one", "other"}, text


def test_every_language_can_be_chosen():
    source = (STATIC / "words.js").read_text("utf-8")
    offered = re.search(r"LANGUAGES = \{([^}]*)\}", source)
    assert offered
    assert set(re.findall(r"(\w+):", offered[1])) == {"en", *LANGUAGES}


def errors_of_server() -> set[str]:
    """The errors that the server's own modules raise, with {} for their values."""
    found = set()
    for path in sorted(STATIC.parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                continue
            for said in node.exc.args[:1]:
                if isinstance(said, ast.Constant) and isinstance(said.value, str):
                    found.add(said.value)
                elif isinstance(said, ast.JoinedStr):
                    parts = [
                        part.value if isinstance(part, ast.Constant) else "{}"
                        for part in said.values
                    ]
                    found.add("".join(map(str, parts)))
    return found


def errors_of_tab() -> set[str]:
    """Those of the worker in place of a server."""
    thrown = (
        one.text
        for path in sorted(TAB.glob("*.js"))
        for one in literals_of(path)
        if re.search(r"new Error\($", one.before)
    )
    return {_PLACEHOLDER.sub("{}", text) for text in thrown}


def test_errors_are_in_the_catalogue_or_listed():
    server = json.loads(LANGUAGES["fr"].read_text("utf-8"))["server"]
    # in an error a number and its noun are one value, and an article and a type
    server = {re.sub(r"\{n\d?\} \w+\{s\}|\ban? \{text\}", "{n}", text) for text in server}
    known = {_PLACEHOLDER.sub("{}", text) for text in server}
    assert (errors_of_server() | errors_of_tab()) - known == ENGLISH_ERRORS


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_hides_another(language):
    """The first that matches a text translates it: one for special texts is above one for all."""
    source = (STATIC / "words.js").read_text("utf-8")
    said = re.search(r"const KINDS = \{(.*?)\n\};", source, re.DOTALL)
    places = re.search(r'const PLACE = "(.*?)"', source)
    assert said and places
    kinds = {kind: json.loads(one) for kind, one in re.findall(r'(\w+): ("[^"]*")', said[1])}
    kinds |= {"place": places[1]}
    example = {"seat": "B", "s": "s", "n": "7", "cost": "3", "place": "hand", "zone": "Limbo of B"}
    compiled, texts = [], {}
    for key in json.loads(LANGUAGES[language].read_text("utf-8"))["server"]:
        source, text = "", ""
        for part in re.split(r"(\{\w+\})", key):
            kind = re.sub(r"\d*\}$", "", part[1:]) if part.startswith("{") else None
            source += re.escape(part) if kind is None else f"({kinds.get(kind, '.+?')})"
            text += part if kind is None else example.get(kind, "Some")
        if "{" in key:
            compiled.append((key, re.compile(source, re.DOTALL)))
            texts[key] = text
    first = {
        key: next((other for other, matches in compiled if matches.fullmatch(text)), None)
        for key, text in texts.items()
    }
    assert {key: other for key, other in first.items() if key != other} == {}


def test_the_server_has_the_addresses_of_the_pages():
    """Which pages there are, and what may follow them in an address."""
    source = (STATIC / "app.js").read_text("utf-8")

    def declared(name: str) -> str:
        found = re.search(rf"const {name} = (.*);", source)
        assert found
        return found[1]

    assert re.findall(r"(\w+):", declared("PAGES")) == list(filter(None, app.PAGES))
    assert re.findall(r'"(\w+)"', declared("OPEN")) == list(app.OPEN)
    parts = {name: re.findall(r'"(\w+)"', said) for name, said in
             re.findall(r"(\w+): \[([^]]*)\]", declared("PARTS"))}  # fmt: skip
    assert parts == {name: list(said) for name, said in app.PARTS.items()}


def test_set_up_has_one_spelling():
    """As the engine's terms have it: `setup` is a value of the API, and a class of the envs."""
    shown = [text for part in parts("fr") for text in part]
    shown += [path.read_text("utf-8") for path in sorted(DOCS.rglob("*.md"))]
    wrong = [found for text in shown for found in _SETUP.findall(text)]
    assert not wrong and "Set-up" in shown


_SETUP = re.compile(r".{0,20}(?<![`\w./])[Ss]etups?(?![`\w.=(]).{0,20}")
