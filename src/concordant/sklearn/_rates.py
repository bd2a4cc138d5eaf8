"""precision, recall, F, Jaccard, likelihood ratios, the classification report."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from concordant.errors import InputError, LabelError
from concordant.inputs.arrays import to_array
from concordant.metrics.arithmetic import mean_over_classes
from concordant.metrics.rates.basic import precision, recall
from concordant.metrics.rates.combined import negative_likelihood_ratio, positive_likelihood_ratio
from concordant.metrics.rates.f_scores import f_rate, jaccard
from concordant.metrics.rates.rate import Rate, quotient_of
from concordant.sklearn._agreement import chosen
from concordant.sklearn._call import check, filling, public, refused, warn, warn_undefined
from concordant.sklearn._targets import ClassCells, IndicatorPair, LabelPairs, listed_labels, read_pairs
from concordant.states import Counts

_HEADERS = ("precision", "recall", "f1-score", "support")
_Row = tuple[Any, Any, Any, Any]
_CONTROL = (
    "Use the `replace_undefined_by` param to control this behavior. To suppress this warning or turn it into an "
    "error, see Python's `warnings` module and `warnings.catch_warnings()`."
)
RATES = ("precision", "recall", "f-score")
_PRECISION, _RECALL, _F1, _JACCARD = quotient_of(precision), quotient_of(recall), f_rate(1.0), quotient_of(jaccard)
_WORDS = {
    "precision": ("Precision", "predicted"),
    "recall": ("Recall", "true"),
    "f-score": ("F-score", "true nor predicted"),
    "jaccard": ("Jaccard", "true or predicted"),
}


class Call(NamedTuple):
    """
    A call of a rate with scikit-learn's options.

    `cells` are those of one class, of each class, of each row, or of all decisions together, as `average` says, and
    `weights` those of the average; `fill` stands for 0/0, `warns` says whether that warns.
    """

    cells: ClassCells
    average: str | None
    weights: Any
    fill: float
    warns: bool

    def value(self, rate: Rate, word: str | None) -> Any:
        """Take a rate; `word` says what to call it where 0/0 warns, None that it does not."""
        values = rate.of(cast("Counts", self.cells))  # which have the cells that rates read
        undefined = np.isnan(values)
        if undefined.any():
            if self.warns and word is not None:
                _warn_filled(word, self.average, one=np.size(values) == 1)
            values = np.where(undefined, self.fill, values)[()]
        if self.average in ("binary", "micro"):
            return float(values)
        return values if self.average is None else self._mean(values)

    def _mean(self, values: Any) -> float:
        """The average over classes or rows; NaN are left out, and weights that are all zero are no weights."""
        weights = self.weights
        if weights is None or not np.any(weights[~np.isnan(values)]):
            return float(mean_over_classes(values, None, "macro", np.nan))
        weights = weights.astype(np.float64)  # sums of float32 keep seven digits
        return float(mean_over_classes(values, weights, "weighted", np.nan))

    def several(self, beta: float, warn_for: Collection[str]) -> tuple[Any, Any, Any]:
        """Precision, recall and F-beta."""
        f, f_word = f_of(beta)
        rates = ((_PRECISION, "precision"), (_RECALL, "recall"), (f, f_word))
        first, second, third = (self.value(rate, word if word in warn_for else None) for rate, word in rates)
        return first, second, third


def _warn_filled(word: str, average: str | None, *, one: bool) -> None:
    name, none_of = _WORDS[word]
    what, where = ("label", "sample") if average == "samples" else ("sample", "label")
    cause = "due to" if one else f"in {where}s with"
    warn_undefined(
        f"{name} is ill-defined and being set to 0.0 {cause} no {none_of} {what}s. "
        "Use `zero_division` parameter to control this behavior."
    )


def f_of(beta: float) -> tuple[Rate, str | None]:
    """F-beta and what to call it; at beta 0 and infinity it is precision and recall, and does not warn."""
    if beta == np.inf:
        return _RECALL, None
    return f_rate(float(beta)), "f-score" if beta > 0 else None


def as_sklearn(
    y_true: Any,
    y_pred: Any,
    labels: Any,
    pos_label: Any,
    average: str | None,
    sample_weight: Any,
    zero_division: Any,
    *,
    or_nan: bool = True,
) -> Call:
    """Turn scikit-learn's options into the cells that a rate is taken of; `or_nan`: whether NaN may stand for 0/0."""
    check(labels=labels, pos_label=pos_label, average=average, sample_weight=sample_weight)
    fill, warns = filling(zero_division, or_nan=or_nan)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    if average == "binary":
        return Call(ClassCells.of(_binary_table(pairs, pos_label)), average, None, fill, warns)
    if pos_label not in (None, 1):
        warn(
            f"Note that pos_label (set to {pos_label!r}) is ignored when average != 'binary' (got {average!r}). "
            "You may use labels=[pos_label] to specify a single positive class."
        )
    return _of_several(pairs, average, labels, fill, warns=warns)


def _binary_table(pairs: LabelPairs | IndicatorPair, pos_label: Any) -> Any:
    if isinstance(pairs, IndicatorPair) or len(pairs.labels) > 2:
        kind = "indicators of" if isinstance(pairs, IndicatorPair) else ""
        raise LabelError(
            f'average="binary" needs two labels, but there are {kind} {len(pairs.labels)}: choose average="macro", '
            '"weighted", "micro", or None for one value a label.'
        )
    if len(pairs.labels) == 2 and pos_label not in pairs.labels:
        raise LabelError(
            f"pos_label={pos_label!r} does not occur; the labels are {pairs.labels[0]!r} and {pairs.labels[1]!r}."
        )
    return pairs.binary_table(pos_label)


def _of_several(
    pairs: LabelPairs | IndicatorPair, average: str | None, labels: Any, fill: float, *, warns: bool
) -> Call:
    """The call of an average over classes or rows, or of one value a class."""
    if average == "samples":
        if not isinstance(pairs, IndicatorPair):
            raise InputError('average="samples" needs indicators of several labels a row; y_true is one column.')
        tables = pairs.row_tables(labels)
        if pairs.weights is not None and not pairs.weights.all():
            tables = tables * (pairs.weights != 0)[:, None, None]  # 0/0 there, which warns
        return Call(ClassCells.of(tables), average, pairs.weights, fill, warns)
    cells = pairs.class_cells(labels)
    if average == "micro":
        cells = ClassCells(*(part.sum() for part in cells))
    return Call(cells, average, cells.tp + cells.fn if average == "weighted" else None, fill, warns)


@public
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
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    labels : array-like, optional
        The labels to show, in this order; for indicators numbers of columns. Default: all that occur.
    target_names : array-like of str, optional
        What to call the labels.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    digits : int, default 2
        Digits after the point in the text.
    output_dict : bool, default False
        True: a dictionary in place of text.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning. Each warning comes once, not once an average.

    Returns
    -------
    str or dict
        Rates that are 0/0 are filled as `zero_division` says.

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
    check(labels=labels, target_names=target_names, sample_weight=sample_weight, digits=digits, output_dict=output_dict)
    fill, warns = filling(zero_division)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    shown = _shown_labels(pairs, labels, y_true, y_pred)
    names = _names(shown, target_names, given=labels is not None)
    classes, averages = _rows(pairs, labels, fill, warns=warns)
    accuracy = isinstance(pairs, LabelPairs) and (
        labels is None or set(range(len(pairs.labels))) <= set(pairs.indices_of(labels))
    )  # then each row has one label, all are shown, and the micro average is the accuracy
    if output_dict:
        return _as_dict(names, classes, averages, accuracy=accuracy)
    return _as_text(names, classes, averages, accuracy=accuracy, digits=int(digits))


def _shown_labels(pairs: LabelPairs | IndicatorPair, labels: Any, *columns: Any) -> Sequence[Any]:
    """The labels of the report; whole numbers that came as floats are shown as such."""
    if labels is not None:
        return listed_labels(labels)
    if isinstance(pairs, LabelPairs) and any(map(_are_floats, columns)) and not isinstance(pairs.labels[0], str):
        return [float(label) for label in pairs.labels]  # type: ignore[arg-type]
    return pairs.labels


def _are_floats(column: Any) -> bool:
    """Whether scikit-learn takes a column as floats: floats, and the nullable numbers of pandas."""
    dtype = getattr(column, "dtype", getattr(column, "type", None))  # of Arrow
    dtype = to_array(column, "y_true").dtype if dtype is None else dtype
    nullable = type(column).__module__.startswith("pandas") and not isinstance(dtype, np.dtype)
    return (
        str(dtype)
        .lower()
        .removeprefix("torch.")
        .startswith(("float", "double", *(("int", "uint", "boolean") if nullable else ())))
    )


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


def _rows(
    pairs: LabelPairs | IndicatorPair, labels: Any, fill: float, *, warns: bool
) -> tuple[list[_Row], dict[str, _Row]]:
    """The values of each class and of each average; the warnings of the averages would be those of the classes."""
    classes = _of_several(pairs, None, labels, fill, warns=warns)
    support = classes.cells.tp + classes.cells.fn
    rows = list(zip(*classes.several(1.0, RATES), support, strict=True))
    averages = {}
    for average in ("micro", "macro", "weighted", *(("samples",) if isinstance(pairs, IndicatorPair) else ())):
        call = _of_several(pairs, average, labels, fill, warns=warns and average == "samples")
        averages[average] = (*call.several(1.0, RATES), support.sum())
    return rows, averages


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
    if not all(isinstance(name, str) for name in names):
        raise refused("target_names", names, "texts, one a label")
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


@public
def class_likelihood_ratios(
    y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None, replace_undefined_by: Any = np.nan
) -> tuple[float, float]:
    """
    Positive and negative likelihood ratio: by how much a prediction multiplies the odds of being positive.

    The formulas are those of `concordant.positive_likelihood_ratio` and `concordant.negative_likelihood_ratio`; as in
    scikit-learn, x/0 is undefined and not infinite.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,)
        The truth and the prediction, of two classes.
    labels : array-like, optional
        The negative and the positive label. Default: those that occur, sorted.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    replace_undefined_by : nan, 1.0 or dict, default nan
        What stands for an undefined ratio; ``{"LR+": value, "LR-": value}`` for each its own.

    Returns
    -------
    tuple of float
        LR+ and LR-. Undefined, with a warning: LR+ without a false positive, LR- without a true negative, and both
        without a positive row.

    Examples
    --------
    >>> from concordant.sklearn import class_likelihood_ratios
    >>> class_likelihood_ratios([0, 1, 0, 1, 0], [1, 1, 0, 0, 0])
    (1.5, 0.75)
    """
    check(labels=labels, sample_weight=sample_weight)
    positive, negative = _replacements(replace_undefined_by)
    pairs = read_pairs(y_true, y_pred, sample_weight)
    if isinstance(pairs, IndicatorPair) or len(pairs.labels) > 2:
        raise InputError(f"likelihood ratios are of two classes, not of {len(pairs.labels)} labels.")
    counts = chosen(pairs, labels)
    if len(counts.labels) != 2:
        raise LabelError(f"two labels are needed, not {len(counts.labels)}: name both, labels=[negative, positive].")
    return _ratios(counts, positive, negative)


def _replacements(replace: Any) -> tuple[float, float]:
    """The values of LR+ and of LR- where they are undefined."""
    each = replace if isinstance(replace, dict) else {"LR+": replace, "LR-": replace}
    positive, negative = each.get("LR+"), each.get("LR-")
    if not (_within(positive, 1.0, np.inf if each is replace else 1.0) and _within(negative, 0.0, 1.0)):
        expected = '1, nan, or {"LR+": a number from 1 on or nan, "LR-": one from 0 to 1 or nan}'
        raise refused("replace_undefined_by", replace, expected)
    return float(positive), float(negative)  # type: ignore[arg-type]


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


@public
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
    Precision (positive predictive value): of the rows predicted positive, the share that is.

    The formula is that of `concordant.precision`.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    labels : array-like, optional
        The labels to take, in this order; for indicators numbers of columns. Default: all that occur.
    pos_label : int, float, bool or str, default 1
        The positive label where ``average="binary"``.
    average : {"binary", "micro", "macro", "samples", "weighted"} or None, default "binary"
        How values of several labels become one: "macro", their mean; "weighted", weighted by how often a label is true;
        "micro", that of all decisions; "samples", the mean over rows of indicators. None: one value a label.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning.

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
    call = as_sklearn(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    return call.value(_PRECISION, "precision")


@public
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
    Recall (sensitivity): of the rows that are positive, the share that is predicted so.

    The formula is that of `concordant.recall`.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    labels : array-like, optional
        The labels to take, in this order; for indicators numbers of columns. Default: all that occur.
    pos_label : int, float, bool or str, default 1
        The positive label where ``average="binary"``.
    average : {"binary", "micro", "macro", "samples", "weighted"} or None, default "binary"
        How values of several labels become one: "macro", their mean; "weighted", weighted by how often a label is true;
        "micro", that of all decisions; "samples", the mean over rows of indicators. None: one value a label.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning.

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
    call = as_sklearn(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    return call.value(_RECALL, "recall")


@public
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

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    labels : array-like, optional
        The labels to take, in this order; for indicators numbers of columns. Default: all that occur.
    pos_label : int, float, bool or str, default 1
        The positive label where ``average="binary"``.
    average : {"binary", "micro", "macro", "samples", "weighted"} or None, default "binary"
        How values of several labels become one: "macro", their mean; "weighted", weighted by how often a label is true;
        "micro", that of all decisions; "samples", the mean over rows of indicators. None: one value a label.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning.

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
    call = as_sklearn(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    return call.value(_F1, "f-score")


@public
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
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    beta : float
        At least 0; above 1 recall counts more, below 1 precision.
    labels : array-like, optional
        The labels to take, in this order; for indicators numbers of columns. Default: all that occur.
    pos_label : int, float, bool or str, default 1
        The positive label where ``average="binary"``.
    average : {"binary", "micro", "macro", "samples", "weighted"} or None, default "binary"
        How values of several labels become one: "macro", their mean; "weighted", weighted by how often a label is true;
        "micro", that of all decisions; "samples", the mean over rows of indicators. None: one value a label.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning.

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
    check(beta=beta)
    call = as_sklearn(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    return call.value(*f_of(beta))


@public
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
    Jaccard index: of the rows that are positive or predicted so, the share that is both.

    The formula is that of `concordant.jaccard`.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    labels : array-like, optional
        The labels to take, in this order; for indicators numbers of columns. Default: all that occur.
    pos_label : int, float, bool or str, default 1
        The positive label where ``average="binary"``.
    average : {"binary", "micro", "macro", "samples", "weighted"} or None, default "binary"
        How values of several labels become one: "macro", their mean; "weighted", weighted by how often a label is true;
        "micro", that of all decisions; "samples", the mean over rows of indicators. None: one value a label.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
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
    call = as_sklearn(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division, or_nan=False)
    return call.value(_JACCARD, "jaccard")


@public
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
    y_true, y_pred : array-like of shape (n,), or indicator matrix of shape (n, L), also sparse
        The truth and the prediction.
    beta : float, default 1
        At least 0; above 1 recall counts more, below 1 precision.
    labels : array-like, optional
        The labels to take, in this order; for indicators numbers of columns. Default: all that occur.
    pos_label : int, float, bool or str, default 1
        The positive label where ``average="binary"``.
    average : {"binary", "micro", "macro", "samples", "weighted"} or None, default None
        How values of several labels become one: "macro", their mean; "weighted", weighted by how often a label is true;
        "micro", that of all decisions; "samples", the mean over rows of indicators. None: one value a label.
    warn_for : list, tuple or set
        Which of "precision", "recall" and "f-score" warn where they are 0/0.
    sample_weight : array-like of shape (n,), optional
        One weight a row.
    zero_division : {"warn", 0, 1, nan}, default "warn"
        What stands for 0/0; "warn" is 0 with a warning.

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
    check(beta=beta)
    if not isinstance(warn_for, (list, tuple, set)):
        raise refused("warn_for", warn_for, f"a list, tuple or set of {', '.join(RATES)}")
    call = as_sklearn(y_true, y_pred, labels, pos_label, average, sample_weight, zero_division)
    support = call.cells.tp + call.cells.fn if average is None else None
    return (*call.several(beta, warn_for), support)
