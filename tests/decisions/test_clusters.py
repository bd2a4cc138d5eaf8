"""Rows that belong together: they stay in one fold, and the standard error allows for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant
from concordant import best_threshold, ordinal_cut_points
from concordant.decisions.folds import stratified_folds
from concordant.errors import LengthError, MissingValuesError


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
    assert best.standard_error == pytest.approx(interval.se, rel=1e-12)
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
    assert cuts.standard_error == pytest.approx(interval.se, rel=1e-9)


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
    assert few.reason == "cross-validation in 5 folds needs as many clusters, not 3"
    assert np.isnan(few.cross_validated_value)
