"""A seat for a language model: a server of the Model Context Protocol with tools to look, choose, ask why, and play.

It sits at a table of a running hall by the seat's link, as a person does, and knows what that seat may know and nothing more.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import skali
from skali.interop.seat import Seat, SeatError, SeatLink

INSTRUCTIONS = """You play a board game at a table of Skáli. Call look to see the position and what is asked of you, choices for the
moves that the rules allow, explain for the rule behind a move, play to make moves, and wait_for_turn until you are asked again.
Moves are written as choices gives them. Play to win, and play on until look says that the game is over."""
LOG_LINES = 20
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def seat_server(link: str, name: str = "Model", kept: Path | None = None) -> MCPServer[None]:
    """A server for the seat of a link. ``kept`` is a file for the guest's cookie, so that the link serves again."""
    seat = Seat(SeatLink.read(link), name, kept)

    @asynccontextmanager
    async def hold(server: MCPServer[None]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await seat.close()

    server: MCPServer[None] = MCPServer(
        "skali", instructions=INSTRUCTIONS, version=skali.__version__, lifespan=hold, log_level="WARNING"
    )
    _add_tools(server, seat)
    return server


def _add_tools(server: MCPServer[None], seat: Seat) -> None:
    @server.tool()
    async def look() -> dict[str, Any]:
        """The position as your seat may see it: a drawing, all the data, the latest events, and what is asked of you."""
        with _told():
            drawing = await seat.get("drawing", seat=seat.link.seat)
            return {
                **_standing(seat),
                "game": seat.table["title"],
                "players": [each["name"] for each in seat.table["seats"]],
                "drawing": COLOURS.sub("", drawing["text"]),
                "view": seat.position["view"],
                "log": [line["words"] for line in seat.log[-LOG_LINES:]],
            }

    @server.tool()
    async def choices(about: str = "") -> dict[str, Any]:
        """The moves that the rules allow you now, each in notation and in words; with ``about``, those that contain this text."""
        with _told():
            await seat.open()
            wanted = about.casefold()
            legal = [{"move": each["notation"], "words": each["words"]} for each in seat.position["legal"]]
            found = [each for each in legal if wanted in f"{each['move']} {each['words']}".casefold()]
            return {**_standing(seat), "choices": found, "all": len(legal)}

    @server.tool()
    async def explain(move: str) -> dict[str, Any]:
        """Whether a move is allowed now, and if not, the rule that forbids it in full."""
        with _told():
            told = await seat.get("why", seat=seat.link.seat, move=move)
            if told.get("rule"):
                rules = await seat.get(f"/api/games/{seat.table['game']}/rules", q=told["rule"])
                told["text"] = next((rule["text"] for rule in rules["rules"] if rule["id"] == told["rule"]), "")
            return dict(told)

    @server.tool()
    async def rules(about: str) -> list[dict[str, str]]:
        """The rules of the game that have all these words; a single word finds most."""
        with _told():
            await seat.open()
            found = await seat.get(f"/api/games/{seat.table['game']}/rules", q=about)
            return [{"id": rule["id"], "title": rule["title"], "text": rule["text"]} for rule in found["rules"]]

    @server.tool()
    async def play(moves: list[str]) -> dict[str, Any]:
        """Plays one or more moves of yours in a row, all of them or none, and says what has happened."""
        with _told():
            await seat.open()
            before = len(seat.log)
            await seat.ask("commit", moves=moves, moment=seat.position["moment"])
            return {**_standing(seat), "happened": [line["words"] for line in seat.log[before:]]}

    @server.tool()
    async def wait_for_turn(seconds: float = 60) -> dict[str, Any]:
        """Waits until you are asked, the game is over, or so many seconds (at most 600) have passed."""
        with _told():
            await seat.wait(min(max(seconds, 0), 600))
            return {**_standing(seat), "log": [line["words"] for line in seat.log[-LOG_LINES:]]}

    @server.tool()
    async def say(text: str) -> str:
        """Says something to the table. What you say binds nobody; some games close talk at times."""
        with _told():
            await seat.ask("chat", text=text)
            return "said"


def _standing(seat: Seat) -> dict[str, Any]:
    """What every answer says of where the game stands."""
    prompt = seat.position.get("prompt")
    standing: dict[str, Any] = {
        "your_seat": seat.link.seat,
        "status": seat.table["status"],
        "your_turn": seat.is_asked(),
        "asked": prompt["words"] if prompt else "",
    }
    if seat.table.get("result"):
        standing["result"] = {key: seat.table["result"][key] for key in ("scores", "ranking", "winners")}
    return standing


class _told:
    """What the hall refuses is told to the model in a sentence."""

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, SeatError):
            raise ToolError(str(error)) from None
