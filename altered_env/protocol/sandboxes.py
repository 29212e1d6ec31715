"""Where the programs of others run: in bubblewrap, as another user, or with the rights of the host.

In bubblewrap a program has a file system of its own, all of it read-only but an empty /tmp: the
system's files, what its interpreter is installed in, and its own folder. There is no network, no
process but its own, and little of the environment. Its own folder is that of each file in its
command; of a file that lies in the working folder, in the home folder or in one above them, only
the file is there.

As another user, which takes root, it can read what everybody can, and can neither signal nor
inspect processes of others.

>>> chosen("none", ["true"]).kind
'none'
"""

from __future__ import annotations

import functools
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from altered_env._runtime.input_files import OPTIONS, PROGRAM, InputFileError, opened, read_text
from altered_env.protocol.supervisor import FIRST_USER

KINDS = ("auto", "bwrap", "user", "none")
SPACE = 64 << 20
"""Bytes that a program may write to /tmp, and to /dev/shm."""
PATIENCE = 20.0
"""Seconds for the trial of a sandbox."""
HIDDEN = "ALTERED_HIDDEN"
"""The variable of the environment that names hidden files and folders, for worker processes."""
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store")
SETTINGS = (
    *("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "java*"),
    *("ssl/openssl.cnf", "pki/tls/openssl.cnf", "crypto-policies"),
)
"""What interpreters read in /etc."""
ELSEWHERE = ("/proc", "/sys", "/dev", "/run", "/var/run")
"""Folders of which nothing is shown."""
VARIABLES = ("PATH", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "VIRTUAL_ENV", "JAVA_HOME")
BEGINNINGS = ("LC_", "PYTHON", "PYENV_", "NODE_", "OMP_", "MKL_", "OPENBLAS_", "BOT_")
"""The environment that a program keeps; `BOT_` is for those who have something to tell it."""
CHECK = 'for f do [ -r "$f" ] || { echo "$f"; exit 7; }; done; [ -x "$1" ]'
"""Can all of these be read, and the first be run?"""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How a program is started in a sandbox, which was tried before."""

    kind: str
    """`bwrap`, `user` or `none`."""
    before: tuple[str, ...] = ()
    """The words before the command."""
    user: bool = False
    """Does it run as a user of its own?"""
    why: str = ""
    """Why there is no better one."""

    def words(self, command: Sequence[str], user: int) -> list[str]:
        """The whole command to start; `setpriv` gets the number of the user."""
        as_user = (
            "setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups",
            "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--",
        )  # fmt: skip
        within = as_user if self.user and self.before else ()
        return [*self.before, *within, *command]

    def environment(self) -> dict[str, str]:
        """The environment of the program."""
        if self.kind == "none":
            return dict(os.environ)
        kept = {k: v for k, v in os.environ.items() if k in VARIABLES or k.startswith(BEGINNINGS)}
        return {**kept, "HOME": "/tmp", "TMPDIR": "/tmp"}

    def __str__(self) -> str:
        if self.kind == "bwrap":
            return (
                "in bubblewrap: without a network, and only with the system's files and their own"
            )
        if self.kind == "user":
            return f"as separate users, without bubblewrap ({self.why})"
        return f"without a sandbox: they can read your files and signal your processes ({self.why})"


def hide(path: str | os.PathLike[str]) -> None:
    """Hide a file or folder from programs that this process and its workers start from now on. It
    has to exist by then."""
    names = [*hidden(), str(Path(path).absolute())]
    os.environ[HIDDEN] = os.pathsep.join(dict.fromkeys(names))


def hidden() -> list[str]:
    """The files and folders that were hidden."""
    return [name for name in os.environ.get(HIDDEN, "").split(os.pathsep) if name]


def new_user() -> int:
    """The number of an unused user."""
    return FIRST_USER + secrets.randbits(30)


def chosen(kind: str, command: Sequence[str], readable: Sequence[str] = ()) -> Sandbox:
    """The sandbox of this kind for a program, or the best that works here. `readable` are files and
    folders that it may read besides its own.

    Raises `ValueError` where a kind was asked for that does not work, with the reason.
    """
    if kind not in KINDS:
        raise ValueError(
            f"a sandbox must be {', '.join(KINDS[:-1])} or {KINDS[-1]}, found {kind!r:.40}"
        )
    if kind == "none":
        return Sandbox("none", why="--sandbox none")
    there = tuple(str(Path(one).absolute()) for one in readable)
    for path in there:
        if not os.path.exists(path):
            raise ValueError(f"--readable {path}: there is no such file or folder")
    here = (os.getcwd(), os.environ.get("PATH", ""))
    found = _tried(kind, tuple(command), there, tuple(hidden()), here)
    if isinstance(found, str):
        raise ValueError(f"--sandbox {kind} does not work here: {found}")
    return found


@functools.lru_cache(maxsize=256)
def _tried(
    kind: str,
    command: tuple[str, ...],
    readable: tuple[str, ...],
    masked: tuple[str, ...],
    _here: tuple[str, str],
) -> Sandbox | str:
    """The first that works, or why none does; tried once a process."""
    why = []
    if kind in ("auto", "bwrap"):
        found = _bubblewrap(command, readable, masked)
        if isinstance(found, Sandbox):
            return found
        why.append(found)
    if kind in ("auto", "user"):
        problem = _other_user(command)
        if problem is None:
            return Sandbox("user", user=True, why=why[0] if why else "--sandbox user")
        why.append(problem)
    said = "; ".join(why)
    return Sandbox("none", why=said) if kind == "auto" else said


def _other_user(command: Sequence[str]) -> str | None:
    """Why a program cannot run as another user."""
    if sys.platform == "win32" or os.getuid() != 0:
        return "only root can start programs as another user"
    return _problem(Sandbox("user", user=True), command)


def _bubblewrap(
    command: Sequence[str], readable: Sequence[str], masked: Sequence[str]
) -> Sandbox | str:
    """A sandbox of bubblewrap; in it root is another user, where that one can read the files."""
    program = shutil.which("bwrap")
    if sys.platform != "linux" or program is None:
        return "bubblewrap is not installed"
    help = subprocess.run([program, "--help"], capture_output=True, text=True, check=False).stdout
    rest = _file_system(command, readable, masked, "--size" in help)
    apart = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts")
    kept = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP")
    as_user = (*apart, "--unshare-cgroup-try", "--cap-drop", "ALL", *kept)
    as_it_is = ("--unshare-all", "--cap-drop", "ALL")
    problem = None
    for before, user in ((as_user, True), (as_it_is, False)):
        if user and os.getuid() != 0:
            continue
        words = (program, "--die-with-parent", "--new-session", *before, *rest, "--")
        found = Sandbox("bwrap", words, user)
        problem = _problem(found, command)
        if problem is None:
            return found
    return f"bubblewrap: {problem}"


def _problem(sandbox: Sandbox, command: Sequence[str]) -> str | None:
    """Try a sandbox: can its program be read and started there? The problem, if any."""
    files = [shutil.which(command[0]) or command[0], *filter(os.path.isfile, command[1:])]
    trial = ["/bin/sh", "-c", CHECK, "sh", *files]
    number = new_user()
    user = number if sandbox.user and not sandbox.before else None
    try:
        tried = subprocess.run(
            sandbox.words(trial, number),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            env=sandbox.environment(),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it did not start within {PATIENCE:.0f} s"
    except (OSError, subprocess.SubprocessError) as error:
        return str(error)
    if tried.returncode == 7:
        return f"{os.fsdecode(tried.stdout).strip()} is closed to other users"
    said = os.fsdecode(tried.stderr).strip().rpartition("\n")[2]
    return (said or f"status {tried.returncode}") if tried.returncode else None


# the file system of a program


def _file_system(
    command: Sequence[str], readable: Sequence[str], masked: Sequence[str], sized: bool
) -> tuple[str, ...]:
    """Arguments of bubblewrap. Where it cannot limit a folder in memory, none can be written to."""
    found: list[str] = []
    for name in SYSTEM:
        if os.path.islink(name):
            found += ["--symlink", os.readlink(name), name]
        elif os.path.isdir(name):
            found += ["--ro-bind", name, name]
    found += ["--proc", "/proc", "--dev", "/dev"]
    for folder in ("/tmp", "/dev/shm"):
        size = ["--size", str(SPACE)] if sized else []
        found += [*size, "--perms", "1777", "--tmpfs", folder]
    settings = {str(path) for pattern in SETTINGS for path in Path("/etc").glob(pattern)}
    shown = sorted({*_shown(command), *readable, *settings})
    outside = (*SYSTEM, *ELSEWHERE)
    shown = [path for path in shown if not _is_within(path, outside)]
    shown = [path for path in shown if not any(path.startswith(up + "/") for up in shown)]
    here = os.getcwd()
    made: set[str] = set()
    for path in (*shown, f"{here}/here"):
        for parent in reversed(Path(path).parents):
            name = str(parent)
            if name in ("/", "/tmp") or name in made or _is_within(name, (*shown, *SYSTEM)):
                continue
            made.add(name)  # a folder that bubblewrap makes by itself is closed to other users
            found += ["--perms", "0755", "--dir", name]
        if path in shown:
            found += ["--ro-bind", path, path]
    for path in masked:
        if _is_within(path, shown) and os.path.isdir(path):
            found += ["--perms", "0000", "--tmpfs", path]
        elif _is_within(path, shown) and os.path.exists(path):
            found += ["--ro-bind", os.devnull, path]
    closed = [] if sized else ["--remount-ro", "/tmp", "--remount-ro", "/dev/shm"]
    return (*found, *closed, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", here)


def _is_within(path: str, folders: Iterable[str]) -> bool:
    return any(path == one or path.startswith(one + "/") for one in folders)


def _shown(command: Sequence[str]) -> Iterator[str]:
    """The files and folders that a command needs."""
    for number, word in enumerate(command):
        program = shutil.which(word) if number == 0 or "/" not in word else None
        if program is not None:
            yield from _needs(os.path.abspath(program))
        top = word.partition(".")[0]
        of_module = (top, top + ".py") if number and command[number - 1] == "-m" else ()
        for name in (word, *of_module) if number else ():
            path = os.path.abspath(name)
            if os.path.isfile(path):
                yield from _beside(path)
            elif os.path.isdir(path) and not _is_wide(Path(path)):
                yield path


def _needs(program: str, deep: int = 3) -> Iterator[str]:
    """The installation of a program, through symbolic links, and that of its interpreter."""
    chain = [program]
    while os.path.islink(chain[-1]) and len(chain) < 40:
        target = os.path.join(os.path.dirname(chain[-1]), os.readlink(chain[-1]))
        chain.append(os.path.normpath(target))
    for link in dict.fromkeys((*chain, os.path.realpath(program))):
        folder = os.path.dirname(link)
        prefix = os.path.dirname(folder)
        if os.path.basename(folder) not in ("bin", "sbin", "shims"):
            yield from _beside(link)
        elif not _is_wide(Path(prefix)):
            yield prefix
            yield from _home_of(prefix)
        else:
            parts = (os.path.join(prefix, part) for part in ("bin", "lib", "lib64"))
            yield from filter(os.path.isdir, parts)
    with opened(program, PROGRAM) as file:
        first = os.fsdecode(file.read(256)).partition("\n")[0]
    if first.startswith("#!") and deep:
        for word in first[2:].split():
            runs = shutil.which(word)
            if runs is not None:
                yield from _needs(os.path.abspath(runs), deep - 1)


def _home_of(prefix: str) -> Iterator[str]:
    """The installation that a virtual environment of Python was made from."""
    try:
        lines = read_text(Path(prefix, "pyvenv.cfg"), OPTIONS).splitlines()
    except InputFileError:
        return
    for line in lines:
        name, _, value = line.partition("=")
        home = Path(value.strip())
        if name.strip() == "home" and home.is_dir() and not _is_wide(home.parent):
            yield str(home.parent)


def _beside(path: str) -> Iterator[str]:
    """The folder of a file, or the file alone where that one holds more than the program."""
    folder = os.path.dirname(path)
    yield path if _is_wide(Path(folder)) else folder


def _is_wide(folder: Path) -> bool:
    """Does this folder hold the working folder, the home folder, or what everybody writes to?"""
    home = Path.home()
    apart = (Path.cwd(), home, home / ".local", home / ".config", Path(tempfile.gettempdir()))
    return any(folder == one or folder in one.parents for one in apart)
