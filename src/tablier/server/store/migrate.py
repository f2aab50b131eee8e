"""Bringing a store up to date, before anything else looks at it."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ..errors import RequestError

FOLDER = Path(__file__).parent / "migrations"


def migrate(connection: Connection) -> None:
    """Runs the steps that are missing. A store of a newer Tablier is left alone: `RequestError("store_too_new")`."""
    known = ScriptDirectory(str(FOLDER))
    found = version(connection)
    if found is not None and found not in {step.revision for step in known.walk_revisions()}:
        raise RequestError("store_too_new", version=found)
    if found != known.get_current_head():
        config = Config()
        config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def version(connection: Connection) -> str | None:
    """The last step this store has seen; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def newest() -> str | None:
    """The last step there is."""
    return ScriptDirectory(str(FOLDER)).get_current_head()
