"""The parent of an untrusted program: it limits the program, watches it, and kills everything it
has started.

`pipes.py` runs this file by itself, as a process of its own, with the descriptor of a socket as
its argument. The first line on the socket says what to start. The supervisor says when the program
has been started and how it ended. It ends everything when the socket is closed, so also when the
host dies in whatever way.

On Linux orphans become children of the supervisor (`PR_SET_CHILD_SUBREAPER`), whatever session they
are in and whatever environment they have: when it has no child left, nothing is left.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

if sys.platform != "win32":
    import resource

PROCESSES = 512
"""Processes and threads of a program at most. Some libraries start a thread for each core."""
FILES = 1_024
"""Open files of each process."""
FILE_SIZE = 64 << 20
"""Bytes of a file that it writes."""
WATCH = 0.25
"""Seconds between two looks at its memory and its processes."""
PAUSE = 0.002
SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER, SET_NO_NEW_PRIVILEGES = 1, 36, 38
"""Options of `prctl` (Linux)."""
FIRST_USER = 1 << 30
"""The first of the users for programs, which have one each."""


def _descendants(parent: int) -> Iterator[int]:
    """The processes that a process and its children have started (on Linux)."""
    try:
        tasks = os.listdir(f"/proc/{parent}/task")
    except OSError:
        return
    for task in tasks:
        with contextlib.suppress(OSError), open(f"/proc/{parent}/task/{task}/children") as file:
            for child in map(int, file.read().split()):
                yield child
                yield from _descendants(child)


_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


class _Supervisor:
    """One program, and the socket to the host."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._woken, waking = socket.socketpair()
        waking.setblocking(False)
        self._woken.setblocking(False)
        signal.set_wakeup_fd(waking.fileno(), warn_on_full_buffer=False)
        self._waking = waking
        self._is_told_to_end = False
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._end)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])

    def _end(self, *_: object) -> None:
        self._is_told_to_end = True

    def say(self, **message: Any) -> None:
        with contextlib.suppress(OSError):
            self._control.sendall(json.dumps(message).encode() + b"\n")

    def run(self) -> None:
        with self._control.makefile("rb") as lines:
            plan: dict[str, Any] = json.loads(lines.readline())
        _prctl(SET_CHILD_SUBREAPER, 1)
        if plan["alone"]:  # a setuid bubblewrap could not work with it, and sets it by itself
            _prctl(SET_NO_NEW_PRIVILEGES, 1)
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, -10)  # it has to be faster than a fork bomb
        try:
            program = _start(plan)
        except (OSError, subprocess.SubprocessError) as error:
            self.say(problem=str(error))
            return
        nothing = os.open(os.devnull, os.O_RDWR)
        for pipe in (0, 1, 2):  # they end when those of the program do
            os.dup2(nothing, pipe)
        self.say(pid=program.pid)
        self._watch(program, plan)
        usage = self._kill_all(program.pid, plan["user"])
        self.say(seconds=usage)

    def _watch(self, program: subprocess.Popen[bytes], plan: dict[str, Any]) -> None:
        """Return when it has ended, the host would have it ended, or it takes too much."""
        memory = plan["resident"]
        looked = 0.0
        while not self._is_told_to_end:
            ready, _, _ = select.select([self._control, self._woken], [], [], WATCH)
            if self._control in ready:
                return
            with contextlib.suppress(BlockingIOError):
                self._woken.recv(4_096)
            if self._has_ended(program.pid, plan["translated"]):
                return
            if time.monotonic() - looked < WATCH:
                continue
            looked = time.monotonic()
            found = list(_descendants(os.getpid()))
            if len(found) > PROCESSES:
                self.say(stopped=f"had more than {PROCESSES} processes")
                return
            if sum(map(_resident, found)) > memory:
                self.say(stopped=f"had more than {memory >> 20:,} MiB of memory in total")
                return

    def _has_ended(self, program: int, translated: bool) -> bool:
        """Wait for dead children; is the program among them?"""
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    return False
                if pid == program:
                    code = os.waitstatus_to_exitcode(status)
                    if translated and code > 128:  # so bubblewrap says that it was a signal
                        code = 128 - code
                    self.say(code=code)
                    return True
        return False

    def _kill_all(self, program: int, user: int) -> float:
        """Kill all that it has started; the seconds of processor time that all of it took."""
        while True:
            if user:
                _kill_all_of(user)
            with contextlib.suppress(OSError):
                os.killpg(program, signal.SIGKILL)
            for pid in list(_descendants(os.getpid())):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                break
            time.sleep(PAUSE)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime


def _start(plan: dict[str, Any]) -> subprocess.Popen[bytes]:
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_NOFILE: FILES,
        resource.RLIMIT_NPROC: PROCESSES + _tasks_of(plan["user"] or os.getuid()),
    }
    if plan["memory"]:
        limits[resource.RLIMIT_AS] = plan["memory"] << 20
    if plan["processor"]:
        limits[resource.RLIMIT_CPU] = plan["processor"]

    def limit() -> None:
        _prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        for what, most in limits.items():
            hard = resource.getrlimit(what)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (most, most))

    user = plan["user"] if plan["switch"] else None
    return subprocess.Popen(
        plan["words"],
        env=plan["environment"],
        user=user,
        group=user,
        extra_groups=None if user is None else [],
        start_new_session=True,
        preexec_fn=limit,  # this process has no other thread
    )


def _tasks_of(user: int) -> int:
    """Processes and threads of a user: the limit of the system counts them all."""
    count = 0
    for folder in os.scandir("/proc") if os.path.isdir("/proc/self") else ():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and folder.stat().st_uid == user:
                count += os.stat(f"/proc/{folder.name}/task").st_nlink - 2
    return count


def _resident(pid: int) -> int:
    """Bytes of memory of a process, with shared ones."""
    try:
        with open(f"/proc/{pid}/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    except (OSError, IndexError):
        return 0


def _kill_all_of(user: int) -> None:
    """Kill every process of a user at once, which no fork outruns: a process of that user may
    signal no other ones."""
    if os.fork():
        return  # it is waited for among all others
    try:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        if os.getresuid() == (user, user, user) and user >= FIRST_USER:
            os.kill(-1, signal.SIGKILL)
    finally:
        os._exit(0)


def _prctl(option: int, value: int) -> None:
    if _libc is not None:
        _libc.prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    _Supervisor(socket.socket(fileno=int(sys.argv[1]))).run()
