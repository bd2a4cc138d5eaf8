"""`OrdinalCutPoints`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from concordant.decisions.cut_points import checked_cut_aim, cut_points_of_rows, margins_of
from concordant.decisions.cut_search import Method, cut_aim
from concordant.decisions.estimators import (
    Classifier,
    Responses,
    class_codes,
    counts_of_later,
    fit_arguments,
    refuse_classifier,
    responses_out_of_fold,
)
from concordant.decisions.search import Deal, check_folds
from concordant.errors import ColumnError, InputTypeError, LabelError, LengthError, OptionError, ScoreError
from concordant.inputs.labels import check_declared
from concordant.inputs.rows import nan_rows
from concordant.inputs.scores import check_ordinal_scores, one_column
from concordant.metrics.agreement.weights import label_values
from concordant.metrics.definition.metric import Metric
from concordant.typing import Column, FloatArray, KappaWeights, Label


@dataclass(eq=False, repr=False)
class OrdinalCutPoints(Classifier):
    """
    Turn a score into ordered labels at the cut points with the best value of a metric.

    Without `estimator`, X is the score: one column. With a regressor as `estimator`, it is fitted to the values of the
    labels, the cut points are chosen on its out-of-fold predictions, and `predict` cuts the predictions of the
    regressor that was fitted to all rows.

    Parameters
    ----------
    metric : Metric or str, optional
        The metric to optimise, see `ordinal_cut_points`. Default: `cohen_kappa`.
    weights : {"quadratic", "linear", ...}, array-like of shape (K, K), or None
        Weights of the kappa.
    method : {"smooth", "exact"}
        Cut points on a smooth estimate of the truth, which hold better on new rows, or those of the optimum.
    cost : mapping or array-like of shape (K, K), optional
        Prices of the expected cost, which is then minimised.
    labels : sequence, optional
        All labels in their order; text needs it.
    options : mapping, optional
        Options of the metric.
    estimator : estimator, optional
        A regressor with `fit` and `predict`. It is cloned. A `KappaRegressor` with `early_stopping_rounds` stops in
        each fold on the rows that the fold scores, and trains on all rows for the mean of their rounds.
    cv : int, splitter, iterable, "prefit" or None
        Folds of the cross-validated value, and of the out-of-fold predictions of the regressor, which need them; for
        these also an object with ``split(X, y)``, or pairs of train and test rows. A row that k test folds hold weighs
        a k-th in each; one that none holds is left out. "prefit": the regressor is fitted already, and `fit` chooses
        the cut points on rows that it has not seen.
    seed : int
        Fixes which row is in which fold.
    n_jobs : int, optional
        How many folds are fitted at once, in processes; -1: one for each core. It needs scikit-learn.

    Attributes
    ----------
    cut_points_ : ndarray of shape (K - 1,)
        The cut points.
    value_, cross_validated_value_, standard_error_, optimism_ : float
        The metric on the rows of `fit`, on rows that did not choose their cut points, the standard error of that, and
        how much better the first looks.
    optimum_, upper_bound_ : float
        The best value of any cut points on these rows, and what no rule that rises with the score exceeds.
    certificate_ : str
        How these are known.
    result_ : CutPoints
        The whole result of `ordinal_cut_points`.
    classes_ : ndarray
        The labels in their order.
    n_features_in_, feature_names_in_ : int, ndarray
        How many columns X had, and their names, if it was a frame; those that the regressor saw, if there is one.
    estimator_ : estimator
        The fitted regressor, if there is one.

    Examples
    --------
    >>> import numpy as np
    >>> from concordant.decisions import OrdinalCutPoints
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.choice([1, 2, 3], 300, p=[0.6, 0.3, 0.1])
    >>> score = truth + rng.normal(size=300)
    >>> cuts = OrdinalCutPoints().fit(score, truth)
    >>> cuts.cut_points_.round(2).tolist(), cuts.predict([0.5, 2.0, 5.0]).tolist()
    ([1.71, 2.98], [1, 2, 3])
    """

    metric: Metric | str | None = None
    _: KW_ONLY
    weights: KappaWeights = "quadratic"
    method: Method = "smooth"
    cost: Any = None
    labels: Sequence[Label] | None = None
    options: Mapping[str, Any] | None = None
    estimator: Any = None
    cv: Any = 5
    seed: int = 0
    n_jobs: int | None = None

    def fit(
        self,
        X: Any,  # noqa: N803
        y: Column,
        sample_weight: Column | None = None,
        *,
        groups: Column | None = None,
        **fit_params: Any,
    ) -> Self:
        """
        Find the cut points; with a regressor, on its out-of-fold predictions.

        Parameters
        ----------
        X : array-like of shape (n,) or (n, 1), or what the regressor takes
            The score, or features.
        y : array-like of shape (n,)
            Labels with an order.
        sample_weight : array-like of shape (n,), optional
            Weights of the rows, for the regressor and for the metric.
        groups : array-like of shape (n,), optional
            Which rows belong together (of one patient, say): they stay in one fold, a splitter gets them, and the
            standard error allows for them.
        **fit_params
            Further arguments of the regressor's `fit`; those with one value a row are split with the rows.
        """
        if self.estimator is None:
            if fit_params:
                raise InputTypeError(f"without an estimator fit takes no {', '.join(fit_params)}.")
            if y is None:
                raise LabelError("OrdinalCutPoints requires y to be passed, but the target y is None.")
            scores, truth, weights, cluster, copies = _score_of(X), y, sample_weight, groups, 1.0
            self.n_features_in_ = 1
            self._keep_names(_names_of(X))
        else:
            extra = fit_arguments(self.estimator, sample_weight, fit_params)
            responses, truth = self._predictions(X, y, extra, groups)
            scores, weights, cluster = responses.values, responses.weights(sample_weight), responses.groups(groups)
            copies = responses.copies
        if not len(scores):
            raise LengthError(f"Found array with 0 sample(s) (shape={np.shape(X)}) while a minimum of 1 is required.")
        aim = checked_cut_aim(self.metric, self.weights, self.cost, self.options or {}, self.method)
        splitter = hasattr(self.cv, "split") or isinstance(self.cv, Iterable)
        folds = check_folds(5 if splitter else self.cv, self.seed)
        rows = check_ordinal_scores(truth, scores, labels=self.labels, sample_weight=weights)
        deal = Deal(folds, self.seed)
        result = cut_points_of_rows(rows, aim, self.method, deal=deal, cluster=cluster, copies=copies)
        self.result_ = result
        self.cut_points_ = np.array(result.cut_points, dtype=np.float64)
        self.value_, self.cross_validated_value_ = result.value, result.cross_validated_value
        self.standard_error_, self.optimism_ = result.standard_error, result.optimism
        self.optimum_, self.upper_bound_ = result.optimum, result.upper_bound
        self.certificate_ = result.certificate
        self.classes_ = result.named_labels()
        return self

    def predict(self, X: Any) -> npt.NDArray[Any]:  # noqa: N803
        """Return the label of each row."""
        self._require_fit()
        return self.result_.predict(self._scores(X))

    def _scores(self, X: Any) -> npt.NDArray[Any]:  # noqa: N803
        """The score of each row: X itself, or what the regressor predicts."""
        if self.estimator is not None:
            return predicted(self.estimator_, X)
        seen, names = getattr(self, "feature_names_in_", None), _names_of(X)
        if seen is not None and names is not None and seen[0] != names[0]:
            raise ColumnError(
                f"The feature names should match those of fit: X has the column {names[0]!r}, and fit saw {seen[0]!r}."
            )
        return _score_of(X)

    def decision_function(self, X: Any) -> FloatArray:  # noqa: N803
        """
        Return how far the score of each row lies inside the interval of each label, negative outside.

        Parameters
        ----------
        X : array-like
            As of `predict`.

        Returns
        -------
        ndarray of shape (n, K), or (n,)
            The label with the greatest value is that of `predict`. Of two labels one column, the score less the cut
            point: positive for the upper one.
        """
        self._require_fit()
        return margins_of(self.cut_points_, self._scores(X))

    def score(self, X: Any, y: Column, sample_weight: Column | None = None) -> float:  # noqa: N803
        """
        Return the metric of the predictions, negative if lower is better: greater is always better.

        A number that `fit` never saw as a label, such as a rare one of a fold, counts as a label at its value.
        """
        counts = counts_of_later(y, self.predict(X), self.result_.labels, self.labels, sample_weight)
        aim = cut_aim(self.metric, self.weights, self.cost, self.options or {}).aim
        return aim.sign * float(aim.metric.of(counts, **aim.options))

    def _keep_names(self, names: npt.NDArray[Any] | None) -> None:
        """Keep the names of columns; none from an earlier fit stay."""
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _predictions(self, X: Any, y: Column, extra: Mapping[str, Any], groups: Any) -> tuple[Responses, Column]:  # noqa: N803
        """Fit the regressor to all rows, and score rows by regressors that did not see them; with their labels."""
        refuse_classifier(self.estimator)
        named = None if self.labels is None else check_declared(self.labels)
        labels, codes, classes = class_codes(y, named)
        truth: Any = labels
        declared = tuple(classes.tolist()) if named is None else named
        if self.cv is None:
            msg = "cut points around an estimator need folds (cv=5): they are not chosen on rows that it was fitted to."
            raise OptionError(msg)
        unknown = [label for label in classes.tolist() if label not in declared]
        if unknown:
            raise LabelError(f"labels= does not name {unknown[0]!r}, which occurs in y.")
        if self.labels is None and classes.dtype.kind not in "biuf":  # an ordered categorical, or there is no order
            truth, declared = y, check_ordinal_scores(y, np.zeros(len(labels))).classes
        values = label_values(declared)[[declared.index(label) for label in classes.tolist()]][codes]
        how: Any = {"seed": self.seed, "groups": groups, "extra": extra, "n_jobs": self.n_jobs}
        responses = responses_out_of_fold(self.estimator, self.cv, X, labels, codes, predicted, **how, values=values)
        self.estimator_ = responses.model
        if hasattr(self.estimator_, "n_features_in_"):
            self.n_features_in_ = int(self.estimator_.n_features_in_)
        self._keep_names(getattr(self.estimator_, "feature_names_in_", None))
        return responses, responses.of(truth)

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn asks: a classifier of one column, or of what the regressor takes."""
        tags = super().__sklearn_tags__()
        if self.estimator is None:
            tags.input_tags.one_d_array = True
            tags.input_tags.two_d_array = False
        return tags


def _names_of(X: Any) -> npt.NDArray[Any] | None:  # noqa: N803
    """The names of the columns of a frame, if they are text."""
    names = list(X.columns) if hasattr(X, "columns") else []
    return np.array(names, dtype=object) if names and all(isinstance(name, str) for name in names) else None


def _score_of(X: Any) -> npt.NDArray[Any]:  # noqa: N803
    """One column of scores without NaN, of an array or of a frame with one column."""
    column = X.iloc[:, 0] if hasattr(X, "iloc") and np.ndim(X) == 2 and X.shape[1] == 1 else X
    if np.ndim(column) == 2 and np.shape(column)[1] != 1:
        raise LengthError(
            f"X must be the score, one column, not {np.shape(column)[1]}; to make a score of features give a "
            "regressor: OrdinalCutPoints(estimator=...)."
        )
    scores: npt.NDArray[Any] = one_column(column, "X")
    absent = nan_rows(scores)
    if absent is not None:
        raise ScoreError(f"X must not hold NaN; {int(absent.sum())} rows do, the first is row {int(absent.argmax())}.")
    return scores


def predicted(model: Any, data: Any) -> FloatArray:
    """Return one score a row."""
    scores = np.asarray(model.predict(data), dtype=np.float64)
    if scores.ndim == 2 and scores.shape[1] == 1:
        scores = scores[:, 0]
    if scores.ndim != 1:
        raise LengthError(f"the estimator must predict one number a row, not {scores.shape[1:]} of them.")
    return scores
