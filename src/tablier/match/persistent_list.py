"""An immutable list that shares its prefix with every longer version of itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")
Chunks = tuple["Chunks[T]", tuple[T, ...]] | None  # full chunks, linked from the last one to the first

CHUNK = 32  # items of a full chunk


class PersistentList(Generic[T]):
    """A non-empty list of linked chunks, with a shorter last chunk. Appending costs at most `CHUNK` steps, an item 8 bytes.

    >>> letters = PersistentList("a").append("b")
    >>> letters.append("c").items(), letters.last, letters.length
    (('a', 'b', 'c'), 'b', 2)
    """

    __slots__ = ("_full", "_tail", "length")

    def __init__(self, *items: T) -> None:
        """Create a list of at most `CHUNK` items, at least one."""
        self._full: Chunks[T] = None
        self._tail = items
        self.length = len(items)

    @property
    def first(self) -> T:
        """The first item. O(number of chunks)."""
        return next(iter(self._chunks()))[0]

    @property
    def last(self) -> T:
        """The last item."""
        return self._tail[-1]

    def append(self, item: T) -> PersistentList[T]:
        """Return a new list with `item` at its end."""
        if len(self._tail) == CHUNK:
            return self._make((self._full, self._tail), (item,), self.length + 1)
        return self._make(self._full, (*self._tail, item), self.length + 1)

    def truncate(self, length: int) -> PersistentList[T]:
        """Return the list of the first `length` items, at least one. O(number of chunks removed)."""
        length = max(1, length)
        if length >= self.length:
            return self
        full, tail, start = self._full, self._tail, self.length - len(self._tail)
        while full and start >= length:
            full, tail = full
            start -= CHUNK
        return self._make(full, tail[: length - start], length)

    def after(self, length: int) -> tuple[T, ...]:
        """Return the items after the first `length`. O(number of items returned)."""
        start = self.length - len(self._tail)
        if length >= start:  # the usual case: the last few items
            return self._tail[max(0, length - start) :]
        return tuple([item for chunk in self._chunks(length) for item in chunk])[length % CHUNK if length > 0 else 0 :]

    def items(self) -> tuple[T, ...]:
        """Return all items in order."""
        return self.after(0)

    def _chunks(self, length: int = 0) -> list[tuple[T, ...]]:
        """Return the chunks in order, without those that lie within the first `length` items."""
        chunks, start, full = [self._tail], self.length - len(self._tail), self._full
        while full and start > length:
            full, chunk = full
            chunks.append(chunk)
            start -= CHUNK
        chunks.reverse()
        return chunks

    def __reversed__(self) -> Iterator[T]:
        """Yield the items from the last one to the first."""
        yield from reversed(self._tail)
        full = self._full
        while full:
            full, chunk = full
            yield from reversed(chunk)

    @staticmethod
    def _make(full: Chunks[T], tail: tuple[T, ...], length: int) -> PersistentList[T]:
        made: PersistentList[T] = PersistentList.__new__(PersistentList)
        made._full, made._tail, made.length = full, tail, length
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PersistentList) or self.length != other.length or self._tail != other._tail:
            return False
        mine, theirs = self._full, other._full
        while mine and theirs and mine is not theirs:
            if mine[1] != theirs[1]:
                return False
            mine, theirs = mine[0], theirs[0]
        return True

    def __hash__(self) -> int:
        return hash((self.length, self.last))

    def __repr__(self) -> str:
        return f"<PersistentList of {self.length}, last {self.last!r}>"
