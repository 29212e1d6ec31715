"""Facts of a shared library from its headers: its platform, and its requirements there.

The headers of ELF (Linux), PE (Windows) and Mach-O (macOS) are read as they are.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass, field
from typing import Final

from altered_env.building import signing

MACHINES: Final = {62: "x86_64", 183: "aarch64", 0x8664: "amd64", 0x1000007: "x86_64",
                   0x100000C: "arm64"}  # fmt: skip
"""Processors by their numbers in ELF, in PE, and in Mach-O."""
ALLOWED: Final = {
    "linux": re.compile(r"lib(c|m|dl|pthread)\.so\.\d+|ld-linux[\w.-]*"),
    "win": re.compile(r"KERNEL32\.dll|api-ms-win-crt-[\w-]+\.dll|python3\.dll", re.IGNORECASE),
    "macosx": re.compile(r"/usr/lib/libSystem\.B\.dylib|@rpath/[\w.-]+"),
}
"""Libraries that may be needed: those of the system, and Python's."""


@dataclass(frozen=True, slots=True)
class Binary:
    """A library: its system and processor, the libraries that it needs, the versions of the C
    library, and whether it is signed."""

    system: str
    machine: str
    needs: tuple[str, ...] = ()
    versions: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    signed: bool = False


def about(data: bytes) -> Binary:
    """The facts in a library's headers. Raises `ValueError` for any other file."""
    try:
        if data[:4] == b"\x7fELF":
            return _elf(data)
        if data[:2] == b"MZ":
            return _pe(data)
        if data[:4] == b"\xcf\xfa\xed\xfe":
            return _macho(data)
    except (struct.error, LookupError, ValueError) as error:
        raise ValueError(f"a library that is damaged: {error}") from None
    raise ValueError("no library for Linux, Windows or macOS")


def faults(found: Binary, tag: str) -> list[str]:
    """The requirements of a library that a wheel of this platform tag does not promise."""
    wrong = []
    system = next((name for name in ALLOWED if name in tag), "")
    if system != found.system or not tag.endswith(found.machine):
        wrong.append(f"it is for {found.system} on {found.machine}, and the wheel for {tag}")
    elif others := [name for name in found.needs if not ALLOWED[system].fullmatch(name)]:
        wrong.append(f"it needs {', '.join(others)}")
    if (said := re.match(r"manylinux_(\d+)_(\d+)_", tag)) and found.versions:
        newest, promised = max(found.versions), (int(said[1]), int(said[2]))
        if newest > promised:
            wrong.append(f"it needs version {newest[0]}.{newest[1]} of the C library")
    if tag.startswith("macosx") and not found.signed:
        wrong.append("it is not signed")
    return wrong


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()


def _elf(data: bytes) -> Binary:
    (machine,) = struct.unpack_from("<H", data, 18)
    (at,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<2H", data, 58)
    sections = [struct.unpack_from("<2I4Q2I2Q", data, at + n * size) for n in range(count)]
    needs = []
    for _, kind, _, _, offset, length, link, *_ in sections:
        if kind != 6:  # SHT_DYNAMIC
            continue
        names = sections[link][4]
        for place in range(offset, offset + length, 16):
            tag, value = struct.unpack_from("<2Q", data, place)
            if tag == 1:  # DT_NEEDED
                needs.append(_text(data, names + value))
    versions = {(int(a), int(b)) for a, b in re.findall(rb"GLIBC_(\d+)\.(\d+)", data)}
    return Binary("linux", MACHINES[machine], tuple(needs), frozenset(versions))


def _pe(data: bytes) -> Binary:
    (at,) = struct.unpack_from("<I", data, 60)
    machine, count = struct.unpack_from("<2H", data, at + 4)
    (size,) = struct.unpack_from("<H", data, at + 20)
    sections = [
        struct.unpack_from("<4I", data, at + 24 + size + 40 * n + 8) for n in range(count)
    ]  # size in memory, address, size in the file, place in the file

    def place(address: int) -> int:
        for length, start, raw, where in sections:
            if start <= address < start + max(length, raw):
                return int(address - start + where)
        raise IndexError(f"no section holds {address:#x}")

    (imports,) = struct.unpack_from("<I", data, at + 24 + 112 + 8)  # the second directory
    needs = []
    entry = place(imports) if imports else 0
    while imports and (name := struct.unpack_from("<5I", data, entry)[3]):
        needs.append(_text(data, place(name)))
        entry += 20
    return Binary("win", MACHINES[machine], tuple(needs))


def _macho(data: bytes) -> Binary:
    (machine,) = struct.unpack_from("<I", data, 4)
    needs = []
    for command, at, _ in signing.commands(data):
        if command == 0xC:  # LC_LOAD_DYLIB
            (name,) = struct.unpack_from("<I", data, at + 8)
            needs.append(_text(data, at + name))
    signed = signing.is_signed(data)
    return Binary("macosx", MACHINES[machine], tuple(needs), frozenset(), signed)
