"""Evaluate the columns that the options name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from concordant.cli.option_wording import errors_in_options
from concordant.cli.roles import Roles
from concordant.inputs.columns import require_columns
from concordant.inputs.lazy_rows import LazyRows
from concordant.inputs.remote_scan import RemoteScan

if TYPE_CHECKING:
    import polars as pl

    from concordant.engines.label_groups import LabelGroups
    from concordant.engines.measured_rows import MeasuredRows
    from concordant.engines.scored_rows import ScoredRows
    from concordant.report import Evaluation

_LOOKED_AT = 10_000  # rows


def evaluated(roles: Roles, *, missing: Any, level: float | None, **choices: Any) -> Evaluation:
    """Read the columns and evaluate them; errors speak of options."""
    exact = choices.pop("exact", False)
    data = roles.rows(choices.get("task"), missing, exact=exact)
    if isinstance(data, RemoteScan):
        choices["exact"] = exact
    page = evaluated_data(roles, data, missing=missing, level=level, **choices)
    from concordant.report.remarks import about_left_out

    return replace(page, remarks=(*page.remarks, *about_left_out(roles.left_out or {})))


def are_measurements(roles: Roles, truth: pl.Series, metrics: Iterable[str]) -> bool:
    """Whether the columns are taken as continuous ratings: all metrics are of ratings, and the truth holds numbers."""
    from concordant.metrics import get

    wanted = list(metrics)
    if not wanted or roles.labels is not None or roles.example is not None or not truth.dtype.is_numeric():
        return False
    return all(get(name).facts.input == "measurements" for name in wanted)


def truth_of(roles: Roles, data: pl.DataFrame | LabelGroups | MeasuredRows | ScoredRows | RemoteScan) -> pl.Series:
    """Return the column of the truth, or its labels; of files elsewhere its first rows."""
    from concordant.engines.label_groups import LabelGroups
    from concordant.engines.measured_rows import MeasuredRows
    from concordant.engines.scored_rows import ScoredRows

    if isinstance(data, RemoteScan):
        require_columns(data.columns, [roles.truth], where=data.urls[0])
        return LazyRows(data.frame(), data.columns).head([roles.truth], _LOOKED_AT)[roles.truth]
    truth: pl.Series = data.truth if isinstance(data, (LabelGroups, MeasuredRows, ScoredRows)) else data[roles.truth]
    return truth


def evaluated_data(
    roles: Roles,
    data: pl.DataFrame | LabelGroups | MeasuredRows | ScoredRows | RemoteScan,
    *,
    missing: Any,
    level: float | None,
    **choices: Any,
) -> Evaluation:
    """Evaluate columns that are read."""
    labels, pos_label = roles.typed_labels(truth_of(roles, data))
    from concordant.report import evaluate

    with errors_in_options(roles.arguments):
        return evaluate(
            roles.truth,
            roles.pred,
            list(roles.score) or None,
            data=data,
            labels=labels,
            pos_label=pos_label,
            sample_weight=roles.weight,
            missing=missing,
            level=level,
            cluster=roles.cluster,
            by=list(roles.apart) if isinstance(data, RemoteScan) and roles.apart else roles.by,
            **choices,
        )
