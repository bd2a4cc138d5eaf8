"""Log results to Weights & Biases."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from concordant.errors import MissingDependencyError
from concordant.tracking.as_numbers import as_numbers


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
        msg = "this needs wandb, which is not installed: pip install wandb"
        raise MissingDependencyError(msg) from error
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
