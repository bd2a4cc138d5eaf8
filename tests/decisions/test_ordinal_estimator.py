"""OrdinalCutPoints beside scikit-learn: its checks, cross-validation, searches, pipelines, clones and pickles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal
from sklearn.datasets import load_diabetes
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge
from sklearn.tree import DecisionTreeRegressor
from sklearn.utils.estimator_checks import check_estimator

from concordant.decisions import OrdinalCutPoints, ordinal_cut_points
from concordant.errors import (
    ColumnError,
    InputTypeError,
    LabelError,
    LabelOrderError,
    LengthError,
    OptionError,
    ScoreError,
)

# Text labels have no order unless it is declared, and are refused.
EXCLUDED = {"check_classifiers_classes"}
# Three clouds in no order, which no linear score separates, must be told apart.
OF_LINES = {"check_classifiers_train"}

X, Y = load_diabetes(return_X_y=True)
GRADES = np.digitize(Y, [90, 140, 220])
RNG = np.random.default_rng(0)
TRUTH = RNG.choice(4, 300, p=[0.4, 0.3, 0.2, 0.1])
SCORE = TRUTH + RNG.normal(size=300)
NAMES = np.array(["a", "b", "c", "d"])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("inside", "excluded"),
    [
        (DecisionTreeRegressor(random_state=0), EXCLUDED),
        (Ridge(), EXCLUDED | OF_LINES),
        (None, set()),  # on a score alone there is hardly a check: scikit-learn's data have several columns
    ],
)
def test_scikit_learn_takes_it_for_its_own(inside: object, excluded: set[str]) -> None:
    results = check_estimator(OrdinalCutPoints(estimator=inside), on_fail=None)
    failed = {result["check_name"] for result in results if result["status"] == "failed"}
    assert failed == excluded
    assert len(results) > 50 or inside is None


def test_attributes_are_those_of_the_function_and_its_result() -> None:
    model = OrdinalCutPoints(method="exact", weights="linear", cv=4, seed=2).fit(SCORE, TRUTH)
    cuts = ordinal_cut_points(TRUTH, SCORE, weights="linear", method="exact", cv=4, seed=2)
    assert model.result_ == cuts
    assert_array_equal(model.cut_points_, cuts.cut_points)
    for name in ("value", "cross_validated_value", "standard_error", "optimism", "optimum", "upper_bound"):
        assert getattr(model, f"{name}_") == getattr(cuts, name)
    assert model.certificate_ == cuts.certificate
    assert_array_equal(model.predict(SCORE), cuts.predict(SCORE))
    assert model.classes_.tolist() == [0, 1, 2, 3]
    assert model.score(SCORE, TRUTH) == pytest.approx(model.value_, rel=1e-12)
    cost = OrdinalCutPoints("mean_absolute_error").fit(SCORE, TRUTH)
    assert cost.score(SCORE, TRUTH) == pytest.approx(-cost.value_, rel=1e-12)


def test_names_of_columns() -> None:
    frame = pd.DataFrame({"score": SCORE}, index=np.arange(300)[::-1] + 7)
    model = OrdinalCutPoints().fit(frame, TRUTH)
    assert model.feature_names_in_.tolist() == ["score"]
    assert_array_equal(model.predict(frame), model.predict(SCORE))
    for data in (pytest.importorskip("polars").DataFrame({"score": SCORE}), SCORE[:, None], SCORE.tolist()):
        assert_array_equal(OrdinalCutPoints().fit(data, TRUTH).cut_points_, model.cut_points_)
        assert_array_equal(model.predict(data), model.predict(SCORE))
    with pytest.raises(ColumnError, match="has the column 'age', and fit saw 'score'"):
        model.predict(frame.rename(columns={"score": "age"}))
    assert not hasattr(model.fit(SCORE, TRUTH), "feature_names_in_")
    wide = pd.DataFrame(X, columns=[f"x{k}" for k in range(10)])
    inside = OrdinalCutPoints(estimator=Ridge()).fit(wide, GRADES)
    assert inside.feature_names_in_.tolist() == wide.columns.tolist()
    with pytest.raises(ValueError, match="feature names should match"):
        inside.predict(wide.rename(columns={"x0": "other"}))


def test_text_labels_with_an_order() -> None:
    order = ["none", "mild", "bad", "worst"]  # not that of the alphabet
    names = np.array(order)
    model = OrdinalCutPoints(labels=order).fit(SCORE, names[TRUTH])
    assert model.classes_.tolist() == order
    assert_array_equal(model.predict(SCORE), names[OrdinalCutPoints().fit(SCORE, TRUTH).predict(SCORE)])
    declared = OrdinalCutPoints(labels=order, estimator=Ridge()).fit(X, names[GRADES])
    categories = pd.Series(pd.Categorical(names[GRADES], categories=order, ordered=True))
    model = OrdinalCutPoints(estimator=Ridge()).fit(X, categories)
    assert model.classes_.tolist() == order
    assert model.cut_points_.tolist() == declared.cut_points_.tolist()
    assert model.predict(X).tolist() == declared.predict(X).tolist()
    assert model.score(X, categories) == declared.score(X, names[GRADES])


REFUSED: list[tuple[OrdinalCutPoints, Any, Any, type[Exception], str]] = [
    (OrdinalCutPoints(), X, GRADES, LengthError, r"one column, not 10; .* OrdinalCutPoints\(estimator=...\)"),
    (OrdinalCutPoints(), [0.0, np.nan], [0, 1], ScoreError, "must not hold NaN; 1 rows do, the first is row 1"),
    (OrdinalCutPoints(), [], [], LengthError, "0 sample"),
    (OrdinalCutPoints(estimator=Ridge(), cv=None), X, GRADES, OptionError, r"need folds \(cv=5\)"),
    (OrdinalCutPoints(estimator=Ridge(), labels=[0, 1, 2]), X, GRADES, LabelError, "does not name 3"),
    (OrdinalCutPoints(estimator=Ridge()), X, NAMES[GRADES], LabelOrderError, "Declare it"),
]


@pytest.mark.parametrize(("model", "data", "truth", "error", "message"), REFUSED)
def test_what_cannot_be_fitted_is_refused(
    model: OrdinalCutPoints, data: Any, truth: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        model.fit(data, truth)


def test_wrong_calls_are_refused() -> None:
    with pytest.raises(NotFittedError, match="call fit first"):
        OrdinalCutPoints().predict([0.0])
    with pytest.raises(InputTypeError, match="without an estimator fit takes no slices"):
        OrdinalCutPoints().fit(SCORE, TRUTH, slices=TRUTH)
