"""TorchMetric in two and three processes: every process gets the metric of all rows, exactly, or all raise."""

import os
import time
import traceback
import warnings
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import distributed  # noqa: E402

from concordant import metrics  # noqa: E402
from concordant.errors import LabelError, MergeError, MissingValuesError, ProcessError  # noqa: E402
from concordant.learning.torch import TorchMetric  # noqa: E402
from concordant.states import Counts  # noqa: E402


def rows() -> Any:
    rng = np.random.default_rng(3)
    return rng.integers(3, size=50), rng.integers(3, size=50), rng.uniform(0, 2, 50)


def theirs(truth: Any, pred: Any, weight: Any, mine: Any) -> None:
    """As metrics of TorchMetrics, which gather their states themselves."""
    if find_spec("torchmetrics") is None:
        return
    from concordant.learning.torchmetrics import ConcordantMetric

    for name, options, columns in (
        ("cohen_kappa", {"weights": "quadratic", "labels": range(3)}, (pred, truth)),
        ("cohen_kappa", {"labels": range(3)}, (pred, truth, weight)),
        ("roc_auc", {"labels": [0, 1]}, (weight, truth % 2)),
    ):
        metric = ConcordantMetric(name, **options)
        metric.update(*(torch.from_numpy(column[mine]) for column in columns))
        extra = {"sample_weight": columns[2]} if len(columns) > 2 else {}
        expected = metrics.get(name)(columns[1], columns[0], **{**options, **extra})
        np.testing.assert_allclose(metric.compute().item(), expected, rtol=1e-14)


def failures_reach_all(rank: int, truth: Any, score: Any) -> None:
    """What is wrong in one process is an error in all of them, which go on together afterwards."""

    def refused(metric: Any, kind: type[Exception], message: str) -> None:
        with pytest.raises(kind, match=message):
            metric.compute()

    wrong = TorchMetric("roc_auc", labels=[0, 1])  # rows that wait on a device, and one of them is no score
    columns = (torch.from_numpy(truth % 2), torch.from_numpy(np.where(rank, score, np.nan)), None)
    wrong._held.put_off(columns, 50, wrong._made)
    refused(wrong, MissingValuesError, "50 missing")
    assert wrong.state().n == 50 * (distributed.get_world_size() - 1)  # the rows of the others

    broken = TorchMetric("roc_auc", labels=[0, 1])
    broken._held.put_off((torch.from_numpy(truth % 2), torch.from_numpy(score), None), 50, broken._made)
    if rank == 1:
        broken._held._make = lambda _: 1 / 0  # what nobody foresees
    refused(broken, ZeroDivisionError if rank == 1 else ProcessError, "division" if rank == 1 else "process 1 failed")

    other = TorchMetric("accuracy", labels=range(3 + rank))
    refused(other, MergeError, "different labels")
    if rank == 1:
        with pytest.raises(LabelError):  # on the CPU it is one's own
            other.update(torch.tensor([9]), torch.tensor([0]))
    same = TorchMetric("accuracy", labels=[0, 1, 2])
    same.update(torch.tensor([rank]), torch.tensor([0]))
    assert same.compute() == 1 / distributed.get_world_size()


def process(rank: int, world: int, folder: Path) -> None:
    """What each process does; any difference raises."""
    torch.set_num_threads(1)
    distributed.init_process_group("gloo", init_method=f"file://{folder / 'meeting'}", rank=rank, world_size=world)
    truth, pred, weight = rows()
    mine = np.arange(50)[rank::world]  # not as many rows in each

    def fed(metric: Any, *columns: Any) -> Any:
        metric.update(*(torch.from_numpy(column[mine]) for column in columns))
        return metric

    kappa = fed(TorchMetric("cohen_kappa", weights="quadratic", labels=range(3)), truth, pred)
    assert kappa.compute() == metrics.get("cohen_kappa")(truth, pred, labels=range(3), weights="quadratic")
    assert kappa.state() == Counts.from_labels(truth, pred, labels=range(3))
    assert kappa.state(sync=False) == Counts.from_labels(truth[mine], pred[mine], labels=range(3))
    assert kappa.compute() == kappa.compute()  # gathering leaves the own rows as they are

    weighted = fed(TorchMetric("cohen_kappa", labels=range(3)), truth, pred, weight)
    expected = Counts.from_labels(truth, pred, labels=range(3), sample_weight=weight)
    np.testing.assert_allclose(weighted.state().table, expected.table, rtol=1e-14)
    np.testing.assert_allclose(weighted.state().squares, expected.squares, rtol=1e-14)

    auc = fed(TorchMetric("roc_auc", labels=[0, 1]), truth % 2, weight)
    assert auc.compute() == metrics.get("roc_auc")(truth % 2, weight)
    brier = fed(TorchMetric("brier_score", labels=[0, 1]), truth % 2, weight / 2)
    assert abs(brier.compute() - metrics.get("brier_score")(truth % 2, weight / 2)) < 1e-14

    theirs(truth, pred, weight, mine)

    # one process alone has rows, and one has none, or weights
    for name, columns in (("accuracy", (truth, pred)), ("roc_auc", (truth % 2, weight))):
        lonely = TorchMetric(name, labels=[0, 1, 2] if name == "accuracy" else [0, 1])
        if rank == 1:
            lonely.update(*map(torch.from_numpy, columns))
        assert lonely.compute() == metrics.get(name)(*columns)
    mixed = TorchMetric("accuracy", labels=range(3))
    mixed.update(torch.from_numpy(truth), torch.from_numpy(pred), torch.full((50,), 2.0) if rank else None)
    assert mixed.state().n == 50 + 100 * (world - 1)

    # beyond 2^24, where float32 counts stop, and 2^31
    huge = TorchMetric("accuracy", labels=[0, 1])
    stored = huge.state_dict()
    stored["state"] = Counts.from_table([[2**40 + rank, 0], [1, 0]]).to_dict()
    huge.load_state_dict(stored)
    assert huge.state().table.tolist() == [[world * 2**40 + sum(range(world)), 0], [world, 0]]

    failures_reach_all(rank, truth, weight)
    (folder / f"done {rank}").write_text(repr((kappa.compute(), weighted.compute(), brier.compute())))
    while len(list(folder.glob("done *"))) < world:  # one that ends early cuts the others off
        time.sleep(0.01)
    # destroy_process_group() hangs now and then in gloo of PyTorch 2.3 to 2.5, and later ones abort without it
    os._exit(0)


def _told(rank: int, world: int, folder: Path) -> None:
    """The process, and what is wrong there as text."""
    warnings.filterwarnings("error", category=UserWarning, module="concordant")
    try:
        process(rank, world, folder)
    except BaseException:  # noqa: BLE001  (also what pytest raises)
        (folder / f"failed {rank}").write_text(traceback.format_exc())
        os._exit(1)


@pytest.mark.skipif(not (distributed.is_available() and distributed.is_gloo_available()), reason="no gloo")
@pytest.mark.parametrize("world", [2, 3])
def test_processes_get_the_metric_of_all_rows(tmp_path: Path, world: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOO_SOCKET_IFNAME", os.environ.get("GLOO_SOCKET_IFNAME", "lo"))
    context = get_context("forkserver")  # PyTorch is imported once for all of them
    context.set_forkserver_preload([__name__, "concordant.learning.torchmetrics"])
    started = [context.Process(target=_told, args=(rank, world, tmp_path)) for rank in range(world)]
    for one in started:
        one.start()
    end = time.monotonic() + 120
    for one in started:
        one.join(max(0.0, end - time.monotonic()))
        if one.exitcode is None:
            one.kill()
    failures = [path.name + ": " + path.read_text() for path in sorted(tmp_path.glob("failed *"))]
    assert not failures, "\n".join(failures)
    assert [one.exitcode for one in started] == [0] * world
    results = {(tmp_path / f"done {rank}").read_text() for rank in range(world)}
    assert len(results) == 1  # to the last bit
