"""
Make the pictures of the README and the documentation from the bundled examples.

    python scripts/make_pictures.py [FOLDER]

writes them into docs/pictures, or into FOLDER. It needs matplotlib.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from concordant import (
    calibration_curve,
    calibration_slope,
    corp_reliability_curve,
    decisions,
    expected_calibration_error,
    expected_calibration_error_null,
    explain,
    plots,
)
from concordant.data import Example, example

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
DPI = 100


def columns(of: Example) -> dict[str, list[str]]:
    """Read the columns of an example as text."""
    with of.path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in rows[0]}


def overview() -> Figure:
    """Two neurologists with the penalties of their quadratic kappa, and the ROC curve of the tumours."""
    patients, tumours = example("ms"), example("breast")
    ms, breast = columns(patients), columns(tumours)
    figure = Figure(figsize=(10.6, 5.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    plots.ordinal_agreement(
        ms[patients.truth],
        ms[patients.pred],
        labels=patients.labels,
        names=("neurologist of New Orleans", "neurologist of Winnipeg"),
        ax=left,
    )
    plots.roc_curve(
        breast[tumours.truth],
        [float(score) for score in breast[tumours.score[0]]],
        pos_label=tumours.pos_label,
        thresholds=[0.9, 0.5, 0.2, 0.05],
        name="malignant tumours",
        ax=right,
    )
    right.set_title("ROC curve with thresholds", pad=22)
    return figure


def kappa_steps() -> Figure:
    """O, W and E of the two neurologists."""
    patients = example("ms")
    ms = columns(patients)
    names = ("New Orleans", "Winnipeg")
    return explain.quadratic_kappa(ms[patients.truth], ms[patients.pred], labels=patients.labels, names=names).figure()


def roc_steps() -> Figure:
    """The ROC curve of Fawcett's twenty rows: area of each step and ranking (P. Recogn. Lett. 27:861, fig. 3)."""
    classes = "PPNPPPNNPNPNPNNNPNPN"
    scores = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
    scores += [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1]
    return explain.roc_auc(list(classes), scores, pos_label="P").figure()


def digits() -> Figure:
    """Confusion matrix and precision-recall curves of ten classes."""
    found = example("digits")
    data = columns(found)
    truth = [int(x) for x in data[found.truth]]
    scores = [[float(x) for x in row] for row in zip(*(data[name] for name in found.score), strict=True)]
    figure = Figure(figsize=(11.0, 5.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    plots.confusion_matrix(truth, [int(x) for x in data[found.pred]], normalize="true", ax=left)
    plots.precision_recall_curve(truth, scores, ax=right)
    return figure


def calibration() -> Figure:
    """Reliability of the tumours' probabilities, as they are and with doubled log odds: bins and isotonic steps."""
    tumours = example("breast")
    breast = columns(tumours)
    chance = np.array([float(score) for score in breast[tumours.score[0]]])
    odds = chance / (1 - chance)
    figure = Figure(figsize=(10.6, 5.0), layout="constrained")
    shown = {"as the model says": chance, "the same, log odds doubled": odds**2 / (1 + odds**2)}
    for axes, (title, given) in zip(figure.subplots(1, 2, sharey=True), shown.items(), strict=True):
        data = {"y_true": breast[tumours.truth], "y_prob": given, "labels": tumours.labels}
        bins, steps = calibration_curve(**data), corp_reliability_curve(**data)
        slope, error = calibration_slope(**data), expected_calibration_error(**data)
        axes.plot([0, 1], [0, 1], color="0.75", linewidth=1, label="calibrated")
        bars = 2 * bins.expected_error
        axes.errorbar(
            bins.predicted, bins.predicted, bars, fmt="none", color="0.6", capsize=3, label="2 errors by chance"
        )
        axes.step(steps.predicted, steps.observed, where="mid", color="#e76300", label="isotonic (CORP)")
        axes.plot(bins.predicted, bins.observed, "o", color="#3f90da", label="ten bins")
        by_chance = expected_calibration_error_null(**data)
        axes.set_title(f"{title}\nslope {slope:.2f}, error {error:.3f} (by chance {by_chance:.3f})")
        axes.set(xlabel="probability said", xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    figure.axes[0].set_ylabel("share that happened")
    figure.axes[0].legend(loc="upper left")
    return figure


def threshold() -> Figure:
    """Precision of the tumours at every threshold, and where recall is at least 0.95."""
    tumours = example("breast")
    breast = columns(tumours)
    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    plots.best_threshold(
        breast[tumours.truth],
        [float(score) for score in breast[tumours.score[0]]],
        "precision",
        constraint="recall >= 0.95",
        pos_label=tumours.pos_label,
        name="chance of malignancy",
        ax=figure.subplots(),
    )
    return figure


def decision_curve() -> Figure:
    """The net benefit of the tumours' probabilities at every threshold."""
    tumours = example("breast")
    breast = columns(tumours)
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    plots.decision_curve(
        breast[tumours.truth],
        [float(score) for score in breast[tumours.score[0]]],
        pos_label=tumours.pos_label,
        name="nine measurements",
        ax=figure.subplots(),
    )
    return figure


def cut_points() -> Figure:
    """The score for each party, and where it is cut."""
    party = example("party")
    rows = columns(party)
    truth, score = [int(x) for x in rows[party.truth]], [float(x) for x in rows[party.score[0]]]
    figure = Figure(figsize=(7.6, 5.9), layout="constrained")
    cuts = decisions.ordinal_cut_points(truth, score)
    plots.ordinal_cut_points(truth, score, cuts, names=("party", "score"), ax=figure.subplots())
    return figure


def main() -> None:
    """Write every picture."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(mpl.rcParamsDefault):
        for make in (overview, kappa_steps, roc_steps, digits, calibration, threshold, decision_curve, cut_points):
            path = folder / f"{make.__name__}.png"
            make().savefig(path, dpi=DPI, bbox_inches="tight", pad_inches=0.15, pil_kwargs={"optimize": True})
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
