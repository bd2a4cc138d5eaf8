"""The names of `concordant.sklearn`: signatures, where they stand, pickling, and no import of scikit-learn."""

from __future__ import annotations

import doctest
import inspect
import pickle
import subprocess
import sys

import pytest
import sklearn
from beside_sklearn import theirs

import concordant.sklearn

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
