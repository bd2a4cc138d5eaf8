"""
Concordant: how well two sets of labels agree.

Metrics stand here under their names (``from concordant import cohen_kappa``) and are imported when first used.
``metrics.find("kappa")`` searches them, ``states`` holds the mergeable summaries that they are formulas of,
``explain`` shows a number step by step, ``plots`` draws, and ``evaluate`` reports on a whole dataset.
"""

from __future__ import annotations

from typing import Any

from concordant.threads import get_threads, set_threads

_SUBPACKAGES = (
    "data",
    "errors",
    "explain",
    "inputs",
    "metrics",
    "plots",
    "report",
    "result",
    "sklearn",
    "states",
    "typing",
)


def __getattr__(name: str) -> Any:
    """Import a metric, a subpackage or a tool when it is asked for."""
    from importlib import import_module

    if name in _SUBPACKAGES:
        return import_module(f"concordant.{name}")
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("concordant")
    elif name in ("evaluate", "Evaluation"):
        value = getattr(import_module("concordant.report"), name)
    elif name in ("Counts", "Curve", "CurveStack", "Moments", "SampleCounts"):
        value = getattr(import_module("concordant.states"), name)
    elif not name.startswith("_") and import_module("concordant.metrics._object.registry").load(name):
        value = import_module("concordant.metrics._object.registry").get(name)
    else:
        msg = f"module 'concordant' has no attribute {name!r}"
        raise AttributeError(msg)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Offer every metric to autocompletion."""
    from concordant.metrics._object.registry import ALIASES, METRICS, load_all

    load_all()
    tools = [
        "Counts",
        "Curve",
        "CurveStack",
        "Evaluation",
        "Moments",
        "SampleCounts",
        "evaluate",
        "get_threads",
        "set_threads",
    ]
    return sorted([*tools, *_SUBPACKAGES, *METRICS, *ALIASES, "__version__"])


__all__ = ["get_threads", "set_threads"]
