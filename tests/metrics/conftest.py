"""Tests over all metrics leave out what cannot hold for one of them, with the reason that options.py gives."""

from __future__ import annotations

import pytest

from metrics.cases import EXEMPT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        metric = getattr(item, "callspec", None) and item.callspec.params.get("metric")  # type: ignore[attr-defined]
        if metric is None or not hasattr(metric, "facts"):
            continue
        reason = EXEMPT.get(metric.name, {}).get(item.originalname)  # type: ignore[attr-defined]
        if reason:
            item.add_marker(pytest.mark.skip(reason=f"{metric.name}: {reason}"))
