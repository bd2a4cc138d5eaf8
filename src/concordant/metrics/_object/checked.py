"""What a metric refuses: states that are not of its kind, options that it does not have, labels without an order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from concordant.errors import InputTypeError, LabelOrderError
from concordant.metrics._object.asked import refuse_absent, refuse_many, refuse_unknown
from concordant.metrics._object.kinds.of_panels import refuse_nameless
from concordant.metrics._object.many_raters import PANEL_STATES
from concordant.states import Counts
from concordant.typing import Label

if TYPE_CHECKING:
    from concordant.metrics._object.metric import Metric


class Checked:
    """The checks of a metric, each of which raises."""

    @property
    def _one(self) -> Metric:
        return cast("Metric", self)

    def check(self, state: Any, options: dict[str, Any]) -> None:
        """Raise for a state that is not of the kind, for odd options, or for labels without the order it needs."""
        metric = self._one
        if not isinstance(state, metric.takes):
            expected = " or ".join(kind.__name__ for kind in metric.takes)
            msg = f"{metric.name}.of takes {expected}, not {type(state).__name__}."
            raise InputTypeError(msg)
        if not options.keys() <= self._option_set:
            refuse_unknown(f"{metric.name}.of", options, (*metric.options, "undefined"))
        if options:
            refuse_many(options)
        labels = () if metric.numbers is not None or not hasattr(state, "labels") else state.labels
        if len(labels) > 2 and isinstance(state, (Counts, *PANEL_STATES)) and not state.ordered:
            self.refuse_unordered(state.labels, weighted=self.graded(options))
        if metric.panel is not None:
            refuse_nameless(metric, state)
        if metric.kind.check is not None:
            metric.kind.check(metric, state, options)

    def graded(self, options: Mapping[str, Any]) -> bool:
        """Whether some disagreements weigh more than others, with these options."""
        level = options.get("level_of_measurement")
        return options.get("weights") is not None or level not in (None, "nominal")

    def check_call(self, options: Mapping[str, Any]) -> None:
        """Raise for unknown options of a call, or where one without a default is absent; before any data are read."""
        metric = self._one
        self.refuse_unknown(options)
        if metric.required_options:
            refuse_absent(metric.name, options, metric.required_options, metric.data)
        if metric.quantity is not None:
            metric.quantity(**options)  # checks them

    def refuse_unknown(self, options: Mapping[str, Any]) -> None:
        """Raise for options that the metric does not have."""
        if not options.keys() <= self._option_set:
            refuse_unknown(self._one.name, options, (*self._one.options, *self._one.reading_options))

    @cached_property
    def _option_set(self) -> frozenset[str]:
        return frozenset(self._one.options)

    def refuse_unordered(self, labels: tuple[Label, ...], *, weighted: bool) -> None:
        """Raise for labels without the order that the metric needs."""
        needs = self._one.facts.needs_order
        if needs == "always" or (needs == "if weighted" and weighted):
            shown = ", ".join(map(repr, labels[:6])) + (", ..." if len(labels) > 6 else "")
            msg = (
                f"{self._one.name} needs the order of the labels, and {shown} have none (alphabetical order is hardly "
                "theirs). Declare it from first to last: labels=[...], or use an ordered categorical or a Polars Enum."
            )
            raise LabelOrderError(msg)
