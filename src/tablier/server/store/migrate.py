"""Schema migrations: bring a database up to date before it is used."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ..errors import RequestError
from .copy import copy_database

FOLDER = Path(__file__).parent / "migrations"


def migrate(connection: Connection, file: Path) -> None:
    """Run the missing migrations in one transaction. A database with data is first copied to `FILE.before-REVISION`.

    Raises `RequestError("store_too_new")` if a newer version has written the database.
    """
    revision = current_revision(connection)
    check_revision(revision)
    newest = newest_revision()
    if revision == newest:
        return
    if revision is not None:
        copy_database(file, file.with_name(f"{file.name}.before-{newest}"))
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    connection.commit()  # ends SQLAlchemy's transaction, which the query above has begun
    with connection.begin():  # Alembic leaves the commit to the caller who has begun a transaction
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # in autocommit mode SQLAlchemy does not begin one in the database
        command.upgrade(config, "head")


def check_revision(revision: str | None) -> None:
    """Raise `RequestError("store_too_new")` for the revision of a database that a newer version has written."""
    known = {script.revision for script in ScriptDirectory(str(FOLDER)).walk_revisions()}
    if revision is not None and revision not in known:
        raise RequestError("store_too_new", version=revision)


def current_revision(connection: Connection) -> str | None:
    """Return the revision of a database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str | None:
    """Return the newest revision that this version knows."""
    return ScriptDirectory(str(FOLDER)).get_current_head()
