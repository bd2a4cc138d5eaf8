"""TorchMetric: batches, merges, stores and moves give the metric of all rows, to the last row."""

import copy
import io
import json
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from concordant import metrics  # noqa: E402
from concordant.errors import (  # noqa: E402
    InputError,
    InputTypeError,
    LabelError,
    LengthError,
    MergeError,
    OptionError,
    StateFormatError,
    UndefinedMetricError,
    UndefinedMetricWarning,
    WeightError,
)
from concordant.learning.torch import TorchMetric  # noqa: E402
from concordant.states import Counts, Curve, Moments  # noqa: E402

torch.set_num_threads(1)


def labels_of(seed: Any, n: Any = 60, classes: Any = 4) -> Any:
    rng = np.random.default_rng(seed)
    return rng.integers(classes, size=n), rng.integers(classes, size=n), rng.uniform(0, 2, n)


def fed(metric: Any, columns: Any, parts: Any = 5) -> Any:
    """Update batch by batch, one of them empty."""
    for rows in [*np.array_split(np.arange(len(columns[0])), parts), np.arange(0)]:
        metric.update(*(torch.from_numpy(column[rows]) for column in columns))
    return metric


# --- edges ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), [("cohen_kappa", {"labels": [0, 1]}), ("roc_auc", {})])
def test_no_rows_are_nan_and_say_so(name: Any, options: Any) -> None:
    metric = TorchMetric(name, **options)
    with pytest.warns(UndefinedMetricWarning, match=f"{name}: there are no rows"):
        assert np.isnan(metric.compute())
    assert TorchMetric(name, undefined=0.5, **options).compute() == 0.5
    with pytest.raises(UndefinedMetricError, match="there are no rows"):
        TorchMetric(name, undefined="raise", **options).compute()
    if name == "roc_auc":
        with pytest.raises(InputError, match="roc_auc: there are no rows yet"):
            metric.state()


# --- batches are the whole ------------------------------------------------------------------------


NEEDS: dict[str, dict[str, Any]] = {
    "f_beta": {"beta": 2.0},
    "gwet_ac2": {"weights": "linear"},
    "weighted_agreement": {"weights": "linear"},
    "expected_cost": {"cost": 1.0 - np.eye(4)},
}


@pytest.mark.parametrize("name", [m.name for m in metrics.find() if m.facts.input == "labels"])
def test_batches_of_labels_are_the_whole(name: Any) -> None:
    truth, pred, weight = labels_of(1)
    metric = metrics.get(name)
    options = {**NEEDS.get(name, {}), **({"average": "macro"} if "average" in metric.options else {})}
    labels = range(4)
    try:
        expected = metric(truth, pred, labels=labels, **options)
    except LabelError:  # a metric of two classes
        truth, pred, labels = truth % 2, pred % 2, [0, 1]
        expected = metric(truth, pred, labels=labels, **options)
    plain, weighted = (TorchMetric(name, labels=labels, **options) for _ in range(2))
    np.testing.assert_equal(fed(plain, (truth, pred)).compute(), expected)
    value = np.asarray(fed(weighted, (truth, pred, weight)).compute(), dtype=float)
    expected = np.asarray(metric(truth, pred, labels=labels, sample_weight=weight, **options), dtype=float)
    np.testing.assert_allclose(value, expected, rtol=1e-12, atol=1e-15)


def test_weighted_and_plain_batches_add_up() -> None:
    truth, pred, weight = labels_of(4)
    metric = TorchMetric("cohen_kappa", labels=range(4))
    both = Counts.empty(range(4))
    for weights in (None, weight):
        metric.update(*map(torch.from_numpy, (truth, pred)), None if weights is None else torch.from_numpy(weights))
        both += Counts.from_labels(truth, pred, labels=range(4), sample_weight=weights)
    np.testing.assert_allclose(metric.state().table, both.table, rtol=1e-14)
    np.testing.assert_allclose(metric.state().squares, both.squares, rtol=1e-14)


def test_text_and_arrays_are_counted_beside_tensors() -> None:
    order = ["low", "mid", "high"]
    metric = TorchMetric("cohen_kappa", weights="linear", labels=order)
    metric.update(["low", "high"], ["low", "mid"])
    metric.update(np.array(["mid"]), np.array(["mid"]))
    kappa = metrics.get("cohen_kappa")(["low", "high", "mid"], ["low", "mid", "mid"], labels=order, weights="linear")
    assert metric.compute() == kappa
    numbers = TorchMetric("accuracy", labels=[0, 1])
    numbers.update([0, 1], [0, 0])
    numbers.update(torch.tensor([1, 1]), torch.tensor([1, 1]))
    assert numbers.compute() == 0.75
    beyond = TorchMetric("accuracy", labels=[0, 2**63])  # int64
    beyond.update([0, 2**63], [0, 0])
    assert beyond.compute() == 0.5


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
@pytest.mark.parametrize("name", ["roc_auc", "average_precision", "brier_score", "log_loss"])
def test_batches_of_scores_are_the_whole(name: Any, dtype: Any) -> None:
    rng = np.random.default_rng(5)
    truth, score = rng.integers(2, size=80), torch.from_numpy(rng.uniform(0.05, 0.95, 80)).to(dtype)
    metric = TorchMetric(name, labels=[0, 1])
    for rows in np.array_split(np.arange(80), 7):
        metric.update(torch.from_numpy(truth)[rows], score[rows])
    expected = metrics.get(name)(truth, score.double().numpy())
    assert metric.compute() == pytest.approx(expected, rel=1e-6 if name == "log_loss" else 1e-12)
    assert isinstance(metric.state(), Curve | Moments)


RNG = np.random.default_rng(6)
THREE, PROB = RNG.integers(3, size=40), RNG.dirichlet(np.ones(3), 40)
TRUE, PRED = RNG.integers(2, size=(40, 3)), RNG.integers(2, size=(40, 3))
TRUE[:, 0] = 1  # no row without a label
FIRST, SECOND = RNG.normal(size=40), RNG.normal(size=40)


OTHERS: list[tuple[str, Any, dict[str, Any]]] = [
    ("roc_auc", (THREE, PROB), {"labels": range(3), "multi_class": "ovr", "average": "macro"}),
    ("f1", (TRUE, PRED), {"multilabel": True, "average": "samples"}),
    ("pearson_correlation", (FIRST, SECOND), {}),
    ("normalized_discounted_cumulative_gain", (TRUE, PROB), {"k": 2}),
    ("top_k_accuracy", (THREE, PROB), {"labels": range(3), "k": 2}),
]


@pytest.mark.parametrize(("name", "columns", "options"), OTHERS)
def test_batches_of_other_rows_are_the_whole(name: str, columns: Any, options: dict[str, Any]) -> None:
    value = fed(TorchMetric(name, **options), columns).compute()
    expected = metrics.get(name)(*columns, **{key: options[key] for key in options if key != "multilabel"})
    assert value == pytest.approx(expected, abs=1e-14)


def test_masked_and_ignored_rows_are_absent() -> None:
    truth, pred, score = labels_of(7)
    keep = np.arange(60) % 3 > 0

    def state(y_true: Any, mask: Any = None, ignore_index: int | None = None) -> Any:
        metric = TorchMetric("accuracy", labels=range(4), ignore_index=ignore_index)
        metric.update(torch.from_numpy(y_true), torch.from_numpy(pred), mask=mask)
        return metric.state()

    expected = Counts.from_labels(truth[keep], pred[keep], labels=range(4))
    assert state(truth, torch.from_numpy(keep)) == expected
    assert state(np.where(keep, truth, 255), ignore_index=255) == expected
    left = keep & (truth != 0)
    both = Counts.from_labels(truth[left], pred[left], labels=range(4))
    assert state(truth, torch.from_numpy(keep), ignore_index=0) == both
    bytes_ = TorchMetric("accuracy", labels=[1, 156], ignore_index=-100)  # 156 is -100 modulo 256
    bytes_.update(torch.tensor([156, 1], dtype=torch.uint8), torch.tensor([1, 1], dtype=torch.uint8))
    assert bytes_.compute() == 0.5
    scores = TorchMetric("roc_auc", labels=[0, 1])
    scores.update(torch.from_numpy(truth % 2), torch.from_numpy(score), mask=keep)
    assert scores.compute() == metrics.get("roc_auc")(truth[keep] % 2, score[keep])


def test_dropped_rows_are_counted_as_missing() -> None:
    metric = TorchMetric("accuracy", labels=["a", "b"], missing="drop")
    for _ in range(2):
        metric.update(["a", None, "b"], ["a", "a", "a"])
    assert metric.compute() == 0.5
    assert metric.state().missing == 2


# --- exact counts ---------------------------------------------------------------------------------


def test_counts_beyond_single_precision_are_exact() -> None:
    rows = 2**24
    metric = holding("accuracy", [[rows, 0], [0, 0]])
    for _ in range(3):
        metric.update(torch.tensor([0]), torch.tensor([0]))
    assert metric.state().table.tolist() == [[rows + 3, 0], [0, 0]]


def holding(name: Any, table: Any) -> Any:
    metric = TorchMetric(name, labels=[0, 1])
    stored = metric.state_dict()
    stored["state"] = Counts.from_table(table).to_dict()
    metric.load_state_dict(stored)
    return metric


# --- verbs ----------------------------------------------------------------------------------------


CASES = [
    ("cohen_kappa", {"labels": range(4), "weights": "quadratic"}, lambda t, p, w: (t, p)),
    ("cohen_kappa", {"labels": range(4)}, lambda t, p, w: (t, p, w)),
    ("roc_auc", {"labels": [0, 1]}, lambda t, p, w: (t % 2, w)),
    ("brier_score", {"labels": [0, 1]}, lambda t, p, w: (t % 2, w / 2)),
    (
        "f1",
        {"multilabel": True, "average": "macro"},
        lambda t, p, w: (t[:, None] >> [0, 1] & 1, p[:, None] >> [0, 1] & 1),
    ),
]


@pytest.mark.parametrize(("name", "options", "columns"), CASES)
def test_merge_of_any_split_is_the_whole(name: Any, options: Any, columns: Any) -> None:
    data = columns(*labels_of(8))
    whole = fed(TorchMetric(name, **options), data, parts=1).compute()
    order = np.random.default_rng(8).permutation(60)
    for cut in (0, 1, 29, 60):
        parts = [fed(TorchMetric(name, **options), tuple(c[rows] for c in data)) for rows in (order[:cut], order[cut:])]
        parts[0].merge(parts[1])
        assert parts[0].compute() == pytest.approx(whole, abs=1e-14)


def test_merge_refuses_other_choices() -> None:
    metric = TorchMetric("cohen_kappa", labels=range(3), weights="linear")
    for other in (
        TorchMetric("cohen_kappa", labels=range(3)),
        TorchMetric("cohen_kappa", labels=range(4), weights="linear"),
        TorchMetric("scott_pi", labels=range(3), weights="linear"),
        "kappa",
    ):
        with pytest.raises(MergeError, match=r"cannot merge different metrics: cohen_kappa\|labels:\(0, 1, 2\)"):
            metric.merge(other)


@pytest.mark.parametrize(("name", "options", "columns"), CASES)
def test_stored_pickled_and_copied_metrics_go_on_and_reset_forgets(name: Any, options: Any, columns: Any) -> None:
    data = columns(*labels_of(9))
    metric = fed(TorchMetric(name, **options), tuple(c[:30] for c in data))
    file = io.BytesIO()
    torch.save(metric.state_dict(), file)
    file.seek(0)
    loaded, text = TorchMetric(name, **options), TorchMetric(name, **options)
    loaded.load_state_dict(torch.load(file, weights_only=True))
    text.load_state_dict(json.loads(json.dumps(metric.state_dict())))
    whole = fed(TorchMetric(name, **options), data)
    for again in (loaded, text, pickle.loads(pickle.dumps(metric)), copy.deepcopy(metric)):
        assert fed(again, tuple(c[30:] for c in data)).compute() == pytest.approx(whole.compute(), abs=1e-14)
    assert metric.state() == fed(TorchMetric(name, **options), tuple(c[:30] for c in data)).state()
    metric.reset()
    assert metric.state_dict() == TorchMetric(name, **options).state_dict()
    metric.load_state_dict(metric.state_dict())  # of no rows
    assert fed(metric, data).compute() == whole.compute()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "of version 1 gave"),
        ({"metric": TorchMetric("accuracy", labels=range(3))._choices()}, r"not of accuracy\|labels:\(0, 1\)"),
        ({"state": Curve.from_scores([0, 1], [0.1, 0.2]).to_dict()}, "accuracy takes other states than 'curve'"),
        ({"state": Counts.from_table(np.eye(3, dtype=int)).to_dict()}, "does not fit: it is of the labels"),
        ({"state": {**Counts.from_table(np.eye(2, dtype=int)).to_dict(), "labels": [1, 0]}}, "is of the labels"),
        ({"state": {**Counts.from_table(np.eye(2, dtype=int)).to_dict(), "labels": [1, 1]}}, "state"),
        ({"state": Counts.from_table(np.ones((2, 2, 2), int)).to_dict()}, "does not fit"),
        ({"state": {"state": "table"}}, "the state must be one of counts, curve, .* not 'table'"),
        ({"state": 7}, "the state must be one of"),
    ],
)
def test_states_that_do_not_fit_leave_the_rows_as_they_are(change: dict[str, Any], message: str) -> None:
    metric = holding("accuracy", [[3, 0], [0, 2]])
    with pytest.raises(StateFormatError, match=message):
        metric.load_state_dict({**metric.state_dict(), **change})
    assert metric.state().table.tolist() == [[3, 0], [0, 2]]


def test_rows_of_inference_mode_and_of_training_add_up() -> None:
    metric = TorchMetric("accuracy", labels=[0, 1])
    truth, pred, weight = torch.tensor([0, 1]), torch.tensor([0, 0]), torch.ones(2)
    with torch.inference_mode():
        metric.update(truth, pred)
        metric.reset()
    metric.update(truth, pred)
    metric.update(truth, pred, weight)
    with torch.inference_mode():
        metric.update(truth, pred, weight)
    assert metric.state().n == 6
    assert metric.compute() == 0.5


def test_counts_live_where_they_are_told() -> None:
    with torch.device("meta"):  # as large models are made
        made = TorchMetric("accuracy", labels=[0, 1])
    made.update(torch.tensor([0, 1], device="cpu"), torch.tensor([0, 0], device="cpu"))
    assert made.compute() == 0.5
    metric = TorchMetric("accuracy", labels=[0, 1])
    metric.update(torch.tensor([0, 1]), torch.tensor([0, 0]))
    assert metric.to("meta") is metric
    assert metric._held.wide.device.type == "meta"
    given = TorchMetric("accuracy", labels=[0, 1], device="cpu")
    assert given._held.device == torch.device("cpu")


# --- errors ---------------------------------------------------------------------------------------


WRONG_CHOICES: list[tuple[Any, Any, str]] = [
    (lambda: TorchMetric("cohen_kappa"), LabelError, r"cohen_kappa needs labels=\[...\]: a batch may lack"),
    (lambda: TorchMetric("cohen_kapa", labels=[0]), OptionError, "Did you mean cohen_kappa"),
    (lambda: TorchMetric(max, labels=[0]), InputTypeError, "metric must be a metric of Concordant or its name"),
    (lambda: TorchMetric("pearson_correlation", labels=[0, 1]), InputTypeError, "has no option 'labels'"),
    (lambda: TorchMetric("accuracy", labels=[0, 1], undefined="zero"), OptionError, "undefined must be"),
]


@pytest.mark.parametrize(("call", "error", "message"), WRONG_CHOICES)
def test_wrong_choices_are_refused_at_once(call: Any, error: Any, message: Any) -> None:
    with pytest.raises(error, match=message):
        call()


WRONG_ROWS: list[tuple[Any, Any, str]] = [
    (([0, 2], [0, 1]), LabelError, "1 label occurs that labels= does not name: 2. Declared are: 0, 1."),
    (([0, 1, 1], [0, 1]), LengthError, "y_true and y_pred must have the same length, not 3 and 2"),
    (([[0, 1]], [[0, 1]]), LengthError, "accuracy takes one label a row, not shapes"),
    (([0, 1], [0, 1], [1.0, -1.0]), WeightError, "finite and not negative"),
    (([0, 1], [0, 1], [1.0]), WeightError, "one number a row, 2, not the shape"),
    (([0], [0], None, [True, False]), LengthError, "mask must be bool, one a row"),
]


@pytest.mark.parametrize(("given", "error", "message"), WRONG_ROWS)
def test_wrong_rows_are_refused_and_leave_no_trace(given: Any, error: Any, message: Any) -> None:
    metric = TorchMetric("accuracy", labels=[0, 1])
    names = ("y_true", "y_pred", "sample_weight", "mask")
    rows = {name: torch.tensor(column) for name, column in zip(names, given, strict=False) if column is not None}
    with pytest.raises(error, match=message):
        metric.update(**rows)
    assert metric.state() == Counts.empty([0, 1])


# --- imports --------------------------------------------------------------------------------------


def test_missing_torch_names_what_to_install() -> None:
    code = "import sys; sys.modules['torch'] = None; import concordant.learning.torch"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip().endswith(
        'MissingDependencyError: concordant.learning.torch needs PyTorch: pip install "concordant[torch]".'
    )
