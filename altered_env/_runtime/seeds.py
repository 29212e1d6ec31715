"""Where seeds come from: the system's source, or a secret that is committed to beforehand.

A run of games draws one secret number. Its hash is stated before the first game, and the number
revealed after the last: seeds could neither be chosen nor games foreseen. Each seed is a keyed hash
of its purpose, so that none can be computed from the others.

>>> secret = Secret(7)
>>> secret.derive("game", 1) == Secret(7).derive("game", 1) != secret.derive("game", 2)
True
>>> secret.derive("game", 1) == secret.derive("agent", 1)
False
>>> secret
Secret(commitment='e5090df26d24')

A secret that must outlive its process is kept below the user's own state folder, under the name of
its commitment, in a file that only this user can read. It is neither with the results nor in the
cache, both of which external programs may read.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import OPTIONS, read_text

BITS = 128
"""As many as the state of a game's generator holds."""
DERIVATION = "hmac-sha256"
"""How seeds follow from a secret, as files name it."""
_DIGITS = re.compile(r"[0-9a-f]{1,64}")


def fresh_seed() -> int:
    """An unpredictable seed from the system's random source."""
    return secrets.randbits(BITS)


def commitment_of(digits: str) -> str:
    """The SHA-256 of a secret number, of its hexadecimal digits as they are written."""
    return hashlib.sha256(digits.encode()).hexdigest()


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A number that the seeds of one game, or of a run of games, follow from."""

    number: int
    is_public: bool = False
    """Was it given? Then anyone who knows it can rebuild the games."""

    @classmethod
    def drawn(cls, seed: int | None = None) -> Secret:
        """A new secret; from a given seed, which hides nothing."""
        if seed is None:
            return cls(fresh_seed())
        if seed < 0:
            raise ValueError(f"a seed must not be negative, found {seed}")
        return cls(seed, is_public=True)

    def __repr__(self) -> str:
        return f"Secret(commitment={self.commitment[:12]!r})"

    @property
    def digits(self) -> str:
        """The number as it is kept and revealed."""
        return f"{self.number:032x}"

    @property
    def commitment(self) -> str:
        """The hash that is stated beforehand."""
        return commitment_of(self.digits)

    def derive(self, *purpose: str | int) -> int:
        """The seed for a purpose, such as `"agent", 1`: 128 bits."""
        said = json.dumps(purpose).encode()
        return int.from_bytes(hmac.digest(self.digits.encode(), said, "sha256")[: BITS // 8], "big")

    # of a single game

    @property
    def game_seed(self) -> int:
        """The seed of the one game that is played with it; one that was named is that itself."""
        return self.number if self.is_public else self.derive("game")

    def agent_seed(self, player: int) -> int:
        """The random seed of this seat's agent."""
        return self.derive("agent", player)


def secrets_folder() -> Path:
    """The folder of the secrets that are not revealed yet: below `XDG_STATE_HOME`, or the home
    folder. Programs that play have no business there, and no sandbox shows it to them."""
    base = os.environ.get("XDG_STATE_HOME", "")
    try:
        state = Path(base) if base else Path.home() / ".local" / "state"
    except RuntimeError:
        raise FileNotFoundError(
            "there is no home folder for the secret of these games: name one in XDG_STATE_HOME"
        ) from None
    return state / "altered-env" / "secrets"


def keep_secret(secret: Secret) -> Path:
    """Keep a secret until it is revealed; only this user can read the file. Raises `OSError`."""
    folder = secrets_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    path = folder / secret.commitment
    write_atomically(path, f"{secret.digits}\n".encode(), mode=0o600)
    return path


def kept_secret(commitment: str) -> Secret | None:
    """The secret of a commitment, if it is kept here. Raises `ValueError` where it is another."""
    path = secrets_folder() / commitment
    if not re.fullmatch(r"[0-9a-f]{64}", commitment) or not path.is_file():
        return None
    return secret_in(path, commitment)


def secret_in(path: Path, commitment: str) -> Secret:
    """The secret in a file. Raises `ValueError` where it is not the one that was committed to."""
    digits = read_text(path, OPTIONS).strip()
    if not _DIGITS.fullmatch(digits) or commitment_of(digits) != commitment:
        raise ValueError(f"{path}: this number does not match its commitment")
    return Secret(int(digits, 16))


def forget_secret(commitment: str) -> None:
    """Keep a secret no longer: it is revealed."""
    (secrets_folder() / commitment).unlink(missing_ok=True)
