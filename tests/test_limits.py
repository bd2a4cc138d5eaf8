"""
Limits of all metrics, by every method: they hold the value or say why not, and widen with the level.

And what the documentation says of data that say the same: rows in another order, models that change places, and a
cluster for each row.
"""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any, get_args

import numpy as np
import pytest
from metrics.cases import CALL, METRICS, Case, cases_of
from numpy.testing import assert_allclose
from support.judged import questions
from support.limits import broken_limits, intervals_in

import concordant
from concordant import judging, panels
from concordant.errors import ConcordantError
from concordant.inference.method_names import METHOD_NAMES, OF_NUMBERS, OF_PANELS
from concordant.judging.labelling import Chosen
from concordant.judging.pass_rate import Method
from concordant.metrics.definition.facts import CalibrationError
from concordant.metrics.definition.metric import Metric

# -- metrics -------------------------------------------------------------------------------------------------------

ROWS_RNG = np.random.default_rng(1)
EVEN, SELDOM, FOUR = np.array([0, 1] * 10), np.array([0] * 19 + [1]), np.array([0, 1, 2, 3] * 6)
SEVERAL = ROWS_RNG.integers(0, 2, (15, 3))
SEVERAL[:2] = [[1, 0, 1], [0, 1, 0]]
THREE, FLAT = np.array([0, 1, 2] * 8), np.full((24, 3), 1 / 3)
UNCOMMON = np.array([0] * 15 + [1] * 7 + [2, 3])
MEASURED = ROWS_RNG.normal(size=12)


def _flipped(truth: Any) -> Any:
    found = truth.copy()
    found.flat[0] = 1 - found.flat[0] if truth.max() == 1 else truth.max()
    return found


def _scored(truth: Any, noise: float) -> Any:
    return np.clip(0.25 + 0.5 * truth + noise * ROWS_RNG.normal(size=truth.shape), 0.01, 0.99)


def _shares(truth: Any, noise: float) -> Any:
    found = 0.1 + np.eye(3)[truth] + noise * ROWS_RNG.random((len(truth), 3))
    return found / found.sum(1, keepdims=True)


# The last of each kind is usual.
ROWS: dict[str, dict[str, tuple[Any, Any]]] = {
    "two labels": {
        "all right": (EVEN, EVEN),
        "all wrong": (EVEN, 1 - EVEN),
        "a rare class is missed": (SELDOM, np.zeros(20, int)),
        "a rare class is found": (SELDOM, SELDOM),
        "one label": (np.zeros(8, int), np.zeros(8, int)),
        "one error": (EVEN, _flipped(EVEN)),
        "usual": (EVEN, np.where(ROWS_RNG.random(20) < 0.7, EVEN, 1 - EVEN)),
    },
    "four labels": {
        "all right": (FOUR, FOUR),
        "all wrong": (FOUR, (FOUR + 1) % 4),
        "rare classes are missed": (UNCOMMON, np.minimum(UNCOMMON, 1)),
        "one error": (FOUR, _flipped(FOUR)),
        "usual": (FOUR, np.where(ROWS_RNG.random(24) < 0.6, FOUR, ROWS_RNG.integers(0, 4, 24))),
    },
    "indicators": {
        "all right": (SEVERAL, SEVERAL),
        "all wrong": (SEVERAL, 1 - SEVERAL),
        "one error": (SEVERAL, _flipped(SEVERAL)),
        "usual": (SEVERAL, np.where(ROWS_RNG.random((15, 3)) < 0.7, SEVERAL, 1 - SEVERAL)),
    },
    "scores": {
        "separated": (EVEN, _scored(EVEN, 0.0)),
        "the wrong way": (EVEN, _scored(1 - EVEN, 0.0)),
        "tied": (EVEN, np.full(20, 0.5)),
        "a rare class, highest": (SELDOM, np.linspace(0.01, 0.99, 20)),
        "a rare class, lowest": (SELDOM, np.linspace(0.99, 0.01, 20)),
        "one error": (EVEN, _scored(_flipped(EVEN), 0.0)),
        "usual": (EVEN, _scored(EVEN, 0.3)),
    },
    "scores of classes": {
        "all right": (THREE, _shares(THREE, 0.0)),
        "all wrong": (THREE, _shares((THREE + 1) % 3, 0.0)),
        "tied": (THREE, FLAT),
        "a rare class is missed": (np.minimum(UNCOMMON, 2), _shares(np.minimum(UNCOMMON, 1), 0.1)),
        "usual": (THREE, _shares(THREE, 1.5)),
    },
    "scores of indicators": {
        "all right": (SEVERAL, _scored(SEVERAL, 0.0)),
        "all wrong": (SEVERAL, _scored(1 - SEVERAL, 0.0)),
        "tied": (SEVERAL, np.full((15, 3), 0.5)),
        "usual": (SEVERAL, _scored(SEVERAL, 0.3)),
    },
    "measurements": {
        "the same": (MEASURED, MEASURED),
        "the other way": (MEASURED, -MEASURED),
        "one apart": (MEASURED, np.r_[MEASURED[0] + 3, MEASURED[1:]]),
        "four": (MEASURED[:4], MEASURED[:4] + np.array([0.1, -0.1, 0.2, 0.0])),
        "usual": (MEASURED, MEASURED + ROWS_RNG.normal(size=12)),
    },
}
MEASURABLE = [metric for metric in METRICS if metric.facts.instead is None]


SLOW = ("h_measure", "expected_calibration_error_null")
QUICK = [one for one in MEASURABLE if not isinstance(one.trait, CalibrationError) and one.name not in SLOW]
DRAWN = ("percentile", "basic", "bca", "normal", "optimism", "permutation", "zahl")


def _limits(answer: Any) -> Any:
    """A row of value and limits for every interval of an answer."""
    return np.array([(value, interval.low, interval.high) for _, value, interval in intervals_in(answer)])


def _kinds(metric: Metric) -> list[Case]:
    """The first case of each kind of rows; of slow metrics the first kind."""
    every = list({case.kind: case for case in reversed(cases_of(metric))}.values())
    return every if metric in QUICK else every[-1:]


def _rows(case: Case) -> dict[str, tuple[Any, Any]]:
    return ROWS[case.kind.replace("probabilities", "scores")]


@pytest.mark.parametrize("metric", MEASURABLE, ids=lambda metric: metric.name)
def test_limits_hold_the_value_and_widen_with_the_level(metric: Metric) -> None:
    for case in _kinds(metric):
        how: dict[str, Any] = {**CALL[case.kind], **case.options, "levels": (0.6, 0.999), "draws": 25}
        chosen = list(_rows(case).items())
        for name, rows in chosen if metric in QUICK else chosen[-2:]:
            assert broken_limits(metric.interval, *rows, **how) == [], f"{case}, {name}"
        for _, rows in chosen[-2:] if metric in QUICK else chosen[-1:]:
            n = len(rows[0])
            more: list[dict[str, Any]] = [{"cluster": np.arange(n) // 3}, {"sample_weight": np.linspace(0.5, 2, n)}]
            more += [{"method": method} for method in METHOD_NAMES["interval"][metric.facts.input]]
            for one in more:
                assert broken_limits(metric.interval, *rows, **how, **one) == [], f"{case}, {one}"


def _answer(metric: Metric, call: str, *rows: Any, **how: Any) -> Any:
    """Values, limits and p-values, of draws the values alone; None if the metric refuses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            answer = getattr(metric, call)(*rows, draws=20, **how)
        except ConcordantError:
            return None
    every = list(intervals_in(answer))
    found = np.array([(x, one.low, one.high, getattr(one, "p_value", 0.0)) for _, x, one in every]).reshape(-1, 4)
    drawn = [one.method.partition("/")[0] in DRAWN for _, _, one in every]
    found[drawn, 1:] = np.nan
    return found


@pytest.mark.parametrize("metric", QUICK, ids=lambda metric: metric.name)
def test_models_that_change_places_turn_the_sign(metric: Metric) -> None:
    for case in _kinds(metric):
        (truth, first), (_, second) = list(_rows(case).values())[-2:]
        if case.kind == "scores":
            second = np.round(first[::-1], 1)
        how: dict[str, Any] = {**CALL[case.kind], **case.options}
        one, two = (_answer(metric, "compare", truth, *sides, **how) for sides in ((first, second), (second, first)))
        if one is not None:
            assert_allclose(two, one[:, [0, 2, 1, 3]] * [-1, -1, -1, 1], rtol=1e-7, atol=1e-9, err_msg=str(case))


@pytest.mark.parametrize("metric", QUICK, ids=lambda metric: metric.name)
def test_the_order_of_rows_does_not_matter_and_a_cluster_for_each_hardly(metric: Metric) -> None:
    for case in _kinds(metric):
        truth, other = list(_rows(case).values())[-1]
        order = np.random.default_rng(7).permutation(len(truth))
        how: dict[str, Any] = {**CALL[case.kind], **case.options}
        plain = _answer(metric, "interval", truth, other, **how)
        if plain is None:
            continue
        moved = _answer(metric, "interval", truth[order], other[order], **how)
        assert_allclose(moved[:, 0], plain[:, 0], rtol=1e-9, err_msg=str(case))
        made = ~np.isnan(plain[:, 1]) & ~np.isnan(moved[:, 1])  # few draws decide whether others take their place
        assert_allclose(moved[made], plain[made], rtol=1e-7, atol=1e-9, err_msg=str(case))
        alone = _answer(metric, "interval", truth, other, **how, cluster=np.arange(len(truth)))
        assert_allclose(alone[:, 0], plain[:, 0], rtol=1e-12, err_msg=str(case))
        width, of_clusters = plain[:, 2] - plain[:, 1], alone[:, 2] - alone[:, 1]
        both = (width > 0) & (of_clusters > 0)
        assert_allclose(np.log2(of_clusters[both] / width[both]), 0, atol=1, err_msg=str(case))


@pytest.mark.parametrize("metric", QUICK, ids=lambda metric: metric.name)
def test_limits_of_differences_hold_the_difference_and_widen_with_the_level(metric: Metric) -> None:
    case = _kinds(metric)[-1]
    how: dict[str, Any] = {**CALL[case.kind], **case.options, "levels": (0.6, 0.999), "draws": 25}
    (truth, first), (_, second) = list(_rows(case).values())[-2:]
    for rows in ((truth, first, second), (truth, first, first)):
        assert broken_limits(metric.compare, *rows, **how) == [], str(case)
        assert broken_limits(metric.compare_independent, rows[:2], rows[::2], **how) == [], f"{case}, independent"


# -- judges --------------------------------------------------------------------------------------------------------

RNG = np.random.default_rng(0)
PASSES = np.array([0, 1] * 12)


def _wrong(share: float) -> Any:
    return np.where(RNG.random(24) < share, 1 - PASSES, PASSES)


# The judge, and three people.
JUDGED: dict[str, tuple[Any, Any]] = {
    "all right": (PASSES, np.stack([PASSES] * 3, 1)),
    "all wrong": (1 - PASSES, np.stack([PASSES] * 3, 1)),
    "one error": (np.r_[1, PASSES[1:]], np.stack([PASSES] * 3, 1)),
    "rare": (np.zeros(24, int), np.stack([np.arange(24) == 23] * 3, 1) * 1),
    "nobody passes": (np.zeros(24, int), np.zeros((24, 3), int)),
    "messy": (_wrong(0.3), np.stack([PASSES, _wrong(0.2), _wrong(0.2)], 1)),
    "few": (np.array([1, 1, 0, 1]), np.array([[0, 0, 0], [1, 0, 1], [0, 0, 0], [1, 1, 1]])),
}
ANSWERS = list(questions(*JUDGED["messy"]))


def _half(people: Any) -> Any:
    """Two items in three have labels."""
    return np.where(np.arange(len(people))[:, None] % 3 > 0, people * 1.0, np.nan)


def _answer_about(name: str, judge: Any, people: Any, **how: Any) -> Any:
    call, data, _ = questions(judge, people)[name]
    return call(**data, **how)


@pytest.mark.parametrize("clusters", ["", "in clusters"])
@pytest.mark.parametrize("name", ANSWERS)
def test_limits_about_judges_hold_the_value_and_widen_with_the_level(name: str, clusters: str) -> None:
    for kind, (judge, people) in JUDGED.items():
        cluster = np.arange(len(judge)) // 3 if clusters else None
        assert broken_limits(partial(_answer_about, name), judge, people, cluster=cluster) == [], kind


@pytest.mark.parametrize("clusters", ["", "in clusters"])
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("method", [None, *get_args(Method)])
@pytest.mark.parametrize("chosen", get_args(Chosen))
def test_limits_of_pass_rates(chosen: Any, method: Any, several: bool, clusters: str) -> None:
    for kind, (judge, people) in JUDGED.items():
        human = _half(people) if several else _half(people)[:, 0]
        asked = {"judge": judge, "human": human, "chosen": chosen, "method": method}
        asked["cluster"] = np.arange(len(judge)) // 3 if clusters else None
        assert broken_limits(judging.pass_rate, **asked) == [], kind


@pytest.mark.parametrize("kinds", [3, 10, 20])
@pytest.mark.parametrize("chosen", ["random", "by judge"])
def test_limits_of_pass_rates_by_many_verdicts(chosen: Any, kinds: int) -> None:
    rng = np.random.default_rng(kinds)
    for rate in (0.0, 0.1, 0.9, 0.98, 1.0):
        for labelled in (1, 30, 299):
            judge, passes = rng.integers(0, kinds, 300), rng.random(300) < rate
            human = np.where(rng.permutation(300) < labelled, passes * 1.0, np.nan)
            human[0] = passes[0]
            asked: dict[str, Any] = {"judge": judge, "human": human, "pass_label": 1, "chosen": chosen}
            assert broken_limits(judging.pass_rate, **asked) == []
            found = judging.pass_rate(**asked)
            assert found.low <= found.value <= found.high
            assert found.lenience_interval.low <= found.lenience <= found.lenience_interval.high


@pytest.mark.parametrize("name", [name for name in ANSWERS if name not in ("slices", "slope", "error", "windows")])
def test_the_order_of_items_does_not_matter(name: str) -> None:
    judge, people = JUDGED["messy"]
    order = np.random.default_rng(1).permutation(len(judge))
    if "chosen" in questions(judge, people)[name][1]:  # there the order decides which items are labelled
        order = np.arange(len(judge)) // 3 * 3 + np.tile([0, 2, 1], 8)
    first, second = (_answer_about(name, *rows) for rows in ((judge, people), (judge[order], people[order])))
    assert [key for key, _, _ in intervals_in(first)] == [key for key, _, _ in intervals_in(second)]
    assert_allclose(_limits(second), _limits(first), rtol=1e-9, atol=1e-12)


def test_judges_and_systems_that_change_places_turn_the_sign() -> None:
    judge, people = JUDGED["messy"]
    some, other = _half(people), people[:, 2]
    both: list[tuple[Any, Any]] = [
        tuple(
            judging.compare_judges(judges=np.stack(judges, 1), humans=people[:, :2]).pairs[0]
            for judges in ((judge, other), (other, judge))
        )
    ]
    chosen: Any
    for chosen in ("random", "by judge"):
        a, b = {"judge_a": judge, "human_a": some[:, 0]}, {"judge_b": other, "human_b": some[:, 1]}
        first = judging.compare_pass_rates(**a, **b, chosen=chosen)
        a, b = {"judge_b": judge, "human_b": some[:, 0]}, {"judge_a": other, "human_a": some[:, 1]}
        both.append((first, judging.compare_pass_rates(**a, **b, chosen=chosen)))
    for one, two in both:
        turned = [-two.difference.value, -two.difference.high, -two.difference.low, two.p_value]
        assert_allclose([one.difference.value, one.difference.low, one.difference.high, one.p_value], turned)
    exchanged = judging.pass_rate(judge=1 - judge, human=1 - some[:, 0], chosen="random")
    rate = judging.pass_rate(judge=judge, human=some[:, 0], chosen="random")
    assert_allclose([rate.value, rate.low, rate.high], [1 - exchanged.value, 1 - exchanged.high, 1 - exchanged.low])


def test_a_cluster_for_each_item_is_nearly_no_cluster() -> None:
    judge, people = JUDGED["messy"]
    for name in ANSWERS:
        answers = (_answer_about(name, judge, people, cluster=groups) for groups in (None, np.arange(len(judge))))
        plain, clustered = map(intervals_in, answers)
        alone = {key: one for key, _, one in clustered}
        for key, value, one in plain:
            assert_allclose(float(alone[key]), value, err_msg=f"{name}{key}")
            if one.method not in ("wilson", "tango") and one.high > one.low and alone[key].high > alone[key].low:
                assert 0.8 < (alone[key].high - alone[key].low) / (one.high - one.low) < 1.25, f"{name}{key}"


# -- coefficients and reports of panels ----------------------------------------------------------------------------

GRADES = np.array([1.0, 2.0, 3.0] * 8)


def _noisy(agree: float) -> Any:
    return np.where(RNG.random((24, 3)) < agree, GRADES[:, None], RNG.integers(1, 4, (24, 3)))


RATINGS: dict[str, Any] = {
    "all alike": np.stack([GRADES] * 3, 1),
    "never alike": np.stack([GRADES, GRADES % 3 + 1, (GRADES + 1) % 3 + 1], 1),
    "one error": np.stack([np.r_[2, GRADES[1:]], GRADES, GRADES], 1),
    "a rare label of one": np.stack([np.r_[3, np.ones(23)], np.ones(24), np.ones(24)], 1),
    "a rare label of all": np.stack([np.r_[2, np.ones(23)]] * 3, 1),
    "one label": np.ones((24, 3)),
    "few units": np.array([[1.0, 1.0, 2.0], [2.0, 2.0, 2.0], [3.0, 3.0, 3.0], [1.0, 1.0, 1.0]]),
    "holes": np.where(RNG.random((24, 3)) < 0.3, np.nan, _noisy(0.6)),
    "usual": _noisy(0.6),
}
OF_RATERS = [
    metric
    for metric in concordant.metrics.find()
    if (metric.of_raters or metric.facts.input in ("panel", "numbers")) and metric.name != "prmse"
]
REPORTS: dict[str, Any] = {
    "rater_report": panels.rater_report,
    "label_report": panels.label_report,
    "agree": panels.agree,
    "pairwise": panels.pairwise,
    "d_study": panels.d_study,
    "limits_of_agreement": panels.limits_of_agreement,
    "dawid_skene": panels.dawid_skene,
}
CLUSTERED = ("rater_report", "label_report", "agree", "pairwise")


@pytest.mark.parametrize("metric", OF_RATERS, ids=lambda metric: metric.name)
def test_limits_of_coefficients_hold_the_value_and_widen_with_the_level(metric: Metric) -> None:
    names = (OF_NUMBERS if metric.facts.input == "numbers" else OF_PANELS)["interval"]
    options: dict[str, Any] = {"weights": "linear"} if metric.name == "gwet_ac2" else {}
    for kind, ratings in RATINGS.items():
        how: list[dict[str, Any]] = [{}, {"cluster": np.arange(len(ratings)) // 3}]
        how += [{"method": name, "draws": 20} for name in names] if kind in ("never alike", "usual") else []
        for one in how:
            found = broken_limits(metric.interval, ratings, levels=(0.6, 0.999), **options, **one)
            assert found == [], f"{kind}, {one}"


@pytest.mark.parametrize("kind", RATINGS)
@pytest.mark.parametrize("name", REPORTS)
def test_limits_of_reports_hold_the_value_and_widen_with_the_level(name: str, kind: str) -> None:
    ratings = RATINGS[kind]
    assert broken_limits(REPORTS[name], ratings, levels=(0.6, 0.999)) == []
    if name in CLUSTERED:
        assert broken_limits(REPORTS[name], ratings, levels=(0.6, 0.999), cluster=np.arange(len(ratings)) // 3) == []


@pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
@pytest.mark.parametrize("metric", OF_RATERS, ids=lambda metric: metric.name)
def test_order_of_units_and_raters_and_a_cluster_for_each_unit_change_nothing(metric: Metric) -> None:
    options: dict[str, Any] = {"weights": "linear"} if metric.name == "gwet_ac2" else {}
    if metric.name in ("positive_agreement", "negative_agreement"):
        options = {"average": None}
    ratings = RATINGS["usual"]
    plain = _limits(metric.interval(ratings, **options))
    order = np.random.default_rng(3).permutation(24)
    assert_allclose(_limits(metric.interval(ratings[order][:, [2, 0, 1]], **options)), plain, rtol=1e-9)
    alone = _limits(metric.interval(ratings, cluster=np.arange(24), **options))
    if metric.numbers is not None:  # clusters are over units, for these raters
        plain = _limits(metric.interval(ratings, se="jackknife", **options))
    assert_allclose(alone[:, 0], plain[:, 0], rtol=1e-12)
    assert_allclose(alone[:, 2] - alone[:, 1], plain[:, 2] - plain[:, 1], rtol=0.25)
