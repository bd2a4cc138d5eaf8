"""
Public calls whose kernels split their rows over threads: one at least of every kernel that does.

The tests take them where threads are refused, and `.ci/run` runs this file under the thread sanitizer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import concordant as co
from concordant import settings as threads
from concordant import sklearn as sk

# Three chunks of the sums whose order is fixed: fewer rows would run on one thread whatever is asked for.
ROWS = 3 * 2**18 + 17


def calls(rows: int = ROWS, seed: int = 8) -> dict[str, Callable[[], object]]:
    """Return the calls by name. What they give back does not depend on the number of threads."""
    random = np.random.default_rng(seed)
    grades = random.integers(0, 5, rows)
    judged = np.clip(grades + random.integers(-1, 2, rows), 0, 4)
    sick = (random.random(rows) < 0.3).astype(np.int64)
    score = np.clip(random.normal(0.3 + 0.3 * sick, 0.2), 0.001, 0.999)
    weight = random.random(rows)
    far = np.where(judged > 2, 10**12, judged)  # labels too far apart for a table
    text = np.array(["none", "mild", "moderate", "severe", "dead"])
    truth = sick[: rows - rows % 4].reshape(-1, 4).copy()  # four labels a row
    truth[:, 0], truth[:, 1] = 1, 0  # neither all of them nor none
    scores = score[: rows - rows % 4].reshape(-1, 4)
    odds = random.random((rows // 5, 5))
    chances = odds / odds.sum(axis=1, keepdims=True)
    few = grades[: rows // 5]
    x = np.sort(random.random(rows))
    return {
        "counts": lambda: co.confusion_matrix(grades, judged).table,
        "counts of floats": lambda: co.confusion_matrix(grades.astype(float), judged.astype(float)).table,
        "counts of labels far apart": lambda: co.cohen_kappa(grades, far),
        "counts with weights": lambda: co.cohen_kappa(grades, judged, weights="quadratic", sample_weight=weight),
        "text": lambda: co.accuracy(text[grades], text[judged]),
        "text, equal or not": lambda: sk.accuracy_score(text[grades], text[judged]),
        "AUC": lambda: co.roc_auc(sick, score),
        "AUC of float32": lambda: co.roc_auc(sick, score.astype(np.float32)),
        "AUC with ties": lambda: co.roc_auc(sick, score.round(2)),
        "AUC with weights": lambda: co.roc_auc(sick, score, sample_weight=weight),
        "average precision": lambda: co.average_precision(sick, score),
        "curve": lambda: co.roc_curve(sick, score).tpr,
        "curve with weights": lambda: co.Curve.from_scores(sick, score, sample_weight=weight).weights,
        "one against the rest": lambda: co.roc_auc(few, chances, multi_class="ovr"),
        "Brier score": lambda: co.brier_score(sick, score),
        "log loss with weights": lambda: co.log_loss(sick, score, sample_weight=weight),
        "log loss of classes": lambda: co.log_loss(few, chances),
        "hinge loss": lambda: co.hinge_loss(sick, score),
        "bins": lambda: co.expected_calibration_error(sick, score),
        "bins of equal counts": lambda: co.expected_calibration_error(sick, score, strategy="quantile"),
        "logistic regression": lambda: co.calibration_slope(sick, score),
        "moments": lambda: co.concordance_correlation(score, x),
        "moments with weights": lambda: co.pearson_correlation(score, x, sample_weight=weight),
        "several labels": lambda: co.f1(truth, truth[::-1], average="micro"),
        "several labels, row by row": lambda: co.exact_match(truth, truth[::-1]),
        "ranking of labels": lambda: co.label_ranking_loss(truth, scores),
        "gain": lambda: co.normalized_discounted_cumulative_gain(truth, scores),
        "places of a class": lambda: co.top_k_accuracy(few, chances, k=2),
        "corners": lambda: sk.roc_curve(sick, score)[1],
        "trapezoids": lambda: sk.auc(x, score),
        "cut points": lambda: co.ordinal_cut_points(grades, score + grades, cv=None, method="exact").cut_points,
        "bootstrap of a table": lambda: _limits(
            co.cohen_kappa.interval(grades, judged, method="percentile", draws=300)
        ),
        "bootstrap of an AUC": lambda: _limits(
            co.roc_auc.interval(sick[:20_000], score[:20_000], method="percentile", draws=50)
        ),
        "interval of an AUC": lambda: _limits(co.roc_auc.interval(sick, score)),
    }


def _limits(interval: object) -> tuple[float, float]:
    return interval.low, interval.high


def bits(value: object) -> bytes:
    """Return the bytes of a number or an array."""
    return np.asarray(value).tobytes()


def allow_processes(count: int) -> None:
    """Let this process have that many threads at most. Root may have any number, so become a user of our own first."""
    import resource

    if os.geteuid() == 0:
        os.setuid(100_000 + os.getpid())
    resource.setrlimit(resource.RLIMIT_NPROC, (count, count))


def main(arguments: list[str]) -> int:
    """
    Run every call on one thread and on four, and compare the results.

    With a number N as argument the process may then have N threads at most, so that some of the four are refused.
    Without it all calls are made once more, four of them at a time from threads of Python.
    """
    threads._BYTES_PER_THREAD = 1000
    works = calls()
    co.set_threads(1)
    expected = {name: bits(call()) for name, call in works.items()}
    if arguments:
        allow_processes(int(arguments[0]))
    co.set_threads(4)
    wrong = [name for name, call in works.items() if bits(call()) != expected[name]]
    if not arguments:
        co.set_threads(2)
        with ThreadPoolExecutor(4) as pool:
            together = pool.map(lambda name: bits(works[name]()), works)
            wrong += [name for name, found in zip(works, together, strict=True) if found != expected[name]]
    sys.stdout.write(f"{len(works)} calls, {len(wrong)} differ by the number of threads {wrong or ''}".rstrip() + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
