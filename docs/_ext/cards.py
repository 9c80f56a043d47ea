"""The directive ``cards``: a game's cards as a table that can be filtered, made from the declarations that play them."""

from __future__ import annotations

import html
import importlib

from docutils import nodes
from docutils.parsers.rst import Directive

from skali.core import load_game

SCRIPT = """
<script>
(() => {
  const rows = [...document.querySelectorAll("#cards tbody tr")];
  const fields = [...document.querySelectorAll("#cards-filter select")];
  const search = document.querySelector("#cards-filter input");
  const show = () => {
    const text = search.value.toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits = fields.every(f => !f.value || row.dataset[f.name].split(" ").includes(f.value));
      row.hidden = !(fits && row.textContent.toLowerCase().includes(text));
      shown += row.hidden ? 0 : 1;
    }
    document.querySelector("#cards-shown").textContent = shown;
  };
  search.addEventListener("input", show);
  fields.forEach(f => f.addEventListener("change", show));
})();
</script>
"""


class Cards(Directive):
    """In a MyST page: a fence ``{cards} odin``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        game = load_game(self.arguments[0])
        browser = importlib.import_module(f"{game.package}.presenter")
        rows = browser.browse(game, game.words("en"))
        page = f"<p>{html.escape(browser.summary(game))}.</p>" + filters(rows, browser.FILTERS) + table(rows) + SCRIPT
        return [nodes.raw("", page, format="html")]


def values(row: dict[str, object], field: str) -> list[str]:
    value = row[field]
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def filters(rows: list[dict[str, object]], fields: tuple[str, ...]) -> str:
    chosen = []
    for field in fields:
        known = sorted({each for row in rows for each in values(row, field)})
        options = "".join(f"<option>{html.escape(each)}</option>" for each in known)
        chosen.append(f'<label>{field} <select name="{field}"><option value="">all</option>{options}</select></label>')
    search = '<label>search <input type="search"></label>'
    return f'<p id="cards-filter">{search} {" ".join(chosen)} <span id="cards-shown">{len(rows)}</span> shown</p>'


def table(rows: list[dict[str, object]]) -> str:
    lines = []
    for row in rows:
        data = " ".join(
            f'data-{field}="{html.escape(" ".join(values(row, field)))}"' for field in ("deck", "kind", "verb")
        )
        mark = str(row["deck"]) + (", starting" if row["starting"] else "")
        cells = (row["number"], row["name"], mark, str(row["kind"]).replace("_", " "), row["points"], row["text"])
        lines.append(f"<tr {data}>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>")
    head = "".join(f"<th>{name}</th>" for name in ("number", "name", "deck", "kind", "points", "what it does"))
    return f'<table id="cards" class="docutils"><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def setup(app: object) -> dict[str, bool]:
    app.add_directive("cards", Cards)  # type: ignore[attr-defined]
    return {"parallel_read_safe": True}
