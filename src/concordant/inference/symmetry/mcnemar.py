"""McNemar's test of two labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from concordant.errors import LabelError, OptionError
from concordant.inference.comparisons.by_mcnemar import McNemar, mcnemar_p
from concordant.inference.symmetry.bowker import few
from concordant.inference.symmetry.tested_table import counts_of
from concordant.names import did_you_mean
from concordant.result.comparisons import TableTest
from concordant.typing import Column, Label, Missing


def mcnemar_test(
    first: Any,
    second: Column | None = None,
    /,
    *,
    method: McNemar = "mcnemar-mid-p",
    labels: Sequence[Label] | None = None,
    missing: Missing = "raise",
) -> TableTest:
    """
    Test by McNemar's method whether two raters say yes equally often.

    Only the rows count in which they differ: b of one kind and c of the other. If both say yes equally often, b is
    binomial(b + c, 1/2).

    Parameters
    ----------
    first, second : array-like of shape (n,)
        Two labels each: of two raters, before and after, whether each of two models is right; or `first` alone, a
        `Counts` of two labels.
    method : {"mcnemar-mid-p", "mcnemar-exact", "mcnemar", "mcnemar-corrected"}
        As in `accuracy.compare`: the mid-p value, which keeps closest to its level without exceeding it in practice;
        the exact binomial one; ``(b - c)^2 / (b + c)``; and ``(|b - c| - 1)^2 / (b + c)``, corrected for continuity.
    labels : sequence, optional
        The labels in their order.
    missing : {"raise", "drop"}
        What to do with missing labels.

    Returns
    -------
    TableTest
        If the two never differ, p = 1. The statistic is that of the chi-square form, or b for the binomial ones.

    Notes
    -----
    To compare two models with the truth, `accuracy.compare` does this for the rows where one of them alone is right,
    and gives the interval of the difference.

    References
    ----------
    McNemar (1947), Psychometrika 12:153. Edwards (1948), Psychometrika 13:185. Fagerland, Lydersen & Laake (2013),
    The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact conditional, BMC Medical
    Research Methodology 13:91.

    Examples
    --------
    >>> from concordant import Counts, mcnemar_test
    >>> airway = Counts.from_table([[1, 1], [7, 12]])
    >>> print(mcnemar_test(airway, method="mcnemar-exact"))
    McNemar's test (equal margins): statistic 1.000, p = 0.0703 (n = 21; only 8 rows differ)
    >>> round(mcnemar_test(airway).p_value, 4)
    0.0391
    """
    known = get_args(McNemar)
    if method not in known:
        near = f"mcnemar-{method}" if f"mcnemar-{method}" in known else method
        msg = f"method must be one of {', '.join(map(repr, known))}, not {method!r}.{did_you_mean(near, known)}"
        raise OptionError(msg)
    counts = counts_of("mcnemar_test", first, second, labels=labels, missing=missing)
    if len(counts.labels) > 2:
        msg = (
            f"mcnemar_test is for two labels, not {len(counts.labels)}; bowker_test (symmetry) and stuart_maxwell_test "
            "(equal margins) are its forms for more."
        )
        raise LabelError(msg)
    b, c = (round(float(counts.table[0, -1])), round(float(counts.table[-1, 0]))) if len(counts.labels) == 2 else (0, 0)
    statistic, df = float(b), None
    if method in ("mcnemar", "mcnemar-corrected"):
        apart = abs(b - c) if method == "mcnemar" else max(abs(b - c) - 1, 0)
        statistic, df = (apart**2 / (b + c), 1) if b + c else (0.0, 0)
    return TableTest(
        "McNemar's test", "equal margins", statistic, df, mcnemar_p(b, c, method), counts.n, method, few(b + c)
    )
