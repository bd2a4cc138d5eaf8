"""One page of each kind, of rows that never change: what tests in a browser look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from monitored_rows import USUAL, rows_of

from concordant import StateTable, evaluate
from concordant.cli import main
from concordant.data import example, panel_example
from concordant.report import Evaluation

PAGES = ("two", "three", "labels", "compare", "agree", "judge", "monitor")
_RNG = np.random.default_rng(3)
TRUTH = _RNG.integers(0, 2, 120)
SCORE = np.clip(0.3 * TRUTH + 0.7 * _RNG.random(120), 0, 1).round(2)
CLASSES = _RNG.integers(0, 3, 90)
SHARES = _RNG.dirichlet([1, 1, 1], 90) + 1.5 * np.eye(3)[CLASSES]
GROUPS = _RNG.choice(["a", "b"], 120)
NAMES = np.array(["first </script>", "second & one that is rather long to read", "third"])


def two_classes() -> Evaluation:
    """A score of two classes, and groups."""
    return evaluate(TRUTH, (SCORE >= 0.5).astype(int), SCORE, by=GROUPS)


def three_classes() -> Evaluation:
    """Scores of three classes with names that are hard to show."""
    labels = NAMES.tolist()
    return evaluate(NAMES[CLASSES], y_score=SHARES / SHARES.sum(1, keepdims=True), labels=labels)


def labels_alone() -> Evaluation:
    """Ordered labels of two raters."""
    found = example("ms")
    return evaluate(found.truth, found.pred, data=found.path, labels=found.labels)


def write_pages(folder: Path) -> dict[str, Path]:
    """Write every page, and return where each is."""
    for name, page in {"two": two_classes(), "three": three_classes(), "labels": labels_alone()}.items():
        page.to_html(folder / f"{name}.html")
    rows, store = folder / "rows.csv", folder / "states"
    lines = [f"{y},{s},{s * s:.4f}" for y, s in zip(TRUTH.tolist(), SCORE.tolist(), strict=True)]
    rows.write_text("\n".join(["truth,new,old", *lines]))
    StateTable.from_rows(rows_of(900, days=6), **USUAL).write(store)
    panel = panel_example("judge_panel").path
    commands: dict[str, list[Any]] = {
        "compare": [rows, "--truth", "truth", "--score", "new", "--score", "old"],
        "agree": [panel, "--raters", "ann,bob,eve"],
        "judge": [panel, "--judge", "gpt", "--human", "ann,bob,eve", "--margin", "0.05", "--by", "topic"],
        "monitor": [store, "--window", "1d"],
    }
    for name, words in commands.items():
        assert main([name, *map(str, words), "--html", str(folder / f"{name}.html")]) == 0
    return {name: folder / f"{name}.html" for name in PAGES}
