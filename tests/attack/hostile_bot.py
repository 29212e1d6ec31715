"""A bot that plays the first action on offer, until it attacks in the way that its argument says.

It needs Python alone. It reports `LEAK` if it has read the host's secret.
"""

import contextlib
import ctypes
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

_, WAY, TOKEN, FILES, *_ = *sys.argv, "", "", ""
SECRETS = FILES.split(os.pathsep)
AT = 3
"""The decision at which it attacks."""
SLEEPER = [sys.executable, "-S", "-c", "import time; time.sleep(600)", TOKEN]


def write(data):
    """Bytes to the host, all of them."""
    while data:
        data = data[os.write(1, data) :]


def say(message):
    write(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")


def in_private_place():
    """Return whether a broadcast signal practically certainly hits no other process."""
    if os.getuid() >= 1 << 30:
        return True
    with open("/proc/1/comm") as file:
        return file.read().strip() == "bwrap"


def sleep(_said):
    time.sleep(600)


def burn(_said):
    while True:
        pass


def flood(_said):
    while True:
        write(b"x" * 65_536)


def chatter(_said):
    while True:
        write(b"x\n" * 32_768)


def complain(_said):
    for _ in range(100):
        sys.stderr.write("\x1b]0;mine\x07" * 10_000)


def ask_and_not_read(_said):
    write(b'{"type":"world","seed":1,"wants":["words","numbers"]}\n' * 12_000)
    time.sleep(600)


def ask_at_length(_said):
    threading.Thread(target=lambda: [None for _ in sys.stdin.buffer], daemon=True).start()
    write(b'{"type":"world","seed":1,"wants":["words","numbers"]}\n' * 12_000)
    time.sleep(600)


def note_at_length(_said):
    write(b'{"type":"note","text":"\\u001b[2J"}\n' * 1_100)
    time.sleep(600)


def close_output(_said):
    os.close(1)
    time.sleep(600)


def close_input(_said):
    os.close(0)
    time.sleep(600)


def close_all(_said):
    for pipe in (0, 1, 2):
        os.close(pipe)
    time.sleep(600)


def drip(said):
    for byte in json.dumps({"type": "act", "id": said["id"], "action": 1}).encode():
        write(bytes([byte]))
        time.sleep(0.1)


def line(text):
    def attack(said):
        number, action = str(said["id"]).encode(), str(said["actions"][0]["id"]).encode()
        say(text.replace(b"ID", number).replace(b"ACTION", action) + b"\n")

    return attack


def answer_twice(said):
    for _ in range(2):
        say({"type": "act", "id": said["id"], "action": said["actions"][0]["id"]})


def answer_late(said):
    time.sleep(3)
    say({"type": "act", "id": said["id"], "action": said["actions"][0]["id"]})


def stop(_said):
    os.kill(os.getpid(), signal.SIGSTOP)


def echo(_said):
    os.execv("/bin/cat", ["cat"])


def crash_in_colour(_said):
    sys.stderr.write("\x1b[31mred\x1b]0;title\x07\u202e\x9b2J")
    sys.exit(3)


def leave_daemon_with_pipes(_said):
    if os.fork():
        os._exit(0)
    os.setsid()
    time.sleep(600)


def double_fork(_said):
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for pipe in (0, 1, 2):
                    os.close(pipe)
                os.execve(SLEEPER[0], SLEEPER, {})
            os._exit(0)


def ignore_signals(_said):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=lambda: time.sleep(600)).start()


def fork_bomb(_said):
    while True:
        with contextlib.suppress(OSError):
            os.fork()


def thread_bomb(_said):
    while True:
        threading.Thread(target=time.sleep, args=(600,)).start()


def zombies(_said):
    for _ in range(100):
        if os.fork() == 0:
            os._exit(0)


def fill_memory(_said):
    kept = []
    while True:
        kept.append(b"x" * (32 << 20))


def fill_memory_together(_said):
    for _ in range(8):
        if os.fork() == 0:
            kept = [b"x" * (1 << 20) for _ in range(60)]
            time.sleep(600)
            del kept
    time.sleep(600)


def fill_file(_said):
    for folder in ("/tmp", "."):
        with contextlib.suppress(OSError), open(f"{folder}/{TOKEN}", "wb") as file:
            os.unlink(file.name)
            for _ in range(200):
                file.write(b"x" * (1 << 20))
    raise SystemExit("full")


def open_files(_said):
    while True:
        os.open("/dev/null", os.O_RDONLY)


def kill_parent(_said):
    for _ in range(3):
        with contextlib.suppress(OSError):
            os.kill(os.getppid(), signal.SIGKILL)


def kill_group(_said):
    with contextlib.suppress(OSError):
        os.killpg(os.getpgid(os.getppid()), signal.SIGKILL)


def kill_everybody(_said):
    assert in_private_place()
    with contextlib.suppress(OSError):
        os.kill(-1, signal.SIGKILL)


def stop_everybody(_said):
    assert in_private_place()
    me = os.getpid()
    for name in filter(str.isdigit, os.listdir("/proc")):
        if int(name) not in (me, 1):
            with contextlib.suppress(OSError):
                os.kill(int(name), signal.SIGSTOP)


def leak(what):
    say(f"LEAK of {what}\n".encode())


def read_memory(_said):
    parent = os.getppid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(16, parent, 0, 0) == 0:  # PTRACE_ATTACH
        leak("ptrace")
    for name in ("mem", "environ", "maps", "root/etc/hostname", "cwd/pyproject.toml"):
        with contextlib.suppress(OSError), open(f"/proc/{parent}/{name}", "rb") as file:
            found = file.read(16)
            # in a sandbox the parent is bubblewrap's own, which holds nothing of the host
            if found and not in_sandbox_of_processes():
                leak(name)


def in_sandbox_of_processes():
    with open("/proc/1/comm") as file:
        return file.read().strip() == "bwrap"


def read_everybody(_said):
    for name in filter(str.isdigit, os.listdir("/proc")):
        for part in ("cmdline", "environ"):
            if part == "cmdline" and not in_sandbox_of_processes():
                continue  # which another user can see
            with contextlib.suppress(OSError), open(f"/proc/{name}/{part}", "rb") as file:
                found = file.read()
                if any(word in found for word in (b"SECRET_OF_HOST", b"pytest", b"attack.hostile")):
                    leak(f"{name}/{part}")


def read_secrets(_said):
    for path in SECRETS:
        for name in (path, os.path.relpath(path), "/proc/self/root" + path):
            with contextlib.suppress(OSError), open(name) as file:
                if file.read():
                    leak(path)


def follow_links(_said):
    for number, path in enumerate(SECRETS):
        with contextlib.suppress(OSError):
            name = f"/tmp/{TOKEN}-{number}"
            os.symlink(path, name)
            try:
                with open(name) as file:
                    if file.read():
                        leak(path)
            finally:
                os.unlink(name)


def change_itself(_said):
    for path in (__file__, os.path.dirname(__file__), sys.executable):
        with contextlib.suppress(OSError):
            os.chmod(path, 0o777)
            leak(f"writing to {path}")
        if os.access(path, os.W_OK):
            leak(f"writing to {path}")


def be_root(_said):
    for become in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0])):
        with contextlib.suppress(OSError):
            become()
            leak("root")
    with contextlib.suppress(OSError):
        os.chroot("/tmp")
        leak("chroot")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0:
        leak("mount")


def lift_limits(_said):
    for what in (resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(what, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            leak("limits")


def use_network(_said):
    port = int(TOKEN[-5:])
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        leak("network")


def find_descriptors(_said):
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2:
            with contextlib.suppress(OSError):
                if not os.readlink(f"/proc/self/fd/{name}").startswith("/proc/"):
                    leak(f"descriptor {name}")


def start_helpers(_said):
    for _ in range(20):
        subprocess.Popen(SLEEPER, start_new_session=True)


GREETINGS = {
    "hello too long": b'{"type":"hello","protocol":1,"name":"' + b"n" * 70_000 + b'"}\n',
    "hello of another version": b'{"type":"hello","protocol":true,"name":"x"}\n',
    "no hello": b"",
    "answer before asked": b'{"type":"hello","protocol":1,"name":"x"}\n'
    b'{"type":"act","id":1,"action":999999}\n',
    "name with escapes": b'{"type":"hello","protocol":1,"name":"\\u001b[2J\\u0007\\u202e"}\n',
    "leave after hello": b'{"type":"hello","protocol":1,"name":"x"}\n',
}
WAYS = {
    "silence": sleep,
    "burn": burn,
    "flood without lines": flood,
    "flood of lines": chatter,
    "flood of complaints": complain,
    "12,000 requests, unread": ask_and_not_read,
    "12,000 requests, read": ask_at_length,
    "1,100 notes": note_at_length,
    "close output": close_output,
    "close input": close_input,
    "close all": close_all,
    "drip": drip,
    "huge number": line(b'{"type":"act","id":ID,"action":' + b"9" * 5_000 + b"}"),
    "infinite number": line(b'{"type":"act","id":ID,"action":1e999}'),
    "deep nesting": line(b"[" * 60_000),
    "no UTF-8": line(b'{"type":"act","id":ID,"action":ACTION,"\xff":0}'),
    "NUL bytes": line(b'{"type":"act",\0"id":ID,"action":ACTION}'),
    "negative id": line(b'{"type":"act","id":-1,"action":ACTION}'),
    "bool for a number": line(b'{"type":"act","id":true,"action":ACTION}'),
    "a name twice": line(b'{"type":"act","id":ID,"action":0,"action":ACTION}'),
    "line too long": line(b'{"type":"act","id":ID,"action":ACTION}' + b" " * 70_000),
    "escapes in a line": line(b"\x1b[2J\x1b]0;mine\x07"),
    "answer twice": answer_twice,
    "answer another decision": line(b'{"type":"act","id":7ID,"action":ACTION}'),
    "answer late": answer_late,
    "stop itself": stop,
    "become cat": echo,
    "crash in colour": crash_in_colour,
    "leave a daemon with the pipes": leave_daemon_with_pipes,
    "double fork, no environment": double_fork,
    "ignore signals": ignore_signals,
    "helpers in sessions of their own": start_helpers,
    "fork bomb": fork_bomb,
    "thread bomb": thread_bomb,
    "zombies": zombies,
    "fill memory": fill_memory,
    "fill memory together": fill_memory_together,
    "fill a file": fill_file,
    "open files": open_files,
    "lift limits": lift_limits,
    "descriptors of the host": find_descriptors,
    "kill the parent": kill_parent,
    "kill the parent's group": kill_group,
    "kill everybody": kill_everybody,
    "stop everybody": stop_everybody,
    "memory of the host": read_memory,
    "environment of everybody": read_everybody,
    "secret files": read_secrets,
    "secret files by links": follow_links,
    "change its own files": change_itself,
    "become root": be_root,
    "network": use_network,
}


def main():
    for text in sys.stdin:
        said = json.loads(text)
        if said["type"] == "hello":
            say(GREETINGS.get(WAY, b'{"type":"hello","protocol":1,"name":"hostile"}\n'))
            if WAY == "leave after hello":
                os._exit(0)
        elif said["type"] == "decide":
            if said["id"] == AT and WAY in WAYS:
                WAYS[WAY](said)
                if WAY in ANSWERED:
                    continue
            say({"type": "act", "id": said["id"], "action": said["actions"][0]["id"]})


ANSWERED = {"drip", "answer twice", "answer late", "answer another decision"} | {
    name for name, attack in WAYS.items() if attack.__name__ == "attack"
}

if __name__ == "__main__":
    main()
