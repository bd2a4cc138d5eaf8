"""
Concordant: how well two sets of labels agree.

The metrics are here by name (``from concordant import cohen_kappa``); each is imported when it is first used.
``metrics.find("kappa")`` searches them, ``states`` holds the mergeable summaries that they are computed from,
``explain`` shows a number step by step, ``plots`` draws, ``planning`` says how many rows a study needs, and
``evaluate`` reports on a whole dataset.
"""

from __future__ import annotations

from typing import Any

from concordant.settings import get_threads as get_threads
from concordant.settings import set_progress as set_progress
from concordant.settings import set_threads as set_threads

_SUBPACKAGES = (
    "data",
    "decisions",
    "engines",
    "errors",
    "explain",
    "inference",
    "inputs",
    "judging",
    "learning",
    "metrics",
    "monitoring",
    "panels",
    "planning",
    "plots",
    "report",
    "result",
    "sklearn",
    "states",
    "testing",
    "tracking",
    "typing",
)

_OF_PANELS = ("d_study", "g_study", "limits_of_agreement", "spearman_brown", "spearman_brown_raters")
_TESTS = ("bhapkar_test", "bowker_test", "kappa_test", "mcnemar_test", "stuart_maxwell_test")

# Where each tool that is not a metric stands: its module is imported when the tool is asked for.
_HOMES = {
    "BucketCurve": "states",
    "Counts": "states",
    "Curve": "states",
    "CurveStack": "states",
    "Evaluation": "report",
    "Moments": "states",
    "Monitor": "monitoring",
    "NumericRatings": "states",
    "RatingMoments": "states",
    "Ratings": "states",
    "SampleCounts": "states",
    "Scan": "sources.source",
    "ScoreKey": "states",
    "StateTable": "monitoring",
    "Tallies": "states",
    "TallySums": "states",
    "aggregator": "monitoring",
    "best_threshold": "decisions",
    "compare_coefficients": "inference.comparisons.panels",
    "decide": "decisions",
    "evaluate": "report",
    "guaranteed_threshold": "decisions",
    "ordinal_cut_points": "decisions",
    "scan": "sources.source",
    "trust_probabilities": "inputs.scores",
    **dict.fromkeys(_OF_PANELS, "panels"),
    **dict.fromkeys(_TESTS, "inference.table_tests"),
}


def __getattr__(name: str) -> Any:
    """Import a metric, a subpackage or a tool when it is asked for."""
    from importlib import import_module

    if name in _SUBPACKAGES:
        return import_module(f"concordant.{name}")
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("concordant")
    elif name == "__all__":
        value = _public()
    elif name in _HOMES:
        value = getattr(import_module(f"concordant.{_HOMES[name]}"), name)
    else:
        value = _metric(name)
    globals()[name] = value
    return value


def _metric(name: str) -> Any:
    """Return the metric of that name or alias; the error names the nearest of all public names."""
    msg = f"module 'concordant' has no attribute {name!r}"
    if name.startswith("_"):
        raise AttributeError(msg)
    from concordant.metrics.definition import registry

    if registry.load(name):
        return registry.get(name)
    hint = registry.nearest(name, __dir__())
    raise AttributeError(msg + (f".{hint}" if hint else ""))


def _public() -> list[str]:
    """Return what ``from concordant import *`` brings: the metrics and the tools, not the subpackages."""
    from concordant.metrics.definition.registry import known

    return sorted([*_HOMES, *known(), "get_threads", "set_progress", "set_threads"])


def __dir__() -> list[str]:
    """Offer every metric to autocompletion."""
    return sorted([*_public(), *_SUBPACKAGES, "__version__"])
