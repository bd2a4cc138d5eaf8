"""Metrics of Concordant as metrics of TorchMetrics: alone, in collections, in Lightning, in checkpoints."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
torchmetrics = pytest.importorskip("torchmetrics")

from torchmetrics import MetricCollection  # noqa: E402  (after they are known to be there)
from torchmetrics.classification import (  # noqa: E402
    BinaryAUROC,
    BinaryAveragePrecision,
    MulticlassAccuracy,
    MulticlassCohenKappa,
    MulticlassF1Score,
    MulticlassMatthewsCorrCoef,
)

import concordant  # noqa: E402
from concordant.errors import InputTypeError, LabelError, StateFormatError, WeightError  # noqa: E402
from concordant.learning.torchmetrics import ConcordantMetric  # noqa: E402

GENERATOR = torch.Generator().manual_seed(0)
TRUTH = torch.randint(0, 4, (300,), generator=GENERATOR)
GIVEN = torch.where(torch.rand(300, generator=GENERATOR) < 0.6, TRUTH, torch.randint(0, 4, (300,), generator=GENERATOR))
TWO = (TRUTH > 1).long()
SCORE = torch.rand(300, generator=GENERATOR) * 0.6 + TWO * 0.3
WEIGHT = torch.randint(1, 4, (300,), generator=GENERATOR).double()

THEIRS: list[Any] = [
    (("cohen_kappa", {"weights": "quadratic", "labels": range(4)}), MulticlassCohenKappa(4, weights="quadratic")),
    (("accuracy", {"labels": range(4)}), MulticlassAccuracy(4, average="micro")),
    (("f1", {"labels": range(4), "average": "macro"}), MulticlassF1Score(4)),
    (("matthews_correlation", {"labels": range(4)}), MulticlassMatthewsCorrCoef(4)),
    (("roc_auc", {"labels": [0, 1]}), BinaryAUROC()),
    (("average_precision", {"labels": [0, 1]}), BinaryAveragePrecision()),
]
IDS = [given[0] for given, _ in THEIRS]


def _rows(name: str) -> tuple[Any, Any]:
    return (SCORE, TWO) if name in ("roc_auc", "average_precision") else (GIVEN, TRUTH)


@pytest.mark.parametrize(("given", "theirs"), THEIRS, ids=IDS)
def test_the_value_is_that_of_torchmetrics(given: Any, theirs: Any) -> None:
    name, options = given
    preds, target = _rows(name)
    ours, theirs = ConcordantMetric(name, **options), theirs.clone()
    for rows in torch.arange(300).split(70):
        batch = ours(preds[rows], target[rows])
        assert batch.item() == pytest.approx(theirs(preds[rows], target[rows]).item(), abs=2e-6)
    assert ours.compute().item() == pytest.approx(theirs.compute().item(), abs=2e-6)
    metric = getattr(concordant, name)
    reading = {"labels": list(options["labels"])}
    whole = metric(target.numpy(), preds.numpy(), **{**options, **reading})
    assert ours.compute().item() == pytest.approx(whole, rel=1e-12)
    assert ours.higher_is_better is theirs.higher_is_better is True or name == "accuracy"
    ours.reset()
    assert ours.update_count == 0
    assert not ours.is_differentiable


@pytest.mark.parametrize(("given", "theirs"), THEIRS, ids=IDS)
def test_clones_pickles_and_checkpoints_go_on(given: Any, theirs: Any) -> None:
    name, options = given
    preds, target = _rows(name)
    metric = ConcordantMetric(name, **options)
    metric.update(preds[:200], target[:200])
    stored = metric.state_dict()
    fresh = ConcordantMetric(name, **options)
    fresh.load_state_dict(stored)
    fresh._update_count = 1  # as Lightning's loops restore it
    for again in (metric.clone(), pickle.loads(pickle.dumps(metric)), fresh):
        again.update(preds[200:], target[200:])
        expected = ConcordantMetric(name, **options)
        expected.update(preds, target)
        assert again.compute().item() == pytest.approx(expected.compute().item(), rel=1e-12)


@pytest.mark.parametrize(("name", "labels"), [("cohen_kappa", [0, 1, 2, 3]), ("roc_auc", [0, 1])])
def test_weights_of_rows(name: str, labels: list[int]) -> None:
    preds, target = _rows(name)
    metric = ConcordantMetric(name, labels=labels)
    for rows in torch.arange(300).split(70):
        metric.update(preds[rows], target[rows], WEIGHT[rows])
    whole = getattr(concordant, name)(target.numpy(), preds.numpy(), sample_weight=WEIGHT.numpy(), labels=labels)
    again = ConcordantMetric(name, labels=labels)
    again.load_state_dict(metric.state_dict())
    again._update_count = 1
    for counted in (metric, again):
        assert counted.compute().item() == pytest.approx(whole, rel=1e-12)
    if name == "roc_auc":
        with pytest.raises(WeightError, match="rows of both kinds came"):
            metric.update(SCORE, TWO)


def test_a_collection_shares_states_only_where_rows_are_read_alike() -> None:
    def of(**others: Any) -> dict[str, Any]:
        return {
            "kappa": ConcordantMetric("cohen_kappa", labels=range(4), weights="linear"),
            "f1": ConcordantMetric("f1", labels=range(4), average="macro"),
            "without 3": ConcordantMetric("accuracy", labels=range(4), ignore_index=3),
            **others,
        }

    collection = MetricCollection(of(theirs=MulticlassAccuracy(4, average="micro")))
    first = TRUTH < 3  # no row is left out in the first batch, so that all tables are equal
    collection.update(GIVEN[first], TRUTH[first])
    collection.update(GIVEN[~first], TRUTH[~first])
    values = {name: value.item() for name, value in collection.compute().items()}
    groups = {frozenset(group) for group in collection.compute_groups.values()}
    assert frozenset({"kappa", "f1"}) in groups
    assert frozenset({"without 3"}) in groups
    for name, metric in of().items():
        metric.update(GIVEN, TRUTH)
        assert values[name] == pytest.approx(metric.compute().item(), rel=1e-12)
    stored = collection.state_dict()
    again = MetricCollection(of(theirs=MulticlassAccuracy(4, average="micro")))
    again.load_state_dict(stored, strict=False)
    for name in of():
        again[name]._update_count = 1
        assert again[name].compute().item() == pytest.approx(values[name], rel=1e-12)


def test_several_labels_arrays_and_records() -> None:
    many = torch.stack([TRUTH > 0, TRUTH > 1], 1).long()
    given = torch.stack([GIVEN > 0, GIVEN > 2], 1).long()
    metric = ConcordantMetric("f1", multilabel=True, average="macro")
    metric.update(given, many)
    assert metric.compute().item() == pytest.approx(concordant.f1(many.numpy(), given.numpy(), average="macro"))
    each = ConcordantMetric("recall", labels=range(4), average=None)
    each.update(GIVEN, TRUTH)
    expected = concordant.recall(TRUTH.numpy(), GIVEN.numpy(), average=None, labels=[0, 1, 2, 3])
    np.testing.assert_allclose(each.compute().numpy(), expected)


def test_directions_and_bounds_for_plots() -> None:
    pytest.importorskip("matplotlib").use("Agg")
    kappa = ConcordantMetric("cohen_kappa", labels=range(4))
    assert (kappa.higher_is_better, kappa.plot_lower_bound, kappa.plot_upper_bound) == (True, -1.0, 1.0)
    loss = ConcordantMetric("log_loss", labels=[0, 1])
    assert (loss.higher_is_better, loss.plot_lower_bound, loss.plot_upper_bound) == (False, 0.0, None)
    values = [kappa(GIVEN[rows], TRUTH[rows]) for rows in torch.arange(300).split(100)]
    assert all(part is not None for part in kappa.plot(values))
    assert "cohen_kappa" in repr(kappa)


def test_counts_are_never_rounded() -> None:
    metric = ConcordantMetric("accuracy", labels=range(4))
    metric.half().set_dtype(torch.float16)
    for _ in range(20):
        metric.update(GIVEN, TRUTH)
    assert metric.table.dtype == torch.int64
    assert metric.table.sum() == 6000


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(LabelError, match=r"needs labels=\[...\]"):
        ConcordantMetric("cohen_kappa")
    with pytest.raises(InputTypeError, match="has no option 'wieghts'"):
        ConcordantMetric("cohen_kappa", labels=range(4), wieghts="linear")
    metric = ConcordantMetric("cohen_kappa", labels=range(4), sync_on_compute=False)
    with pytest.raises(LabelError, match="7"):
        metric.update(torch.tensor([7]), torch.tensor([0]))
    assert metric.table.sum() == 0
    metric.update(GIVEN, TRUTH)
    stored = metric.state_dict()
    with pytest.raises(StateFormatError, match="rows of another metric, or read otherwise"):
        ConcordantMetric("cohen_kappa", labels=[3, 2, 1, 0]).load_state_dict(stored)


def test_logged_by_lightning() -> None:
    lightning = pytest.importorskip("lightning")

    class Model(lightning.LightningModule):
        def __init__(self) -> None:
            super().__init__()
            self.kappa = ConcordantMetric("cohen_kappa", labels=range(4), weights="quadratic")
            self.line = torch.nn.Linear(1, 4)

        def validation_step(self, batch: Any, _: int) -> None:
            given, truth = batch
            self.kappa(given, truth)
            self.log("kappa", self.kappa, on_step=False, on_epoch=True)

    rows = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(GIVEN, TRUTH), batch_size=70)
    quiet = {"logger": False, "enable_progress_bar": False, "enable_model_summary": False, "accelerator": "cpu"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (told,) = lightning.Trainer(**quiet).validate(Model(), rows, verbose=False)
    whole = concordant.cohen_kappa(TRUTH.numpy(), GIVEN.numpy(), weights="quadratic")
    assert told["kappa"] == pytest.approx(whole, rel=1e-6)
