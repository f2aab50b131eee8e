"""Schema migrations: bring a database up to date before it is used."""

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
    """Run the missing migrations. Raises `RequestError("store_too_new")` if a newer version has written the database."""
    scripts = ScriptDirectory(str(FOLDER))
    revision = current_revision(connection)
    if revision is not None and revision not in {script.revision for script in scripts.walk_revisions()}:
        raise RequestError("store_too_new", version=revision)
    if revision != scripts.get_current_head():
        config = Config()
        config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def current_revision(connection: Connection) -> str | None:
    """Return the revision of a database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str | None:
    """Return the newest revision that this version knows."""
    return ScriptDirectory(str(FOLDER)).get_current_head()
