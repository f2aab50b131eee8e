"""The audit log: what operators have done. Each entry is written in the transaction of the change itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from sqlalchemy import Connection, insert, select

from ..errors import RequestError
from ..store.schema import accounts, audit_log

if TYPE_CHECKING:
    from .service import Account

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
RIGHTS = tuple(accounts.c[name] for name in ("epoch", "token", "operator", "banned", "banned_until", "deleted"))


@dataclass(frozen=True, slots=True)
class OperatorAction:
    """Who acts, when and why, for entries of the audit log. `operator` is None for a command on the server's machine."""

    operator: Account | None
    at: int  # milliseconds since the epoch
    reason: str = ""

    def log(self, connection: Connection, action: AuditAction, target: str, detail: str = "") -> None:
        """Check that the operator may still act, and append an entry to the audit log. `detail` precedes the reason.

        Call it in the transaction of the change, and before any change of accounts: an operator may ban or revoke itself, but
        not lift its own ban. Raises `RequestError` with `no_identity`, `banned` or `not_operator`.
        """
        operator_id = None
        if self.operator:
            _check_operator(connection, self.operator, self.at)
            operator_id = self.operator.id
        text = "; ".join(part for part in (detail, self.reason) if part)
        row = {"at": self.at, "operator_id": operator_id, "action": action, "target": target, "detail": text}
        connection.execute(insert(audit_log).values(row))


def _check_operator(connection: Connection, operator: Account, now: int) -> None:
    """Raise `RequestError` if the account was signed out, deleted or banned, or is no operator any more.

    A request is authenticated before its body arrives, so all of this may have happened since.
    """
    row = connection.execute(select(*RIGHTS).where(accounts.c.id == operator.id)).one_or_none()
    current = replace(operator, **row._mapping) if row else None
    if current is None or not current.has_credentials_of(operator):
        raise RequestError("no_identity")
    current.check_allowed(now)
    if not current.operator:
        raise RequestError("not_operator")
