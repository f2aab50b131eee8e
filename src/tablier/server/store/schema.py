"""Tables of the database. Times are in milliseconds since the epoch.

A change needs a migration; a test compares both.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint, false, text

metadata = MetaData()

accounts = Table(
    "accounts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", Integer, nullable=False),
    Column("epoch", Integer, nullable=False, server_default=text("0")),  # increasing it invalidates older cookies
    Column("operator", Boolean, nullable=False, server_default=false()),
    Column("banned", Boolean, nullable=False, server_default=false()),
    Column("owner_id", Text),  # of a bot: the account that created it
    Column("token", Text),  # of a bot: the hash of its token
    Column("banned_until", Integer),  # end of the ban; NULL for a ban without end
    Column("deleted", Boolean, nullable=False, server_default=false()),  # a tombstone: old cookies stay invalid, a ban stays
    Index("accounts_by_owner", "owner_id"),
)

links = Table(
    "links",
    metadata,
    Column("hash", Text, primary_key=True),  # of the token in the link
    Column("kind", Text, nullable=False),  # device, recovery, operator
    Column("account_id", Text),
    Column("expires_at", Integer),
    Index("links_by_account", "account_id"),
)

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created_at", Integer, nullable=False),
    Column("edition", Text, nullable=False),
    Column("owner_id", Text),
    Column("nonce", Text),  # of the request that created it
    Column("public", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False, server_default=text("1")),
    Column("status", Text, nullable=False),  # waiting, running (also while adjourned), over
    Column("previous_match_id", Text),  # the match before this one in its series
    Column("summary", Text),  # of a finished match: how it ended, as JSON, so that lists need no replay
    UniqueConstraint("owner_id", "nonce", name="matches_once"),
    Index("matches_by_status", "status", "public", "created_at"),
    Index("matches_by_previous", "previous_match_id"),
)

participants = Table(
    "participants",
    metadata,
    Column("match_id", Text, ForeignKey("matches.id"), primary_key=True),
    Column("position", Integer, primary_key=True),  # in the order of joining
    Column("account_id", Text),
    Column("level", Integer),  # of an engine
    Column("name", Text, nullable=False),
    Index("participants_by_account", "account_id", "match_id"),
)

events = Table(
    "events",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("data", Text, nullable=False),
    Column("deadline", Integer),  # after this event: when the running clock runs out
    Column("position_to_act", Integer),  # after this event: `position` of the participant to act
    Column("nonce", Text),  # of the submission, prefixed with the account id; like the two above, only on its last event
    sqlite_with_rowid=False,  # the primary key is the only index, so an event writes one page
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", Text, nullable=False),
    Column("room", Text, nullable=False),  # seats, watchers
    Column("account_id", Text),
    Column("name", Text, nullable=False),
    Column("at", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("chat_by_match", "match_id", "id"),
    Index("chat_by_account", "account_id"),
)

mutes = Table(
    "mutes",
    metadata,
    Column("account_id", Text, primary_key=True),
    Column("muted_id", Text, primary_key=True),
    Index("mutes_by_muted", "muted_id"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("chat_id", Integer, nullable=False),
    Column("account_id", Text),  # the account that reports
    Column("at", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("closed", Boolean, nullable=False, server_default=false()),
    Index("reports_once", "chat_id", "account_id", unique=True),
    Index("reports_by_account", "account_id"),
)

subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("endpoint", Text, primary_key=True),  # URL at a push service
    Column("account_id", Text, nullable=False),
    Column("p256dh", Text, nullable=False),  # public key for the encryption of messages
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("all_events", Boolean, nullable=False),  # also offers, starts and results
    Column("created_at", Integer, nullable=False),
    Index("push_subscriptions_by_account", "account_id"),
)

pause_requests = Table(  # accounts that have requested to adjourn or resume a match
    "pause_requests",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("account_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),  # adjourn, resume
)

address_bans = Table(
    "address_bans",
    metadata,
    Column("network", Text, primary_key=True),  # an IPv4 address or an IPv6 /64 network
    Column("created_at", Integer, nullable=False),
    Column("until", Integer),  # NULL for a ban without end
    Column("reason", Text, nullable=False, server_default=text("''")),
)

audit_log = Table(
    "audit_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Integer, nullable=False),
    Column("operator_id", Text),  # the account that acted; NULL for a command on the server's machine
    Column("action", Text, nullable=False),  # for example ban, hide_chat, end_match
    Column("target", Text, nullable=False),  # the id of an account, match or message, or a network
    Column("detail", Text, nullable=False, server_default=text("''")),  # for example the reason of a ban
    Index("audit_log_by_target", "target"),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True),  # one row
    Column("at", Integer, nullable=False),  # time of the last heartbeat
)
