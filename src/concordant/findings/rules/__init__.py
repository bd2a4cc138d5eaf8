"""Every rule, in the order in which findings are shown, and `look`, which asks them all."""

from __future__ import annotations

from collections.abc import Sequence

from concordant.errors import ConcordantError
from concordant.findings.evidence import Evidence
from concordant.findings.finding import SEVERITIES, Finding, Findings, Rule
from concordant.findings.rules.agreement import (
    agreement_below_chance,
    few_far_labels,
    kappa_lowered_by_prevalence,
    kappa_near_its_maximum,
    quadratic_kappa_hides_misses,
    severity_shift,
    shift_of_measurements,
)
from concordant.findings.rules.classes import (
    accuracy_hides_a_class,
    few_rows_of_a_class,
    label_out_of_use,
    labels_without_error,
    most_confused_pair,
    never_predicted,
    no_better_than_constant,
)
from concordant.findings.rules.data import (
    dropped_rows,
    few_clusters,
    few_score_values,
    label_spellings,
    number_for_missing,
    order_of_names,
    order_without_neighbours,
    percentages_as_scores,
    repeated_measurements,
    repeated_scores,
    uneven_weights,
)
from concordant.findings.rules.groups import average_precision_of_groups, group_differs, whole_unlike_its_groups
from concordant.findings.rules.probabilities import (
    certain_and_wrong,
    confidence_of_probabilities,
    level_of_probabilities,
)
from concordant.findings.rules.scores import (
    default_threshold,
    inverted_score,
    labels_against_score,
    score_is_the_label,
    score_without_skill,
    top_of_the_ranking,
    wide_interval,
)

RULES: tuple[Rule, ...] = (
    label_spellings,
    labels_without_error,
    score_is_the_label,
    inverted_score,
    labels_against_score,
    agreement_below_chance,
    few_score_values,
    number_for_missing,
    percentages_as_scores,
    score_without_skill,
    no_better_than_constant,
    accuracy_hides_a_class,
    top_of_the_ranking,
    order_without_neighbours,
    order_of_names,
    few_far_labels,
    quadratic_kappa_hides_misses,
    kappa_lowered_by_prevalence,
    kappa_near_its_maximum,
    repeated_scores,
    repeated_measurements,
    whole_unlike_its_groups,
    average_precision_of_groups,
    group_differs,
    default_threshold,
    confidence_of_probabilities,
    level_of_probabilities,
    certain_and_wrong,
    severity_shift,
    shift_of_measurements,
    never_predicted,
    label_out_of_use,
    most_confused_pair,
    few_rows_of_a_class,
    dropped_rows,
    uneven_weights,
    few_clusters,
    wide_interval,
)


def look(evidence: Evidence, rules: Sequence[Rule] = RULES) -> Findings:
    """
    Ask the rules of an evaluation, those that its data allow; one that cannot be answered says why.

    Parameters
    ----------
    evidence : Evidence
        The states and results.
    rules : sequence of Rule
        Default: all.
    """
    lacking = {rule.name: rule.lacks(evidence) for rule in rules}
    findings: list[Finding] = []
    for rule in rules:
        if lacking[rule.name] is None:
            try:
                finding = rule.finding(evidence)
            except ConcordantError as error:  # of these data, such as one cluster; the page holds all the same
                lacking[rule.name] = str(error)
                continue
            findings += [] if finding is None else [finding]
    return Findings(
        findings=tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))),
        looked_for={rule.name: rule.asks for rule in rules if lacking[rule.name] is None},
        not_looked_for={name: why for name, why in lacking.items() if why is not None},
    )
