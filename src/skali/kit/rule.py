"""The mark that ties a test to the rules it proves: ``@rule("FJ-032", "EX-FJ-01")``.

The ids must be plain strings: ``skali/kit/coverage.py`` finds them by reading the source.
"""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Marks a test, a test class or a ``pytest.param`` as proof of rules and worked examples of a ledger."""
    return pytest.mark.rule(*ids)
