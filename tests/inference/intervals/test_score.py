"""Score limits: Wilson's and Cornfield's where these exist, unseen cells, clusters, weights, what does not matter."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import brentq
from statsmodels.stats.proportion import proportion_confint

from concordant import (
    Counts,
    Curve,
    average_precision,
    balanced_accuracy,
    cohen_kappa,
    decision_curve,
    gini,
    matthews_correlation,
    net_benefit,
    net_interventions_avoided,
    partial_auc,
    precision_recall_auc,
    roc_auc,
)
from concordant.errors import UndefinedMetricWarning
from concordant.inference.intervals.path import limits_along_path
from concordant.inference.intervals.score import functional_of_tables, masses_of_tables
from concordant.metrics import get

pytestmark = pytest.mark.filterwarnings("ignore::concordant.errors.IntervalWarning")
Z = 1.959963984540054
RNG = np.random.default_rng(48)
TABLES = np.add(RNG.multinomial(60, [0.80, 0.08, 0.04, 0.08], size=40).reshape(-1, 2, 2), [[1, 0], [0, 1]])
PLAIN = {"average": "binary"}


def plain_limits(name: str, tables: Any, **options: Any) -> tuple[Any, Any]:
    """Without the skewness: of many tables at once."""
    metric, tables = get(name), np.asarray(tables, float)
    size = tables.shape[-1]
    functional = functional_of_tables(
        lambda counts: metric.formula(counts, **options),
        tables.sum((1, 2), keepdims=True),
        lambda counts: Counts(counts, tuple(range(size)), True),
    )
    masses = masses_of_tables(functional, tables, tables, metric.facts.denominators)
    return limits_along_path(functional, masses, np.full(len(tables), Z), skewed=False)


def limits(name: str, table: Any, **options: Any) -> list[float]:
    table = np.asarray(table)
    found = get(name).interval_of(Counts.from_table(table, tuple(range(len(table)))), method="score", **options)
    assert found.method == "score"
    return [found.low, found.high]


@pytest.mark.parametrize(
    ("name", "options", "part", "whole"),
    [
        ("accuracy", {}, lambda t: t[0, 0] + t[1, 1], lambda t: t.sum()),
        ("recall", PLAIN, lambda t: t[1, 1], lambda t: t[1].sum()),
        ("specificity", PLAIN, lambda t: t[0, 0], lambda t: t[0].sum()),
        ("precision", PLAIN, lambda t: t[1, 1], lambda t: t[:, 1].sum()),
    ],
)
def test_of_a_share_they_are_wilsons(name: str, options: dict[str, Any], part: Any, whole: Any) -> None:
    wilson = [proportion_confint(part(t), whole(t), method="wilson") for t in TABLES]
    assert_allclose(np.transpose(plain_limits(name, TABLES, **options)), wilson, atol=1e-4)


def cornfield(table: Any, signs: Any, moved: float) -> float:
    return float(moved * np.sqrt((1 / (table + moved * signs)).sum()) - Z)


def test_of_an_odds_ratio_they_are_cornfields() -> None:
    """Cornfield 1956: the tables with the same margins whose first cell is z standard errors away."""
    signs = np.array([1, -1, -1, 1])
    full = TABLES[(TABLES > 0).all((1, 2))][:12]
    found = np.log(np.transpose(plain_limits("diagnostic_odds_ratio", full, **PLAIN)))
    for table, ends in zip(full.reshape(-1, 4).astype(float), found, strict=True):
        for sign, end in zip((-1, 1), ends, strict=True):
            most = min(table[1], table[2]) if sign > 0 else min(table[0], table[3])
            away = partial(cornfield, table, sign * signs)
            moved = brentq(away, 1e-9, most * (1 - 1e-9))
            assert_allclose(end, (np.log(table + sign * moved * signs) * signs).sum(), atol=0.01)


BINARY = [[50, 4], [6, 20]]


def test_a_function_of_the_value_has_that_function_of_the_limits() -> None:
    assert_allclose(
        limits("informedness", BINARY, **PLAIN), 2 * np.array(limits("balanced_accuracy", BINARY)) - 1, rtol=1e-9
    )
    recall = np.array(limits("false_negative_rate", BINARY, **PLAIN))
    assert_allclose(limits("recall", BINARY, **PLAIN), 1 - recall[::-1], rtol=1e-9)
    assert_allclose(limits("gwet_ac1", BINARY), limits("gwet_ac2", BINARY, weights="linear"), rtol=1e-6)


@pytest.mark.parametrize("name", ["cohen_kappa", "scott_pi", "krippendorff_alpha", "matthews_correlation"])
def test_a_cell_that_the_sample_lacks_is_thought_of(name: str) -> None:
    """Labels that have nothing to do with each other, 2 % each: mostly no row has both."""
    low, high = limits(name, [[961, 20], [19, 0]])
    assert low < 0 < high
    assert high > 0.05
    low, high = limits(name, [[980, 0], [0, 20]])
    assert low < 0.95
    assert high == 1


def test_one_label_alone_leaves_open_how_the_others_fall() -> None:
    low, high = limits("bias_index", [[30, 0], [0, 0]])
    assert_allclose([low, high], [-high, high], rtol=1e-9)
    assert 0.03 < high < 0.15


def test_no_disagreement_of_grades_is_thought_of_that_is_far_beyond_those_seen() -> None:
    near = np.diag([10] * 10) + np.diag([1] * 9, 1)
    far = near.copy()
    far[0, 9] = 1
    low = [limits("cohen_kappa", table, weights="quadratic")[0] for table in (near, far)]
    assert low[0] > 0.93
    assert low[1] < 0.88


tables = st.integers(2, 4).flatmap(
    lambda size: st.lists(st.integers(0, 12), min_size=size * size, max_size=size * size).map(
        lambda cells: np.array(cells).reshape(size, size)
    )
)
CHOSEN = [
    ("cohen_kappa", {}),
    ("cohen_kappa", {"weights": "quadratic"}),
    ("balanced_accuracy", {}),
    ("f1", {"average": "macro"}),
    ("precision", {"average": "macro"}),
    ("matthews_correlation", {}),
    ("gwet_ac1", {}),
    ("geometric_mean", {}),
    ("diagnostic_odds_ratio", {"average": "macro"}),
    ("macro_mean_absolute_error", {}),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@given(tables, st.sampled_from(CHOSEN))
def test_limits_hold_the_value_and_grow_with_the_level(table: Any, chosen: tuple[str, dict[str, Any]]) -> None:
    name, options = chosen
    metric, counts = get(name), Counts.from_table(table, tuple(range(len(table))))
    if not table.sum() or np.isnan(metric.of(counts, **options)):
        return
    least, most = metric.facts.range or (-np.inf, np.inf)
    inner_low, inner_high = np.inf, -np.inf
    for level in (0.5, 0.8, 0.95, 0.99, 0.999):
        found = metric.interval_of(counts, method="score", level=level, **options)
        if np.isnan(found.low):  # no row moves the value
            continue
        assert least <= found.low <= found.value + 1e-12
        assert found.value - 1e-12 <= found.high <= most
        assert found.low <= inner_low + 1e-7
        assert found.high >= inner_high - 1e-7
        inner_low, inner_high = found.low, found.high


TRUTH = RNG.integers(0, 3, 200)
SAID = np.where(RNG.random(200) < 0.7, TRUTH, RNG.integers(0, 3, 200))
SCORE = RNG.normal(size=200) + (TRUTH == 2)
PROBABILITY = 1 / (1 + np.exp(-SCORE))


def ends(name: str, *data: Any, **options: Any) -> list[float]:
    found = get(name).interval(*data, method="score", **options)
    return [found.low, found.high]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cohen_kappa", (TRUTH, SAID)),
        ("balanced_accuracy", (TRUTH, SAID)),
        ("roc_auc", (TRUTH == 2, SCORE)),
        ("average_precision", (TRUTH == 2, SCORE)),
        ("brier_score", (TRUTH == 2, PROBABILITY)),
    ],
)
class TestRowsOfAnyKind:
    def test_clusters_of_rows_that_are_alike_are_as_good_as_one_row_each(
        self, name: str, data: tuple[Any, Any]
    ) -> None:
        groups = np.arange(200)
        alone = ends(name, *data, cluster=groups)
        twice = ends(name, *(np.repeat(column, 2) for column in data), cluster=np.repeat(groups, 2))
        assert_allclose(twice, alone, rtol=0.02)
        assert_allclose(alone, ends(name, *data), atol=0.02)

    def test_a_row_of_no_weight_is_no_row(self, name: str, data: tuple[Any, Any]) -> None:
        weight = np.append(np.ones(200), 0.0)
        more = [np.append(column, column[:1]) for column in data]
        assert_allclose(ends(name, *more, sample_weight=weight), ends(name, *data), rtol=1e-5)


def test_heavy_rows_that_the_sample_lacks_are_thought_of() -> None:
    """Partial verification: of the rows that are called negative one in fifteen was checked, and none was a miss."""
    truth = np.repeat([1, 0, 0], [100, 60, 120])
    said = np.repeat([1, 1, 0], [100, 60, 120])
    weight = np.where(said == 1, 1.0, 15.0)
    low, high = ends("recall", truth, said, sample_weight=weight, average="binary")
    assert low < 0.85
    assert high == 1


@pytest.mark.parametrize(
    ("moved", "reason"),
    [
        ([20, 1, 0, 0], "grades differ in only 1 row, too few to tell how far they do"),
        ([20, 2, 0, 0], None),
        ([0, 2, 0, 0], "all but 2 rows are 0, too few to tell how far grades differ"),
        ([12, 0, 4, 3], "all but 15.5 rows are 0, too few to tell how far grades differ"),
        ([13, 0, 4, 3], None),
    ],
)
@pytest.mark.parametrize(
    ("name", "options"),
    [("cohen_kappa", {"weights": "linear"}), ("krippendorff_alpha", {"level_of_measurement": "interval"})],
)
def test_few_rows_do_not_tell_how_far_grades_differ(
    name: str, options: dict[str, Any], moved: list[int], reason: str | None
) -> None:
    table = np.diag([96, 0, 0, 0, 0])
    table[[1, 2, 0, 4], [1, 3, 1, 0]] = moved
    assert get(name).interval_of(Counts.from_table(table), **options).reason == reason


@pytest.mark.parametrize("name", ["cohen_kappa", "matthews_correlation", "krippendorff_alpha"])
def test_few_rows_of_other_labels_do_not_tell_how_they_agree(name: str) -> None:
    easy = np.diag([90, 1, 0, 0, 0])
    easy[[0, 0, 2, 3], [3, 4, 0, 0]] = [3, 2, 2, 1]
    few, many = (get(name).interval_of(Counts.from_table(easy * times)).reason for times in (1, 2))
    assert few == "all but 5 rows are 0, too few to tell how the others agree"
    assert many is None


@pytest.mark.parametrize("name", ["diagnostic_odds_ratio", "positive_likelihood_ratio"])
def test_a_mean_of_ratios_is_doubted_where_few_rows_are_wrongly_predicted_as_a_class(name: str) -> None:
    table = np.array([[40, 2, 3], [2, 30, 4], [1, 0, 20]])
    said = "only 2 rows wrongly predicted as 1, by which its ratio is divided"
    assert get(name).interval_of(Counts.from_table(table), average="macro").reason == said
    assert get(name).interval_of(Counts.from_table(table[:2, :2]), average="binary").reason is None


def test_heavy_rows_are_doubted_whether_the_sample_has_them_or_not() -> None:
    for missed in (0, 1, 2, 10):  # cases among the rows that are predicted negative, of which 1 in 20 was looked at
        truth = np.repeat([1, 0, 1, 0], [150, 170, missed, 80 - missed])
        prediction = np.repeat([1, 0], [320, 80])
        found = matthews_correlation.interval(truth, prediction, sample_weight=np.where(prediction == 1, 1, 20))
        assert ("few heavy rows, seen or not, carry the value" in str(found.reason)) == (missed < 10)
    assert (
        matthews_correlation.interval(truth, truth, sample_weight=np.full(400, 20)).reason is None
    )  # the unit is none


def test_a_rising_function_of_the_scores_changes_nothing() -> None:
    truth = TRUTH == 2
    for name in ("roc_auc", "average_precision", "partial_auc"):
        options = {"max_fpr": 0.3} if name == "partial_auc" else {}
        assert_allclose(ends(name, truth, np.exp(SCORE), **options), ends(name, truth, SCORE, **options), rtol=1e-9)
    area = np.array(ends("roc_auc", truth, SCORE))
    assert_allclose(ends("gini", truth, SCORE), 2 * area - 1, rtol=1e-7)
    assert_allclose(ends("roc_auc", truth, -SCORE), 1 - area[::-1], rtol=1e-7)


# -- scores ----------------------------------------------------------------------------------------------------------

P = RNG.beta(1, 2, 150)
Y = (RNG.random(150) < P).astype(int)


def ends_of(interval: Any) -> list[Any]:
    return [interval.low, interval.high]


def test_the_area_of_two_scores_is_the_balanced_accuracy() -> None:
    # (TPR + TNR) / 2, the same function of the same table: one is a curve to the path, the other a table
    for weight in (None, RNG.random(150) + 0.2):
        area = roc_auc.interval(Y, P >= 0.4, sample_weight=weight)
        table = balanced_accuracy.interval(Y, (P >= 0.4).astype(int), sample_weight=weight, method="score")
        assert area.method == "score"
        assert_allclose(ends_of(area), ends_of(table), rtol=0.01)


@pytest.mark.parametrize(
    ("metric", "options"),
    [(roc_auc, {}), (average_precision, {}), (partial_auc, {"max_fpr": 0.2}), (precision_recall_auc, {}), (gini, {})],
)
@pytest.mark.parametrize("shift", [0.0, 1.0, 2.5])
def test_many_scores_are_joined_without_a_trace(
    metric: Any, options: dict[str, Any], shift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(3)
    truth = random.random(2000) < 0.2
    score = random.normal(size=2000) + shift * truth
    joined = metric.interval(truth, score, **options)
    monkeypatch.setattr("concordant.inference.intervals.score._MOST_CELLS", 10**6)
    every = metric.interval(truth, score, **options)
    assert_allclose(ends_of(joined), ends_of(every), atol=0.02 * (every.high - every.low))


def test_a_perfect_ranking_is_joined_without_mixing_classes() -> None:
    truth = np.arange(3000) >= 2000
    many = roc_auc.interval(truth, np.arange(3000))
    assert (many.value, many.high) == (1.0, 1.0)
    assert 0.998 < many.low < 1.0
    some = partial_auc.interval(truth, -np.arange(3000), max_fpr=0.1)  # at the other end of its range
    assert some.low == some.value < some.high
    for metric in (roc_auc, average_precision, precision_recall_auc):  # whose influences may be rounding, and no more
        ends = [
            ends_of(metric.interval(truth, np.arange(3000), sample_weight=np.full(3000, unit)))
            for unit in (1.0, 7.3, 1e-20, 1e20)
        ]
        assert_allclose(ends[1:], ends[:1] * 3, rtol=1e-7)


def test_limits_grow_with_the_level_where_few_clusters_make_quantiles_large() -> None:
    for size, clusters in ((12, 2), (12, 3), (30, 2), (80, 2)):
        random = np.random.default_rng(size + clusters)
        score = random.random(size)
        truth, cluster = (random.random(size) < score).astype(int), random.integers(0, clusters, size)
        for metric, prediction in (
            (roc_auc, score),
            (average_precision, score),
            (cohen_kappa, (score > 0.4).astype(int)),
        ):
            before = (math.inf, -math.inf)
            for level in (0.1, 0.8, 0.95, 0.99, 0.999, 0.9999, 0.999999):
                found = metric.interval(truth, prediction, level=level, cluster=cluster)
                assert found.low <= before[0] + 1e-7
                assert found.high >= before[1] - 1e-7
                before = ends_of(found)


def test_a_corrected_area_below_its_scale_is_held_by_its_limits() -> None:
    found = partial_auc.interval([0, 1, 1, 0, 1], [0.9, 0.1, 0.2, 0.8, 0.3], tpr=(0.2, 0.6))
    assert found.low <= found.value < 0 < found.high


@pytest.mark.parametrize("metric", [roc_auc, average_precision, net_benefit])
@pytest.mark.parametrize("average", ["macro", "weighted", "micro"])
def test_a_mean_over_labels_that_are_alike_is_one_of_them(metric: Any, average: str) -> None:
    # what curves share is the design effect: three copies of a label tell no more than one
    options = {"threshold": 0.3} if metric is net_benefit else {}
    one = metric.interval(Y, P, **options)
    three = metric.interval(np.tile(Y[:, None], 3), np.tile(P[:, None], 3), average=average, **options)
    assert_allclose(ends_of(three), ends_of(one), rtol=0.02)


def test_classes_have_the_limits_of_their_own_curves() -> None:
    prob = RNG.dirichlet([2, 2, 2], 150)
    truth = np.array([RNG.choice(3, p=p) for p in prob])
    for metric, options in ((roc_auc, {}), (average_precision, {}), (net_benefit, {"threshold": 0.25})):
        each = metric.interval(truth, prob, average=None, **options)
        alone = metric.interval((truth == 1).astype(int), prob[:, 1], **options)
        assert_allclose([each.low[1], each.high[1]], ends_of(alone), rtol=1e-9)
        mean, usual = (metric.interval(truth, prob, method=method, **options) for method in (None, "t"))
        assert mean.method == "score"
        assert_allclose(ends_of(mean), ends_of(usual), atol=0.02)
    assert roc_auc.interval(truth, prob, multi_class="ovo").method == "logit"


def test_a_net_benefit_knows_of_rows_that_would_be_treated() -> None:
    nobody = net_benefit.interval(Y, P, threshold=0.9999)
    assert (nobody.value, nobody.se) == (0, 0)
    assert nobody.low < 0 < nobody.high < 0.03
    everybody = net_interventions_avoided.interval(Y, P, threshold=1e-6)
    assert everybody.low < 0 == everybody.value < everybody.high
    result = net_interventions_avoided.interval(Y, P, threshold=0.3)
    turned = net_benefit.interval(1 - Y, 1 - P, threshold=0.7)
    assert_allclose(ends_of(result), ends_of(turned), rtol=1e-9)


def test_the_net_benefit_of_one_for_one_is_a_difference_of_two_shares() -> None:
    # TP / n - FP / n: limits of a difference of two cells of a multinomial, by a share of them in all other rows
    taken = P >= 0.5
    tp, fp = int((taken & (Y == 1)).sum()), int((taken & (Y == 0)).sum())
    found = net_benefit.interval(Y, P, threshold=0.5)
    low, high = (tango(tp, fp, 150, end) for end in ends_of(found))
    assert_allclose([low, high], [Z, -Z], atol=0.15)


def tango(first: int, second: int, n: int, difference: float) -> float:
    """Tango's (1998, Statistics in Medicine 17:891) score of a difference of two cells of one multinomial."""
    a, b = 2 * n, -first - second + (2 * n - first + second) * difference
    q = (math.sqrt(max(b * b - 4 * a * -second * difference * (1 - difference), 0.0)) - b) / (2 * a)
    return (first - second - n * difference) / math.sqrt(n * (2 * q + difference * (1 - difference)))


def test_a_million_rows_have_the_limits_of_the_delta_method() -> None:
    curve = Curve.from_scores(np.tile(Y, 50), np.tile(P, 50)) * 100
    for metric, options in (
        (net_benefit, {"threshold": 0.25}),
        (net_benefit, {"threshold": 0.25, "standardized": True}),
        (net_benefit, {"threshold": 0.25, "prevalence": 0.1}),
        (roc_auc, {}),
        (average_precision, {"prevalence": 0.2}),
    ):
        one, two = (metric.interval_of(curve, method=method, **options) for method in ("score", "delta"))
        assert_allclose([one.low - one.value, one.high - one.value], [two.low - two.value, two.high - two.value], 6e-3)


def test_without_rows_there_is_no_net_benefit() -> None:
    none = np.zeros(150)
    with pytest.warns(UndefinedMetricWarning, match="there are no rows"):
        points = decision_curve.interval(Y, P, thresholds=[0.1, 0.3], sample_weight=none)["net_benefit"]
    assert np.isnan([points.value, points.low, points.high]).all()
    with pytest.warns(UndefinedMetricWarning, match="no row of the truth is in any of the classes"):
        mean = net_benefit.interval(np.zeros((150, 2), int), np.stack([P, P], 1), threshold=0.3, average="weighted")
    assert np.isnan([mean.value, mean.low, mean.high]).all()


def test_one_class_alone_has_a_net_benefit() -> None:
    result = net_benefit.interval(np.zeros(150, int), P, threshold=0.25, labels=[0, 1])
    assert result.low < result.value < result.high
    with pytest.warns(UndefinedMetricWarning, match="only the class 0 occurs"):
        result = net_benefit.interval(np.zeros(150, int), P, threshold=0.25, prevalence=0.1, labels=[0, 1])
    assert np.isnan([result.value, result.low, result.high]).all()
