"""The page of two columns of continuous ratings: no classes, but how well the numbers agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.errors import InputError, MissingValuesError, OptionError, WeightError
from concordant.inputs.arrays import same_length
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import Encoded
from concordant.inputs.rows import Mask, check_weights, kept_rows, nan_rows, rows_of
from concordant.inputs.scores import MeasurementRows, measurement_column
from concordant.report.evaluation import Evaluation
from concordant.report.group_results import Chances, take_groups
from concordant.report.material import Material
from concordant.report.page_records import Taken
from concordant.report.remarks import about_intervals
from concordant.report.taking import take_results
from concordant.report.uncertainty import Uncertainty
from concordant.result.wording import count, label_text
from concordant.sources.columns import Columns
from concordant.sources.moments import MeasuredRows
from concordant.states import Moments
from concordant.typing import Missing


def evaluate_measurements(columns: Columns, missing: Missing, chances: Chances) -> Evaluation:
    """Evaluate two columns of numbers of the same rows."""
    if columns.sums is not None:
        return _of_sums(columns, columns.sums, chances)
    other, other_name = _other(columns)
    names = (columns.truth_name, other_name)
    pair = tuple(measurement_column(column, name) for column, name in zip((columns.truth, other), names, strict=True))
    same_length(pair[0], pair[1], names)
    groups = {
        name: encode(column, name)
        for column, name in ((columns.cluster, columns.cluster_name), (columns.by, columns.by_name))
        if column is not None
    }
    for name, group in groups.items():
        same_length(pair[0], group.values, (names[0], name))
    rows = len(pair[0])
    if rows == 0:
        msg = "there are no rows: nothing can be evaluated."
        raise InputError(msg)
    weights = check_weights(columns.weights, rows)
    masks = _masks(dict(zip(names, pair, strict=True)), groups)
    keep, dropped = kept_rows(list(masks.items()), missing, weights)
    if keep is not None and not keep.any():
        raise _no_row(rows, dropped, masks)
    first, second, weights, group, code = rows_of(
        keep,
        *pair,
        weights,
        None if columns.cluster is None else groups[columns.cluster_name],
        None if columns.by is None else groups[columns.by_name],
    )
    given, n = MeasurementRows(first, second, weights, dropped), len(first)
    cluster = None if group is None else group.values
    material = Material((), True, np.zeros(n, np.intp), None, weights, measurements=given, cluster=cluster)
    taken = Taken(None, measurements=Moments.from_measurement_rows(given))
    uncertainty = None
    if chances.level is not None:
        uncertainty = Uncertainty(chances.level, taken, material, simultaneous=chances.simultaneous)
    results = take_results(taken, "continuous", None, uncertainty) if chances.listed else ()
    by = None
    if code is not None:
        by = take_groups(code, label_text(columns.by_name, 40), material, results, "continuous", chances)
    return Evaluation(
        task="continuous",
        assumptions=tuple(_said(names, n, dropped, weights, columns, cluster)),
        remarks=() if chances.level is None else tuple(about_intervals(results)),
        n=n,
        n_missing=dropped,
        weighted=weights is not None,
        labels=(),
        pos_label=None,
        balance={},
        results=results,
        per_class=(),
        counts=None,
        curve=None,
        source=columns.source,
        taken=taken,
        level=chances.level,
        groups=by,
        uncertainty=uncertainty,
    )


def _of_sums(columns: Columns, sums: MeasuredRows, chances: Chances) -> Evaluation:
    """The page of so many rows that there are no intervals, which their moments tell."""
    taken, missing = Taken(None, measurements=sums.moments), sums.moments.missing
    uncertainty = None if chances.level is None else Uncertainty(chances.level, taken, rows=sums.rows)
    results = take_results(taken, "continuous", None, uncertainty) if chances.listed else ()
    names = (columns.truth_name, columns.pred_name)
    return Evaluation(
        task="continuous",
        assumptions=tuple(_said(names, sums.rows, missing, columns.weights, columns, None)),
        remarks=() if chances.level is None else tuple(about_intervals(results)),
        n=sums.rows,
        n_missing=missing,
        weighted=columns.weights is not None,
        labels=(),
        pos_label=None,
        balance={},
        results=results,
        per_class=(),
        counts=None,
        curve=None,
        source=columns.source,
        taken=taken,
        level=chances.level,
        groups=None,
        uncertainty=uncertainty,
    )


def _other(columns: Columns) -> tuple[Any, str]:
    """The second rating: the prediction, or the one score."""
    if columns.pred is not None and columns.scores is not None:
        msg = "task='continuous' compares two columns of numbers: give y_pred or y_score, not both."
        raise OptionError(msg)
    if columns.pred is not None:
        return columns.pred, columns.pred_name
    if len(columns.score_names) > 1:
        msg = f"task='continuous' compares two columns of numbers, and there are {len(columns.score_names)} scores."
        raise OptionError(msg)
    return columns.scores, columns.score_names[0] if columns.score_names else "y_score"


def _masks(pair: dict[str, npt.NDArray[Any]], groups: dict[str, Encoded]) -> dict[str, Mask]:
    """Where values are missing, for each column with missing values."""
    found = {name: nan_rows(column) for name, column in pair.items()}
    found |= {name: group.missing for name, group in groups.items()}
    return {name: mask for name, mask in found.items() if mask is not None and mask.any()}


def _no_row(rows: int, dropped: int, masks: dict[str, Mask]) -> InputError:
    if not dropped:
        return WeightError(f"none of the {rows} rows has a weight above zero: nothing can be evaluated.")
    return MissingValuesError(
        f"no row is complete: of {rows} rows, {dropped} have a missing value in one of {', '.join(masks)}."
    )


def _said(names: tuple[str, str], n: int, dropped: int, weights: Any, columns: Columns, cluster: Any) -> list[str]:
    """What was assumed."""
    first, second = (label_text(name, 40) for name in names)
    said = [f"Continuous: {first} and {second} are taken as two ratings of the same rows on one scale."]
    if dropped:
        said.append(
            f"{dropped:,} row{'s were' if dropped > 1 else ' was'} dropped because a value was missing; {n:,} are left."
        )
    if weights is not None:
        total = count(float(weights.sum()))
        said.append(f"Rows are weighted by {label_text(columns.weight_name, 40)} (sum {total}).")
    if cluster is not None:
        clusters = len(np.unique(cluster))
        name = label_text(columns.cluster_name, 40)
        said.append(f"Rows of one {name} belong together ({clusters:,} clusters): the intervals allow for it.")
    return said
