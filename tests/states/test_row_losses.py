"""Losses row by row are the quantities of the moments."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import pytest
from numpy.testing import assert_allclose

from concordant.engines.arrays.quantities import row_losses
from concordant.errors import ScoreError
from concordant.inputs.scores import check_scores
from concordant.states import Moments
from concordant.states.moments import Loss

RNG = np.random.default_rng(8)
N = 60
TWO, P = RNG.integers(0, 2, N), RNG.random(N)
MANY = RNG.integers(0, 3, N)
MATRIX = RNG.dirichlet([1, 1, 1], N)
LABELS = (RNG.random((N, 3)) < 0.4).astype(int)
KINDS: dict[str, tuple[Any, Any]] = {
    "two classes": (TWO, P),
    "truth values": (TWO.astype(bool), P),
    "other numbers": (TWO * 3 + 2, P),
    "several classes": (MANY, MATRIX),
    "several labels": (LABELS, MATRIX),
}


@pytest.mark.parametrize("loss", get_args(Loss))
@pytest.mark.parametrize("kind", KINDS)
def test_their_moments_are_those_of_the_state(kind: str, loss: Loss) -> None:
    rows = check_scores(*KINDS[kind], what="y_prob")
    state, quantities = Moments.from_losses(rows, loss), row_losses(rows, loss)
    assert quantities.shape == (N, *state.mean.shape)
    assert_allclose(quantities.mean(0), state.mean, rtol=1e-13)
    moved = quantities - quantities.mean(0)
    assert_allclose(np.einsum("n...p,n...q->...pq", moved, moved), state.comoment, rtol=1e-11, atol=1e-12)


def test_what_is_no_probability_raises() -> None:
    with pytest.raises(ScoreError, match=r"1\.5"):
        row_losses(check_scores([0, 1], [0.5, 1.5]), "squared")
