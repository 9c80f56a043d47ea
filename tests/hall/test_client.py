"""The web client's files: compressed, kept for ever by their hash; pages that there are, and those that there are not."""

import gzip
import re
from pathlib import Path

import httpx
import pytest

from skali.hall import app
from tests.hall.halls import ThreadHall

SCRIPT = "console.log('well met');" * 50


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hall: ThreadHall) -> httpx.Client:
    """Of a hall whose web client is a page and a script."""
    monkeypatch.setattr(app, "WEB", tmp_path)
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>the page</title>")
    (tmp_path / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (tmp_path / "assets" / "index-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (tmp_path / "assets" / "index-1a2b.js.br").write_bytes(b"as brotli")
    return httpx.Client(base_url=hall.url, verify=False)


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0", "gzip"),
        ("gzip", "gzip"),
        ("br;q=0.0, gzip;q=0", None),
        ("identity", None),
        ("", None),
        ("ungzip, brx", None),
    ],
)
def test_scripts_are_compressed_as_the_browser_likes_and_kept_for_ever(
    client: httpx.Client, accepted: str, encoding: str | None
) -> None:
    with client.stream("GET", "/assets/index-1a2b.js", headers={"Accept-Encoding": accepted}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.status_code == 200
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert re.match("(text|application)/javascript", answer.headers["content-type"])
    assert raw == {"br": b"as brotli", None: SCRIPT.encode()}.get(encoding, raw)
    assert encoding != "gzip" or gzip.decompress(raw).decode() == SCRIPT


@pytest.mark.parametrize("path", ["/", "/preferences", "/t/t4K9qhWz2x"])
def test_pages_are_asked_for_anew_each_time(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200 and "the page" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/admin", "/health", "/t/", "/t/a/b", "/preferences/x", "/assets/gone.js", "/api/x"])
def test_what_there_is_not_is_not_found(client: httpx.Client, path: str) -> None:
    answer = client.get(path, headers={"Accept": "application/json"})
    assert answer.status_code == 404 and answer.json()["error"] == "not_found"
    page = client.get(path, headers={"Accept": "text/html,application/xhtml+xml"})
    assert page.status_code == 404
    assert ("the page" in page.text) == (not path.startswith("/api/"))


def test_the_health_of_the_hall_is_where_the_documentation_says(client: httpx.Client) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
