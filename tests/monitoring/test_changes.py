"""Shifts of labels, scores, calibration and mix: edges, by hand, and beside SciPy and the rows themselves."""

from __future__ import annotations

import math
import warnings
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import special, stats
from support.samples import USUAL, part, rows_of

from concordant import (
    BucketCurve,
    ScoreKey,
    StateTable,
    accuracy,
    brier_score,
    cohen_kappa,
    matthews_correlation,
    roc_auc,
)
from concordant.errors import InputTypeError, IntervalWarning, MergeError, OptionError
from concordant.inference.comparisons.independent import compare_independent_states
from concordant.monitoring import compare_windows, running_mean
from concordant.monitoring.alerts import parse_alert
from concordant.monitoring.confidence_sequence import limits_at_every_look, stitched_boundary
from concordant.monitoring.drift import calibration_shift, kolmogorov_tail, label_shift, mix_or_model, score_shift

ROWS = rows_of(3000)
TABLE = StateTable.from_rows(ROWS, **USUAL)
DAY = (ROWS["at"].astype("datetime64[D]") - np.datetime64("2026-03-01")).astype(int) + 1  # of March
NOW, BEFORE = DAY > 7, (DAY > 4) & (DAY < 8)


# -- labels --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "before", "p_value", "v", "said"),
    [
        ([0, 0], [3, 4], math.nan, math.nan, "no row now"),
        ([3, 4], [0, 0], math.nan, math.nan, "no row before"),
        ([5, 0], [7, 0], math.nan, 0.0, "only one label"),
        ([5, 10], [50, 100], 1.0, 0.0, None),
    ],
)
def test_shifts_of_labels_at_the_edges(now: list[int], before: list[int], p_value: float, v: float, said: str) -> None:
    found = label_shift("true labels", np.array(now), np.array(before))
    assert_allclose([found.p_value, found.difference], [p_value, v], atol=1e-12)
    assert found.reason == said or said in found.reason


@pytest.mark.parametrize(("now", "before"), [([30, 20, 10], [10, 20, 40]), ([5, 0, 7], [50, 20, 70]), ([9, 1], [1, 9])])
def test_shifts_of_labels_are_those_of_scipy(now: list[int], before: list[int]) -> None:
    found = label_shift("true labels", np.array(now), np.array(before))
    g, _, df, _ = stats.chi2_contingency([now, before], correction=False, lambda_="log-likelihood")
    n, m = sum(now), sum(before)
    inverse = sum((n + m) / (a + b) for a, b in zip(now, before, strict=True))
    williams = 1 + ((n + m) / n + (n + m) / m - 1) * (inverse - 1) / (6 * (n + m) * df)  # Williams 1976
    assert_allclose(found.details["G"], g / williams, rtol=1e-12)
    assert_allclose(found.p_value, special.chdtrc(df, g / williams), rtol=1e-10)
    assert_allclose(found.difference, stats.contingency.association([now, before], method="cramer"), rtol=1e-12)


def test_the_stability_index_by_hand() -> None:
    found = label_shift("true labels", np.array([10, 30]), np.array([200, 200]))
    expected = (0.25 - 0.5) * math.log((10.5 / 41) / 0.5) + (0.75 - 0.5) * math.log((30.5 / 41) / 0.5)
    assert_allclose([found.details["psi"], found.details["psi_expected"]], [expected, 1 / 40 + 1 / 400], rtol=1e-12)
    assert math.isfinite(label_shift("true labels", np.array([10, 0, 5]), np.array([10, 5, 0])).details["psi"])


# -- scores --------------------------------------------------------------------------------------------------------


def buckets(scores: np.ndarray, bits: int = 8) -> BucketCurve:
    truth = np.arange(len(scores)) % 2
    return BucketCurve.from_scores(truth, scores, labels=[0, 1], key=ScoreKey(bits=bits))


@pytest.mark.parametrize("x", [0, 0.01, 0.039, 0.2, 0.5, 0.999, 1, 1.5, 3, 10, 40])
def test_kolmogorovs_distribution_is_that_of_scipy(x: float) -> None:
    assert_allclose(kolmogorov_tail(x), special.kolmogorov(x), rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("bits", [0, 2, 8])
def test_the_distance_of_scores_lies_within_its_limits(bits: int) -> None:
    rng = np.random.default_rng(bits)
    for shift in (0, 0.3):
        first, second = rng.beta(1 + shift, 1, 300), rng.random(400)
        found, exact = score_shift(buckets(first, bits), buckets(second, bits)), stats.ks_2samp(first, second)
        assert found.low <= exact.statistic + 1e-12
        assert exact.statistic <= found.high + 1e-12
        assert found.p_value >= special.kolmogorov(exact.statistic * math.sqrt(300 * 400 / 700)) - 1e-12


def test_scores_that_tie_are_certain() -> None:
    first, second = np.array([0.1, 0.1, 0.9, 0.9]), np.array([0.1, 0.9, 0.9, 0.9, 0.3])
    found = score_shift(buckets(first, 0), buckets(second, 0))
    assert found.low == found.high == stats.ks_2samp(first, second).statistic
    nothing = score_shift(buckets(first), buckets(np.zeros(0)))
    assert math.isnan(nothing.p_value)
    assert nothing.reason == "there is no row before"


def test_the_stability_index_of_scores_has_bins_of_the_reference() -> None:
    second = np.linspace(0.001, 0.999, 1000)
    found = score_shift(buckets(second[second > 0.5]), buckets(second))
    now, before = np.repeat([0.0, 0.2], 5), np.full(10, 0.1)
    logs = np.log((500 * now + 0.5) / 505) - np.log((1000 * before + 0.5) / 1005)
    assert_allclose(found.details["psi"], ((now - before) * logs).sum(), rtol=0.05)
    assert_allclose(found.details["psi_expected"], 9 * (1 / 500 + 1 / 1000))


# -- metrics, calibration, mix: what the rows say ------------------------------------------------------------------


def test_differences_of_metrics_are_those_of_the_rows() -> None:
    report = compare_windows(TABLE, "3d", groups=False)
    sides = {"truth": ROWS["truth"], "label": ROWS["label"], "score": ROWS["score"]}
    for metric, column in ((accuracy, "label"), (matthews_correlation, "label"), (brier_score, "score")):
        data = [(sides["truth"][here], sides[column][here]) for here in (NOW, BEFORE)]
        rows = metric.compare_independent(*data, labels=["no", "yes"])
        mine = report.of(metric.name)
        got, want = ([one.difference, one.low, one.high, one.p_value] for one in (mine, rows))
        assert_allclose(got, want, rtol=1e-6, atol=1e-9)
        here = metric.interval(*data[0], labels=["no", "yes"])
        assert_allclose([mine.now, mine.now_low, mine.now_high], [here.value, here.low, here.high], rtol=1e-9)
    data = [(sides["truth"][here], sides["score"][here]) for here in (NOW, BEFORE)]
    rows, mine = roc_auc.compare_independent(*data, labels=["no", "yes"]), report.of("roc_auc")
    assert mine.low <= rows.low < rows.high <= mine.high  # widened by the buckets
    assert mine.low > rows.low - 0.003
    assert mine.p_value >= rows.p_value - 1e-9
    assert [one.question for one in report][-4:] == ["true labels", "predicted labels", "scores", "calibration"]
    assert (report.of("scores").n, report.of("scores").n_before) == (NOW.sum(), BEFORE.sum())


def test_buckets_that_say_nothing_give_no_change() -> None:
    truth = np.tile([0, 1], 500)
    coarse = [
        BucketCurve.from_scores(truth, scores, key=ScoreKey(octaves=1, bits=0))
        for scores in (np.where(truth, 0.4, 0.3), np.where(truth, 0.3, 0.4))
    ]
    found = compare_independent_states(roc_auc, *coarse, {})
    assert (found.difference, found.p_value) == (0, 1)
    assert (found.low, found.high) == (-1, 1)


def test_calibration_in_the_large_by_hand() -> None:
    sides = []
    for here in (NOW, BEFORE):
        excess = ROWS["score"][here] - (ROWS["truth"][here] == "yes")
        sides.append((excess.mean(), excess.std(ddof=1) / math.sqrt(here.sum())))
    found = compare_windows(TABLE, "3d", groups=False).of("calibration")
    se = math.hypot(sides[0][1], sides[1][1])
    assert_allclose([found.now, found.before], [sides[0][0], sides[1][0]], atol=1e-9)
    assert_allclose(found.high - found.low, 2 * stats.norm.ppf(0.975) * se, rtol=1e-6)
    assert_allclose(found.p_value, 2 * stats.norm.sf(abs(sides[0][0] - sides[1][0]) / se), rtol=1e-6)
    empty = StateTable.empty(TABLE.definition).states().loss_sums
    assert math.isnan(calibration_shift(empty, empty).p_value)


def test_mix_and_model_by_hand() -> None:
    def groups(right: dict[str, tuple[int, int]]) -> StateTable:
        rows: dict[str, list[object]] = {"t": [], "q": [], "g": []}
        for name, (good, bad) in right.items():
            rows["t"] += [1] * (good + bad)
            rows["q"] += [1] * good + [0] * bad
            rows["g"] += [name] * (good + bad)
        return StateTable.from_rows(rows, y_true="t", y_pred="q", labels=[0, 1], by="g")

    before, now = groups({"a": (90, 10), "b": (50, 50)}), groups({"a": (24, 6), "b": (36, 34), "c": (0, 0)})
    found = mix_or_model(accuracy, now.by_group(), before.by_group(), {})
    assert_allclose(found.at_old_shares, 0.5 * 24 / 30 + 0.5 * 36 / 70)
    assert_allclose([found.mix, found.model], [0.6 - found.at_old_shares, found.at_old_shares - 0.7], atol=1e-12)
    assert "no row now (b)" in mix_or_model(accuracy, groups({"a": (3, 3)}).by_group(), before.by_group(), {}).reason


# -- the report ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("window", "against", "n_before"),
    [
        ("3d", "previous", BEFORE.sum()),
        ("1d", "trailing", ((DAY > 5) & (DAY < 10)).sum()),
        ("3d", "trailing 2d", ((DAY > 5) & (DAY < 8)).sum()),
        ("3d", ("2026-03-01", "2026-03-01"), (DAY == 1).sum()),
        (("2026-03-10", "2026-03-10"), TABLE.window("2026-03-01", "2026-03-01"), (DAY == 1).sum()),
        (None, TABLE, 3000),
    ],
)
def test_references(window: object, against: object, n_before: int) -> None:
    report = compare_windows(TABLE, window, against=against, metrics=["accuracy"], groups=False)
    assert report.changes[0].n_before == n_before


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"window": "3d", "against": "yesterday"}, OptionError, '"previous", "trailing"'),
        ({"window": "3d", "metrics": "rocc"}, OptionError, "no metric 'rocc'"),
        ({"window": None}, OptionError, "must be another table"),
        ({"window": ("2026-03-01", None)}, OptionError, "tuple of two times"),
        ({"window": "3d", "against": StateTable.from_rows(ROWS, **{**USUAL, "bits": 7})}, MergeError, "different bits"),
        ({"window": "3d", "metrics": ["pearson_correlation"]}, OptionError, "holds no state"),
        ({"window": "3d", "level": 2}, OptionError, "level"),
    ],
)
def test_reports_that_cannot_be_made(asked: dict[str, object], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        compare_windows(TABLE, **asked)


def test_a_change_is_found_in_its_group_and_adjusted() -> None:
    rows = {name: column.copy() for name, column in ROWS.items()}
    worse = NOW & (rows["land"] == "FI")
    rows["label"][worse] = np.where(rows["label"][worse] == "no", "yes", "no")
    report = compare_windows(StateTable.from_rows(rows, **USUAL), "3d")
    found = {(one.called, one.group) for one in report.shown}
    assert {("accuracy", "FI"), ("accuracy", None), ("matthews_correlation", "FI")} <= found
    assert not {group for _, group in found} & {"NO", "SE"}
    p = np.array([one.p_value for one in report])
    order = np.sort(p)
    holm = np.maximum.accumulate(order * np.arange(len(p), 0, -1)).clip(max=1)
    assert_allclose(np.sort([one.p_adjusted for one in report]), holm)
    text = str(report)
    assert "FI (" in text
    assert "adjusted by Holm" in text
    assert report.to_dict()["changes"][0]["name"] == "roc_auc"


@pytest.mark.parametrize(
    ("window", "against", "said"),
    [
        ("3d", "previous", ""),
        ("3d", ("2026-03-01", "2026-03-08"), "One window has the same rows"),
        ("3d", ("2026-03-08", "2026-03-09"), "2 windows have the same rows"),
        ("3d", TABLE, "3 windows have the same rows"),
        ("3d", StateTable.from_rows(rows_of(3000, seed=7), **USUAL), ""),  # other rows of the same days
    ],
)
def test_rows_on_both_sides_are_told(window: str, against: object, said: str) -> None:
    remarks = compare_windows(TABLE, window, against=against, metrics="accuracy", groups=False).remarks
    assert [remark[: len(said)] for remark in remarks] == ([said] if said else [])


def test_without_truth_only_shifts_are_told() -> None:
    table = StateTable.from_rows(ROWS, y_score="score", y_pred="label", labels=["no", "yes"], time="at", window="1d")
    report = compare_windows(table, "3d")
    assert [one.question for one in report] == ["predicted labels", "scores"]
    assert "no truth in this table" in report.remarks[0]
    with pytest.raises(OptionError, match="every metric takes one"):
        compare_windows(table, "3d", metrics=["accuracy"])


def test_empty_references_and_one_class_have_reasons() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", IntervalWarning)
        report = compare_windows(TABLE, "10d", against="previous")
    assert all(one.reason is not None for one in report if math.isnan(one.p_value))
    assert "3 groups are new" in report.remarks[0]
    assert str(report).splitlines()[1].endswith("compared with no rows.")
    one_class = {**part(ROWS, 0, 200), "truth": np.array(["no"] * 200)}
    assert "only the class 'no'" in compare_windows(StateTable.from_rows(one_class, **USUAL), "5d").of("roc_auc").reason
    rare = {**part(ROWS, 0, 200), "truth": np.array((["no"] * 9 + ["yes"]) * 20)}
    reason = compare_windows(StateTable.from_rows(rare, **USUAL), "1d", groups=False).of("roc_auc").reason
    assert "rows of 'truth' are 'yes'" in reason


# -- limits at every look ------------------------------------------------------------------------------------------


def test_limits_at_every_look_are_those_of_the_theorem() -> None:
    rng = np.random.default_rng(0)
    x, cuts = rng.beta(2, 5, 300), [0, 20, 21, 150, 300]
    sums = [(b - a, x[a:b].sum(), (x[a:b] ** 2).sum()) for a, b in pairwise(cuts)]
    n, value, low, high = limits_at_every_look(sums, 0.05)
    variance = 0.0
    for look, (a, b) in enumerate(pairwise(cuts)):
        guess = (x[:a].sum() + 0.5) / (a + 1)  # known before the rows from a on
        variance += sum((one - guess) ** 2 for one in x[a:b])
        v = max(variance, 1)
        log = math.log((math.log2(v) + 1) ** 1.4 * special.zeta(1.4) / 0.025)
        k1, k2 = (2**0.25 + 2**-0.25) / math.sqrt(2), (math.sqrt(2) + 1) / 2
        reach = (math.sqrt(k1**2 * v * log + k2**2 * log**2) + k2 * log) / b
        assert_allclose([n[look], value[look]], [b, x[:b].mean()])
        assert_allclose([low[look], high[look]], [max(value[look] - reach, 0), min(value[look] + reach, 1)], rtol=1e-9)
    assert stitched_boundary(np.array([4.0]), 0.05) < stitched_boundary(np.array([4.0]), 0.01)


def test_looking_ten_thousand_times_keeps_the_level() -> None:
    rng = np.random.default_rng(0)
    for share in (0.5, 0.97):
        right = rng.binomial(5, share, (10_000, 100)).astype(float)
        _, _, low, high = limits_at_every_look(np.stack([np.full_like(right, 5), right, right], axis=1), 0.05)
        assert ((low > share) | (high < share)).any(0).mean() <= 0.05


def test_a_running_mean_finds_a_change() -> None:
    found = running_mean(TABLE, "accuracy", against=0.99)
    assert found.crossed == TABLE.windows[0]
    assert_allclose(found.value[-1], accuracy(ROWS["truth"], ROWS["label"], labels=["no", "yes"]))
    same = running_mean(TABLE.window("5d"), "brier_score", against=TABLE.window("2026-03-01", "2026-03-05"))
    assert same.crossed is None
    assert same.target_low < same.target < same.target_high
    assert running_mean(TABLE, "prevalence").n[-1] == 3000
    for wrong, said in (("roc_auc", "a running mean is of"), ("acuracy", "Did you mean 'accuracy'")):
        with pytest.raises(OptionError, match=said):
            running_mean(TABLE, wrong)
    for against in (2, True, "x"):
        with pytest.raises(OptionError, match="a mean from 0 to 1"):
            running_mean(TABLE, "accuracy", against=against)
    with pytest.raises(OptionError, match="holds no rows of accuracy"):
        running_mean(TABLE.window("2030-01-01"), "accuracy")


@pytest.mark.parametrize(("name", "most"), [("roc_auc drop", 1), ("cohen_kappa change", 2), ("scores ks", 1)])
def test_an_alert_that_no_change_could_reach_is_refused(name: str, most: int) -> None:
    assert parse_alert(f"{name} {most}").amount == most
    with pytest.raises(OptionError, match="cannot go off"):
        parse_alert(f"{name} {most + 0.1}")


def test_names_that_stand_for_options_are_questions_of_their_own() -> None:
    days = np.arange(600) // 100
    truth, label = np.arange(600) % 4, (np.arange(600) + (np.arange(600) % 7 == 0)) % 4
    rows = {"truth": truth, "label": label, "at": np.datetime64("2026-03-01", "us") + days * np.timedelta64(1, "D")}
    what = {"y_true": "truth", "y_pred": "label", "labels": [0, 1, 2, 3], "time": "at", "window": "1d"}
    table = StateTable.from_rows(rows, **what)
    report = compare_windows(table, "2d", metrics=["qwk", "kappa", "cohen_kappa"])
    last = days > 3
    assert [one.name for one in report if one.question == "metric"] == ["qwk", "cohen_kappa"]
    assert report.of("qwk").now == cohen_kappa(truth[last], label[last], weights="quadratic")
    assert report.of("cohen_kappa").now == cohen_kappa(truth[last], label[last])
    with pytest.raises(InputTypeError, match="Did you mean 'metrics'"):
        compare_windows(table, "2d", metric="qwk")
