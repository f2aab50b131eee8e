"""An immutable list that shares its prefix with every longer version of itself."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class PersistentList(Generic[T]):
    """A non-empty singly linked list, linked from the last item to the first. Appending and dropping the last item are O(1).

    >>> letters = PersistentList("a").append("b")
    >>> letters.append("c").items(), letters.last, letters.length
    (('a', 'b', 'c'), 'b', 2)
    """

    __slots__ = ("before", "last", "length")

    def __init__(self, last: T, before: PersistentList[T] | None = None) -> None:
        self.last = last
        self.before = before
        self.length: int = before.length + 1 if before else 1

    def append(self, item: T) -> PersistentList[T]:
        """Return a new list with `item` at its end. O(1)."""
        return PersistentList(item, self)

    def truncate(self, length: int) -> PersistentList[T]:
        """Return the list of the first `length` items, at least one. O(number of items removed)."""
        node = self
        while node.length > length and node.before:
            node = node.before
        return node

    def after(self, length: int) -> tuple[T, ...]:
        """Return the items after the first `length`. O(number of items returned)."""
        items = []
        node: PersistentList[T] | None = self
        while node and node.length > length:
            items.append(node.last)
            node = node.before
        return tuple(reversed(items))

    def items(self) -> tuple[T, ...]:
        """Return all items in order."""
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
