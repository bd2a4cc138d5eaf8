"""Evaluate the columns that the options name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from concordant.cli.option_wording import errors_in_options
from concordant.cli.roles import Roles

if TYPE_CHECKING:
    import polars as pl

    from concordant.report import Evaluation


def evaluated(roles: Roles, *, missing: Any, level: float | None, **choices: Any) -> Evaluation:
    """Read the columns and evaluate them; errors speak of options."""
    return evaluated_frame(roles, roles.read(), missing=missing, level=level, **choices)


def are_measurements(roles: Roles, frame: pl.DataFrame, metrics: Iterable[str]) -> bool:
    """Whether the columns are taken as continuous ratings: all metrics are of ratings, and the truth holds numbers."""
    from concordant.metrics import get

    wanted = list(metrics)
    if not wanted or roles.labels is not None or roles.example is not None or not frame[roles.truth].dtype.is_numeric():
        return False
    return all(get(name).facts.input == "measurements" for name in wanted)


def evaluated_frame(
    roles: Roles, frame: pl.DataFrame, *, missing: Any, level: float | None, **choices: Any
) -> Evaluation:
    """Evaluate columns that are read."""
    labels, pos_label = roles.typed_labels(frame[roles.truth])
    from concordant.report import evaluate

    with errors_in_options(roles.arguments):
        return evaluate(
            roles.truth,
            roles.pred,
            list(roles.score) or None,
            data=frame,
            labels=labels,
            pos_label=pos_label,
            sample_weight=roles.weight,
            missing=missing,
            level=level,
            cluster=roles.cluster,
            by=roles.by,
            **choices,
        )
