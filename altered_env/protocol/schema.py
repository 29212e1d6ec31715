"""The messages of the protocol as a JSON Schema, and a check of messages against it.

Views are described by the values they are made of (`render/views.py`). `python -m
altered_env.protocol.schema` writes `schema.json` next to this file; only the part of JSON Schema
that `problem` below checks is used.

>>> problem({"type": "act", "id": 3, "action": "pass"}, "act")
"action is 'pass'; expected a whole number"
>>> problem({"type": "act", "id": 3, "action": 5}, "act")
''
"""

from __future__ import annotations

import functools
import json
import types
import typing
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import write_atomically
from altered_env.protocol.messages import PROTOCOL, WANTS
from altered_env.render.views import View

FILE = Path(__file__).with_name("schema.json")
TO_BOTS = ("hello", "game", "decide", "world", "refused", "error", "result")
"""Messages to a bot, by `type`; `hello` is answered by its `greeting`."""
FROM_BOTS = ("greeting", "act", "ask", "try", "note")
"""Messages from a bot."""
MOST = 1 << 53
"""Numbers up to here are exact in every language."""
LONG = 1_000

Schema = dict[str, Any]
_BASE: dict[Any, Schema] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
}


def _object(says: Mapping[str, Schema], *optional: str) -> Schema:
    return {
        "type": "object",
        "properties": dict(says),
        "required": [name for name in says if name not in optional],
        "additionalProperties": False,
    }


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _or_null(of: Schema) -> Schema:
    return {"anyOf": [of, {"type": "null"}]}


def _of(kind: Any, defs: dict[str, Schema]) -> Schema:
    """The JSON schema of a value of this type."""
    if kind in _BASE:
        return dict(_BASE[kind])
    if is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in defs:
            defs[kind.__name__] = {}
            hints = typing.get_type_hints(kind)
            says = {field.name: _of(hints[field.name], defs) for field in fields(kind)}
            if kind is View:
                del says["options"]  # the actions of the message say them
            defs[kind.__name__] = _object(says)
        return _ref(kind.__name__)
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is types.UnionType:
        return {"anyOf": [_of(part, defs) for part in parts]}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _of(parts[1], defs)}
    return _list(_of(parts[0], defs))


_WHOLE: Schema = {"type": "integer", "minimum": 0, "maximum": MOST}
_SEAT: Schema = {"enum": ["A", "B", "C", "D"]}
_TEXT: Schema = {"type": "string"}
_WANTS: Schema = {"type": "array", "items": {"enum": list(WANTS)}, "maxItems": len(WANTS)}
_NUMBER: Schema = {"type": "number"}


def _said(name: str, says: Mapping[str, Schema], *optional: str) -> Schema:
    return _object({"type": {"const": name}, **says}, *optional)


@functools.cache
def schema() -> Schema:
    """The schema: a definition for each message, by its `type`."""
    defs: dict[str, Schema] = {}
    view = _of(View, defs)
    defs |= {
        "time": _object({"left": _or_null(_NUMBER), "increment": _NUMBER, "limit": _NUMBER}),
        "deck": _object(
            {
                "hero": _or_null(_TEXT),
                "cards": _list(_object({"cardReference": _TEXT, "quantity": _WHOLE})),
            }
        ),
        "action": _object(
            {
                "id": _WHOLE,
                "kind": _TEXT,
                "label": _TEXT,
                "value": {"type": "integer"},
                "object": _or_null(_WHOLE),
                "source": _or_null(_TEXT),
                "row": _WHOLE,
            },
            *("kind", "label", "value", "object", "source", "row"),
        ),
        "observation": _object(
            {"dtype": {"const": "int16"}, "shape": _list(_WHOLE), "base64": _TEXT}
        ),
        "event": {"type": "object", "properties": {"event": _TEXT}, "required": ["event"]},
        "hello": _said("hello", {"protocol": {"const": PROTOCOL}, "wants": _WANTS}),
        "greeting": _said(
            "hello",
            {
                "protocol": {"const": PROTOCOL},
                "name": {"type": "string", "minLength": 1, "maxLength": 80},
                "wants": _WANTS,
            },
            "wants",
        ),
        "game": _said(
            "game",
            {
                "seat": _SEAT,
                "players": _WHOLE,
                "allies": _TEXT,
                "rules": _TEXT,
                "format": _or_null(_TEXT),
                "lists": {"enum": ["open", "closed"]},
                "decks": {"type": "object", "additionalProperties": _ref("deck")},
                "clock": _or_null(_ref("time")),
            },
        ),
        "decide": _said(
            "decide",
            {
                "id": _WHOLE,
                "decision": _TEXT,
                "question": _TEXT,
                "actions": _list(_ref("action")),
                "view": view,
                "observation": _ref("observation"),
                "events": _list(_ref("event")),
                "time": _or_null(_ref("time")),
            },
            *("question", "view", "observation", "events"),
        ),
        "world": _said(
            "world",
            {
                "world": _WHOLE,
                "decider": _or_null(_SEAT),
                "decision": _or_null(_TEXT),
                "day": _WHOLE,
                "phase": _TEXT,
                "over": {"type": "boolean"},
                "winners": _TEXT,
                "question": _TEXT,
                "actions": _list(_ref("action")),
                "observation": _ref("observation"),
                "view": view,
            },
            *("question", "observation", "view"),
        ),
        "refused": _said("refused", {"problem": _TEXT}),
        "error": _said("error", {"problem": _TEXT}),
        "result": _said(
            "result",
            {
                "you": {"enum": ["won", "lost", "drawn"]},
                "winners": _TEXT,
                "how": {"enum": ["played", "forfeit"]},
                "problem": _TEXT,
            },
        ),
        "act": _said("act", {"id": _WHOLE, "action": _WHOLE}),
        "ask": _said("world", {"seed": _WHOLE, "wants": _WANTS}, "wants"),
        "try": _said("try", {"world": _WHOLE, "action": _WHOLE, "wants": _WANTS}, "wants"),
        "note": _said("note", {"text": {"type": "string", "maxLength": LONG}}),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Lines between altered-env and a bot, protocol {PROTOCOL}",
        "oneOf": [_ref("to_bot"), _ref("from_bot")],
        "$defs": {
            "to_bot": {"anyOf": [_ref(name) for name in TO_BOTS]},
            "from_bot": {"anyOf": [_ref(name) for name in FROM_BOTS]},
            **defs,
        },
    }


def problem(message: Any, kind: str) -> str:
    """The fault of a message of this kind, in words; empty if there is none."""
    return _wrong(message, _ref(kind), "")


_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}
_NAMED = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "boolean": "true or false",
    "null": "null",
    "integer": "a whole number",
    "number": "a number",
}


def _wrong(value: Any, said: Schema, place: str) -> str:
    if "$ref" in said:
        said = schema()["$defs"][said["$ref"].rpartition("/")[2]]
    here = place or "the message"
    if "anyOf" in said:
        wrong = [_wrong(value, one, place) for one in said["anyOf"]]
        return "" if "" in wrong else wrong[0]
    if "const" in said and (value != said["const"] or isinstance(value, bool)):
        return f"{here} is {_shown(value)}; expected {said['const']!r}"
    if "enum" in said and (not isinstance(value, str) or value not in said["enum"]):
        return f"{here} is {_shown(value)}; expected one of {', '.join(said['enum'])}"
    kind = said.get("type")
    if kind is None:
        return ""
    whole = kind == "integer" and isinstance(value, float) and value.is_integer()  # 3.0 is one
    right = whole or isinstance(value, _TYPES[kind])
    if not right or (isinstance(value, bool) and kind != "boolean"):
        return f"{here} is {_shown(value)}; expected {_NAMED[kind]}"
    if kind == "object":
        return _wrong_object(value, said, place)
    if kind == "array":
        if len(value) > said.get("maxItems", len(value)):
            return f"{here} has {len(value)} entries; expected at most {said['maxItems']}"
        items = said.get("items", {})
        inner = (_wrong(one, items, f"{place}[{i}]") for i, one in enumerate(value))
        return next(filter(None, inner), "")
    if kind == "string":
        low, high = said.get("minLength", 0), said.get("maxLength", len(value))
        if not low <= len(value) <= high:
            return f"{here} has {len(value)} characters; expected {low} to {high}"
    if kind == "integer" and not said.get("minimum", value) <= value <= said.get("maximum", value):
        return f"{here} is {_shown(value)}; expected {said['minimum']} to {said['maximum']}"
    return ""


def _wrong_object(value: dict[str, Any], said: Schema, place: str) -> str:
    here = place or "the message"
    says: dict[str, Schema] = said.get("properties", {})
    more = said.get("additionalProperties", True)
    for name in said.get("required", ()):
        if name not in value:
            return f"{here} lacks {name!r}"
    for name, one in value.items():
        inner = f"{place}.{name}" if place else name
        if name in says:
            wrong = _wrong(one, says[name], inner)
        elif more is False:
            return f"{here} has an unknown name {name!r:.60}; expected {', '.join(says)}"
        else:
            wrong = _wrong(one, more, inner) if isinstance(more, dict) else ""
        if wrong:
            return wrong
    return ""


def _shown(value: Any) -> str:
    return f"{value!r:.40}" if not isinstance(value, int) or abs(value) < 10**20 else "too large"


if __name__ == "__main__":
    write_atomically(FILE, (json.dumps(schema(), indent=1) + "\n").encode())
