"""The value on held-out rows: thresholds judged where they were not chosen."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.decisions import AIMS, SHAPES, scored_rows

from concordant import best_threshold
from concordant.decisions import search
from concordant.decisions.search import stratified_folds
from concordant.errors import OptionError

SMALL = {"_PART": 8, "_BLOCK": 4}


@given(
    seed=st.integers(0, 2**32),
    rows=st.integers(20, 400),
    shape=st.sampled_from(SHAPES),
    aim=st.sampled_from(AIMS),
    special=st.sampled_from(["", "sample_weight", "cluster"]),
)
@pytest.mark.filterwarnings("ignore::concordant.errors.UndefinedMetricWarning")
def test_blocks_that_are_not_inspected_hold_no_best_threshold(
    seed: int, rows: int, shape: str, aim: Any, special: str
) -> None:
    frame, (metric, options) = scored_rows(seed, rows, shape), aim
    columns = {special: np.random.default_rng(seed).integers(1, 60, rows)} if special else {}

    def answer() -> Any:
        try:
            return best_threshold(frame["t"], frame["s"], metric, **columns, **options).to_dict()
        except OptionError as error:
            return str(error)

    every = answer()
    with pytest.MonkeyPatch.context() as patch:
        for name, size in SMALL.items():
            patch.setattr(search, name, size)
        np.testing.assert_equal(answer(), every)


def test_optimism_of_a_loss_has_the_sign_of_looking_better() -> None:
    rng = np.random.default_rng(0)
    best = best_threshold(rng.integers(0, 2, 40), rng.normal(size=40), "zero_one_loss")
    assert best.optimism == pytest.approx(best.cross_validated_value - best.value)
    assert best.optimism > 0


def test_too_few_rows_for_the_folds_are_the_reason() -> None:
    best = best_threshold([0, 1, 1], [0.1, 0.5, 0.9], "f1")
    assert best.reason == "cross-validation in 5 folds needs at least as many rows, not 3"
    assert math.isnan(best.cross_validated_value)


@given(classes=st.lists(st.integers(0, 3), max_size=60), folds=st.integers(2, 7), seed=st.integers(0, 5))
def test_classes_and_rows_are_dealt_evenly(classes: list, folds: int, seed: int) -> None:
    codes = np.array(classes, dtype=int)
    fold = stratified_folds(codes, folds, seed)
    assert fold.shape == codes.shape
    for some in (fold, *(fold[codes == code] for code in range(4))):
        sizes = np.bincount(some, minlength=folds)
        assert len(sizes) == folds
        assert sizes.max() - sizes.min() <= 1


@given(
    rows=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9)), min_size=1, max_size=60),
    folds=st.integers(2, 7),
    seed=st.integers(0, 5),
)
def test_clusters_stay_whole_and_are_dealt_evenly(rows: list, folds: int, seed: int) -> None:
    codes, cluster = np.array(rows).T
    _, code = np.unique(cluster, return_inverse=True)
    size = int(code.max()) + 1
    fold = stratified_folds(codes, folds, seed, (code, size))
    of_cluster = np.full(size, -1)
    of_cluster[code] = fold
    assert (of_cluster[code] == fold).all()
    sizes = np.bincount(of_cluster, minlength=folds)
    assert sizes.max() - sizes.min() <= 1


def test_clusters_of_one_class_are_spread_over_the_folds() -> None:
    code = np.repeat(np.arange(40), 3)
    classes = (code % 4 == 0) * 1  # ten clusters are positive
    fold = stratified_folds(classes, 5, 0, (code, 40))
    assert np.bincount(fold[classes == 1]).tolist() == [6] * 5
