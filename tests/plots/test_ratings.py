"""Pictures of panels: pairs of raters, severity, the hardest units."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from matplotlib.colors import to_hex
from numpy.testing import assert_allclose
from support.plots import drawn

from concordant import panels, plots
from concordant.errors import InputTypeError, OptionError

ROWS = [["a", "a", "b"], ["b", "b", "b"], ["a", "b", "b"], ["a", "a", "c"], ["c", "c", "c"], ["a", "a", "b"]] * 8


def test_pairs_show_value_and_units_and_nothing_on_the_diagonal() -> None:
    found = panels.pairwise(ROWS, raters=["ann", "bob", "eve"])
    ax = plots.pairwise_agreement(found)
    texts = [text.get_text() for text in drawn(ax, "cell")]
    assert texts[0] == texts[4] == texts[8] == ""
    assert texts[1] == f"{found.value[0, 1]:.2f}"
    assert "n = 48" in [text.get_text() for text in drawn(ax, "note")]
    assert len(drawn(plots.pairwise_agreement(ROWS, metric="gwet_ac1"), "cell")) == 9


def test_severity_is_in_order_and_flagged_raters_have_another_colour() -> None:
    numbers = [[1, 2, 1], [2, 3, 2], [3, 4, 3], [1, 2, 2]] * 6
    report = panels.rater_report(numbers, raters=["ann", "sue", "bob"])
    ax = report.plot()
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["sue", "bob", "ann"]
    values = {line.get_ydata()[0]: line.get_xdata()[0] for line in drawn(ax, "value")}
    assert_allclose(values[0], float(report.raters[1].severity[0]))
    text = plots.rater_severity(ROWS, label="b")
    assert "gives 'b' more often" in text.get_xlabel()
    colours = {to_hex(line.get_color()) for line in drawn(text, "interval")}
    assert len(colours) == 2


def test_units_that_are_unanimous_are_left_out() -> None:
    ax = plots.unit_disagreement(ROWS, most=5)
    assert len(ax.get_yticklabels()) == 5
    assert len(drawn(ax, "labels")) == 5
    assert "unanimous" in plots.unit_disagreement([["a", "a"]]).texts[0].get_text()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: plots.pairwise_agreement(panels.pairwise(ROWS), metric="x"), InputTypeError, "already"),
        (lambda: plots.rater_severity(ROWS, label="d"), InputTypeError, "no label 'd'"),
        (lambda: plots.rater_severity([[1, 2], [2, 2]], label=1), InputTypeError, "of numbers"),
        (lambda: plots.unit_disagreement(panels.unit_report(ROWS), weights=None), InputTypeError, "already"),
        (lambda: plots.unit_disagreement(ROWS, most=0), OptionError, "at least 1"),
    ],
)
def test_what_cannot_be_drawn(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()


def test_labels_show_their_agreement_and_their_share_of_the_disagreement() -> None:
    report = panels.label_report(ROWS)
    ax = plots.label_disagreement(report)
    texts = [text.get_text() for text in drawn(ax, "cell")]
    assert texts[0] == f"{100 * float(report.labels[0].specific):.0f} %"
    assert texts[1] == texts[3] == f"{100 * report.confused[0, 1]:.0f} %"
    assert report.confused[np.triu_indices(3, 1)].sum() == pytest.approx(1)
    light = np.asarray(ax.images[0].get_array())
    assert light[0, 1, 0] > light[0, 1, 2]  # orange
    assert light[0, 0, 0] < light[0, 0, 2]  # blue
    assert [text.get_text() for text in drawn(plots.label_disagreement(ROWS), "cell")] == texts
    with pytest.raises(InputTypeError, match="already"):
        plots.label_disagreement(report, weights=None)
