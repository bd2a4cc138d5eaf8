"""Short texts that stay true."""

import pytest

from concordant.result.wording import compact_count, percent_text, rate_text, short, short_count


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.000"),
        (0.9996, "> 0.999"),
        (0.0, "0.000"),
        (0.0004, "4.0e-04"),
        (-0.0004, "-4.0e-04"),
        (0.52457646, "0.525"),
        (-0.139, "-0.139"),
        (float("nan"), "undefined"),
    ],
)
def test_only_a_true_one_reads_as_one(value: float, text: str) -> None:
    assert rate_text(value) == text


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0"), (0.004, "<1"), (0.005, "<1"), (0.0051, "1"), (0.5, "50"), (float("nan"), "-")]
)
def test_percent(share: float, text: str) -> None:
    assert percent_text(share) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (99_999, "99,999"),
        (100_000, "100k"),
        (1_234_567, "1.23M"),
        (5e9, "5G"),
        (0.25, "0.25"),
        (2.0, "2"),
        (1234.5, "1,234"),
        (99_999.7, "100,000"),
        (999.4, "999"),
        (12.34, "12.3"),
    ],
)
def test_counts(count: float, text: str) -> None:
    assert compact_count(count) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0"),
        (0.219, "0.22"),
        (7.89, "7.9"),
        (9.97, "10"),
        (12.3, "12"),
        (999, "999"),
        (999.7, "1k"),
        (1234, "1.2k"),
        (12_345, "12k"),
        (999_900, "1M"),
        (1_234_567, "1.2M"),
        (4.56e13, "46T"),
    ],
)
def test_counts_for_narrow_cells(count: float, text: str) -> None:
    assert short_count(count) == text


def test_long_names_keep_both_ends() -> None:
    assert short("abcdefghij", 10) == "abcdefghij"
    assert short("abcdefghijk", 10) == "abcde…hijk"
    assert short("two\nlines", 20) == "two lines"
