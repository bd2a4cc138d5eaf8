"""Variances of clustered sums, against the matrices of their definition and against arrays of all clusters."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from concordant import _kernels

SHAPES = [(1, 2, 2, 2), (40, 3, 4, 2), (300, 5, 9, 2), (300, 4, 200, 3), (3000, 60, 40, 3), (3000, 700, 50, 2)]


class Rows:
    """Rows in clusters, of some labels; and what each moves, as arrays of all classes and as terms of the kinds."""

    def __init__(self, rows: int, classes: int, clusters: int, columns: int, kind: str) -> None:
        random = np.random.default_rng(rows + classes)
        units = max(rows // 2, 1)
        self.labels = list(random.integers(0, classes, (columns, units)))
        self.labels[1] = np.where(random.random(units) < 0.6, self.labels[0], self.labels[1])
        self.cluster, self.unit = random.integers(0, clusters, rows), random.integers(0, units, rows)
        weight = {"counted": np.ones(rows), "weighted": random.random(rows), "some": random.integers(0, 3, rows) / 4.0}
        self.weight, self.classes, self.clusters = weight[kind], classes, clusters
        self.squares = self.weight**2
        self.kinds, self.random = 2**columns, random

    @property
    def kernel(self) -> Any:
        arrays = (self.labels, self.cluster, self.unit, self.weight, self.squares)
        return _kernels.ClassClusters(*arrays, self.classes, self.clusters)

    def sums(self, terms: Any, squared: bool = False) -> Any:
        """What the rows of each cluster add up to for every class: (K, G)."""
        kind = np.zeros((len(self.labels[0]), self.classes), int)
        for label in self.labels:
            kind = 2 * kind + (label[:, None] == np.arange(self.classes))
        moved = terms[kind, np.arange(self.classes)][self.unit]
        weight = self.squares if squared else self.weight
        found = np.zeros((self.clusters, self.classes))
        np.add.at(found, self.cluster, weight[:, None] * moved)
        return np.ascontiguousarray(found.T)


def squares_of(kernel: Any, terms: Any) -> Any:
    """The sums over clusters of the squares of what each adds up to."""
    return kernel.variances(0, terms, terms, terms**2, np.ones(terms.shape[1]))[2]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", ["counted", "weighted", "some"])
@pytest.mark.parametrize(("rows", "classes", "clusters", "columns"), SHAPES)
def test_classes_are_those_of_arrays_of_all_clusters(
    rows: int, classes: int, clusters: int, columns: int, kind: str, threads: int
) -> None:
    given = Rows(rows, classes, clusters, columns, kind)
    psi, pull = given.random.normal(size=(given.kinds, classes)), given.random.random((given.kinds, classes))
    pull[:, 0], psi[:, 0] = 0.0, 0.0  # nothing moves it
    psi[0, 1], pull[0, 1] = 0.0, 0.0  # rows of other classes do not count
    scale = given.random.random(classes)
    sums = [given.sums(psi), given.sums(pull), given.sums(pull**2, squared=True)]
    wanted, kernel = _kernels.cluster_variances(*sums, scale), given.kernel
    for first, last in ((0, classes), (classes // 2, classes), (1, 1)):
        terms = [np.ascontiguousarray(each[:, first:last]) for each in (psi, pull, pull**2)]
        found = kernel.variances(first, *terms, np.ascontiguousarray(scale[first:last]), threads)
        assert_allclose(found, wanted[:, first:last], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("clusters", [1, 2, 7, 8, 9, 40])
def test_variances_are_those_of_the_definition(clusters: int) -> None:
    random = np.random.default_rng(clusters)
    sums, (pull, apart) = random.normal(size=(1, clusters)), random.random((2, 1, clusters)) + 0.1
    apart *= 0.1
    scale = 2.0
    share = pull[0] / pull.sum()
    rest = np.where(share > 1 - 1e-12, 1.0, 1 - share)
    variance = (sums[0] ** 2 / rest).sum()
    together, alone = (pull**2).sum() * scale, apart.sum() * scale
    alike = np.clip((variance - alone) / (together - alone), 0.0, 1.0)
    expected = apart[0] + alike * (pull[0] ** 2 - apart[0])
    centred = np.eye(clusters) - np.outer(share, np.ones(clusters))  # less its share of the sum of all
    product = centred.T @ np.diag(1 / rest) @ centred @ np.diag(expected)
    degrees = max(np.trace(product) ** 2 / np.trace(product @ product), 1.0) if clusters > 1 else 0.0
    wanted = [variance, degrees, (sums**2).sum(), (sums**4).sum(), (pull**2).sum()]
    found = _kernels.cluster_variances(sums, pull, apart, np.array([scale]))
    assert_allclose(found[:, 0], wanted, rtol=1e-9)


def exact_degrees(pull: list[float], expected: list[float]) -> float:
    """``tr(A V)^2 / tr(A V A V)`` in fractions, A being the quadratic form of the sums of clusters."""
    p, q = (np.array([Fraction(value) for value in values], object) for values in (pull, expected))
    s = p / p.sum()
    covariance = np.diag(q) - np.outer(s, q) - np.outer(q, s) + np.outer(s, s) * q.sum()
    squares = (covariance**2 / np.outer(1 - s, 1 - s)).sum()
    return float((np.diag(covariance) / (1 - s)).sum() ** 2 / squares)


@pytest.mark.parametrize("clusters", [2, 3, 10, 33])
@pytest.mark.parametrize("others", [1.0, 1e-2, 1e-4, 1e-6, 1e-8, 1e-10])
def test_a_cluster_that_is_nearly_the_sample_leaves_the_degrees_their_digits(clusters: int, others: float) -> None:
    random = np.random.default_rng(clusters)
    pull, apart = random.random((2, clusters)) * others
    pull[1], apart[1] = 1.0, random.random()
    found = _kernels.cluster_variances(np.zeros((1, clusters)), pull[None], apart[None], np.ones(1))
    assert found[1, 0] == pytest.approx(max(exact_degrees(pull.tolist(), apart.tolist()), 1.0), rel=1e-9)


def test_a_cluster_of_one_class_leaves_nothing_of_the_others_whatever_the_rounding() -> None:
    # 0.1 + 0.2 + 0.3 less 0.3, 0.2 and 0.1 is not 0 in floats
    label, weight = np.zeros(3, np.int64), np.array([0.1, 0.2, 0.3])
    terms = np.array([[1e6], [0.0], [0.0], [0.0]])
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        w = weight[order]
        kernel = _kernels.ClassClusters([label, label], label, None, w, w**2, 1, 1)
        assert squares_of(kernel, terms).tolist() == [0.0]


def test_what_is_undefined_of_others_counts_only_where_there_are_others() -> None:
    terms = np.array([[np.nan, 1.0], [0.0, 0.0], [0.0, 0.0], [2.0, 3.0]])
    label, cluster, ones = np.array([0, 0, 1]), np.array([0, 0, 1]), np.ones(3)
    alone = _kernels.ClassClusters([label[:2]] * 2, cluster[:2], None, ones[:2], ones[:2], 2, 1)
    assert_array_equal(squares_of(alone, terms), [16.0, 4.0])
    both = _kernels.ClassClusters([label] * 2, cluster, None, ones, ones, 2, 2)
    assert_array_equal(squares_of(both, terms), [np.nan, 4.0 + 9.0])


@pytest.mark.parametrize("heavy", [1.0, 1e3, 1e6, 1e9, 1e13])
def test_light_rows_of_other_classes_count_beside_heavy_ones(heavy: float) -> None:
    random = np.random.default_rng(3)
    truth, prediction = random.integers(0, 3, (2, 300))
    cluster, terms = random.integers(0, 20, 300), np.zeros((4, 3))
    terms[0] = random.random(3)  # what is left is that of the light rows
    weight = np.where((truth == 0) | (prediction == 0), heavy, random.random(300))
    others = (truth != 0) & (prediction != 0)
    sums = terms[0, 0] * np.bincount(cluster[others], weight[others], 20)
    kernel = _kernels.ClassClusters([truth, prediction], cluster, None, weight, weight**2, 3, 20)
    assert_allclose(squares_of(kernel, terms)[0], (sums**2).sum(), rtol=1e-9)


def test_clusters_and_classes_without_rows_add_nothing() -> None:
    none = np.zeros(0, np.int64)
    kernel = _kernels.ClassClusters([none, none], none, None, np.zeros(0), np.zeros(0), 3, 4)
    ones = np.ones((4, 3))
    assert squares_of(kernel, ones).tolist() == [0, 0, 0]
    found = kernel.variances(0, ones, ones, ones, np.zeros(3))
    assert found.tolist() == [[0] * 3, [3] * 3, [0] * 3, [0] * 3, [0] * 3]
    assert _kernels.cluster_variances(*np.zeros((3, 2, 0)), np.zeros(2))[0].tolist() == [0, 0]


@pytest.mark.parametrize("bad", [-1, 2, 2**40])
def test_clusters_units_and_labels_that_there_are_not_are_refused(bad: int) -> None:
    rows, ones, other = np.array([0, 1]), np.ones(2), np.array([0, bad])
    for labels in ([other, rows], [rows, other], [rows, rows, other]):
        with pytest.raises(IndexError, match="none of 0 to classes - 1"):
            _kernels.ClassClusters(labels, rows, None, ones, ones, 2, 2)
    for cluster, unit in ((other, rows), (rows, other), (other, None)):
        with pytest.raises(IndexError, match="a cluster or a unit"):
            _kernels.ClassClusters([rows, rows], cluster, unit, ones, ones, 2, 2)
