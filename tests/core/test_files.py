"""Atomic file writing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablier.core.files import open_atomically, user_data_dir, write_atomically


def test_a_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    write_atomically(file, b"old")
    write_atomically(file, b"new", mode=0o600)
    assert file.read_bytes() == b"new" and file.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_a_failure_leaves_the_old_file_and_no_temporary_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt), open_atomically(file) as out:
        out.write(b"new")
        raise KeyboardInterrupt
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_the_data_folder_follows_xdg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert user_data_dir() == tmp_path / "tablier"
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_data_dir() == tmp_path / ".local" / "share" / "tablier"
