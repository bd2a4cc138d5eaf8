"""
TorchMetric in two and three processes: every process gets the metric of all rows, exactly.

This file is also the process.
"""

import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import distributed  # noqa: E402

from concordant import metrics  # noqa: E402
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

    (folder / f"done {rank}").write_text(repr((kappa.compute(), weighted.compute(), brier.compute())))
    while len(list(folder.glob("done *"))) < world:  # one that ends early cuts the others off
        time.sleep(0.01)
    # destroy_process_group() hangs now and then in gloo of PyTorch 2.3 to 2.5, and later ones abort without it
    os._exit(0)


@pytest.mark.skipif(not (distributed.is_available() and distributed.is_gloo_available()), reason="no gloo")
@pytest.mark.parametrize("world", [2, 3])
def test_processes_get_the_metric_of_all_rows(tmp_path: Path, world: int) -> None:
    command = [sys.executable, "-W", "error::UserWarning:concordant", __file__]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": os.environ.get("GLOO_SOCKET_IFNAME", "lo")}
    started = [
        subprocess.Popen([*command, str(rank), str(world), str(tmp_path)], stderr=subprocess.PIPE, text=True, env=env)
        for rank in range(world)
    ]
    failures = []
    for rank, one in enumerate(started):
        try:
            _, error = one.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            one.kill()
            _, error = one.communicate()
        if one.returncode:
            failures.append(f"rank {rank}: {error}")
    assert not failures, "\n".join(failures)
    results = {(tmp_path / f"done {rank}").read_text() for rank in range(world)}
    assert len(results) == 1  # to the last bit


if __name__ == "__main__":
    process(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
