"""placeholder"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from skali.core.protocol import WAITING, Prompt

if TYPE_CHECKING:
    from skali.games.odin.state import OdinState


def prompt(state: OdinState, seat: i64) -> Prompt:
    return WAITING


def view(state: OdinState, seat: i64) -> dict[str, Any]:
    return {}
