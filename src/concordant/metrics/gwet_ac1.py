"""Gwet's AC1: agreement beyond chance that stays sensible where one category prevails."""

from __future__ import annotations

from concordant.metrics._agreement.no_chance import one_possible
from concordant.metrics._object.define import metric
from concordant.metrics._object.panel_facts import PanelFacts
from concordant.metrics.gwet_ac2 import gwet_ac2
from concordant.states import Counts
from concordant.typing import Floats


def _why(counts: Counts) -> str | None:
    return one_possible(counts)


@metric(
    why=_why,
    family="agreement",
    title="Gwet's AC1",
    says="agreement beyond chance, steady where one category prevails: 1 is perfect",
    formula="(Po - Pe) / (1 - Pe), Pe = sum(pi (1 - pi)) / (K - 1), pi the mean of both raters' shares",
    source="Gwet 2008, Br. J. Math. Stat. Psychol. 61:29",
    better="higher",
    range=(-1, 1),
    interval="jackknife",
    corrected=True,
    symmetric=True,
    aliases=("ac1",),
    panel=PanelFacts(closed_form=True),
    elsewhere=("gwet", "gwets_ac1"),
)
def gwet_ac1(counts: Counts, /) -> Floats:
    """
    Gwet's AC1: agreement beyond chance that stays sensible where one category prevails.

    ``AC1 = (Po - Pe) / (1 - Pe)`` with the share Po of agreement and ``Pe = sum_k pi_k (1 - pi_k) / (K - 1)``,
    where pi_k is the mean of both raters' shares of category k and K the number of possible labels. Chance is
    taken to strike only rows that are hard to judge. With weights it is `gwet_ac2`.

    Returns
    -------
    float
        Between -1 and 1. Undefined (NaN) if there is only one label: 0/0.

    Notes
    -----
    It depends on the number of *possible* labels: declare them with ``labels=[...]``. Without it, K is the number
    of labels that occur in either column, and a label that happens not to occur lowers the value; the signature
    names the labels that were counted. Where 118 of 125 rows are agreed positives and none is an agreed negative,
    AC1 is 0.94 and Cohen's kappa is -0.02: the first praises the agreement, the second says that the raters never
    agreed on a negative. Independent raters do not get 0 in general, but a value that
    rises to 1 as one category becomes rare.

    References
    ----------
    Gwet (2008), Computing inter-rater reliability and its variance in the presence of high agreement, British
    Journal of Mathematical and Statistical Psychology 61:29.

    Examples
    --------
    >>> from concordant import Counts, cohen_kappa, gwet_ac1
    >>> raters = Counts.from_table([[118, 5], [2, 0]])
    >>> round(gwet_ac1.of(raters), 4), round(cohen_kappa.of(raters), 4)
    (0.9408, -0.0234)
    >>> round(gwet_ac1(["a", "b", "b", "c"], ["a", "b", "c", "c"]), 6)
    0.627907
    """
    return gwet_ac2.formula(counts, weights=None)
