"""Settings: everything has a default, so that nobody needs to set anything. Kept as TOML in the data folder."""

from __future__ import annotations

import json
import os
import secrets
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from tablier.core.errors import BadFile

from .errors import RequestError

KEY_BYTES = 32


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What an operator can choose."""

    host: str = "0.0.0.0"  # every network of this machine
    port: int = 8421
    url: str = ""  # the address people see, when a proxy stands before the server; https makes cookies secure
    proxied: bool = False  # trust the address a proxy in front says people come from
    tls_cert: str = ""  # a certificate and its key, as PEM files: the server then speaks https
    tls_key: str = ""
    contact: str = ""  # whom push services ask when something is wrong: mailto:… or https:…; else the address people see
    push_delay_s: float = 5.0  # how long a push waits for somebody to come by themselves
    push_allow_local: bool = False  # push services may stand in the local network; for tests and closed networks
    chat: bool = True
    engine_workers: int = 0  # 0: as many as there are processors, less one
    max_engine_turn_s: float = 5.0  # a turn takes an engine at most this long
    engine_memory_mb: int = 64  # megabytes for each worker
    study_workers: int = 1  # of their own, so that games never wait for studies; 0: engines do not think there
    max_study_search_s: float = 10.0  # a study's thought takes at most this long
    max_engine_matches_per_account: int = 20  # unfinished ones
    max_matches_per_account: int = 200  # unfinished ones
    max_bots_per_account: int = 10
    max_sockets_per_account: int = 30
    max_sockets_per_address: int = 300
    max_requests_per_second: float = 20.0  # of one person over HTTP, and of one socket; short bursts may be faster
    max_new_accounts_per_minute: float = 60.0  # new identities from one address
    restart_grace_s: int = 20  # what running clocks get after a restart, beyond the time the server was away
    max_lag_ms: int = 500  # network delay that is not counted, at most

    @property
    def secure(self) -> bool:
        """Whether people come over https."""
        return bool(self.tls_cert) or self.url.startswith("https:")

    @property
    def address(self) -> str:
        """The address people see, as far as it is known."""
        return self.url.rstrip("/") if self.url else f"{'https' if self.tls_cert else 'http'}://localhost:{self.port}"


def data_folder() -> Path:
    """Where the server keeps its data: TABLIER_DATA, or as the XDG convention has it."""
    if given := os.environ.get("TABLIER_DATA"):
        return Path(given)
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tablier" / "server"


def load(folder: Path) -> Settings:
    """The settings of a data folder."""
    file = folder / "config.toml"
    if not file.exists():
        return Settings()
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile("bad_settings", file=str(file), why=str(error)) from None
    settings = Settings()
    for name, value in given.items():
        settings = changed(settings, name, value)
    return settings


def changed(settings: Settings, name: str, value: Any) -> Settings:
    """With one setting changed to a value or its text."""
    known = [field.name for field in fields(Settings)]
    if name not in known:
        raise RequestError("no_such_setting", name=name[:60], known=known)
    kind = type(getattr(settings, name))
    try:
        return replace(settings, **{name: _value(kind, value)})
    except ValueError:
        raise RequestError("bad_value", option=name, value=str(value)[:60], range=kind.__name__) from None


def _value(kind: type, value: Any) -> Any:
    if kind is bool:
        if value in ("yes", "no"):
            return value == "yes"
        if not isinstance(value, bool):
            raise ValueError(value)
    elif kind in (int, float):
        if isinstance(value, bool):
            raise ValueError(value)
        value = kind(value)
        if value < 0:
            raise ValueError(value)
    elif not isinstance(value, str):
        raise ValueError(value)
    return value


def save(folder: Path, settings: Settings) -> None:
    """Writes what differs from the defaults."""
    usual = Settings()
    lines = [
        f"{field.name} = {json.dumps(getattr(settings, field.name))}\n"
        for field in fields(Settings)
        if getattr(settings, field.name) != getattr(usual, field.name)
    ]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = folder / "config.toml.part"
    draft.write_text("".join(lines), encoding="utf-8")
    draft.replace(folder / "config.toml")


def secret(folder: Path) -> bytes:
    """The key that signs identities, made when it is first needed: whole, or not at all."""
    file = folder / "secret"
    if not file.exists():
        draft = folder / f"secret.{os.getpid()}.part"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as made:
            made.write(secrets.token_hex(KEY_BYTES))
            made.flush()
            os.fsync(made.fileno())
        draft.rename(file)
    key = bytes.fromhex(file.read_text(encoding="ascii"))
    if len(key) < KEY_BYTES:
        raise BadFile("bad_secret", file=str(file))
    return key
