"""The verdict of a page: its first number with its interval as a sentence, and the other main numbers."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.figures.markup import Markup, joined, tag
from concordant.report.group_results import main_results
from concordant.report.page_records import Result
from concordant.result.wording import level_text, number


def verdict(results: Sequence[Result]) -> Markup:
    """The first defined metric in a sentence, then cards of the others."""
    main = main_results(results)
    first = next((one for one in main if one.defined), main[0])
    others = [one for one in main if one is not first]
    return joined([_sentence(first), _cards(others)])


def _sentence(one: Result) -> Markup:
    says = one.says[:1].upper() + one.says[1:] + "."
    if not one.defined:
        return tag("p", tag("b", f"{one.title} is undefined"), f": {one.reason}.", class_="verdict")
    within = None
    if one.bounded and one.interval is not None:
        low, high = number(one.interval.low), number(one.interval.high)
        within = f" ({level_text(one.interval.level)} {low} to {high})"
    return joined(
        [
            tag("p", f"{one.title} is ", tag("b", one.shown), within, ".", class_="verdict"),
            tag("p", says, f" {_beside_chance(one)}" if _beside_chance(one) else None, class_="soft"),
        ]
    )


def _beside_chance(one: Result) -> str:
    """Whether the interval leaves room for chance."""
    if one.chance is None or not one.bounded or one.interval is None:
        return ""
    inside = one.interval.low <= one.chance <= one.interval.high
    return f"Chance, {one.chance:g}, lies {'inside' if inside else 'outside'} the interval."


def _cards(results: Sequence[Result]) -> Markup | None:
    parts = []
    for one in results:
        within = None
        if one.bounded and one.interval is not None:
            within = tag("small", f"{number(one.interval.low)} to {number(one.interval.high)}")
        shown = tag("b", one.shown, class_=None if one.defined else "none")
        parts.append(tag("li", tag("span", one.title), " ", shown, " ", within))
    return tag("ul", parts, class_="cards", aria_label="The main numbers") if parts else None
