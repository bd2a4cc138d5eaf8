"""
Every function of concordant.sklearn beside its namesake of scikit-learn, on the same arrays in one run.

    python -m benchmarks.namesakes            # at 100, 10,000 and 1,000,000 rows; about fifteen minutes on two cores
    python -m benchmarks.namesakes 100        # at some sizes
    python -m benchmarks.namesakes --write    # also write benchmarks/NAMESAKES.md

Each figure is a ratio: scikit-learn's median time over ours. Above 1 we are faster.
"""

from __future__ import annotations

import statistics
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import sklearn.calibration
import sklearn.metrics
from benchmarks.shared_machine import taken_with
from benchmarks.stored_page import show
from benchmarks.timing import medians

import concordant.sklearn as ours

SIZES = (100, 10_000, 1_000_000)
SLOW = 3.0  # seconds: what takes longer is timed once
Call = Callable[[Callable[..., object]], Callable[[], object]]
RESULTS = Path(__file__).with_name("NAMESAKES.md")
HEAD = """\
# Every function of `concordant.sklearn` beside its namesake

Made by `python -m benchmarks.namesakes --write`. Each figure is scikit-learn's median time over ours, on the same
arrays in the same run, with what our call took in brackets; a call of more than {slow:.0f} seconds is timed once.
"""


def works(n: int) -> dict[str, tuple[str, Call]]:
    """For each line of the table: the function, and a call of it on n rows."""
    rng = np.random.default_rng(n)
    labels = rng.integers(0, 6, n)
    predicted = np.where(rng.random(n) < 0.7, labels, rng.integers(0, 6, n))
    names = np.array(["cat", "dog", "horse", "mouse", "rabbit", "whale"])
    text, predicted_text = names[labels], names[predicted]
    two = rng.integers(0, 2, n)
    decided = np.where(rng.random(n) < 0.8, two, 1 - two)
    scores = rng.normal(size=n) + two
    chances = 1 / (1 + np.exp(-scores))
    classes = rng.random((n, 6)) + 2 * np.eye(6)[labels]
    classes /= classes.sum(1, keepdims=True)
    many = (rng.random((n, 10)) < 0.3).astype(np.int64)
    many[:, 0] |= ~many.any(1)
    guessed = np.where(rng.random((n, 10)) < 0.8, many, 1 - many)
    ranked = rng.random((n, 10)) + many
    relevance = rng.integers(0, 5, (n, 10))
    x = np.sort(rng.random(n))

    def on(*data: object, **options: object) -> Call:
        return lambda function: lambda: function(*data, **options)

    def at_thresholds(function: Callable[..., object]) -> Callable[[], object]:
        f1 = ours.f1_score if function is ours.metric_at_thresholds else sklearn.metrics.f1_score
        return lambda: function(two, np.round(chances, 1), f1)

    return {
        "accuracy_score": ("accuracy_score", on(labels, predicted)),
        "accuracy_score, text": ("accuracy_score", on(text, predicted_text)),
        "auc": ("auc", on(x, x)),
        "average_precision_score": ("average_precision_score", on(two, scores)),
        "balanced_accuracy_score": ("balanced_accuracy_score", on(labels, predicted)),
        "brier_score_loss": ("brier_score_loss", on(two, chances)),
        "brier_score_loss, 6 classes": ("brier_score_loss", on(labels, classes)),
        "calibration_curve": ("calibration_curve", on(two, chances)),
        "class_likelihood_ratios": ("class_likelihood_ratios", on(two, decided)),
        "classification_report": ("classification_report", on(labels, predicted)),
        "classification_report, text": ("classification_report", on(text, predicted_text)),
        "cohen_kappa_score, quadratic": ("cohen_kappa_score", on(labels, predicted, weights="quadratic")),
        "confusion_matrix": ("confusion_matrix", on(labels, predicted)),
        "confusion_matrix, text": ("confusion_matrix", on(text, predicted_text)),
        "confusion_matrix_at_thresholds": ("confusion_matrix_at_thresholds", on(two, scores)),
        "coverage_error": ("coverage_error", on(many, ranked)),
        "d2_brier_score": ("d2_brier_score", on(two, chances)),
        "d2_log_loss_score": ("d2_log_loss_score", on(two, chances)),
        "dcg_score": ("dcg_score", on(relevance, ranked)),
        "det_curve": ("det_curve", on(two, scores)),
        "f1_score": ("f1_score", on(two, decided)),
        "f1_score, macro": ("f1_score", on(labels, predicted, average="macro")),
        "f1_score, 10 labels, samples": ("f1_score", on(many, guessed, average="samples", zero_division=0.0)),
        "fbeta_score, macro": ("fbeta_score", on(labels, predicted, beta=2.0, average="macro")),
        "hamming_loss": ("hamming_loss", on(labels, predicted)),
        "hamming_loss, 10 labels": ("hamming_loss", on(many, guessed)),
        "hinge_loss": ("hinge_loss", on(two, scores)),
        "jaccard_score, macro": ("jaccard_score", on(labels, predicted, average="macro")),
        "label_ranking_average_precision_score": ("label_ranking_average_precision_score", on(many, ranked)),
        "label_ranking_loss": ("label_ranking_loss", on(many, ranked)),
        "log_loss": ("log_loss", on(two, chances)),
        "log_loss, 6 classes": ("log_loss", on(labels, classes)),
        "matthews_corrcoef": ("matthews_corrcoef", on(labels, predicted)),
        "metric_at_thresholds, 11 of them": ("metric_at_thresholds", at_thresholds),
        "multilabel_confusion_matrix": ("multilabel_confusion_matrix", on(labels, predicted)),
        "multilabel_confusion_matrix, 10 labels": ("multilabel_confusion_matrix", on(many, guessed)),
        "ndcg_score": ("ndcg_score", on(relevance, ranked)),
        "precision_recall_curve": ("precision_recall_curve", on(two, scores)),
        "precision_recall_fscore_support": ("precision_recall_fscore_support", on(labels, predicted)),
        "precision_score, macro": ("precision_score", on(labels, predicted, average="macro")),
        "recall_score, macro": ("recall_score", on(labels, predicted, average="macro")),
        "roc_auc_score": ("roc_auc_score", on(two, scores)),
        "roc_auc_score, 6 classes": ("roc_auc_score", on(labels, classes, multi_class="ovr")),
        "roc_auc_score, 6 classes, pairs": ("roc_auc_score", on(labels, classes, multi_class="ovo")),
        "roc_curve": ("roc_curve", on(two, scores)),
        "top_k_accuracy_score": ("top_k_accuracy_score", on(labels, classes, k=2)),
        "zero_one_loss": ("zero_one_loss", on(labels, predicted)),
        "zero_one_loss, 10 labels": ("zero_one_loss", on(many, guessed)),
    }


def seconds_of(mine: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float]:
    """Median seconds of our call and of scikit-learn's, in turn."""
    mine()  # imports its module
    start = time.perf_counter()
    theirs()
    once = time.perf_counter() - start
    if once > SLOW:
        return medians({"concordant": mine}, seconds=0.5)["concordant"], once
    found = medians({"concordant": mine, "scikit-learn": theirs}, seconds=min(0.6, 20 * once + 0.2))
    return found["concordant"], found["scikit-learn"]


def duration(seconds: float) -> str:
    """Seconds in a readable unit."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} us"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def measured(sizes: tuple[int, ...]) -> dict[str, dict[int, tuple[float, float]]]:
    """Ratio and our seconds of each line at each size; printed as they come."""
    found: dict[str, dict[int, tuple[float, float]]] = {}
    for n in sizes:
        for line, (name, call) in works(n).items():
            home = sklearn.calibration if name == "calibration_curve" else sklearn.metrics
            mine, theirs = seconds_of(call(getattr(ours, name)), call(getattr(home, name)))
            found.setdefault(line, {})[n] = (theirs / mine, mine)
            print(f"{n:>9,}  {line:42s} {theirs / mine:8.1f}x  {duration(mine)}", flush=True)
    return found


def page(found: dict[str, dict[int, tuple[float, float]]], sizes: tuple[int, ...]) -> str:
    """The results as Markdown, with what is slowest first."""
    lines = [HEAD.format(slow=SLOW), taken_with("concordant", "numpy", "scikit-learn") + "\n"]
    lines.append("| rows | median | slowest three |\n| --- | --- | --- |")
    for n in sizes:
        ratios = sorted((figures[n][0], line) for line, figures in found.items())
        slowest = ", ".join(f"{line} {ratio:.1f}x" for ratio, line in ratios[:3])
        lines.append(f"| {n:,} | {statistics.median(ratio for ratio, _ in ratios):.1f}x | {slowest} |")
    lines.append("\n| function | " + " | ".join(f"{n:,} rows" for n in sizes) + " |")
    lines.append("| --- |" + " --- |" * len(sizes))
    for line, figures in found.items():
        cells = [f"{figures[n][0]:.1f}x ({duration(figures[n][1])})" for n in sizes]
        lines.append(f"| {line} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write where asked."""
    warnings.simplefilter("ignore")
    arguments = sys.argv[1:]
    sizes = tuple(int(word) for word in arguments if word.isdigit()) or SIZES
    text = page(measured(sizes), sizes)
    print()
    show(text, RESULTS)


if __name__ == "__main__":
    main()
