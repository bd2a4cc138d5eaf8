"""
Make the pictures of the README and the documentation from the bundled examples.

    python scripts/make_pictures.py [FOLDER]

writes them into docs/pictures, or into FOLDER. It needs matplotlib, and for the picture of the page a Chromium.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import matplotlib as mpl
import polars as pl
from matplotlib.figure import Figure

from concordant import (
    calibration_curve,
    calibration_slope,
    corp_reliability_curve,
    decisions,
    evaluate,
    expected_calibration_error,
    expected_calibration_error_null,
    explain,
    plots,
)
from concordant.data import example

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
DPI = 100
SCREEN = (1280, 780)  # of the browser

TUMOURS = pl.read_csv(example("breast").path)
TRUTH, RISK, CLASSES = TUMOURS["truth"], TUMOURS["malignancy"], ["benign", "malignant"]


def kappa_steps() -> Figure:
    """O, W and E of the two neurologists."""
    rows, order = pl.read_csv(example("ms").path), example("ms").labels
    names = ("New Orleans", "Winnipeg")
    return explain.quadratic_kappa(rows["new_orleans"], rows["winnipeg"], labels=order, names=names).figure()


def roc_steps() -> Figure:
    """The ROC curve of Fawcett's twenty rows: area of each step and ranking (P. Recogn. Lett. 27:861, fig. 3)."""
    classes = "PPNPPPNNPNPNPNNNPNPN"
    scores = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
    scores += [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.3, 0.1]
    return explain.roc_auc(list(classes), scores, pos_label="P").figure()


def digits() -> Figure:
    """Confusion matrix and precision-recall curves of ten classes."""
    rows = pl.read_csv(example("digits").path)
    figure = Figure(figsize=(11.0, 5.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    plots.confusion_matrix(rows["truth"], rows["prediction"], normalize="true", ax=left)
    plots.precision_recall_curve(rows["truth"], rows.select("^p\\d$").to_numpy(), ax=right)
    return figure


def calibration() -> Figure:
    """Reliability of the tumours' probabilities, as they are and with doubled log odds: bins and isotonic steps."""
    odds = (RISK / (1 - RISK)).to_numpy()
    figure = Figure(figsize=(10.6, 5.0), layout="constrained")
    shown = {"as the model predicts": RISK.to_numpy(), "the same, log odds doubled": odds**2 / (1 + odds**2)}
    for axes, (title, risk) in zip(figure.subplots(1, 2, sharey=True), shown.items(), strict=True):
        data = {"y_true": TRUTH, "y_prob": risk, "labels": CLASSES}
        bins, steps = calibration_curve(**data), corp_reliability_curve(**data)
        slope, error = calibration_slope(**data), expected_calibration_error(**data)
        by_chance = expected_calibration_error_null(**data)
        bars = 2 * bins.expected_error
        axes.plot([0, 1], [0, 1], color="0.75", linewidth=1, label="calibrated")
        axes.errorbar(
            bins.predicted, bins.predicted, bars, fmt="none", color="0.6", capsize=3, label="2 errors by chance"
        )
        axes.step(steps.predicted, steps.observed, where="mid", color="#e76300", label="isotonic (CORP)")
        axes.plot(bins.predicted, bins.observed, "o", color="#3f90da", label="ten bins")
        axes.set_title(f"{title}\nslope {slope:.2f}, error {error:.3f} (by chance {by_chance:.3f})")
        axes.set(xlabel="predicted probability", xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    figure.axes[0].set_ylabel("observed proportion")
    figure.axes[0].legend(loc="upper left")
    return figure


def threshold() -> Figure:
    """Precision of the tumours at every threshold, and where recall is at least 0.95."""
    figure = Figure(figsize=(7.2, 4.2), layout="constrained")
    constraint, name = "recall >= 0.95", "chance of malignancy"
    options = {"constraint": constraint, "pos_label": "malignant", "name": name}
    plots.best_threshold(TRUTH, RISK, "precision", **options, ax=figure.subplots())
    return figure


def decision_curve() -> Figure:
    """The net benefit of the tumours' probabilities at every threshold."""
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    plots.decision_curve(TRUTH, RISK, pos_label="malignant", name="nine measurements", ax=figure.subplots())
    return figure


def cut_points() -> Figure:
    """The score for each party, and where it is cut."""
    rows = pl.read_csv(example("party").path)
    figure = Figure(figsize=(7.6, 5.9), layout="constrained")
    cuts = decisions.ordinal_cut_points(rows["truth"], rows["score"])
    plots.ordinal_cut_points(rows["truth"], rows["score"], cuts, names=("party", "score"), ax=figure.subplots())
    return figure


def take_page(picture: Path) -> None:
    """Write the report on the tumours, and take its first screen in a browser without a window."""
    program = next(filter(None, map(which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        sys.exit("no Chromium is installed")
    with TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        evaluate("truth", "prediction", "malignancy", data=example("breast").path, labels=CLASSES).to_html(page)
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        flags += [f"--user-data-dir={folder}/user", f"--window-size={SCREEN[0]},{SCREEN[1]}"]
        command = [program, *flags, f"--screenshot={picture}", page.as_uri()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main() -> None:
    """Write every picture."""
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    take_page(folder / "page.png")
    with mpl.rc_context(mpl.rcParamsDefault):
        for make in (kappa_steps, roc_steps, digits, calibration, threshold, decision_curve, cut_points):
            path = folder / f"{make.__name__}.png"
            make().savefig(path, dpi=DPI, bbox_inches="tight", pad_inches=0.15, pil_kwargs={"optimize": True})
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
