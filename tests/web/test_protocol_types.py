"""`web/app/protocol.ts` is up to date. `tests/server/test_protocol.py` checks the types with real messages."""

from __future__ import annotations

from tools.generate_protocol_types import OUTPUT, generate, received_structs


def test_the_file_is_up_to_date() -> None:
    assert OUTPUT.read_text(encoding="utf-8") == generate(), "run `python -m tools.generate_protocol_types`"


def test_all_types_of_messages_forbid_unknown_fields() -> None:
    assert not [struct for struct in received_structs() if not struct.__struct_config__.forbid_unknown_fields]
