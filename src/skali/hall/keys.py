"""Names that cannot be guessed and signatures that cannot be forged: guests' cookies, seats' keys, fairness.

One secret, made when the database is, signs everything; all workers share it through the database.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from skali.hall.schema import settings

COOKIE = "skali_guest"
_LETTERS = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"


def make_id(length: int = 12) -> str:
    """A name of letters and digits that are hard to mix up: about 5.8 bits each."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def find_secret(connection: Connection) -> str:
    """The hall's secret; the first worker makes it."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    made = insert(settings).values(name="secret", value=secrets.token_hex(32)).on_conflict_do_nothing()
    connection.execute(made)
    return str(connection.execute(select(settings.c.value).where(settings.c.name == "secret")).scalar_one())


class Keys:
    """Signs and checks with the hall's secret."""

    def __init__(self, secret: str) -> None:
        self.secret = secret.encode()
        self.cookies = URLSafeSerializer(secret, salt="guest")

    def cookie(self, guest: str) -> str:
        return str(self.cookies.dumps(guest))

    def guest(self, cookie: str | None) -> str | None:
        """The guest of a cookie that this hall has signed."""
        if not cookie or len(cookie) > 200:
            return None
        try:
            guest = self.cookies.loads(cookie)
        except BadSignature:
            return None
        return guest if isinstance(guest, str) else None

    def origin(self, address: str) -> str:
        """An address so that it can be told from others but not read: for the lobby's order and for who was muted."""
        return hmac.new(self.secret, f"origin:{address}".encode(), hashlib.sha256).hexdigest()[:16]

    def seat_key(self, table: str, seat: int, generation: int) -> str:
        """The key of a seat. A new generation makes the old key void."""
        text = f"seat:{table}:{seat}:{generation}".encode()
        return hmac.new(self.secret, text, hashlib.sha256).hexdigest()[:32]

    def opens(self, key: str, table: str, seat: int, generation: int) -> bool:
        return hmac.compare_digest(key.encode("utf-8", "replace"), self.seat_key(table, seat, generation).encode())
