"""The public address of a hall: under which a browser finds it, here and elsewhere."""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import cache

from starlette.datastructures import URL

from skali.hall.settings import Settings

HOST = re.compile(r"([0-9A-Za-z._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?|")
"""A host as a request names it: a name or an address, perhaps with a port. It stands in invitations and QR codes."""
ANYWHERE = ("0.0.0.0", "::", "")


def is_plain_host(host: str) -> bool:
    """Whether the hall can be found under such a host; an old request may name none."""
    return HOST.fullmatch(host) is not None


def public_address(asked: URL, settings: Settings) -> str:
    """The address under which others find this hall: as configured, as a guest reached it, or on the local network.

    What a guest asked for is believed only if it is an address, or a name of this machine: another name could be anybody's, and
    would be passed on in invitations.
    """
    if settings.public_url:
        return settings.public_url.rstrip("/")
    scheme = {"ws": "http", "wss": "https"}.get(asked.scheme, asked.scheme)
    try:
        host, port = (asked.hostname or "").lower(), asked.port
    except ValueError:
        host, port = "", None
    if is_loopback(host) and settings.host in ANYWHERE:
        return f"{scheme}://{local_address()}:{port or settings.port}"
    if is_address(host) or host == "localhost" or host in own_names():
        return f"{scheme}://{f'[{host}]' if ':' in host else host}{f':{port}' if port else ''}"
    if settings.host in ANYWHERE:
        return f"{scheme}://{local_address()}:{settings.port}"
    return own_address(settings).replace("http", scheme, 1)


@cache
def own_names() -> frozenset[str]:
    """What this machine is called, also on a network without a name server."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return frozenset({name, short, f"{short}.local"})


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def own_address(settings: Settings) -> str:
    """Where a browser on this machine finds the hall."""
    host = "127.0.0.1" if settings.host in ANYWHERE else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def local_address() -> str:
    """This machine's address on its network. Nothing is sent: connecting a datagram socket only looks up the route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.254.254.254", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
