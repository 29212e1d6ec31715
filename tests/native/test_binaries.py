"""What libraries say of themselves, and signatures for macOS: a wheel is refused that promises more
than its libraries keep."""

from __future__ import annotations

import struct

import pytest

from altered_env.building import signing
from altered_env.building.binaries import Binary, about, faults
from altered_env.building.targets import WHEELS, here

LINUX, MAC = "manylinux_2_17_x86_64", "macosx_11_0_x86_64"


def segment(name, place, size, sections=b""):
    """A command that maps a part of the file."""
    head = struct.pack("<2I16s4Q4I", 0x19, 72 + len(sections), name, place, size, place, size,
                       7, 5, len(sections) // 80, 0)  # fmt: skip
    return head + sections


def mach(machine=0x1000007, room=64):
    """A library for macOS: code, the linker's data, and the library that it needs."""
    needed = b"/usr/lib/libSystem.B.dylib\0".ljust(32, b"\0")

    def commands(first):
        section = struct.pack("<16s16s2Q8I", b"__text", b"__TEXT", 4096, 16, first, *[0] * 7)
        return [
            segment(b"__TEXT", 0, 8192, section),
            segment(b"__LINKEDIT", 8192, 50),
            struct.pack("<6I", 0xC, 24 + len(needed), 24, 0, 0, 0) + needed,
        ]

    size = 32 + sum(map(len, commands(0)))
    made = commands(size + room)
    head = struct.pack("<8I", 0xFEEDFACF, machine, 3, 6, len(made), size - 32, 0, 0)
    return (head + b"".join(made)).ljust(8192, b"\0") + b"symbols".ljust(50, b"\1")


def test_a_library_for_macos_is_read_and_signed():
    library = mach()
    assert about(library) == Binary("macosx", "x86_64", ("/usr/lib/libSystem.B.dylib",))
    assert faults(about(library), MAC) == ["it is not signed"]
    signed = signing.sign(library, "engine.dylib")
    assert about(signed).signed and faults(about(signed), MAC) == []
    assert signing.sign(signed, "engine.dylib") == signed
    assert signed[4096:8242] == library[4096:]


def test_the_signature_covers_every_page():
    signed = signing.sign(mach(), "engine.dylib")
    for place in (40, 5000, 8200):
        edited = signed[:place] + bytes([signed[place] ^ 1]) + signed[place + 1 :]
        assert not signing.is_signed(edited)


def test_the_last_segment_holds_the_signature():
    signed = signing.sign(mach(), "engine.dylib")
    (at,) = (
        at
        for kind, at, _ in signing.commands(signed)
        if kind == 0x19 and signed[at + 8 : at + 18] == b"__LINKEDIT"
    )
    start, size = struct.unpack_from("<2Q", signed, at + 40)
    assert start + size == len(signed)


def test_without_room_for_it_nothing_is_signed():
    with pytest.raises(ValueError, match="has no room for the command of a signature"):
        signing.sign(mach(room=8), "engine.dylib")


@pytest.mark.parametrize(
    ("found", "tag", "says"),
    [
        (Binary("linux", "aarch64"), LINUX, "it is for linux on aarch64"),
        (Binary("win", "amd64"), LINUX, "it is for win on amd64"),
        (Binary("linux", "x86_64", ("libstdc++.so.6",)), LINUX, "it needs libstdc++.so.6"),
        (
            Binary("linux", "x86_64", ("libc.so.6",), frozenset({(2, 2), (2, 29)})),
            LINUX,
            "it needs version 2.29 of the C library",
        ),
        (Binary("win", "amd64", ("MSVCP140.dll",)), "win_amd64", "it needs MSVCP140.dll"),
        (Binary("macosx", "arm64"), "macosx_11_0_arm64", "it is not signed"),
    ],
)
def test_a_library_that_does_not_keep_the_promise_of_a_wheel_is_named(found, tag, says):
    assert any(what.startswith(says) for what in faults(found, tag))


@pytest.mark.parametrize(
    ("found", "tag"),
    [
        (Binary("linux", "x86_64", ("libm.so.6", "libc.so.6"), frozenset({(2, 14)})), LINUX),
        (Binary("linux", "aarch64", ("ld-linux-aarch64.so.1",)), "manylinux_2_17_aarch64"),
        (Binary("win", "amd64", ("python3.dll", "KERNEL32.dll")), "win_amd64"),
        (Binary("macosx", "arm64", signed=True), "macosx_11_0_arm64"),
    ],
)
def test_a_library_that_keeps_it_has_no_fault(found, tag):
    assert faults(found, tag) == []


@pytest.mark.parametrize("data", [b"", b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"#!/bin/sh\n"])
def test_what_is_no_library_is_refused(data):
    with pytest.raises(ValueError, match="library"):
        about(data)


def test_each_platform_is_there_once_and_this_one_has_the_name_that_is_looked_for():
    names = [target.name for target in WHEELS]
    assert len(set(names)) == len(names) == 5
    for target in WHEELS:
        if target.name == here().name:
            assert target.calls == here().calls
            assert set(here().levels) <= set(target.levels) and target.levels[0] in here().levels
