"""Folds: even, whole, fixed by the seed."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from concordant.decisions.search import stratified_folds


@given(classes=st.lists(st.integers(0, 3), max_size=60), folds=st.integers(2, 7), seed=st.integers(0, 5))
def test_classes_and_rows_are_dealt_evenly(classes: list, folds: int, seed: int) -> None:
    codes = np.array(classes, dtype=int)
    fold = stratified_folds(codes, folds, seed)
    assert fold.shape == codes.shape
    for some in (fold, *(fold[codes == code] for code in range(4))):
        sizes = np.bincount(some, minlength=folds)
        assert len(sizes) == folds
        assert sizes.max() - sizes.min() <= 1


def test_the_seed_fixes_them_and_moves_them() -> None:
    codes = np.arange(40) % 2
    one, two, other = (stratified_folds(codes, 5, seed).tolist() for seed in (1, 1, 2))
    assert one == two != other


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
