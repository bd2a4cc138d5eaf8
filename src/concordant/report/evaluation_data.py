"""What an evaluation found: plain values with their reasons, and the states behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from concordant.errors import OptionError
from concordant.metrics.definition.facts import meanings
from concordant.metrics.definition.registry import ALIASES
from concordant.report.choices import metric_key
from concordant.report.records import (
    ClassBalance,
    ClassMetric,
    Groups,
    PageStates,
    Result,
    group_in_columns,
    named,
    names_of,
    result_in_columns,
)
from concordant.report.results import take_further
from concordant.report.task import Task
from concordant.report.uncertainty import Uncertainty
from concordant.result.record import Record
from concordant.settings import without_warnings
from concordant.states import BucketCurve, Counts, Curve, CurveStack
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.explain import KappaExplanation
    from concordant.findings import Findings
    from concordant.result import CutPoints

_MOST_CUT = 200_000  # rows whose best cut points are looked for; of more the command of its own does it


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class EvaluationData(Record):
    """The data of an `Evaluation`, which says what its fields are."""

    task: Task
    assumptions: tuple[str, ...]
    remarks: tuple[str, ...]
    n: int
    n_missing: int
    weighted: bool
    labels: tuple[Label, ...] = ()
    pos_label: Label | None = None
    balance: Mapping[Label, ClassBalance] = field(default_factory=dict)
    results: tuple[Result, ...]
    per_class: tuple[ClassMetric, ...] = ()
    counts: Counts | None = None
    curve: Curve | CurveStack | BucketCurve | None = None
    probabilities: bool = False
    columns: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    source: str | None = None
    label_rules: tuple[str, ...] = field(default=(), repr=False, compare=False)
    taken: PageStates | None = field(default=None, repr=False, compare=False)
    level: float | None = None
    groups: Groups | None = None
    uncertainty: Uncertainty | None = field(default=None, repr=False, compare=False)
    _found: list[Findings] = field(default_factory=list, init=False, repr=False, compare=False)
    _cut_points: list[CutPoints | None] = field(default_factory=list, init=False, repr=False, compare=False)
    _further: list[tuple[Result, ...]] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def further(self) -> tuple[Result, ...]:
        """All other metrics that these data allow and that need no choice; computed when they are first wanted."""
        if not self._further:
            on_page = {result.name for result in self.results}
            found = () if self.taken is None else take_further(self.taken, self.task, on_page, self.uncertainty)
            names = names_of(self.columns)
            self._further.append(tuple(result_in_columns(one, names) for one in found))
        return self._further[0]

    @property
    def findings(self) -> Findings:
        """What stands out on this page, what it means and what to do next; computed when it is first wanted."""
        if not self._found:
            from concordant.findings import look
            from concordant.report.evidence import evidence_of

            self._found.append(look(evidence_of(self)))
        return self._found[0]

    @property
    def cut_points(self) -> CutPoints | None:
        """
        The best cut points on a continuous score of ordered labels, and their value on rows that did not choose them.

        None where labels were predicted, or where the rows are not here; computed when they are first wanted.
        """
        if not self._cut_points:
            self._cut_points.append(self._find_cut_points())
        return self._cut_points[0]

    def _find_cut_points(self) -> CutPoints | None:
        material = None if self.uncertainty is None else self.uncertainty.material
        if self.task != "ordinal" or material is None or self.taken is None or self.taken.cut is None:
            return None
        rows = material.measurements
        if rows is None or not 0 < len(rows.y_true) <= _MOST_CUT:
            return None
        from concordant.decisions import ordinal_cut_points

        labels = [self.labels[code] for code in material.true.tolist()]
        options: dict[str, Any] = {"sample_weight": rows.weights, "cluster": material.cluster}
        with without_warnings():
            return ordinal_cut_points(labels, rows.y_pred, labels=list(self.labels), **options)

    @property
    def explanation(self) -> KappaExplanation | None:
        """The quadratic weighted kappa step by step, for ordinal data with predicted labels; else None."""
        if self.task != "ordinal" or self.counts is None:
            return None
        from concordant import explain

        names = (str(self.columns.get("truth", "y_true")), str(self.columns.get("prediction", "y_pred")))
        return explain.weighted_kappa(self.counts, weights="quadratic", names=names)

    def __getitem__(self, key: str) -> Result:
        """
        Return the result of a metric by its key, such as ``"cohen_kappa|weights:quadratic"``, name or alias.

        Names of elsewhere that mean one thing, such as ``"qwk"``, are known as well. A name that several results share
        means the one without options, or else the first. Metrics that are not on the page are looked for in `further`.

        Raises
        ------
        OptionError
            If the page has no such metric; the message names the nearest ones.
        """
        for known in (key, *_keys_elsewhere(key)):
            for results in self._sections():
                found = _of_key(results, known)
                if found is not None:
                    return found
        keys = [result.key for result in (*self.results, *self.further)]
        near = get_close_matches(key, keys, n=3, cutoff=0.4) or [result.key for result in self.results]
        raise OptionError(f"this page has no metric {key!r}; it has {', '.join(near)}.")

    def __contains__(self, key: object) -> bool:
        """Whether the page, or what is further known, has a metric of this key or name."""
        return any(_of_key(results, str(key)) is not None for results in self._sections())

    def _sections(self) -> Iterator[tuple[Result, ...]]:
        """The results of the page, then the others, which are taken only if they are asked for."""
        yield self.results
        yield self.further

    def __iter__(self) -> Iterator[Result]:
        """The results in the order of the page."""
        return iter(self.results)

    def __len__(self) -> int:
        """The number of results."""
        return len(self.results)

    def in_columns(self) -> Self:
        """Return the page with every reason in the names of its columns."""
        names = names_of(self.columns)
        if not names:
            return self
        each = partial(result_in_columns, names=names)
        groups = self.groups
        if groups is not None:
            parts = tuple(group_in_columns(group, names) for group in groups.groups)
            groups = replace(groups, groups=parts, overall=group_in_columns(groups.overall, names))
        return replace(
            self,
            assumptions=tuple(named(sentence, names) or "" for sentence in self.assumptions),
            remarks=tuple(named(sentence, names) or "" for sentence in self.remarks),
            results=tuple(map(each, self.results)),
            per_class=tuple(
                replace(one, reason=named(one.reason, names), doubt=named(one.doubt, names)) for one in self.per_class
            ),
            groups=groups,
        )


def _of_key(results: tuple[Result, ...], key: str) -> Result | None:
    """The result of this key, or the first of this name or alias."""
    name = ALIASES.get(key, key)
    named = next((result for result in results if result.name == name), None)
    return next((result for result in results if result.key == key), named)


def _keys_elsewhere(name: str) -> list[str]:
    """The key that a name of elsewhere means; none where it means several things."""
    found = meanings(name)
    return [metric_key(found[0].metric, found[0].options)] if len(found) == 1 else []
