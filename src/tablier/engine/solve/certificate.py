"""Certificates: strategies as files that anybody can check. docs/kwintie.md tells the format.

A file is a line of magic, a heading (its length, JSON, its checksum), and for each strategy its actions in blocks: how many
actions, how many bytes they take packed, the checksum of those, and the packed bytes. Numbers are four bytes, the lowest first.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from tablier.core.errors import BadFile

MAGIC = b"TABLIER CERTIFICATE 1\n"
BLOCK = 1 << 16
LARGEST = 1 << 32  # actions of a strategy, as a guard against nonsense
Claim = Literal["win", "hold"]


@dataclass(frozen=True)
class Strategy:
    """One seat's actions, one byte each, in the order of the walk that `verify` takes."""

    seat: int
    claim: Claim
    actions: bytes
    longest: int  # plies to the end, on the way where the other seat resists longest


@dataclass(frozen=True)
class Certificate:
    """What is claimed about a position, and how to bring it about."""

    position: str  # a position text: edition, options and all
    after: tuple[str, ...]  # how it came about, where that is known
    strategies: tuple[Strategy, ...]

    def save(self, file: Path) -> int:
        """Writes it; how many bytes it takes."""
        raw = b"".join(self._parts())
        draft = file.with_name(f".{file.name}.part")
        draft.write_bytes(raw)
        draft.replace(file)
        return len(raw)

    def _parts(self) -> Iterator[bytes]:
        heading = json.dumps(
            {
                "position": self.position,
                "after": list(self.after),
                "strategies": [
                    {"seat": one.seat, "claim": one.claim, "actions": len(one.actions), "longest": one.longest}
                    for one in self.strategies
                ],
            },
            separators=(",", ":"),
        ).encode()
        yield MAGIC + struct.pack("<I", len(heading)) + heading + struct.pack("<I", zlib.crc32(heading))
        for strategy in self.strategies:
            for start in range(0, len(strategy.actions), BLOCK):
                block = strategy.actions[start : start + BLOCK]
                packed = zlib.compress(block, 9)
                yield struct.pack("<III", len(block), len(packed), zlib.crc32(packed)) + packed


class Reader:
    """A certificate read block by block, so that damage is met where its actions are needed."""

    def __init__(self, file: Path) -> None:
        try:
            self._raw = file.read_bytes()
        except OSError as error:
            raise BadFile("no_file", file=str(file), why=error.strerror or str(error)) from None
        self._at = len(MAGIC)
        if not self._raw.startswith(MAGIC):
            raise BadFile("no_certificate", file=str(file))
        length = self._number()
        heading = self._take(length)
        if zlib.crc32(heading) != self._number():
            raise BadFile("damaged_heading", file=str(file), position=_claimed(heading))
        told: dict[str, Any] = json.loads(heading)
        self.position: str = told["position"]
        self.after: tuple[str, ...] = tuple(told["after"])
        self.strategies: list[dict[str, Any]] = told["strategies"]

    def blocks(self, actions: int) -> Iterator[bytes]:
        """The actions of the next strategy; `Damaged` where the file is not what was written."""
        while actions > 0:
            count, packed, check = self._number(), self._number(), self._number()
            raw = self._take(packed)
            # The checksum is that of the packed bytes: the last of them may hold bits that unpacking never looks at.
            if zlib.crc32(raw) != check or not 0 < count <= min(BLOCK, actions):
                raise Damaged
            unpacker = zlib.decompressobj()
            try:
                block = unpacker.decompress(raw, BLOCK + 1)
            except zlib.error:
                raise Damaged from None
            if len(block) != count or not unpacker.eof or unpacker.unused_data:
                raise Damaged
            actions -= count
            yield block

    def end(self) -> None:
        """`Damaged` when something follows."""
        if self._at != len(self._raw):
            raise Damaged

    def _number(self) -> int:
        return int(struct.unpack("<I", self._take(4))[0])

    def _take(self, count: int) -> bytes:
        taken = self._raw[self._at : self._at + count]
        if len(taken) != count:
            raise Damaged
        self._at += count
        return taken


def _claimed(heading: bytes) -> str:
    """The position a damaged heading seems to speak of."""
    return heading.partition(b'"position":"')[2].partition(b'"')[0].decode(errors="replace")


class Damaged(Exception):
    """The bytes that come next are not those that were written."""
