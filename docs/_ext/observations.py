"""The directive ``observation``: what a game says of itself in numbers, part by part."""

from __future__ import annotations

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList

from skali.core import load_game
from skali.interop.native.actions import action_count


class Observations(Directive):
    """In a MyST page: a fence ``{observation} fjords``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        game = load_game(self.arguments[0])
        observation = game.observation
        assert observation is not None, f"{game.title} offers no observation"
        moves, actions = game.moves.size, action_count(game.moves.size)
        told = (
            "the move's own number" if moves == actions else f"of {moves:,} moves, by their numbers modulo {actions:,}"
        )
        lines = [f"{observation.size:,} numbers; {actions:,} actions: {told}.", ""]
        lines += ["| part | from | shape | numbers | what it says |", "|---|---|---|---|---|"]
        first = 0
        for part in observation.parts:
            shape = " × ".join(str(length) for length in part.shape)
            lines.append(f"| `{part.name}` | {first} | {shape} | {part.low} to {part.high} | {part.says} |")
            first += part.size
        holder = nodes.section()
        holder.document = self.state.document
        self.state.nested_parse(StringList(lines, source=game.key), 0, holder)
        return holder.children


def setup(app: object) -> dict[str, bool]:
    app.add_directive("observation", Observations)  # type: ignore[attr-defined]
    return {"parallel_read_safe": True}
