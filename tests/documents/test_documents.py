"""One document, three writers: the same words as text, as a file of HTML and in a notebook."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from concordant.documents.blocks import Bullets, Details, Document, Formula, Numbers, Paragraph, Section, Table, some
from concordant.documents.html import as_html, as_notebook
from concordant.documents.text import as_latex, as_markdown, as_text, display_width

EVIL = "<script>alert(1)</script>&"
TABLE = Table(("metric", "value"), (("Labels",), ("recall", "0.5"), ("precision", "0.25")), "Metrics", stacks=True)
DOCUMENT = Document(
    title="A title",
    lead=("What the data are.",),
    blocks=(
        Paragraph("Recall is 0.5.", "verdict", "0.5"),
        Numbers((("precision", "0.25", "0.1 to 0.4"),)),
        Section("First", (Paragraph("One sentence."), TABLE, Bullets(("a", "b")), Formula(("x = 1",))), "first"),
        Section("Second", (Paragraph("More."), Details("All", (Paragraph("Folded."),)))),
    ),
    numbered=True,
    methods="How it was done.",
    table=TABLE,
    record={"n": 3},
)

TEXT = """\
A title
What the data are.

Recall is 0.5.

1. First
   One sentence.

   Metrics
   metric     value
   Labels
   recall       0.5
   precision   0.25

   - a
   - b
     x = 1

2. Second
   More."""


def test_text_has_the_words_in_their_order_and_leaves_out_what_is_for_pages() -> None:
    assert as_text(DOCUMENT) == TEXT


def test_html_and_notebook_have_the_same_words_and_more() -> None:
    page, piece = as_html(DOCUMENT), as_notebook(DOCUMENT)
    for shown in (page, piece):
        for words in ("1. First", "One sentence.", "2. Second", "Folded.", "<li>a</li>", "x = 1", "<b>0.5</b>"):
            assert words in shown
    assert "How it was done." in page
    assert '{"n":3}' in page
    assert "<script" not in piece
    ET.fromstring(piece.replace("<details>", "<details open=''>"))  # it is whole
    assert re.findall(r"<h(\d)", page) == ["1", "2", "2", "2"]


def test_every_text_is_escaped() -> None:
    table = Table((EVIL, EVIL), ((EVIL,), (EVIL, EVIL)), EVIL, stacks=True)
    blocks = (
        Paragraph(EVIL),
        Bullets((EVIL,)),
        Formula((EVIL,)),
        Numbers(((EVIL, EVIL, EVIL),)),
        table,
        Details(EVIL, (Paragraph(EVIL),)),
    )
    document = Document(
        title=EVIL, lead=(EVIL,), blocks=(Section(EVIL, blocks, label=EVIL),), methods=EVIL, table=table
    )
    for shown in (as_html(document), as_notebook(document)):
        assert "<script>alert" not in shown
        assert "&lt;script&gt;alert(1)" in shown


def test_a_wide_table_breaks_its_heads_and_then_its_columns() -> None:
    head = ("name", *(f"a long head {k}" for k in range(6)))
    table = Table(head, (("first", *("0.123",) * 6), ("second", *("0.456",) * 6)))
    wide, narrow, least = (as_text(Document(title="t", blocks=(table,)), width=width) for width in (110, 60, 30))
    assert "a long head 0  a long head 1" in wide
    assert "first   0.123  0.123  0.123  0.123  0.123  0.123" in narrow
    assert least.count("first") == 2  # three columns of numbers beside each other
    for text, width in ((wide, 110), (narrow, 60), (least, 30)):
        assert max(map(len, text.splitlines())) <= width
        assert text.count("0.123") == text.count("0.456") == 6


@pytest.mark.parametrize("width", [100, 40])
def test_sentences_stand_beside_their_row_or_below_it(width: int) -> None:
    says = "the share of the rows that are right, which is one minus the error"
    table = Table(("metric", "value", "what it says"), (("Accuracy", "0.5", says),), words=True)
    text = as_text(Document(title="t", blocks=(table,)), width=width)
    assert " ".join(text.split()).endswith(f"Accuracy 0.5 {says}")
    assert max(map(len, text.splitlines())) <= width
    assert ("Accuracy    0.5  the share" in text) is (width == 100)


def test_signs_of_two_columns_are_aligned() -> None:
    table = Table(("", "rows"), (("正解", "1"), ("b", "2"), ("e\u0301", "3")))
    lines = as_text(Document(title="t", blocks=(table,))).splitlines()[2:]
    assert len({display_width(line) for line in lines}) == 1


def test_shades_and_sums_are_classes_which_a_strict_policy_admits() -> None:
    table = Table(
        ("", "a", "total"), (("b", "1", "1"), ("total", "1", "1")), total=True, shades=np.array([[1.0, 0], [0, 0]])
    )
    page = as_html(Document(title="t", blocks=(table,)))
    assert '<td class="s20">1</td><td class="total">1</td>' in page
    assert "style=" not in page
    assert "table .s20{background:" in page


def test_the_main_table_goes_along_as_markdown_and_latex() -> None:
    assert as_markdown(TABLE).splitlines()[2:] == ["| recall | 0.5 |", "| precision | 0.25 |"]
    assert r"precision & 0.25 \\" in as_latex(TABLE)
    signs = Table(("metric", "value"), (("a|b_%", "1 & 2"),))
    assert as_markdown(signs).splitlines()[2] == "| a\\|b_% | 1 & 2 |"
    assert r"a|b\_\% & 1 \& 2 \\" in as_latex(signs)
    assert some(None, DOCUMENT.blocks[0]) == DOCUMENT.blocks[:1]
