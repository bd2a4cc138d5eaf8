"""The true pass rate: by how items were chosen, against other software, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.samples import cases

from concordant import accuracy, judging
from concordant.errors import LabelError, OptionError

Z = 1.959963984540054


def table(n11: int, n10: int, n01: int, n00: int, rest: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """Judge and people: both pass, only the judge, only people, neither; and unlabelled ones that it passes, fails."""
    judge = [1] * (n11 + n10) + [0] * (n01 + n00) + [1] * rest[0] + [0] * rest[1]
    human = [1.0] * n11 + [0.0] * n10 + [1.0] * n01 + [0.0] * n00 + [math.nan] * sum(rest)
    return {"judge": judge, "human": human}


# --- edges ----------------------------------------------------------------------------------------------------


def test_a_verdict_that_nobody_has_looked_at_shows_in_the_interval() -> None:
    data = table(30, 10, 0, 0, (60, 100))
    found = judging.pass_rate(**data, chosen="by judge")
    assert found.reason == "no person has looked at items judged 0: a half of them is taken to pass"
    assert found.value == pytest.approx(0.5 * 0.75 + 0.5 * 0.5)
    assert found.high - found.low > 0.45


@pytest.mark.parametrize(
    ("counts", "how", "value", "message"),
    [
        ((30, 10, 0, 0, (60, 100)), ("by judge", "delta"), math.nan, "no person has looked at items judged 0"),
        ((5, 5, 5, 5, (10, 10)), ("by truth", None), math.nan, "no better than chance"),
        ((5, 0, 5, 0, (10, 10)), ("by truth", None), math.nan, "people fail none of the labelled items"),
        ((20, 0, 0, 20, (100, 100)), ("random", "delta"), 0.5, "people agree on all labelled items judged 0 and 1"),
    ],
)
def test_what_labels_do_not_tell_is_said(counts: Any, how: Any, value: float, message: str) -> None:
    found = judging.pass_rate(**table(*counts), chosen=how[0], method=how[1])
    assert_allclose(found.value, value)
    assert message in found.sentence + str(found.reason)
    assert found.lenience_interval.reason is not None  # what is doubtful about the rate is so about the lenience


def test_labels_that_agree_are_no_certainty() -> None:
    found = judging.pass_rate(**table(20, 0, 0, 20, (100, 100)), chosen="random")
    assert found.low < 0.5 < found.high
    assert found.reason is None


@pytest.mark.parametrize(
    ("judge", "human", "message"),
    [
        (["PASS", "FAIL"], ["pass", "fail"], "'PASS' and 'pass'"),
        (["pass ", "fail"], ["pass", "fail"], "'pass' and 'pass ' count as different labels"),
        (["good", "bad"], ["pass", "fail"], "the judge never says 'pass'"),
    ],
)
@pytest.mark.parametrize("share", [0.2, 1.0])
def test_a_judge_that_never_says_the_pass_label_is_doubted(
    judge: list[str], human: list[str], message: str, share: float
) -> None:
    labels: list[Any] = [*human, *human] * int(25 * share)
    labels += [None] * (100 - len(labels))
    found = judging.pass_rate(judge=judge * 50, human=labels, pass_label="pass", chosen="random")
    assert message in str(found.rate.reason)
    assert "is not shown to be more lenient" in found.sentence
    assert math.isnan(found.lenience_interval.low)


def test_people_who_never_say_the_pass_label_are_doubted() -> None:
    asked: dict[str, Any] = {"judge": ["ok", "no"] * 20, "pass_label": "ok", "chosen": "random"}
    assert "people never say 'ok'" in str(judging.pass_rate(human=["good", "bad", *[None] * 38], **asked))
    assert judging.pass_rate(human=["no"] * 8 + [None] * 32, **asked).reason is None  # they pass nothing
    asked = {"judge_a": ["Pass", "fail"] * 20, "judge_b": ["fail", "Pass"] * 20, "pass_label": "pass"}
    two = judging.compare_pass_rates(human_a=["pass", "fail"] * 20, human_b=["fail", "pass"] * 20, **asked)
    assert "'Pass' and 'pass'" in str(two)


# --- by hand --------------------------------------------------------------------------------------------------


def test_all_labelled_is_the_share_with_wilsons_limits() -> None:
    found = judging.pass_rate(**table(40, 10, 5, 45))
    expected = accuracy.interval([1] * 45 + [0] * 55, [1] * 100)
    assert_allclose([found.value, found.low, found.high], [0.45, expected.low, expected.high], rtol=1e-12)
    assert found.sentence == (
        "The judge passes 50 %. People pass 45 % (95 % confidence interval 36 to 55) of items like these, of "
        "which they labelled all 100; the judge is not shown to be more lenient or stricter than people."
    )
    assert found.chosen is None


def test_post_stratified_by_hand() -> None:
    # judged pass: 140 of 200, people pass 36 of 40; judged fail: 60, people pass 4 of 20
    found = judging.pass_rate(**table(36, 4, 4, 16, (100, 40)), chosen="random")
    assert found.value == pytest.approx(0.7 * 0.9 + 0.3 * 0.2)
    assert found.judge_rate.value == pytest.approx(0.7)
    assert found.lenience == pytest.approx(0.01)
    between = 0.7 * 0.9**2 + 0.3 * 0.2**2 - 0.69**2
    assert found.explained == pytest.approx(between / (0.69 * 0.31))
    assert found.effective_labels == pytest.approx(60 / (1 - found.explained * (1 - 60 / 200)))
    assert float(found.sensitivity) == pytest.approx(36 / 40)
    assert float(found.specificity) == pytest.approx(16 / 20)
    by_delta = judging.pass_rate(**table(36, 4, 4, 16, (100, 40)), chosen="random", method="delta")
    variance = 0.49 * 0.09 / 39 + 0.09 * 0.16 / 19 + (0.7 * 0.21**2 + 0.3 * 0.49**2) / 200
    assert by_delta.rate.se == pytest.approx(math.sqrt(variance))
    assert abs(by_delta.low - found.low) < 0.01
    assert abs(by_delta.high - found.high) < 0.01


def test_limits_of_strata_by_hand() -> None:
    # Wilson's limits of 36 of 40 and 4 of 20 at 1.96 times sqrt(.49 v1 + .09 v2) / (.7 sqrt(v1) + .3 sqrt(v2))
    found = judging.pass_rate(**table(36, 4, 4, 16, (100, 40)), chosen="random")
    share, n, w = np.array([0.9, 0.2]), np.array([40, 20]), np.array([0.7, 0.3])
    v = share * (1 - share) / n
    z = Z * np.sqrt(w**2 @ v) / (w @ np.sqrt(v))
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(v + z * z / (4 * n * n))
    drift = Z * np.sqrt((0.7 * 0.21**2 + 0.3 * 0.49**2) / 200)
    low = 0.69 - math.hypot(0.69 - w @ (middle - half), drift)
    high = 0.69 + math.hypot(w @ (middle + half) - 0.69, drift)
    assert_allclose([found.low, found.high], [low, high], rtol=1e-12)
    assert found.rate.method == "post-stratified, wilson"
    drift = Z * np.sqrt((0.7 * 0.09**2 + 0.3 * 0.21**2) / 200)  # the judge's 1 and 0 less 0.9 and 0.2
    low = 0.01 - math.hypot(w @ (middle + half) - 0.69, drift)
    high = 0.01 + math.hypot(0.69 - w @ (middle - half), drift)
    assert_allclose([found.lenience_interval.low, found.lenience_interval.high], [low, high], rtol=1e-12)


@pytest.mark.parametrize("human", [1, 0])
@pytest.mark.parametrize(("rows", "labelled"), [(5, 1), (10, 5), (400, 100)])
def test_limits_of_one_verdict_are_those_of_wilson(rows: int, labelled: int, human: int) -> None:
    found = judging.pass_rate(judge=[1] * rows, human=[human] * labelled + [None] * (rows - labelled), chosen="random")
    edge = labelled / (labelled + Z * Z)
    assert_allclose([found.low, found.high], [edge, 1.0] if human else [0.0, 1 - edge], rtol=1e-12)


def test_verdicts_of_one_label_each_vary_as_their_labels_do() -> None:
    judge, human = np.arange(1000) % 20, np.full(1000, np.nan)
    human[:20] = np.random.default_rng(7).random(20) < 0.5
    found = judging.pass_rate(judge=judge, human=human, pass_label=1, chosen="by judge")
    p = np.array([human[:20].mean()])
    assert "one label each stands for all items judged 0 or 1" in str(found.reason)
    half = Z / (1 + Z * Z / 20) * np.sqrt(p * (1 - p) / 20 + Z * Z / 1600)  # Wilson's of 20 labels
    middle = (p + Z * Z / 40) / (1 + Z * Z / 20)
    drift = Z * np.sqrt(p * (1 - p) / 1000)
    assert_allclose(found.high, p + np.hypot(middle + half - p, drift), rtol=1e-12)


def test_several_people_count_by_their_share() -> None:
    human = [[1, 1], [1, 0], [1, None], [0, 0], [None, None], [0, 1], [None, None], [0, 0]]
    found = judging.pass_rate(judge=[1, 1, 1, 0, 1, 1, 0, 0], human=human, chosen="random")
    assert found.rate.method == "post-stratified, delta"
    assert found.value == pytest.approx(5 / 8 * (1 + 0.5 + 1 + 0.5) / 4)
    assert found.labelled == 6
    with pytest.raises(OptionError, match="the majority of people"):
        judging.pass_rate(judge=[1, 1, 1, 0, 1, 1, 0, 0], human=human, chosen="by truth")


def test_labels_from_elsewhere_are_no_part_of_the_rate() -> None:
    found = judging.pass_rate(**table(90, 15, 10, 85, (640, 360)), chosen="elsewhere")
    expected = judging.rogan_gladen(
        judged=1000, judged_pass=640, human_pass=100, judge_pass_of_these=90, human_fail=100, judge_fail_of_these=85
    )
    assert (found.value, found.low, found.high) == (expected.value, expected.low, expected.high)
    assert found.judged == 1000


# --- other software -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [case for case in cases("rogan_gladen") if "cases" in case["expected"]], ids=str)
def test_rogan_gladen_is_that_of_others(case: dict[str, Any]) -> None:
    for given_, expected in zip(case["input"]["cases"], case["expected"]["cases"], strict=True):
        if "true" in expected:  # epiR, known errors of the judge
            found = judging.rogan_gladen(**given_)
            assert_allclose([found.value, found.low, found.high], expected["true"], rtol=1e-9)
        elif "human_pass" in given_:
            found = judging.rogan_gladen(**given_)
            assert found.value == pytest.approx(expected["value"])
            assert_allclose([found.low, found.high], [expected["low"], expected["high"]], atol=0.03)  # Lang-Reiczigel


def test_rogan_gladen_of_clusters_is_cut_on_both_sides() -> None:
    judge = ([1] * 50 + [0] * 50) + [0] * 100 + [1] * 1800
    human = [1] * 100 + [0] * 100 + [None] * 1800
    found = judging.pass_rate(judge=judge, human=human, chosen="by truth", cluster=list(range(2000)))
    assert found.low == found.value == found.high == 1.0  # 1.85, 1.47 to 2.23
    assert "cut to a share" in str(found)


# --- lenient or strict ----------------------------------------------------------------------------------------


def test_lenience_of_labelled_items_is_a_test_of_the_discordant_ones() -> None:
    found = judging.pass_rate(**table(500, 25, 0, 475))
    assert "the judge is 3 percentage points too lenient" in found.sentence
    assert found.lenience_interval.low > 0
    assert found.lenience_interval.method == "tango"
    same = judging.pass_rate(**table(50, 30, 30, 50))
    assert same.lenience_interval.low == pytest.approx(-same.lenience_interval.high)
    assert "is not shown to be more lenient" in same.sentence
    assert "is not shown to be more lenient" in judging.pass_rate(**table(50, 0, 0, 50)).sentence


def test_shares_of_people_and_clusters_are_paired_too() -> None:
    judge = [1] * 60 + [0] * 40
    human = np.array([[1, 1]] * 40 + [[1, 0]] * 20 + [[0, 0]] * 40, float)
    found = judging.pass_rate(judge=judge, human=human)
    assert found.lenience_interval.value == pytest.approx(0.1)
    assert "10 percentage points too lenient" in found.sentence
    alone = judging.pass_rate(**table(50, 20, 5, 25), cluster=np.arange(100))
    assert_allclose(alone.lenience_interval.se, np.std([0] * 75 + [1] * 20 + [-1] * 5, ddof=1) / 10)


HOW = ["", "random", "random, delta", "random, ppi++", "by judge", "by judge, delta", "by truth", "elsewhere"]


@pytest.mark.parametrize("how", HOW)
def test_a_judge_that_is_neither_is_seldom_called_so(how: str) -> None:
    rng, claimed, held = np.random.default_rng(7), 0, 0
    chosen, method = (word or None for word in how.partition(", ")[::2])
    for _ in range(100):
        human = (rng.random(600) < 0.5) * 1.0
        judge = np.where(human == 1, rng.random(600) < 0.8, rng.random(600) < 0.2) * 1
        keep = np.zeros(600, bool)
        if chosen in ("random", "elsewhere"):
            keep[:100] = True
        else:
            for value in (0, 1):
                keep[np.flatnonzero((judge if chosen == "by judge" else human) == value)[:50]] = True
        labels = human if chosen is None else np.where(keep, human, np.nan)
        found = judging.pass_rate(judge=judge, human=labels, chosen=chosen, method=method)  # type: ignore[arg-type]
        claimed += " too " in found.sentence
        held += found.lenience_interval.low <= 0 <= found.lenience_interval.high
    assert claimed <= 12
    assert held >= 88


@pytest.mark.parametrize(
    ("labels", "apart", "warning"),
    [(20, 8, "only 20 labelled items"), (60, 4, "people and judge differ on 4 labelled items"), (60, 6, None)],
)
@pytest.mark.parametrize("clusters", [None, np.arange(500) // 2])
def test_few_labels_for_a_standard_error_are_a_reason(labels: int, apart: int, warning: str, clusters: Any) -> None:
    judge = np.arange(500) % 3 > 0
    human = np.where(np.arange(500) < apart, ~judge, judge).astype(float)
    human[labels:] = np.nan
    found = judging.pass_rate(judge=judge, human=human, chosen="random", method="ppi++", cluster=clusters)
    assert str(found.rate.reason).startswith(warning or "None")
    default = judging.pass_rate(judge=judge, human=human, chosen="random", cluster=clusters)
    assert "labelled items" not in str(default.rate.reason)


# --- a finite population ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("labelled", [10, 100, 270])
def test_labels_of_the_judged_items_are_worth_more(labelled: int) -> None:
    # one verdict, which people always pass: Wilson's limit of n (N - 1) / (N - n) labels (Cochran 1977, eq. 2.19)
    human = [1] * labelled + [None] * (300 - labelled)
    found = judging.pass_rate(judge=[1] * 300, human=human, chosen="random", population="finite")
    worth = labelled * 299 / (300 - labelled)
    assert_allclose([found.low, found.high], [max(worth / (worth + Z * Z), labelled / 300), 1.0], rtol=1e-12)
    assert found.judge_rate.width == 0
    data = table(36, 4, 4, 16, (100, 40))  # judged pass: 140, of which people pass 36 of 40; fail: 60, 4 of 20
    delta = judging.pass_rate(**data, chosen="random", method="delta", population="finite").rate
    within = 0.49 * 0.09 / 39 * (1 - 40 / 140) + 0.09 * 0.16 / 19 * (1 - 20 / 60)
    assert_allclose(delta.se, math.sqrt(within))


def test_limits_of_the_judged_items_stop_at_what_no_label_could_change() -> None:
    found = judging.pass_rate(**table(40, 2, 1, 50, (1, 1)), chosen="random", population="finite")
    assert found.rate.low >= 41 / 95
    assert found.rate.high <= 43 / 95
    assert "of these 95 items" in found.sentence
    whole = judging.pass_rate(**table(8, 2, 1, 9), population="finite")
    assert (whole.rate.low, whole.rate.high, whole.rate.se) == (9 / 20, 9 / 20, 0)
    assert_allclose([whole.lenience_interval.low, whole.lenience_interval.high], 1 / 20)
    assert "of items like these" in judging.pass_rate(**table(8, 2, 1, 9)).sentence


def test_a_pass_rate_of_0_is_an_answer_where_the_pass_is_known() -> None:
    """Numbers 0 and 1 need no word; of text the labels say that nobody misspelt the pass."""
    numbers = judging.pass_rate(judge=[0] * 50, human=[0] * 20 + [None] * 30, pass_label=1, chosen="random")
    text: dict[str, Any] = {"judge": ["fail"] * 50, "human": ["fail"] * 20 + [None] * 30, "chosen": "random"}
    words = judging.pass_rate(**text, pass_label="pass", labels=["fail", "pass"])
    for found in (numbers, words):
        assert (found.rate.value, found.rate.low) == (0, 0)
        assert 0.05 < found.rate.high < 0.25
    with pytest.raises(LabelError, match=r"occurs in no verdict; there are 'fail'. If nothing passes, declare it"):
        judging.pass_rate(**text, pass_label="pass")
    flips = judging.verdict_flips(old=["fail"] * 9, new=["fail"] * 9, pass_label="pass", labels=["fail", "pass"])
    assert (flips.new_rate.value, flips.to_pass) == (0, 0)
