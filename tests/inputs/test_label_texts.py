"""Labels that look the same are told wherever labels are doubted: in panels, of judges, on pages."""

from __future__ import annotations

import pytest

from concordant import evaluate, judging, panels

PLAIN = "caf\u00e9"


@pytest.mark.parametrize(
    ("other", "written"),
    [
        ("cafe\u0301", r"'cafe\u0301'"),  # NFD
        ("caf\u00e9\u200b", r"'caf\xe9\u200b'"),  # zero width space
        ("ca\u00adf\u00e9", r"'ca\xadf\xe9'"),  # soft hyphen
        ("\ufeffcaf\u00e9", r"'\ufeffcaf\xe9'"),  # mark of a byte order
        ("caf\u00e9\ufe0f", r"'caf\xe9\ufe0f'"),  # variation selector
        ("\uff43af\u00e9", r"'\uff43af\xe9'"),  # full width
    ],
)
def test_labels_that_look_the_same_are_doubted_and_written_apart(other: str, written: str) -> None:
    first, second = ["no", "yes", PLAIN] * 20, ["no", "yes", other] * 20
    rows = [list(row) for row in zip(first, second, strict=True)]
    for said in (
        panels.agree(rows, over="units").remark,
        panels.label_report(rows).reason,
        judging.assess(rows, judge=0, humans=[1]).reason,
        str(evaluate(first, second)),
    ):
        assert said is not None
        assert written in said
        assert r"'caf\xe9'" in said


@pytest.mark.parametrize("other", ["cafe", "caf\u00e8", "caff\u00e9"])
def test_labels_that_look_different_are_not(other: str) -> None:
    rows = [["no", "no"], [PLAIN, other], ["yes", "yes"]] * 20
    assert panels.agree(rows, over="units").remark is None


def test_no_label_is_to_be_joined_with_a_word_for_a_missing_one() -> None:
    rows = [["a", "a", "NA"], ["b", "NA", "b"], ["NA", "b", "b"], ["a", "a", "NA"], ["b", "a", "b"]]
    assert "Joining" not in str(panels.label_report(rows))
    other = [[{"NA": "c"}.get(label, label) for label in row] for row in rows]
    assert "Joining 'a' and 'c'" in str(panels.label_report(other))
