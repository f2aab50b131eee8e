"""Every test of matches has the toy game installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toy.shelf import toy_on_the_shelf


@pytest.fixture(autouse=True, scope="module")
def _toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with toy_on_the_shelf(tmp_path_factory.mktemp("toy")):
        yield
