"""What stands beside the truth, how it is read, the state it becomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from concordant.engines import arrays
from concordant.engines.devices.rows import DeviceRows, check_device_labels, check_device_scores, scores_on_host
from concordant.errors import InputTypeError, LabelError, LengthError, OptionError, RaterIdentityError, ScoreError
from concordant.inputs.arrays import host_array, is_matrix, on_device
from concordant.inputs.indicators import IndicatorRows, check_indicator_columns, check_indicator_rows
from concordant.inputs.label_values import check_missing_labels
from concordant.inputs.labels import LabelRows, Reading, check_label_columns, encoded_rows, plain_rows
from concordant.inputs.rankings import (
    RankingRows,
    check_class_ranking_columns,
    check_class_rankings,
    check_label_ranking_columns,
    check_label_rankings,
)
from concordant.inputs.scores import (
    ScoreRows,
    check_measurement_columns,
    check_measurements,
    check_score_columns,
    check_scores,
    refuse_outside,
    refuse_sums,
    top_label,
)
from concordant.metrics.definition.facts import Input
from concordant.metrics.definition.losses import refuse_other_loss
from concordant.metrics.definition.options import data_names_of, options_of
from concordant.names import require_choice
from concordant.states import (
    Counts,
    Curve,
    CurveStack,
    Moments,
    NumericRatings,
    RatingMoments,
    Ratings,
    SampleCounts,
    Tallies,
    TallySums,
)
from concordant.states.curves import CurvesOnDemand
from concordant.typing import Column, Label, Missing, Reduction

if TYPE_CHECKING:
    from concordant.metrics.definition.metric import Metric


@dataclass(frozen=True, eq=False)
class Kind:
    """
    One kind of metric.

    Attributes
    ----------
    input : str
        What stands beside the truth, see `Facts`.
    takes : tuple of type
        The states that its formulas take.
    read : callable
        Takes the data by position, and by keyword how they are read; gives checked rows.
    read_several : callable
        Takes the truth, several predictions of the same rows and `names` for them, and how they are read as `read`
        does; gives checked rows of each prediction.
    gather : callable
        Takes the metric, checked rows and the options of a call; gives the state.
    kept : callable
        Takes a state that the caller keeps, and its rows; gives the state with what a value does without.
    summed : callable
        As `gather`, of a state that is read once and forgotten: it may do without what only intervals need.
    check : callable
        Takes the metric, a state and options; raises for a state that no metric of this name is a formula of.
        None: every state of the right type will do.
    shortened : callable
        Takes the metric and checked rows; gives the rows that a shortcut takes, None where it takes none.
    state_options : tuple of str
        Options of a call that decide the state, not the formula.
    """

    input: Input
    takes: tuple[type, ...]
    read: Callable[..., Any]
    read_several: Callable[..., list[Any]]
    gather: Callable[[Metric, Any, Mapping[str, Any]], Any]
    check: Callable[[Metric, Any, Mapping[str, Any]], None] | None = None
    shortened: Callable[[Metric, Any], Any] = lambda _, __: None
    state_options: tuple[str, ...] = ()
    kept: Callable[[Any, Any], Any] = lambda state, _: state
    summed: Callable[[Metric, Any, Mapping[str, Any]], Any] | None = None  # None: `gather`

    @cached_property
    def data(self) -> tuple[str, ...]:
        """The names of the arguments of a call that are data."""
        return data_names_of(self.read)

    @cached_property
    def reading(self) -> tuple[str, ...]:
        """The options of a call that say how the data are read."""
        return options_of(self.read)


def _read_labels(
    y_true: Column,
    y_pred: Column,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> LabelRows | IndicatorRows | DeviceRows:
    """
    Check two columns of labels, or two matrices of indicators.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        Labels: numbers, text, bools or other hashable values, in a list, an array, or a series of pandas,
        Polars or Arrow. Truth and prediction, or two raters. Matrices of 0 and 1 of shape (n, L), also of
        scipy.sparse, are L labels that can occur together.
    missing_labels : sequence, default ()
        Labels that stand for a missing one, such as ``["?"]`` or ``[-1]``. Rows where the truth or the prediction is
        one of them are left out and counted, as rows with a missing value are with ``missing="drop"``. So a model is
        not blamed for rows that it did not answer; torchmetrics' ``ignore_index`` leaves out rows by the truth alone
        and blames it. For that, leave out the rows of this truth before the call: the prediction then is a label that
        is never right.
    """
    reading = Reading(labels, sample_weight, missing, missing_labels)
    plain = plain_rows(y_true, (y_pred,), ("y_pred",), reading)
    if plain is not None:  # nearly always
        return plain[0]
    if is_matrix(y_true):
        return check_indicator_rows(y_true, y_pred, **reading._asdict())
    if on_device(y_true, y_pred):
        return check_device_labels(y_true, y_pred, **reading._asdict())
    return encoded_rows(y_true, (y_pred,), ("y_pred",), reading)[0]


def _read_several_labels(y_true: Column, predictions: Sequence[Column], **reading: Any) -> list[Any]:
    check: Callable[..., list[Any]] = check_indicator_columns if is_matrix(y_true) else check_label_columns
    return check(y_true, predictions, **reading)


def judges_whole_rows(metric: Metric, options: Mapping[str, Any], *, several: bool) -> bool:
    """Whether rows have several labels and each is judged as a whole: the state is `SampleCounts` then."""
    samples = options.get("average") == "samples"
    if samples and not several:
        raise LengthError(
            'average="samples" is the mean over rows with several labels at once: y_true and y_pred must be '
            'matrices of 0 and 1. For one label a row choose "macro", "micro", "weighted" or None.'
        )
    return several and (samples or metric.judges_rows)


def _counts(
    metric: Metric, rows: LabelRows | IndicatorRows | DeviceRows, options: Mapping[str, Any]
) -> Counts | SampleCounts:
    if isinstance(rows, LabelRows) and options.get("average") != "samples":
        return arrays.counts(rows)
    whole = judges_whole_rows(metric, options, several=isinstance(rows, IndicatorRows))
    if isinstance(rows, IndicatorRows):
        return arrays.sample_counts(rows) if whole else arrays.counts_of_indicators(rows)
    assert not isinstance(rows, LabelRows)  # which have one label each
    from concordant.engines.devices.groups import counts

    return counts(rows)


def _rows_of_labels(metric: Metric, rows: LabelRows | IndicatorRows | DeviceRows) -> LabelRows | IndicatorRows | None:
    """Rows of labels in memory; of several labels a row, where the metric has averages over them."""
    if isinstance(rows, IndicatorRows):
        return rows if "average" in metric.options else None
    return rows if isinstance(rows, LabelRows) else None


LABELS = Kind("labels", (Counts,), _read_labels, _read_several_labels, _counts, shortened=_rows_of_labels)


def _read_label_rankings(
    y_true: Column, y_score: Column, *, sample_weight: Column | None = None, missing: Missing = "raise"
) -> RankingRows:
    """
    Check the relevance of every label, and their scores.

    Parameters
    ----------
    y_true : array-like of shape (n, L)
        The relevance of each label: 0 and 1, or (for gains) any number; also a sparse matrix of scipy.
    y_score : array-like of shape (n, L)
        Scores of the labels, one column a label, on any scale.
    """
    return check_label_rankings(y_true, y_score, sample_weight=sample_weight, missing=missing)


def _read_class_rankings(
    y_true: Column,
    y_score: Column,
    *,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> RankingRows:
    """
    Check the class of each row, and the scores of all classes.

    Parameters
    ----------
    y_true : array-like of shape (n,)
        Labels of two or more classes.
    y_score : array-like of shape (n, K)
        Scores on any scale, one column a class in the order of `labels`.
    labels : sequence, optional
        All labels in the order of the columns. Default: those that occur, numbers in numeric order.
    """
    reading: dict[str, Any] = {"labels": labels, "sample_weight": sample_weight, "missing": missing}
    return check_class_rankings(y_true, y_score, missing_labels=missing_labels, **reading)


def _rankings(metric: Metric, rows: RankingRows, options: Mapping[str, Any]) -> Moments:
    """Take the moments of the quantity that the options choose."""
    quantity, name = metric.chosen(options)
    return arrays.ranking_moments(rows, quantity, name)


def _refuse_other_options(metric: Metric, state: Moments, options: Mapping[str, Any]) -> None:
    """Raise for moments of another quantity, and for options that are not those of the state."""
    name = state.names[0]  # with its options
    if name.partition("|")[0] != metric.name:
        raise InputTypeError(f"{metric.name}.of takes Moments that {metric.name}.state made, not those of {name!r}.")
    if options and metric.chosen(options)[1] != name:
        named = ", ".join(f"{key}={value!r}" for key, value in options.items())
        raise OptionError(
            f"the options of a state are fixed: this one is {name!r}. "
            f"Make another with {metric.name}.state(..., {named})."
        )


RANKINGS = Kind("rows", (Moments,), _read_label_rankings, check_label_ranking_columns, _rankings, _refuse_other_options)
CLASS_RANKINGS = replace(RANKINGS, read=_read_class_rankings, read_several=check_class_ranking_columns)


def _read_panel(
    ratings: Any,
    *,
    raters: Sequence[Label] | None = None,
    labels: Sequence[Label] | None = None,
    sample_weight: Column | None = None,
    missing_labels: Sequence[Label] = (),
) -> Any:
    """
    A state as it is; a matrix or a frame as `Ratings`.

    Parameters
    ----------
    ratings : array-like of shape (n, r), data frame, Ratings, Tallies, TallySums or Counts
        Labels that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two columns of
        labels, of two raters.
    raters : sequence, optional
        Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
    sample_weight : array-like of shape (n,), optional
        One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
    missing_labels : sequence
        Labels that stand for a missing rating, such as ``[""]``.
    """
    missing_labels = check_missing_labels(missing_labels)
    if isinstance(ratings, (Counts, Ratings, Tallies, TallySums)):
        reading = {"raters": raters, "labels": labels, "sample_weight": sample_weight}
        _refuse_reading(ratings, reading, else_refused="missing_labels=" if len(missing_labels) else None)
        return ratings
    return Ratings.from_wide(ratings, raters, labels, sample_weight, missing_labels=missing_labels)


def _refuse_reading(state: Any, reading: Mapping[str, Any], *, else_refused: str | None = None) -> None:
    """Raise for options that say how to read ratings that are a state already."""
    names = [f"{name}=" for name, value in reading.items() if value is not None]
    if names or else_refused:
        msg = f"a {type(state).__name__} is read already: {', '.join(names) or else_refused} cannot change it."
        raise OptionError(msg)


def _panel(metric: Metric, state: Any, _: Mapping[str, Any]) -> Any:
    refuse_nameless(metric, state)
    return state


def refuse_nameless(metric: Metric, state: Any) -> None:
    """Raise for a state that has forgotten who rated, where the metric asks who did."""
    if metric.panel is not None and metric.panel.raters and isinstance(state, (Tallies, TallySums)):
        raise RaterIdentityError(
            f"{metric.name} needs to know who rated, and {type(state).__name__} are anonymous: build Ratings with "
            "rater=, or take a coefficient of exchangeable raters such as fleiss_kappa."
        )


def refuse_more_panels(*_: Any, **__: Any) -> NoReturn:
    """Raise: many raters are no truth with predictions beside it."""
    msg = "many raters have no truth with predictions beside it: compare(ratings, a=[raters], b=[raters])."
    raise InputTypeError(msg)


PANEL = Kind("panel", (Counts, Ratings, Tallies, TallySums), _read_panel, refuse_more_panels, _panel)


NUMBER_STATES = (NumericRatings, RatingMoments, Ratings)


def _read_numbers(ratings: Any, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None) -> Any:
    """
    A state as it is; a matrix or a frame as `NumericRatings`.

    Parameters
    ----------
    ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
        Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
        columns, of two raters. The labels of `Ratings` must be numbers.
    raters : sequence, optional
        Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
    sample_weight : array-like of shape (n,), optional
        One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
    """
    if isinstance(ratings, NUMBER_STATES):
        _refuse_reading(ratings, {"raters": raters, "sample_weight": sample_weight})
        return ratings
    if isinstance(ratings, (Counts, Tallies, TallySums)):
        raise InputTypeError(
            f"{type(ratings).__name__} hold labels that nobody in particular gave; numbers of raters are a matrix, "
            "Ratings of numeric labels, NumericRatings or RatingMoments."
        )
    return NumericRatings.from_wide(ratings, raters, sample_weight)


def _check_numbers(metric: Metric, state: Any, options: Mapping[str, Any]) -> None:
    """Raise for sums where the formula asks for the units."""
    if isinstance(state, RatingMoments) and metric.numbers is not None and not metric.numbers.by_sums(options):
        raise InputTypeError(f"{metric.name} needs the units, and RatingMoments hold their sums: keep NumericRatings.")


NUMBERS = Kind("numbers", NUMBER_STATES, _read_numbers, refuse_more_panels, lambda _, state, __: state, _check_numbers)


def _read_beside_system(
    ratings: Any, system: Column, *, raters: Sequence[Label] | None = None, sample_weight: Column | None = None
) -> NumericRatings:
    """
    The numbers of raters, and of a system as the last of them.

    Parameters
    ----------
    ratings : array-like of shape (n, r), data frame, NumericRatings, RatingMoments or Ratings
        Finite numbers that raters (columns) gave to units (rows); None, NaN, null and NA are missing ratings. Or two
        columns, of two raters. The labels of `Ratings` must be numbers.
    system : array-like of shape (n,)
        The numbers of the system, one for each unit that somebody rated.
    raters : sequence, optional
        Of a frame: the columns that are ratings, default all. Of a matrix: the names of its columns.
    sample_weight : array-like of shape (n,), optional
        One weight a unit, finite and not negative. Zero: the unit is absent; w: the unit is there w times.
    """
    return NumericRatings.beside_system(ratings, system, raters, sample_weight)


SYSTEM = replace(NUMBERS, takes=(NumericRatings,), read=_read_beside_system)


def _refuse_others(metric: Metric, state: Moments, _: Mapping[str, Any]) -> None:
    if len(state.names) != 2 or state.classes is not None:
        raise InputTypeError(f"{metric.name}.of takes Moments of two ratings, not of {', '.join(state.names[:3])}.")


MEASUREMENTS = Kind(
    "measurements",
    (Moments,),
    check_measurements,
    check_measurement_columns,
    lambda _, rows, __: arrays.moments(rows),
    _refuse_others,
)


def read_scores(
    y_true: Column,
    y_score: Column,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> ScoreRows | DeviceRows:
    """
    Check labels and scores, in memory or on a device.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, L)
        Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
    y_score : array-like of shape (n,), (n, K) or (n, L)
        Scores of the positive class, or one column a class (in the order of `labels`) or a label.
    labels : sequence, optional
        All labels in their order; of two labels the second is the positive one. Default: those that occur.
    pos_label : label, optional
        The positive one of two labels. Default: the second, where the labels have an order.
    """
    reading = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
    return _check_scores(y_true, y_score, "y_score", missing_labels, reading)


def _check_scores(
    y_true: Column, scores: Column, what: str, missing_labels: Sequence[Label], reading: dict[str, Any]
) -> ScoreRows | DeviceRows:
    plain = type(y_true) is type(scores) is np.ndarray
    if not plain and on_device(y_true, scores):
        if not check_missing_labels(missing_labels):
            return check_device_scores(y_true, scores, what=what, **reading)
        # scores on a device are of all rows
        y_true, scores = (host_array(x, "a column") if on_device(x) else x for x in (y_true, scores))
    return check_scores(y_true, scores, what=what, missing_labels=missing_labels, **reading)


def _curves_by(
    on_host: Callable[[ScoreRows], Curve | CurveStack], _: Metric, rows: ScoreRows | DeviceRows, __: Mapping[str, Any]
) -> Curve | CurveStack:
    """Gather rows of scores: on their device, or by a function of rows in memory."""
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.groups import curve_or_stack

        return curve_or_stack(rows, on_host)
    return on_host(rows)


def with_squares(state: Curve | CurveStack, rows: ScoreRows) -> Curve | CurveStack:
    """Of a stack an interval needs the rows, as all of its curves share them; devices have squared already."""
    return arrays.with_squares(state, rows) if isinstance(state, Curve) and isinstance(rows, ScoreRows) else state


def refuse_several_classes(metric: Metric, state: Curve | CurveStack, _: Mapping[str, Any]) -> None:
    """Raise for one column of scores beside several classes: it is not known whose scores they are."""
    if isinstance(state, Curve) and len(state.classes) != 2:
        raise LabelError(
            f"{metric.name}.of takes a curve of two classes or a CurveStack, not a curve of {len(state.classes)} "
            "classes; see Curve.one_vs_rest and Curve.pair."
        )


def rows_of_two_classes(_: Metric, rows: Any) -> Any:
    """Return rows as a shortcut takes them, which knows two classes alone; None of others."""
    is_fit = rows.can_rank if isinstance(rows, DeviceRows) else rows.binary
    return rows if is_fit else None


SCORES = Kind(
    "scores",
    (Curve, CurveStack),
    read_scores,
    check_score_columns,
    partial(_curves_by, arrays.curve_or_stack),
    refuse_several_classes,
    rows_of_two_classes,
    kept=with_squares,
    summed=partial(_curves_by, arrays.curves_to_read),
)


_REDUCTIONS = ("classwise", "top_label")


def refuse_other_scores(curve: Curve) -> None:
    """Raise for a curve that does not hold the probabilities themselves."""
    if curve.edges is not None:
        raise ScoreError(
            "a curve on fixed edges holds the lower edges of the bins in place of the probabilities, which calibration "
            "is about; gather the probabilities without edges."
        )
    if len(curve.scores) and not (curve.scores[-1] >= 0 and curve.scores[0] <= 1):  # descending
        refuse_outside(curve.scores)


def with_reduction(rows: ScoreRows, reduction: Reduction) -> ScoreRows:
    """The columns of the classes, or the predicted class alone."""
    require_choice("reduction", reduction, _REDUCTIONS)
    if not rows.binary and not rows.multilabel:
        refuse_outside(rows.scores, rows.kept)
        refuse_sums(rows.scores, rows.kept)
    return rows if reduction == "classwise" else top_label(rows)


def device_probabilities(rows: DeviceRows, reduction: Reduction) -> ScoreRows | DeviceRows:
    """The same of tensors: one column stays on its device, more are read on the host."""
    require_choice("reduction", reduction, _REDUCTIONS)
    if reduction == "classwise" and not rows.is_matrix:
        return rows
    return with_reduction(scores_on_host(rows), reduction)


def curve_of_probabilities(rows: ScoreRows | DeviceRows) -> Curve | CurveStack:
    """Gather the curve of checked rows, whose scores must be probabilities."""
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.groups import curve_or_stack as curves_on_device

        curve = curves_on_device(rows)
    else:
        curve = arrays.curve_or_stack(rows)
    columns = [single.scores for single in ((curve,) if isinstance(curve, Curve) else curve.curves)]
    if any(len(scores) and not (scores[-1] >= 0 and scores[0] <= 1) for scores in columns):  # descending
        checked = scores_on_host(rows) if isinstance(rows, DeviceRows) else rows
        refuse_outside(np.asarray(checked.scores), checked.kept)
    return curve


def _read_probabilities(
    y_true: Column,
    y_prob: Column,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    reduction: Reduction = "classwise",
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> ScoreRows | DeviceRows:
    """
    Check labels and probabilities, of which curves are gathered.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, L)
        Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
    y_prob : array-like of shape (n,), (n, K) or (n, L)
        Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
        label.
    labels : sequence, optional
        All labels in their order; of two labels the second is the positive one. Default: those that occur.
    pos_label : label, optional
        The positive one of two labels. Default: the second, where the labels have an order.
    reduction : {"classwise", "top_label"}, default "classwise"
        Of several classes: each class against the rest by its own column, or the predicted class alone, with its
        probability and whether it is right.
    """
    reading = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
    rows = _check_scores(y_true, y_prob, "y_prob", missing_labels, reading)
    return device_probabilities(rows, reduction) if isinstance(rows, DeviceRows) else with_reduction(rows, reduction)


def _read_several_probabilities(
    y_true: Column, predictions: Sequence[Column], *, reduction: Reduction = "classwise", **reading: Any
) -> list[ScoreRows]:
    return [with_reduction(rows, reduction) for rows in check_score_columns(y_true, predictions, **reading)]


def _probabilities_to_read(_: Metric, rows: ScoreRows | DeviceRows, __: Mapping[str, Any]) -> Curve | CurveStack:
    """Gather curves to be read once; rows of several classes were found to be probabilities when they were read."""
    if isinstance(rows, DeviceRows) or rows.binary or rows.multilabel:
        return curve_of_probabilities(rows)
    return arrays.curves_to_read(rows)


def _probabilities_of_two_classes(metric: Metric, rows: ScoreRows | DeviceRows) -> Any:
    """Return rows as a shortcut takes them; what lies on a device is grouped there."""
    return None if isinstance(rows, DeviceRows) else rows_of_two_classes(metric, rows)


def _refuse_scores(metric: Metric, state: Curve | CurveStack, options: Mapping[str, Any]) -> None:
    refuse_several_classes(metric, state, options)
    if isinstance(state, CurveStack) and isinstance(state.curves, CurvesOnDemand):
        return  # their rows are probabilities, and have no edges
    for curve in (state,) if isinstance(state, Curve) else state.curves:
        refuse_other_scores(curve)


CALIBRATION = Kind(
    "probabilities",
    (Curve, CurveStack),
    _read_probabilities,
    _read_several_probabilities,
    lambda _, rows, __: curve_of_probabilities(rows),
    _refuse_scores,
    _probabilities_of_two_classes,
    ("reduction",),
    with_squares,
    summed=_probabilities_to_read,
)


def _read_losses(
    y_true: Column,
    y_prob: Column,
    *,
    labels: Sequence[Label] | None = None,
    pos_label: Label | None = None,
    sample_weight: Column | None = None,
    missing: Missing = "raise",
    missing_labels: Sequence[Label] = (),
) -> ScoreRows | DeviceRows:
    """
    Check labels and probabilities, of which losses are summed.

    Parameters
    ----------
    y_true : array-like of shape (n,) or (n, L)
        Labels of two or more classes; a matrix of 0 and 1 for L labels that can occur together.
    y_prob : array-like of shape (n,), (n, K) or (n, L)
        Probabilities, between 0 and 1, of the positive class, or one column a class (in the order of `labels`) or a
        label.
    labels : sequence, optional
        All labels in their order; of two labels the second is the positive one. Default: those that occur.
    pos_label : label, optional
        The positive one of two labels. Default: the second, where the labels have an order.
    """
    reading = {"labels": labels, "pos_label": pos_label, "sample_weight": sample_weight, "missing": missing}
    return _check_scores(y_true, y_prob, "y_prob", missing_labels, reading)


def _losses(metric: Metric, rows: ScoreRows | DeviceRows, _: Mapping[str, Any]) -> Moments:
    """Sum the losses."""
    if isinstance(rows, DeviceRows):
        from concordant.engines.devices.sums import loss_moments

        moments = loss_moments(rows, metric.loss)
        if moments is not None:
            return moments
        rows = scores_on_host(rows)
    if not rows.ordered and len(rows.classes) > 2:
        metric.refuse_unordered(rows.classes, weighted=False)
    return arrays.loss_moments(rows, metric.loss)


def _refuse_other_loss(metric: Metric, state: Moments, _: Mapping[str, Any]) -> None:
    refuse_other_loss(metric.name, state, metric.loss)


def _one_mean(_: Metric, rows: ScoreRows | DeviceRows) -> ScoreRows | None:
    """Rows in memory whose mean loss is one number, and needs no order of classes that have none."""
    if isinstance(rows, DeviceRows) or rows.multilabel or not (rows.ordered or len(rows.classes) == 2):
        return None
    return rows


LOSSES = Kind("probabilities", (Moments,), _read_losses, check_score_columns, _losses, _refuse_other_loss, _one_mean)
DECISIONS = replace(LOSSES, input="decisions", read=read_scores)
