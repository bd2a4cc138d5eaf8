"""Scores and probabilities of rows by models that did not see them: what thresholds and rules are to be chosen on."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from concordant.decisions.estimators.base import clone
from concordant.decisions.estimators.metadata_requests import routing_enabled
from concordant.decisions.folds import Groups, check_folds, stratified_folds
from concordant.errors import InputTypeError, LabelError, LengthError, OptionError
from concordant.inputs.clusters import check_clusters
from concordant.metrics._object.undefined import warn_user


def class_codes(y: Any) -> tuple[npt.NDArray[Any], npt.NDArray[np.intp], npt.NDArray[Any]]:
    """Return the labels as an array, their codes, and the classes in sorted order."""
    if y is None:
        msg = "a classifier requires y to be passed, but the target y is None."
        raise LabelError(msg)
    labels = np.asarray(y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        _warn_of_column()
        labels = labels[:, 0]
    if labels.ndim != 1:
        msg = f"y must be one column of labels, not of shape {labels.shape}."
        raise LengthError(msg)
    if labels.dtype.kind == "c":
        msg = "y must hold labels, not complex numbers. Complex data not supported."
        raise LabelError(msg)
    if labels.dtype.kind == "f" and not (np.isfinite(labels).all() and (labels == np.round(labels)).all()):
        msg = "Unknown label type: y holds continuous or missing numbers, and a classifier needs labels."
        raise LabelError(msg)
    classes, codes = np.unique(labels, return_inverse=True)
    return labels, codes.reshape(-1).astype(np.intp), classes


def _warn_of_column() -> None:
    """As estimators of scikit-learn do, in their own class, where it is loaded."""
    if "sklearn" in sys.modules:
        from sklearn.exceptions import DataConversionWarning

        msg = "A column-vector y was passed when a 1d array was expected; its one column is read: y[:, 0]."
        warn_user(msg, DataConversionWarning)


def rows_of(data: Any, rows: npt.NDArray[np.intp]) -> Any:
    """Take rows of an array, a sparse matrix, a frame or a list."""
    if hasattr(data, "iloc"):
        return data.iloc[rows]
    if hasattr(data, "tocsr"):
        return data.tocsr()[rows]
    if hasattr(data, "__getitem__") and hasattr(data, "shape"):
        return data[rows]
    if hasattr(data, "__array__"):
        return np.asarray(data)[rows]
    return [data[row] for row in rows.tolist()]


def response_of(estimator: Any, method: str) -> Callable[[Any], Any]:
    """Return `predict_proba` or `decision_function`, whichever there is and is asked for."""
    methods = ("predict_proba", "decision_function") if method == "auto" else (method,)
    for name in methods:
        if name not in ("predict_proba", "decision_function"):
            msg = f'response must be "auto", "predict_proba" or "decision_function", not {method!r}.'
            raise OptionError(msg)
        if hasattr(estimator, name):
            found: Callable[[Any], Any] = getattr(estimator, name)
            return found
    msg = f"{type(estimator).__name__} has no {' and no '.join(methods)}; a classifier that has one is needed."
    raise InputTypeError(msg)


def fitted(
    estimator: Any, data: Any, y: npt.NDArray[Any], extra: Mapping[str, Any], rows: npt.NDArray[np.intp] | None = None
) -> Any:
    """Fit a clone, to some rows only if they are named; further arguments that have one value a row go along."""
    if rows is None:
        return clone(estimator).fit(data, y, **extra)
    some = {name: rows_of(part, rows) if _has_rows(part, len(y)) else part for name, part in extra.items()}
    return clone(estimator).fit(rows_of(data, rows), y[rows], **some)


def _has_rows(part: Any, n: int) -> bool:
    return not isinstance(part, (str, bytes)) and hasattr(part, "__len__") and len(part) == n


def fit_arguments(estimator: Any, sample_weight: Any, others: Mapping[str, Any]) -> dict[str, Any]:
    """What `fit` of the estimator gets; an error if it takes no weights and there are some."""
    extra = dict(others)
    if sample_weight is None:
        return extra
    if not _takes_weights(estimator):
        msg = f"{type(estimator).__name__}.fit takes no sample_weight."
        raise InputTypeError(msg)
    return {**extra, "sample_weight": np.asarray(sample_weight)}


def _takes_weights(estimator: Any) -> bool:
    """Whether `fit` names them, or hands on whatever comes, as a pipeline does that routes metadata."""
    parameters = inspect.signature(estimator.fit).parameters
    hands_on = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())
    return "sample_weight" in parameters or (hands_on and routing_enabled())


def splits(
    cv: Any, data: Any, y: npt.NDArray[Any], codes: npt.NDArray[np.intp], seed: int, groups: Any = None
) -> Iterator[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
    """
    The rows to fit to and the rows to score, of each fold: of a number of folds, or as a splitter gives them.

    Groups stay whole in folds; a splitter gets them and does as it likes.
    """
    if hasattr(cv, "split"):
        yield from cv.split(data, y) if groups is None else cv.split(data, y, groups)
        return
    if isinstance(cv, Iterable) and not isinstance(cv, str):
        yield from cv
        return
    folds = check_folds(cv, seed)
    if not folds:
        msg = 'cv must be a number of folds, a splitter, or "prefit"; thresholds are not chosen on rows fitted to.'
        raise OptionError(msg)
    fewest = int(np.bincount(codes).min())
    if fewest < 2:
        msg = "out-of-fold scores need at least two rows of every class; one class has only 1 row (n_samples=1)."
        raise LabelError(msg)
    fold = stratified_folds(codes, folds, seed, check_groups(groups, len(y), folds))
    for one in np.unique(fold):
        yield np.flatnonzero(fold != one), np.flatnonzero(fold == one)


def model_and_scores(
    estimator: Any,
    cv: Any,
    data: Any,
    y: npt.NDArray[Any],
    codes: npt.NDArray[np.intp],
    read: Callable[[Any, Any], npt.NDArray[Any]],
    *,
    seed: int,
    groups: Any,
    extra: Mapping[str, Any],
) -> tuple[Any, npt.NDArray[Any]]:
    """
    Return the model of all rows, and what models that did not see a row say of it.

    With ``cv="prefit"`` the estimator is the model, and none of these rows is one that it has seen.
    """
    if isinstance(cv, str):
        if cv != "prefit":
            msg = f'cv must be a number of folds, a splitter or "prefit", not {cv!r}.'
            raise OptionError(msg)
        return estimator, read(estimator, data)
    check_rows(data, y)
    model = fitted(estimator, data, y, extra)  # first: it says what is wrong with the data
    parts = splits(cv, data, y, codes, seed, groups)
    return model, out_of_fold(estimator, data, y, read, parts, extra)


def check_groups(groups: Any, rows: int, folds: int) -> Groups | None:
    """Return the group of each row, and how many there are; None if there are none. Each fold needs one."""
    if groups is None:
        return None
    found = check_clusters(groups, rows, None, "groups")
    if found[1] < folds:
        msg = f"cv={folds} folds need as many groups, not {found[1]}."
        raise OptionError(msg)
    return found


def out_of_fold(
    estimator: Any,
    data: Any,
    y: npt.NDArray[Any],
    read: Callable[[Any, Any], npt.NDArray[Any]],
    parts: Iterator[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]],
    extra: Mapping[str, Any],
) -> npt.NDArray[Any]:
    """Fit to all folds but one, and `read` what the model says of that one."""
    found: npt.NDArray[Any] | None = None
    seen = np.zeros(len(y), dtype=bool)
    for train, test in parts:
        model = fitted(estimator, data, y, extra, train)
        said = read(model, rows_of(data, test))
        if found is None:
            found = np.empty((len(y), *said.shape[1:]))
        found[test], seen[test] = said, True
    if found is None or not seen.all():
        msg = f"cv must score every row once; {int((~seen).sum())} of {len(y)} rows are in no fold."
        raise OptionError(msg)
    return found


def check_rows(data: Any, y: npt.NDArray[Any]) -> None:
    """Refuse data whose rows are not as many as the labels."""
    shape = data.shape if hasattr(data, "shape") else np.asarray(data).shape
    rows = shape[0] if len(shape) else 1
    if rows != len(y):
        msg = (
            "X and y must have as many rows. Found input variables with inconsistent numbers of samples: "
            f"{[rows, len(y)]}"
        )
        raise LengthError(msg)
