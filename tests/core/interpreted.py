"""The same code in an interpreted process, to compare with the compiled one."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import skali
from tests.games_under_test import ROOT


def interpreted(module: str, function: str) -> Any:
    """What ``function()`` of a test module gives where Skáli runs from its sources; it must be ready for JSON."""
    code = f"import json, skali, {module} as it; assert not skali.compiled; print(json.dumps(it.{function}()))"
    path = os.pathsep.join([str(ROOT), str(Path(skali.__file__).parents[1])])
    environment = os.environ | {"SKALI_PURE": "1", "PYTHONPATH": path}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)
