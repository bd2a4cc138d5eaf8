"""Results as flat numbers for experiment trackers; MLflow, Weights & Biases."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator, Mapping
from numbers import Integral
from typing import Any

from concordant.errors import InputTypeError, MissingDependencyError, OptionError
from concordant.result import Comparison, Interval

__all__ = ["as_numbers", "log_to_mlflow", "log_to_wandb"]


def log_to_wandb(
    results: Mapping[str, Any], *, figures: Mapping[str, Any] | None = None, step: int | None = None
) -> dict[str, float]:
    """
    Log numbers with their limits, and figures, to the active run of Weights & Biases; return the numbers.

    Parameters
    ----------
    results : mapping
        As `as_numbers` takes them.
    figures : mapping of str to Axes or Figure, optional
        Pictures by name, such as ``{"roc": plots.roc_curve(y, s)}``.
    step : int, optional
        The step that the numbers belong to.

    Raises
    ------
    MissingDependencyError
        If wandb is not installed.
    """
    try:
        import wandb
    except ModuleNotFoundError as error:
        raise MissingDependencyError("this needs wandb, which is not installed: pip install wandb") from error
    numbers = as_numbers(results)
    pictures = {name: wandb.Image(_picture(drawn)) for name, drawn in (figures or {}).items()}
    wandb.log({**numbers, **pictures}, step=step)
    return numbers


def _picture(drawn: Any) -> Any:
    """The picture as pixels: of a figure wandb would ask pyplot, which need not be imported."""
    from PIL import Image

    written = io.BytesIO()
    getattr(drawn, "figure", drawn).savefig(written, format="png")
    return Image.open(written)


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
        raise MissingDependencyError("this needs MLflow, which is not installed: pip install mlflow") from error
    numbers = as_numbers(results)
    mlflow.log_metrics(numbers, step=step)
    for name, drawn in (figures or {}).items():
        mlflow.log_figure(getattr(drawn, "figure", drawn), f"{name}.png")
    return numbers


_NOT_IN_NAMES = re.compile(r"[^\w\-./ ]")  # of what trackers allow in the name of a metric


def as_numbers(results: Mapping[str, Any], *, digits: int | None = None) -> dict[str, float]:
    """
    Return results as numbers by name: of an interval its value and both limits.

    Parameters
    ----------
    results : mapping of str to number, Interval, Comparison, or a page of `concordant.evaluate`
        The results by name. Of a page: its metrics, by their keys behind its name.
    digits : int, optional
        How many decimals are kept. Default: all.

    Returns
    -------
    dict
        ``name``, ``name.low`` and ``name.high``. What is undefined or infinite is left out, as trackers plot finite
        numbers.

    Raises
    ------
    InputTypeError
        If a result is anything else.
    OptionError
        If two results would have one name, as trackers allow only some signs in names, or if `digits` is no whole
        number of 0 or more.

    Examples
    --------
    >>> from concordant import accuracy
    >>> from concordant.tracking import as_numbers
    >>> found = accuracy.interval([0, 1, 1, 0] * 9, [0, 1, 1, 1] * 9)
    >>> as_numbers({"accuracy": found, "rows": 36}, digits=3)
    {'accuracy': 0.75, 'accuracy.low': 0.589, 'accuracy.high': 0.862, 'rows': 36.0}
    """
    if not isinstance(results, Mapping):
        msg = f"results must be a mapping of names to results, such as {{'f1': ...}}, not {type(results).__name__}."
        raise InputTypeError(msg)
    if digits is not None and (isinstance(digits, bool) or not isinstance(digits, Integral) or digits < 0):
        raise OptionError(f"digits must be a whole number of 0 or more, not {digits!r}.")
    finite: dict[str, float] = {}
    for name, value in (pair for key, result in results.items() for pair in _numbers(str(key), result)):
        allowed = _NOT_IN_NAMES.sub("_", name)
        if allowed in finite:
            raise OptionError(f"two results would be kept as {allowed!r}, the second of them {name!r}: rename one.")
        if math.isfinite(value):
            finite[allowed] = value
    return finite if digits is None else {name: round(value, int(digits)) for name, value in finite.items()}


def _numbers(name: str, result: Any) -> Iterator[tuple[str, float]]:
    if isinstance(result, (Interval, Comparison)):
        yield name, float(result)
        yield f"{name}.low", result.low
        yield f"{name}.high", result.high
    elif hasattr(result, "results"):  # a page
        for one in result.results:
            yield from _numbers(f"{name}/{one.key}", one.value if one.interval is None else one.interval)
    else:
        yield name, _number(name, result)


def _number(name: str, result: Any) -> float:
    """A result as a float; infinite where it is beyond those."""
    cause: Exception | None = None
    if not isinstance(result, (str, bytes)):
        try:
            return float(result)
        except OverflowError:
            return math.inf
        except (TypeError, ValueError) as error:
            cause = error
    msg = f"{name} is {type(result).__name__}: give a number, an Interval, a Comparison, or a page of evaluate."
    raise InputTypeError(msg) from cause
