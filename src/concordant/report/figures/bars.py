"""Bars: how often each class occurs, the pairs of classes that are confused most, sizes of clusters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from concordant.report.evaluation_data import EvaluationData
from concordant.report.figures.axes import Axes, percent
from concordant.report.figures.figure import WIDE, Figure, cut, text
from concordant.report.markup import Markup, joined, tag
from concordant.result.wording import count, percent_text
from concordant.result.wording import percent as percent_said
from concordant.states import Counts
from concordant.typing import FloatArray

_MOST_PAIRS = 12
_MOST_BARS = 24


def balance_figure(page: EvaluationData, names: Sequence[str], shown: Sequence[int]) -> Figure:
    """The share of each class in the truth and in the prediction."""
    shares = list(page.balance.values())
    two = page.counts is not None
    kept = list(shown)[:_MOST_BARS]
    largest = max(max(shares[k].true_share, shares[k].predicted_share or 0.0) for k in kept)
    row = 30.0 if two else 21.0
    left = 16.0 + 6.6 * max(len(cut(names[k], 24)) for k in kept)
    high = 48.0 + row * len(kept) + (18 if two else 0)
    axes = Axes.of((0.0, largest * 1.02 or 1.0), left=left, right=58.0, top=20.0 if two else 6.0, height=high)
    drawn = [axes.frame("share of all rows", "", x_text=percent, y_ticks=(), x_ticks=axes.x.ticks(4))]
    drawn.append(_key(left, "truth", "predicted") if two else Markup())
    for place, k in enumerate(kept):
        y = axes.y.end + row * place + 3
        share = shares[k]
        middle = y + (12 if two else 8)
        drawn.append(text(left - 8, middle + 4, cut(names[k], 24), anchor="end"))
        drawn.append(_bar(axes, y, share.true_share, "truth", 11.0 if two else 14.0))
        said = [percent_said(share.true_share)]
        if share.predicted_share is not None:
            drawn.append(_bar(axes, y + 12, share.predicted_share, "predicted", 11.0))
        drawn.append(text(axes.x.at(max(share.true_share, share.predicted_share or 0)) + 5, middle + 4, *said[:1]))
    more = f" The {len(kept)} most frequent of {len(names)}." if len(kept) < len(names) else ""
    return Figure(
        "balance",
        "How often each class occurs",
        f"Numbers are those of the truth.{more}",
        joined(drawn),
        "Bars: the share of each class in truth and prediction; a table below holds the numbers",
        height=high,
    )


def _key(left: float, first: str, second: str) -> Markup:
    return joined(
        [
            tag("rect", class_="truth", x=left, y=4.0, width=10.0, height=10.0),
            text(left + 14, 13, first),
            tag("rect", class_="predicted", x=left + 60, y=4.0, width=10.0, height=10.0),
            text(left + 74, 13, second),
        ]
    )


def _bar(axes: Axes, y: float, share: float, look: str, high: float) -> Markup:
    return tag("rect", class_=look, x=axes.x.start, y=y, width=max(axes.x.at(share) - axes.x.start, 0.0), height=high)


def labels_figure(names: Sequence[str], usage: FloatArray, specific: FloatArray) -> Figure:
    """The share of the ratings that each label has, and how often another rater agrees with one."""
    kept = sorted(np.argsort(-np.asarray(usage), kind="stable")[:_MOST_BARS].tolist())
    shares = np.asarray(usage) / np.sum(usage)
    left = 16.0 + 6.6 * max(len(cut(names[k], 24)) for k in kept)
    high = 66.0 + 30.0 * len(kept)
    axes = Axes.of((0.0, 1.0), left=left, right=26.0, top=20.0, height=high)
    drawn = [axes.frame("", "", x_text=percent, y_ticks=(), x_ticks=axes.x.ticks(5)), _key(left, "used", "agreed")]
    for place, k in enumerate(kept):
        y = axes.y.end + 30.0 * place + 3
        drawn.append(text(left - 8, y + 16, cut(names[k], 24), anchor="end"))
        drawn.append(_bar(axes, y, float(shares[k]), "truth", 11.0))
        drawn.append(_bar(axes, y + 12, float(np.nan_to_num(specific[k])), "predicted", 11.0))
    more = f" The {len(kept)} most frequent of {len(names)}." if len(kept) < len(names) else ""
    return Figure(
        "labels-picture",
        "Labels",
        f"Used: the share of all ratings. Agreed: of the ratings with it, the share that another rater has too.{more}",
        joined(drawn),
        "Bars: how often each label is used and agreed on; the table holds the numbers",
        height=high,
    )


def pairs_figure(counts: Counts, names: Sequence[str], *, sides: tuple[str, str]) -> Figure | None:
    """The pairs of classes that are confused most; None where nothing is."""
    cells = counts.occupied
    wrong = np.where(cells.truth == cells.prediction, 0, cells.counts)
    order = [k for k in np.argsort(-wrong, kind="stable")[:_MOST_PAIRS].tolist() if wrong[k] > 0]
    if not order:
        return None
    places = [(int(cells.truth[k]), int(cells.prediction[k])) for k in order]
    shares = wrong / cells.row_totals[cells.truth]
    titles = [f"{cut(names[i], 14)} \N{RIGHTWARDS ARROW} {cut(names[j], 14)}" for i, j in places]
    row, left = 21.0, 16.0 + 6.6 * max(map(len, titles))
    high = 46.0 + row * len(places)
    most = float(wrong[order].max())
    axes = Axes.of((0.0, most), left=left, right=104.0, top=6.0, height=high)
    drawn = [axes.frame("rows", "", y_ticks=(), x_ticks=axes.x.ticks(4))]
    for place, (k, title) in enumerate(zip(order, titles, strict=True)):
        y = 6.0 + row * place + 3
        drawn.append(text(left - 8, y + 11, title, anchor="end"))
        drawn.append(_bar(axes, y, float(wrong[k]), "predicted", 14.0))
        said = f"{count(wrong[k].item())} ({percent_text(float(shares[k]))} %)"
        drawn.append(text(WIDE - 98, y + 11, said, class_="small"))
    return Figure(
        "pairs",
        "Most confused pairs",
        f"{sides[0].capitalize()} \N{RIGHTWARDS ARROW} {sides[1]}; in brackets the share of the rows of that truth.",
        joined(drawn),
        "Bars: the pairs of classes that are confused most often; the table of the matrix holds the numbers",
        height=high,
    )
