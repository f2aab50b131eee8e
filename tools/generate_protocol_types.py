"""Generate `web/app/protocol.ts`, the client's types of all HTTP bodies and socket messages, from the server's msgspec types.

Run `python -m tools.generate_protocol_types` after a change of these types; a test fails if the file is out of date. The HTTP
bodies are those of the route handlers, the frames those of `server/socket/frames.py`, the messages those of
`server/socket/messages.py`. The text is in the form that prettier gives it.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import textwrap
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin
from warnings import catch_warnings

from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from msgspec import NODEFAULT, Struct
from msgspec import inspect as types

from tablier.engine.analysis import Proof
from tablier.formats.transcript import MatchReason
from tablier.match.commands import ChatRoom, MatchCommand, SeatCommand
from tablier.match.events import AnyEvent, Clock, FirstPlayerRule, OfferType
from tablier.match.match import Status
from tablier.server.accounts.service import Account
from tablier.server.app import API_HANDLERS
from tablier.server.context import AppContext
from tablier.server.http.dependencies import provide_context, provide_visitor, require_account
from tablier.server.http.responses import ErrorBody, Timestamp
from tablier.server.matches.lobby import ListKind
from tablier.server.push.messages import Notification
from tablier.server.socket.endpoint import socket
from tablier.server.socket.frames import PROTOCOL_VERSION, ConnectionCommand, Frame, SocketCommand
from tablier.server.socket.messages import RESULT_TYPES, OkMessage, ServerMessage

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / "web" / "app" / "protocol.ts"
PRETTIER = ROOT / "node_modules" / ".bin" / "prettier"
LINE_LENGTH = 128  # as in package.json
HEADER = """\
/**
 * Types of all HTTP bodies and socket messages.
 *
 * Generated from the server's types by `python -m tools.generate_protocol_types`. Do not edit.
 */
"""

# Types that have a name in Python, which msgspec does not keep, with a description. Fields refer to them by name.
ALIASES: dict[str, tuple[str, Any]] = {
    "ServerMessage": ("Every message that a socket receives.", ServerMessage),
    "ClientFrame": ("Every frame that a socket sends.", Frame),
    "Command": ("Every command in a frame.", SocketCommand | ConnectionCommand),
    "MatchCommand": ("The commands that change a match.", MatchCommand),
    "SeatCommand": ("The commands of a seat.", SeatCommand),
    "ConnectionCommand": ("The commands that need no match.", ConnectionCommand),
    "MatchEvent": ("Every event of a match.", AnyEvent),
    "ChatRoom": ("The rooms of a chat. Seats cannot read the watchers' room while the match runs.", ChatRoom),
    "Clock": ("The clock of a match, or null for none.", Clock),
    "FirstPlayerRule": ("How the first player of a match is chosen.", FirstPlayerRule),
    "ListKind": ("Lists of matches: public with open seats, public and running, own unfinished, own finished.", ListKind),
    "MatchReason": ("Why a match ended, if not by the rules of its game.", MatchReason),
    "OfferType": ("The types of offers.", OfferType),
    "Proof": ("A proven result for the seat to act.", Proof),
    "Status": ("The status of a match.", Status),
    "Timestamp": ("Milliseconds since the epoch.", Timestamp),
}
# Fields of type `msgspec.Raw`, and the type that they hold.
RAW_FIELDS: dict[tuple[type[Struct], str], str] = {(OkMessage, "result"): "CommandResult"}

Structs = dict[type[Struct], types.StructType]


class RouteBodies(NamedTuple):
    """The types of the JSON bodies of a route: alternatives. Empty if there is none, and for text and files."""

    request: tuple[Any, ...]
    response: tuple[Any, ...]
    error: tuple[Any, ...]  # other than `ErrorBody`


def generate() -> str:
    """Return the text of `protocol.ts`."""
    sent = sent_structs()
    structs = _merge(sent, received_structs())
    declarations = {cls.__name__: _declare_struct(info, is_request=cls in sent) for cls, info in structs.items()}
    parts = [
        HEADER,
        f"export const PROTOCOL_VERSION = {PROTOCOL_VERSION};\n",
        *(_comment(text) + _declare_alias(name, kind) for name, (text, kind) in ALIASES.items()),
        _declare_results(),
        _declare_routes(http_routes()),
        *(declarations[name] for name in sorted(declarations)),
    ]
    return "\n".join(parts)


# collecting


def sent_structs() -> Structs:
    """Return the structs of all frames and HTTP requests."""
    return _collect_structs([Frame, *(kind for bodies in http_routes().values() for kind in bodies.request)])


def received_structs() -> Structs:
    """Return the structs of all socket messages, push notifications and HTTP responses."""
    responses = [kind for bodies in http_routes().values() for kind in (*bodies.response, *bodies.error)]
    return _collect_structs([ServerMessage, Notification, *RESULT_TYPES.values(), *responses])


@cache
def http_routes() -> dict[str, RouteBodies]:
    """Return the types of the bodies of every route of the API, by method and path."""
    with catch_warnings(action="ignore", category=DeprecationWarning):  # inferred dependencies
        app = Litestar(
            route_handlers=[handler for handler in API_HANDLERS if handler is not socket],
            dependencies={
                "context": Provide(provide_context),
                "visitor": Provide(provide_visitor),
                "account": Provide(require_account),
            },
            signature_namespace={"AppContext": AppContext, "Account": Account, "Request": Request},
            openapi_config=None,
            logging_config=None,
        )
    handlers = {
        f"{method} {route.path_format}": handler
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
        if method not in ("OPTIONS", "HEAD")
    }
    by_path = sorted(handlers.items(), key=lambda item: item[0].split()[::-1])
    return {route: _route_bodies(handler) for route, handler in by_path}


def _route_bodies(handler: HTTPRouteHandler) -> RouteBodies:
    data = handler.parsed_data_field
    declared = {status: _alternatives(spec.data_container) for status, spec in (handler.responses or {}).items()}
    response = declared.pop(handler.status_code, ()) or _alternatives(handler.parsed_return_field.annotation)
    return RouteBodies(
        request=_alternatives(data.annotation) if data else (),
        response=response,
        error=tuple(kind for alternatives in declared.values() for kind in alternatives if kind is not ErrorBody),
    )


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    """Return the types of a union, or a type alone. Text, files and None have no JSON body."""
    if get_origin(annotation) is Response:
        (annotation,) = get_args(annotation)
    if annotation in (str, bytes, None):
        return ()
    return get_args(annotation) or (annotation,)


def _collect_structs(roots: Iterable[Any]) -> Structs:
    """Return all structs that occur in some types."""
    structs: Structs = {}
    unvisited = list(types.multi_type_info(list(roots)))
    while unvisited:
        match unvisited.pop():
            case types.StructType() as info:
                if info.cls not in structs:
                    structs[info.cls] = info
                    unvisited += [field.type for field in info.fields]
            case types.UnionType() as info:
                unvisited += info.types
            case types.TupleType() as info:
                unvisited += info.item_types
            case types.DictType() as info:
                unvisited.append(info.value_type)
            case types.CollectionType() as info:
                unvisited.append(info.item_type)
            case types.Metadata() as info:
                unvisited.append(info.type)
    return structs


def _merge(sent: Structs, received: Structs) -> Structs:
    """Return all structs. Exit if one is both sent and received, because optional fields differ, or if two share a name."""
    if both := sorted(cls.__name__ for cls in sent.keys() & received.keys()):
        raise SystemExit(f"Types of a request and of a response: {', '.join(both)}")
    structs = {**sent, **received}
    names = Counter([*ALIASES, *(cls.__name__ for cls in structs)])
    if shared := sorted(name for name, count in names.items() if count > 1):
        raise SystemExit(f"Names of several types: {', '.join(shared)}")
    return structs


# types


def _type_text(info: types.Type) -> str:
    return " | ".join(_use_aliases(_members(info)))


def _members(info: types.Type) -> list[str]:
    """Return the members of a union as TypeScript, null last. Another type is its only member."""
    match info:
        case types.UnionType():
            members = sorted(info.types, key=lambda member: isinstance(member, types.NoneType))
            return [text for member in members for text in _members(member)]
        case types.LiteralType():
            return [json.dumps(value) for value in info.values]
        case types.Metadata():
            return ["Timestamp"] if info == TIMESTAMP else _members(info.type)
    return [_single_type(info)]


def _single_type(info: types.Type) -> str:
    match info:
        case types.AnyType():
            return "unknown"
        case types.NoneType():
            return "null"
        case types.BoolType():
            return "boolean"
        case types.IntType() | types.FloatType():
            return "number"
        case types.StrType():
            return "string"
        case types.StructType():
            return info.cls.__name__
        case types.DictType():
            return f"Record<string, {_type_text(info.value_type)}>"
        case types.TupleType():
            return f"[{', '.join(map(_type_text, info.item_types))}]"
        case types.CollectionType():
            members = _use_aliases(_members(info.item_type))
            return f"({' | '.join(members)})[]" if len(members) > 1 else f"{members[0]}[]"
    raise SystemExit(f"No TypeScript type for {info}.")


def _use_aliases(members: list[str], declared: str = "") -> list[str]:
    """Replace the members of aliases by their names, the largest alias first, except in its own declaration.

    Literals are replaced only if they are all members but null.
    """
    for name, alias in ALIAS_MEMBERS.items():
        others = set(members) - alias
        is_literal = any(member.startswith('"') for member in alias)
        if name != declared and alias <= set(members) and (not is_literal or others <= {"null"}):
            members = list(dict.fromkeys(name if member in alias else member for member in members))
    return members


def _alias_members(kind: Any) -> list[str]:
    """Return the members of an alias, literals in the order of Python."""
    if get_origin(kind) is Literal:
        return [json.dumps(value) for value in get_args(kind)]
    info = types.type_info(kind)
    return _members(info.type if isinstance(info, types.Metadata) else info)


def _alias_members_by_size() -> dict[str, set[str]]:
    """Return the members of every alias of a union, the largest first."""
    members = {name: set(_alias_members(kind)) for name, (_, kind) in ALIASES.items()}
    return {name: members[name] for name in sorted(members, key=lambda name: -len(members[name])) if len(members[name]) > 1}


TIMESTAMP = types.type_info(Timestamp)
ALIAS_MEMBERS = _alias_members_by_size()


# declarations


def _declare_alias(name: str, kind: Any) -> str:
    return _declare_union(name, _use_aliases(_alias_members(kind), name))


def _declare_union(name: str, members: list[str]) -> str:
    return _break_union(f"export type {name} =", members, "")


def _break_union(left: str, members: list[str], indent: str) -> str:
    """Return a declaration in one line if it fits, else in two, else with a line for each member."""
    right = f"{' | '.join(members)};\n"
    for separator in (" ", f"\n{indent}  "):
        if all(len(line) <= LINE_LENGTH for line in f"{indent}{left}{separator}{right}".splitlines()):
            return f"{indent}{left}{separator}{right}"
    return f"{indent}{left}\n" + "\n".join(f"{indent}  | {member}" for member in members) + ";\n"


def _declare_struct(info: types.StructType, *, is_request: bool) -> str:
    comment = _comment(inspect.getdoc(info.cls) or "")
    lines = [f"  {info.tag_field}: {json.dumps(info.tag)};\n"] if info.tag_field else []
    lines += [_declare_field(info, field, is_request=is_request) for field in info.fields]
    if not lines:
        return f"{comment}export type {info.cls.__name__} = Record<string, never>;\n"
    return f"{comment}export interface {info.cls.__name__} {{\n{''.join(lines)}}}\n"


def _declare_field(info: types.StructType, field: types.Field, *, is_request: bool) -> str:
    """Return a field with its comment.

    A request may leave out every field with a default. A response leaves out defaults if its type says so: then the field is
    missing in place of null.
    """
    is_unset = not field.required and field.default is NODEFAULT and field.default_factory is NODEFAULT
    is_optional = not field.required and (is_request or is_unset or info.cls.__struct_config__.omit_defaults)
    raw = RAW_FIELDS.get((info.cls, field.name))
    members = [raw] if raw else _use_aliases(_members(field.type))
    if is_optional and not is_request and field.default is None:
        members = [member for member in members if member != "null"]
    notes = [_description(field.type)]
    if is_optional and not is_unset and field.default is not None:
        default = field.default_factory() if field.default is NODEFAULT else field.default
        notes.append(f"default: {json.dumps(default)}")
    note = "; ".join(filter(None, notes))
    comment = _comment(f"{note[0].upper()}{note[1:]}.", "  ") if note else ""
    return comment + _break_union(f"{field.encode_name}{'?' if is_optional else ''}:", members, "  ")


def _description(info: types.Type) -> str:
    """Return the description of a field's type."""
    match info:
        case types.Metadata():
            return "" if info == TIMESTAMP else (info.extra_json_schema or {}).get("description", "")
        case types.UnionType():
            return next(filter(None, map(_description, info.types)), "")
    return ""


def _declare_results() -> str:
    """Return the map from the type of a command to that of its result, and the union of the results."""
    results = {str(command.__struct_config__.tag): result.__name__ for command, result in RESULT_TYPES.items()}
    lines = [f"  {tag}: {results[tag]};\n" for tag in sorted(results)]
    comment = _comment(
        "The result of each command by its type. `watch` is answered with SocketMatch. A command that changes a match which "
        "the socket watches is answered with SocketUpdate in place of ReceiptBody."
    )
    union = _comment("Every result of a command.") + _declare_union("CommandResult", sorted(set(results.values())))
    return f"{comment}export interface CommandResults {{\n{''.join(lines)}}}\n\n{union}"


def _declare_routes(routes: dict[str, RouteBodies]) -> str:
    """Return the map from method and path to the types of the bodies."""
    lines = []
    for route, bodies in routes.items():
        named = {name: _unite(kinds) for name, kinds in bodies._asdict().items() if kinds}
        bodies_text = "; ".join(f"{name}: {' | '.join(members)}" for name, members in named.items())
        line = f'  "{route}": {{ {bodies_text} }};\n'
        if len(line) > LINE_LENGTH + 1:
            lines_of_bodies = "".join(_break_union(f"{name}:", members, "    ") for name, members in named.items())
            line = f'  "{route}": {{\n{lines_of_bodies}  }};\n'
        if named:
            lines.append(line)
    comment = _comment(
        "The JSON bodies of every route. The response of a stream is the type of one message. `error` is the body of an error "
        "that is not an ErrorBody."
    )
    return f"{comment}export interface HttpRoutes {{\n{''.join(lines)}}}\n"


def _unite(kinds: tuple[Any, ...]) -> list[str]:
    return _use_aliases([member for info in types.multi_type_info(kinds) for member in _members(info)])


def _comment(text: str, indent: str = "") -> str:
    """Return a documentation comment, in one line if it fits."""
    line = f"{indent}/** {text} */\n"
    if "\n" not in text and len(line) <= LINE_LENGTH + 1:
        return line
    lines = [*(line for paragraph in text.split("\n\n") for line in (*_wrap(paragraph, indent), ""))][:-1]
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def _wrap(paragraph: str, indent: str) -> list[str]:
    return textwrap.wrap(" ".join(paragraph.split()), LINE_LENGTH - len(f"{indent} * "))


def main() -> None:
    """Write the file. If prettier is installed, it corrects what this tool formats differently."""
    OUTPUT.write_text(generate(), encoding="utf-8")
    if PRETTIER.exists():
        subprocess.run([PRETTIER, "--write", OUTPUT], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
