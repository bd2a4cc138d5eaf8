"""The facts of every metric are tested, not believed: range, symmetry, direction, chance, order, docstring."""

from __future__ import annotations

import doctest
import inspect
import math
import operator
from typing import Any

import numpy as np
import pytest
import sklearn.metrics
from hypothesis import given
from hypothesis import strategies as st
from metrics.cases import ENDS, METRICS, NAN, PENALTIES, Case, cases_of, drawn, drawn_cases, options_of, rows_of
from numpy.testing import assert_allclose

import concordant
from concordant.errors import LabelOrderError, OptionError
from concordant.metrics.definition import table
from concordant.metrics.definition.docs import complete_docstring
from concordant.metrics.definition.facts import key_of, meanings, read_facts
from concordant.metrics.definition.metric import Metric
from concordant.metrics.definition.registry import understand
from concordant.states import Moments

by_name = operator.attrgetter("name")
EVERY = concordant.metrics.find()  # with those of many raters
NUMBERS = [metric for metric in METRICS if metric.facts.range is not None]
LABELS = [metric for metric in METRICS if metric.facts.input == "labels"]


@pytest.mark.parametrize("metric", METRICS, ids=by_name)
def test_facts_are_complete(metric: Metric) -> None:
    facts = metric.facts
    assert facts.title
    assert facts.says
    assert facts.formula
    assert facts.source
    assert (facts.range is None) == (facts.family == "tables")
    assert facts.better is None or facts.range is not None
    if facts.range is not None:
        assert facts.range[0] < facts.range[1]
        assert facts.chance is None or facts.range[0] <= facts.chance <= facts.range[1]
    if facts.input in ("scores", "probabilities"):
        assert not facts.symmetric


# -- range ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", NUMBERS, ids=by_name)
@given(data=st.data())
@drawn
def test_values_stay_in_the_range_also_with_weights(metric: Metric, data: st.DataObject) -> None:
    assert metric.facts.range is not None
    low, high = metric.facts.range
    # Weights that lie hundreds of orders of magnitude apart underflow where they are multiplied.
    weight = st.just(0.0) | st.floats(1e-9, 1e6)
    weights = data.draw(st.lists(weight, min_size=12, max_size=12))
    for case, rows in drawn_cases(metric, data, least=1, most=len(weights)):
        if case.options.get("weights") is PENALTIES:
            continue  # penalties that are not symmetric can fall below -1, as the docstring says
        for sample_weight in (None, weights[: len(rows)]):
            values = np.atleast_1d(case(*rows, sample_weight=sample_weight))
            known = values[~np.isnan(values)]
            # Such weights also leave a rounding of more than 1e-12: a curve's loss is a difference of their sums.
            assert (known >= low - 1e-9).all(), str(case)
            assert (known <= high + 1e-9).all(), str(case)


USUAL_ENDS: dict[str, tuple[Any, Any, Any]] = {  # truth, the worst and the best that can stand beside it
    "labels": ([0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]),
    "scores": ([0, 1, 0, 1], [4, 1, 3, 2], [1, 3, 2, 4]),
    "measurements": ([-1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]),
}
RANKED = [metric for metric in NUMBERS if metric.facts.better is not None]
WITH_ENDS = [metric for metric in RANKED if metric.facts.input in USUAL_ENDS or metric.name in ENDS]


@pytest.mark.parametrize("metric", WITH_ENDS, ids=by_name)
def test_the_range_is_reached_at_both_ends(metric: Metric) -> None:
    truth, worst, best = ENDS.get(metric.name) or USUAL_ENDS[metric.facts.input]
    options = options_of(metric)[0]
    found = metric(truth, worst, **options), metric(truth, best, **options)
    assert found == (metric.facts.range if metric.facts.better == "higher" else metric.facts.range[::-1])  # type: ignore[index]


@pytest.mark.parametrize(("name", "worst"), [("brier_score", 2.0), ("log_loss", math.inf)])
def test_the_range_of_losses_is_reached_at_both_ends(name: str, worst: float) -> None:
    metric, rows = concordant.metrics.get(name), np.eye(3)
    assert metric([0, 1, 2], rows) == 0.0
    assert metric([0, 1, 2], rows[[1, 2, 0]]) == worst == metric.facts.range[1]  # type: ignore[index]


# -- symmetry ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", [m for m in NUMBERS if m.facts.symmetric], ids=by_name)
@given(data=st.data())
@drawn
def test_symmetric_metrics_do_not_mind_an_exchange(metric: Metric, data: st.DataObject) -> None:
    for case, (y_true, y_pred) in drawn_cases(metric, data):
        if case.options.get("weights") is PENALTIES or case.options.get("average") == "weighted":
            continue  # these options are not symmetric, which the tests of these metrics show
        np.testing.assert_allclose(case(y_pred, y_true), case(y_true, y_pred), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("metric", [m for m in LABELS if m in NUMBERS and not m.facts.symmetric], ids=by_name)
def test_other_metrics_change_by_an_exchange(metric: Metric) -> None:
    truth, pred = [0, 0, 0, 0, 0, 1], [0, 1, 1, 1, 0, 1]
    options = options_of(metric)[0]
    assert abs(metric(truth, pred, **options) - metric(pred, truth, **options)) > 0.01


# -- direction -----------------------------------------------------------------------------------------------------


def no_worse(metric: Metric, new: float, old: float) -> bool:
    if np.isnan(new) or np.isnan(old):
        return True
    return new >= old - 1e-12 if metric.facts.better == "higher" else new <= old + 1e-12


@pytest.mark.parametrize("metric", [m for m in LABELS if m in RANKED], ids=by_name)
@given(data=st.data())
@drawn
def test_a_corrected_prediction_of_two_labels_is_no_worse(metric: Metric, data: st.DataObject) -> None:
    # Of more labels that is not so: see the tests of Cohen's kappa.
    case = cases_of(metric)[0]
    y_true, y_pred = data.draw(rows_of(case.kind, least=1))
    for row in np.flatnonzero(y_true != y_pred):
        better = y_pred.copy()
        better[row] = y_true[row]
        assert no_worse(metric, case(y_true, better), case(y_true, y_pred))


@pytest.mark.parametrize("metric", [m for m in RANKED if m.facts.input == "scores"], ids=by_name)
@given(data=st.data())
@drawn
def test_a_score_moved_the_right_way_is_no_worse(metric: Metric, data: st.DataObject) -> None:
    case = Case(metric, "scores", options_of(metric)[0])
    n = data.draw(st.integers(2, 10))
    y_true = np.array(data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)), dtype=np.int64)
    # Without ties: a positive that joins a tie of many negatives can lower average precision.
    scores = np.array(data.draw(st.permutations(range(n))), dtype=np.float64)
    row = data.draw(st.integers(0, n - 1))
    moved = scores.copy()
    moved[row] += (data.draw(st.integers(0, n)) + 0.5) * (1 if y_true[row] else -1)
    assert no_worse(metric, case(y_true, moved), case(y_true, scores))


@pytest.mark.parametrize(
    "metric", [m for m in RANKED if m.facts.input == "probabilities" and m.takes == (Moments,)], ids=by_name
)
@given(data=st.data())
@drawn
def test_a_probability_moved_towards_the_truth_is_better(metric: Metric, data: st.DataObject) -> None:
    case = Case(metric, "probabilities", options_of(metric)[0])
    y_true, prob = data.draw(rows_of("probabilities", least=1))
    row = data.draw(st.integers(0, len(y_true) - 1))
    moved = prob.copy()
    moved[row] = (prob[row] + y_true[row]) / 2
    assert no_worse(metric, case(y_true, moved), case(y_true, prob))


# -- chance --------------------------------------------------------------------------------------------------------


def independent(metric: Metric, seed: int, share: float, classes: int = 2) -> float:
    """The value of rows where truth and the rest know nothing of each other."""
    rng = np.random.default_rng(seed)
    n = 200_000
    truth = np.minimum((rng.random(n) < share) * rng.integers(1, classes, n), classes - 1)
    options = dict(options_of(metric)[0])
    if metric.facts.input == "labels":
        if classes > 2 and "average" in metric.options:
            options["average"] = "macro"
        pred = (rng.random(n) < 0.9 - share) * rng.integers(1, classes, n)
        return float(metric(truth, pred, **options))
    return float(metric(truth, (np.round(rng.random(n), 2) * 0.98 + 0.01) * share, **options))


@pytest.mark.parametrize("metric", [m for m in NUMBERS if m.facts.chance is not None], ids=by_name)
def test_independent_rows_give_the_value_of_chance(metric: Metric) -> None:
    for seed, share in ((1, 0.5), (2, 0.2), (3, 0.7)):
        # standard error below 0.004 at 200,000 rows
        assert independent(metric, seed, share) == pytest.approx(metric.facts.chance, abs=0.02)


@pytest.mark.parametrize("metric", [m for m in NUMBERS if m.facts.chance is None], ids=by_name)
def test_no_value_of_chance_is_stated_where_it_depends_on_the_data(metric: Metric) -> None:
    classes = 4 if metric.facts.input == "labels" else 2
    assert abs(independent(metric, 1, 0.3) - independent(metric, 2, 0.8, classes)) > 0.03


# -- order ---------------------------------------------------------------------------------------------------------

UNORDERED = (["low", "high", "medium", "low"], ["low", "medium", "medium", "high"])


@pytest.mark.parametrize("metric", [m for m in LABELS if m.facts.needs_order != "always"], ids=by_name)
def test_text_without_an_order_is_taken_where_no_order_is_needed(metric: Metric) -> None:
    options: dict[str, Any] = {"average": "macro"} if "average" in metric.options else {}
    options = {**options_of(metric)[0], **options}
    plain = metric(*UNORDERED, undefined=NAN, **options)
    declared = metric(*UNORDERED, undefined=NAN, labels=["low", "medium", "high"], **options)
    if metric.facts.range is not None:
        assert plain == pytest.approx(declared, nan_ok=True)
    for one in cases_of(metric):
        if metric.facts.needs_order == "never":
            assert "weights" not in one.options


@pytest.mark.parametrize("weights", ["linear", "quadratic", 1 - np.eye(3)])
def test_text_without_an_order_is_refused_where_an_order_is_needed(weights: Any) -> None:
    needing = [metric for metric in LABELS if metric.facts.needs_order != "never"]
    assert "cohen_kappa" in [metric.name for metric in needing]
    for metric in needing:
        options = {**options_of(metric)[0], **({"weights": weights} if "weights" in metric.options else {})}
        message = f"^{metric.name} needs the order of the labels, and 'high', 'low', 'medium' have none .* Declare it"
        with pytest.raises(LabelOrderError, match=message):
            metric(*UNORDERED, **options)


def test_two_labels_need_no_order() -> None:
    rows = ["yes", "no", "no"], ["yes", "yes", "no"]
    assert concordant.cohen_kappa(*rows, weights="linear") == pytest.approx(concordant.cohen_kappa(*rows))


# -- docstrings ----------------------------------------------------------------------------------------------------


SECTIONS = ("Parameters", "Returns", "Raises", "References", "Examples")


@pytest.mark.parametrize("metric", EVERY, ids=by_name)
def test_docstrings_have_every_section_and_every_option(metric: Metric) -> None:
    text = metric.__doc__ or ""
    found = [text.find(f"\n{name}\n{'-' * len(name)}\n") for name in SECTIONS]
    assert -1 not in found
    assert found == sorted(found)
    dropping = ["missing"] if metric in METRICS else []
    for option in (*metric.data, *metric.options, *dropping, "sample_weight", "undefined"):
        parameters = text[found[0] : found[1]]
        assert any(line[:1] != " " and option in line.partition(":")[0] for line in parameters.splitlines())
    assert metric.summary.endswith(".")
    surnames = metric.facts.source.split(" ")[0]
    assert surnames in text[found[3] :]


@pytest.mark.parametrize("metric", EVERY, ids=by_name)
def test_a_docstring_is_the_same_where_the_compiler_dedents(metric: Metric) -> None:
    own = metric.formula.__doc__ or ""
    made = [
        complete_docstring(text, metric)
        for text in (own, inspect.cleandoc(own))  # as up to Python 3.12, and as from 3.13 on
    ]
    assert inspect.cleandoc(made[0]) == inspect.cleandoc(made[1]) == inspect.getdoc(metric)


@pytest.mark.parametrize("metric", EVERY, ids=by_name)
def test_the_example_of_a_docstring_runs(metric: Metric) -> None:
    examples = doctest.DocTestParser().get_doctest(metric.__doc__ or "", {}, metric.name, None, None)
    assert len(examples.examples) >= 2
    found: list[str] = []
    runner = doctest.DocTestRunner()
    failed, _ = runner.run(examples, out=found.append)
    assert failed == 0, "".join(found)


ELSEWHERE = read_facts("elsewhere.json")
AMBIGUOUS = {"alpha", "classlikelihoodratios", "far", "hitrate", "likelihoodratio", "weightedkappa"}

# Of scikit-learn's: several numbers, or no metric of two columns.
NOT_ONE = {
    "classification_report",
    "metric_at_thresholds",
    "multilabel_confusion_matrix",
    "precision_recall_fscore_support",
    "confusion_matrix_at_thresholds",
}


def test_the_table_is_current_and_options_are_options_of_the_metric() -> None:
    listed = {key_of(name) for name in (*table.CHAPTERS, *table.ALIASES)}
    for metric in concordant.metrics.find():
        listed |= {key_of(one.name) for one in metric.facts.names_elsewhere}
        for one in metric.facts.names_elsewhere:
            assert set(one.options) <= set(metric.options), (metric.name, one)
            assert any(found.metric == metric.name for found in meanings(one.name)), "run python scripts/write_names.py"
    assert set(ELSEWHERE) == listed, "run python scripts/write_names.py"


def test_a_name_that_means_several_things_is_never_guessed_and_each_meaning_has_its_note() -> None:
    several = {key: found for key, found in ELSEWHERE.items() if len(found) > 1}
    assert set(several) == AMBIGUOUS
    for key, found in several.items():
        assert all(note is not None for _, _, note in found)
        with pytest.raises(OptionError, match="means different things elsewhere"):
            understand(key)


@pytest.mark.parametrize("name", sorted(set(concordant.sklearn.__all__) - NOT_ONE))
def test_names_of_scikit_learn_are_known(name: str) -> None:
    assert meanings(name), name


@pytest.mark.parametrize(
    ("name", "metric", "options"),
    [
        ("Cohen's kappa", "cohen_kappa", {}),
        ("QWK", "cohen_kappa", {"weights": "quadratic"}),
        ("MulticlassF1Score", "f1", {"average": "macro"}),
        ("ICC(3,k)", "intraclass_correlation", {"type": "consistency", "unit": "average"}),
        ("F0.5", "f_beta", {"beta": 0.5}),
        ("p@k", "precision_at_k", {}),
        *((name, "positive_likelihood_ratio", {}) for name in ("LR+", "lr+", "LR +", "LR (+)", "lr(+)", "lr_plus")),
        *((name, "negative_likelihood_ratio", {}) for name in ("LR-", "lr-", "LR \u2212", "LR (\u2013)", "lr_minus")),
        ("F1-score", "f1", {}),
        ("C-statistic", "roc_auc", {}),
    ],
)
def test_capitals_do_not_matter_nor_signs_but_at_the_end(name: str, metric: str, options: dict[str, Any]) -> None:
    found = understand(name)
    assert (found.metric, found.options) == (metric, options)
    with pytest.raises(OptionError, match="there is no metric 'lr'"):
        understand("lr")


def test_options_are_added_and_must_not_contradict() -> None:
    assert understand("f2", {"average": "macro"}).options == {"beta": 2, "average": "macro"}
    assert understand("weighted_kappa", {"weights": "linear"}).options == {"weights": "linear"}
    assert understand("alpha", {"type": "consistency", "unit": "average"}).metric == "intraclass_correlation"
    with pytest.raises(
        OptionError, match=r"'qwk' is cohen_kappa.*, and weights='linear' contradicts it: leave that out"
    ):
        understand("qwk", {"weights": "linear"})


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("f1_score", "Did you mean f1?"),
        ("qwk", 'Did you mean cohen_kappa(..., weights="quadratic")?'),
        ("alpha", "or krippendorff_alpha (Krippendorff's, of raters)."),
    ],
)
def test_in_python_the_error_says_what_to_write(name: str, hint: str) -> None:
    for ask, error in (
        (lambda: getattr(concordant, name), AttributeError),
        (lambda: concordant.metrics.get(name), OptionError),
    ):
        with pytest.raises(error) as caught:
            ask()
        assert str(caught.value).endswith(hint)


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("qwk", lambda y, p: sklearn.metrics.cohen_kappa_score(y, p, weights="quadratic")),
        ("f1_macro", lambda y, p: sklearn.metrics.f1_score(y, p, average="macro")),
        ("precision_weighted", lambda y, p: sklearn.metrics.precision_score(y, p, average="weighted")),
        ("MulticlassAccuracy", sklearn.metrics.balanced_accuracy_score),
    ],
)
def test_names_with_options_give_the_values_of_scikit_learn(name: str, theirs: Any) -> None:
    rng = np.random.default_rng(3)
    y, p = rng.integers(0, 4, 80), rng.integers(0, 4, 80)
    found = understand(name)
    assert_allclose(concordant.metrics.get(found.metric)(y, p, **found.options), theirs(y, p), rtol=1e-12)


def test_a_page_knows_the_names_that_mean_one_thing() -> None:
    page = concordant.evaluate([0, 1, 2, 1, 0, 2] * 9, [0, 1, 1, 1, 0, 2] * 9)
    assert page["qwk"] == page["cohen_kappa|weights:quadratic"]
    with pytest.raises(OptionError, match="this page has no metric 'alpha'"):
        page["alpha"]


def test_cronbachs_alpha_is_the_classical_formula() -> None:
    x = np.random.default_rng(2).normal(size=(30, 4)) + np.arange(30)[:, None] / 8
    k = x.shape[1]
    alpha = k / (k - 1) * (1 - x.var(axis=0, ddof=1).sum() / x.sum(axis=1).var(ddof=1))
    assert_allclose(concordant.intraclass_correlation(x, **understand("cronbach_alpha").options), alpha, rtol=1e-12)
