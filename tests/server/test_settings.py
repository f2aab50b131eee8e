"""Settings: bounds, the TOML file, the environment, and `tablier config`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.cli import main
from tablier.server.errors import RequestError
from tablier.server.settings import Settings, load_settings, save_settings, to_toml, with_setting


@given(st.one_of(st.booleans(), st.integers(0, 10**9), st.floats(0, 1e9), st.text(st.characters(exclude_categories=["Cs"]))))
def test_every_value_survives_the_toml_file(value: bool | int | float | str) -> None:
    assert tomllib.loads(f"x = {to_toml(value)}") == {"x": value}


def test_emoji_quotes_and_lists_are_saved(tmp_path: Path) -> None:
    settings = with_setting(Settings(), "contact", 'mailto:"🎲\\"@example.org')
    settings = with_setting(settings, "tls_cert", "a\tb\x7f\nc")
    settings = with_setting(settings, "trusted_proxies", "10.0.0.0/8, 2001:db8::1")
    assert settings.trusted_proxies == ("10.0.0.0/8", "2001:db8::1/128")
    save_settings(tmp_path, settings)
    assert load_settings(tmp_path, {}) == settings


@pytest.mark.parametrize(
    ("name", "value", "possible"),
    [
        ("port", "65536", "0 … 65535"),
        ("port", "8421.5", "0 … 65535"),
        ("port", True, "0 … 65535"),
        ("max_engine_turn_s", "inf", "> 0 … 86400"),
        ("max_engine_turn_s", "nan", "> 0 … 86400"),
        ("max_engine_turn_s", float("inf"), "> 0 … 86400"),
        ("engine_memory_mb", "0", "1 … 1000000"),
        ("chat", "maybe", "yes, no"),
        ("chat", 1, "yes, no"),
        ("url", "games.example.org", "https://…, http://…"),
        ("log_level", "loud", "debug, info, warning, error"),
        ("trusted_proxies", "10.0.0.1/8", "10.0.0.0/8, 2001:db8::/32, …"),
        ("contact", "mailto:\udcff", "mailto:…, https://…"),
        ("host", 5, "str"),
    ],
)
def test_values_out_of_bounds_are_refused(name: str, value: object, possible: str) -> None:
    with pytest.raises(RequestError, match="bad_value") as error:
        with_setting(Settings(), name, value)
    assert error.value.facts["option"] == name and error.value.facts["range"] == possible


def test_the_environment_overrides_the_file(tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(port=9000, chat=False))
    environment = {"TABLIER_PORT": "9001", "TABLIER_PROXIED": "yes", "TABLIER_TRUSTED_PROXIES": "192.0.2.0/24", "PORT": "1"}
    settings = load_settings(tmp_path, environment)
    assert settings == Settings(port=9001, chat=False, proxied=True, trusted_proxies=("192.0.2.0/24",))
    with pytest.raises(RequestError, match="bad_value"):
        load_settings(tmp_path, {"TABLIER_PORT": "many"})


def config(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> tuple[int, str, str]:
    code = main(["config", "--data", str(folder), *arguments])
    output = capsys.readouterr()
    return code, output.out, output.err


def test_config_changes_the_file_and_shows_what_is_in_effect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLIER_PORT", "9001")
    assert config(capsys, tmp_path, "chat", "no") == (0, "chat = false\n", "")
    assert (tmp_path / "config.toml").read_text() == "chat = false\n", "without the value from the environment"
    code, out, err = config(capsys, tmp_path, "port", "9000")
    assert (code, out) == (0, "port = 9001\n") and "TABLIER_PORT overrides" in err
    assert load_settings(tmp_path, {}).port == 9000
    code, out, _ = config(capsys, tmp_path)
    assert code == 0 and "port = 9001\n" in out and 'log_level = "info"\n' in out


def test_config_refuses_what_the_file_could_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in (("max_engine_turn_s", "inf"), ("port", "99999"), ("nothing", "1")):
        assert config(capsys, tmp_path, name, value)[0] == 2
    assert not (tmp_path / "config.toml").exists()


def test_config_repairs_an_invalid_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.toml").write_text("port = 99999\n")
    assert config(capsys, tmp_path)[0] == 2
    assert config(capsys, tmp_path, "port", "9000")[0] == 0


def test_config_check_lists_every_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert config(capsys, tmp_path, "--check") == (0, "", "")
    (tmp_path / "config.toml").write_text('port = 99999\nprot = 1\ntls_cert = "cert.pem"\n')
    monkeypatch.setenv("TABLIER_CHAT", "perhaps")
    monkeypatch.setenv("TABLIER_PROT", "1")
    code, out, err = config(capsys, tmp_path, "--check")
    assert (code, out) == (1, "")
    lines = err.splitlines()
    assert len(lines) == 5, err
    for expected in (
        "99999 is no value for port",
        "called prot",
        "perhaps is no value for chat",
        "called TABLIER_PROT",
        "--tls-key",
    ):
        assert expected in err
    (tmp_path / "config.toml").write_text("port = ")
    code, _, err = config(capsys, tmp_path, "--check")
    assert code == 1 and "config.toml cannot be read" in err and "TABLIER_PROT" in err


def test_a_port_out_of_range_is_a_usage_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--data", str(tmp_path), "--port", "99999"]) == 2
    assert "0 … 65535" in capsys.readouterr().err
