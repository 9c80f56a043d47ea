"""``skali new``: a small complete game in the right rooms, to change into one's own.

The files of `template` are a working game called *My Game*. They are copied under the new name.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

from skali.cli.common import out
from skali.core import game_keys

TEMPLATE = Path(__file__).with_name("template")
LONGEST = 30


class CannotMake(ValueError):
    """A name that a game cannot have here; the message says why."""


def new(name: Annotated[str, typer.Argument(help="The key of the game: small letters, digits and _.")]) -> None:
    """A new game of your own, in a folder of its name: rules, code, words and tests of a small example that passes the kit."""
    made = make(name, Path.cwd())
    out.print(f"[bold]{name}[/] is in {made.name}/: a small game with {len(written(made))} files. Now, in that folder:")
    out.print("  pip install -e '.\\[test]'   registers it", highlight=False)
    out.print("  pytest                     its rule tests and the conformance kit", highlight=False)
    out.print(f"  skali play {name}", highlight=False)
    out.print("README.md says in which order to read it.")


def make(name: str, parent: Path) -> Path:
    """Writes the game into a new folder of the parent."""
    refuse_name(name)
    folder = parent / name
    if folder.exists():
        raise CannotMake(f"there is already a '{name}' in this folder")
    for source in written(TEMPLATE):
        target = folder / renamed(str(source.relative_to(TEMPLATE)), name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed(source.read_text(encoding="utf-8"), name), encoding="utf-8")
    return folder


def written(folder: Path) -> list[Path]:
    """The files of a game, without what Python leaves beside them."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def refuse_name(name: str) -> None:
    if not re.fullmatch("[a-z][a-z0-9]+(_[a-z0-9]+)*", name) or len(name) > LONGEST:
        raise CannotMake(
            f"'{name}' cannot name a game: take 2 to {LONGEST} small letters, digits and _, beginning with a letter"
        )
    if name in game_keys():
        raise CannotMake(f"there is already a game '{name}'")
    if keyword.iskeyword(name) or importlib.util.find_spec(name) is not None:
        raise CannotMake(f"'{name}' is already a word or module of Python here; take another name")
    words = re.compile(rf"\b({name}|{class_name(name)})\b")
    if any(words.search(path.read_text(encoding="utf-8")) for path in TEMPLATE.rglob("*.py")):
        raise CannotMake(f"the code of the new game uses '{name}' for something else; take another name")


def renamed(text: str, name: str) -> str:
    """A text of the template with the new name in all its forms."""
    text = text.replace("MyGame", class_name(name)).replace("My Game", title(name)).replace("mygame", name)
    return re.sub(r"\bMG(?=\b|_)", prefix(name), text)


def class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def title(name: str) -> str:
    return " ".join(part.capitalize() for part in name.split("_"))


def prefix(name: str) -> str:
    """The two letters before the numbers of the rules: SK for skerries, LS for long_ships."""
    first, *others = name.split("_")
    return (first[0] + others[0][0] if others else first[:2]).upper()
