"""Rows that belong together: they stay in one fold, and the standard error allows for them."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GroupKFold, cross_validate

import concordant
from concordant import best_threshold, ordinal_cut_points
from concordant.decisions import DecisionClassifier, OrdinalCutPoints, ThresholdClassifier
from concordant.decisions.search import stratified_folds
from concordant.errors import LengthError, MissingValuesError, OptionError


def eyes(seed: int = 0, patients: int = 80) -> tuple[Any, Any, Any]:
    """Four images of each patient, alike in grade and in the error of the score."""
    rng = np.random.default_rng(seed)
    patient = np.repeat(np.arange(patients), 4)
    grade = np.clip(rng.integers(0, 4, patients)[patient] + (rng.random(len(patient)) < 0.2), 0, 3)
    score = grade + rng.normal(size=patients)[patient] + 0.3 * rng.normal(size=len(patient))
    return grade, score, np.array([f"patient {number}" for number in patient])


def test_a_threshold_is_judged_on_other_patients() -> None:
    grade, score, patient = eyes()
    ill = grade > 1
    best = best_threshold(ill, score, "f1", cluster=patient)
    names, code = np.unique(patient, return_inverse=True)
    fold = stratified_folds(ill * 1, 5, 0, (code, len(names)))
    called = np.zeros(len(ill), dtype=bool)
    for one in range(5):
        threshold = best_threshold(ill[fold != one], score[fold != one], "f1", cv=None).threshold
        assert best.fold_thresholds[one] == threshold
        called[fold == one] = score[fold == one] >= threshold
    assert best.cross_validated_value == pytest.approx(concordant.f1(ill, called), abs=1e-12)
    interval = concordant.f1.interval(ill, called, cluster=patient, method="delta")
    assert best.standard_error == pytest.approx(np.sqrt(interval.se**2 + best.optimism**2 / 3), rel=1e-12)
    assert best.standard_error > 1.3 * concordant.f1.interval(ill, called, method="delta").se


@pytest.mark.parametrize("weighted", [False, True])
def test_cut_points_are_judged_on_other_patients(weighted: bool) -> None:
    grade, score, patient = eyes()
    weight = np.random.default_rng(1).random(len(grade)) if weighted else None
    cuts = ordinal_cut_points(grade, score, cluster=patient, method="exact", sample_weight=weight)
    names, code = np.unique(patient, return_inverse=True)
    fold = stratified_folds(grade, 5, 0, (code, len(names)))
    rated = np.zeros(len(grade), dtype=int)
    for one in range(5):
        some = None if weight is None else weight[fold != one]
        within = ordinal_cut_points(
            grade[fold != one], score[fold != one], method="exact", cv=None, sample_weight=some, labels=range(4)
        )
        assert cuts.fold_cut_points[one] == within.cut_points
        rated[fold == one] = within.predict(score[fold == one])
    rows: dict[str, Any] = {"weights": "quadratic", "sample_weight": weight}
    assert cuts.cross_validated_value == pytest.approx(concordant.cohen_kappa(grade, rated, **rows), abs=1e-12)
    interval = concordant.cohen_kappa.interval(grade, rated, cluster=patient, method="delta", **rows)
    assert cuts.standard_error == pytest.approx(np.sqrt(interval.se**2 + cuts.optimism**2 / 3), rel=1e-9)


def test_the_choice_itself_is_that_without_clusters() -> None:
    grade, score, patient = eyes()
    assert best_threshold(grade > 1, score, "f1", cluster=patient).value == best_threshold(grade > 1, score, "f1").value
    with_them = ordinal_cut_points(grade, score, cluster=patient, cv=None)
    assert with_them == ordinal_cut_points(grade, score, cv=None)


def test_dropped_rows_take_their_cluster_along() -> None:
    grade, score, patient = eyes()
    hole = score.copy()
    hole[::7] = np.nan
    keep = ~np.isnan(hole)
    for find, truth in ((best_threshold, grade > 1), (ordinal_cut_points, grade)):
        extra = {"metric": "f1"} if find is best_threshold else {}
        found = find(truth, hole, cluster=patient, missing="drop", **extra)
        without = find(truth[keep], hole[keep], cluster=patient[keep], **extra)
        assert found.cross_validated_value == without.cross_validated_value
        assert found.standard_error == without.standard_error


def test_what_clusters_must_be_is_said() -> None:
    grade, score, patient = eyes()
    with pytest.raises(LengthError, match="cluster must have one value a row"):
        best_threshold(grade > 1, score, "f1", cluster=patient[1:])
    with pytest.raises(MissingValuesError, match="cluster has 1 missing"):
        ordinal_cut_points(grade, score, cluster=[None, *patient[1:]])
    few = best_threshold(grade > 1, score, "f1", cluster=np.arange(len(grade)) % 3)
    assert few.reason == "cross-validation in 5 folds needs at least as many clusters, not 3"
    assert np.isnan(few.cross_validated_value)


def models(groups_of: str) -> list[Any]:
    options: dict[str, Any] = {"cv": GroupKFold(4) if groups_of == "splitter" else 4}
    return [
        ThresholdClassifier(LogisticRegression(), "f1", **options),
        DecisionClassifier(LogisticRegression(), "cohen_kappa", **options),
        OrdinalCutPoints(estimator=Ridge(), **options),
    ]


class Seen(Ridge):
    """Keeps the patients of every fit, which stand in the last column."""

    fits: ClassVar[list[set[float]]] = []

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Seen:
        type(self).fits.append(set(X[:, -1]))
        fitted: Seen = super().fit(X, y, sample_weight)
        return fitted


@pytest.mark.parametrize("groups_of", ["splitter", "number"])
def test_estimators_keep_groups_whole(groups_of: str) -> None:
    grade, score, patient = eyes()
    number = np.unique(patient, return_inverse=True)[1]
    X = np.column_stack([score, number])
    Seen.fits.clear()
    model = OrdinalCutPoints(estimator=Seen(), cv=GroupKFold(4) if groups_of == "splitter" else 4)
    model.fit(X, grade, groups=patient)
    parts = Seen.fits[1:]  # the first is of all rows
    assert len(parts) == 4
    left_out = [set(range(80)) - part for part in parts]
    assert sorted(number for part in left_out for number in part) == list(range(80))  # each patient in one fold


@pytest.mark.parametrize("groups_of", ["splitter", "number"])
def test_the_error_of_estimators_allows_for_groups(groups_of: str) -> None:
    grade, score, patient = eyes()
    for model, y in zip(models(groups_of), (grade > 1, grade, grade), strict=True):
        together = clone(model).fit(score[:, None], y, groups=patient)
        assert together.standard_error_ > 1.2 * model.set_params(cv=4).fit(score[:, None], y).standard_error_


def test_groups_of_estimators_are_checked() -> None:
    grade, score, patient = eyes()
    for model, y in zip(models("number"), (grade > 1, grade, grade), strict=True):
        with pytest.raises(LengthError, match="groups must have one value a row"):
            model.fit(score[:, None], y, groups=patient[1:])
        with pytest.raises(OptionError, match="cv=4 folds need at least as many groups, not 2"):
            model.fit(score[:, None], y, groups=np.arange(len(y)) % 2)


def test_groups_come_through_metadata_routing() -> None:
    grade, score, patient = eyes()
    with config_context(enable_metadata_routing=True):
        model = OrdinalCutPoints(estimator=Ridge(), cv=3).set_fit_request(groups=True)
        found = cross_validate(
            model, score[:, None], grade, cv=GroupKFold(3), params={"groups": patient}, return_estimator=True
        )
        assert len(found["estimator"]) == 3
        assert found["estimator"][0].standard_error_ > 0
