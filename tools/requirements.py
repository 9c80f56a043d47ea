"""Lists what others wrote and a set of extras needs, the tools of our own build included: `requirements.py bench`.

An extra may name other extras of this project; their requirements are listed in their place.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parent.parent / "pyproject.toml"


def requirements(pyproject: dict[str, Any], extra: str) -> list[str]:
    project = pyproject["project"]
    found: list[str] = [*pyproject["build-system"]["requires"], *project["dependencies"]]

    def add(name: str) -> None:
        for requirement in project["optional-dependencies"][name]:
            own, bracket, names = requirement.partition("[")
            if bracket and own == project["name"]:
                for each in names.rstrip("]").split(","):
                    add(each.strip())
            else:
                found.append(requirement)

    add(extra)
    return list(dict.fromkeys(found))


if __name__ == "__main__":
    print(*requirements(tomllib.loads(PYPROJECT.read_text(encoding="utf-8")), sys.argv[1]), sep="\n")
