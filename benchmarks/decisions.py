"""
Cut points on a score beside the recipe of competitions: Nelder-Mead on the quadratic kappa.

    python -m benchmarks.decisions            # about five minutes on two cores
    python -m benchmarks.decisions --write    # also write benchmarks/DECISIONS.md

The recipe starts at k - 1/2 (or, "from quantiles", where the shares of the labels put the cuts), and takes the kappa of
scikit-learn or a fast one of a table by numpy.bincount. Values are in sample: there nothing can be above the optimum.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from benchmarks.shared_machine import taken_with
from benchmarks.stored_page import show
from benchmarks.timing import medians
from scipy.optimize import minimize
from sklearn.metrics import cohen_kappa_score

import concordant as co
from concordant import _kernels, cohen_kappa, ordinal_cut_points
from concordant.states import Counts

RESULTS = Path(__file__).with_name("DECISIONS.md")
SIZES = ((10_000, 5), (10_000, 6), (1_000_000, 5), (1_000_000, 6))
SLOW = 100_000  # rows from which on the kappa of scikit-learn is too slow to be waited for
HEAD = """\
# Cut points beside the Nelder-Mead recipe

Made by `python -m benchmarks.decisions --write`. Quadratic kappa on the same rows, and seconds. "exact" and "smooth"
are `ordinal_cut_points` without cross-validation, with all checks; "smooth" also finds the optimum. "recipe" is
Nelder-Mead from k - 1/2, with the kappa of scikit-learn or a fast one.
"""
Array = np.ndarray
Kappa = Callable[[Array, Array, int], float]


def rows(n: int, size: int, seed: int = 0) -> tuple[Array, Array]:
    """Imbalanced ordered labels and a score that regresses on them, as a model of essays or of images gives."""
    rng = np.random.default_rng(seed)
    latent = rng.normal(size=n)
    signal = 0.8 * latent + 0.6 * rng.normal(size=n)
    shares = np.array([0.45, 0.25, 0.15, 0.1, 0.05]) if size == 5 else np.array([0.1, 0.2, 0.3, 0.2, 0.15, 0.05])
    edges = np.quantile(latent, shares.cumsum()[:-1])
    truth = np.searchsorted(edges, latent)
    return truth, np.polyval(np.polyfit(signal, truth, 3), signal)


def fast_kappa(truth: Array, rated: Array, size: int) -> float:
    """Quadratic kappa of a table by numpy.bincount."""
    table = np.bincount(truth * size + rated, minlength=size * size).reshape(size, size)
    return float(cohen_kappa.formula(Counts(table, tuple(range(size)), True), weights="quadratic"))


def slow_kappa(truth: Array, rated: Array, size: int) -> float:
    """Quadratic kappa of scikit-learn."""
    return float(cohen_kappa_score(truth, rated, weights="quadratic", labels=range(size)))


def recipe(truth: Array, score: Array, size: int, kappa: Kappa, *, quantiles: bool = False) -> float:
    """The best kappa that Nelder-Mead finds."""
    shares = np.bincount(truth, minlength=size).cumsum()[:-1] / len(truth)
    start = np.quantile(score, shares) if quantiles else np.arange(size - 1) + 0.5

    def loss(cuts: Array) -> float:
        return -kappa(truth, np.searchsorted(np.sort(cuts), score, side="right"), size)

    return -float(minimize(loss, start, method="Nelder-Mead").fun)


@dataclass(frozen=True)
class Line:
    """One line of the table: what, on how many rows and labels, the kappa reached, seconds."""

    name: str
    n: int
    size: int
    value: float
    seconds: float


def once(call: Callable[[], float]) -> tuple[float, float]:
    """The value and the seconds of one call."""
    start = time.perf_counter()
    value = call()
    return value, time.perf_counter() - start


def measured() -> list[Line]:
    """All lines, printed as they come."""
    lines = []
    for n, size in SIZES:
        truth, score = rows(n, size)
        for method in ("exact", "smooth"):
            found = ordinal_cut_points(truth, score, method=method, cv=None)
            call = lambda: ordinal_cut_points(truth, score, method=method, cv=None)  # noqa: B023, E731
            seconds = medians({method: call}, seconds=2.0)[method]
            lines.append(Line(method, n, size, found.value, seconds))
        lines.append(Line("recipe, fast kappa", n, size, *once(lambda: recipe(truth, score, size, fast_kappa))))  # noqa: B023
        from_quantiles = once(lambda: recipe(truth, score, size, fast_kappa, quantiles=True))  # noqa: B023
        lines.append(Line("recipe from quantiles, fast kappa", n, size, *from_quantiles))
        if n < SLOW:
            slow = once(lambda: recipe(truth, score, size, slow_kappa))  # noqa: B023
            lines.append(Line("recipe, kappa of scikit-learn", n, size, *slow))
        for line in lines:
            if (line.n, line.size) == (n, size):
                print(f"{n:>9,} {size}  {line.name:36s} {line.value:.5f}  {line.seconds:.4f} s", flush=True)
    return lines


def sorting(n: int = 1_000_000, size: int = 6) -> list[tuple[str, float]]:
    """Seconds of the whole and of its parts at a million rows, beside sorts of the scores alone."""
    truth, score = rows(n, size)
    codes, threads = list(range(size)), co.get_threads()
    table = _kernels.curve(truth, codes, score, None, threads).weights
    found = medians(
        {
            "numpy.argsort of the scores": lambda: np.argsort(score),
            "our sort, rows grouped by score": lambda: _kernels.curve(truth, codes, score, None, threads),
            "isotonic regression": lambda: _kernels.rising_means(table, np.arange(size) * 1.0, threads),
            "ordinal_cut_points, exact": lambda: ordinal_cut_points(truth, score, method="exact", cv=None),
        },
        seconds=6.0,
    )
    return list(found.items())


def page(lines: list[Line], parts: list[tuple[str, float]]) -> str:
    """The results as Markdown."""
    text = [HEAD, taken_with("concordant", "numpy", "scipy", "scikit-learn")]
    text.append(
        "\n| rows | K | method | kappa | below the optimum | seconds | times exact |\n"
        "| --- | --- | --- | --- | --- | --- | --- |"
    )
    for line in lines:
        exact = next(one for one in lines if one.name == "exact" and (one.n, one.size) == (line.n, line.size))
        text.append(
            f"| {line.n:,} | {line.size} | {line.name} | {line.value:.5f} | {exact.value - line.value:.5f} | "
            f"{line.seconds:.4f} | {line.seconds / exact.seconds:.1f} |"
        )
    whole, argsort, sort = dict(parts)["ordinal_cut_points, exact"], parts[0][1], parts[1][1]
    text.append("\nOne million rows, six labels:\n\n| part | ms |\n| --- | --- |")
    text += [f"| {name} | {seconds * 1e3:.1f} |" for name, seconds in parts]
    text.append(f"\nThe whole is {whole / argsort:.2f} times numpy.argsort and {whole / sort:.2f} times our own sort.")
    return "\n".join(text) + "\n"


def main() -> None:
    """Measure, print, and write where asked."""
    warnings.simplefilter("ignore")
    text = page(measured(), sorting())
    print()
    show(text, RESULTS)


if __name__ == "__main__":
    main()
