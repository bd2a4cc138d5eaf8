"""The metric object: calls, states, outcomes, signatures, and what Python's tools make of it."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import subprocess
import sys
from importlib.metadata import version
from typing import Any

import numpy as np
import pytest

import concordant
from concordant import cohen_kappa, f1, f_beta, log_loss, roc_auc
from concordant.errors import InputTypeError, LabelError, OptionError, ScoreError
from concordant.metrics.definition.kinds import CALIBRATION
from concordant.result import Outcome
from concordant.states import Counts, Curve, CurveStack, Moments

from .cases import METRICS, cases_of, example_of
from .options import CHOICES

every_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
TRUTH, PRED = [0, 1, 2, 2, 1], [0, 2, 2, 1, 1]
V = f"|v:{version('concordant')}"


# -- of, outcome, state --------------------------------------------------------------------------------------------


def test_a_call_gives_a_python_float() -> None:
    assert type(cohen_kappa(TRUTH, PRED)) is float
    assert type(roc_auc([0, 1], [0.2, 0.3])) is float
    assert type(log_loss([0, 1], [0.2, 0.3])) is float
    assert type(concordant.concordance_correlation([0, 1], [0, 2])) is float
    assert type(f1([0, 1], [0, 1], average="macro")) is float


def test_of_a_state_is_the_call_on_its_rows() -> None:
    counts = cohen_kappa.state(TRUTH, PRED)
    assert isinstance(counts, Counts)
    assert cohen_kappa.of(counts, weights="linear") == cohen_kappa(TRUTH, PRED, weights="linear")
    assert isinstance(roc_auc.state([0, 1], [0.2, 0.3]), Curve)
    assert isinstance(roc_auc.state([0, 1, 2], np.eye(3)), CurveStack)
    assert isinstance(log_loss.state([0, 1], [0.2, 0.3]), Moments)


def test_of_a_stack_is_an_array() -> None:
    stack = Counts.from_table([[[2, 1], [0, 3]], [[1, 1], [1, 1]]])
    found = cohen_kappa.of(stack)
    assert found.shape == (2,)
    np.testing.assert_allclose(found, [2 / 3, 0])


@pytest.mark.parametrize(
    ("metric", "state", "message"),
    [
        (cohen_kappa, Moments.empty(), "cohen_kappa.of takes Counts, not Moments."),
        (roc_auc, Counts.empty([0, 1]), "roc_auc.of takes Curve or CurveStack, not Counts."),
        (log_loss, [0, 1], "log_loss.of takes Moments, not list."),
    ],
)
def test_another_state_is_refused(metric: Any, state: Any, message: str) -> None:
    with pytest.raises(InputTypeError) as caught:
        metric.of(state)
    assert str(caught.value) == message


def test_an_option_that_does_not_exist_is_refused_and_the_options_named() -> None:
    with pytest.raises(InputTypeError) as caught:
        f1([0, 1], [0, 1], averages="macro")
    assert str(caught.value) == (
        "f1 has no option 'averages'; its options are average, pos_label, prevalence, labels, sample_weight, missing, "
        "undefined. Did you mean 'average'?"
    )
    with pytest.raises(InputTypeError) as caught:
        concordant.accuracy([0, 1], [0, 1], weights="linear")
    assert str(caught.value) == (
        "accuracy has no option 'weights'; its options are prevalence, labels, sample_weight, missing, undefined."
    )


@pytest.mark.parametrize("metric", [m for m in METRICS if "average" in m.options], ids=lambda metric: metric.name)
def test_an_average_that_does_not_exist_is_refused(metric: Any) -> None:
    case = cases_of(metric)[0]
    with pytest.raises(OptionError, match=r"^average must be one of .*, not 'mean'\.$"):
        metric(*example_of(case.kind), **{**case.options, "average": "mean"})


def test_an_option_that_has_no_default_must_be_given() -> None:
    with pytest.raises(TypeError, match="beta"):
        f_beta([0, 1], [0, 1])


def test_an_outcome_holds_the_reason_and_does_not_warn() -> None:
    assert cohen_kappa.outcome(Counts.from_table([[2, 1], [1, 2]])) == Outcome(pytest.approx(1 / 3), None)
    undefined = cohen_kappa.outcome(Counts.from_table([[2, 0], [0, 0]]))
    assert np.isnan(undefined.value)
    assert undefined.reason == "both raters use only the category 0, so chance alone would agree always (0/0)"


@pytest.mark.parametrize(
    ("metric", "made_by", "reason"),
    [
        ("brier_score", "log_loss", "brier_score.of takes Moments of the squared loss, as brier_score.state makes"),
        ("brier_skill_score", "brier_score", "takes Moments of the squared loss with the classes beside it, as"),
        ("brier_skill_score", "log_loss_skill_score", "makes them, not of surprise loss, positive.$"),
        ("ranked_probability_score", "brier_score", "takes Moments of the ranked loss"),
        ("hinge_loss", "brier_score", "takes Moments of the hinge loss"),
        ("pearson_correlation", "brier_skill_score", "takes Moments of two ratings, not of squared loss, positive.$"),
    ],
)
def test_moments_of_another_quantity_are_refused(metric: str, made_by: str, reason: str) -> None:
    state = getattr(concordant, made_by).state([0, 1, 1], [0.2, 0.7, 0.4])
    with pytest.raises(InputTypeError, match=reason):
        getattr(concordant, metric).of(state)


def test_a_loss_is_also_taken_of_moments_that_hold_the_classes_beside_it() -> None:
    truth, prob = [0, 1, 1], [0.2, 0.7, 0.4]
    state = concordant.brier_skill_score.state(truth, prob)
    assert concordant.brier_score.of(state) == concordant.brier_score(truth, prob)


@pytest.mark.parametrize("metric", ["roc_auc", "hand_till_auc", "expected_calibration_error", "hosmer_lemeshow"])
def test_one_column_of_scores_beside_three_classes_is_refused(metric: str) -> None:
    curve = roc_auc.state([0, 1, 2], np.eye(3)).curves[0]
    with pytest.raises(LabelError) as caught:
        getattr(concordant, metric).of(curve)
    assert str(caught.value) == (
        f"{metric}.of takes a curve of two classes or a CurveStack, not a curve of 3 classes; see Curve.one_vs_rest "
        "and Curve.pair."
    )


@pytest.mark.parametrize("metric", [m for m in METRICS if m.kind is CALIBRATION], ids=lambda m: m.name)
def test_a_curve_without_probabilities_has_no_calibration(metric: Any) -> None:
    with pytest.raises(ScoreError, match=r"^y_prob must hold probabilities between 0 and 1; 2 are not"):
        metric.of(Curve.from_scores([0, 1, 0], [-3.0, 5.0, 0.5]))
    with pytest.raises(ScoreError, match=r"^a curve on fixed edges holds the lower edges of the bins in place of"):
        metric.of(Curve.from_scores([0, 1, 0], [0.2, 0.7, 0.4], edges=[0.0, 0.5, 1.0]))


# -- signature -----------------------------------------------------------------------------------------------------


def test_a_signature_names_options_labels_rows_and_version() -> None:
    counts = cohen_kappa.state(TRUTH, PRED)
    assert cohen_kappa.signature(counts, weights="quadratic") == f"cohen_kappa|weights:quadratic|labels:0..2|n:5{V}"
    assert cohen_kappa.signature(counts) == f"cohen_kappa|labels:0..2|n:5{V}"
    curve = roc_auc.state([0, 1, 1], [0.1, 0.2, 0.3])
    assert roc_auc.signature(curve) == f"roc_auc|labels:0,1|n:3{V}"
    moments = log_loss.state([0, 1, 1], [0.1, 0.2, 0.3])
    assert log_loss.signature(moments) == f"log_loss|labels:0,1|n:3{V}"


def test_a_signature_counts_dropped_rows_and_tells_of_weights() -> None:
    dropped = cohen_kappa.state([0.0, 1.0, np.nan], [0.0, 1.0, 1.0], missing="drop")
    assert cohen_kappa.signature(dropped) == f"cohen_kappa|labels:0,1|n:2|missing:1{V}"
    weighted = cohen_kappa.state([0, 1], [0, 1], sample_weight=[0.5, 0.75])
    assert cohen_kappa.signature(weighted) == f"cohen_kappa|labels:0,1|n:1.25|sample_weight:yes{V}"


@every_metric
def test_a_signature_changes_with_every_option_that_moves_the_number(metric: Any) -> None:
    for option in metric.options:
        found = []
        for choice in CHOICES[option]:
            of_state = {option: choice} if option in metric.state_options else {}
            state = metric.state(*several(metric), **of_state)
            found.append(metric.signature(state, **({} if of_state else {option: choice})))
        assert len(set(found)) == len(found), found


def several(metric: Any) -> tuple[Any, Any]:
    """Rows of several classes or labels: else there is nothing to average."""
    if metric.facts.input == "labels":
        return TRUTH, PRED
    if metric.facts.input == "measurements":
        return [0.0, 1.0], [0.0, 2.0]
    scores = np.eye(3) * 0.7 + 0.1
    many = metric.facts.input != "scores" and metric.name != "top_k_accuracy"
    return (np.eye(3, dtype=int), scores) if many else ([0, 1, 2], scores)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([0, 1, 2], [0, 1, 3]),
        ([0, 1, 2], [0, 2, 1]),
        ([1, 3, 7], ["1", "3", "7"]),  # at their values, and at their places
        (["a,b", "c", "d"], ["a", "b,c", "d"]),
        ([*"abcdefghijklmnopqrstuvwxyz"], [*"abcdefghijklmnopqrstuvwxzy"]),  # more than are shown
    ],
)
def test_signatures_tell_labels_apart(one: list[Any], two: list[Any]) -> None:
    table = np.ones((len(one), len(one)), np.int64)
    found = [cohen_kappa.signature(Counts.from_table(table, labels)) for labels in (one, two)]
    assert found[0] != found[1]


def test_signatures_of_several_labels_count_rows_once() -> None:
    state = f1.state(np.eye(3, dtype=int), np.eye(3, dtype=int), labels=["cat", "dog", "red fox"])
    assert f1.signature(state, average="macro") == f"f1|average:macro|labels:cat,dog,red fox|n:3{V}"


# -- Python's tools ------------------------------------------------------------------------------------------------


@every_metric
def test_metrics_are_pickled_by_name(metric: Any) -> None:
    assert pickle.loads(pickle.dumps(metric)) is metric
    assert copy.deepcopy(metric) is metric


def test_a_pickled_metric_is_found_in_a_fresh_process() -> None:
    code = f"import pickle; print(pickle.loads({pickle.dumps(cohen_kappa)!r})([0, 1, 1, 0], [0, 1, 0, 0]))"
    assert run(code) == "0.5"


@every_metric
def test_help_shows_the_docstring(metric: Any) -> None:
    shown = pydoc.plain(pydoc.render_doc(metric))
    assert metric.summary in shown
    assert "Parameters" in shown
    assert f"<concordant metric {metric.name}: {metric.facts.title}>" in shown


@every_metric
def test_inspect_shows_the_call_with_its_own_options(metric: Any) -> None:
    signature = inspect.signature(metric)
    names = list(signature.parameters)
    assert tuple(names[:2]) == metric.data
    assert {"sample_weight", "missing", "undefined", *metric.options} <= set(names)
    assert "fill" not in names
    assert "options" not in names
    assert signature.parameters["undefined"].default == "nan"
    assert callable(metric)
    kinds = {parameter.kind for parameter in list(signature.parameters.values())[2:]}
    assert kinds == {inspect.Parameter.KEYWORD_ONLY}


def test_inspect_shows_defaults() -> None:
    parameters = inspect.signature(f_beta).parameters
    assert parameters["average"].default == "binary"
    assert parameters["beta"].default is inspect.Parameter.empty
    assert f1.__name__ == f1.__qualname__ == f1.name == "f1"


def test_dir_offers_every_metric_and_alias() -> None:
    offered = dir(concordant)
    assert {*concordant.metrics.names(), "sensitivity", "states", "evaluate", "Counts"} <= set(offered)
    assert offered == sorted(offered)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="module 'concordant' has no attribute 'no_such_metric'"):
        getattr(concordant, "no_such_metric")  # noqa: B009
    with pytest.raises(AttributeError, match=r"module 'concordant\.metrics' has no attribute 'no_such_metric'"):
        getattr(concordant.metrics, "no_such_metric")  # noqa: B009


# -- import --------------------------------------------------------------------------------------------------------


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_import_loads_nothing_heavy() -> None:
    heavy = ("pandas", "polars", "narwhals", "pyarrow", "matplotlib", "scipy", "sklearn", "typer", "rich")
    code = f"import sys, concordant; print([name for name in {heavy} if name in sys.modules])"
    assert run(code) == "[]"


def test_a_metric_of_arrays_loads_nothing_heavy() -> None:
    heavy = (
        *("pandas", "polars", "narwhals", "pyarrow", "matplotlib", "scipy", "sklearn", "typer", "rich"),
        *(
            "concordant.sources.frames",
            "concordant.sources.batches",
            "concordant.sources.batches",
            "concordant.inference",
        ),
    )
    code = (
        "import sys, numpy as np, concordant; concordant.cohen_kappa(np.array([0, 1]), np.array([0, 1])); "
        f"concordant.roc_auc([0, 1], [0.1, 0.2]); print([name for name in {heavy} if name in sys.modules])"
    )
    assert run(code) == "[]"


@pytest.mark.parametrize(
    "code",
    [
        "from concordant import sensitivity; print(sensitivity.name)",
        "import concordant; print(concordant.sensitivity.name)",
        "import concordant.metrics; print(concordant.metrics.recall.name)",
        "from concordant.metrics import recall; print(recall.name)",
        "import concordant.metrics.rates.basic; print(concordant.metrics.recall.name)",
    ],
)
def test_a_metric_is_found_by_its_names(code: str) -> None:
    assert run(code) == "recall"
