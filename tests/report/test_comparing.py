"""Models on the same rows: the numbers of `metric.compare`, for all metrics that fit, in words."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from concordant.errors import IntervalWarning
from concordant.metrics import get
from concordant.report import compare_models, comparing
from concordant.report.comparing import remarks, sentences, to_dict

RNG = np.random.default_rng(8)
WORDS = np.array(["no", "yes"])
TRUTH = RNG.integers(0, 2, 400)


def flipped(share: float) -> np.ndarray[Any, Any]:
    return np.where(RNG.random(400) < share, 1 - TRUTH, TRUTH)


A, B, C = flipped(0.1), flipped(0.25), flipped(0.27)
SCORE = np.clip(0.5 + (TRUTH - 0.5) * 0.4 + RNG.normal(size=400) / 5, 0.01, 0.99)


def models(*pred: Any) -> dict[str, Any]:
    return dict(zip(("new", "old", "third"), (WORDS[one] for one in pred), strict=False))


def compared(given: dict[str, Any], *metrics: Any, truth: Any = WORDS[TRUTH], **claim: Any) -> Any:
    return compare_models(truth, given, metrics=list(metrics), **claim).metrics


def test_the_numbers_are_those_of_the_metric() -> None:
    found = compared(models(A, B))
    for one in found:
        expected = get(one.name).compare(TRUTH, A, B)
        assert one.values == pytest.approx(expected.values), one.name
        assert (one.pairs[0].low, one.pairs[0].high) == pytest.approx((expected.low, expected.high)), one.name
        assert one.adjusted == (pytest.approx(expected.p_value),)


def of_classes(count: int, *, several: bool = False, adjust: Any = "holm") -> tuple[Any, Any, tuple[str, ...]]:
    """Recall of each class of models that are right more often, or less, in the first class."""
    truth = np.arange(40 * count) % count
    wrong = (truth + 1) % count
    preds = [
        np.where((RNG.random(len(truth)) < 0.1) | (truth == 0) & (np.arange(len(truth)) % k == 0), wrong, truth)
        for k in ((7, 2, 5) if several else (7, 2))
    ]
    labels = np.array([f"class {place:03}" for place in range(count)])
    names = ("new", "old", "third")[: len(preds)]
    given = dict(zip(names, (labels[one] for one in preds), strict=True))
    how: Any = {"average": None, "adjust": adjust, "names": names}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntervalWarning)
        expected = get("recall").compare(labels[truth], *given.values(), **how)
    return compared(given, ("recall", {"average": None}), truth=labels[truth], adjust=adjust), expected, names


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("adjust", ["holm", None])
def test_each_class_is_named_and_has_its_own_numbers(several: bool, adjust: Any) -> None:
    found, expected, names = of_classes(4, several=several, adjust=adjust)
    assert [one.title for one in found] == [f"Recall of 'class {place:03}'" for place in range(4)]
    pairs = [pair for one in found for pair in one.pairs]
    assert sorted(map(repr, pairs)) == sorted(map(repr, expected.pairs))
    adjusted = dict(zip(map(repr, expected.pairs), expected.adjusted.tolist(), strict=True))
    for one in found:
        assert one.adjusted == tuple(adjusted[repr(pair)] for pair in one.pairs)
        assert one.values[0] == one.pairs[0].values[0]
        assert one.tests == len(expected.pairs)
    record = to_dict(found, names)
    assert [one["title"] for one in record["metrics"]] == [one.title for one in found]
    counted = "3 pairs and 4 classes" if several else "4 classes"
    plain = f"{counted} are compared on each metric, and p is not adjusted for that."
    assert list(remarks(found, names)) == [
        f"p is adjusted for the {counted} of each metric (Holm)." if adjust else plain
    ]


def test_of_many_classes_the_telling_ones_are_shown() -> None:
    found, _, _ = of_classes(150)
    few = comparing.most_telling(found, 10)
    shown = sorted(one.pairs[0].p_value for one in few)
    assert shown == sorted(one.pairs[0].p_value for one in found if not np.isnan(one.pairs[0].p_value))[:10]
    assert [one.title for one in few] == sorted(one.title for one in few)
    lead: Any = comparing.leading(found)
    assert lead.pairs[0].p_value == shown[0]
    assert comparing.leading(()) is None
    assert max(map(len, sentences(found))) < 1_000


def test_a_difference_that_is_none_once_p_is_adjusted_is_said_so() -> None:
    found, _, _ = of_classes(150)
    alone = [one for one in found if one.pairs[0].p_value < 0.05 <= one.adjusted[0]]
    assert alone
    for one in alone:
        (said,) = one.sentences()
        assert "not shown to differ between new and old, once p is adjusted; new minus old is" in said


def test_a_label_that_only_the_second_model_predicts() -> None:
    pred = np.where(np.arange(400) == 7, "maybe", WORDS[B])
    assert "accuracy" in [one.name for one in compared({"a": WORDS[A], "b": pred})]


def test_words_name_the_better_model_and_turn_the_limits() -> None:
    (one,) = compared(models(B, A), "accuracy")
    pair = one.pairs[0]
    limits = f"(95 % confidence interval {-pair.high:.4f} to {-pair.low:.4f})"
    assert list(one.sentences()) == [f"Accuracy: old is better than new, by {-pair.difference:.4f} {limits}."]
    (loss,) = compared(models(A, B), "zero_one_loss")
    assert next(loss.sentences()).startswith("Zero-one loss: new is better than old, by ")


def test_many_metrics_are_said_together_and_warned_of() -> None:
    found = compared(models(A, B))
    said = list(sentences(found))
    assert said[0].startswith("Recall, ")
    assert said[0].endswith(": new is better than old.")
    assert len(said) <= 3
    assert f"{len(found)} metrics are looked at, and p is not adjusted for that" in next(remarks(found, ("new", "old")))


def test_the_same_model_twice_shows_nothing_and_its_record_holds_no_nan() -> None:
    (one,) = compared(models(A, A), "cohen_kappa")
    assert one.pairs[0].difference == 0
    assert one.adjusted == (1.0,)
    assert "not shown to differ between new and old; new minus old is 0.0000; but" in next(one.sentences())
    assert "nan" not in repr(to_dict(compared(models(A, A)), ("new", "old")))


@pytest.mark.parametrize(
    ("first", "second", "alternative", "margin", "shown"),
    [
        (A, B, "non-inferiority", 0.05, "new is shown to be better than old, by more than"),
        (A, B, "non-inferiority", 0.15, "better than old, but not whether by more than"),
        (A, B, "equivalence", 0.3, "new is shown to be better than old, but by less than"),
        (B, A, "non-inferiority", 0.05, "new is shown to be worse than old, by more than"),
        (B, A, "superiority", 0.15, "worse than old, but not whether by more than"),
        (B, A, "superiority", None, "superiority not shown (margin 0, one-sided at 5 %): new is shown to be"),
        (B, C, "equivalence", 0.01, "equivalence not shown (margin 0.01, one-sided at 5 %);"),
    ],
)
@pytest.mark.parametrize("metric", ["accuracy", "hamming_loss"])
def test_a_claim_with_a_margin_says_what_else_the_limits_show(
    first: Any, second: Any, alternative: str, margin: float | None, shown: str, metric: str
) -> None:
    (one,) = compared(models(first, second), metric, alternative=alternative, margin=margin)
    assert shown in next(one.sentences())


def test_a_claim_of_many_classes_or_pairs_is_that_claim() -> None:
    how: dict[str, Any] = {"alternative": "non-inferiority", "margin": 0.3}
    several = ["accuracy"] * 3
    (said,) = sentences(compared(models(A, B), *several, **how))
    assert said.startswith(
        "Accuracy, Accuracy, Accuracy: new is not inferior to old (margin 0.3, one-sided at 5 %): new"
    )
    (one,) = compared(models(A, B, C), "accuracy", **how)
    weak = comparing.in_words(one.pairs[0], 0.06, one.better)
    assert weak.startswith("non-inferiority not shown once p is adjusted (margin 0.3, one-sided at 5 %); new minus")


def test_of_several_models_a_one_sided_claim_says_whose_it_is() -> None:
    how: dict[str, Any] = {"alternative": "superiority", "margin": 0.0}
    several, two = (models(*preds) for preds in ((A, B, C), (A, B)))
    said = list(remarks(compared(several, "accuracy", **how), tuple(several)))
    assert said[0] == (
        "Superiority is asked of the model of each pair that is named first: for the others change the order."
    )
    assert not list(remarks(compared(two, "accuracy", **how), tuple(two)))
