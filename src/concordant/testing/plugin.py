"""The plugin of pytest: ``pytest_plugins = ["concordant.testing.plugin"]`` in ``conftest.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from concordant.result import Interval


@pytest.fixture
def check_metric(record_property: Callable[[str, object], None]) -> Callable[..., Interval]:
    """Return `assert_metric`; what it measures also becomes a property of the test in ``--junit-xml``."""
    from concordant.testing import assert_metric

    def check(metric: Any, /, *data: Any, **options: Any) -> Interval:
        found = assert_metric(metric, *data, **options)
        name = found.metric
        for part, value in (("", found.value), (".low", found.low), (".high", found.high), (".n", found.n)):
            record_property(f"{name}{part}", value)
        return found

    return check
