"""Warnings reach the filters of users."""

from __future__ import annotations

import pickle
import subprocess
import sys
import warnings

import pytest
from sklearn.exceptions import UndefinedMetricWarning as Theirs

from concordant import errors
from concordant.sklearn import precision_score
from concordant.sklearn._call import undefined_metric_warning


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
