"""What the hall refuses, with the status and the name that a client is told."""

from __future__ import annotations

from typing import Any

STATUS = {
    "bad_request": 400,
    "no_guest": 401,
    "forbidden": 403,
    "not_found": 404,
    "refused": 409,
    "stale": 409,
    "not_now": 409,
    "cannot_go_on": 409,
    "too_large": 413,
    "too_many": 429,
    "unavailable": 503,
}


class HallError(Exception):
    """A request that is not granted; nothing has changed."""

    def __init__(self, error: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.error = error
        self.message = message.encode("utf-8", "replace").decode()  # it may quote half a character that somebody sent
        self.more = more

    @property
    def status(self) -> int:
        return STATUS[self.error]

    def to_dict(self) -> dict[str, Any]:
        return {"error": self.error, "message": self.message, **self.more}
