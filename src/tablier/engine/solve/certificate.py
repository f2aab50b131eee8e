"""Certificates: files with strategies that prove the value of a position. docs/kwintie.md documents the format.

A file is a magic line, a header (length, JSON, CRC) and for each strategy its actions in blocks: number of actions, compressed
size, CRC of the compressed bytes, compressed bytes. Integers are 32 bits, little-endian.
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
from tablier.core.files import write_atomically

MAGIC = b"TABLIER CERTIFICATE 1\n"
BLOCK_SIZE = 1 << 16  # actions
Claim = Literal["win", "hold"]


@dataclass(frozen=True)
class Strategy:
    """Actions of one seat, one byte each, in the order in which `verify` traverses the game tree."""

    seat: int
    claim: Claim
    actions: bytes
    longest: int  # plies to the end against the longest resistance


@dataclass(frozen=True)
class Certificate:
    """A position and the strategies that prove its value: one that wins, or one per seat that holds the draw."""

    position: str  # position text
    after: tuple[str, ...]  # actions from the start of the game to the position; empty if unknown
    strategies: tuple[Strategy, ...]

    def save(self, file: Path) -> int:
        """Write the file atomically and return its size in bytes."""
        content = b"".join(self._chunks())
        write_atomically(file, content)
        return len(content)

    def _chunks(self) -> Iterator[bytes]:
        header = json.dumps(
            {
                "position": self.position,
                "after": list(self.after),
                "strategies": [
                    {
                        "seat": strategy.seat,
                        "claim": strategy.claim,
                        "actions": len(strategy.actions),
                        "longest": strategy.longest,
                    }
                    for strategy in self.strategies
                ],
            },
            separators=(",", ":"),
        ).encode()
        yield MAGIC + struct.pack("<I", len(header)) + header + struct.pack("<I", zlib.crc32(header))
        for strategy in self.strategies:
            for start in range(0, len(strategy.actions), BLOCK_SIZE):
                block = strategy.actions[start : start + BLOCK_SIZE]
                packed = zlib.compress(block, 9)
                yield struct.pack("<III", len(block), len(packed), zlib.crc32(packed)) + packed


class CertificateReader:
    """Reads a certificate block by block, so that damage is detected at the position that needs the damaged actions."""

    def __init__(self, file: Path) -> None:
        """Read the header. Raises `BadFile`, or `DamagedCertificate` if the file ends within the header."""
        try:
            self._content = file.read_bytes()
        except OSError as error:
            raise BadFile("no_file", file=str(file), why=error.strerror or str(error)) from None
        self._offset = len(MAGIC)
        if not self._content.startswith(MAGIC):
            raise BadFile("no_certificate", file=str(file))
        header = self._read_bytes(self._read_int())
        if zlib.crc32(header) != self._read_int():
            raise BadFile("damaged_heading", file=str(file), position=_position_in(header))
        fields: dict[str, Any] = json.loads(header)
        self.position: str = fields["position"]
        self.after: tuple[str, ...] = tuple(fields["after"])
        self.strategies: list[dict[str, Any]] = fields["strategies"]

    def blocks(self, actions: int) -> Iterator[bytes]:
        """Yield the blocks of the next strategy, which has `actions` actions. Raises `DamagedCertificate`."""
        while actions > 0:
            count, size, checksum = self._read_int(), self._read_int(), self._read_int()
            compressed = self._read_bytes(size)
            # The CRC covers the compressed bytes: decompression ignores unused bits of the last byte.
            if zlib.crc32(compressed) != checksum or not 0 < count <= min(BLOCK_SIZE, actions):
                raise DamagedCertificate
            decompressor = zlib.decompressobj()
            try:
                block = decompressor.decompress(compressed, BLOCK_SIZE + 1)
            except zlib.error:
                raise DamagedCertificate from None
            if len(block) != count or not decompressor.eof or decompressor.unused_data:
                raise DamagedCertificate
            actions -= count
            yield block

    def check_end(self) -> None:
        """Raise `DamagedCertificate` if bytes follow."""
        if self._offset != len(self._content):
            raise DamagedCertificate

    def _read_int(self) -> int:
        return int(struct.unpack("<I", self._read_bytes(4))[0])

    def _read_bytes(self, count: int) -> bytes:
        result = self._content[self._offset : self._offset + count]
        if len(result) != count:
            raise DamagedCertificate
        self._offset += count
        return result


def _position_in(header: bytes) -> str:
    """Position text in a damaged header, as far as it is recognizable."""
    return header.partition(b'"position":"')[2].partition(b'"')[0].decode(errors="replace")


class DamagedCertificate(Exception):
    """The next bytes are not those that were written."""
