"""What newcomers read first on each page, and the words they stumbled over."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from support.pages import PAGES, Browser, parts_of

from concordant import evaluate
from concordant.cli import main
from concordant.data import panel_example
from concordant.report.pages.methods import method_in_words

PANEL = str(panel_example("judge_panel").path)
STUMBLED = (
    r"\b1 (units|rows|items|raters|clusters|labels|degrees|pairs)\b",
    r"\bless (the rest|that of|theirs|a person)\b",
    r"\b\w+ less \w+ is\b",
    "telling ones",
    "trusted to lie",
    "holds the truth",
    "rows leave",
    "comes home",
    "effectively",
    "clusters cost",
    "certain bounds",
    r"said [\d.]+, happened|share that happened",
)


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("judge") / "judge.html"
    line = ["judge", PANEL, "--judge", "gpt", "--human", "ann,bob,eve", "--margin", "0.05", "--cluster", "prompt"]
    assert main([*line, "--pass", "pass", "--chosen", "random", "--html", str(path)]) == 0
    return parts_of(path.read_text("utf-8"))


@pytest.mark.parametrize("name", [name for name in PAGES if name != "monitor"])
def test_no_page_has_words_that_newcomers_stumbled_over(files: dict[str, Path], name: str) -> None:
    html = files[name].read_text("utf-8")
    shown = unescape(re.sub(r"<(script|style).*?</\1>|<title>.*?</title>", "", html, flags=re.DOTALL))
    shown = re.sub(r"<[^>]+>", " ", shown)
    assert [words for words in STUMBLED if re.search(words, shown)] == []


@pytest.mark.parametrize("name", [name for name in PAGES if name != "monitor"])
def test_sentences_are_prose_and_each_page_says_how_it_was_computed(files: dict[str, Path], name: str) -> None:
    html = files[name].read_text("utf-8")
    boxes = re.findall(r'<pre tabindex="0" role="group" aria-label="(\w+)">', html)
    assert boxes == ["Markdown", "LaTeX"] == re.findall(r"<pre.*?data-copy=\"(\w+)\"", html)
    (methods,) = re.findall(r'<p data-copy="Methods sentence">(.*?)</p>', html)
    assert re.search(r"[Ii]ntervals were computed by .*\((\w+ (et al\. )?)?1?\d{3}|\b1[89]\d\d\)", methods)
    assert re.search(r"\b95 % confidence intervals\b", methods)
    assert re.search(r"All analyses were done with Concordant \d+\.\d+\.\d+ for Python\.$", methods)


def test_the_judge_page_leads_with_the_pass_rate_and_says_that_the_judge_is_worse(judged: Any) -> None:
    assert "Is it consistent with itself?" not in judged.text  # which these columns do not answer
    first = judged.text.index(
        "People would pass 66.0 % (95 % confidence interval 58.8 % to 72.5 %); the judge passes 84.2 %."
    )
    worse = "The judge is shown to be worse than a person, but not whether by more than the margin of 0.05: its"
    assert first < judged.text.index(worse) < judged.text.index("What is the true pass rate?")


def test_the_page_of_a_panel_says_which_coefficient_to_report_and_what_an_interval_is_of(
    files: dict[str, Path],
) -> None:
    text = parts_of(files["agree"].read_text("utf-8")).text
    said = text.index("Report Krippendorff's alpha")
    assert text.index("Krippendorff's alpha is ") < said < text.index("The picture")
    assert "for these raters" in text
    assert "for other raters" in text
    assert "These raters: the raters stay, and the units are a sample." in text


def test_a_panel_is_read_on_a_narrow_screen(browser: Browser, files: dict[str, Path]) -> None:
    with browser.open(files["agree"], width=400) as page:
        scrolled = (
            "[...document.querySelectorAll('.scroll')].filter(box => box.scrollWidth > box.clientWidth + 1).length"
        )
        assert page.run(scrolled) == 0
        named = "getComputedStyle(document.querySelector('.stacks td[data-head]'), '::before').content"
        assert "value" in page.run(named)


def test_a_marker_opens_with_its_curves_and_not_with_counts_at_its_median() -> None:
    rng = np.random.default_rng(4)
    ill = rng.integers(0, 2, 200)
    marker = 40 + 3 * ill + rng.normal(size=200) * 2
    html = evaluate(ill, y_score=marker).to_html()
    places = [html.index(f'id="{name}"') for name in ("roc", "threshold", "at-threshold")]
    assert places == sorted(places)
    assert "Such a score has no natural threshold." in html
    chance = evaluate(ill, y_score=1 / (1 + np.exp(-(marker - 41) / 2))).to_html()
    assert chance.index('id="at-threshold"') < chance.index('id="roc"')
    assert "no natural threshold" not in chance


def test_explain_has_a_policy_and_works_in_the_dark(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "steps.html"
    assert main(["explain", "--example", "ms", "--html", str(path)]) == 0
    html = path.read_text("utf-8")
    assert "default-src 'none'" in unescape(html)
    assert len(html.encode()) < 200_000
    assert "Quadratic weighted kappa (Cohen 1968) of new_orleans and winnipeg was computed from 149 rows. All" in html
    with browser.open(path, width=400, dark=True) as page:
        assert page.run("document.documentElement.scrollWidth") <= 400
        assert page.run("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
        assert page.run("getComputedStyle(document.querySelector('td.s20')).backgroundColor").startswith("rgba(231")
        assert page.complaints == []


METHODS_ROWS = np.arange(240)
METHODS_DATA = {
    "t": METHODS_ROWS // 2 % 2,
    "risk": np.round((METHODS_ROWS % 17) / 17 + 0.3 * (METHODS_ROWS // 2 % 2), 3) * 10,
    "p": (METHODS_ROWS % 5 > 1) * 1,
    "q": (METHODS_ROWS % 7 > 2) * 1,
    "grade": METHODS_ROWS % 5,
    "old": np.round((METHODS_ROWS % 5) + METHODS_ROWS % 11 / 8 - 0.7, 2),
    "new": np.round((METHODS_ROWS % 5) + METHODS_ROWS % 13 / 16 - 0.4, 2),
    "site": np.array(["north", "south", "west"])[METHODS_ROWS // 7 % 3],
}


@pytest.mark.parametrize(
    ("line", "told", "untold"),
    [
        (
            "report {} --truth t --score risk --threshold 5.3 --by site",
            "1 is predicted from a score of 5.3 on. | in 3 subgroups by 'site' | compared with all other rows by",
            "at once",
        ),
        (
            "report {} --truth t --score risk --by site --simultaneous max-t",
            "hold for all subgroups at once (max-t)",
            "5.3",
        ),
        ("report {} --truth t --pred p", "positive class was 1 (", "Labels were derived | subgroup"),
        ("report {} --truth grade --score new", "each score is rounded to the nearest label", "subgroup"),
        (
            "compare {} --truth grade --score old --score new --by site",
            "each score is rounded to the nearest label | in 3 subgroups by 'site' | Cochran's Q (Cochran 1954)",
            "hypothesis",
        ),
        (
            "compare {} --truth t --pred p --pred q --metric accuracy --margin 0.05 --alternative non-inferiority",
            "hypothesis of the tests was non-inferiority with a margin of 0.05. | positive class was 1",
            "rounded | subgroup",
        ),
        (
            "agree {} --raters p,q,t --against {}.later.csv --consensus {}.csv --consensus-method dawid-skene",
            "taken as samples of different units, was tested by | model of Dawid and Skene (1979), with none",
            "same units",
        ),
        (
            "agree {} --raters p,q,t --compare p,q:p,t --over raters --consensus {}.csv --ties first",
            "rated the same units, was tested by | these units, with raters as the sample | of most raters",
            "units and raters as samples",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_methods_name_each_choice_on_which_the_numbers_rest(
    tmp_path: Path, line: str, told: str, untold: str
) -> None:
    for name in ("rows.csv", "rows.csv.later.csv"):
        pl.DataFrame(METHODS_DATA).write_csv(tmp_path / name)
    words = line.replace("{}", str(tmp_path / "rows.csv")).split()
    assert main([*words, "--html", str(tmp_path / "page.html")]) == 0
    html = (tmp_path / "page.html").read_text("utf-8")
    (methods,) = map(unescape, re.findall(r'<p data-copy="Methods sentence">(.*?)</p>', html))
    assert [part for part in told.split(" | ") if part not in methods] == [], methods
    assert [part for part in untold.split(" | ") if part in methods] == [], methods


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("wilson", "Wilson's score method (Wilson 1927)"),
        ("post-stratified, delta of clusters", "post-stratification with the delta method of clusters"),
        ("post-stratified, wilson", "post-stratification with Wilson's score method (Wilson 1927)"),
        ("delta, logit, t", "the delta method on the logit scale with Student's t distribution (Student 1908)"),
    ],
)
def test_the_parts_of_a_method_make_a_phrase(method: str, words: str) -> None:
    assert method_in_words(method) == words
