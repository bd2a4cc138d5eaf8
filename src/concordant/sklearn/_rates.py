"""precision, recall, F, Jaccard, likelihood ratios, the classification report."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import numpy as np

from concordant.errors import InputError, LabelError, OptionError
from concordant.inputs.arrays import to_array
from concordant.metrics.arithmetic import mean_over_classes
from concordant.metrics.rates.basic import precision, recall
from concordant.metrics.rates.combined import negative_likelihood_ratio, positive_likelihood_ratio
from concordant.metrics.rates.f_scores import f_rate, jaccard
from concordant.metrics.rates.rate import Rate, quotient_of
from concordant.sklearn._agreement import table_of
from concordant.sklearn._call import (
    ROWS,
    WEIGHT,
    check_arrays,
    check_boolean,
    check_choice,
    check_number,
    check_optional_array,
    check_pos_label,
    check_zero_division,
    public,
    refuse,
    warn,
    warn_undefined,
)
from concordant.sklearn._targets import ClassCells, IndicatorPair, LabelPairs, Pairs, read_pairs
from concordant.states import Counts

_HEADERS = ("precision", "recall", "f1-score", "support")
_Row = tuple[Any, Any, Any, Any]
_CONTROL = (
    "Use the `replace_undefined_by` param to control this behavior. To suppress this warning or turn it into an "
    "error, see Python's `warnings` module and `warnings.catch_warnings()`."
)
RATES = ("precision", "recall", "f-score")
_AVERAGES = ("micro", "macro", "samples", "weighted", "binary")
_PRECISION, _RECALL, _F1 = quotient_of(precision), quotient_of(recall), f_rate(1.0)
_WORDS = {
    "precision": ("Precision", "predicted"),
    "recall": ("Recall", "true"),
    "f-score": ("F-score", "true nor predicted"),
    "jaccard": ("Jaccard", "true or predicted"),
}


@public(ROWS)
def classification_report(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    target_names: Any = None,
    sample_weight: Any = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: Any = "warn",
) -> Any:
    """
    Precision, recall, F1 and support of each class, and their averages.

    Parameters
    ----------
    labels : array-like, optional
        The labels to show, in this order; for indicators numbers of columns. Default: all that occur.
    target_names : array-like of str, optional
        What to call the labels.
    digits : int, default 2
        Digits after the point in the text.
    output_dict : bool, default False
        True: a dictionary in place of text.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning. Each warning comes once, not once an average.

    Returns
    -------
    str or dict

    Examples
    --------
    >>> from concordant.sklearn import classification_report
    >>> print(classification_report(["a", "b", "b", "c"], ["a", "b", "c", "c"]))
                  precision    recall  f1-score   support
    <BLANKLINE>
               a       1.00      1.00      1.00         1
               b       1.00      0.50      0.67         2
               c       0.50      1.00      0.67         1
    <BLANKLINE>
        accuracy                           0.75         4
       macro avg       0.83      0.83      0.78         4
    weighted avg       0.88      0.75      0.75         4
    <BLANKLINE>
    """
    function = "classification_report"
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    for name, value in (("labels", labels), ("target_names", target_names), ("sample_weight", sample_weight)):
        check_optional_array(function, name, value)
    check_number(function, "digits", digits, low=0, high=np.inf, closed="left", integral=True)
    check_boolean(function, "output_dict", output_dict)
    fill = check_zero_division(function, zero_division)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    shown = _shown_labels(pairs, labels)
    names = _names(shown, target_names, given=labels is not None)
    warn_for = RATES if isinstance(zero_division, str) else ()
    classes, averages = _rows(pairs, labels, warn_for, fill)
    accuracy = _covers_all(pairs, labels)
    if output_dict:
        return _as_dict(names, classes, averages, accuracy=accuracy)
    return _as_text(names, classes, averages, accuracy=accuracy, digits=digits)


def _shown_labels(pairs: Pairs, labels: Any) -> list[Any]:
    if labels is not None:
        return list(to_array(labels, "labels"))
    return list(range(pairs.width)) if isinstance(pairs, IndicatorPair) else list(pairs.labels)


def _names(shown: Sequence[Any], target_names: Any, *, given: bool) -> list[Any]:
    if target_names is None:
        return [f"{label}" for label in shown]
    names = list(target_names)
    if len(names) != len(shown):
        if not given:
            raise LabelError(
                f"Number of classes, {len(shown)}, does not match size of target_names, {len(names)}. "
                "Try specifying the labels parameter"
            )
        warn(f"labels size, {len(shown)}, does not match size of target_names, {len(names)}")
    return names


def _rows(pairs: Pairs, labels: Any, warn_for: Sequence[str], fill: float) -> tuple[list[_Row], dict[str, _Row]]:
    """The values of each class and of each average; the warnings of the averages would be those of the classes."""
    tables = pairs.class_tables(labels)
    cells = ClassCells.of_tables(tables)
    values = measured(pairs, cells, None, 1.0, warn_for, fill)
    support = values[3]
    averages = {}
    for average in ("micro", "macro", "weighted"):
        taken = ClassCells.of_tables(tables.sum(0)) if average == "micro" else cells
        averages[average] = (*measured(pairs, taken, average, 1.0, (), fill)[:3], support.sum())
    if isinstance(pairs, IndicatorPair):
        rows = ClassCells.of_tables(pairs.of_labels(labels).rows())
        averages["samples"] = (*measured(pairs, rows, "samples", 1.0, warn_for, fill)[:3], support.sum())
    return list(zip(*values, strict=True)), averages


def _covers_all(pairs: Pairs, labels: Any) -> bool:
    """Whether the micro average is the accuracy: every row has one label, and all are shown."""
    if isinstance(pairs, IndicatorPair):
        return False
    return labels is None or set(range(len(pairs.labels))) <= set(pairs.indices_of(labels))


def _as_dict(
    names: Sequence[Any], classes: Sequence[_Row], averages: dict[str, _Row], *, accuracy: bool
) -> dict[Any, Any]:
    report: dict[Any, Any] = {
        name: dict(zip(_HEADERS, map(float, row), strict=True)) for name, row in zip(names, classes, strict=False)
    }
    for average, row in averages.items():
        if average == "micro" and accuracy:
            report["accuracy"] = float(row[0])
        else:
            report[f"{average} avg"] = dict(zip(_HEADERS, map(float, row), strict=True))
    return report


def _as_text(
    names: Sequence[Any], classes: Sequence[_Row], averages: dict[str, _Row], *, accuracy: bool, digits: int
) -> str:
    if not names:
        raise LabelError("labels must name at least one label.")
    width = max(*(len(name) for name in names), len("weighted avg"), digits)
    lines = [" " * width + " " + "".join(f" {header:>9}" for header in _HEADERS), ""]
    lines += [_line(name, row, width, digits) for name, row in zip(names, classes, strict=False)]
    lines.append("")
    for average, row in averages.items():
        if average == "micro" and accuracy:
            blank = " " * 10
            lines.append(f"{'accuracy':>{width}} {blank}{blank} {row[0]:>9.{digits}f} {row[3]:>9}")
        else:
            lines.append(_line(f"{average} avg", row, width, digits))
    return "\n".join(lines) + "\n"


def _line(name: str, row: _Row, width: int, digits: int) -> str:
    shares = "".join(f" {value:>9.{digits}f}" for value in row[:3])
    return f"{name:>{width}} {shares} {row[3]:>9}"


@public(WEIGHT)
def class_likelihood_ratios(
    y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None, replace_undefined_by: Any = np.nan
) -> tuple[float, float]:
    """
    Positive and negative likelihood ratio: how much a prediction moves the odds of being positive.

    The formulas are those of `concordant.positive_likelihood_ratio` and `concordant.negative_likelihood_ratio`; as in
    scikit-learn, x/0 is undefined and not infinite.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        The truth and the prediction, of two classes.
    labels : array-like, optional
        The negative and the positive label. Default: those that occur, sorted.
    replace_undefined_by : nan, 1.0 or dict, default nan
        What stands for an undefined ratio; ``{"LR+": value, "LR-": value}`` for each its own.

    Returns
    -------
    tuple of float
        LR+ and LR-.

    Examples
    --------
    >>> from concordant.sklearn import class_likelihood_ratios
    >>> class_likelihood_ratios([0, 1, 0, 1, 0], [1, 1, 0, 0, 0])
    (1.5, 0.75)
    """
    function = "class_likelihood_ratios"
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    check_optional_array(function, "labels", labels)
    check_optional_array(function, "sample_weight", sample_weight)
    positive, negative = _replacements(function, replace_undefined_by)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    if pairs.kind != "binary" or not isinstance(pairs, LabelPairs):
        msg = f"class_likelihood_ratios only supports binary classification problems, got targets of type: {pairs.kind}"
        raise InputError(msg)
    table = table_of(pairs, labels)
    if len(table) != 2:
        msg = f"class_likelihood_ratios needs two labels, not {len(table)}: name both, labels=[negative, positive]."
        raise LabelError(msg)
    return _ratios(Counts(table, (0, 1)), positive, negative)


def _replacements(function: str, replace: Any) -> tuple[float, float]:
    """The values of LR+ and of LR- where they are undefined."""
    if isinstance(replace, dict):
        positive, negative = replace.get("LR+"), replace.get("LR-")
        if _within(positive, 1.0, np.inf) and _within(negative, 0.0, 1.0):
            return float(positive), float(negative)  # type: ignore[arg-type]
        raise OptionError(
            "The dictionary passed as `replace_undefined_by` needs to be in the form `{'LR+': `value_1`, 'LR-': "
            "`value_2`}` where the value for `LR+` ranges from `1.0` to `np.inf` or is `np.nan` and the value for "
            f"`LR-` ranges from `0.0` to `1.0` or is `np.nan`; got `{replace}`."
        )
    if isinstance(replace, (int, float)) and (replace == 1 or replace != replace):  # noqa: PLR0124  (NaN)
        return float(replace), float(replace)
    return refuse(function, "replace_undefined_by", replace, "a float among {1.0, nan} or an instance of 'dict'")


def _within(value: Any, low: float, high: float) -> bool:
    return isinstance(value, (int, float)) and (low <= value <= high or value != value)  # noqa: PLR0124  (NaN)


def _ratios(counts: Counts, positive: float, negative: float) -> tuple[float, float]:
    """Take both ratios; the last two arguments stand for x/0."""
    if counts.tp + counts.fn == 0:
        warn_undefined(
            "No samples of the positive class are present in `y_true`. `positive_likelihood_ratio` and "
            f"`negative_likelihood_ratio` are both set to `np.nan`. {_CONTROL}"
        )
    if counts.fp == 0:
        warn_undefined(
            f"`positive_likelihood_ratio` is ill-defined and set to `np.nan`. {_CONTROL}"
            if counts.tp
            else "No samples were predicted for the positive class and `positive_likelihood_ratio` is set to "
            f"`np.nan`. {_CONTROL}"
        )
    else:
        positive = float(quotient_of(positive_likelihood_ratio).of(counts))
    if counts.tn == 0:
        warn_undefined(f"`negative_likelihood_ratio` is ill-defined and set to `np.nan`. {_CONTROL}")
    else:
        negative = float(quotient_of(negative_likelihood_ratio).of(counts))
    return positive, negative


class RateOptions(NamedTuple):
    """The options that all rates have."""

    labels: Any
    pos_label: Any
    average: str | None
    sample_weight: Any
    zero_division: Any


@public(ROWS)
def precision_score(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    Precision: of the rows predicted positive, the share that are.

    The formula is that of `concordant.precision`.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where no row is predicted as the class.

    Examples
    --------
    >>> from concordant.sklearn import precision_score
    >>> precision_score([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    >>> precision_score([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    0.5
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    return rate_score("precision_score", _PRECISION, "precision", y_true, y_pred, options)


@public(ROWS)
def recall_score(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    Recall: of the rows that are positive, the share found.

    The formula is that of `concordant.recall`.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where the class never occurs in the truth.

    Examples
    --------
    >>> from concordant.sklearn import recall_score
    >>> recall_score([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    return rate_score("recall_score", _RECALL, "recall", y_true, y_pred, options)


@public(ROWS)
def f1_score(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    F1: the harmonic mean of precision and recall.

    The formula is that of `concordant.f1`.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where the class occurs neither in the truth nor in the prediction.

    Examples
    --------
    >>> from concordant.sklearn import f1_score
    >>> f1_score([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.6666666666666666
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    return rate_score("f1_score", _F1, "f-score", y_true, y_pred, options)


@public(ROWS)
def fbeta_score(
    y_true: Any,
    y_pred: Any,
    *,
    beta: float,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    F-beta: precision and recall in one number, recall beta times as important.

    The formula is that of `concordant.f_beta`; here beta may be infinite, which gives recall.

    Parameters
    ----------
    beta : float
        At least 0; above 1 recall counts more, below 1 precision.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where the class occurs neither in the truth nor in the prediction.

    Examples
    --------
    >>> from concordant.sklearn import fbeta_score
    >>> round(fbeta_score([1, 1, 0, 1, 0, 0], [1, 0, 0, 0, 0, 0], beta=0.5), 4)
    0.7143
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    check_beta("fbeta_score", beta)
    return rate_score("fbeta_score", f_rate_of(beta), f_word(beta), y_true, y_pred, options)


@public(ROWS)
def jaccard_score(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = "binary",
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> Any:
    """
    Jaccard index: the rows in both sets over the rows in either.

    The formula is that of `concordant.jaccard`.

    Parameters
    ----------
    zero_division : {"warn", 0, 1}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning.

    Returns
    -------
    float, or ndarray of shape (K,) if average is None
        0/0 where the class occurs neither in the truth nor in the prediction.

    Examples
    --------
    >>> from concordant.sklearn import jaccard_score
    >>> jaccard_score([1, 1, 0, 1, 0, 0], [1, 1, 1, 0, 0, 0])
    0.5
    """
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    return rate_score("jaccard_score", quotient_of(jaccard), "jaccard", y_true, y_pred, options)


def check_rate(function: str, y_true: Any, y_pred: Any, options: RateOptions, *, nan: bool = True) -> float:
    """Check the parameters that all of these functions have; return the number that stands for 0/0."""
    check_arrays(function, sparse=True, y_true=y_true, y_pred=y_pred)
    if options.labels is not None:
        check_optional_array(function, "labels", options.labels)
    if options.pos_label != 1:
        check_pos_label(function, options.pos_label)
    check_choice(function, "average", options.average, _AVERAGES, none=True)
    if options.sample_weight is not None:
        check_optional_array(function, "sample_weight", options.sample_weight)
    return check_zero_division(function, options.zero_division, nan=nan)


def rate_score(function: str, rate: Rate, word: str | None, y_true: Any, y_pred: Any, options: RateOptions) -> Any:
    """Check, count, take one rate."""
    fill = check_rate(function, y_true, y_pred, options, nan=word != "jaccard")
    average = options.average
    pairs = read_pairs(y_true, y_pred, options.sample_weight)
    cells = averaged_cells(pairs, average, options.labels, options.pos_label)
    warns = isinstance(options.zero_division, str)
    return _value(rate, word if warns else None, pairs, cells, average, fill)


def _value(rate: Rate, word: str | None, pairs: Pairs, cells: ClassCells, average: str | None, fill: float) -> Any:
    """Take one rate; `word` says what to call it where 0/0 warns."""
    warning = None if word is None else (*_WORDS[word], average)
    return _mean_of(_filled_rate(rate, cells, fill, warning), cells, average, pairs)


def _mean_of(values: Any, cells: ClassCells, average: str | None, pairs: Pairs) -> Any:
    """Average the values of classes or rows; NaN are left out; weights that are all zero are no weights."""
    if average in ("binary", "micro"):
        return float(values)
    if average is None:
        return values
    if not len(values):
        return float("nan")
    weights = pairs.weights if average == "samples" else cells.support if average == "weighted" else None
    if weights is None or not np.any(weights[~np.isnan(values)]):
        return float(mean_over_classes(values, None, "macro", np.nan))
    if weights.dtype.kind == "f":
        weights = weights.astype(np.float64)  # sums of float32 keep seven digits
    return float(mean_over_classes(values, weights, "weighted", np.nan))


def _filled_rate(rate: Rate, cells: Any, fill: float, warning: tuple[str, str, str | None] | None) -> Any:
    """
    Take a rate of the cells; `fill` stands for 0/0.

    `warning` names the rate, what there is none of, and the average, where 0/0 warns.
    """
    values = rate.of(cells)
    undefined = np.isnan(values)
    if not undefined.any():
        return values
    if warning is not None:
        _warn_filled(*warning, size=np.size(values))
    return np.where(undefined, fill, values)[()]


def _warn_filled(name: str, none_of: str, average: str | None, *, size: int) -> None:
    what, where = ("label", "sample") if average == "samples" else ("sample", "label")
    cause = "due to" if size == 1 else f"in {where}s with"
    warn_undefined(
        f"{name} is ill-defined and being set to 0.0 {cause} no {none_of} {what}s. "
        "Use `zero_division` parameter to control this behavior."
    )


def f_word(beta: float) -> str | None:
    """At beta 0 and infinity F is precision and recall, and it does not warn."""
    return "f-score" if 0 < beta < np.inf else None


def f_rate_of(beta: float) -> Rate:
    """F-beta; recall at infinity."""
    return _RECALL if beta == np.inf else f_rate(float(beta))


def check_beta(function: str, beta: Any) -> None:
    """Raise unless it is a number of at least 0; infinity is one."""
    check_number(function, "beta", beta, low=0.0, high=np.inf, closed="both")


def measured(
    pairs: Pairs, cells: ClassCells, average: str | None, beta: float, warn_for: Collection[str], fill: float
) -> tuple[Any, Any, Any, Any]:
    """Precision, recall, F-beta and support of counted pairs."""
    rates = (("precision", _PRECISION), ("recall", _RECALL), (f_word(beta), f_rate_of(beta)))
    precision, recall, f = (
        _value(rate, word if word in warn_for else None, pairs, cells, average, fill) for word, rate in rates
    )
    return precision, recall, f, cells.support if average is None else None


def averaged_cells(pairs: Pairs, average: str | None, labels: Any, pos_label: Any) -> ClassCells:
    """The cells that a rate is taken of: of one class, of each class, of each row, or of all decisions together."""
    if average == "binary":
        return ClassCells.of_tables(_binary_pairs(pairs, pos_label).binary_table(pos_label))
    if pos_label not in (None, 1):
        warn(
            f"Note that pos_label (set to {pos_label!r}) is ignored when average != 'binary' (got {average!r}). "
            "You may use labels=[pos_label] to specify a single positive class."
        )
    if average == "samples":
        if not isinstance(pairs, IndicatorPair):
            raise InputError("Samplewise metrics are not available outside of multilabel classification.")
        rows = pairs.of_labels(labels).rows()
        if pairs.weights is not None and not pairs.weights.all():
            rows = rows * (pairs.weights != 0)[:, None, None]  # 0/0 there, which warns
        return ClassCells.of_tables(rows)
    if average == "micro":
        return ClassCells.of_tables(pairs.class_tables(labels).sum(0))
    return pairs.class_cells(labels)


def _binary_pairs(pairs: Pairs, pos_label: Any) -> LabelPairs:
    """Return pairs of at most two labels, the positive among them if there are two."""
    if pairs.kind != "binary" or not isinstance(pairs, LabelPairs):
        choices: list[str | None] = [None, "micro", "macro", "weighted"]
        choices += ["samples"] if isinstance(pairs, IndicatorPair) else []
        msg = f"Target is {pairs.kind} but average='binary'. Please choose another average setting, one of {choices}."
        raise LabelError(msg)
    if len(pairs.labels) == 2 and pos_label not in pairs.labels.tolist():
        raise LabelError(f"pos_label={pos_label} is not a valid label. It should be one of {pairs.labels}")
    return pairs


@public(ROWS)
def precision_recall_fscore_support(
    y_true: Any,
    y_pred: Any,
    *,
    beta: float = 1.0,
    labels: Any = None,
    pos_label: Any = 1,
    average: str | None = None,
    warn_for: Collection[str] = RATES,
    sample_weight: Any = None,
    zero_division: Any = "warn",
) -> tuple[Any, Any, Any, Any]:
    """
    Precision, recall, F-beta and support, from one count.

    Parameters
    ----------
    average : {"binary", "micro", "macro", "samples", "weighted"} or None, default None
        None: one value a label. "weighted": weighted by how often a label is true. "samples": of each row.
    beta : float, default 1
        At least 0; above 1 recall counts more, below 1 precision.
    warn_for : list, tuple or set
        Which of "precision", "recall" and "f-score" warn where they are 0/0.

    Returns
    -------
    precision, recall, fbeta_score : float, or ndarray of shape (K,) if average is None
    support : ndarray of shape (K,), or None unless average is None
        How often each label is true.

    Examples
    --------
    >>> from concordant.sklearn import precision_recall_fscore_support
    >>> precision_recall_fscore_support([0, 1, 2, 2], [0, 2, 2, 1], average="macro")
    (0.5, 0.5, 0.5, None)
    """
    function = "precision_recall_fscore_support"
    options = RateOptions(labels, pos_label, average, sample_weight, zero_division)
    fill = check_rate(function, y_true, y_pred, options)
    check_beta(function, beta)
    if not isinstance(warn_for, (list, tuple, set)):
        kinds = "an instance of 'list', an instance of 'tuple' or an instance of 'set'"
        refuse(function, "warn_for", warn_for, kinds)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    cells = averaged_cells(pairs, average, labels, pos_label)
    return measured(pairs, cells, average, beta, warn_for if isinstance(zero_division, str) else (), fill)
