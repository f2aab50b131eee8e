"""Errors of the server: codes, HTTP statuses and messages."""

from __future__ import annotations

from collections.abc import Mapping

from tablier.core.errors import BadFile, BadNotation, BadOptions, RulesError
from tablier.core.i18n import N_
from tablier.core.messages import register_messages
from tablier.match import MatchError

STATUSES: Mapping[str, int] = {  # by code; other codes get the default status of their class
    "no_such_match": 404,
    "match_damaged": 410,
    "no_such_page": 404,
    "no_such_person": 404,
    "no_such_chat": 404,
    "no_such_report": 404,
    "no_such_turn": 404,
    "no_such_device": 404,
    "push_failed": 502,
    "no_identity": 401,
    "bad_token": 401,
    "bad_link": 403,
    "banned": 403,
    "cross_origin": 403,
    "wrong_host": 421,
    "not_yours": 403,
    "not_operator": 403,
    "no_seat": 403,
    "chat_off": 403,
    "wrong_method": 405,
    "match_running": 409,
    "engines_busy": 503,
    "store_failed": 503,
    "shutting_down": 503,
    "too_large": 413,
    "too_slow": 408,
    "too_fast": 429,
    "too_many_matches": 429,
    "too_many_sockets": 429,
    "too_many_watched": 429,
    "internal": 500,
}
MESSAGES: Mapping[str, str] = register_messages(
    {
        "no_such_match": N_("There is no such match."),
        "match_damaged": N_("This match is damaged and cannot be opened. Ask the operator of the server."),
        "no_such_page": N_("There is no such page."),
        "no_such_person": N_("There is no such person."),
        "no_such_chat": N_("There is no such line of chat."),
        "no_such_report": N_("There is no such report."),
        "no_such_turn": N_("The match has no turn {turn}."),
        "no_such_device": N_("This device is not told anything yet."),
        "bad_endpoint": N_("This is no address of a push service on the internet."),
        "push_failed": N_("The push service did not accept the notification. Try again later."),
        "no_identity": N_("Nobody knows yet who you are. Open the page again."),
        "bad_token": N_("This token is not valid."),
        "bad_link": N_("This link is used up, too old or wrong."),
        "banned": N_("The operator has banned this account or address."),
        "cross_origin": N_("This request comes from another site."),
        "wrong_host": N_("This server does not answer for {host}. The operator can add the name to allowed_hosts."),
        "bad_address": N_("{address} is not an address that can be banned or unbanned."),
        "not_yours": N_("This belongs to somebody else."),
        "not_operator": N_("Only the operator can do this."),
        "no_seat": N_("You do not sit at this table."),
        "which_seat": N_("You sit on several seats. Say which one."),
        "no_open_seat": N_("All seats are taken."),
        "already_seated": N_("You sit at this table already."),
        "chat_off": N_("Chat is switched off here."),
        "store_failed": N_("This could not be written down, so it did not happen. Try again in a moment."),
        "shutting_down": N_("The server is being restarted. Nothing is lost."),
        "store_too_new": N_("The data were written by a newer Tablier ({version})."),
        "cannot_open_store": N_("Cannot open the database {file}: {why}."),
        "cannot_write_folder": N_("Cannot write to {folder}: {why}."),
        "already_running": N_("A server uses these data already."),
        "client_not_built": N_("The web client is not built. Run `make web`."),
        "reload_needs_checkout": N_("--reload needs a checkout of the repository. There is no {file}."),
        "reload_needs_node": N_("--reload needs Node.js. Run `make web`."),
        "too_large": N_("That is too long: at most {most}."),
        "too_fast": N_("That was too fast. Wait a moment."),
        "too_slow": N_("The request took too long to arrive."),
        "too_many_matches": N_("You have {most} unfinished matches. Finish one first."),
        "too_many_sockets": N_("Too many connections from here."),
        "too_many_watched": N_("At most {most} matches can be watched at once from here. Close one first."),
        "bad_request": N_("This request cannot be understood: {why}"),
        "bad_name": N_("A name has 1 to {longest} printable characters."),
        "wrong_seats": N_("{seats} seats are needed, and {given} were described."),
        "no_person_seated": N_("At least one seat must be yours."),
        "no_engine": N_("No engine plays this game with these options."),
        "engines_busy": N_("All engines are busy. Try again later or play a person."),
        "engine_failed": N_("The engine cannot go on."),
        "match_running": N_("This match is still being played. It can be studied when it is over."),
        "not_a_game": N_("This is neither a position nor a game in a format that is read here."),
        "no_such_setting": N_("There is no setting called {name}. There are: {known}."),
        "bad_settings": N_("The settings in {file} cannot be read: {why}"),
        "bad_secret": N_("The key in {file} is damaged. Restore it from a backup, or delete it: everybody then begins anew."),
        "tls_pair": N_("A certificate needs its key and the key its certificate: give both --tls-cert and --tls-key."),
        "bad_certificate": N_("{file} is no certificate in PEM: {why}"),
        "bad_tls_key": N_("{file} is no private key in PEM without a password: {why}"),
        "wrong_tls_key": N_("The key in {key} does not belong to the certificate in {file}."),
        "damaged_copy": N_("No backup was written, because the database is damaged ({why}). Run `tablier doctor`."),
        "file_exists": N_("{file} already exists. Use --force to replace it."),
        "no_database": N_("There is no database of this version in {folder}. Start the server once."),
        "no_backup": N_("{file} is no backup of Tablier, or a damaged one."),
        "wrong_method": N_("This address does not do that."),
        "internal": N_("Something is wrong here. It has been noted."),
    }
)


class RequestError(RulesError):
    """A request that the server rejects: malformed, not permitted, beyond a limit, or about something unknown."""


def http_status(error: RulesError) -> int:
    """The HTTP status for an error: by its code, else 400 for invalid input, 409 for a match error, 422 for other errors."""
    if error.code in STATUSES:
        return STATUSES[error.code]
    if isinstance(error, (BadNotation, BadOptions, BadFile, RequestError)):
        return 400
    return 409 if isinstance(error, MatchError) else 422
