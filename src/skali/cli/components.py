"""``skali components``: where every component comes from."""

from __future__ import annotations

import dataclasses

from rich.table import Table

from skali.cli.common import ComponentFile, GameKey, Json, open_game, out, print_json
from skali.core.components import PROVENANCES, AuditLine


def components(game: GameKey, file: ComponentFile = None, as_json: Json = False) -> None:
    """The audit of a game's components: each datum with its provenance. With --components it checks your own file."""
    loaded = open_game(game, file)
    lines = loaded.components.audit()
    counts = {source: sum(line.provenance == source for line in lines) for source in PROVENANCES}
    if as_json:
        audit = [dataclasses.asdict(line) for line in lines]
        print_json({"game": game, "digest": loaded.components.digest, "provenance": counts, "components": audit})
        return
    out.print(f"[bold]{loaded.title}[/]: components {loaded.components.digest} from {loaded.components.file}")
    out.print(", ".join(f"{count} {source}" for source, count in counts.items() if count))
    if counts["reconstructed"]:
        out.print(
            "[yellow]What is marked reconstructed is our best guess, not the printed component.[/] Correct it from your box"
        )
        out.print(f"in a copy of components.toml and play with it: skali play {game} --components FILE")
    table = Table("component", "field", "value", "provenance")
    for line in lines:
        colour = "yellow" if line.provenance == "reconstructed" else ""
        table.add_row(label(line), line.field, line.value, line.provenance, style=colour)
    out.print(table)


def label(line: AuditLine) -> str:
    return f"{line.section} {line.item}".strip()
