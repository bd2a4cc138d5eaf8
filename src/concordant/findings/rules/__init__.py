"""Every rule, in the order in which findings of one severity are shown."""

from __future__ import annotations

from concordant.findings.rule import Rule
from concordant.findings.rules.accuracy_hides_a_class import accuracy_hides_a_class
from concordant.findings.rules.agreement_below_chance import agreement_below_chance
from concordant.findings.rules.average_precision_of_groups import average_precision_of_groups
from concordant.findings.rules.certain_and_wrong import certain_and_wrong
from concordant.findings.rules.confidence_of_probabilities import confidence_of_probabilities
from concordant.findings.rules.default_threshold import default_threshold
from concordant.findings.rules.dropped_rows import dropped_rows
from concordant.findings.rules.few_clusters import few_clusters
from concordant.findings.rules.few_far_labels import few_far_labels
from concordant.findings.rules.few_rows_of_a_class import few_rows_of_a_class
from concordant.findings.rules.few_score_values import few_score_values
from concordant.findings.rules.group_differs import group_differs
from concordant.findings.rules.inverted_score import inverted_score
from concordant.findings.rules.kappa_lowered_by_prevalence import kappa_lowered_by_prevalence
from concordant.findings.rules.kappa_near_its_maximum import kappa_near_its_maximum
from concordant.findings.rules.label_out_of_use import label_out_of_use
from concordant.findings.rules.label_spellings import label_spellings
from concordant.findings.rules.labels_against_score import labels_against_score
from concordant.findings.rules.labels_without_error import labels_without_error
from concordant.findings.rules.level_of_probabilities import level_of_probabilities
from concordant.findings.rules.most_confused_pair import most_confused_pair
from concordant.findings.rules.never_predicted import never_predicted
from concordant.findings.rules.no_better_than_constant import no_better_than_constant
from concordant.findings.rules.number_for_missing import number_for_missing
from concordant.findings.rules.order_of_names import order_of_names
from concordant.findings.rules.order_without_neighbours import order_without_neighbours
from concordant.findings.rules.percentages_as_scores import percentages_as_scores
from concordant.findings.rules.quadratic_kappa_hides_misses import quadratic_kappa_hides_misses
from concordant.findings.rules.repeated_measurements import repeated_measurements
from concordant.findings.rules.repeated_scores import repeated_scores
from concordant.findings.rules.score_is_the_label import score_is_the_label
from concordant.findings.rules.score_without_skill import score_without_skill
from concordant.findings.rules.severity_shift import severity_shift
from concordant.findings.rules.shift_of_measurements import shift_of_measurements
from concordant.findings.rules.top_of_the_ranking import top_of_the_ranking
from concordant.findings.rules.uneven_weights import uneven_weights
from concordant.findings.rules.whole_unlike_its_groups import whole_unlike_its_groups
from concordant.findings.rules.wide_interval import wide_interval

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
