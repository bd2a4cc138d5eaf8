"""Labels and scores of two classes in a lazy frame: what a page of them needs, added up by the frame's own engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.engines.frames.buckets import bucket_curve
from concordant.engines.frames.groups import times_of
from concordant.engines.frames.labels import label_groups
from concordant.engines.frames.opened import chosen, column_of
from concordant.engines.scored_rows import ScoredRows
from concordant.errors import InputError, ScoreError
from concordant.inputs.enum_order import collected
from concordant.inputs.missing import refuse_counted
from concordant.states.moments import Moments
from concordant.states.score_key import ScoreKey
from concordant.typing import FloatArray, Label, Missing

if TYPE_CHECKING:
    import narwhals as nw

_BITS = 14  # of the key: a page may have 400,000 buckets, 16 MB


def whole_rows(
    frame: nw.LazyFrame[Any], labels: list[str], score: str, missing: Missing
) -> tuple[nw.LazyFrame[Any], int, int, tuple[float, float]]:
    """
    Leave out rows that lack a value.

    Returns
    -------
    LazyFrame
        The other rows, of these columns, in which the score is a float.
    int, int
        How many rows there are, and how many of them lack a value.
    tuple of two floats
        The least and the greatest score.

    Raises
    ------
    MissingValuesError
        If a value is missing and ``missing="raise"``.
    """
    import narwhals as nw

    kind = frame.collect_schema()[score]
    if not (kind.is_numeric() or kind == nw.Boolean):
        msg = f"column {score!r} must hold numbers, not {kind}."
        raise ScoreError(msg)
    s = chosen(frame, score).cast(nw.Float64) + 0.0
    rows = frame.select(*(chosen(frame, name).alias(name) for name in labels), s.alias(score))
    schema = rows.collect_schema()
    gaps = {
        name: (nw.col(name).is_null() | nw.col(name).is_nan()).fill_null(value=True)
        if schema[name].is_float()
        else nw.col(name).is_null()
        for name in (*labels, score)
    }
    lacking = gaps[score]
    for name in labels:
        lacking = lacking | gaps[name]
    counted = [gap.cast(nw.Int64).sum().alias(f"gap {place}") for place, gap in enumerate(gaps.values())]
    known = nw.when(~lacking).then(nw.col(score))
    totals = (nw.len().alias("n"), lacking.cast(nw.Int64).sum().alias("lost"), known.min().alias("least"))
    (row,) = rows.select(*totals, known.max().alias("most"), *counted).collect().rows()
    n, lost, least, most, *each = row
    if not n:
        msg = "there are no rows: nothing can be evaluated."
        raise InputError(msg)
    if missing == "raise":
        found = zip(gaps, each, strict=True)
        refuse_counted([f"column {name!r} has {many} missing" for name, many in found if many])
    ends = (float("nan"), float("nan")) if least is None else (float(least), float(most))
    return rows.filter(~lacking), int(n), int(lost or 0), ends


def scored_rows(
    rows: nw.LazyFrame[Any],
    truth: str,
    score: str,
    pair: tuple[Label, Label],
    *,
    pred: str | None,
    n: int,
    lost: int,
    ends: tuple[float, float],
) -> ScoredRows:
    """Add up whole rows, as `whole_rows` gives them: buckets of scores, pairs of labels, losses of probabilities."""
    probabilities = 0 <= ends[0] <= ends[1] <= 1
    key = ScoreKey("probability" if probabilities else "real", bits=_BITS if probabilities else _BITS - 1)
    native: Any = rows.to_native()
    curve = bucket_curve(native, y_true=truth, y_score=score, key=key, labels=pair)
    losses = _losses(rows, truth, score, pair, lost) if probabilities else {}
    rest: Any = {"curve": curve, "losses": losses, "rows": n, "missing": lost}
    if pred is not None:
        groups = label_groups(rows, truth, pred)
        return ScoredRows(pair, groups.truth, groups.pred, None, groups.times, None, None, **rest)
    cells = _cells(rows, truth, score)
    cut = cells.get_column("second").to_numpy().astype(np.bool_)
    return ScoredRows(pair, column_of(cells, "first"), None, cut, times_of(cells), None, None, **rest)


def _cells(rows: nw.LazyFrame[Any], truth: str, score: str) -> nw.DataFrame[Any]:
    """How many rows of each class score below 0.5, and from 0.5 on."""
    import narwhals as nw

    above = (nw.col(score) >= 0.5).cast(nw.Int64).alias("second")
    groups = rows.select(nw.col(truth).alias("first"), above).group_by("first", "second")
    return collected(groups.agg(nw.len().alias("rows")))


def _losses(
    rows: nw.LazyFrame[Any], truth: str, score: str, pair: tuple[Label, Label], lost: int
) -> dict[str, Moments]:
    """The moments of the squared loss and of the surprise, each beside whether a row is positive."""
    import narwhals as nw

    positive = (nw.col(truth) == pair[1]).alias("positive")
    given = nw.when(nw.col(truth) == pair[1]).then(nw.col(score)).otherwise(1.0 - nw.col(score))
    rows = rows.select(positive, given.alias("given"))
    g = nw.col("given")
    sure = nw.when(g > 0).then(g).otherwise(1.0)  # engines do not agree on the logarithm of 0
    rows = rows.with_columns(
        ((1.0 - g) * (1.0 - g)).alias("squared"), (-sure.log()).alias("surprise"), (g <= 0).cast(nw.Int64).alias("none")
    )
    names = ("squared", "surprise")
    first = _by_class(rows, [nw.len().alias("rows"), nw.col("none").sum(), *(nw.col(x).mean() for x in names)])
    for name in names:
        means = [first[k][name] for k in (0, 1)]
        away = nw.col(name) - nw.when(nw.col("positive")).then(nw.lit(means[1])).otherwise(nw.lit(means[0]))
        rows = rows.with_columns((away * away).alias(name))
    second = _by_class(rows, [nw.col(x).sum() for x in names])
    many = np.array([first[k]["rows"] for k in (0, 1)], np.float64)
    found = {}
    for name in names:
        each, within = (np.array([part[k][name] for k in (0, 1)], np.float64) for part in (first, second))
        infinite = name == "surprise" and any(first[k]["none"] for k in (0, 1))
        found[name] = _moments(f"{name} loss", many, each, within, pair, lost, infinite=infinite)
    return found


def _by_class(rows: nw.LazyFrame[Any], sums: list[nw.Expr]) -> dict[int, dict[str, Any]]:
    """Sums over the negative and over the positive rows; zeros of a class without rows."""
    cells = rows.group_by("positive").agg(*sums).collect()
    nothing = dict.fromkeys(cells.columns, 0.0)
    return {0: nothing, 1: nothing} | {int(row["positive"]): row for row in cells.iter_rows(named=True)}


def _moments(
    name: str,
    many: FloatArray,
    means: FloatArray,
    within: FloatArray,
    pair: tuple[Label, Label],
    lost: int,
    *,
    infinite: bool,
) -> Moments:
    """Moments of a loss and of being positive from those of each class (the analysis of variance)."""
    n = many.sum()
    share = many[1] / n
    mean = float(many @ means) / n
    loss = float(within.sum() + many @ (means - mean) ** 2)
    both = float(many[1] * (means[1] - mean))
    spread = float(n * share * (1 - share))
    comoment = np.array([[loss, both], [both, spread]])
    if infinite:
        mean, comoment[0], comoment[:, 0] = np.inf, np.nan, np.nan
    at = np.array([mean, share])
    return Moments((name, "positive"), np.asarray(n), np.asarray(n), at, comoment, classes=pair, missing=lost)
