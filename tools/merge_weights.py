"""Makes Odin's weights from those of an earlier revision: `python tools/merge_weights.py`. A moment; needs the history.

Those were learned apart for each number of rounds left and for tables of one and more, and what they say of early rounds was mostly
luck. Alone, the weights are now the mean of both tables, and three or more rounds before the end that of the rounds after; with
others they are half of this and half of what they were, because play one ply deep suffers there from more. Features that are new
since weigh nothing.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from skali.core import load_game, write_weights
from skali.games.odin.heuristic import features

REVISION = "f802977"
PATH = "src/skali/games/odin/weights.json"
SHARED = {0: (0,), 1: (1,), 2: (2,)}
"""By rounds left, whose weights are taken; of all others those of one to three rounds before the end."""
OTHERS = (1, 2, 3)
TABLES = ("alone", "with others")


def main() -> None:
    root = Path(__file__).resolve().parent.parent
    told = subprocess.run(["git", "show", f"{REVISION}:{PATH}"], cwd=root, check=True, capture_output=True, text=True)
    earlier = json.loads(told.stdout)
    known = {kind: dict(zip(earlier["features"], row, strict=True)) for kind, row in earlier["weights"].items()}
    rows = []
    for own in TABLES:
        for left in range(features.ROUNDS):
            kinds = [f"{table}, {each} rounds left" for table in TABLES for each in SHARED.get(left, OTHERS)]
            if own == TABLES[1]:
                kinds += [f"{own}, {left} rounds left"] * len(kinds)
            rows.append(
                [round(sum(known[kind].get(name, 0) for kind in kinds) / len(kinds)) for name in features.NAMES]
            )
    game = load_game("odin")
    made = {"tool": "tools/merge_weights.py", "revision": REVISION, "plan": earlier["provenance"]["plan"]}
    provenance = {"components": game.components.digest, "rules": game.rules_version, "merged": made}
    write_weights(root / PATH, rows, features.NAMES, features.ROWS, provenance)


if __name__ == "__main__":
    main()
