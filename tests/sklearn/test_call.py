"""Parameters that do not exist, and sample weights."""

from __future__ import annotations

import doctest
import inspect
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from beside_sklearn import assert_same, theirs
from scipy import sparse
from sklearn.exceptions import UndefinedMetricWarning as Theirs

import concordant.sklearn
import concordant.sklearn as ours
from concordant import errors
from concordant.errors import ConcordantError
from concordant.sklearn import accuracy_score, f1_score, precision_score
from concordant.sklearn._call import InvalidParameterError, check_choice, check_number, undefined_metric_warning

TRUE, PRED = [0, 1, 1, 0], [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("accuracy_score", {"normalize": "x"}),
        ("accuracy_score", {"normalize": 0}),
        ("accuracy_score", {"sample_weight": "abc"}),
        ("accuracy_score", {"sample_weight": 2.0}),
        ("balanced_accuracy_score", {"adjusted": None}),
        ("multilabel_confusion_matrix", {"samplewise": 1}),
        ("confusion_matrix", {"labels": 3}),
        ("confusion_matrix", {"labels": "ab"}),
        ("f1_score", {"zero_division": 0.5}),
        ("f1_score", {"zero_division": "x"}),
        ("jaccard_score", {"zero_division": np.nan}),
        ("f1_score", {"pos_label": [1]}),
        ("fbeta_score", {"beta": -1}),
        ("fbeta_score", {"beta": "1"}),
        ("fbeta_score", {"beta": np.nan}),
        ("precision_recall_fscore_support", {"warn_for": "x"}),
        ("classification_report", {"digits": -1}),
        ("classification_report", {"digits": 2.0}),
        ("classification_report", {"output_dict": 1}),
        ("cohen_kappa_score", {"replace_undefined_by": 5}),
        ("cohen_kappa_score", {"replace_undefined_by": "nan"}),
        ("class_likelihood_ratios", {"replace_undefined_by": {"LR+": 1.0}}),
        ("class_likelihood_ratios", {"replace_undefined_by": {"LR+": 0.5, "LR-": 0.5}}),
    ],
    ids=str,
)
def test_refused_with_scikit_learns_message(name: str, options: dict[str, Any]) -> None:
    assert_same(name, TRUE, PRED, **options)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("f1_score", {"average": "x"}),
        ("confusion_matrix", {"normalize": "x"}),
        ("cohen_kappa_score", {"weights": "x"}),
        ("class_likelihood_ratios", {"replace_undefined_by": 0.5}),
    ],
    ids=str,
)
def test_unknown_word_is_refused_like_scikit_learn_does_in_any_order_of_the_words(
    name: str, options: dict[str, Any]
) -> None:
    assert_same(name, TRUE, PRED, messages=False, **options)


def test_choices_are_listed_in_alphabetical_order() -> None:
    message = (
        r"^The 'average' parameter of f1_score must be a str among \{'binary', 'macro', 'micro', 'samples', "
        r"'weighted'\} or None. Got 'x' instead.$"
    )
    with pytest.raises(InvalidParameterError, match=message):
        f1_score(TRUE, PRED, average="x")


def test_error_is_of_all_the_kinds_that_users_catch() -> None:
    with pytest.raises(InvalidParameterError) as raised:
        check_choice("f", "way", "left", ("right",))
    for kind in (ValueError, TypeError, ConcordantError):
        assert isinstance(raised.value, kind)


@pytest.mark.parametrize(
    ("closed", "good", "bad"),
    [("both", (0, 1), (-1, 2)), ("left", (0,), (1,)), ("right", (1,), (0,)), ("neither", (0.5,), (0, 1))],
)
def test_ends_of_an_interval(closed: Any, good: tuple[float, ...], bad: tuple[float, ...]) -> None:
    for value in good:
        check_number("f", "x", value, low=0, high=1, closed=closed)
    for value in bad:
        with pytest.raises(InvalidParameterError):
            check_number("f", "x", value, low=0, high=1, closed=closed)


WEIGHTS: dict[str, Any] = {
    "NaN": [1.0, np.nan, 1.0, 1.0],
    "infinity": [1.0, np.inf, 1.0, 1.0],
    "all zero": [0.0, 0.0, 0.0, 0.0],
    "too few": [1.0],
    "two dimensions": [[1.0], [1.0], [1.0], [1.0]],
    "negative": [1.0, 2.0, -0.5, 1.0],
    "some zero": [1.0, 0.0, 2.0, 0.0],
    "whole": [1, 2, 3, 4],
    "bools": [True, False, True, True],
    "float16": np.array([1, 2, 3, 4], dtype=np.float16),
    "uint8": np.array([1, 2, 3, 4], dtype=np.uint8),
    "strided": np.arange(1.0, 9.0)[::2],
    "big-endian": np.arange(1.0, 5.0).astype(">f8"),
}


@pytest.mark.parametrize("weights", WEIGHTS.values(), ids=WEIGHTS.keys())
@pytest.mark.parametrize("name", ["accuracy_score", "f1_score", "matthews_corrcoef", "balanced_accuracy_score"])
def test_weights(name: str, weights: Any) -> None:
    true = np.array([0, 1, 1, 0])
    assert_same(name, true, np.array([0, 1, 0, 0]), sample_weight=weights)


def test_weights_that_are_objects_are_numbers() -> None:
    weights = np.array([1, 2, 3, 4], dtype=object)
    assert f1_score(TRUE, PRED, sample_weight=weights) == f1_score(TRUE, PRED, sample_weight=[1, 2, 3, 4])


def test_weights_that_cancel_out_divide_by_zero_as_in_scikit_learn() -> None:
    with pytest.raises(ZeroDivisionError, match=r"^Weights sum to zero, can't be normalized$"):
        accuracy_score([0, 1], [0, 0], sample_weight=[1.0, -1.0])


def test_integer_weight_is_the_row_repeated() -> None:
    weights = np.array([1, 2, 3, 4])
    repeated = np.repeat(TRUE, weights), np.repeat(PRED, weights)
    assert f1_score(TRUE, PRED, sample_weight=weights) == pytest.approx(f1_score(*repeated), rel=1e-15)


TYPES_AND_WARNINGS_WEIGHTS: dict[str, Callable[[int], Any]] = {
    "none": lambda n: None,
    "ones": np.ones,
    "integers": lambda n: np.arange(1, n + 1),
    "zeros": lambda n: (np.arange(n) + 1) % 2,
    "float zeros": lambda n: np.where(np.arange(n) % 3, 0.0, 1.5),
    "bools": lambda n: np.arange(n) % 2 == 0,
}
COLUMNS: dict[str, tuple[Any, Any]] = {
    "one row, right": ([1], [1]),
    "one row, wrong": ([2], [0]),
    "one class, predicted as another": ([0], [1]),
    "one class, some wrong": ([1, 1, 1], [0, 0, 1]),
    "no row right": ([0, 1, 2], [1, 2, 0]),
    "two classes": ([0, 1, 0, 1, 0], [0, 0, 1, 1, 0]),
    "three classes": ([2, 0, 1, 2, 1], [0, 2, 2, 2, 1]),
}
MARKS: dict[str, tuple[Any, Any]] = {
    "full": ([[1, 0], [0, 1], [1, 1]], [[1, 0], [1, 1], [0, 1]]),
    "empty rows": ([[1, 0], [0, 0], [0, 0], [0, 1]], [[1, 1], [1, 1], [0, 0], [0, 0]]),
    "one row": ([[1, 0, 1]], [[0, 1, 1]]),
    "nothing": ([[0, 0], [0, 0]], [[0, 0], [0, 0]]),
}
OF_LABELS: list[tuple[str, dict[str, Any]]] = [
    ("confusion_matrix", {}),
    ("confusion_matrix", {"normalize": "true"}),
    ("multilabel_confusion_matrix", {}),
    ("precision_recall_fscore_support", {"average": None}),
    ("precision_score", {"average": "macro"}),
    ("balanced_accuracy_score", {}),
    ("balanced_accuracy_score", {"adjusted": True}),
]
OF_MARKS: list[tuple[str, dict[str, Any]]] = [
    (name, {"average": average})
    for name in ("precision_score", "recall_score", "f1_score", "jaccard_score", "precision_recall_fscore_support")
    for average in ("samples", "macro", None)
] + [("multilabel_confusion_matrix", {}), ("multilabel_confusion_matrix", {"samplewise": True})]


def outcome(home: Any, name: str, data: Any, options: Any) -> tuple[Any, list[tuple[str, str]]]:
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="warn"):
        warnings.simplefilter("always")
        try:
            value = getattr(home, name)(*data, **options)
        except ValueError:
            value = "ValueError"
    said = [(w.category.__name__, str(w.message)) for w in caught if not issubclass(w.category, RuntimeWarning)]
    return value, said


def shown(value: Any) -> Any:
    """What the types are, and what an array of whole numbers prints."""
    if isinstance(value, tuple):
        return tuple(map(shown, value))
    if isinstance(value, np.ndarray):
        return value.dtype.char, value.shape, repr(value) if value.dtype.kind == "i" else None
    return type(value).__name__


def same(name: str, data: Any, options: Any) -> None:
    (found, said), (expected, theirs) = (outcome(home, name, data, options) for home in (ours, sklearn.metrics))
    assert shown(found) == shown(expected)
    if not isinstance(expected, str):
        pairs = zip(found, expected, strict=True) if isinstance(expected, tuple) else [(found, expected)]
        for mine, their in pairs:
            if their is not None:
                np.testing.assert_allclose(mine, their, rtol=1e-12, atol=1e-12)
    assert said == theirs


@pytest.mark.parametrize("weights", TYPES_AND_WARNINGS_WEIGHTS)
@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize(("name", "options"), OF_LABELS)
def test_labels(name: str, options: dict[str, Any], columns: str, weights: str) -> None:
    data = COLUMNS[columns]
    same(name, data, options | {"sample_weight": TYPES_AND_WARNINGS_WEIGHTS[weights](len(data[0]))})


@pytest.mark.parametrize("make", [np.array, sparse.csr_matrix])
@pytest.mark.parametrize("weights", TYPES_AND_WARNINGS_WEIGHTS)
@pytest.mark.parametrize("marks", MARKS)
def test_indicators(marks: str, weights: str, make: Any) -> None:
    if marks == "nothing" and weights in ("integers", "zeros", "bools"):
        pytest.skip("there the support is of whole numbers, as NumPy's bincount of nothing is, and ours of floats")
    data = [make(np.array(matrix)) for matrix in MARKS[marks]]
    for name, options in OF_MARKS:
        same(name, data, options | {"sample_weight": TYPES_AND_WARNINGS_WEIGHTS[weights](len(MARKS[marks][0]))})


def test_adjusted_balanced_accuracy_of_one_class() -> None:
    for pair, value in ((([0], [1]), -np.inf), (([1, 1], [1, 1]), np.nan)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = ours.balanced_accuracy_score(*pair, adjusted=True)
            assert np.array_equal(found, value, equal_nan=True)
            expected = sklearn.metrics.balanced_accuracy_score(*pair, adjusted=True)
            assert np.array_equal(found, expected, equal_nan=True)


NAMES = concordant.sklearn.__all__


@pytest.mark.skipif(not sklearn.__version__.startswith("1.9."), reason="the signatures are those of scikit-learn 1.9")
@pytest.mark.parametrize("name", NAMES)
def test_signature_is_that_of_scikit_learn(name: str) -> None:
    mine = inspect.signature(getattr(concordant.sklearn, name)).parameters.values()
    other = inspect.signature(theirs(name)).parameters.values()
    assert [(p.name, p.kind, repr(p.default)) for p in mine] == [(p.name, p.kind, repr(p.default)) for p in other]


@pytest.mark.parametrize("name", NAMES)
def test_function_stands_where_users_import_it_from(name: str) -> None:
    function = getattr(concordant.sklearn, name)
    assert function.__module__ == "concordant.sklearn"
    assert function.__name__ == function.__qualname__ == name
    assert pickle.loads(pickle.dumps(function)) is function
    assert "Examples\n" in (function.__doc__ or "")


@pytest.mark.parametrize("name", NAMES)
def test_example_in_the_docstring_runs(name: str) -> None:
    function = getattr(concordant.sklearn, name)
    finder = doctest.DocTestFinder(recurse=False)
    tests = finder.find(function, name, module=False, globs={})
    assert sum(len(test.examples) for test in tests) >= 2
    for test in tests:
        assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed == 0


@pytest.mark.parametrize("name", NAMES)
def test_help_describes_every_parameter_in_the_order_of_the_call(name: str) -> None:
    function = getattr(concordant.sklearn, name)
    parameters = (function.__doc__ or "").partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    lines = [line.partition(" : ")[0] for line in parameters.split("\n") if not line.startswith(" ")]
    assert [one for line in lines for one in line.split(", ")] == list(inspect.signature(function).parameters)


def test_every_classification_function_of_scikit_learn_is_there() -> None:
    import sklearn.metrics

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
    assert sorted({*NAMES, *concordant.sklearn._HOMES}) == dir(concordant.sklearn)
    with pytest.raises(AttributeError, match=r"^module 'concordant.sklearn' has no attribute 'f2_score'$"):
        concordant.sklearn.f2_score  # noqa: B018


def test_neither_scikit_learn_nor_scipy_nor_pandas_is_imported() -> None:
    code = (
        "import sys, concordant.sklearn as c; [getattr(c, name) for name in c.__all__]; "
        "c.f1_score([0, 1], [0, 1]); c.classification_report(['a', 'b'], ['a', 'b']); "
        "c.roc_auc_score([0, 1], [0.0, 1.0]); "
        "print([name for name in ('sklearn', 'scipy', 'pandas', 'polars', 'matplotlib') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_module_imports_no_function_before_it_is_asked_for() -> None:
    code = "import sys, concordant.sklearn; print([x for x in sys.modules if x.startswith('concordant.sklearn._')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


RANDOM = np.random.default_rng(0)
TRUTH = np.repeat([0, 1, 2], [300, 300, 10])
CHANCES = RANDOM.dirichlet([1, 1, 1], 610)
SOME, OTHERS = CHANCES > 0.4, RANDOM.random((610, 3))
TYPES = [np.bool_, np.uint8, np.int8, np.uint16, np.int32, np.int64, np.uint64, np.float32, np.dtype(">i4")]


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize(
    "score",
    [
        lambda w: ours.average_precision_score(TRUTH, CHANCES, average="weighted", sample_weight=w),
        lambda w: ours.roc_auc_score(TRUTH, CHANCES, multi_class="ovr", average="weighted", sample_weight=w),
        lambda w: ours.f1_score(TRUTH, CHANCES.argmax(1), average="weighted", sample_weight=w),
        lambda w: ours.f1_score(SOME, OTHERS > 0.4, average="samples", sample_weight=w, zero_division=0),
        lambda w: ours.hamming_loss(SOME, OTHERS > 0.4, sample_weight=w),
        lambda w: ours.label_ranking_loss(SOME, OTHERS, sample_weight=w),
        lambda w: ours.top_k_accuracy_score(TRUTH, CHANCES, k=2, sample_weight=w),
    ],
    ids=["average precision", "roc auc", "f1", "f1 of rows", "hamming", "ranking", "top k"],
)
def test_the_type_of_weights_does_not_matter(score: Any, kind: Any) -> None:
    weights: Any = RANDOM.integers(0, 2, 610) if kind is np.bool_ else RANDOM.integers(1, 120, 610)
    if kind is np.float32:
        weights = RANDOM.random(610)
    given = weights.astype(kind)
    assert score(given) == pytest.approx(score(given.astype(np.float64)), rel=1e-12)


def test_sums_of_whole_weights_beyond_64_bits() -> None:
    assert ours.accuracy_score([0, 1, 0, 1], [0, 1, 1, 0], sample_weight=np.array([2**62] * 3 + [1])) == pytest.approx(
        2 / 3
    )
    assert ours.precision_score([0, 1, 0, 1], [0, 1, 1, 0], sample_weight=np.full(4, 2**62)) == 0.5


def test_curves_of_every_byte_order() -> None:
    x = np.array([0.0, 0.5, 1.0])
    assert ours.auc(x.astype(">f8"), x.astype(">f4")) == 0.5


def test_warning_is_scikit_learns_and_ours() -> None:
    with pytest.warns(Theirs, match="^Precision is ill-defined and being set to 0.0 due to no predicted samples"):
        precision_score([0, 1], [0, 0])
    with pytest.warns(errors.UndefinedMetricWarning):
        precision_score([0, 1], [0, 0])


def test_warning_points_at_the_line_of_the_caller() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        precision_score([0, 1], [0, 0])
    assert [w.filename for w in caught] == [__file__]


def test_warning_can_be_pickled() -> None:
    kind = undefined_metric_warning()
    assert pickle.loads(pickle.dumps(kind)) is kind


def test_without_scikit_learn_it_is_ours_alone() -> None:
    code = (
        "import warnings, concordant.errors, concordant.sklearn as c\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    print(c.precision_score([0, 1], [0, 0]))\n"
        "print([w.category is concordant.errors.UndefinedMetricWarning for w in caught])\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split("\n")[:2] == ["0.0", "[True]"]


def test_unknown_name_of_the_module() -> None:
    import concordant.sklearn._call as module

    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        module.nothing  # noqa: B018
