"""What comparisons of models say in words, and which of many are told."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from concordant.result.comparisons import ADJUSTED, Adjust, Comparison
from concordant.result.wording import number, signed

if TYPE_CHECKING:
    from concordant.report.comparing import MetricComparison

_MOST_TITLES = 12  # of a sentence


def sentences(found: Sequence[MetricComparison]) -> Iterator[str]:
    """What the differences say: one sentence each, or of many metrics one a pair of models."""
    if len(found) < 3:
        for one in found:
            yield from one.sentences()
        return
    for place, pair in enumerate(next((one.pairs for one in found if one.pairs), ())):
        said: dict[str, list[str]] = {}
        for one in found:
            if one.pairs:
                verdict = _verdict(one.pairs[place], one.adjusted[place], one.better)
                said.setdefault(verdict, []).append(one.title)
        first, second = pair.names
        for verdict, titles in said.items():
            yield f"{verdict.format(first=first, second=second)}: {some_of(titles)}."
    yield from _doubts(found)


def _doubts(found: Sequence[MetricComparison]) -> Iterator[str]:
    """Each reason to doubt, with the metrics that it is said of."""
    doubts: dict[tuple[str, str, str], list[str]] = {}
    for one in found:
        for pair in one.pairs:
            for part in (pair.reason or "").split("; "):
                if part:
                    doubts.setdefault((*pair.names, part), []).append(one.title)
    for (first, second, reason), titles in doubts.items():
        yield f"{some_of(titles)} of {first} and {second}: {reason}."


def some_of(titles: Sequence[str]) -> str:
    """Titles one after the other; of many the first."""
    if len(titles) <= _MOST_TITLES + 1:
        return ", ".join(titles)
    return f"{', '.join(titles[:_MOST_TITLES])} and {len(titles) - _MOST_TITLES:,} others"


def most_telling(found: Sequence[MetricComparison], most: int) -> list[MetricComparison]:
    """Those with the least p, in their order, where there are more than can be looked at."""
    if len(found) <= most:
        return list(found)
    least = [min((x.p_value for x in one.pairs if not math.isnan(x.p_value)), default=2.0) for one in found]
    telling = sorted(sorted(range(len(found)), key=least.__getitem__)[:most])
    return [found[place] for place in telling]


def leading(found: Sequence[MetricComparison]) -> MetricComparison | None:
    """The first metric that could be compared; of its classes the one with the least p."""
    known = [one for one in found if one.pairs]
    return next(iter(most_telling([one for one in known if _asked(one) == _asked(known[0])], 1)), None)


def adjusted_for(found: Sequence[MetricComparison]) -> Adjust:
    """How p of several comparisons is adjusted; None where it is not."""
    return next((one.adjust for one in found if one.tests > 1), None)


def _verdict(pair: Comparison, p_value: float, better: str | None) -> str:
    """The same words for all metrics that say the same."""
    if math.isnan(pair.difference) or math.isnan(p_value):
        return "Without a test of {first} and {second}"
    if p_value >= 1 - pair.level:
        return "Not shown to differ between {first} and {second}"
    if better is None:
        return "{first} and {second} differ"
    ahead = pair.difference > 0 if better == "higher" else pair.difference < 0
    return "{first} is better than {second}" if ahead else "{second} is better than {first}"


def remarks(found: Sequence[MetricComparison], names: Sequence[str]) -> Iterator[str]:
    """What to keep in mind."""
    pairs = math.comb(len(names), 2)
    adjust = adjusted_for(found)
    asked = Counter(map(_asked, found))
    classes = max(asked.values(), default=1)
    counted = [f"{many:,} {what}" for many, what in ((pairs, "pairs"), (classes, "classes")) if many > 1]
    if counted and adjust is None:
        yield f"{' and '.join(counted)} are compared on each metric, and p is not adjusted for that."
    elif counted and adjust is not None:
        yield f"p is adjusted for the {' and '.join(counted)} of each metric ({ADJUSTED[adjust]})."
    if len(asked) > 1:
        yield (
            f"{len(asked)} metrics are looked at, and p is not adjusted for that: decide beforehand which one counts, "
            "--metric NAME."
        )


def _asked(one: MetricComparison) -> tuple[str, str]:
    """What was asked for, whichever its class."""
    return one.name, str(sorted(one.options.items()))


def in_words(pair: Comparison, p_value: float, better: str | None) -> str:
    """One sentence about a difference."""
    (first, second), said = pair.names, ""
    if math.isnan(pair.difference):
        return f"the difference of {first} and {second} is undefined ({pair.reason})."
    if pair.alternative != "two-sided":
        said = f"{pair.conclusion}; {first} less {second} is {signed(pair.difference)}{_limits(pair)}"
    elif math.isnan(p_value):
        said = f"{first} less {second} is {signed(pair.difference)}, without a test"
    elif p_value >= 1 - pair.level > pair.p_value:
        said = f"these rows do not show that {first} and {second} differ, once p is adjusted; the difference alone is "
        said += f"{signed(pair.difference)}{_limits(pair)}"
    elif p_value >= 1 - pair.level:
        fits = "" if math.isnan(pair.low) else f", anything from {signed(pair.low)} to {signed(pair.high)} fits them"
        said = f"these rows do not show that {first} and {second} differ{fits}"
    elif better is None:
        said = f"{first} and {second} differ, by {number(abs(pair.difference))}{_limits(pair)}"
    else:
        ahead = pair.difference > 0 if better == "higher" else pair.difference < 0
        winner, other = (first, second) if ahead else (second, first)
        within = _limits(pair, flip=pair.difference < 0)
        said = f"{winner} is better than {other}, by {number(abs(pair.difference))}{within}"
    return f"{said}; but {pair.reason}." if pair.reason else f"{said}."


def _limits(pair: Comparison, *, flip: bool = False) -> str:
    if math.isnan(pair.low):
        return ""
    low, high = (-pair.high, -pair.low) if flip else (pair.low, pair.high)
    return f" ({100 * pair.level:g} % interval {number(low)} to {number(high)})"
