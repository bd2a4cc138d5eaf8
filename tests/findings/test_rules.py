"""Rules one by one: numbers worked by hand or by other software, when they speak, odd columns, weights."""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import cohen_kappa_score, log_loss

import concordant
from concordant import evaluate
from concordant.data import example
from concordant.errors import IntervalWarning, LabelError, UndefinedMetricWarning
from concordant.findings import RULES, Evidence, Finding, look
from concordant.findings.finding import Rule
from concordant.findings.rules.data import _plain, suggested_order


def finding(rule: str, *columns: object, **options: object) -> Finding:
    page = evaluate(*columns, **options)  # type: ignore[arg-type]
    return next(one for one in page.findings if one.rule == rule)


def test_shift_of_the_two_neurologists() -> None:
    # 149 patients (Landis & Koch 1977): 15 above the diagonal, 70 below it.
    found = example("ms")
    one = finding("severity_shift", found.truth, found.pred, data=found.path, labels=found.labels)
    assert (one.numbers["above"], one.numbers["below"]) == pytest.approx((15 / 149, 70 / 149))
    p, q = 15 / 149, 70 / 149
    se = math.sqrt((p + q - (p - q) ** 2) / 149)  # of a difference of two shares of a multinomial
    assert one.numbers["high"] - one.numbers["shift"] == pytest.approx(2.5758293 * se, rel=1e-6)


def test_merging_the_most_confused_pair_is_scikit_learn_on_merged_labels() -> None:
    truth = ["a"] * 60 + ["b"] * 60 + ["c"] * 60 + ["d"] * 60
    pred = ["a"] * 40 + ["b"] * 20 + ["b"] * 38 + ["a"] * 22 + ["c"] * 58 + ["d"] * 2 + ["d"] * 60
    one = finding("most_confused_pair", truth, pred)
    merged = [["ab" if label in "ab" else label for label in column] for column in (truth, pred)]
    assert (one.numbers["errors"], one.numbers["share"]) == (42, 42 / 44)
    assert one.numbers["kappa"] == pytest.approx(cohen_kappa_score(truth, pred), abs=1e-12)
    assert one.numbers["kappa_merged"] == pytest.approx(cohen_kappa_score(*merged), abs=1e-12)
    assert one.numbers["accuracy_merged"] == pytest.approx(238 / 240)


def test_gain_of_recalibrating_is_what_new_rows_gain() -> None:
    random = np.random.default_rng(4)

    def drawn(n: int) -> tuple[np.ndarray, np.ndarray]:
        truth = random.integers(0, 2, n)
        return truth, 1 / (1 + np.exp(-2.5 * (random.normal(size=n) + truth - 0.5)))

    truth, score = drawn(2000)
    one = finding("confidence_of_probabilities", truth, y_score=score)
    new, new_score = drawn(100_000)
    fitted = LogisticRegression(C=1e12).fit(np.log(score / (1 - score))[:, None], truth)
    after = fitted.predict_proba(np.log(new_score / (1 - new_score))[:, None])[:, 1]
    assert one.numbers["gain_in_log_loss"] == pytest.approx(log_loss(new, new_score) - log_loss(new, after), rel=0.1)
    assert one.numbers["slope"] == pytest.approx(float(fitted.coef_[0, 0]), abs=1e-3)


def test_kappa_without_the_rows_of_a_code_is_scikit_learn_without_them() -> None:
    random = np.random.default_rng(2)
    truth, pred = random.integers(0, 4, 400), random.integers(0, 4, 400)
    truth[:10] = pred[:10] = 99
    one = finding("few_far_labels", truth, pred)
    assert one.numbers["without"] == pytest.approx(cohen_kappa_score(truth[10:], pred[10:], weights="quadratic"))
    assert one.numbers["rows"] == 10


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("Yes", "yes ", True),
        ("not_sure", "Not sure", True),
        ("1.0", "1", True),
        ("ﬁt", "fit", True),
        ("-1", "1", False),
        ("A", "A-", False),
        ("v1.2", "v1 2", False),
        ("one - two", "one_two", True),
    ],
)
def test_plain_text_of_labels(first: str, second: str, alike: bool) -> None:
    assert (_plain(first) == _plain(second)) is alike


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        (("high", "low", "medium"), ("low", "medium", "high")),
        (("Grade 10", "Grade 2", "Grade 1"), ("Grade 1", "Grade 2", "Grade 10")),
        (("18-25", "0-17", "65+"), ("0-17", "18-25", "65+")),
        (("low", "high"), None),
    ],
)
def test_suggested_order(labels: tuple[str, ...], order: tuple[str, ...] | None) -> None:
    assert suggested_order(labels) == order


def spoken(*columns: object, **options: object) -> list[str]:
    return [one.rule for one in evaluate(*columns, **options).findings]  # type: ignore[arg-type]


TWO = np.arange(80) % 2
RAMP = (np.arange(80) + 1) / 200


def test_which_way_to_move_the_threshold_for_a_class_that_is_never_predicted() -> None:
    assert finding("never_predicted", TWO, y_score=RAMP).next_step.startswith("Lower")
    assert finding("never_predicted", TWO, y_score=1 - RAMP).next_step.startswith("Raise")


@pytest.mark.parametrize(
    ("share", "factor", "level", "change", "balanced"),
    [(0.05, 2, "high", "less", True), (0.05, 0.5, "low", "more", False), (0.8, 0.6, "low", "more", True)],
)
def test_balanced_training_is_named_only_where_it_moves_probabilities_that_way(
    share: float, factor: float, level: str, change: str, balanced: bool
) -> None:
    random = np.random.default_rng(4)
    p = np.clip(share + random.normal(0, 0.02, 3000), 0.01, 0.99)
    meaning = finding("level_of_probabilities", (random.random(3000) < p) * 1, y_score=p * factor).meaning
    assert f"too {level} on the whole" in meaning
    assert f"1 is {change} frequent than in the training data" in meaning
    assert ("rows that were balanced" in meaning) is balanced


@pytest.mark.parametrize("value", [0.0, 0.7, 17.0])
@pytest.mark.parametrize("rows", [10, 80])
def test_a_constant_score_speaks_once(value: float, rows: int) -> None:
    rules = spoken(TWO[:rows], y_score=np.full(rows, value))
    silent = {"never_predicted", "score_without_skill", "wide_interval", "no_better_than_constant"}
    assert "few_score_values" in rules
    assert not silent & set(rules)
    labels = np.random.default_rng(1).integers(0, 2, 80)  # they are judged by themselves
    assert "no_better_than_constant" in spoken(TWO, labels, y_score=np.full(80, value))


@pytest.mark.parametrize("scale", [-0.1, -3e5])
def test_an_exactly_reversed_column_is_sure(scale: float) -> None:
    assert finding("agreement_below_chance", RAMP, 7 + scale * RAMP, task="continuous").numbers["value"] == (
        pytest.approx(-1)
    )
    assert "agreement_below_chance" not in spoken(RAMP[:2], scale * RAMP[:2], task="continuous")
    assert "agreement_below_chance" not in spoken(RAMP, -scale * RAMP, task="continuous")
    assert "agreement_below_chance" in spoken(TWO[:20], 1 - TWO[:20])


def test_spellings_are_grave_where_the_columns_differ_in_them() -> None:
    truth = ["Yes"] * 40 + ["yes"] * 40 + ["no"] * 40
    assert finding("label_spellings", truth, truth[:110] + ["Yes"] * 10).severity == "worth knowing"
    one = finding("label_spellings", truth, ["Yes"] * 80 + ["no"] * 40)
    assert (one.severity, one.numbers["apart"]) == ("wrong conclusion likely", 40)


@pytest.mark.parametrize(
    "pred", [["clean"] * 70 + ["fraud"] * 33 + ["phish"] * 20, ["clean"] * 65 + ["CLEAN"] * 5 + ["fraud"] * 53]
)
def test_one_line_writes_every_label_alike(pred: list[str]) -> None:
    truth = ["clean"] * 60 + ["Clean"] * 6 + ["clean "] * 4 + ["fraud"] * 30 + ["Fraud"] * 3 + ["phish"] * 20
    columns = {"y_true": truth, "y_pred": pred}
    mended = eval(finding("label_spellings", truth, pred).python, columns)
    truth, pred = (mended, pred) if isinstance(mended[0], str) else mended
    assert set(truth) | set(pred) == {"clean", "fraud", "phish"}
    assert "label_spellings" not in spoken(truth, pred)


def test_a_rare_word_that_both_columns_know_is_no_misspelling() -> None:
    truth = ["horse"] * 500 + ["house"] * 3 + ["cow"] * 100
    assert "label_spellings" not in spoken(truth, ["horse"] * 490 + ["cow"] * 10 + truth[500:])
    assert "label_spellings" in spoken(truth, ["horse"] * 503 + ["cow"] * 100)
    assert "label_spellings" not in spoken(["horse"] * 500 + ["hores"] * 30, ["horse"] * 530)  # not so rare


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("mark", "top"), [(999, 50.0), (-9, 1.0), (-1, 1.0), (99999, 50.0)])
def test_a_mark_of_missing_scores_is_found_and_its_line_leaves_those_rows_out(
    mark: int, top: float, weighted: bool
) -> None:
    rng = np.random.default_rng(1)
    y_true, y_score = rng.integers(0, 2, 300), rng.random(300) * top
    sample_weight = 0.5 + rng.random(300)
    y_score[:18] = mark
    options = {"sample_weight": sample_weight} if weighted else {}
    one = finding("number_for_missing", y_true, None, y_score, **options)
    assert (one.numbers["mark"], weighted or one.numbers["rows"]) == (mark, weighted or 18)
    assert ("not taken as probabilities" in one.sentence) == (top == 1)
    assert one.severity == "wrong conclusion likely"
    names = {"concordant": concordant, "y_true": y_true, "y_score": y_score, "sample_weight": sample_weight}
    page = eval(one.python, names)
    assert (page.n, page.probabilities) == (282, top == 1)


def test_two_marks_are_named_with_their_rows_and_both_left_out() -> None:
    rng = np.random.default_rng(1)
    y_true, y_score = rng.integers(0, 2, 300), rng.random(300)
    y_score[:18], y_score[18:30] = -9, 999
    one = finding("number_for_missing", y_true, None, y_score)
    assert "-9 stands 18 times and 999 stands 12 times in the score; the other values lie between 0.0" in one.sentence
    assert "Without them all scores lie between 0 and 1" in one.sentence
    page = eval(one.python, {"concordant": concordant, "y_true": y_true, "y_score": y_score})
    assert (page.n, page.probabilities) == (270, True)


@pytest.mark.parametrize(
    ("labels", "speaks"),
    [
        ((1, 2, 3, 4, 5, 9), True),
        ((1, 2, 3, -9), True),
        ((1, 2, 3, 88, 99), True),
        ((-1, 0, 1), False),
        ((5, 6, 7, 8, 9), False),
    ],
)
def test_marks_among_ordered_labels(labels: tuple[int, ...], speaks: bool) -> None:
    truth = np.resize(labels, 120)
    assert ("number_for_missing" in spoken(truth, np.where(np.arange(120) % 7, truth, labels[0]))) == speaks


# -- odd columns ---------------------------------------------------------------------------------------------------

N = 40
RANDOM = np.random.default_rng(0)
Y, S = np.arange(N) % 2, RANDOM.random(N)
WORDS = np.array(["a'\"b", "<c>", "d,e"], dtype=object)[RANDOM.integers(0, 3, (2, N))]
K = RANDOM.integers(0, 4, (2, N))

COLUMNS: dict[str, dict[str, Any]] = {
    "two rows": {"y_true": [0, 1], "y_pred": [1, 0]},
    "one row": {"y_true": [0], "y_pred": [1], "labels": [0, 1, 2]},
    "one class": {"y_true": [0] * 5, "y_score": [0, 1, 0, 0, 0.5], "labels": [0, 1]},
    "constant score": {"y_true": Y, "y_score": np.full(N, 0.3)},
    "infinite scores": {"y_true": Y, "y_score": np.where(S > 0.5, np.inf, -np.inf)},
    "huge scores": {"y_true": Y, "y_score": S * 1e300},
    "weights of zero": {"y_true": Y, "y_score": S, "sample_weight": (S > 0.5) * 1.0},
    "tiny weights": {"y_true": Y, "y_pred": 1 - Y, "sample_weight": S * 1e-18},
    "two clusters": {"y_true": Y, "y_pred": K[0] % 2, "y_score": S, "cluster": K[1] % 2},
    "a group a row": {"y_true": Y, "y_pred": K[0] % 2, "y_score": S, "by": np.arange(N)},
    "texts with marks, ordered": {"y_true": WORDS[0], "y_pred": WORDS[1], "labels": list(dict.fromkeys(WORDS[0]))},
    "blank texts": {"y_true": np.array(["", " "] * 20, object), "y_pred": np.array(["", " "] * 20, object)},
    "equal ratings": {"y_true": K[0], "y_pred": K[0]},
    "a class a row": {"y_true": np.arange(N), "y_pred": np.arange(N)[::-1]},
    "impossible rows": {"y_true": K[0] % 3, "y_score": np.eye(3)[K[1] % 3]},
    "equal measurements": {"y_true": S, "y_pred": S},
    "constant measurements": {"y_true": S, "y_pred": np.full(N, 1.5), "task": "continuous"},
    "one measurement": {"y_true": [0.1], "y_pred": [0.3], "task": "continuous"},
    "missing values": {"y_true": Y, "y_score": np.where(S > 0.5, np.nan, S), "missing": "drop"},
    "no intervals": {"y_true": Y, "y_pred": K[0] % 2, "y_score": S, "level": None, "by": K[1] % 2},
}


@pytest.mark.parametrize("name", COLUMNS)
def test_rules_answer(name: str) -> None:
    given = COLUMNS[name]
    page = concordant.evaluate(**given)
    findings = page.findings
    assert findings is page.findings
    assert findings.looked_for
    assert findings.summary in str(findings)
    roles = ("y_true", "y_pred", "y_score", "by", "sample_weight")
    names = {"concordant": concordant, "page": page} | {role: given.get(role) for role in roles}
    for one in findings:
        assert one.line in str(page)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", IntervalWarning)
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            eval(one.python, dict(names))


def test_labels_are_escaped() -> None:
    page = concordant.evaluate(["<b>", "x"] * 30, ["x", "x"] * 30)
    assert any("<b>" in one.sentence for one in page.findings)
    assert "<b>" not in page.findings._repr_html_().replace("<br/>", "")
    assert "&lt;b&gt;" in page.findings._repr_html_()


@pytest.mark.parametrize("columns", [{"y_pred": K[0] % 2}, {"y_pred": K[0] % 2, "y_score": S}, {"y_score": S}])
def test_one_cluster_costs_no_page(columns: dict[str, Any]) -> None:
    findings = concordant.evaluate(Y, **columns, cluster=["a"] * N).findings
    assert findings.looked_for
    assert not findings.looked_for.keys() & findings.not_looked_for.keys()
    if "y_pred" in columns:
        assert "cluster" in findings.not_looked_for["severity_shift"]


def test_the_threshold_is_judged_in_folds_that_keep_clusters_together() -> None:
    random = np.random.default_rng(1)
    truth = random.random(600) < 0.15
    score = 1 / (1 + np.exp(-(random.normal(size=600) + 1.5 * truth - 2.5)))
    cluster = random.integers(0, 200, 600)
    found = finding("default_threshold", truth, y_score=score, cluster=cluster)
    best = concordant.best_threshold(truth, score, "f1", cluster=cluster)
    assert found.numbers["held_out_f1"] == pytest.approx(best.cross_validated_value)
    assert found.numbers["held_out_f1"] != finding("default_threshold", truth, y_score=score).numbers["held_out_f1"]
    weighted = concordant.evaluate(truth, y_score=score, sample_weight=1.0 + cluster).findings
    assert "weighted" in weighted.not_looked_for["default_threshold"]
    clustered = concordant.evaluate(truth, y_score=score, cluster=cluster).findings
    assert "clusters" in clustered.not_looked_for["top_of_the_ranking"]


def test_percentages_of_a_model_that_is_somewhat_off_are_percentages() -> None:
    random = np.random.default_rng(7)
    linear = random.normal(-2.1, 1.1, 1500)
    truth = random.random(1500) < 1 / (1 + np.exp(-linear))
    percent = 100 / (1 + np.exp(-(1.3 * linear + 0.2)))  # overconfident
    assert abs(percent.mean() / 100 / truth.mean() - 1) > 0.04
    found = finding("percentages_as_scores", truth, y_score=percent)
    assert found.numbers["slope"] == pytest.approx(1 / 1.3, abs=0.1)
    assert "percentages_as_scores" not in spoken(truth, y_score=np.minimum(2 * percent, 100))


def test_a_page_of_a_file_offers_no_python(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("t,p\n" + "1,1\n0,0\n0,1\n" * 5)
    page = evaluate("t", "p", data=tmp_path / "rows.csv")
    without = [one for one in page.findings if one.command is None]
    assert without
    for one in without:
        assert one.python not in str(page)
        assert one.python in str(page.findings)


def test_a_rule_that_raises_says_why_and_the_others_answer() -> None:
    msg = "no such label"

    def looks(evidence: Evidence) -> None:
        raise LabelError(msg)

    broken = Rule(name="broken", severity="costs", asks="?", needs=(), tasks=("binary",), looks=looks)
    evidence = Evidence(concordant.evaluate(Y, K[0] % 2))
    findings = look(evidence, (broken, *RULES))
    assert findings.not_looked_for["broken"] == msg
    assert "broken" not in findings.looked_for
    assert len(findings.looked_for) > 5


def test_clusters_get_no_plan_of_independent_rows() -> None:
    page = concordant.evaluate(Y, y_score=S, cluster=np.arange(N) // 4)
    (one,) = (one for one in page.findings if one.rule == "wide_interval")
    assert "planning" not in one.python
    assert "clusters" in one.next_step
    assert one.numbers["rows"] == pytest.approx(eval(one.python, {"page": page}), rel=0.01)


# -- weights -------------------------------------------------------------------------------------------------------

RARE = (RANDOM.random(400) < 0.06).astype(int)
KNOWN = RANDOM.random(400)
OFTEN = 1 + RANDOM.random(400)
WEIGHED: dict[str, dict[str, Any]] = {
    "labels without error": {"y_true": K[0], "y_pred": K[0]},
    "a rare class": {"y_true": RARE, "y_pred": RARE * (KNOWN < 0.1)},
    "a foreign label": {"y_true": RARE, "y_pred": np.where(KNOWN < 0.1, 2, RARE), "labels": [0, 1, 2]},
    "overconfident": {"y_true": KNOWN > OFTEN - 1, "y_score": (KNOWN > 0.5) * 0.96 + 0.02},
    "certain and wrong": {"y_true": KNOWN > 0.5, "y_score": (OFTEN > 1.5) * 1.0},
    "spellings": {"y_true": np.where(RARE, "Yes", "no"), "y_pred": np.where(KNOWN > 0.5, "yes", "no")},
    "a code": dict(zip(("y_true", "y_pred"), np.where(KNOWN < 0.02, 99, K.repeat(10, 1)), strict=True)),
}


@pytest.mark.parametrize("name", WEIGHED)
@pytest.mark.parametrize("times", [1000.0, 1 / 400, 1e-9])
def test_the_unit_of_weights_changes_no_finding(name: str, times: float) -> None:
    given = WEIGHED[name]
    weights = OFTEN[: len(given["y_true"])]
    found, scaled = (concordant.evaluate(**given, sample_weight=one).findings for one in (weights, weights * times))
    assert found.looked_for == scaled.looked_for
    for one, other in zip(found, scaled, strict=True):
        assert (one.rule, one.sentence, one.meaning) == (other.rule, other.sentence, other.meaning)
        assert one.numbers == pytest.approx(other.numbers, rel=1e-6, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("times", [1.0, 1024.0, 2.0**-9, 2.0**-30])  # so that the AUC is 1 and not rounded
def test_the_unit_of_weights_hides_no_label_in_the_score(times: float) -> None:
    weights = times * np.round(4 * OFTEN) / 4
    findings = concordant.evaluate(KNOWN > 0.5, y_score=KNOWN, sample_weight=weights).findings
    assert [one.rule for one in findings] == ["score_is_the_label"]
