"""`Explanation`: how the explanations of numbers are printed and drawn, and how they write amounts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from concordant.documents.blocks import Document, decimals_for, fixed
from concordant.documents.html import as_notebook
from concordant.documents.text import as_text
from concordant.result.record import Record
from concordant.states.counts import number_text
from concordant.typing import NumberArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Explanation(Record):
    """A number with the parts that it is made of, as a record with a document and pictures."""

    __slots__ = ()

    in_text: ClassVar[int]  # rows of a table that are all shown in text

    def document(self, *, most: int) -> Document:
        """Return the steps as a document; tables of more than `most` rows are cut in their middle."""
        raise NotImplementedError

    def __str__(self) -> str:
        """The steps as aligned text."""
        return as_text(self.document(most=self.in_text))

    def to_html(self) -> str:
        """Return the steps as one piece of HTML that needs nothing else; labels are escaped."""
        steps: Any = self  # whose documents have a usual length
        return as_notebook(steps.document())

    def _repr_html_(self) -> str:
        return self.to_html()

    def figure(self) -> Figure:
        """
        Return the pictures as a matplotlib figure, which pyplot does not know: save it with ``.savefig(path)``.

        Raises
        ------
        MissingDependencyError
            If matplotlib is not installed.
        """
        raise NotImplementedError


def amount_text(number: float, counted: NumberArray) -> str:
    """A number of rows as it is, or a sum of weights with the decimals that all of the weights `counted` have."""
    weights = np.asarray(counted)
    return number_text(number) if weights.dtype.kind in "iu" else fixed(float(number), decimals_for(weights, 3))
