"""
States of tensors on a device, beside a copy and a sort there and beside TorchMetrics; one run measures everything.

    python -m benchmarks.devices             # needs a GPU that PyTorch knows; torchmetrics, CuPy and JAX if installed
    python -m benchmarks.devices --cpu       # the same way through tensors on the CPU: does it work? Times mean little
    python -m benchmarks.devices --rows 1e7  # default 1e8, with --cpu 1e6

Prints one table: the least of several rounds in turn, with the device waited for after each call. What each line is to
reach stands beside it. It also holds the results against the kernels of the host, to the bit, and asks PyTorch to raise
where an update waits for the device.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

import numpy as np

from concordant import brier_score, cohen_kappa, expected_calibration_error, log_loss, roc_auc
from concordant.inputs import arrays as tensors
from concordant.states import Counts

CLASSES = 6
BATCH = 4096
ROUNDS = 5


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 where there is no device."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cpu", action="store_true", help="take tensors on the CPU for those of a device")
    parser.add_argument("--rows", type=float, help="rows of each array")
    chosen = parser.parse_args(arguments)
    if find_spec("torch") is None:
        print("PyTorch is not installed: pip install torch.")
        return 1
    import torch

    if not (chosen.cpu or torch.cuda.is_available()):
        print("PyTorch finds no GPU here: run this where there is one, or with --cpu to see that it works.")
        return 1
    rows = int(chosen.rows or (1e6 if chosen.cpu else 1e8))
    device = torch.device("cpu" if chosen.cpu else "cuda")
    if chosen.cpu:
        tensors.HOSTS = set()
        print("Tensors on the CPU: these times say nothing about a GPU.\n")
    else:
        print(f"{torch.cuda.get_device_name()}, ", end="")
    print(
        ", ".join(f"{name} {found}" for name in ("torch", "torchmetrics", "cupy", "jax") if (found := _version(name)))
    )
    print(f"{rows:,} rows, {CLASSES} classes, least of {ROUNDS} rounds\n")
    for line in (
        *labels(rows, device),
        *scores(rows, device),
        *probabilities(rows, device),
        *updates(device),
        *others(rows, device),
    ):
        print(line, flush=True)
    return 0


def labels(rows: int, device: Any) -> Iterator[str]:
    """Quadratic kappa and the table, beside a copy of the same bytes."""
    import torch

    generator = torch.Generator(device=device).manual_seed(0)
    truth = torch.randint(0, CLASSES, (rows,), device=device, generator=generator)
    pred = torch.where(torch.rand(rows, device=device, generator=generator) < 0.6, truth, truth.roll(1))
    for kind in (torch.int64, torch.uint8):
        true, other = truth.to(kind), pred.to(kind)
        room = torch.empty(2, rows, dtype=kind, device=device)
        both = torch.stack([true, other])
        works: dict[str, Callable[[], Any]] = {
            "copy": lambda room=room, both=both: room.copy_(both),
            "table": lambda t=true, p=other: Counts.from_labels(t, p),
            "bincount alone": lambda t=true, p=other: torch.bincount(t.long() * CLASSES + p, minlength=CLASSES**2),
            "quadratic kappa": lambda t=true, p=other: cohen_kappa(t, p, weights="quadratic"),
        }
        peer = _torchmetrics("MulticlassCohenKappa", num_classes=CLASSES, weights="quadratic")
        if peer is not None:
            works["TorchMetrics' kappa"] = lambda t=true, p=other, peer=peer: peer(p.long(), t.long())
        took = least(works)
        read, moved = 2 * rows * true.element_size(), 4 * rows * true.element_size()
        bandwidth = moved / took["copy"]
        yield f"labels, {str(kind).partition('.')[2]}: a copy moves {bandwidth / 1e9:,.0f} GB/s"
        for name in ("table", "quadratic kappa"):
            share = read / took[name] / bandwidth
            yield _line(name, took[name], f"reads at {share:.0%} of the copy's bandwidth (to reach: 60 %)")
        yield _line("bincount alone", took["bincount alone"])
        if peer is not None:
            ratio = took["TorchMetrics' kappa"] / took["quadratic kappa"]
            yield _line("TorchMetrics' kappa", took["TorchMetrics' kappa"], f"ours {ratio:.1f} times as fast (20)")
        same = Counts.from_labels(true, other) == Counts.from_labels(_host(true), _host(other))
        yield f"  equal to the host, to the bit: {same}"
    weight = torch.rand(rows, device=device, generator=generator)
    took = least({"weighted table": lambda: Counts.from_labels(truth, pred, sample_weight=weight)})
    first, again = (Counts.from_labels(truth, pred, sample_weight=weight) for _ in range(2))
    yield _line("weighted table", took["weighted table"], f"the same twice, to the bit: {first == again}")


def scores(rows: int, device: Any) -> Iterator[str]:
    """AUC, beside the sort of the scores."""
    import torch

    generator = torch.Generator(device=device).manual_seed(1)
    score = torch.rand(rows, device=device, generator=generator)
    truth = (torch.rand(rows, device=device, generator=generator) < score).to(torch.int64)
    works: dict[str, Callable[[], Any]] = {"sort": score.sort, "roc_auc": lambda: roc_auc(truth, score)}
    peer = _torchmetrics("BinaryAUROC")
    if peer is not None:
        works["TorchMetrics' AUC"] = lambda: peer(score, truth)
    took = least(works)
    yield "\nscores, float32"
    yield _line("torch.sort", took["sort"])
    yield _line("roc_auc", took["roc_auc"], f"{took['roc_auc'] / took['sort']:.2f} times the sort (to reach: 1.5)")
    if peer is not None:
        ratio = took["TorchMetrics' AUC"] / took["roc_auc"]
        yield _line("TorchMetrics' AUC", took["TorchMetrics' AUC"], f"ours {ratio:.1f} times as fast (3)")
    yield f"  equal to the host, to the bit: {roc_auc(truth, score) == roc_auc(_host(truth), _host(score))}"
    half = score.to(torch.bfloat16)
    yield _line("roc_auc, bfloat16", least({"half": lambda: roc_auc(truth, half)})["half"])


def probabilities(rows: int, device: Any) -> Iterator[str]:
    """Calibration and losses of several classes, beside the same of the columns on the host."""
    import torch

    rows = rows // 10
    generator = torch.Generator(device=device).manual_seed(2)
    prob = torch.rand(rows, CLASSES, device=device, generator=generator).softmax(1)
    truth = torch.randint(0, CLASSES, (rows,), device=device, generator=generator)
    binary = truth % 2
    yield f"\nprobabilities, float32, {rows:,} rows: on the device, and with the columns brought to the host first"
    for name, metric, columns in (
        ("expected calibration", expected_calibration_error, (binary, prob[:, 0])),
        ("log loss, classes", log_loss, (truth, prob)),
        ("Brier score, classes", brier_score, (truth, prob)),
        ("AUC, classes", roc_auc, (truth, prob)),
    ):
        took = least(
            {"there": lambda f=metric, x=columns: f(*x), "here": lambda f=metric, x=columns: f(*map(_host, x))}
        )
        yield _line(name, took["there"], f"{took['here'] / took['there']:.1f} times as fast as through the host")


def updates(device: Any) -> Iterator[str]:
    """The time that an update of a training loop takes of the host."""
    import torch

    from concordant.learning.torch import TorchMetric
    from concordant.learning.torch.metric import DeviceCounts

    truth = torch.randint(0, CLASSES, (BATCH,), device=device)
    score, weight = torch.rand(BATCH, device=device), torch.rand(BATCH, device=device)
    yield f"\nupdate by {BATCH:,} rows: time of the host, without waiting (to reach: 30 us)"
    kappa = TorchMetric("cohen_kappa", weights="quadratic", labels=range(CLASSES))
    if device.type == "cpu":
        DeviceCounts.takes = lambda *_: True  # not the kernels of the host
    auc = TorchMetric("roc_auc", labels=[0, 1])
    binary = truth % 2
    works = {
        "labels": lambda: kappa.update(truth, truth),
        "labels and weights": lambda: kappa.update(truth, truth, weight),
        "scores": lambda: auc.update(binary, score),
    }
    for name, work in works.items():
        work()
        with waiting_raises(device):
            times = []
            for _ in range(ROUNDS):
                _wait(device)
                start = time.perf_counter()
                for _ in range(100):
                    work()
                times.append((time.perf_counter() - start) / 100)
                _wait(device)
        yield _line(name, min(times), "" if device.type == "cpu" else "nothing waited for the device")
    yield _line("compute of both", least({"compute": lambda: (kappa.compute(), auc.compute())})["compute"])


def others(rows: int, device: Any) -> Iterator[str]:
    """The same through CuPy and JAX, where they are installed and know the device."""
    import torch

    truth = torch.randint(0, CLASSES, (rows,), device=device)
    score = torch.rand(rows, device=device)
    for name in ("cupy", "jax"):
        if find_spec(name) is None or (name == "cupy" and device.type == "cpu"):
            continue
        if name == "cupy":
            import cupy

            columns = [cupy.from_dlpack(x) for x in (truth, truth.roll(1), truth % 2, score)]
        else:
            import jax

            with jax.enable_x64(True):
                columns = [jax.dlpack.from_dlpack(x) for x in (truth, truth.roll(1), truth % 2, score)]
        true, pred, binary, values = columns
        took = least(
            {
                "table": lambda t=true, p=pred: Counts.from_labels(t, p),
                "roc_auc": lambda b=binary, s=values: roc_auc(b, s),
            }
        )
        yield f"\n{name}"
        yield from (_line(work, seconds) for work, seconds in took.items())


@contextmanager
def waiting_raises(device: Any) -> Iterator[None]:
    """Let PyTorch raise where the host waits for a GPU."""
    import torch

    if device.type == "cuda":
        torch.cuda.set_sync_debug_mode("error")
    try:
        yield
    finally:
        if device.type == "cuda":
            torch.cuda.set_sync_debug_mode("default")


def least(works: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """The least seconds of each, in rounds in turn after one that warms up."""
    import torch

    device = torch.device("cuda" if torch.cuda.is_available() and tensors.HOSTS else "cpu")
    times: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(ROUNDS + 1):
        for name, work in works.items():
            _wait(device)
            start = time.perf_counter()
            work()
            _wait(device)
            if turn:
                times[name].append(time.perf_counter() - start)
    return {name: min(found) for name, found in times.items()}


def _wait(device: Any) -> None:
    """Wait for what was asked of the device; also in a block in which waiting raises."""
    import torch

    if device.type == "cuda":
        mode = torch.cuda.get_sync_debug_mode()
        torch.cuda.set_sync_debug_mode("default")
        torch.cuda.synchronize()
        torch.cuda.set_sync_debug_mode(mode)


def _torchmetrics(name: str, **options: Any) -> Any:
    """A metric of TorchMetrics as it is quickest, without its checks; None where it is not installed."""
    with suppress(ImportError):
        import torchmetrics.classification as theirs

        return getattr(theirs, name)(**options, validate_args=False)
    return None


def _host(tensor: Any) -> np.ndarray:
    return tensor.cpu().numpy()


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _line(name: str, seconds: float, more: str = "") -> str:
    shown = f"{seconds * 1e6:,.1f} us" if seconds < 1e-3 else f"{seconds * 1e3:,.2f} ms"
    return f"  {name:22}{shown:>14}  {more}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
