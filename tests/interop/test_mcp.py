"""A language model at a table: the official client plays over the protocol at a real hall."""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from typer.testing import CliRunner

from skali.cli import app
from skali.cli.mcp import CannotSit
from skali.interop.mcp import seat_server
from skali.interop.seat import SeatError, SeatLink
from tests.hall.halls import ThreadHall
from tests.hall.people import Person

TOOLS = {"choices", "explain", "look", "play", "rules", "say", "wait_for_turn"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadHall]:
    made = ThreadHall(f"sqlite:///{tmp_path_factory.mktemp('mcp') / 'hall.db'}")
    yield made
    made.close()


def invited(hall: ThreadHall, game: str, *others: dict[str, str]) -> tuple[Person, str, str]:
    """Somebody who has laid a table, the table, and the link of its open seat 0."""
    host = Person(hall.url, "Astrid")
    table = host.lay(game, seats=1 + len(others), players=[{"kind": "open"}, *others])["id"]
    return host, table, host.get(f"/api/tables/{table}/seats/0/link")["url"].replace("localhost", "127.0.0.1")


class Model:
    """What a client of the protocol does: calls a tool, and reads its answer."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, **arguments: Any) -> Any:
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        assert result.structured_content is not None
        return result.structured_content

    async def refused(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        return str(result.content[0].text)  # type: ignore[union-attr]


def at_the_table(server: Any, what: Callable[[Model], Coroutine[Any, Any, None]]) -> None:
    async def play() -> None:
        async with Client(server) as client:
            await what(Model(client))

    asyncio.run(play())


def test_a_whole_game_against_a_bot(hall: ThreadHall) -> None:
    host, table, link = invited(hall, "cairns", {"kind": "bot", "agent": "easy"})

    async def play(model: Model) -> None:
        standing = await model.call("wait_for_turn")
        turns = 0
        while standing["status"] == "playing":
            turns += 1
            assert standing["your_turn"]
            assert standing["asked"]
            offered = (await model.call("choices"))["choices"]
            played = await model.call("play", moves=[offered[0]["move"]])
            assert played["happened"]
            standing = await model.call("wait_for_turn")
        assert turns > 1
        assert standing["result"]["scores"]

    at_the_table(seat_server(link, "Thinker"), play)
    info = host.get(f"/api/tables/{table}")["table"]
    assert info["status"] == "over"
    assert info["seats"][0]["name"] == "Thinker"


def test_it_looks_and_asks_why(hall: ThreadHall) -> None:
    _, _, link = invited(hall, "fjords", {"kind": "bot", "agent": "easy"})

    async def look(model: Model) -> None:
        assert {tool.name for tool in (await model.client.list_tools()).tools} == TOOLS
        await model.call("wait_for_turn")
        seen = await model.call("look")
        assert (seen["game"], seen["your_seat"], seen["your_turn"]) == ("Fjords", 0, True)
        assert "0,0" in seen["drawing"]
        assert seen["view"]["awaiting"] == [0]
        offered = await model.call("choices")
        assert offered["all"] == len(offered["choices"]) > 0
        assert (await model.call("choices", about="nothing has this"))["choices"] == []
        legal = await model.call("explain", move=offered["choices"][0]["move"])
        assert legal["legal"]
        illegal = await model.call("explain", move="place at 9,9 turn 0")
        assert not illegal["legal"]
        assert illegal["text"], "the rule in full"
        assert illegal["rule"] in await model.refused("play", moves=["place at 9,9 turn 0"])
        assert "Try: draw" in await model.refused("play", moves=["castle"])
        found = (await model.call("rules", about="hut"))["result"]
        assert any(rule["id"].startswith("FJ-") for rule in found)

    at_the_table(seat_server(link), look)


def test_it_sees_its_own_seat_only(hall: ThreadHall) -> None:
    host, table, link = invited(hall, "moot", {"kind": "me"})

    async def look(model: Model) -> None:
        seen = await model.call("look")
        state = hall.live(table).state
        assert seen["view"] == state.view(0)
        assert seen["view"] != state.view(1)

    at_the_table(seat_server(link), look)
    assert host.get(f"/api/tables/{table}")["table"]["status"] == "playing"


def test_waiting_ends_when_the_time_is_over(hall: ThreadHall) -> None:
    host, table, link = invited(hall, "cairns", {"kind": "me"})

    async def wait(model: Model) -> None:
        standing = await model.call("wait_for_turn")
        if standing["your_turn"]:
            offered = (await model.call("choices"))["choices"]
            await model.call("play", moves=[offered[0]["move"]])
        assert not (await model.call("wait_for_turn", seconds=0.01))["your_turn"]
        assert "not" in await model.refused("play", moves=["lay low at 0,0"])

    at_the_table(seat_server(link), wait)
    assert host.get(f"/api/tables/{table}")["table"]["status"] == "playing"


def test_a_link_serves_again_where_its_cookie_is_kept(hall: ThreadHall, tmp_path: Path) -> None:
    _, _, link = invited(hall, "cairns", {"kind": "bot", "agent": "easy"})
    kept = tmp_path / "deep" / "cookie"

    async def look(model: Model) -> None:
        await model.call("look")

    at_the_table(seat_server(link, kept=kept), look)
    assert kept.stat().st_mode & 0o077 == 0, "nobody else may read it"
    at_the_table(seat_server(link, kept=kept), look)

    async def look_in_vain(model: Model) -> None:
        await model.refused("look")

    at_the_table(seat_server(link), look_in_vain)


def test_the_command_serves_on_stdin_and_stdout(hall: ThreadHall, tmp_path: Path) -> None:
    _, _, link = invited(hall, "fjords", {"kind": "bot", "agent": "easy"})
    command = ["-c", "from skali.cli import main; main()", "mcp", link, "--name", "Thinker"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}

    async def look(model: Model) -> None:
        assert (await model.call("look"))["players"][0] == "Thinker"

    at_the_table(StdioServerParameters(command=sys.executable, args=command, env=environment), look)


def test_what_is_wrong_is_said(hall: ThreadHall) -> None:
    with pytest.raises(SeatError, match="is no link to a seat"):
        SeatLink.read(f"{hall.url}/t/abc")
    assert SeatLink.read("https://hall.example/inn/t/abc#seat=2&key=k") == SeatLink(
        "https://hall.example/inn", "abc", 2, "k"
    )
    result = CliRunner().invoke(app, ["mcp", "nonsense"])
    assert isinstance(result.exception, CannotSit)

    async def look(model: Model) -> None:
        assert "cannot be reached" in await model.refused("look")

    at_the_table(seat_server("http://127.0.0.1:9/t/abc#seat=0&key=k"), look)
