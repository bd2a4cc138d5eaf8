"""
Pictures against baselines, compared with ``pytest --mpl``; without it they are only drawn.

Each picture is compared twice: whole, with the minor version of matplotlib that made the baselines (another
FreeType moves every letter, and the layout with it: RMS 25 to 47 between 3.9 and 3.11), and without any text,
with every version.
What the texts say is tested beside each plot. After a wanted change look at the new pictures and make them again:
``pytest --mpl-generate-path=tests/plots/baseline tests/plots/test_pictures.py``.

The tolerance is the root mean square difference of the pixels, 0 to 255. Lines are the same with matplotlib 3.8,
3.9 and 3.11; the edges of coloured cells fall on other pixels (RMS up to 8.1). The last test shows that wrong
pictures fail.
"""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.legend import Legend
from matplotlib.testing.compare import compare_images
from matplotlib.text import Text

from concordant import decisions, explain, plots
from concordant.data import example

Picture = Callable[[str], Figure]
BASELINE_MADE_WITH = "3.11"
LINES, CELLS = 0.5, 9.0
SAVED = {"dpi": 50, "pil_kwargs": {"optimize": True}}

same_letters = pytest.mark.skipif(
    not mpl.__version__.startswith(BASELINE_MADE_WITH + "."),
    reason=f"the letters of the baselines were drawn by matplotlib {BASELINE_MADE_WITH}",
)
whole_and_shapes = pytest.mark.parametrize("show", [pytest.param("whole", marks=same_letters), "shapes"])


def compared(tolerance: float, shows: Any = whole_and_shapes) -> Callable[[Picture], Picture]:
    """Compare a picture with its baselines, whole and without texts."""
    compare = pytest.mark.mpl_image_compare(style="default", tolerance=tolerance, savefig_kwargs=SAVED)
    return lambda test: shows(compare(test))


def shown(figure: Figure, show: str) -> Figure:
    """Hide every text, and what follows the size of texts: legends and the layout."""
    if show == "shapes":
        for artist in [*figure.findobj(Text), *figure.findobj(Legend)]:
            artist.set_visible(False)
        figure.set_layout_engine("none")
    return figure


def columns(name: str) -> dict[str, list[str]]:
    with example(name).path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {key: [row[key] for row in rows] for key in rows[0]}


def neurologists() -> tuple[list[str], list[str]]:
    data = columns("ms")
    return data["new_orleans"], data["winnipeg"]


def tumours() -> tuple[list[str], list[float]]:
    data = columns("breast")
    return data["truth"], [float(x) for x in data["malignancy"]]


def digits() -> tuple[list[int], np.ndarray]:
    data = columns("digits")
    return [int(x) for x in data["truth"]], np.array([data[f"p{k}"] for k in range(10)], dtype=float).T


def blank(width: float = 5.4, height: float = 5.2) -> Axes:
    return Figure(figsize=(width, height), layout="constrained").subplots()


ORDER = example("ms").labels


@compared(CELLS)
def test_confusion_matrix_counts(show: str) -> Figure:
    return shown(plots.confusion_matrix(*neurologists(), labels=ORDER, ax=blank()).figure, show)


@compared(CELLS, pytest.mark.parametrize("show", ["shapes"]))
def test_confusion_matrix_of_thirty_classes_with_long_names(show: str) -> Figure:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 30, 8000)
    pred = np.clip(truth + rng.integers(-2, 3, 8000) * (rng.random(8000) < 0.4), 0, 29)
    names = [f"category number {k} of many" for k in range(30)]
    return shown(plots.confusion_matrix(truth, pred, class_names=names, ax=blank(7.6, 7.6)).figure, show)


@compared(CELLS)
def test_ordinal_agreement(show: str) -> Figure:
    names = ("New Orleans", "Winnipeg")
    return shown(plots.ordinal_agreement(*neurologists(), labels=ORDER, names=names, ax=blank()).figure, show)


@compared(LINES)
def test_roc_curve_with_thresholds(show: str) -> Figure:
    ax = plots.roc_curve(*tumours(), pos_label="malignant", thresholds=[0.9, 0.5, 0.1], ax=blank())
    return shown(ax.figure, show)


@compared(LINES)
def test_roc_curve_of_ten_classes(show: str) -> Figure:
    return shown(plots.roc_curve(*digits(), ax=blank()).figure, show)


@compared(LINES)
def test_precision_recall_curve(show: str) -> Figure:
    ax = plots.precision_recall_curve(*tumours(), pos_label="malignant", thresholds=True, ax=blank())
    return shown(ax.figure, show)


@compared(LINES)
def test_decision_curve_of_two_models(show: str) -> Figure:
    truth, risk = tumours()
    halved = [p**0.5 for p in risk]
    ax = plots.decision_curve(truth, risk, pos_label="malignant", name="nine measurements", ax=blank(6.4, 4.6))
    ax = plots.decision_curve(truth, halved, pos_label="malignant", name="its square root", band="simultaneous", ax=ax)
    return shown(ax.figure, show)


@compared(CELLS)
def test_ordinal_cut_points(show: str) -> Figure:
    data = columns("party")
    truth, score = [int(x) for x in data["truth"]], [float(x) for x in data["score"]]
    cuts = decisions.ordinal_cut_points(truth, score)
    names = ("party", "score")
    return shown(plots.ordinal_cut_points(truth, score, cuts, names=names, ax=blank(7.6, 5.9)).figure, show)


@compared(LINES)
def test_best_threshold(show: str) -> Figure:
    constraint = {"constraint": "recall >= 0.95", "pos_label": "malignant"}
    return shown(plots.best_threshold(*tumours(), "precision", **constraint, ax=blank(7.2, 4.2)).figure, show)


@compared(LINES)
def test_smooth_calibration_curve(show: str) -> Figure:
    ax = blank(5.4, 5.6)
    return shown(plots.smooth_calibration_curve(*tumours(), pos_label="malignant", ax=ax).figure, show)


@compared(CELLS)
def test_kappa_explanation(show: str) -> Figure:
    names = ("New Orleans", "Winnipeg")
    return shown(explain.quadratic_kappa(*neurologists(), labels=ORDER, names=names).figure(), show)


@compared(CELLS)
def test_roc_explanation_with_ties(show: str) -> Figure:
    return shown(explain.roc_auc([1, 0, 1, 1, 0, 0], [0.5, 0.5, 0.2, 0.3, 0.2, 0.1]).figure(), show)


@compared(CELLS)
def test_roc_explanation_of_many_rows(show: str) -> Figure:
    return shown(explain.roc_auc(*tumours(), pos_label="malignant").figure(), show)


def differs(figure: Figure, baseline: str, tolerance: float, folder: Path) -> bool:
    path = folder / "wrong.png"
    shown(figure, "shapes").savefig(path, **SAVED)
    expected = Path(__file__).parent / "baseline" / f"{baseline}_shapes.png"
    return "did not match" in str(compare_images(str(expected), str(path), tol=tolerance))


@pytest.mark.parametrize(
    "wrong",
    [{}, {"y_score": 1}, {"thresholds": [0.9, 0.5]}, {"chance": False}],
    ids=["right", "another curve", "a mark missing", "no chance line"],
)
def test_the_tolerance_of_lines_does_not_let_a_wrong_picture_pass(wrong: dict, tmp_path: Path) -> None:
    truth, scores = tumours()
    options = {"pos_label": "malignant", "thresholds": [0.9, 0.5, 0.1], **wrong}
    digits = options.pop("y_score", 9)
    rounded = [round(score, digits) for score in scores]
    with mpl.style.context("default", after_reset=True):
        figure = plots.roc_curve(truth, rounded, ax=blank(), **options).figure
        assert differs(figure, "test_roc_curve_with_thresholds", LINES, tmp_path) == bool(wrong)
