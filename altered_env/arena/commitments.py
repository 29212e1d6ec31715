"""The secret number of a series of games: drawn or loaded, committed to, and revealed at the end.

Next to the recorded games, `FILE.seeds.json` has the commitment from before the first game, and the
secret number once the last is played. Until then the number is in the folder of secrets
(`altered_env/_runtime/seeds.py`), so that an interrupted run resumes with the same games.
"""

from __future__ import annotations

import json
from pathlib import Path

from altered_env._runtime.atomic_files import make_private, naming, umask, write_atomically
from altered_env._runtime.input_files import OPTIONS, read_text
from altered_env._runtime.json_text import parsed
from altered_env._runtime.seeds import (
    DERIVATION,
    Secret,
    commitment_of,
    forget_secret,
    keep_secret,
    kept_secret,
    secrets_folder,
)
from altered_env.arena.line_files import lines_in, refuse_others


def beside(kept: Path) -> Path:
    """The file with the commitment for the games in a file.

    >>> beside(Path("runs/games.jsonl")).as_posix()
    'runs/games.seeds.json'
    """
    return kept.with_suffix(".seeds.json")


def secret_of(kept: Path | None) -> Secret:
    """The secret of the games recorded in this file, public if it was revealed; a new one if there
    are none yet.

    Raises `ValueError` if there are games whose secret is not known here.
    """
    if kept is None:
        return Secret.drawn()
    path = beside(kept)
    if path.exists():
        return _found(path)
    lines = lines_in(kept)
    refuse_others(kept, lines)
    if lines:
        raise ValueError(
            f"{kept} holds games of a given seed: give the same seed (the default was once --seed"
            " 0), or name another file"
        )
    return Secret.drawn()


def commit(kept: Path | None, secret: Secret) -> None:
    """Publish the commitment of a secret before its games, and store the secret itself.

    The file of the games is hidden until they are finished, since programs may run as other users:
    the seed of a game gives away the second game of its deal, if that is still to come.
    """
    if kept is None:
        return
    make_private(kept)
    if not beside(kept).exists():
        keep_secret(secret)
        _state(beside(kept), secret, revealed=False)


def reveal(kept: Path | None, secret: Secret) -> None:
    """Publish the secret of a finished run next to its games."""
    if kept is not None and beside(kept).exists():
        _state(beside(kept), secret, revealed=True)
        forget_secret(secret.commitment)
        with naming(kept):
            kept.chmod(0o666 & ~umask())


def _state(path: Path, secret: Secret, revealed: bool) -> None:
    said = {
        "derivation": DERIVATION,
        "commitment": secret.commitment,
        "secret": secret.digits if revealed else None,
    }
    write_atomically(path, (json.dumps(said, indent=1) + "\n").encode())


def _found(path: Path) -> Secret:
    text = read_text(path, OPTIONS)
    try:
        said = parsed(text)
        commitment, digits, how = (said[name] for name in ("commitment", "secret", "derivation"))
        if how != DERIVATION:
            raise ValueError(f"derivation must be {DERIVATION}, found {how!r:.40}")
        if not isinstance(commitment, str) or not isinstance(digits, str | None):
            raise ValueError("commitment and secret must be strings")
        if digits is not None:
            if commitment_of(digits) != commitment:
                raise ValueError("the secret does not match its commitment")
            return Secret(int(digits, 16), is_public=True)
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{path} does not state the seeds of games: {error!s:.200}") from None
    found = kept_secret(commitment)
    if found is None:
        raise ValueError(
            f"{path}: the secret of these games is not in {secrets_folder()}: resume where they "
            f"were"
            " begun, or name another file"
        )
    return found
