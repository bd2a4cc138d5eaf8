"""
Which way from features to ordered labels has the best quadratic kappa? A study on survey data of statsmodels.

    pip install "concordant[stats]" lightgbm scikit-learn statsmodels pandas
    python examples/ordinal_study.py                # three data sets, a few minutes
    python examples/ordinal_study.py --quick        # one data set, less than a minute

Ways: regression by squared error and rounding; the same with cut points by the Nelder-Mead recipe of competitions, the
exact optimum, and the smooth ones; the kappa as objective, rounded and with smooth cut points; a classifier with the
likeliest label and with labels decided for the kappa.

Nested cross-validation: every row is predicted once by models that never saw it. Inside each training part, five inner
folds give out-of-fold scores, on which number of rounds and cut points are chosen; then the model is fitted to the
whole training part. Intervals are those of `metric.interval`, differences and their p values those of `metric.compare`,
paired on the same rows, against rounding and against smooth cut points on squared error. They take the predictions as
given: they hold the luck of the rows, not that of training.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
from lightgbm import LGBMClassifier, LGBMRegressor
from scipy.optimize import minimize
from statsmodels.datasets import anes96, fair

from concordant import cohen_kappa, decide, ordinal_cut_points
from concordant.decisions.search import stratified_folds
from concordant.learning import KappaRegressor

Array = npt.NDArray[np.float64]
Fit = Callable[[int], object]
OUTER, INNER = 5, 5
ROUNDS = (20, 40, 80, 160)
SETTINGS = {"num_leaves": 8, "learning_rate": 0.05, "min_child_samples": 20, "n_jobs": 1, "verbose": -1}
qwk = partial(cohen_kappa, weights="quadratic")


@dataclass(frozen=True)
class Data:
    """Features and ordered labels, coded from 0 without gaps."""

    name: str
    features: Array
    labels: npt.NDArray[np.int64]

    @property
    def size(self) -> int:
        """How many labels there are."""
        return int(self.labels.max()) + 1


def datasets() -> list[Data]:
    """Survey answers with five and seven ordered labels."""
    marriages, election = fair.load_pandas().data, anes96.load_pandas().data
    found = []
    for name, frame, target, left_out in (
        ("fair: how happy the marriage, 1-5", marriages, "rate_marriage", ["affairs"]),
        ("anes96: party, 0-6", election, "PID", ["vote"]),
        ("anes96: left to right, 1-7", election, "selfLR", ["vote"]),
    ):
        labels = frame[target].to_numpy().astype(np.int64)
        features = frame.drop(columns=[target, *left_out]).to_numpy(dtype=np.float64)
        found.append(Data(name, features, labels - labels.min()))
    return found


def squared_error(rounds: int) -> LGBMRegressor:
    """Plain regression."""
    return LGBMRegressor(n_estimators=rounds, **SETTINGS)


def kappa_objective(rounds: int) -> KappaRegressor:
    """The same trees, grown for the kappa of the score."""
    return KappaRegressor(LGBMRegressor(n_estimators=rounds, **SETTINGS))


def classifier(rounds: int) -> LGBMClassifier:
    """Probabilities of all labels."""
    return LGBMClassifier(n_estimators=rounds, **SETTINGS)


def response(model: object, features: Array) -> Array:
    """Probabilities where there are some, else scores."""
    ask = getattr(model, "predict_proba", None) or model.predict  # type: ignore[attr-defined]
    return np.asarray(ask(features), dtype=np.float64)


def out_of_fold(make: Fit, data: Data, rows: npt.NDArray[np.intp], rounds: int) -> Array:
    """Responses of training rows by models that did not see them."""
    fold = stratified_folds(data.labels[rows], INNER, 1)
    shape = (len(rows), data.size) if make is classifier else (len(rows),)
    found = np.zeros(shape)
    for one in range(INNER):
        train = rows[fold != one]
        model = make(rounds).fit(data.features[train], data.labels[train])  # type: ignore[attr-defined]
        here = response(model, data.features[rows[fold == one]])
        if make is classifier:  # a rare label can be absent from a fold
            found[np.ix_(fold == one, model.classes_)] = here
        else:
            found[fold == one] = here
    return found


def fit_all(make: Fit, data: Data, train: npt.NDArray[np.intp], test: npt.NDArray[np.intp]) -> tuple[Array, Array]:
    """Choose the number of rounds on inner folds; return inner responses of `train` and responses of `test`."""
    truth = data.labels[train]
    tried = {rounds: out_of_fold(make, data, train, rounds) for rounds in ROUNDS}

    def promise(inner: Array) -> float:
        if inner.ndim == 2:  # probabilities: their likelihood
            return float(np.log(np.maximum(inner[np.arange(len(truth)), truth], 1e-12)).mean())
        return float(np.corrcoef(truth, inner)[0, 1])  # blind to stretch and shift, which cut points see to

    rounds = max(ROUNDS, key=lambda some: promise(tried[some]))
    model = make(rounds).fit(data.features[train], truth)  # type: ignore[attr-defined]
    found = response(model, data.features[test])
    if make is classifier:
        whole = np.zeros((len(test), data.size))
        whole[:, model.classes_] = found
        found = whole
    return tried[rounds], found


def rounded(score: Array, size: int) -> npt.NDArray[np.int64]:
    """The nearest label."""
    return np.clip(np.round(score), 0, size - 1).astype(np.int64)


def nelder_mead(truth: npt.NDArray[np.int64], score: Array, size: int) -> Array:
    """The recipe: start half way between the labels, search by Nelder-Mead on the kappa."""
    labels = list(range(size))

    def loss(cuts: Array) -> float:
        return -qwk(truth, np.searchsorted(np.sort(cuts), score, side="right"), labels=labels)

    return np.sort(minimize(loss, np.arange(size - 1) + 0.5, method="Nelder-Mead").x)


def ways(data: Data, train: npt.NDArray[np.intp], test: npt.NDArray[np.intp]) -> dict[str, npt.NDArray[np.int64]]:
    """The labels of the test rows by every way."""
    truth, size = data.labels[train], data.size
    labels = list(range(size))
    cut = partial(ordinal_cut_points, truth, labels=labels, cv=None)
    inner, score = fit_all(squared_error, data, train, test)
    kappa_inner, kappa_score = fit_all(kappa_objective, data, train, test)
    chances_inner, chances = fit_all(classifier, data, train, test)
    rule = decide(chances_inner, "cohen_kappa", weights="quadratic").rule
    mean = chances @ np.arange(size)
    return {
        "squared error, rounded": rounded(score, size),
        "squared error, Nelder-Mead": np.searchsorted(nelder_mead(truth, inner, size), score, side="right"),
        "squared error, exact cut points": cut(inner, method="exact").predict(score),
        "squared error, smooth cut points": cut(inner).predict(score),
        "kappa objective, rounded": rounded(kappa_score, size),
        "kappa objective, exact cut points": cut(kappa_inner, method="exact").predict(kappa_score),
        "kappa objective, smooth cut points": cut(kappa_inner).predict(kappa_score),
        "probabilities, likeliest label": chances.argmax(axis=1),
        "probabilities, mean rounded": rounded(mean, size),
        "probabilities, decided": rule.apply(chances),
        "probabilities, mean, smooth cut points": cut(chances_inner @ np.arange(size)).predict(mean),
    }


def study(data: Data) -> None:
    """Predict every row once by every way, and print the table."""
    fold = stratified_folds(data.labels, OUTER, 0)
    found: dict[str, npt.NDArray[np.int64]] = {}
    for one in range(OUTER):
        train, test = np.flatnonzero(fold != one), np.flatnonzero(fold == one)
        for name, labels in ways(data, train, test).items():
            found.setdefault(name, np.zeros(len(fold), dtype=np.int64))[test] = labels
    base, best = found["squared error, rounded"], found["squared error, smooth cut points"]
    shares = np.bincount(data.labels) / len(data.labels)
    print(f"\n{data.name}: {len(fold):,} rows, shares {' '.join(f'{share:.2f}' for share in shares)}\n")
    print(f"{'':40s}{'kappa':>6s}   {'95 % interval':14s}{'- rounded (95 %)':>26s}{'- smooth (p)':>20s}")
    options = {"weights": "quadratic", "labels": list(range(data.size))}
    for name, labels in found.items():
        interval = cohen_kappa.interval(data.labels, labels, **options)
        line = f"{name:40s}{interval.value:6.3f}   {interval.low:.3f} to {interval.high:.3f}"
        if labels is not base:
            gain = cohen_kappa.compare(data.labels, labels, base, **options)
            line += f"   {gain.difference:+.3f} ({gain.low:+.3f} to {gain.high:+.3f})"
            if labels is not best:
                gain = cohen_kappa.compare(data.labels, labels, best, **options)
                line += f"     {gain.difference:+.3f} ({gain.p_value:.3f})"
        print(line, flush=True)


if __name__ == "__main__":
    warnings.filterwarnings("ignore", message="X does not have valid feature names")
    everything = datasets()
    for some in everything[1:2] if "--quick" in sys.argv else everything:
        study(some)
