"""Starting positions of the native rules agree with the Python rules for the same seed."""

from __future__ import annotations

from typing import Any

import pytest

import tablier
from tablier.core.options import Option
from tablier.engine.twin import Twin, option_texts
from tests.conformance.variants import Variant, variants

WITH_TWIN = [variant for variant in variants() if Twin.exists(variant.start())]
# signs, the limits of 64 bits, large decimal numbers, and a range of ordinary seeds
SEEDS = (0, 1, -1, -5, 10**17 + 3, -(10**18 - 1), 2**63, 2**64 - 1, *range(1000, 1050))


def setup_options(variant: Variant) -> tuple[Option, ...]:
    return tuple(option for option in tablier.game(variant.edition.partition(":")[0]).options if option.setup)


def is_dealt_by_seed(variant: Variant) -> bool:
    options = dict(variant.options)
    return any(option.seed for option in setup_options(variant)) and not any(
        option.name in options for option in setup_options(variant) if not option.seed
    )


def native_start(state: tablier.State, seed: int) -> Any:
    return type(Twin(state).native).start(state.edition_name, dict(option_texts(state)), seed)


@pytest.mark.parametrize("variant", [variant for variant in WITH_TWIN if is_dealt_by_seed(variant)], ids=str)
def test_a_seed_deals_the_same_game_natively(variant: Variant) -> None:
    name = next(option.name for option in setup_options(variant) if option.seed)
    for seed in SEEDS:
        state = tablier.new(variant.edition, **{**dict(variant.options), name: seed})
        native = native_start(state, seed % 2**64)
        assert native.fields == "|".join(state.fields()), seed
        assert native.key == Twin(state).key


@pytest.mark.parametrize("variant", [variant for variant in WITH_TWIN if not setup_options(variant)], ids=str)
def test_a_game_without_a_deal_ignores_the_seed(variant: Variant) -> None:
    state = variant.start()
    for seed in (0, 1, 2**64 - 1):
        assert native_start(state, seed).fields == "|".join(state.fields())
