"""Settings of the server. Each has a default; the environment overrides the TOML file in the data folder."""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from tablier.core.errors import BadFile
from tablier.core.files import user_data_dir, write_atomically

from .errors import RequestError
from .network import parse_address

SETTINGS_FILE = "config.toml"
SECRET_FILE = "secret"
SECRET_BYTES = 32
ENVIRONMENT_PREFIX = "TABLIER_"
DEFAULT_BOUNDS = Meta(ge=0, le=1_000_000_000)  # of a number whose type has none
PRIVATE_NETWORKS = ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")

Port = Annotated[int, Meta(ge=0, le=65_535)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Workers = Annotated[int, Meta(ge=0, le=1_000)]
Memory = Annotated[int, Meta(ge=1, le=1_000_000)]  # in MB
Rate = Annotated[float, Meta(gt=0, le=1e9)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Days = Annotated[int, Meta(ge=0, le=36_500)]
Url = Annotated[str, Meta(pattern=r"^$|^https?://\S+$", description="https://…, http://…")]
Contact = Annotated[str, Meta(pattern=r"^$|^(mailto:|https?://)\S+$", description="mailto:…, https://…")]
Names = Annotated[tuple[str, ...], Meta(description="play.example, …")]
Networks = Annotated[tuple[str, ...], Meta(description="10.0.0.0/8, 2001:db8::/32, …")]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings that an operator can change; `docs/operating.md` documents them."""

    host: str = ""  # all addresses of this machine, IPv4 and IPv6
    port: Port = 8421
    unix_socket: str = ""  # path; the server then listens there instead of on `host` and `port`
    url: Url = ""  # public address behind a proxy; with https, cookies are secure
    allowed_hosts: Names = ()  # further names of this server, as browsers write them
    proxied: bool = False  # trust X-Forwarded-For from this machine and private networks
    trusted_proxies: Networks = ()  # trust X-Forwarded-For from these networks as well
    tls_cert: str = ""  # certificate and key as PEM files; the server then uses https
    tls_key: str = ""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    metrics_token: str = ""  # bearer token for /metrics; this machine and operators need none
    contact: Contact = ""  # contact for push services, mailto:… or https:…; default: the public address
    push_delay_s: Annotated[float, Meta(ge=0, le=3600)] = 5.0  # wait this long before a push, in case the person opens the page
    push_allow_local: bool = False  # allow push services in the local network; for tests and closed networks
    chat: bool = True  # whether new matches may have chat
    engine_workers: Workers = 0  # 0: number of processors minus one
    max_engine_turn_s: Seconds = 5.0
    engine_memory_mb: Memory = 64  # of one player; a worker keeps up to two players
    study_workers: Workers = 1  # separate from `engine_workers`, so that matches never wait for studies; 0 disables analysis
    max_study_search_s: Seconds = 10.0
    max_engine_matches: Count = 500  # active matches with engines on the whole server
    max_engine_matches_per_account: Count = 20  # unfinished matches
    max_matches_per_account: Count = 200  # unfinished matches
    max_new_matches_per_minute: Rate = 20.0  # per account, with rematches; three times as many for a bot
    max_address_new_matches_per_minute: Rate = 120.0  # per client address
    max_match_memory_mb: Memory = 256  # of matches in memory that nobody follows; estimated
    max_bots_per_account: Count = 10
    max_connections: Count = 10_000
    max_connections_per_address: Count = 500  # not for trusted proxies, whose connections are those of many clients
    max_sockets_per_account: Count = 30  # WebSockets, event streams and analyses
    max_sockets_per_address: Count = 300
    max_watched_matches_per_address: Count = 1000  # over WebSockets
    max_requests_per_second: Rate = 20.0  # per account, HTTP requests and socket frames; short bursts may be faster
    max_address_requests_per_second: Rate = 100.0  # per client address: requests, handshakes and frames; and new connections
    max_server_requests_per_second: Rate = 2000.0  # HTTP requests and handshakes of all clients
    max_new_accounts_per_minute: Rate = 60.0  # per client address
    restart_grace_s: Annotated[int, Meta(ge=0, le=86_400)] = 20  # added to running clocks after a restart, beyond the downtime
    max_lag_ms: Annotated[int, Meta(ge=0, le=10_000)] = 500  # largest network delay that is not charged to a clock
    guest_retention_days: Days = 30  # guests who never played are deleted after this time; 0 keeps them
    waiting_match_retention_days: Days = 30  # matches without enough players are aborted after this time; 0 keeps them
    audit_retention_days: Days = 365  # entries of the audit log are deleted after this time; 0 keeps them

    @property
    def secure(self) -> bool:
        """True if clients connect by https."""
        return bool(self.tls_cert) or self.url.startswith("https:")

    @property
    def address(self) -> str:
        """The public address if it is set, else the address on this machine."""
        return self.url.rstrip("/") if self.url else f"{'https' if self.tls_cert else 'http'}://localhost:{self.port}"

    @cached_property
    def _proxy_networks(self) -> list[IPv4Network | IPv6Network]:
        return [ip_network(network) for network in (*self.trusted_proxies, *(PRIVATE_NETWORKS if self.proxied else ()))]

    def trusts_proxy(self, address: str) -> bool:
        """True if the forwarding headers of requests from this address are believed."""
        if not self._proxy_networks:
            return False
        parsed = parse_address(address)
        return parsed is not None and any(parsed in network for network in self._proxy_networks)


TYPES: Mapping[str, Any] = get_type_hints(Settings, include_extras=True)


def data_folder() -> Path:
    """The default data folder: `TABLIER_DATA`, or a folder in the user's data folder."""
    configured = os.environ.get("TABLIER_DATA")
    return Path(configured) if configured else user_data_dir() / "server"


def load_settings(folder: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings of a data folder and of the environment, which has precedence.

    Raises `BadFile` or `RequestError` if they are invalid.
    """
    settings = Settings()
    for name, value in {**read_settings_file(folder), **read_environment(environment)}.items():
        settings = with_setting(settings, name, value)
    return settings


def read_settings_file(folder: Path) -> dict[str, Any]:
    """The values in the TOML file of a data folder, not validated. Raises `BadFile` if it is malformed."""
    file = folder / SETTINGS_FILE
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile("bad_settings", file=str(file), why=str(error)) from None


def read_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The values of variables such as `TABLIER_PORT`, by setting."""
    return {name: environment[variable_of(name)] for name in TYPES if variable_of(name) in environment}


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return f"{ENVIRONMENT_PREFIX}{name.upper()}"


def with_setting(settings: Settings, name: str, value: Any) -> Settings:
    """Return a copy with one setting changed. `value` has the setting's type, or is its text.

    Raises `RequestError` with `no_such_setting` or `bad_value`.
    """
    if name not in TYPES:
        raise RequestError("no_such_setting", name=name[:60], known=list(TYPES))
    try:
        return replace(settings, **{name: _convert(TYPES[name], value)})
    except ValueError:  # also a validation error of msgspec
        shown = str(value)[:60].encode(errors="replace").decode()
        raise RequestError("bad_value", option=name, value=shown, range=_describe_range(TYPES[name])) from None


def _convert(setting_type: Any, value: Any) -> Any:
    """Convert a value from TOML or its text. Raises `ValueError`."""
    plain_type = _plain_type(setting_type)
    if plain_type is bool:
        if value in ("yes", "no"):
            return value == "yes"
        if not isinstance(value, bool) and value not in ("true", "false"):
            raise ValueError(value)
    elif plain_type == tuple[str, ...] and isinstance(value, str):
        value = [entry.strip() for entry in value.split(",") if entry.strip()]
    elif setting_type in (int, float):
        setting_type = Annotated[setting_type, DEFAULT_BOUNDS]
    converted = msgspec.convert(value, setting_type, strict=False)
    for text in converted if isinstance(converted, tuple) else (converted,):
        str(text).encode()  # raises `ValueError` for bytes of the command line that are not UTF-8
    if setting_type == Networks:
        return tuple(str(ip_network(entry)) for entry in converted)
    return converted


def _plain_type(setting_type: Any) -> Any:
    return get_args(setting_type)[0] if get_origin(setting_type) is Annotated else setting_type


def _describe_range(setting_type: Any) -> str:
    """The possible values of a setting, for messages."""
    plain_type = _plain_type(setting_type)
    if plain_type is bool:
        return "yes, no"
    if get_origin(plain_type) is Literal:
        return ", ".join(get_args(plain_type))
    meta = next((entry for entry in get_args(setting_type)[1:] if isinstance(entry, Meta)), DEFAULT_BOUNDS)
    if plain_type in (int, float):
        least = f"{meta.ge:g}" if meta.ge is not None else f"> {meta.gt:g}"
        return f"{least} … {meta.le:.0f}" if meta.le is not None else least
    return meta.description or plain_type.__name__


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the settings that differ from the defaults."""
    defaults = Settings()
    lines = [
        f"{field.name} = {to_toml(getattr(settings, field.name))}\n"
        for field in fields(Settings)
        if getattr(settings, field.name) != getattr(defaults, field.name)
    ]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_atomically(folder / SETTINGS_FILE, "".join(lines).encode())


def to_toml(value: bool | int | float | str | tuple[str, ...]) -> str:
    """A setting as a TOML value.

    JSON is TOML except for two characters: TOML has no surrogate escapes and does not allow DEL in a string.
    """
    return json.dumps(value, ensure_ascii=False, allow_nan=False).replace("\x7f", "\\u007f")


def load_secret(folder: Path) -> bytes:
    """Read the key that signs identity cookies; create it if it is missing. Raises `BadFile` if it is damaged."""
    file = folder / SECRET_FILE
    if not file.exists():
        write_atomically(file, secrets.token_hex(SECRET_BYTES).encode(), mode=0o600)
    try:
        key = bytes.fromhex(file.read_text(encoding="ascii"))
    except ValueError:  # also an error of the encoding
        key = b""
    if len(key) < SECRET_BYTES:
        raise BadFile("bad_secret", file=str(file))
    return key
