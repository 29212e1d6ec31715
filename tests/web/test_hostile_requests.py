"""Every field of every route, given what it is not meant to be: a 4xx in words, at once, and no
file is read but those of the folder of `--data`."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.routing import Route
from starlette.websockets import WebSocketDisconnect

from altered_env import Game
from altered_env.game.replay import Replay
from altered_env.web.api import make_api
from altered_env.web.data_folder import DataFolder
from altered_env.web.jobs import MOST, WAITING, Jobs
from tests.web.serving import HERE

SECRET = "the-line-of-a-secret-file"
PATIENCE = 5.0
"""Seconds of the processor that an answer may take."""

ROUTES = {
    ("POST", "/games"): ("format", "rules", "seed", "seats", "decks", "name", "text", "random"),
    ("POST", "/games/mine"): ("tokens",),
    ("POST", "/games/resume"): ("?name",),
    ("POST", "/games/{token}/save"): ("{token}", "name"),
    ("POST", "/games/{token}/rematch"): ("{token}",),
    ("GET", "/games/{token}/replay"): ("{token}",),
    ("DELETE", "/games/{token}"): ("{token}",),
    ("POST", "/learn"): (),
    ("GET", "/drafts"): (),
    ("POST", "/drafts"): ("set",),
    ("GET", "/drafts/{token}"): ("{token}",),
    ("GET", "/drafts/{token}/worths"): ("{token}",),
    ("POST", "/drafts/{token}/pick"): ("{token}", "place", "picks"),
    ("POST", "/drafts/{token}/deck"): ("{token}", "inside", "mana"),
    ("POST", "/drafts/{token}/play"): ("{token}", "against", "level"),
    ("GET", "/health"): (),
    ("GET", "/replays"): (),
    ("POST", "/replays"): (),
    ("POST", "/replays/open"): ("name", "game"),
    ("GET", "/replays/{id}"): ("{id}",),
    ("GET", "/replays/{id}/step/{step:int}"): ("{id}", "{step:int}", "?seat"),
    ("GET", "/replays/{id}/judged"): ("{id}", "?from"),
    ("GET", "/replays/{id}/line/{step:int}"): ("{id}", "{step:int}", "?seat"),
    ("GET", "/replays/{id}/misplay/{step:int}"): ("{id}", "{step:int}"),
    ("POST", "/replays/{id}/play"): ("{id}", "step", "seat", "level"),
    ("GET", "/replays/{id}/html"): ("{id}",),
    ("GET", "/cards"): ("?start", "?text", "?order", "?forest", "?cost", "?faction", "?odd"),
    ("GET", "/cards/words"): (),
    ("POST", "/cards/try"): ("text", "support", "type", "subtypes", "name", "faction", "hand_cost"),
    ("GET", "/cards/{reference}"): ("{reference}",),
    ("GET", "/cards/{reference}/players"): ("{reference}",),
    ("GET", "/cards/{reference}/heroes"): ("{reference}",),
    ("GET", "/decks"): (),
    ("POST", "/decks"): ("text", "name"),
    ("POST", "/decks/test"): ("text", "name", "agent", "deals", "field"),
    ("POST", "/decks/build"): ("text", "name", "cards", "hero", "format", "collection"),
    ("POST", "/decks/suggest"): ("text", "name", "cards", "hero", "format", "collection"),
    ("GET", "/decks/begun/{hero}"): ("{hero}",),
    ("GET", "/decks/saved"): (),
    ("POST", "/decks/saved"): ("name", "text", "replace"),
    ("GET", "/decks/saved/{name:path}"): ("{name:path}",),
    ("POST", "/collection"): ("text",),
    ("GET", "/collection/{id}/cards"): ("{id}", "?cards"),
    ("POST", "/collection/{id}/deck"): ("{id}", "most", "deck", "format", "unique"),
    ("GET", "/collection/{id}/lists"): ("{id}",),
    ("GET", "/collection/{id}/export.{form}"): ("{id}", "{form}"),
    ("GET", "/rankings"): ("?player", "?start", "?faction", "?name", "?rarity"),
    ("GET", "/rankings/heroes"): (),
    ("GET", "/board"): (),
    ("GET", "/bench"): (),
    ("POST", "/bench/verify"): ("file",),
    ("POST", "/matchups"): ("agent", "deals", "decks"),
    ("GET", "/reports"): (),
    ("POST", "/reports"): ("dataset",),
    ("GET", "/reports/file/{name:path}"): ("{name:path}",),
    ("GET", "/jobs"): (),
    ("GET", "/jobs/{id}"): ("{id}",),
    ("DELETE", "/jobs/{id}"): ("{id}",),
}
"""The inputs of each route: a field of its JSON, `?` a word of its query, `{}` a part of its path.
`name`, `text` and `random` of a new game are those of its decks."""


def odd_things(folder: Path, secret: Path) -> None:
    """Fill a folder with all that can lie in one, and is not to be read."""
    (folder / "folder.game").mkdir(parents=True)
    for ending in ("game", "json", "txt", "html", "jsonl", "jsonl.gz"):
        os.mkfifo(folder / f"pipe.{ending}")
        (folder / f"out.{ending}").symlink_to(secret)
        (folder / f"zero.{ending}").symlink_to("/dev/zero")
        (folder / f"circle.{ending}").symlink_to(f"circle.{ending}")
        (folder / f"nowhere.{ending}").symlink_to("gone")
        (folder / f"binary.{ending}").write_bytes(bytes(range(256)) * 40)
        (folder / f"empty.{ending}").touch()
        with (folder / f"huge.{ending}").open("wb") as file:
            file.truncate(1 << 40)
    (folder / "set").mkdir()
    os.mkfifo(folder / "set" / "plan.json")


@pytest.fixture(scope="module")
def around(data):
    """A secret file outside the folder of `--data`, and odd files in the folder."""
    secret = data.parent / "secret.txt"
    secret.write_text(f"{SECRET}\n")
    for name in ("odd", "listed"):
        odd_things(data / name, secret)
    return secret


@pytest.fixture(scope="module")
def begun(client):
    """A game and a replay that are there, and the other parts of addresses."""
    game = client.post("/api/games", json={"seats": ["person", "random"]}).json()
    played = Game.start("axiom", "bravos", seed=1)
    while not played.over:
        played.act(played.legal_actions()[0])
    replay = client.post("/api/replays", content=Replay.of(played).to_json().encode()).json()
    first, drafted = (client.post("/api/drafts", json={}).json()["token"] for _ in range(2))
    for picks in range(48):
        pick = {"place": 0, "picks": picks}
        client.post(f"/api/drafts/{drafted}/pick", json=pick).raise_for_status()
    return {
        "/drafts/{token}/pick": f"/drafts/{first}/pick",
        "/drafts/{token}": f"/drafts/{drafted}",
        "{token}": game["tokens"]["A"],
        "{id}": replay["id"],
        "{reference}": "CORE_AX_16_C",
        "{name:path}": "none",
        "{step:int}": "0",
    }


def values(secret: Path, field: str, whole: bool) -> list[object]:
    """The values for a field. Unless the tests are `whole`, a field that names no file is given few
    of those that differ only in the file that they name."""
    here = f"../{secret.name}"
    names = [f"odd/{what}.{ending}" for what in
             ("out", "pipe", "zero", "circle", "nowhere", "binary", "empty", "huge", "folder")
             for ending in ("game", "txt")]  # fmt: skip
    paths = [str(secret), here, "/dev/zero", "", f"./{here}", "/proc/self/environ", ".", "..", "/"]
    formats = [f"{kind}:{path}" for kind in ("sealed", "frontier") for path in (secret, here)]
    agents = [f"net:{secret}", f"cmd:cat {secret}", f"rollout:{secret}", f"{secret}.py:Bot"]
    more = ["\0", "\ud800", "a\nb", "x" * 70_000, "[" * 5_000, "9" * 5_000, "-1", "1e999", "nan"]
    odd = [None, -1, [], True, 10**30, 1.5, {}, [[]], [None], {"name": str(secret)}, [1] * 9]
    if not (whole or field.strip("?{").startswith(FILES)):
        names, paths = names[:3], paths[:4]
        formats = formats if field == "format" else formats[:1]
        agents = agents if field in AGENTS else agents[:2]
        odd = odd[:3] if field[0] in "?{" else odd  # in an address, they are words
    return [*names, *paths, *formats, *agents, *more, *odd]


FILES = ("name", "dataset", "file")
"""The fields that name files."""
AGENTS = ("agent", "level", "seats")
"""Those that name agents."""

LONGEST = 8_000
"""Letters of an address that a client sends."""


def asked(
    route: str, field: str, value: object, begun: dict[str, str]
) -> tuple[str, dict[str, object]]:
    """The address and the JSON of a request in which one field is this."""
    said = value if isinstance(value, str) else json.dumps(value)
    said = quote(said[:LONGEST].encode("utf-8", "surrogatepass"), safe="")
    path = route.replace(field, said) if field.startswith("{") else route
    for part, there in begun.items():
        path = path.replace(part, there)
    if field.startswith("?"):
        return f"{path}?{field[1:]}={said}", {}
    if field.startswith("{"):
        return path, {}
    base: dict[str, object] = {"seats": ["person", "random"], "seed": 3}
    if route == "/games" and field in ("name", "text", "random"):
        return path, {**base, "decks": [{field: value}, None]}
    if route.endswith("/play"):
        base["step"] = 0
    if route.startswith("/drafts/"):
        base = {"place": 0, "picks": 0, "inside": [], "mana": 0, "against": 1, "level": "random"}
    if route == "/decks/test" and field != "name":
        base["name"] = "axiom"
    return path, {**base, field: value}


def test_every_route_is_tried():
    """A new one gets a line above, with its fields."""
    there = {
        (method, route.path)
        for route in make_api(None).routes
        if isinstance(route, Route)
        for method in route.methods - {"HEAD"}
    }
    assert there == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
def test_no_field_reads_a_file_waits_or_breaks(client, around, begun, route, whole):
    method, path = route
    for field in ROUTES[route] or ("-",):
        for value in values(around, field, whole):
            address, said = asked(path, field, value, begun)
            body = None if method in ("GET", "DELETE") else json.dumps(said).encode()
            start = time.process_time()
            answer = client.request(method, f"/api{address}", content=body)
            tried = f"{method} {path}: {field} = {value!r:.60}"
            assert answer.status_code < 500, f"{tried}: {answer.text[:300]}"
            assert SECRET not in answer.text, tried
            assert time.process_time() - start < PATIENCE, tried
            if answer.status_code >= 400:
                assert 0 < len(answer.text) < 3000 and "Traceback" not in answer.text, tried
            if not ROUTES[route]:
                break


@pytest.mark.parametrize("route", [one for one in ROUTES if one[0] == "POST"], ids=" ".join)
@pytest.mark.parametrize(
    "body", [b"", b"[]", b"3", b"null", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a": NaN}', b"{}" * 9]
)
def test_no_body_breaks_a_route(client, begun, route, body):
    path = asked(route[1], "-", None, begun)[0]
    answer = client.post(f"/api{path}", content=body)
    assert answer.status_code < 500, answer.text


@pytest.mark.parametrize("name", ["sealed", "frontier"])
def test_a_format_with_a_file_is_not_played_and_its_file_not_looked_at(client, around, name):
    for path in (around, around.parent / "nothing", "/dev/zero"):
        answer = client.post("/api/games", json={"format": f"{name}:{path}"})
        assert answer.status_code == 400
        assert answer.json()["error"].startswith(f"no format is called '{name}:")


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("host", "["),
        ("host", "[::1"),
        ("host", "]:80"),
        ("host", "127.0.0.1:x"),
        ("host", ""),
        ("origin", "http://["),
        ("origin", "http://[::1"),
        ("origin", "]"),
        ("origin", "http://127.0.0.1:8420@elsewhere.example"),
    ],
)
def test_headers_that_are_none_are_refused(client, header, value):
    answer = client.post("/api/decks", json={"name": "axiom"}, headers={header: value})
    known = header == "host" and value == "127.0.0.1:x"  # the port is not looked at
    assert answer.status_code == (200 if known else 403)


def test_a_folder_with_odd_things_is_listed_all_the_same(client, data, around):
    def listed(names):
        return {name.removeprefix("listed/") for name in names if name.startswith("listed/")}

    regular = {
        f"{what}.{ending}" for what in ("binary", "empty", "huge") for ending in ("game", "json")
    }
    assert listed(client.get("/api/replays").json()["files"]) == regular
    assert listed(client.get("/api/reports").json()["datasets"]) == set()
    texts = listed(client.get("/api/choices").json()["files"])
    assert texts == {"binary.txt", "empty.txt", "huge.txt"}


def test_what_lies_there_is_refused_in_words(client, around):
    for name, says in (
        ("pipe.game", "this is a pipe"),
        ("huge.game", "a replay has at most"),
        ("circle.game", "is not the name of a file"),
        ("out.game", "lies outside"),
        ("zero.game", "lies outside"),
        ("nowhere.game", "No such file"),
        ("folder.game", "this is a folder"),
    ):
        answer = client.post("/api/replays/open", json={"name": f"listed/{name}"})
        assert answer.status_code == 400 and says in answer.json()["error"], name


def test_no_name_leads_out_by_a_link_in_the_way(data, around):
    (data / "link").symlink_to(data.parent)
    with pytest.raises(ValueError, match="lies outside"):
        DataFolder(data).path("link/secret.txt")


# jobs


def test_jobs_are_begun_and_remembered_as_many_as_are_said():
    jobs, begun = Jobs(), []
    for number in range(MOST + 5):
        begun.append(jobs.begin(f"number {number}", lambda job: {}))
        assert begun[-1].ended.wait(5)
        assert len(jobs.told()) == min(number + 1, MOST)
    assert [one["id"] for one in jobs.told()] == [job.id for job in reversed(begun[-MOST:])]


def test_no_more_jobs_wait_than_are_said_however_many_ask_at_once():
    jobs, go, refused = Jobs(), threading.Event(), []

    def ask():
        try:
            jobs.begin("waiting", lambda job: {"went": go.wait(20)})
        except ValueError:
            refused.append(1)

    threads = [threading.Thread(target=ask) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    go.set()
    assert (len(jobs.told()), len(refused)) == (WAITING, 40 - WAITING)


def test_a_page_from_elsewhere_opens_no_socket_however_it_is_called(client):
    for origin in ("http://[", "http://elsewhere.example", f"{HERE}@elsewhere.example"):
        at = "ws://127.0.0.1:8420/ws/seat/none"
        with (
            pytest.raises(WebSocketDisconnect) as left,
            client.websocket_connect(at, headers={"origin": origin}),
        ):
            pass
        assert left.value.code == 4403
