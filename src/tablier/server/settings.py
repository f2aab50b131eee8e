"""Settings of the server. Each has a default; those that differ are stored as TOML in the data folder."""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from tablier.core.errors import BadFile
from tablier.core.files import user_data_dir, write_atomically

from .errors import RequestError

SETTINGS_FILE = "config.toml"
SECRET_FILE = "secret"
SECRET_BYTES = 32


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings that an operator can change; `docs/operating.md` documents them."""

    host: str = "0.0.0.0"  # all networks of this machine
    port: int = 8421
    url: str = ""  # public address behind a proxy; with https, cookies are secure
    proxied: bool = False  # trust the last entry of X-Forwarded-For
    tls_cert: str = ""  # certificate and key as PEM files; the server then uses https
    tls_key: str = ""
    contact: str = ""  # contact for push services, mailto:… or https:…; default: the public address
    push_delay_s: float = 5.0  # wait this long before a push, in case the person opens the page
    push_allow_local: bool = False  # allow push services in the local network; for tests and closed networks
    chat: bool = True
    engine_workers: int = 0  # 0: number of processors minus one
    max_engine_turn_s: float = 5.0
    engine_memory_mb: int = 64  # per worker
    study_workers: int = 1  # separate from `engine_workers`, so that matches never wait for studies; 0 disables analysis
    max_study_search_s: float = 10.0
    max_engine_matches_per_account: int = 20  # unfinished matches
    max_matches_per_account: int = 200  # unfinished matches
    max_bots_per_account: int = 10
    max_sockets_per_account: int = 30
    max_sockets_per_address: int = 300
    max_requests_per_second: float = 20.0  # per account over HTTP, and per socket; short bursts may be faster
    max_new_accounts_per_minute: float = 60.0  # per client address
    restart_grace_s: int = 20  # added to running clocks after a restart, beyond the downtime
    max_lag_ms: int = 500  # largest network delay that is not charged to a clock

    @property
    def secure(self) -> bool:
        """True if clients connect by https."""
        return bool(self.tls_cert) or self.url.startswith("https:")

    @property
    def address(self) -> str:
        """The public address if it is set, else the address on this machine."""
        return self.url.rstrip("/") if self.url else f"{'https' if self.tls_cert else 'http'}://localhost:{self.port}"


def data_folder() -> Path:
    """The default data folder: `TABLIER_DATA`, or a folder in the user's data folder."""
    configured = os.environ.get("TABLIER_DATA")
    return Path(configured) if configured else user_data_dir() / "server"


def load_settings(folder: Path) -> Settings:
    """Read the settings of a data folder. Raises `BadFile` or `RequestError` if they are invalid."""
    file = folder / SETTINGS_FILE
    if not file.exists():
        return Settings()
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile("bad_settings", file=str(file), why=str(error)) from None
    settings = Settings()
    for name, value in values.items():
        settings = with_setting(settings, name, value)
    return settings


def with_setting(settings: Settings, name: str, value: Any) -> Settings:
    """Return a copy with one setting changed. `value` has the setting's type, or is its text.

    Raises `RequestError` with `no_such_setting` or `bad_value`.
    """
    known = [field.name for field in fields(Settings)]
    if name not in known:
        raise RequestError("no_such_setting", name=name[:60], known=known)
    setting_type = type(getattr(settings, name))
    try:
        return replace(settings, **{name: _convert(setting_type, value)})
    except ValueError:
        raise RequestError("bad_value", option=name, value=str(value)[:60], range=setting_type.__name__) from None


def _convert(setting_type: type, value: Any) -> Any:
    """Convert a value from TOML or the command line. Raises `ValueError`."""
    if setting_type is bool:
        if value in ("yes", "no"):
            return value == "yes"
        if not isinstance(value, bool):
            raise ValueError(value)
    elif setting_type in (int, float):
        if isinstance(value, bool):
            raise ValueError(value)
        value = setting_type(value)
        if value < 0:
            raise ValueError(value)
    elif not isinstance(value, str):
        raise ValueError(value)
    return value


def save_settings(folder: Path, settings: Settings) -> None:
    """Write the settings that differ from the defaults."""
    defaults = Settings()
    lines = [
        f"{field.name} = {json.dumps(getattr(settings, field.name))}\n"
        for field in fields(Settings)
        if getattr(settings, field.name) != getattr(defaults, field.name)
    ]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_atomically(folder / SETTINGS_FILE, "".join(lines).encode())


def load_secret(folder: Path) -> bytes:
    """Read the key that signs identity cookies; create it if it is missing. Raises `BadFile` if it is too short."""
    file = folder / SECRET_FILE
    if not file.exists():
        write_atomically(file, secrets.token_hex(SECRET_BYTES).encode(), mode=0o600)
    key = bytes.fromhex(file.read_text(encoding="ascii"))
    if len(key) < SECRET_BYTES:
        raise BadFile("bad_secret", file=str(file))
    return key
