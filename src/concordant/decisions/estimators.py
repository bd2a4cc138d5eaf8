"""What the estimators share: responses to rows that a model did not see, and the classifier around another one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from concordant.decisions.aim import DecisionAim, aim_of
from concordant.decisions.search import Groups, check_folds, stratified_folds
from concordant.errors import InputError, InputTypeError, LabelError, LengthError, MissingDependencyError, OptionError
from concordant.inputs.encoding import encode
from concordant.inputs.rows import check_clusters
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.options import warn_user
from concordant.names import require_choice
from concordant.states import Counts
from concordant.typing import Column, FloatArray, Label

try:
    from sklearn import exceptions, get_config
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, is_classifier
    from sklearn.base import clone as clone  # noqa: PLC0414  (others import it from here)
    from sklearn.utils import get_tags
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.parallel import Parallel, delayed  # hands on scikit-learn's settings, such as its routing
except ModuleNotFoundError as error:
    msg = 'estimators of concordant are those of scikit-learn: pip install "scikit-learn".'
    raise MissingDependencyError(msg) from error

Rows: TypeAlias = npt.NDArray[np.intp]
Read: TypeAlias = Callable[[Any, Any], npt.NDArray[Any]]  # the responses of a model to data


@dataclass(frozen=True, slots=True)
class Responses:
    """
    Responses of models to rows that they had not seen.

    Attributes
    ----------
    rows : ndarray of int, ascending
        Which rows: all of them once from most splitters; several times from those that repeat, some never from those
        that leave rows out.
    values : ndarray of the same length
        The response to each.
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
            raise LengthError(f"{what} must have one value a row: expected {self.n}, got {len(column)}.")
        return rows_of(column, self.rows)

    @property
    def copies(self) -> float:
        """How many times a row comes, on average over those that come."""
        return len(self.rows) / max(len(np.unique(self.rows)), 1)

    def weights(self, sample_weight: Any) -> Any:
        """Return the weights of these rows: one that comes k times weighs a k-th each time."""
        repeats = np.bincount(self.rows)[self.rows] if len(self.rows) else self.rows
        if (repeats <= 1).all():
            return self.of(sample_weight, "sample_weight")
        shares = 1.0 / repeats
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
        raise LabelError("a classifier requires y to be passed, but the target y is None.")
    labels = np.asarray(y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        msg = "A column-vector y was passed when a 1d array was expected; its one column is read: y[:, 0]."
        warn_user(msg, exceptions.DataConversionWarning)
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise LengthError(f"y must be one column of labels, not of shape {labels.shape}.")
    if labels.dtype.kind == "c":
        raise LabelError("y must hold labels, not complex numbers. Complex data not supported.")
    if labels.dtype.kind == "f":
        whole = (labels == np.round(labels)).all() or (declared is not None and set(labels.tolist()) <= set(declared))
        if not (whole and np.isfinite(labels).all()):
            raise LabelError(
                "Unknown label type: y holds continuous or missing numbers, and a classifier needs labels. If halves "
                "and the like are labels, declare them: labels=[1, 1.5, 2]."
            )
    classes, codes = np.unique(labels, return_inverse=True)
    return labels, codes.reshape(-1).astype(np.intp), classes


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
    require_choice("response", method, ("auto", "predict_proba", "decision_function"))
    methods = ("predict_proba", "decision_function") if method == "auto" else (method,)
    for name in methods:
        if hasattr(estimator, name):
            respond: Callable[[Any], Any] = getattr(estimator, name)
            return respond
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
    arguments = dict(extra)
    for name, part in extra.items():
        if not isinstance(part, (str, bytes)) and hasattr(part, "__len__") and len(part) == len(y):
            arguments[name] = rows_of(part, rows)
    return clone(estimator).fit(rows_of(data, rows), y[rows], **arguments, **(held or {}))


def fit_arguments(estimator: Any, sample_weight: Any, others: Mapping[str, Any]) -> dict[str, Any]:
    """What `fit` of the estimator gets; an error if it takes no weights and there are some."""
    if sample_weight is None:
        return dict(others)
    parameters = inspect.signature(estimator.fit).parameters
    hands_on = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in parameters.values())
    routed = hands_on and get_config()["enable_metadata_routing"]  # as a pipeline hands them on
    if "sample_weight" not in parameters and not routed:
        raise InputTypeError(f"{type(estimator).__name__}.fit takes no sample_weight.")
    return {**others, "sample_weight": np.asarray(sample_weight)}


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
    for index, part in enumerate(parts):
        try:
            train, test = (_row_numbers(rows, len(y)) for rows in part)
        except (TypeError, ValueError, IndexError) as error:
            raise OptionError(
                "cv must give pairs of rows to fit to and rows to score, each by number from 0 to "
                f"{len(y) - 1}: {error}."
            ) from error
        both = np.intersect1d(train, test)
        if len(both):
            raise OptionError(
                f"fold {index} of cv scores rows that it was fitted to, {len(both)} of them; the first is row "
                f"{both[0]}."
            )
        yield train, test


def _dealt(folds: int, codes: Rows, seed: int, groups: Any) -> Iterator[tuple[Rows, Rows]]:
    if not folds:
        msg = 'cv must be a number of folds, a splitter, or "prefit"; nothing is chosen on rows that were fitted to.'
        raise OptionError(msg)
    folds = min(folds, max(len(codes), 1))
    fold = stratified_folds(codes, folds, seed, check_groups(groups, len(codes), folds))
    if fold.max(initial=0) < 1:
        raise LengthError(f"out-of-fold predictions need at least two rows, not {len(codes)} (n_samples={len(codes)}).")
    for test in np.unique(fold):
        yield np.flatnonzero(fold != test), np.flatnonzero(fold == test)


def _row_numbers(rows: Any, n: int) -> Rows:
    """Rows by number; a mask of all rows is turned into these."""
    numbers = np.asarray(rows)
    if numbers.dtype == np.bool_ and numbers.shape == (n,):
        return np.flatnonzero(numbers)
    if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
        raise TypeError(f"{numbers.dtype} of shape {numbers.shape} is not a column of whole numbers")
    return np.arange(n)[numbers.astype(np.intp)]


def is_prefit(cv: Any) -> bool:
    """Whether the estimator is fitted already; raise for other words."""
    if isinstance(cv, str) and cv != "prefit":
        raise OptionError(f'cv must be a number of folds, a splitter or "prefit", not {cv!r}.')
    return isinstance(cv, str)


def _refuse_one_class(train: Rows, y: npt.NDArray[Any], codes: Rows) -> None:
    """Raise for a fold that leaves one class to fit to."""
    seen = codes[train]
    if not len(seen) or seen.min() == seen.max():
        only = f"only one class, {y[train[0]].item()!r}" if len(seen) else "no row"
        raise LabelError(
            "out-of-fold scores need at least two rows of every class, or folds that leave two classes to fit to: one "
            f"fold leaves {only}; one class may have only 1 row (n_samples={len(y)})."
        )


def responses_out_of_fold(
    estimator: Any,
    cv: Any,
    data: Any,
    labels: npt.NDArray[Any],
    codes: Rows,
    read: Read,
    *,
    seed: int,
    groups: Any,
    extra: Mapping[str, Any],
    n_jobs: int | None,
    values: FloatArray | None = None,
) -> Responses:
    """
    Return the model of all rows, and the responses to each row of models that did not see it.

    With ``cv="prefit"`` the estimator is the model, and none of these rows is one that it has seen. An estimator that
    can stop early (one with ``stops_early`` and ``for_rounds``, as `KappaRegressor` is) stops in each fold on the rows
    that the fold scores, and the one of all rows trains for the mean of their rounds.

    Parameters
    ----------
    estimator : estimator
    cv : int, splitter, iterable or "prefit"
        The folds.
    data : array-like of n rows
        Features.
    labels, codes : ndarray of shape (n,)
        The label of each row, which a splitter gets, and its code.
    read : callable
        From a model and rows to its responses.
    seed, groups, extra, n_jobs
        As of the estimators, and the arguments of `fit`.
    values : ndarray of shape (n,), optional
        What a regressor is fitted to. Default: a classifier is fitted to the labels.
    """
    prefit, targets = is_prefit(cv), labels if values is None else values
    check_rows(data, labels)
    if prefit:
        return Responses(np.arange(len(labels)), read(estimator, data), estimator, len(labels))
    stops = bool(getattr(estimator, "stops_early", False)) and "eval_set" not in extra
    model = None if stops else fitted(estimator, data, targets, extra)  # first: it says what is wrong with the data
    parts = []
    for train, test in splits(cv, data, labels, codes, seed, groups):
        if values is None:
            _refuse_one_class(train, labels, codes)
        parts.append((train, test))

    def respond(part: tuple[Rows, Rows]) -> tuple[npt.NDArray[Any], int]:
        train, test = part
        held: dict[str, Any] = {}
        if stops:
            held["eval_set"] = (rows_of(data, test), targets[test])
            if extra.get("sample_weight") is not None:
                held["eval_sample_weight"] = [np.asarray(extra["sample_weight"])[test]]
        of_fold = fitted(estimator, data, targets, extra, train, held)
        return read(of_fold, rows_of(data, test)), of_fold.rounds_ if stops else 0

    results = _run_parts(respond, parts, n_jobs)
    rows = np.concatenate([test for _, test in parts]) if parts else np.empty(0, np.intp)
    if not len(rows):
        raise OptionError("cv must score some rows, and its folds hold none.")
    if model is None:
        rounds = max(1, round(float(np.mean([rounds for _, rounds in results]))))
        model = fitted(estimator.for_rounds(rounds), data, targets, extra)
    order = np.argsort(rows, kind="stable")
    return Responses(rows[order], np.concatenate([values for values, _ in results])[order], model, len(labels))


def _run_parts(work: Callable[[Any], Any], parts: list[Any], n_jobs: int | None) -> list[Any]:
    """Do the work for each part: one after the other, or in `n_jobs` processes (-1: as many as there are cores)."""
    if n_jobs is not None and (isinstance(n_jobs, bool) or not isinstance(n_jobs, (int, np.integer)) or n_jobs == 0):
        raise OptionError(f"n_jobs must be a whole number of processes, -1 for all cores, or None, not {n_jobs!r}.")
    results: list[Any] = Parallel(n_jobs=n_jobs)(delayed(work)(part) for part in parts)
    return results


def check_groups(groups: Any, rows: int, folds: int) -> Groups | None:
    """Return the group of each row, and how many there are; None if there are none. Each fold needs one."""
    if groups is None:
        return None
    group_of_row, size = check_clusters(groups, rows, None, "groups")
    if size < folds:
        raise OptionError(f"cv={folds} folds need at least as many groups, not {size}.")
    return group_of_row, size


def check_rows(data: Any, y: npt.NDArray[Any]) -> None:
    """Refuse data whose rows are not as many as the labels."""
    shape = data.shape if hasattr(data, "shape") else np.asarray(data).shape
    rows = shape[0] if len(shape) else 1
    if rows != len(y):
        raise LengthError(
            "X and y must have as many rows. Found input variables with inconsistent numbers of samples: "
            f"{[rows, len(y)]}"
        )


def refuse_classifier(estimator: Any) -> None:
    """Raise for a classifier: its predictions are labels, and between labels there is nothing to cut."""
    tagged = hasattr(estimator, "__sklearn_tags__")
    if hasattr(estimator, "predict_proba") or (tagged and is_classifier(estimator)):
        raise InputTypeError(
            "estimator must be a regressor, whose predictions are a score, and "
            f"{type(estimator).__name__} is a classifier. For its probabilities see DecisionClassifier, for two "
            "classes ThresholdClassifier."
        )


# The estimators of scikit-learn.


class NotFittedError(InputError, exceptions.NotFittedError):  # type: ignore[misc]  # scikit-learn has no types
    """The estimator has not seen data yet."""


class Estimator(BaseEstimator):  # type: ignore[misc]
    """An estimator of scikit-learn: what `fit` learns has a name that ends in ``_``."""

    def _require_fit(self) -> None:
        if not any(name.endswith("_") for name in vars(self)):
            raise NotFittedError(f"this {type(self).__name__} is not fitted yet: call fit first.")


class Regressor(RegressorMixin, Estimator):  # type: ignore[misc]
    """A regressor around another one."""


class Classifier(ClassifierMixin, Estimator):  # type: ignore[misc]
    """A classifier around `estimator`, if there is one."""

    estimator: Any

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn asks: it takes what the estimator inside takes."""
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            tags.input_tags = get_tags(self.estimator).input_tags
        return tags


def _of_inside(method: Callable[..., Any]) -> Any:
    """A method that a classifier has only if the one inside has it."""

    def there(model: WrappedClassifier) -> bool:
        return hasattr(model.estimator, method.__name__)

    return available_if(there)(method)


class WrappedClassifier(Classifier):
    """A classifier around another one, which `fit` leaves fitted in `estimator_`."""

    estimator_: Any
    classes_: npt.NDArray[Any]
    metric: Metric | str | None
    cost: Any
    options: Mapping[str, Any] | None
    cv: Any
    seed: int
    n_jobs: int | None

    @property
    def _aim(self) -> DecisionAim:
        return aim_of(self.metric, self.cost, self.options or {})

    @property
    def _fitted_labels(self) -> tuple[Label, ...]:
        """The labels that `fit` judged by, in their order."""
        raise NotImplementedError

    def _responses(
        self, data: Any, y: npt.NDArray[Any], codes: Rows, read: Read, groups: Any, extra: Mapping[str, Any]
    ) -> Responses:
        """Return the model of all rows, and the responses to each row of models that did not see it."""
        how: Any = {"seed": self.seed, "groups": groups, "extra": extra, "n_jobs": self.n_jobs}
        return responses_out_of_fold(self.estimator, self.cv, data, y, codes, read, **how)

    def predict(self, X: Any) -> npt.NDArray[Any]:  # noqa: N803
        """Return the label of each row."""
        raise NotImplementedError

    def score(self, X: Any, y: Column, sample_weight: Column | None = None) -> float:  # noqa: N803
        """
        Return the metric of the predictions, negative if lower is better: greater is always better.

        A label that `fit` never saw, such as a rare one of a fold, counts as a label like others.
        """
        predicted, aim = self.predict(X), self._aim
        counts = counts_of_later(y, predicted, self._fitted_labels, getattr(self, "labels", None), sample_weight)
        return aim.sign * float(aim.metric.of(counts, **aim.options))

    @_of_inside
    def predict_proba(self, X: Any) -> Any:  # noqa: N803
        """Return the probabilities of the classifier inside, unchanged."""
        self._require_fit()
        return self.estimator_.predict_proba(X)

    @_of_inside
    def predict_log_proba(self, X: Any) -> Any:  # noqa: N803
        """Return the logarithms of the probabilities of the classifier inside, unchanged."""
        self._require_fit()
        return self.estimator_.predict_log_proba(X)

    @_of_inside
    def decision_function(self, X: Any) -> Any:  # noqa: N803
        """Return the decision values of the classifier inside, unchanged."""
        self._require_fit()
        return self.estimator_.decision_function(X)

    @property
    def n_features_in_(self) -> int:
        """How many features the classifier inside saw."""
        return int(self.estimator_.n_features_in_)

    @property
    def feature_names_in_(self) -> npt.NDArray[Any]:
        """The names of the features that the classifier inside saw."""
        names: npt.NDArray[Any] = self.estimator_.feature_names_in_
        return names


def counts_of_later(
    truth: Column,
    predicted: npt.NDArray[np.generic],
    known: tuple[Label, ...],
    declared: Sequence[Label] | None,
    sample_weight: Column | None,
) -> Counts:
    """
    Count truth and predictions of a model that may not know all labels of the truth.

    A number stands at its value, and a category of an ordered column at its rank. Other text has no rank among labels
    that it was not declared with, so the table has no order then, and a metric that needs one refuses it.

    Parameters
    ----------
    truth, predicted : array-like of shape (n,)
        Labels, and those that the model gave.
    known : tuple
        The labels that the model gives, in their order.
    declared : sequence or None
        All labels, where the user declared them: no others may come.
    sample_weight : array-like of shape (n,), optional
        Weights.
    """
    column = encode(truth, "y")
    occurring = np.unique(column.values if column.missing is None else column.values[~column.missing]).tolist()
    present = occurring if column.names is None else [column.names[code] for code in occurring]
    unknown = [label for label in present if label not in known]
    if not unknown:
        return Counts.from_labels(truth, predicted, labels=list(known), sample_weight=sample_weight)
    if declared is not None:
        raise LabelError(f"labels= does not name {', '.join(map(repr, unknown[:5]))}, which y holds.")
    every = [*known, *unknown]
    numbers = [label for label in every if isinstance(label, (bool, int, float))]
    if len(numbers) == len(every):
        return Counts.from_labels(truth, predicted, labels=sorted(numbers), sample_weight=sample_weight)
    if column.names is not None and column.ordered and set(known) <= set(column.names):
        return Counts.from_labels(truth, predicted, labels=list(column.names), sample_weight=sample_weight)
    counts = Counts.from_labels(truth, predicted, labels=every, sample_weight=sample_weight)
    return replace(counts, ordered=False)
