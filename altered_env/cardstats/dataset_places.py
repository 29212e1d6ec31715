"""Storage of a dataset: a folder, or a URL that fsspec supports (`s3://`, `gs://`, `file://`,
`memory://`, ...). Files are written atomically.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from altered_env._runtime import signals
from altered_env._runtime.atomic_files import make_folder, write_atomically
from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.input_files import TABLE, read_bytes
from altered_env.cardstats.dataset import KINDS, file_of, kept

PLAN = "plan.json"


class Folder:
    """A local folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __str__(self) -> str:
        return str(self.folder)

    def read(self, name: str) -> bytes | None:
        """Return the contents of a file; None if it does not exist."""
        path = self.folder / name
        return read_bytes(path, TABLE) if path.is_file() else None

    def write(self, name: str, data: bytes) -> None:
        """Write a file. Raises `OSError` that names it."""
        write_atomically(self.folder / name, data)

    def is_used(self) -> bool:
        """Return whether anything is stored there."""
        folder = self.folder
        return folder.exists() and (not folder.is_dir() or any(folder.iterdir()))

    def alone(self) -> AbstractContextManager[None]:
        """Exclude other local processes from writing there meanwhile. Raises `OSError`."""
        return writing_in(self.folder)

    def make(self) -> None:
        """Make the folders of a dataset. Raises `OSError` that names what is in the way."""
        for kind in KINDS:
            make_folder(self.folder / kind)

    def kept(self, part: int) -> int:
        """Return the number of complete games in a part."""
        return kept(self.folder, part)


class Url:
    """A location that fsspec opens by its URL."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        try:
            import fsspec
        except ImportError:
            raise ValueError(
                f"{url} needs the extra [cluster]: pip install 'altered-env[cluster]'"
            ) from None
        try:
            self._files, self._root = fsspec.core.url_to_fs(self.url)
        except (ImportError, ValueError) as error:
            raise ValueError(f"{url} is not a place to write to: {error}") from None

    def __str__(self) -> str:
        return self.url

    @contextmanager
    def _naming(self, name: str) -> Iterator[None]:
        """Turn any error of a protocol's library into one that names the file."""
        try:
            yield
        except Exception as error:  # each library raises its own
            said = str(error).partition("\n")[0] or type(error).__name__
            raise OSError(f"{self.url}/{name} cannot be reached: {said}") from error

    def read(self, name: str) -> bytes | None:
        """Return the contents of a file; None if it does not exist."""
        path = f"{self._root}/{name}"
        with self._naming(name):
            data: bytes | None = self._files.cat_file(path) if self._files.exists(path) else None
        return data

    def write(self, name: str, data: bytes) -> None:
        """Write a file under a temporary name, then rename it. Raises `OSError` that names it."""
        path = f"{self._root}/{name}"
        folder, _, last = path.rpartition("/")
        beside = f"{folder}/.{last}.part"
        with signals.whole(), self._naming(name):
            self._files.makedirs(folder, exist_ok=True)
            self._files.pipe_file(beside, data)
            if self._files.exists(path):
                self._files.rm_file(path)
            self._files.mv(beside, path)

    def is_used(self) -> bool:
        """Return whether anything is stored there."""
        with self._naming(""):
            return bool(self._files.exists(self._root) and self._files.find(self._root))

    def alone(self) -> AbstractContextManager[None]:
        """Do nothing: remote storage has no locks."""
        return nullcontext()

    def make(self) -> None:
        """Do nothing: folders are created with their files."""

    def kept(self, part: int) -> int:
        """Return the number of complete games in a part, which is checked locally."""
        with signals.temporary_folder() as name:
            folder = Path(name)
            for file in (PLAN, *(part_name(kind, part) for kind in KINDS)):
                data = self.read(file)
                if data is None:
                    return 0
                (folder / file).parent.mkdir(exist_ok=True)
                (folder / file).write_bytes(data)
            return kept(folder, part)


Place = Folder | Url


def place_of(name: str | Path) -> Place:
    """Return the place with this name.

    >>> str(place_of("games"))
    'games'
    """
    return Url(str(name)) if "://" in str(name) else Folder(Path(name))


def part_name(kind: str, part: int) -> str:
    """Return the name of a part's file.

    >>> part_name("games", 3)
    'games/000003.parquet'
    """
    return file_of(Path(), kind, part).as_posix()


def write_part(place: Place, part: int, data: dict[str, bytes]) -> None:
    """Write the files of a part. The file of games comes last, since it marks the part complete."""
    with signals.whole():
        for kind in reversed(KINDS):
            place.write(part_name(kind, part), data[kind])
