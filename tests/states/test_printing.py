"""How a table of counts looks in a terminal and in a notebook."""

from __future__ import annotations

import numpy as np

from concordant.states import Counts


def test_a_table_in_a_terminal() -> None:
    counts = Counts.from_table([[1234, 5], [0, 60]], ["no", "a longer name"])
    assert str(counts).splitlines() == [
        "rows: truth, columns: prediction",
        "                  no  a longer name  total",
        "no             1,234              5  1,239",
        "a longer name      0             60     60",
        "total          1,234             65  1,299",
    ]


def test_sums_of_weights_have_six_digits() -> None:
    assert "0.333333" in str(Counts.from_table([[1 / 3]]))
    assert "1,234.5" in str(Counts.from_table([[1234.5]]))


def test_a_stack_and_a_large_table_are_one_line() -> None:
    assert str(Counts.from_table(np.zeros((3, 2, 2)), ["a", "b"])) == "Counts: 3 x 2 x 2, labels 'a', 'b'"
    assert str(Counts.empty(range(50))) == "Counts: 50 x 50, labels 0, 1, 2, 3, 4, ... (50)"
    assert str(Counts.from_labels([], [])).splitlines()[0] == "rows: truth, columns: prediction"


def test_a_notebook_shows_labels_as_text_not_as_html() -> None:
    html = Counts.from_table([[1, 2], [3, 4]], ["<b>", "a & b"])._repr_html_()
    assert "<th>&lt;b&gt;</th>" in html
    assert "a &amp; b" in html
    assert "<b>" not in html
    assert html.count("<td>") == 4
    assert Counts.empty(range(50))._repr_html_().startswith("<pre>Counts: 50 x 50")
