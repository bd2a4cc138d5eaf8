"""The labels of several models on the same rows of files, without the rows: how often each combination occurs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from concordant.inference.samples.cells import samples_of_groups
from concordant.inference.samples.sample import Sample
from concordant.inputs.encoding import encode
from concordant.inputs.label_values import numbered
from concordant.inputs.labels import check_label_columns
from concordant.metrics.definition.metric import Metric
from concordant.report.task import LOOKED_AT, are_continuous
from concordant.sources import batches as row_limit
from concordant.sources.batches import OtherTypeError, first_rows
from concordant.sources.files import Source, find_files
from concordant.sources.labels import JointGroups, LabelGroups, TooManyGroupsError, joint_groups
from concordant.typing import Label, Missing

if TYPE_CHECKING:
    import polars as pl

_MOST = 2_000_000  # combinations, of clusters too


@dataclass(frozen=True, slots=True)
class JointLabels:
    """
    How often each combination of the truth, the predictions and the cluster occurs.

    Attributes
    ----------
    groups : JointGroups
    truth : str
    preds : tuple of str
    cluster : str or None
        The columns.
    """

    groups: JointGroups
    truth: str
    preds: tuple[str, ...]
    cluster: str | None = None

    @property
    def n(self) -> int:
        """The rows that are whole."""
        return int(self.groups.times.sum())

    def column(self, name: str) -> Any:
        """Return the values of a column."""
        return self.groups.columns[name]

    def prepare(self, wanted: Sequence[tuple[Metric, Mapping[str, Any]]]) -> None:
        """Combinations are enough for every metric of labels."""

    def samples(self, metric: Metric, options: Mapping[str, Any], labels: Sequence[Label]) -> Sequence[Sample]:
        """Return a sample for each model, over these labels."""
        del metric, options
        columns = [self.column(name) for name in self.preds]
        rows = check_label_columns(
            self.column(self.truth), columns, names=self.preds, labels=labels, times=self.groups.times
        )
        if self.cluster is None:
            return samples_of_groups(rows)
        return samples_of_groups(rows, numbered(encode(self.column(self.cluster), self.cluster).values))

    def settled(self, metric: Metric, options: Mapping[str, Any], found: Any, names: Sequence[str]) -> Any:
        """Return a comparison as it is: nothing is left open."""
        del metric, options, names
        return found

    def end_to_end(self) -> LabelGroups:
        """Return the rows of all models, one model after the other: they show all labels and the task."""
        import polars as pl

        many = len(self.preds)
        truth = pl.concat([self.column(self.truth)] * many)
        every = [self.column(name).alias("y_pred") for name in self.preds]
        same = {one.dtype for one in every} == {every[0].dtype}
        preds = pl.concat(every) if same else pl.Series("y_pred", [x for one in every for x in one.to_list()])
        return LabelGroups(truth, preds, np.tile(self.groups.times, many), self.groups.rows * many)


def joint_labels(
    source: Source,
    truth: str,
    preds: Sequence[str],
    cluster: str | None = None,
    *,
    missing: Missing = "raise",
    progress: Any = None,
) -> JointLabels | None:
    """
    Count the labels of several models in files of more than two million rows.

    None where the columns are to be read as they are: there are fewer rows, they hold no labels, a column plays two
    roles or is not of one type, or there are too many combinations.
    """
    files = find_files(source)
    columns = [truth, *preds, *([] if cluster is None else [cluster])]
    if len(set(columns)) < len(columns) or not row_limit.many_rows(files):
        return None
    head = first_rows(files, columns, LOOKED_AT)
    if _has_no_labels(head, truth, preds):
        return None
    how: Any = {"types": head.schema, "most": _MOST, "missing": missing, "progress": progress}
    try:
        found = joint_groups(files, columns, **how)
    except (OtherTypeError, TooManyGroupsError):
        return None
    return JointLabels(found, truth, tuple(preds), cluster)


def _has_no_labels(head: pl.DataFrame, truth: str, preds: Sequence[str]) -> bool:
    import polars as pl

    return pl.Null in head.dtypes or any(are_continuous(head[truth], head[name]) for name in preds)
