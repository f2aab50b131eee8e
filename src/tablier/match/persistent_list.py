"""A list that grows at its end without ever changing: every longer one shares the shorter one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class PersistentList(Generic[T]):
    """An item and all those before it. Adding one, and going back, cost the same however long the chain is.

    >>> chain = PersistentList("a").add("b")
    >>> chain.add("c").items(), chain.last, chain.length
    (('a', 'b', 'c'), 'b', 2)
    """

    __slots__ = ("before", "last", "length")

    def __init__(self, last: T, before: PersistentList[T] | None = None) -> None:
        self.last = last
        self.before = before
        self.length: int = before.length + 1 if before else 1

    def add(self, item: T) -> PersistentList[T]:
        """The chain with one more item."""
        return PersistentList(item, self)

    def cut(self, length: int) -> PersistentList[T]:
        """The chain as it was when it had that many items, at least one."""
        chain = self
        while chain.length > length and chain.before:
            chain = chain.before
        return chain

    def backwards(self) -> Iterator[T]:
        """The items from the last to the first."""
        chain: PersistentList[T] | None = self
        while chain:
            yield chain.last
            chain = chain.before

    def after(self, length: int) -> tuple[T, ...]:
        """The items that follow the first so many."""
        found = []
        chain: PersistentList[T] | None = self
        while chain and chain.length > length:
            found.append(chain.last)
            chain = chain.before
        return tuple(reversed(found))

    def items(self) -> tuple[T, ...]:
        """All items from the first to the last."""
        return self.after(0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PersistentList) or self.length != other.length:
            return False
        mine: PersistentList[T] | None = self
        theirs: PersistentList[T] | None = other
        while mine and theirs and mine is not theirs:
            if mine.last != theirs.last:
                return False
            mine, theirs = mine.before, theirs.before
        return True

    def __hash__(self) -> int:
        return hash((self.length, self.last))

    def __repr__(self) -> str:
        return f"<PersistentList of {self.length}, last {self.last!r}>"
