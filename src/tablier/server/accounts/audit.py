"""The audit log: what operators have done. Each entry is written in the transaction of the change itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, insert

from ..store.schema import audit_log

AuditAction = Literal[
    "ban",
    "unban",
    "ban_address",
    "unban_address",
    "close_report",
    "create_operator_link",
    "delete_account",
    "end_match",
    "hide_chat",
    "unhide_chat",
    "make_operator",
    "note",
    "revoke_operator",
]


@dataclass(frozen=True, slots=True)
class OperatorAction:
    """Who acts, when and why, for entries of the audit log. `operator_id` is None for a command on the server's machine."""

    operator_id: str | None
    at: int  # milliseconds since the epoch
    reason: str = ""

    def log(self, connection: Connection, action: AuditAction, target: str, detail: str = "") -> None:
        """Append an entry to the audit log. `detail` precedes the reason."""
        text = "; ".join(part for part in (detail, self.reason) if part)
        connection.execute(
            insert(audit_log).values(at=self.at, operator_id=self.operator_id, action=action, target=target, detail=text)
        )
