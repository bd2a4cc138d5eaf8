"""Arrays that do not belong together, and codes and options that there are not, are refused before a row is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from concordant import _kernels

Refusal = tuple[type[Exception], str, Callable[[], Any]]

ONE, TWO, THREE, FIVE = np.ones(1), np.ones(2), np.ones(3), np.ones(5)
CODES, MORE_CODES = np.array([0, 1]), np.arange(3)
ROW, TABLE, COUNTS = np.ones((1, 2)), np.ones((3, 2)), np.ones((2, 2), np.int64)
EDGE = np.array([0.5])

LOSSES: list[Refusal] = [
    (ValueError, "different lengths", lambda: _kernels.pair_moments(TWO, THREE, None)),
    (ValueError, "different lengths", lambda: _kernels.pair_moments(TWO, TWO, ONE)),
    (ValueError, "loss is 'squared', 'surpr", lambda: _kernels.binary_loss_moments(CODES, 0, 1, TWO, None, "absolute")),
    (ValueError, "arrays of different lengths", lambda: _kernels.binary_loss_values(CODES, 0, 1, THREE, "squared")),
    (ValueError, "arrays of different lengths", lambda: _kernels.class_loss_values(CODES, TABLE, "squared")),
    (ValueError, "loss is 'squared'", lambda: _kernels.class_loss_values(CODES, TABLE[:2], "cubed")),
]
CELLS = np.zeros((1, 2, 11), np.int64)
DIGITS: list[Refusal] = [
    (ValueError, "beyond the cells", lambda: _kernels.add_loss_digits(CODES, TWO, CELLS, np.array([0, 1]))),
    (ValueError, "beyond the cells", lambda: _kernels.add_loss_digits(CODES, TWO, CELLS, np.array([0, -1]))),
    (ValueError, "different lengths", lambda: _kernels.add_loss_digits(CODES, TWO, CELLS, np.array([0]))),
    (ValueError, "there is no group", lambda: _kernels.add_loss_digits(CODES, TWO, CELLS[:0])),
    (TypeError, "cells are int64", lambda: _kernels.add_loss_digits(CODES, TWO, CELLS[:, :, :10].copy())),
]
CURVES: list[Refusal] = [
    (ValueError, "different lengths", lambda: _kernels.rank_sums(CODES, 0, 1, ONE, None, 1)),
    (ValueError, "different lengths", lambda: _kernels.curve(CODES, [0, 1], TWO, THREE, 1)),
    (ValueError, "two classes", lambda: _kernels.curve(CODES, [0], TWO, None, 1)),
    (TypeError, "integers or bool", lambda: _kernels.curve(TWO, [0, 1], TWO, None, 1)),
    (ValueError, "one row per score", lambda: _kernels.merge_curves(TWO, COUNTS[:1], TWO, COUNTS)),
    (TypeError, "different types", lambda: _kernels.merge_curves(TWO, COUNTS, TWO.astype(np.float32), COUNTS)),
    (TypeError, "int64 or float64", lambda: _kernels.merge_curves(TWO, COUNTS.astype("i4"), TWO, COUNTS.astype("i4"))),
    (ValueError, "different lengths", lambda: _kernels.corners(TWO, TWO, THREE)),
    (ValueError, "without a first point", lambda: _kernels.corners(*np.zeros((3, 0)))),
    (TypeError, "float32 and float64", lambda: _kernels.running_curve(CODES, 0, 1, CODES, 1)),
    (ValueError, "different length", lambda: _kernels.logistic_sums(TWO, TWO, ONE, 0.0, 1.0, 1)),
    (ValueError, "two classes", lambda: _kernels.isotonic_steps(np.zeros((2, 3)))),
    (TypeError, "int64 or float64", lambda: _kernels.isotonic_steps(np.zeros((2, 2), np.int32))),
    (ValueError, "arrays of different lengths", lambda: _kernels.bin_sums(CODES[:1], 0, 1, TWO, None, EDGE)),
    (ValueError, "arrays of different lengths", lambda: _kernels.bin_sums(CODES[:1], 0, 1, ONE, TWO, EDGE)),
]
CUT_POINTS: list[Refusal] = [
    (ValueError, "two classes", lambda: _kernels.cut_f1(np.ones((3, 1)))),
    (TypeError, "int64 or float64", lambda: _kernels.cut_f1(TABLE.astype(np.float32))),
    (ValueError, "one value a class", lambda: _kernels.rising_means(TABLE, THREE, 1)),
    (ValueError, "one sum a weight", lambda: _kernels.cut_means(THREE, TWO, TWO, 1.0)),
    (ValueError, "two classes", lambda: _kernels.cut_means(THREE, THREE, ONE, 1.0)),
    (ValueError, "costs and chance", lambda: _kernels.cut_costs(TABLE, np.zeros((3, 3)), None, 1)),
    (ValueError, "places must rise", lambda: _kernels.table_at_cuts(np.ones((3, 3)), np.array([2, 1]), 1)),
    (ValueError, "one place less", lambda: _kernels.table_at_cuts(np.ones((3, 3)), np.array([2]), 1)),
]
PAIRS: list[Refusal] = [
    (ValueError, "different lengths", lambda: _kernels.count_pairs(CODES, MORE_CODES)),
    (ValueError, "different lengths", lambda: _kernels.count_pairs(CODES, CODES, THREE)),
    (ValueError, "1 to 256", lambda: _kernels.count_between(MORE_CODES, MORE_CODES, 0, 257)),
    (ValueError, "lengths", lambda: _kernels.count_between(MORE_CODES, CODES, 0, 3)),
    (IndexError, "size - 1", lambda: _kernels.joint_cells([np.array([0, 3])], 3)),
    (IndexError, "size - 1", lambda: _kernels.joint_cells([np.array([0, -1])], 3)),
    (ValueError, "lengths", lambda: _kernels.joint_cells([CODES, MORE_CODES], 3)),
    (TypeError, "integers", lambda: _kernels.joint_cells([TWO], 3)),
    (ValueError, "too many", lambda: _kernels.joint_cells([CODES] * 5, 1000)),
    (ValueError, "at least one", lambda: _kernels.joint_cells([], 3)),
    (ValueError, "different lengths", lambda: _kernels.square_sums(CODES, MORE_CODES)),
    (TypeError, "integers", lambda: _kernels.square_sums(TWO, CODES)),
    (ValueError, "different lengths", lambda: _kernels.label_sums(CODES, MORE_CODES)),
    (TypeError, "integers", lambda: _kernels.label_sums(TWO, CODES)),
]
GROUPS: list[Refusal] = [
    (ValueError, "for each row", lambda: _kernels.group_sums(TABLE[:2], CODES, CODES, ONE, 2)),
    (ValueError, "for each row", lambda: _kernels.group_sums(TABLE[:2], CODES, CODES[:1], TWO, 2)),
    (ValueError, "for each row", lambda: _kernels.group_sums(TABLE[:2], CODES, CODES, TWO, -1)),
]
MARKS, GUESSES = np.eye(6, 4, dtype=np.int64), np.ones((6, 4), np.int64)


def stored(matrix: Any, index: Any = np.int32) -> tuple[Any, Any, Any]:
    rows = sparse.csr_array(matrix)
    return rows.indptr.astype(index), rows.indices.astype(index), rows.data


STARTS, LABELS, VALUES = stored(MARKS)
OTHER = stored(GUESSES)
INDICATORS: list[Refusal] = [
    (ValueError, "different shapes", lambda: _kernels.indicator_columns(MARKS, GUESSES[:5])),
    (ValueError, "without columns", lambda: _kernels.indicator_rows(MARKS[:, :0], GUESSES[:, :0])),
    (ValueError, "one after the other", lambda: _kernels.indicator_rows(MARKS[:, ::2], GUESSES[:, ::2])),
    (ValueError, "different lengths", lambda: _kernels.indicator_columns(MARKS, GUESSES, 1, FIVE)),
    (TypeError, "indices of one type", lambda: _kernels.stored_indicators(stored(MARKS, np.int64), OTHER, 4, False)),
    (ValueError, "compressed rows", lambda: _kernels.stored_indicators(stored(MARKS[:5]), OTHER, 4, False)),
    (ValueError, "compressed rows", lambda: _kernels.stored_indicators((STARTS, LABELS, VALUES[:-1]), OTHER, 4, False)),
    (
        ValueError,
        "rows fall",
        lambda: _kernels.stored_indicators((STARTS[::-1].copy(), LABELS, VALUES), OTHER, 4, False),
    ),
    (
        ValueError,
        "outside",
        lambda: _kernels.stored_indicators((STARTS + np.int32(9), LABELS, VALUES), OTHER, 4, False),
    ),
]
TERMS, CLUSTERS = np.ones((4, 2)), np.ones((2, 3))
USUAL_REST = (CODES, None, TWO, TWO)


def class_clusters(labels: Any = (CODES, CODES), rest: Any = USUAL_REST, classes: int = 2, clusters: int = 2) -> Any:
    return _kernels.ClassClusters(list(labels), *rest, classes, clusters)


A_CLUSTER, EACH_KIND = "a cluster, a unit, a weight and its square", "a number of each kind"
CLASS_CLUSTERS: list[Refusal] = [
    (ValueError, A_CLUSTER, lambda: class_clusters(rest=(CODES[:1], None, TWO, TWO))),
    (ValueError, A_CLUSTER, lambda: class_clusters(rest=(CODES, CODES[:1], TWO, TWO))),
    (ValueError, A_CLUSTER, lambda: class_clusters(rest=(CODES, None, ONE, TWO))),
    (ValueError, A_CLUSTER, lambda: class_clusters(rest=(CODES, None, TWO, ONE))),
    (ValueError, A_CLUSTER, lambda: class_clusters(clusters=-1)),
    (ValueError, A_CLUSTER, lambda: class_clusters(clusters=2**40)),
    (ValueError, "two or three columns", lambda: class_clusters([CODES])),
    (ValueError, "two or three columns", lambda: class_clusters([CODES] * 4)),
    (ValueError, "two or three columns", lambda: class_clusters(classes=-1)),
    (ValueError, "two or three columns", lambda: class_clusters(classes=2**40)),
    (ValueError, "different lengths", lambda: class_clusters([CODES, CODES[:1]])),
    (ValueError, EACH_KIND, lambda: class_clusters().variances(0, TERMS[:3], TERMS, TERMS, TWO)),
    (ValueError, EACH_KIND, lambda: class_clusters().variances(0, TERMS, np.ones((4, 1)), TERMS, TWO)),
    (ValueError, EACH_KIND, lambda: class_clusters().variances(1, TERMS, TERMS, TERMS, TWO)),
    (ValueError, EACH_KIND, lambda: class_clusters().variances(-1, TERMS, TERMS, TERMS, TWO)),
    (ValueError, "a scale for each value", lambda: class_clusters().variances(0, TERMS, TERMS, TERMS, ONE)),
    (ValueError, "values or clusters", lambda: _kernels.cluster_variances(CLUSTERS, CLUSTERS[:1], CLUSTERS, TWO)),
    (ValueError, "values or clusters", lambda: _kernels.cluster_variances(CLUSTERS, CLUSTERS, np.ones((2, 4)), TWO)),
    (ValueError, "values or clusters", lambda: _kernels.cluster_variances(CLUSTERS, CLUSTERS, CLUSTERS, ONE)),
]
REFUSED = [*LOSSES, *DIGITS, *CURVES, *CUT_POINTS, *PAIRS, *GROUPS, *INDICATORS, *CLASS_CLUSTERS]


@pytest.mark.parametrize(("error", "why", "call"), REFUSED)
def test_what_does_not_fit_is_refused(error: type[Exception], why: str, call: Callable[[], Any]) -> None:
    with pytest.raises(error, match=why):
        call()
