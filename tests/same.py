"""A regression check of compiled cards, refusals, games and observations.

For changes that are to change nothing. `make same` records what there is in build/same.json where
nothing is recorded yet, and compares with it where something is.

python -m tests.same [--quick] [--file FILE]      --quick: books and refusals alone, in seconds
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from altered_env import altered_v0, cards, decks
from altered_env.cards import Card, catalogue
from altered_env.cards.exports import read_official
from altered_env.cards.importing import names_with, read_cards
from altered_env.engine.chance import seed_words
from altered_env.engine.terms import RULE
from altered_env.game.books import digest, pool_book
from altered_env.game.engine_api import begin, random_steps
from altered_env.game.kernels import games_for
from altered_env.game.table_setup import lay_out
from altered_env.language.book import Book, write_book
from altered_env.language.compiler import build_book
from altered_env.language.errors import NotationError
from altered_env.language.notation import read_ability
from altered_env.language.vocabulary import ATTRIBUTES, CALLS, WORDS
from altered_env.language.words import RULESETS
from tests.language.conftest import EVERY

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "build" / "same.json"
UNIQUES = ROOT.parent / "shared" / "cards" / "unique-sample.jsonl"
AT_ONCE = 400
"""The number of card lines per book."""
GAMES = 100
"""The number of games for each number of players and ruleset."""
WATCHED = 5
"""The number of those with observations and masks."""
LINES = 6_000
SIGNS = ["(", ")", "{", "}", ", ", ": ", "; ", " = ", " := ", ".", " | ", " & ", "~", " <= "]
SIGNS += [" == ", " + ", " - ", " if ", " else ", " and ", " not ", "x", "2", "0", "'", "*"]

Found = dict[str, str]


def hashed(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]


# books


def books() -> Found:
    """The compiled form of the pool, every line of it and of the tests, and of unique cards."""
    found = {"the pool": digest(pool_book())}
    found.update(compiled("lines", EVERY, AT_ONCE))
    found.update(uniques())
    return found


def card_of(line: str, number: int) -> Card:
    """A card with this line and nothing else."""
    support = line.startswith(("D", "I,", "I:")) or ", D:" in line
    return Card(
        reference=f"OWN_AX_{number}_C",
        name=f"Card {number}",
        faction="axiom",
        rarity="common",
        type="spell" if line.startswith("effect") else "character",
        abilities=() if support else (line,),
        support=(line,) if support else (),
    )


def built(lines: list[str]) -> Book | str:
    """Return the book of one card for each line, or the reason why there is none."""
    try:
        return build_book([card_of(line, n) for n, line in enumerate(lines)], catalogue().tokens)
    except Exception as error:  # compile errors are recorded as well
        return repr(error)


def compiled(kind: str, lines: list[str], at_once: int) -> Found:
    """The books of lines, and why those that are refused are."""
    found: Found = {}
    for start in range(0, len(lines), at_once):
        some = lines[start : start + at_once]
        book = built(some)
        if isinstance(book, str):
            found[f"{kind}: {some[0]}"] = book
            continue
        found[f"{kind}: {some[0]}"] = hashed(write_book(book))
        for reference, why in book.unsupported.items():
            found[f"{kind}: {some[int(reference.split('_')[2])]}"] = why
    return found


def uniques() -> Found:
    """Unique cards of the reference data, where it is."""
    if not UNIQUES.is_file():
        return {}
    officials = read_official(UNIQUES).cards
    names = names_with(cards.catalogue().names, officials)
    read = [reading.card for reading in read_cards(officials, names) if reading.card is not None]
    book = build_book(read, catalogue().tokens, names)
    found = {f"unique {key}": why for key, why in book.unsupported.items()}
    return {f"{len(read)} uniques": hashed(write_book(book)), **found}


# refusals


def refused() -> Found:
    """Return the results of lines that are mostly meaningless."""
    found: Found = {}
    readable = []
    for line in odd_lines(random.Random(1)):
        try:
            read_ability(line)
        except NotationError as error:
            found[line] = str(error)
        else:
            readable.append(line)
    return {**found, **compiled("odd", readable, 1)}


def odd_lines(chance: random.Random) -> Iterator[str]:
    """Words in any order, values in any place, pieces of lines in others."""
    terms = sorted([f"{name}(" for name in CALLS] + [*WORDS, *ATTRIBUTES])
    heads = ["J", "T", "effect", "when(plays(you, spell))", "D", "while_(day > 1), R", "I"]
    pieces: dict[str, list[str]] = {}
    for line in EVERY:
        for piece in calls(line):
            pieces.setdefault(piece.partition("(")[0], []).append(piece)
    groups: dict[str, list[str]] = {}
    for name in sorted(pieces):
        groups.setdefault(CALLS[name].group, []).append(name)
    for _ in range(LINES // 6):
        yield "".join(chance.choices(SIGNS + terms, k=chance.randint(1, 25)))
        yield f"{chance.choice(heads)}: {value(chance, 3)}"
    for _ in range(LINES):
        line = chance.choice(EVERY)
        for _ in range(chance.randint(1, 3)):
            within = calls(line)
            if not within:
                break
            old = chance.choice(within)
            alike = groups[CALLS[old.partition("(")[0]].group]
            word = chance.choice(alike if chance.random() < 0.8 else sorted(pieces))
            line = line.replace(old, chance.choice(pieces[word]), 1)
        yield line


def calls(line: str) -> list[str]:
    """The words with slots in a line, with their slots."""
    found = []
    for start, sign in enumerate(line):
        begin = start
        while begin and (line[begin - 1].isalpha() or line[begin - 1] == "_"):
            begin -= 1
        if sign != "(" or line[begin:start] not in CALLS:
            continue
        depth = 0
        for end in range(start, len(line)):
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            if depth == 0:
                found.append(line[begin : end + 1])
                break
    return found


def value(chance: random.Random, depth: int) -> str:
    """Something well formed, whether or not it means anything."""
    how = chance.randrange(6) if depth else 0
    if how == 1:
        return f"{value(chance, depth - 1)}.{chance.choice(sorted(ATTRIBUTES))}"
    if how in (2, 3):
        slots = [value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
        return f"{chance.choice(sorted(CALLS))}({', '.join(slots)})"
    if how == 4:
        sign = chance.choice(["|", "&", "+", "<=", "and"])
        return f"({value(chance, depth - 1)} {sign} {value(chance, depth - 1)})"
    if how == 5:
        return f"(x := {value(chance, depth - 1)})"
    return chance.choice([*sorted(WORDS), str(chance.randrange(10))])


# games


def games() -> Found:
    """The last bytes of random games with decks of the whole pool."""
    book = pool_book()
    pool = decks.playable(catalogue().package, book.unsupported)
    found: Found = {}
    for seats in (2, 4):
        for rules, switches in RULESETS.items():
            for number in range(GAMES):
                chance = random.Random(f"{seats}/{rules}/{number}")
                seated = [decks.random_deck(chance, pool) for _ in range(seats)]
                table = games_for(seats)
                teams = RULE.TEAMS if seats == 4 else 0
                lay_out(table, 0, book, seated, number, switches | teams)
                begin(table, 0, book.record)
                rng = np.array(seed_words(number), dtype=np.int64)
                random_steps(table, 0, book.record, rng, 50_000)
                assert table[0]["over"], f"game {number} of {seats} under {rules} has not ended"
                found[f"{seats} under {rules}: {number}"] = hashed(table.tobytes())
    return found


def observations() -> Found:
    """Every observation and mask along random games."""
    found: Found = {}
    for format in ("standard", "two_against_two"):
        for rules in RULESETS:
            env = altered_v0.env(decks="random:50:7", rules=rules, format=format)
            for number in range(WATCHED):
                env.reset(seed=number)
                chance, seen = np.random.default_rng(number), hashlib.sha256()
                for _ in env.agent_iter(20_000):
                    observation, reward, termination, truncation, _ = env.last()
                    for name in sorted(observation):
                        seen.update(np.asarray(observation[name]).tobytes())
                    seen.update(repr(reward).encode())
                    over = termination or truncation
                    legal = np.flatnonzero(observation["action_mask"])
                    env.step(None if over else int(chance.choice(legal)))
                found[f"{format} under {rules}: {number}"] = seen.hexdigest()[:16]
    return found


# the record


def differences(was: Mapping[str, Found], now: Mapping[str, Found]) -> Iterator[str]:
    """The differences of the common parts."""
    for part in was.keys() & now.keys():
        before, after = was[part], now[part]
        for key in [*before, *(key for key in after if key not in before)]:
            if before.get(key) != after.get(key):
                yield f"{part}, {key}\n  was {before.get(key)}\n  is  {after.get(key)}"


def main(arguments: list[str] | None = None) -> int:
    """Record, or compare and say what differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="books and refusals alone")
    parser.add_argument("--file", type=Path, default=RECORD, help="the record")
    options = parser.parse_args(arguments)
    now = {"books": books(), "refused": refused()}
    if not options.quick:
        now |= {"games": games(), "observations": observations()}
    counts = ", ".join(f"{len(found)} {part}" for part, found in now.items())
    if not options.file.is_file():
        options.file.parent.mkdir(parents=True, exist_ok=True)
        new = options.file.with_suffix(".new")
        new.write_text(json.dumps(now, indent=1), "utf-8")
        new.replace(options.file)
        print(f"recorded in {options.file}: {counts}")
        return 0
    wrong = list(differences(json.loads(options.file.read_text("utf-8")), now))
    print("\n".join(wrong[:20]) if wrong else f"all as recorded in {options.file}: {counts}")
    if wrong:
        print(f"{len(wrong)} differences; remove {options.file} to record again")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
