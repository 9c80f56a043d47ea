"""The kinds of move in A Feast for Odin and their fields."""

from __future__ import annotations

from typing import Final

from skali.core.moves import Field, Kind, MoveSpace, Named, Number
from skali.games.odin import components, items, naming

ALTERNATIVES: Final = 10
SHIPS: Final = ("whaling_boat", "knarr", "longship")
ARMED: Final = ("whaling_boat", "longship", "longship_1", "longship_2")
EMIGRANTS: Final = ("knarr", "longship", "longship_1", "longship_2", "longship_3")
BOATS: Final = ("plain", "armed")
LIES: Final = ("upright", "lying")
BOARD_NAMES: Final = (
    "home",
    *components.FACES,
    *(f"stone_house_{number}" for number in range(1, 4)),
    *(f"long_house_{number}" for number in range(1, 6)),
)
MAX_COINS: Final = 13
MAX_SPENT: Final = 25
PASS: Final = 0
DONE: Final = 1
SKIP: Final = 2
STOP: Final = 3
SEND: Final = 4
SEND_FOR: Final = SEND + components.SPACES
IMITATE: Final = SEND_FOR + components.SPACES * 2
IMITATE_FOR: Final = IMITATE + components.SPACES
CHOOSE: Final = IMITATE_FOR + components.SPACES * 2
PLAY_CARD: Final = CHOOSE + ALTERNATIVES
USE_CARD: Final = PLAY_CARD + components.CARDS
EXCHANGE: Final = USE_CARD + components.CARDS
UPGRADE_GOOD: Final = EXCHANGE + components.CARDS * ALTERNATIVES
UPGRADE_FAR: Final = UPGRADE_GOOD + items.GOODS
MINE: Final = UPGRADE_FAR + items.GOODS
TRADE: Final = MINE + 8 * 4
TAKE: Final = TRADE + items.GOODS
EXPLORE_BOARD: Final = TAKE + items.ITEMS
EMIGRATE_SHIP: Final = EXPLORE_BOARD + 8
SWAP_FOR_KNARR: Final = EMIGRATE_SHIP + 5
ROLL: Final = SWAP_FOR_KNARR + 2
FAIL: Final = ROLL + 1
SUCCEED: Final = FAIL + 1
LOOT: Final = SUCCEED + MAX_SPENT
SWORDS: Final = LOOT + items.ITEMS
SPEARS: Final = SWORDS + MAX_SPENT
RETURN: Final = SPEARS + MAX_SPENT
SERVE: Final = RETURN + 3
FINISH: Final = SERVE + items.GOODS * 2
COINS: Final = FINISH + 1
PUT: Final = COINS + MAX_COINS
ON_BOARD: Final = PUT + items.ITEMS
SHAPE: Final = ON_BOARD + 17
AT: Final = SHAPE + 8
BUY_SHIP: Final = AT + components.CELLS
ARM: Final = BUY_SHIP + 3
FILL_SLOT: Final = ARM + 4
CALL_BACK: Final = FILL_SLOT + 4


class GridCell(Field):
    """A cell of a board, written ``row,column`` from the top left."""

    def __init__(self, name: str) -> None:
        super().__init__(name, components.CELLS)

    def show(self, value: int) -> str:
        return f"{value // components.COLUMNS},{value % components.COLUMNS}"

    def read(self, text: str) -> int:
        row, comma, column = text.partition(",")
        if not comma or not row.isdigit() or not column.isdigit() or int(column) >= components.COLUMNS:
            return -1
        value = int(row) * components.COLUMNS + int(column)
        return value if value < components.CELLS else -1

    def allowed(self) -> str:
        return "a cell such as 11,0: row and column from the top left"

    def to_data(self, value: int) -> object:
        return [value // components.COLUMNS, value % components.COLUMNS]

    def from_data(self, data: object) -> int:
        if not isinstance(data, list) or len(data) != 2:
            return -1
        return self.read(f"{data[0]},{data[1]}")


def move_space(spaces: list[str], cards: list[str]) -> MoveSpace:
    space = Named("space", components.SPACES, spaces)
    both = Number("way", 2, first=1)
    way = Number("way", ALTERNATIVES, first=1)
    card = Named("card", components.CARDS, cards)
    good = Named("good", items.GOODS, naming.ITEM_NAMES[: items.GOODS])
    tile = Named("tile", items.ITEMS, naming.ITEM_NAMES)
    everywhere = [*spaces, "imitate_c1", "imitate_c2", "imitate_c3", "imitate_c4"]
    return MoveSpace(
        Kind(PASS, "pass", "pass"),
        Kind(DONE, "done", "done"),
        Kind(SKIP, "skip", "skip"),
        Kind(STOP, "stop", "stop"),
        Kind(SEND, "send", "send {space}", space),
        Kind(SEND_FOR, "send_for", "send {space} way {way}", space, both),
        Kind(IMITATE, "imitate", "imitate {space}", space),
        Kind(IMITATE_FOR, "imitate_for", "imitate {space} way {way}", space, both),
        Kind(CHOOSE, "choose", "choose {way}", way),
        Kind(PLAY_CARD, "play", "play {card}", card),
        Kind(USE_CARD, "use", "use {card}", card),
        Kind(EXCHANGE, "exchange", "exchange {card} way {way}", card, way),
        Kind(UPGRADE_GOOD, "upgrade", "upgrade {good}", good),
        Kind(UPGRADE_FAR, "upgrade_far", "upgrade {good} twice", good),
        Kind(
            MINE, "mine", "mine strip {strip} count {count}", Number("strip", 8, first=1), Number("count", 4, first=1)
        ),
        Kind(TRADE, "trade", "trade {good}", good),
        Kind(TAKE, "take", "take {tile}", tile),
        Kind(EXPLORE_BOARD, "explore", "explore {board}", Named("board", 8, list(components.FACES))),
        Kind(EMIGRATE_SHIP, "emigrate", "emigrate {ship}", Named("ship", 5, list(EMIGRANTS))),
        Kind(SWAP_FOR_KNARR, "swap", "swap {boat} boat", Named("boat", 2, list(BOATS))),
        Kind(ROLL, "roll", "roll"),
        Kind(FAIL, "fail", "fail"),
        Kind(SUCCEED, "succeed", "succeed with {weapons} weapons", Number("weapons", MAX_SPENT)),
        Kind(LOOT, "loot", "loot {tile}", tile),
        Kind(SWORDS, "swords", "pay {count} long_sword", Number("count", MAX_SPENT)),
        Kind(SPEARS, "spears", "pay {count} spear", Number("count", MAX_SPENT)),
        Kind(RETURN, "return", "return {count}", Number("count", 3)),
        Kind(SERVE, "serve", "serve {good} {lies}", good, Named("lies", 2, list(LIES))),
        Kind(FINISH, "finish", "finish"),
        Kind(COINS, "coins", "coins {count}", Number("count", MAX_COINS)),
        Kind(PUT, "put", "put {tile}", tile),
        Kind(ON_BOARD, "on", "on {board}", Named("board", 17, list(BOARD_NAMES))),
        Kind(SHAPE, "shape", "shape {turn}", Number("turn", 8, first=1)),
        Kind(AT, "at", "at {cell}", GridCell("cell")),
        Kind(BUY_SHIP, "buy", "buy {ship}", Named("ship", 3, list(SHIPS))),
        Kind(ARM, "arm", "arm {ship}", Named("ship", 4, list(ARMED))),
        Kind(FILL_SLOT, "slot", "fill {slot}", Named("slot", 4, list(items.SLOT_NAMES))),
        Kind(CALL_BACK, "call_back", "call back from {place}", Named("place", components.SPACES + 4, everywhere)),
    )
