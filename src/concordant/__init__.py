"""
Concordant: how well two sets of labels agree.

Metrics stand here under their names (``from concordant import cohen_kappa``) and are imported when first used.
``metrics.find("kappa")`` searches them, ``states`` holds the mergeable summaries that they are formulas of,
``explain`` shows a number step by step, ``plots`` draws, ``planning`` says how many rows a study needs, and
``evaluate`` reports on a whole dataset.
"""

from __future__ import annotations

from typing import Any

from concordant.threads import get_threads, set_threads

_SUBPACKAGES = (
    "data",
    "decisions",
    "errors",
    "explain",
    "inference",
    "inputs",
    "learning",
    "metrics",
    "planning",
    "plots",
    "report",
    "result",
    "sklearn",
    "states",
    "typing",
)

_TESTS = ("bhapkar_test", "bowker_test", "kappa_test", "mcnemar_test", "stuart_maxwell_test")


def __getattr__(name: str) -> Any:
    """Import a metric, a subpackage or a tool when it is asked for."""
    from importlib import import_module

    if name in _SUBPACKAGES:
        return import_module(f"concordant.{name}")
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("concordant")
    elif name in ("best_threshold", "decide", "guaranteed_threshold", "ordinal_cut_points"):
        value = getattr(import_module("concordant.decisions"), name)
    elif name in ("evaluate", "Evaluation"):
        value = getattr(import_module("concordant.report"), name)
    elif name in _TESTS:
        value = getattr(import_module("concordant.inference.symmetry"), name)
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
        "best_threshold",
        "decide",
        "evaluate",
        "get_threads",
        "guaranteed_threshold",
        "ordinal_cut_points",
        "set_threads",
    ]
    return sorted([*tools, *_TESTS, *_SUBPACKAGES, *METRICS, *ALIASES, "__version__"])


__all__ = ["get_threads", "set_threads"]
