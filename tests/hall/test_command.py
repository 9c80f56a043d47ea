"""``skali hall`` as a person meets it: what it does with a database, a port, a backup, and what it says when it cannot."""

import socket
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skali.cli import app
from skali.cli.hall import CannotOpen, check_proxies, free_port
from skali.hall.settings import Settings


def hall(*arguments: str) -> str:
    """Runs the command; the one line of an error that a person can mend, empty if all went well."""
    result = CliRunner().invoke(app, ["hall", *arguments])
    if isinstance(result.exception, CannotOpen):
        return str(result.exception)
    assert result.exit_code == 0, result.output
    return ""


def test_backup_and_restore(tmp_path: Path) -> None:
    first, second, file = str(tmp_path / "one.db"), str(tmp_path / "two.db"), str(tmp_path / "x.backup")
    assert hall("--database", first, "backup", str(tmp_path / "empty.backup")) == ""  # makes the database
    with sqlite3.connect(first) as connection:
        connection.execute("INSERT INTO settings VALUES ('secret', 'x')")
    assert hall("--database", first, "backup", file) == ""
    assert hall("--database", first, "backup", file) == f"{file} cannot be written: File exists"
    assert hall("--database", first, "backup", "/nowhere/x").endswith("cannot be written: No such file or directory")
    assert hall("--database", second, "restore", file) == ""
    assert hall("--database", second, "restore", file) == "the database is not empty: restore into a new one"
    (tmp_path / "no.backup").write_text("hello")
    assert "no.backup is damaged" in hall("--database", str(tmp_path / "c.db"), "restore", str(tmp_path / "no.backup"))


@pytest.mark.parametrize(
    "arguments, says",
    [
        (["--workers", "2"], "several workers need PostgreSQL: --database postgresql://..."),
        (["--log-format", "xml"], "--log-format is json or plain, not 'xml'"),
        (["--database", "/nowhere/hall.db"], "the database sqlite:////nowhere/hall.db cannot be used: unable to open"),
        (
            ["--database", "postgresql://me:secret@127.0.0.1:1/hall"],
            "the database postgresql+psycopg://me:***@127.0.0.1:1/hall cannot be used: connection failed",
        ),
        (["--host", "192.0.2.1"], "the hall cannot listen on 192.0.2.1, port 8000: Cannot assign requested address"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(arguments: list[str], says: str, tmp_path: Path) -> None:
    database = [] if "--database" in arguments else ["--database", str(tmp_path / "hall.db")]
    assert hall("--no-open", *database, *arguments).startswith(says)


def test_a_port_in_use_is_said_clearly_and_0_finds_a_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotOpen, match=f"^port {port} is in use.* such as --port {port + 1}$"):
            free_port("127.0.0.1", port)
        assert free_port("127.0.0.1", 0) not in (0, port)


def test_proxies_are_addresses_or_networks() -> None:
    check_proxies(Settings(trust_proxy="10.0.0.0/8, ::1"))
    check_proxies(Settings(public_url="https://hall.example.org"))
    with pytest.raises(CannotOpen, match=r"--trust-proxy .* not 'somebody'"):
        check_proxies(Settings(trust_proxy="127.0.0.1,somebody"))
