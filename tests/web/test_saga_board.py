"""The board for notebooks in a browser: its buttons and slider move Python's position, and what Python draws is shown."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from skali.interop import widget
from tests.games_under_test import golden_sagas

NOTEBOOK = """
const values = await tell({});
const heard = {};
const model = {
  get: (name) => values[name],
  set: (name, value) => (values[name] = value),
  on: (event, listener) => (heard[event] ??= []).push(listener),
  save_changes: async () => {
    Object.assign(values, await tell({ step: values.step }));
    for (const name of ['step', 'svg', 'said']) (heard[`change:${name}`] ?? []).forEach((listener) => listener());
  },
};
board.render({ model, el: document.body });
"""
"""What a notebook is to a widget: values on both sides, and word of their changes."""


def test_a_saga_is_stepped_through_by_mouse_and_keys(browser: Browser) -> None:
    saga = next(path for path in golden_sagas() if path.name.startswith("fjords-draw"))
    board = widget.SagaBoard(saga)

    def tell(changes: dict[str, Any]) -> dict[str, Any]:
        for name, value in changes.items():
            setattr(board, name, value)
        return {name: getattr(board, name) for name in ("step", "last", "svg", "said")}

    page = browser.new_page()
    page.expose_function("tell", tell)
    script = Path(widget.__file__).with_name("widget.js").read_text(encoding="utf-8")
    page.set_content("<style>" + Path(widget.__file__).with_name("widget.css").read_text(encoding="utf-8") + "</style>")
    page.add_script_tag(type="module", content=script.replace("export default", "const board =") + NOTEBOOK)
    told = page.locator(".skali-bar span")
    expect(told).to_have_text(f"0 / {board.last} ")
    expect(page.get_by_label("one move back")).to_be_disabled()
    page.get_by_label("one move on").click()
    expect(told).to_contain_text(f"1 / {board.last}")
    assert board.step == 1
    assert board.said in told.inner_text()
    page.get_by_label("last position").click()
    expect(told).to_contain_text(f"{board.last} / {board.last}")
    expect(page.get_by_label("one move on")).to_be_disabled()
    page.get_by_label("position", exact=True).press("ArrowLeft")
    expect(told).to_contain_text(f"{board.last - 1} / {board.last}")
    assert page.locator(".skali-board svg polygon").count() > 50
    page.close()
