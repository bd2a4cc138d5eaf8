"""
Warnings as scikit-learn gives them.

For the other modules: `warn_undefined(message)` where a value is ill-defined, `warn(message, category)` for anything
else. Both point at the line of the caller outside this package.
"""

from __future__ import annotations

import sys
from typing import Any

from concordant import errors
from concordant.metrics.definition.options import warn_user


def warn(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the line of the caller outside this package."""
    warn_user(message, category)


def warn_undefined(message: str) -> None:
    """Warn that a value is ill-defined."""
    warn_user(message, undefined_metric_warning())


def undefined_metric_warning() -> type[Warning]:
    """
    The class of the warning.

    Where scikit-learn is imported it is scikit-learn's class as well, so that filters of users catch it.
    """
    exceptions = sys.modules.get("sklearn.exceptions")
    if exceptions is None:
        return errors.UndefinedMetricWarning
    both = globals().get("UndefinedMetricWarning")
    if both is None or not issubclass(both, exceptions.UndefinedMetricWarning):
        bases = (errors.UndefinedMetricWarning, exceptions.UndefinedMetricWarning)
        both = type("UndefinedMetricWarning", bases, {"__module__": __name__, "__doc__": exceptions.__doc__})
        globals()["UndefinedMetricWarning"] = both
    kind: type[Warning] = both
    return kind


def __getattr__(name: str) -> Any:
    """Let a pickled warning find its class in a process that has not warned yet."""
    if name == "UndefinedMetricWarning":
        return undefined_metric_warning()
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
