"""How the numbers of a page were computed, as the methods section of a paper says it (STARD 2015, TRIPOD 2015)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from concordant.documents.blocks import software
from concordant.report.records import Groups
from concordant.report.scoring import FROM_SCORES
from concordant.report.text import some_of
from concordant.result.comparisons import ADJUSTED
from concordant.result.intervals import Interval
from concordant.result.record import counted
from concordant.result.wording import quoted, quoted_list

if TYPE_CHECKING:
    from concordant.report.evaluation import Evaluation

_METHODS = {
    "score": "Rao's score test along the least favourable path (Rao 1948, Stein 1956)",
    "score of clusters": "Rao's score test with the design effect of the clusters (Rao & Scott 1981)",
    "score adjusted for chosen boundaries": "Rao's score test (Rao 1948)",
    "wilson": "Wilson's score method (Wilson 1927)",
    "exact": "the exact method of Clopper and Pearson (1934)",
    "agresti-coull": "the method of Agresti and Coull (1998)",
    "jeffreys": "the Jeffreys interval (Brown, Cai & DasGupta 2001)",
    "delong": "the method of DeLong, DeLong and Clarke-Pearson (1988)",
    "delong-logit": "the method of DeLong, DeLong and Clarke-Pearson (1988) on the logit scale",
    "lin": "the method of Lin (1989)",
    "delta": "the delta method",
    "t": "Student's t distribution (Student 1908)",
    "log": "the delta method on the log scale",
    "complement-log": "the delta method on the complementary log scale",
    "logit": "the delta method on the logit scale",
    "fisher": "Fisher's z transformation (Fisher 1921)",
    "bootstrap": "the bootstrap (Efron 1979)",
    "percentile": "the percentile bootstrap (Efron 1979)",
    "basic": "the basic bootstrap (Davison & Hinkley 1997)",
    "bca": "the bias-corrected and accelerated bootstrap (Efron 1987)",
    "jackknife": "the jackknife (Tukey 1958)",
    "permutation": "a permutation test (Fisher 1935)",
    "mover": "the method of variance estimates recovery (Zou & Donner 2008)",
    "mcnemar": "McNemar's test (McNemar 1947) with the interval of Tango (1998)",
    "mcnemar-exact": "McNemar's exact test (McNemar 1947)",
    "mcnemar-mid-p": "McNemar's mid-p test (Fagerland, Lydersen & Laake 2013)",
    "miettinen-nurminen": "the method of Miettinen and Nurminen (1985)",
    "miller-madow": "the correction of Miller (1955)",
    "zahl": "the jackknife of Zahl (1977)",
    "post-stratified": "post-stratification",
    "ppi++": "prediction-powered inference (Angelopoulos, Duchi & Zrnic 2023)",
    "rogan-gladen": "the correction of Rogan and Gladen (1978)",
    "finite population": "the correction for a finite population",
}


def method_in_words(method: str) -> str:
    """What a method is called in a sentence, with author and year; what is joined by commas part by part."""
    if method in _METHODS:
        return _METHODS[method]
    parts = []
    for part in method.split(", "):
        name = next((known for known in (part, part.split(" ")[0]) if known in _METHODS), None)
        parts.append(part if name is None else _METHODS[name] + part.removeprefix(name))
    return " with ".join(parts).replace("the delta method with the delta method", "the delta method")


def by_method(made: Iterable[tuple[str, str]]) -> str:
    """Which method was used for what, from pairs of a title and its method."""
    titles: dict[str, dict[str, None]] = {}
    for title, method in made:
        titles.setdefault(method, {})[title] = None
    return "; ".join(f"by {method_in_words(method)} for {some_of([*names])}" for method, names in titles.items())


def intervals_in_words(made: Sequence[tuple[str, Interval]]) -> str:
    """How the intervals were made, method by method; nothing without any."""
    if not made:
        return ""
    level = 100 * made[0][1].level
    ways = by_method((title, one.method) for title, one in made)
    return f"Two-sided {level:g} % confidence intervals were computed {ways}. "


def methods_of_evaluation(page: Evaluation) -> str:
    """What was estimated, on how many rows, with which intervals."""
    titles = [result.title for result in page.results if result.defined]
    names = [name for role in ("prediction", "score") for name in _several(page.columns.get(role))]
    columns = " and ".join(quoted(name) for name in names[:2]) + (" and others" if len(names) > 2 else "")
    what = f"The columns {columns} were" if names else "The predictions were"
    if len(names) == 1:
        what = f"The column {columns} was"
    truth = quoted(page.columns["truth"]) if "truth" in page.columns else "the truth"
    text = f"{what} compared with {truth} as the reference standard"
    text += f" on {counted(page.n, 'row')}{excluded(page.n_missing)}"
    clusters = None if page.material is None else page.material.cluster
    if clusters is not None:
        text += f" in {counted(len(np.unique(clusters)), 'cluster')}, which the intervals allow for"
    text += ", each with its sampling weight" if page.weighted else ""
    if page.pos_label is not None:
        text += f"; the positive class was {quoted(page.pos_label)}"
        of_cases = page.balance[page.pos_label]
        cases = "" if page.weighted else f"{counted(of_cases.true, 'row')}, "
        text += f" ({cases}a prevalence of {100 * of_cases.true_share:.1f} %)"
    elif page.labels:
        order = "ordered classes" if page.task == "ordinal" else "classes"
        text += f"; the {len(page.labels)} {order} were {quoted_list(page.labels)}"
    bounded = [(one.title, one.interval) for one in page.results if one.bounded and one.interval is not None]
    estimated = f"We estimated {some_of(titles)}. " if titles and not bounded else ""
    cut, groups = _labels_from_scores(page), _of_groups(page.groups)
    return f"{text}. {cut}{estimated}{intervals_in_words(bounded)}{groups}{software()}"


def _labels_from_scores(page: Evaluation) -> str:
    """How labels followed from scores: the cut-off, the largest or the nearest; nothing where labels were given."""
    rules = [one.removeprefix(FROM_SCORES) for one in page.assumptions if one.startswith(FROM_SCORES)]
    return "".join(f"Labels were derived from the scores: {rule} " for rule in rules)


def _of_groups(groups: Groups | None) -> str:
    """Which subgroups were evaluated and how they were tested against the rest; nothing without any."""
    if groups is None:
        return ""
    text = f"The main metrics were also computed in {counted(len(groups.groups), 'subgroup')} by {quoted(groups.name)}"
    if groups.simultaneous is not None:
        text += f", with intervals that hold for all subgroups at once ({groups.simultaneous})"
    made = [
        (result.title, test.comparison.method)
        for group in groups.groups
        for result, test in zip(group.results, group.against_rest, strict=False)
        if test.comparison is not None
    ]
    if made:
        text += f", and each was compared with all other rows {by_method(made)}"
        text += (
            f" (P-values: {ADJUSTED[groups.adjust]})" if groups.adjust is not None and len(groups.groups) > 2 else ""
        )
    return f"{text}. "


def _several(names: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return () if names is None else (names,) if isinstance(names, str) else names


def excluded(rows: int) -> str:
    """How many rows lacked a value; nothing for none."""
    were = "was" if rows == 1 else "were"
    return f" ({counted(rows, 'row')} with missing values {were} excluded)" if rows else ""
