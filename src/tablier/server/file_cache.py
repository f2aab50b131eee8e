"""The cache of everything that is made from files of the client, the games and the translations.

Files do not change while a server runs, except with `tablier serve --reload`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, cache
from typing import Any, TypeVar

T = TypeVar("T")

_caches: list[_lru_cache_wrapper[Any]] = []


def file_cache(function: Callable[..., T]) -> _lru_cache_wrapper[T]:
    """Decorate a function like `functools.cache`; `drop_file_caches` clears its results."""
    cached = cache(function)
    _caches.append(cached)
    return cached


def drop_file_caches() -> None:
    """Clear the results of all functions with `file_cache`."""
    for cached in _caches:
        cached.cache_clear()
