"""The operator: what was reported, hiding, banning."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, get, post
from msgspec import Meta, Struct
from sqlalchemy import func, select

from ..accounts.service import Account, guest
from ..context import AppContext
from ..errors import Refused
from ..maintenance.delete_account import forget
from ..matches import chat
from ..store import schema


class Line(Struct, forbid_unknown_fields=True, frozen=True):
    """A line of chat."""

    chat: Annotated[int, Meta(ge=0, le=2**53)]


class Ban(Struct, forbid_unknown_fields=True, frozen=True):
    """Somebody to be banned, or allowed again."""

    person: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    on: bool = True


class Somebody(Struct, forbid_unknown_fields=True, frozen=True):
    """A person."""

    person: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]


def _check(person: Account) -> None:
    if not person.operator:
        raise Refused("not_operator")


class Operator(Controller):
    """For whoever opened the link printed at the start."""

    path = "/api/operator"
    tags = ("operator",)

    @get("/reports", summary="What people reported and nobody has dealt with")
    async def reports(self, house: AppContext, person: Account) -> dict[str, Any]:
        """The newest first."""
        _check(person)
        reports, said = schema.reports, schema.chat
        query = (
            select(reports.c.id, reports.c.at, reports.c.why, said.c.id.label("chat"), said.c.text, said.c.person, said.c.name)
            .add_columns(said.c.match, reports.c.person.label("reporter"))
            .join(said, said.c.id == reports.c.chat)
            .where(reports.c.closed.is_(False))
            .order_by(reports.c.id.desc())
            .limit(200)
        )
        rows = await house.store.read(lambda connection: connection.execute(query).mappings().all())
        return {"reports": [dict(row) for row in rows]}

    @post("/hide", summary="Hide a line of chat", status_code=200)
    async def hide(self, house: AppContext, person: Account, data: Line) -> dict[str, Any]:
        """From everybody; the reports about it are closed."""
        _check(person)
        await chat.hide(house.hall, data.chat)
        return {}

    @post("/ban", summary="Ban somebody, or allow them again", status_code=200)
    async def ban(self, house: AppContext, person: Account, data: Ban) -> dict[str, Any]:
        """Who is banned can watch, and change nothing. Their bots are banned with them."""
        _check(person)
        found = await house.people.find(data.person) or guest(data.person)
        for one in (found, *await house.people.bots(found)):
            await house.people.change(one, house.hall.now(), banned=data.on)
            if data.on:
                house.hang_up(one.id)
        return {}

    @post("/forget", summary="Forget somebody who asked for it", status_code=200)
    async def forget(self, house: AppContext, person: Account, data: Somebody) -> dict[str, Any]:
        """As if they had done it themselves."""
        _check(person)
        found = await house.people.find(data.person)
        if found is None:
            raise Refused("no_such_person")
        await forget(house.hall, house.people, found)
        house.hang_up(found.id)
        return {}

    @get("/state", summary="How the server is doing")
    async def state(self, house: AppContext, person: Account) -> dict[str, Any]:
        """Some figures."""
        _check(person)
        stored = schema.matches
        query = select(stored.c.status, func.count()).group_by(stored.c.status)
        counts = await house.store.read(lambda connection: connection.execute(query).all())
        return {
            "started": round(house.started * 1000),
            "matches": dict(tuple(row) for row in counts),
            "sockets": len(house.sockets),
            "clocks": len(house.hall.deadlines),
            "studies": len(house.studies),
        }
