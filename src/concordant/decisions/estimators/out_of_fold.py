"""Scores and probabilities of rows by models that did not see them: what thresholds and rules are to be chosen on."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.decisions.estimators.estimator_base import clone
from concordant.decisions.estimators.metadata_requests import routing_enabled
from concordant.decisions.folds import Groups, check_folds, stratified_folds
from concordant.errors import InputTypeError, LabelError, LengthError, MissingDependencyError, OptionError
from concordant.inputs.rows import check_clusters
from concordant.metrics.definition.options import warn_user
from concordant.typing import Label

Rows: TypeAlias = npt.NDArray[np.intp]
Read: TypeAlias = Callable[[Any, Any], npt.NDArray[Any]]  # what a model says of data


@dataclass(frozen=True, slots=True)
class Said:
    """
    What models said of rows that they had not seen.

    Attributes
    ----------
    rows : ndarray of int, ascending
        Which rows: all of them once from most splitters; several times from those that repeat, some never from those
        that leave rows out.
    values : ndarray of the same length
        What was said of each.
    model : estimator
        The model that was fitted to all rows.
    n : int
        How many rows there are.
    """

    rows: Rows
    values: npt.NDArray[Any]
    model: Any
    n: int

    def of(self, column: Any, what: str = "y") -> Any:
        """Take these rows of a column, None if there is none."""
        if column is None:
            return None
        column = column if hasattr(column, "__len__") else np.asarray(column)
        if len(column) != self.n:
            msg = f"{what} must have one value a row: expected {self.n}, got {len(column)}."
            raise LengthError(msg)
        return rows_of(column, self.rows)

    @property
    def copies(self) -> float:
        """How many times a row comes, on average over those that come."""
        return len(self.rows) / max(len(np.unique(self.rows)), 1)

    def weights(self, sample_weight: Any) -> Any:
        """Return the weights of these rows: one that comes k times weighs a k-th each time."""
        times = np.bincount(self.rows)[self.rows] if len(self.rows) else self.rows
        if (times <= 1).all():
            return self.of(sample_weight, "sample_weight")
        shares = 1.0 / times
        if sample_weight is None:
            return shares
        return shares * np.asarray(self.of(sample_weight, "sample_weight"), np.float64)

    def groups(self, groups: Any) -> Any:
        """Return the groups of these rows: what comes from one row belongs together."""
        if groups is not None:
            return self.of(np.asarray(groups), "groups")
        return self.rows if len(np.unique(self.rows)) < len(self.rows) else None


def class_codes(y: Any, declared: tuple[Label, ...] | None = None) -> tuple[npt.NDArray[Any], Rows, npt.NDArray[Any]]:
    """
    Return the labels as an array, their codes, and the classes in sorted order.

    Numbers that are not whole are labels only if they are `declared`.
    """
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
    if labels.dtype.kind == "f" and not (np.isfinite(labels).all() and _are_labels(labels, declared)):
        msg = (
            "Unknown label type: y holds continuous or missing numbers, and a classifier needs labels. If halves and "
            "the like are labels, declare them: labels=[1, 1.5, 2]."
        )
        raise LabelError(msg)
    classes, codes = np.unique(labels, return_inverse=True)
    return labels, codes.reshape(-1).astype(np.intp), classes


def _are_labels(numbers: npt.NDArray[Any], declared: tuple[Label, ...] | None) -> bool:
    return bool((numbers == np.round(numbers)).all()) or (
        declared is not None and set(numbers.tolist()) <= set(declared)
    )


def _warn_of_column() -> None:
    """Warn as estimators of scikit-learn do, in their own class where it is loaded."""
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
    estimator: Any,
    data: Any,
    y: npt.NDArray[Any],
    extra: Mapping[str, Any],
    rows: Rows | None = None,
    held: Mapping[str, Any] | None = None,
) -> Any:
    """
    Fit a clone, to some rows only if they are named.

    Further arguments in `extra` that have one value a row go along with the rows; those in `held` come as they are.
    """
    if rows is None:
        return clone(estimator).fit(data, y, **extra)
    some = {name: rows_of(part, rows) if _has_rows(part, len(y)) else part for name, part in extra.items()}
    return clone(estimator).fit(rows_of(data, rows), y[rows], **some, **(held or {}))


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
    cv: Any, data: Any, y: npt.NDArray[Any], codes: Rows, seed: int, groups: Any = None
) -> Iterator[tuple[Rows, Rows]]:
    """
    The rows to fit to and the rows to score, of each fold: of a number of folds, or as a splitter gives them.

    Groups stay whole in folds; a splitter gets them and does as it likes, but no model may score what it was fitted to.
    """
    if hasattr(cv, "split"):
        parts: Iterable[Any] = cv.split(data, y) if groups is None else cv.split(data, y, groups)
    elif isinstance(cv, Iterable) and not isinstance(cv, str):
        parts = cv
    else:
        parts = _dealt(check_folds(cv, seed), codes, seed, groups)
    for place, part in enumerate(parts):
        try:
            train, test = (_places(rows, len(y)) for rows in part)
        except (TypeError, ValueError, IndexError) as error:
            msg = (
                "cv must give pairs of rows to fit to and rows to score, each by number from 0 to "
                f"{len(y) - 1}: {error}."
            )
            raise OptionError(msg) from error
        both = np.intersect1d(train, test)
        if len(both):
            msg = (
                f"fold {place} of cv scores rows that it was fitted to, {len(both)} of them; the first is row "
                f"{both[0]}."
            )
            raise OptionError(msg)
        yield train, test


def _dealt(folds: int, codes: Rows, seed: int, groups: Any) -> Iterator[tuple[Rows, Rows]]:
    if not folds:
        msg = 'cv must be a number of folds, a splitter, or "prefit"; nothing is chosen on rows that were fitted to.'
        raise OptionError(msg)
    folds = min(folds, max(len(codes), 1))
    fold = stratified_folds(codes, folds, seed, check_groups(groups, len(codes), folds))
    if fold.max(initial=0) < 1:
        msg = f"out-of-fold predictions need at least two rows, not {len(codes)} (n_samples={len(codes)})."
        raise LengthError(msg)
    for one in np.unique(fold):
        yield np.flatnonzero(fold != one), np.flatnonzero(fold == one)


def _places(rows: Any, n: int) -> Rows:
    """Rows by number; a mask of all rows is turned into these."""
    found = np.asarray(rows)
    if found.dtype == np.bool_ and found.shape == (n,):
        return np.flatnonzero(found)
    if found.ndim != 1 or (found.size and found.dtype.kind not in "iu"):
        msg = f"{found.dtype} of shape {found.shape} is not a column of whole numbers"
        raise TypeError(msg)
    return np.arange(n)[found.astype(np.intp)]


def said_by_models(
    estimator: Any,
    cv: Any,
    data: Any,
    y: npt.NDArray[Any],
    codes: Rows,
    read: Read,
    *,
    seed: int,
    groups: Any,
    extra: Mapping[str, Any],
    n_jobs: int | None = None,
) -> Said:
    """
    Return the model of all rows, and what models that did not see a row say of it.

    With ``cv="prefit"`` the estimator is the model, and none of these rows is one that it has seen.
    """
    if isinstance(cv, str):
        if cv != "prefit":
            msg = f'cv must be a number of folds, a splitter or "prefit", not {cv!r}.'
            raise OptionError(msg)
        return Said(np.arange(len(y)), read(estimator, data), estimator, len(y))
    check_rows(data, y)
    model = fitted(estimator, data, y, extra)  # first: it says what is wrong with the data
    parts = [_of_two_classes(part, y, codes) for part in splits(cv, data, y, codes, seed, groups)]

    def scored(part: tuple[Rows, Rows]) -> npt.NDArray[Any]:
        return read(fitted(estimator, data, y, extra, part[0]), rows_of(data, part[1]))

    return gathered(each(scored, parts, n_jobs), parts, model, len(y))


def _of_two_classes(part: tuple[Rows, Rows], y: npt.NDArray[Any], codes: Rows) -> tuple[Rows, Rows]:
    """Refuse a fold that leaves one class to fit to."""
    seen = codes[part[0]]
    if not len(seen) or seen.min() == seen.max():
        only = f"only one class, {y[part[0][0]].item()!r}" if len(seen) else "no row"
        msg = (
            "out-of-fold scores need at least two rows of every class, or folds that leave two classes to fit to: one "
            f"fold leaves {only}; one class may have only 1 row (n_samples={len(y)})."
        )
        raise LabelError(msg)
    return part


def gathered(said: list[npt.NDArray[Any]], parts: list[tuple[Rows, Rows]], model: Any, n: int) -> Said:
    """Bring what each fold says of its rows into the order of the rows."""
    rows = np.concatenate([test for _, test in parts]) if parts else np.empty(0, np.intp)
    if not len(rows):
        msg = "cv must score some rows, and its folds hold none."
        raise OptionError(msg)
    order = np.argsort(rows, kind="stable")
    return Said(rows[order], np.concatenate(said)[order], model, n)


def each(work: Callable[[Any], Any], parts: list[Any], n_jobs: int | None) -> list[Any]:
    """Do the work for each part: one after the other, or in `n_jobs` processes (-1: as many as there are cores)."""
    if n_jobs is not None and (isinstance(n_jobs, bool) or not isinstance(n_jobs, (int, np.integer)) or n_jobs == 0):
        msg = f"n_jobs must be a whole number of processes, -1 for all cores, or None, not {n_jobs!r}."
        raise OptionError(msg)
    if n_jobs is None or n_jobs == 1:
        return [work(part) for part in parts]
    try:
        from sklearn.utils.parallel import Parallel, delayed  # hands on scikit-learn's settings, such as its routing
    except ImportError as error:
        msg = f'n_jobs={n_jobs} needs scikit-learn: pip install "scikit-learn". n_jobs=None does without.'
        raise MissingDependencyError(msg) from error
    found: list[Any] = Parallel(n_jobs=n_jobs)(delayed(work)(part) for part in parts)
    return found


def check_groups(groups: Any, rows: int, folds: int) -> Groups | None:
    """Return the group of each row, and how many there are; None if there are none. Each fold needs one."""
    if groups is None:
        return None
    found = check_clusters(groups, rows, None, "groups")
    if found[1] < folds:
        msg = f"cv={folds} folds need at least as many groups, not {found[1]}."
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
