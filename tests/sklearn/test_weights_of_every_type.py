"""Weights of every type count as the same weights in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import concordant.sklearn as ours

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
