"""A stored state with anything in it changed is refused by our own error, or read as a state that rows can give."""

from __future__ import annotations

import faulthandler
import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mutations import accepted, alike

from concordant import (
    accuracy,
    average_precision,
    brier_score,
    cohen_kappa,
    conger_kappa,
    fleiss_kappa,
    overall_concordance,
    pearson_correlation,
    roc_auc,
    weighted_agreement,
)
from concordant.errors import ConcordantError, StateFormatError, UndefinedMetricWarning
from concordant.inputs.scores import check_scores
from concordant.states import (
    BucketCurve,
    Counts,
    Curve,
    CurveStack,
    Moments,
    NumericRatings,
    RatingMoments,
    Ratings,
    SampleCounts,
    ScoreKey,
    Tallies,
    TallySums,
)

STORED = Path(__file__).parent / "stored"
STATES: dict[str, Any] = {
    "bucket_curve": (BucketCurve, [(roc_auc, 0, 1), (average_precision, 0, 1)]),
    "counts": (Counts, [(accuracy, 0, 1), (cohen_kappa, -1, 1)]),
    "curve": (Curve, [(roc_auc, 0, 1), (average_precision, 0, 1)]),
    "curve_stack": (CurveStack, [(roc_auc, 0, 1), (average_precision, 0, 1)]),
    "moments": (Moments, [(pearson_correlation, -1, 1), (brier_score, 0, 2)]),
    "numeric_ratings": (NumericRatings, [(overall_concordance, -1, 1)]),
    "rating_moments": (RatingMoments, [(overall_concordance, -1, 1)]),
    "ratings": (Ratings, [(conger_kappa, -1, 1), (weighted_agreement, 0, 1)]),
    "sample_counts": (SampleCounts, [(accuracy, 0, 1)]),
    "tallies": (Tallies, [(fleiss_kappa, -1, 1), (weighted_agreement, 0, 1)]),
    "tally_sums": (TallySums, [(weighted_agreement, 0, 1)]),
}


@pytest.fixture(autouse=True)
def _time_limit() -> Iterator[None]:
    """End the whole process after five minutes: a loop in a kernel hears no signal."""
    faulthandler.dump_traceback_later(300, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def _is_sound(state: Any, ends: list[tuple[Any, float, float]]) -> bool:
    """Whether it adds up and its metrics are inside their ranges."""
    assert state + state * 0 == state
    assert state * 0 + state == state
    try:
        twice = state + state
    except ConcordantError:  # too many rows for 64-bit integers
        twice = state
    found = [np.ravel(metric.of(one)) for one in (state, twice) for metric, _, _ in ends if _takes(metric, one)]
    limits = [(low, high) for one in (state, twice) for metric, low, high in ends if _takes(metric, one)]
    return all(
        ((values >= low - 1e-9) & (values <= high + 1e-9) | np.isnan(values) | np.isposinf(values)).all()
        for values, (low, high) in zip(found, limits, strict=True)
    )


def _takes(metric: Any, state: Any) -> bool:
    try:
        metric.of(state)
    except ConcordantError:
        return False
    return True


@pytest.mark.parametrize("path", sorted(STORED.glob("v1/*.json")), ids=lambda path: path.stem)
def test_whatever_is_changed_is_refused_or_sound(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    state, ends = STATES[data["state"]]
    read = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        warnings.filterwarnings("ignore", "overflow|invalid value", RuntimeWarning)  # sums of weights of 1e300
        for what, changed, found in accepted(state.from_dict, data):
            read += 1
            again = found.to_dict()
            extra = changed.keys() - again.keys()
            assert alike(again, {name: changed[name] for name in changed if name not in extra}), what
            assert _is_sound(found, ends), what
    assert read > 0  # labels are anything, so that something is always read


WEIGHTS = {
    "none": lambda random, n: None,
    "shares": lambda random, n: random.random(n),
    "with zeros": lambda random, n: random.integers(0, 3, n),
    "zeros": lambda random, n: np.zeros(n),
    "of all sizes": lambda random, n: np.where(np.arange(n), 10.0 ** random.uniform(-300, 20, n), 1.0),
}


def _made(random: np.random.Generator, n: int, weight: Any) -> Iterator[Any]:
    """States of all kinds of the same odd rows."""
    label, two = random.integers(0, 3, n), random.integers(0, 2, n)
    ones, other = random.integers(0, 2, (2, n, 3))
    score = random.choice([-np.inf, -1.5, 0, 1e-300, 0.3, 1e300, np.inf], n)
    shares = random.dirichlet(np.ones(3), n)
    yield Counts.from_labels(label, np.roll(label, 1), sample_weight=weight)
    yield Counts.from_indicators(ones, other, sample_weight=weight)
    yield Curve.from_scores(two, score, labels=[0, 1], sample_weight=weight)
    yield Curve.from_scores(two, random.integers(-2, 3, n), labels=[0, 1], sample_weight=weight)
    yield Curve.from_scores(two, score, labels=[0, 1], sample_weight=weight, edges=[-1.5, 0.3])
    yield BucketCurve.from_scores(
        two, score, labels=[0, 1], sample_weight=weight, key=ScoreKey("real", bits=2, limit=4)
    )
    yield BucketCurve.from_scores(two, shares[:, 0], labels=[0, 1], sample_weight=weight)
    yield CurveStack.from_scores(label, shares, labels=[0, 1, 2], sample_weight=weight)
    yield CurveStack.from_scores(ones, shares, sample_weight=weight)
    yield SampleCounts.from_indicators(ones, other, sample_weight=weight)
    rating = random.normal(size=n) * 10.0 ** random.integers(-150, 150) + random.choice([0, 1e12])
    for second in (rating, -2 * rating, np.full(n, 0.1), rating + random.normal(size=n)):
        yield Moments.from_measurements(rating, second, sample_weight=weight)
    many = check_scores(label, shares, labels=[0, 1, 2], sample_weight=weight)
    pair = check_scores(two, random.choice([0, 0.5, 1], n), labels=[0, 1], sample_weight=weight)
    for loss in ("squared", "surprise", "squared and class", "surprise and class"):
        yield Moments.from_losses(many, loss)
        yield Moments.from_losses(pair, loss)


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("seed", range(12))
def test_whatever_odd_rows_give_is_read_again(seed: int, weights: str) -> None:
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 12))
    with np.errstate(all="ignore"):
        for state in _made(random, n, WEIGHTS[weights](random, n)):
            for one in (state, state * 3, state * 0.1, state * 0, state + state, state + state * 0.3):
                assert type(one).from_dict(json.loads(json.dumps(one.to_dict(), allow_nan=False))) == one


def test_the_counts_of_an_impossible_population_are_not_stored() -> None:
    one_class = Counts.from_labels([0, 0], [0, 1], labels=[0, 1]).at_prevalence(0.5)
    with pytest.raises(StateFormatError, match="counts with undefined or infinite cells cannot be stored"):
        one_class.to_dict()
    curve = Curve.from_scores([0, 0], [0.1, 0.2], labels=[0, 1]).at_prevalence(0.5)
    with pytest.raises(StateFormatError, match="curve with undefined or infinite cells cannot be stored"):
        curve.to_dict()
