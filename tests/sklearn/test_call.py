"""What every function shares: parameters, weights, types of results, warnings, names, signatures and imports."""

from __future__ import annotations

import doctest
import inspect
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from beside_sklearn import assert_same, theirs
from sklearn.exceptions import UndefinedMetricWarning as Theirs

import concordant.sklearn as ours
from concordant import errors
from concordant.errors import ConcordantError
from concordant.sklearn import accuracy_score, precision_score
from concordant.sklearn._call import InvalidParameterError, undefined_metric_warning

TRUE, PRED = [0, 1, 1, 0], [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("accuracy_score", {"normalize": 0}),
        ("accuracy_score", {"sample_weight": "abc"}),
        ("balanced_accuracy_score", {"adjusted": None}),
        ("multilabel_confusion_matrix", {"samplewise": 1}),
        ("confusion_matrix", {"labels": 3}),
        ("f1_score", {"zero_division": 0.5}),
        ("f1_score", {"zero_division": "x"}),
        ("f1_score", {"pos_label": [1]}),
        ("fbeta_score", {"beta": -1}),
        ("precision_recall_fscore_support", {"warn_for": "x"}),
        ("classification_report", {"digits": 2.0}),
        ("cohen_kappa_score", {"replace_undefined_by": 5}),
        ("class_likelihood_ratios", {"replace_undefined_by": {"LR+": 0.5, "LR-": 0.5}}),
        ("f1_score", {"average": "x"}),
        ("class_likelihood_ratios", {"replace_undefined_by": 0.5}),
    ],
    ids=str,
)
def test_refused_with_scikit_learns_class_of_error(name: str, options: dict[str, Any]) -> None:
    assert_same(name, TRUE, PRED, **options)


def test_error_is_of_all_the_kinds_that_users_catch_and_says_what_came() -> None:
    with pytest.raises(
        InvalidParameterError, match=r"^weights must be one of 'linear', 'quadratic', None, not 'x'\.$"
    ) as raised:
        ours.cohen_kappa_score(TRUE, PRED, weights="x")
    for kind in (ValueError, TypeError, ConcordantError):
        assert isinstance(raised.value, kind)


LABELS = np.array(TRUE), np.array(PRED)
SCORED = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
P2 = [[0.9, 0.1], [0.2, 0.8], [0.3, 0.7], [0.6, 0.4]]
P3 = [[0.2, 0.7, 0.1], [0.6, 0.2, 0.2], [0.6, 0.1, 0.3], [0.1, 0.1, 0.8]]
PROBABLE = (TRUE, [0.1, 0.8, 0.7, 0.4]), (TRUE, P2), ([1, 0, 2, 2], P3)
RANKED = [[0, 1, 1], [1, 0, 0], [1, 1, 0], [0, 0, 1]], P3
OF_LABELS = ("accuracy_score", "f1_score", "matthews_corrcoef", "balanced_accuracy_score")
OF_RANKS = ("coverage_error", "label_ranking_average_precision_score", "label_ranking_loss", "dcg_score", "ndcg_score")
CURVES = ("roc_curve", "precision_recall_curve", "det_curve", "confusion_matrix_at_thresholds")
CALLS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(OF_LABELS, (LABELS,)),
    **dict.fromkeys(OF_RANKS, (RANKED,)),
    **dict.fromkeys((*CURVES, "roc_auc_score", "average_precision_score"), (SCORED,)),
    **dict.fromkeys(("log_loss", "brier_score_loss", "d2_log_loss_score", "d2_brier_score"), PROBABLE),
    "hinge_loss": (([0, 1, 1, 0], [-8.5, 0.5, 1.5, -0.3]),),
    "top_k_accuracy_score": (([0, 1, 2, 2], P3),),
}
WEIGHTS: dict[str, Any] = {
    "whole": [1, 2, 3, 4],
    "some zero": [1, 2, 0, 0],
    "all zero": [0.0, 0.0, 0.0, 0.0],
    "too few": [1.0],
    "too many": [1, 2, 3, 4, 5],
    "one column": [[1.0], [2.0], [3.0], [2.0]],
    "two columns": [[1, 1], [2, 1], [3, 1], [2, 1]],
    "negative": [1.0, 2.0, -0.5, 1.0],
    "cancel out": [1.0, -1.0, 1.0, -1.0],
    "NaN": [1.0, 2.0, 3.0, np.nan],
    "infinite": [1.0, 2.0, 3.0, np.inf],
    "a number": 2.0,
    "bools": [True, False, True, True],
    "float16": np.array([1, 2, 3, 4], dtype=np.float16),
    "strided": np.arange(1.0, 9.0)[::2],
    "big-endian": np.arange(1.0, 5.0).astype(">f8"),
}


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.filterwarnings("ignore:(invalid value|divide by zero) encountered:RuntimeWarning")
def test_weights(name: str, weights: str) -> None:
    if weights == "cancel out" and name in ("balanced_accuracy_score", "roc_auc_score", "average_precision_score"):
        return  # both divide by the rounding of zero
    for call in CALLS[name]:
        if weights in ("NaN", "infinite") and name in ("hinge_loss", "top_k_accuracy_score"):
            with pytest.raises(ValueError, match=r"^sample_weight must hold finite"):  # scikit-learn lets them through
                getattr(ours, name)(*call, sample_weight=WEIGHTS[weights])
        else:
            assert_same(name, *call, sample_weight=WEIGHTS[weights])


SCORES: dict[str, Any] = {
    "NaN": [0.1, np.nan, 0.7, 0.4],
    "infinite": [0.1, np.inf, 0.7, 0.4],
    "above 1": [0.1, 0.8, 0.7, 1.4],
    "below 0": [-0.1, 0.8, 0.7, 0.4],
    "too few": [0.1, 0.2],
    "none": [],
    "one column": [[0.1], [0.8], [0.7], [0.4]],
    "two columns": P2,
    "two columns of another sum": [[0.9, 0.2]] * 4,
    "two columns beyond 0 and 1": [[1.2, -0.2]] * 4,
    "huge": [1e308, 1e308, 1e307, 0.0],
    "minus zero": [0.0, -0.0, 1.0, 0.0],
    "all alike": [0.5] * 4,
    "text": ["a", "b", "a", "b"],
}
OF_SCORES = [name for name in CALLS if name not in (*OF_LABELS, *OF_RANKS)]


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("name", [*OF_SCORES, "calibration_curve"])
def test_scores_at_the_edges(name: str, scores: str) -> None:
    if (name, scores) == ("calibration_curve", "NaN"):  # which scikit-learn lets through
        return
    given = np.abs(SCORES[scores]) / 1e9 if (name, scores) == ("hinge_loss", "huge") else SCORES[scores]
    assert_same(name, TRUE, given)
    assert_same(name, np.array(TRUE), np.array(given))


def test_weights_that_are_objects_are_numbers() -> None:
    weights = np.array([1, 2, 3, 4], dtype=object)
    assert ours.f1_score(TRUE, PRED, sample_weight=weights) == ours.f1_score(TRUE, PRED, sample_weight=[1, 2, 3, 4])


# -- seeded rows ---------------------------------------------------------------------------------------------------

AVERAGES = ("macro", "micro", "weighted", "samples", None)
BINS = [{"n_bins": n, "strategy": strategy} for n in (1, 2, 10, 33) for strategy in ("uniform", "quantile")]
OF_SEVERAL = [{"average": average} for average in AVERAGES]
OF_GAINS = OF_RANKS[3:]
GRADED: list[tuple[str, dict[str, Any]]] = [("graded labels", {}), ("untied graded labels", {"ignore_ties": True})]
SEEDED: dict[str, list[tuple[str, dict[str, Any]]]] = {
    **{name: [("two", {}), ("two", {"pos_label": 0}), ("far apart", {})] for name in CURVES},
    **{name: [("two", {}), ("two in columns", {}), ("classes", {})] for name in ("log_loss", "d2_log_loss_score")},
    **{name: [("two", {}), ("two in columns", {}), ("classes", {})] for name in ("brier_score_loss", "d2_brier_score")},
    **{name: [(f"{labels} labels", {}) for labels in (2, 3, 17, 60)] for name in OF_RANKS[:3]},
    **{
        name: [
            *((f"{labels} labels", {}) for labels in (2, 3, 17, 60)),
            *((f"6 {rows}", {"k": k, **more}) for rows, more in GRADED for k in (None, 1, 3, 6, 100, np.int64(2))),
        ]
        for name in OF_GAINS
    },
    "average_precision_score": [("two", {}), *(("classes", options) for options in OF_SEVERAL)],
    "calibration_curve": [("two", options) for options in BINS],
    "hinge_loss": [("two", {}), ("classes", {})],
    "roc_auc_score": [
        ("two", {}),
        *(("classes", {"multi_class": way, **options}) for way in ("ovr", "ovo", "raise") for options in OF_SEVERAL),
    ],
    "top_k_accuracy_score": [
        *(("classes", {"k": k}) for k in (1, 2, 3, 4, 5, np.int64(2), True, 0, -1, 1.5, "a")),
        ("classes", {"normalize": False}),
    ],
}


def seeded(kind: str, seed: int) -> tuple[Any, Any, Any]:
    """Truth, what stands beside it with ties, and weights of which some are 0."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 4, 50) / 2
    if kind.endswith("labels"):
        labels = int(kind.split(maxsplit=1)[0])
        relevant = rng.random((50, labels)) < rng.choice([0, 0.3, 0.7, 1], (50, 1))
        gains = relevant * rng.integers(1, 5, relevant.shape) if "graded" in kind else relevant.astype(int)
        return gains, rng.integers(0, 5, gains.shape) / 4 + ("untied" in kind) * rng.random(gains.shape) / 9, weights
    classes = 4 if kind == "classes" else 2
    truth = rng.permutation(np.arange(50) % classes)
    chances = rng.integers(1, 6, (50, classes)) * 1.0
    chances /= chances.sum(1, keepdims=True)
    if kind == "far apart":
        return truth, rng.normal(size=50) * 1e6, weights
    return truth, chances[:, 1] if kind == "two" else chances, weights


SEEDED["dcg_score"] += [("6 graded labels", {"log_base": base}) for base in (2, 10, np.e, 0.5, True + 1)]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SEEDED)
def test_seeded_rows(name: str, seed: int) -> None:
    for kind, options in SEEDED[name]:
        truth, beside, weights = seeded(kind, seed)
        names = [truth, truth.tolist(), truth * 3 - 2, truth * 1.0]
        for y_true in names if truth.ndim == 1 else [truth, truth * 3]:
            assert_same(name, y_true, beside, **options)
            if name != "calibration_curve":
                assert_same(name, y_true, beside, sample_weight=weights, **options)
        if truth.ndim == 1:
            assert_same(name, np.array(list("dbca"))[truth], beside, **options)


# -- names, signatures and imports ---------------------------------------------------------------------------------

NAMES = ours.__all__


def printed(code: str) -> str:
    """What a Python of its own prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.skipif(not sklearn.__version__.startswith("1.9."), reason="the signatures are those of scikit-learn 1.9")
@pytest.mark.parametrize("name", NAMES)
def test_signature_is_that_of_scikit_learn(name: str) -> None:
    mine = inspect.signature(getattr(ours, name)).parameters.values()
    other = inspect.signature(theirs(name)).parameters.values()
    assert [(p.name, p.kind, repr(p.default)) for p in mine] == [(p.name, p.kind, repr(p.default)) for p in other]


@pytest.mark.parametrize("name", NAMES)
def test_function_stands_where_users_import_it_from(name: str) -> None:
    function = getattr(ours, name)
    assert function.__module__ == "concordant.sklearn"
    assert function.__name__ == function.__qualname__ == name
    assert pickle.loads(pickle.dumps(function)) is function
    assert "Examples\n" in (function.__doc__ or "")


@pytest.mark.parametrize("name", NAMES)
def test_example_in_the_docstring_runs(name: str) -> None:
    function = getattr(ours, name)
    finder = doctest.DocTestFinder(recurse=False)
    tests = finder.find(function, name, module=False, globs={})
    assert sum(len(test.examples) for test in tests) >= 2
    for test in tests:
        assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_help_describes_every_parameter_in_the_order_of_the_call(name: str) -> None:
    function = getattr(ours, name)
    parameters = (inspect.getdoc(function) or "").partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    lines = [line.partition(" : ")[0] for line in parameters.split("\n") if not line.startswith(" ")]
    assert [one for line in lines for one in line.split(", ")] == list(inspect.signature(function).parameters)


def test_every_classification_function_of_scikit_learn_is_there() -> None:
    functions = {name for name in sklearn.metrics.__all__ if callable(getattr(sklearn.metrics, name))}
    classification = {
        name
        for name in functions
        if theirs(name).__module__ in ("sklearn.metrics._classification", "sklearn.metrics._ranking")
    }
    displays = {name for name in classification if name.endswith("Display")}
    assert classification - displays <= set(NAMES)
    assert set(NAMES) - classification == {"calibration_curve"}


def test_names_are_listed_and_an_unknown_one_says_so() -> None:
    assert sorted({*NAMES, *ours._BESIDE}) == dir(ours)
    with pytest.raises(AttributeError, match=r"^module 'concordant.sklearn' has no attribute 'f2_score'$"):
        ours.f2_score  # noqa: B018


def test_neither_scikit_learn_nor_scipy_nor_pandas_is_imported() -> None:
    code = (
        "import sys, concordant.sklearn as c; [getattr(c, name) for name in c.__all__]; "
        "c.f1_score([0, 1], [0, 1]); c.classification_report(['a', 'b'], ['a', 'b']); "
        "c.roc_auc_score([0, 1], [0.0, 1.0]); "
        "print([name for name in ('sklearn', 'scipy', 'pandas', 'polars', 'matplotlib') if name in sys.modules])"
    )
    assert printed(code) == "[]"


# -- weights of every type -----------------------------------------------------------------------------------------

RANDOM = np.random.default_rng(0)
TRUTH = np.repeat([0, 1, 2], [300, 300, 10])
CHANCES = RANDOM.dirichlet([1, 1, 1], 610)
SOME, OTHERS = CHANCES > 0.4, RANDOM.random((610, 3))
TYPES = [np.bool_, np.uint8, np.int64, np.uint64, np.float32, np.dtype(">i4")]


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize(
    "score",
    [
        lambda w: ours.average_precision_score(TRUTH, CHANCES, average="weighted", sample_weight=w),
        lambda w: ours.roc_auc_score(TRUTH, CHANCES, multi_class="ovr", average="weighted", sample_weight=w),
        lambda w: ours.f1_score(TRUTH, CHANCES.argmax(1), average="weighted", sample_weight=w),
        lambda w: ours.f1_score(SOME, OTHERS > 0.4, average="samples", sample_weight=w, zero_division=0),
        lambda w: ours.label_ranking_loss(SOME, OTHERS, sample_weight=w),
        lambda w: ours.top_k_accuracy_score(TRUTH, CHANCES, k=2, sample_weight=w),
    ],
    ids=["average precision", "roc auc", "f1", "f1 of rows", "ranking", "top k"],
)
def test_the_type_of_weights_does_not_matter(score: Any, kind: Any) -> None:
    weights: Any = RANDOM.integers(0, 2, 610) if kind is np.bool_ else RANDOM.integers(1, 120, 610)
    if kind is np.float32:
        weights = RANDOM.random(610)
    given = weights.astype(kind)
    assert score(given) == pytest.approx(score(given.astype(np.float64)), rel=1e-12)


def test_sums_of_whole_weights_beyond_64_bits() -> None:
    rows = [0, 1, 0, 1], [0, 1, 1, 0]
    assert accuracy_score(*rows, sample_weight=np.array([2**62] * 3 + [1])) == pytest.approx(2 / 3)
    assert precision_score(*rows, sample_weight=np.full(4, 2**62)) == 0.5


# -- the warning of undefined metrics ------------------------------------------------------------------------------


def test_warning_is_scikit_learns_and_ours_and_points_at_the_caller() -> None:
    with pytest.warns(Theirs, match=r"^Precision is ill-defined and being set to 0.0 due to no predicted") as caught:
        precision_score([0, 1], [0, 0])
    (warning,) = caught
    assert isinstance(warning.message, errors.UndefinedMetricWarning)
    assert pickle.loads(pickle.dumps(warning.category)) is warning.category is undefined_metric_warning()
    assert warning.filename == __file__


def test_without_scikit_learn_it_is_ours_alone() -> None:
    code = (
        "import warnings, concordant.errors, concordant.sklearn as c\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    print(c.precision_score([0, 1], [0, 0]))\n"
        "print([w.category is concordant.errors.UndefinedMetricWarning for w in caught])\n"
    )
    assert printed(code).splitlines() == ["0.0", "[True]"]
