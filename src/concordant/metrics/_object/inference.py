"""
The one door upwards: from a metric to its interval and its tests.

Inference is generic over metrics and stands above them; `metric.interval(...)` is how people ask for it. The layer is
looked up when it is asked for, so that no metric depends on it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def inference(name: str) -> Any:
    """Return a function of `concordant.inference`."""
    return getattr(import_module("concordant.inference"), name)
