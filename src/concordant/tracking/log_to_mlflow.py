"""Log results to MLflow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from concordant.errors import MissingDependencyError
from concordant.tracking.as_numbers import as_numbers


def log_to_mlflow(
    results: Mapping[str, Any], *, figures: Mapping[str, Any] | None = None, step: int | None = None
) -> dict[str, float]:
    """
    Log numbers with their limits, and figures, to the active run of MLflow; return the numbers.

    Parameters
    ----------
    results : mapping
        As `as_numbers` takes them.
    figures : mapping of str to Axes or Figure, optional
        Pictures by name, such as ``{"roc": plots.roc_curve(y, s)}``; each becomes a PNG.
    step : int, optional
        The step that the numbers belong to.

    Raises
    ------
    MissingDependencyError
        If MLflow is not installed.
    """
    try:
        import mlflow
    except ModuleNotFoundError as error:
        msg = "this needs MLflow, which is not installed: pip install mlflow"
        raise MissingDependencyError(msg) from error
    numbers = as_numbers(results)
    mlflow.log_metrics(numbers, step=step)
    for name, drawn in (figures or {}).items():
        mlflow.log_figure(getattr(drawn, "figure", drawn), f"{name}.png")
    return numbers
