# The public names. Made by scripts/write_names.py: do not edit.
# ruff: noqa: I001

from concordant import data as data
from concordant import decisions as decisions
from concordant import errors as errors
from concordant import explain as explain
from concordant import inference as inference
from concordant import metrics as metrics
from concordant import planning as planning
from concordant import plots as plots
from concordant import sklearn as sklearn
from concordant import states as states
from concordant.decisions import best_threshold as best_threshold
from concordant.decisions import decide as decide
from concordant.decisions import guaranteed_threshold as guaranteed_threshold
from concordant.decisions import ordinal_cut_points as ordinal_cut_points
from concordant.inference.symmetry import bhapkar_test as bhapkar_test
from concordant.inference.symmetry import bowker_test as bowker_test
from concordant.inference.symmetry import kappa_test as kappa_test
from concordant.inference.symmetry import mcnemar_test as mcnemar_test
from concordant.inference.symmetry import stuart_maxwell_test as stuart_maxwell_test
from concordant.report import Evaluation as Evaluation
from concordant.report import evaluate as evaluate
from concordant.states import Counts as Counts
from concordant.states import Curve as Curve
from concordant.states import CurveStack as CurveStack
from concordant.states import Moments as Moments
from concordant.states import SampleCounts as SampleCounts
from concordant.threads import get_threads as get_threads
from concordant.threads import set_threads as set_threads
from concordant.metrics.accuracy import accuracy as accuracy
from concordant.metrics.adaptive_calibration_error import adaptive_calibration_error as adaptive_calibration_error
from concordant.metrics.adjacent_agreement import adjacent_agreement as adjacent_agreement
from concordant.metrics.adjusted_count_r2 import adjusted_count_r2 as adjusted_count_r2
from concordant.metrics.average_precision import average_precision as average_precision
from concordant.metrics.average_precision_lift import average_precision_lift as average_precision_lift
from concordant.metrics.balanced_accuracy import balanced_accuracy as balanced_accuracy
from concordant.metrics.bias_index import bias_index as bias_index
from concordant.metrics.brennan_prediger import brennan_prediger as brennan_prediger
from concordant.metrics.brier_score import brier_score as brier_score
from concordant.metrics.brier_skill_score import brier_skill_score as brier_skill_score
from concordant.metrics.calibration_curve import calibration_curve as calibration_curve
from concordant.metrics.calibration_error_e50 import calibration_error_e50 as calibration_error_e50
from concordant.metrics.calibration_error_e90 import calibration_error_e90 as calibration_error_e90
from concordant.metrics.calibration_error_emax import calibration_error_emax as calibration_error_emax
from concordant.metrics.calibration_in_the_large import calibration_in_the_large as calibration_in_the_large
from concordant.metrics.calibration_intercept import calibration_intercept as calibration_intercept
from concordant.metrics.calibration_slope import calibration_slope as calibration_slope
from concordant.metrics.cohen_kappa import cohen_kappa as cohen_kappa
from concordant.metrics.concordance_correlation import concordance_correlation as concordance_correlation
from concordant.metrics.confusion_matrix import confusion_matrix as confusion_matrix
from concordant.metrics.corp_decomposition import corp_decomposition as corp_decomposition
from concordant.metrics.corp_reliability_curve import corp_reliability_curve as corp_reliability_curve
from concordant.metrics.coverage_error import coverage_error as coverage_error
from concordant.metrics.cox_test import cox_test as cox_test
from concordant.metrics.debiased_calibration_error import debiased_calibration_error as debiased_calibration_error
from concordant.metrics.decision_curve import decision_curve as decision_curve
from concordant.metrics.det_curve import det_curve as det_curve
from concordant.metrics.detection_rate import detection_rate as detection_rate
from concordant.metrics.diagnostic_odds_ratio import diagnostic_odds_ratio as diagnostic_odds_ratio
from concordant.metrics.discounted_cumulative_gain import discounted_cumulative_gain as discounted_cumulative_gain
from concordant.metrics.equal_error_rate import equal_error_rate as equal_error_rate
from concordant.metrics.exact_match import exact_match as exact_match
from concordant.metrics.expected_calibration_error import expected_calibration_error as expected_calibration_error
from concordant.metrics.expected_calibration_error_null import (
    expected_calibration_error_null as expected_calibration_error_null,
)
from concordant.metrics.expected_cost import expected_cost as expected_cost
from concordant.metrics.f1 import f1 as f1
from concordant.metrics.f_beta import f_beta as f_beta
from concordant.metrics.false_discovery_rate import false_discovery_rate as false_discovery_rate
from concordant.metrics.false_negative_rate import false_negative_rate as false_negative_rate
from concordant.metrics.false_omission_rate import false_omission_rate as false_omission_rate
from concordant.metrics.false_positive_rate import false_positive_rate as false_positive_rate
from concordant.metrics.fowlkes_mallows import fowlkes_mallows as fowlkes_mallows
from concordant.metrics.gain_at import gain_at as gain_at
from concordant.metrics.gain_curve import gain_curve as gain_curve
from concordant.metrics.geometric_mean import geometric_mean as geometric_mean
from concordant.metrics.gini import gini as gini
from concordant.metrics.gwet_ac1 import gwet_ac1 as gwet_ac1
from concordant.metrics.gwet_ac2 import gwet_ac2 as gwet_ac2
from concordant.metrics.h_measure import h_measure as h_measure
from concordant.metrics.hamming_loss import hamming_loss as hamming_loss
from concordant.metrics.hand_till_auc import hand_till_auc as hand_till_auc
from concordant.metrics.hinge_loss import hinge_loss as hinge_loss
from concordant.metrics.hosmer_lemeshow import hosmer_lemeshow as hosmer_lemeshow
from concordant.metrics.informedness import informedness as informedness
from concordant.metrics.integrated_calibration_index import integrated_calibration_index as integrated_calibration_index
from concordant.metrics.jaccard import jaccard as jaccard
from concordant.metrics.kappa_max import kappa_max as kappa_max
from concordant.metrics.kolmogorov_smirnov import kolmogorov_smirnov as kolmogorov_smirnov
from concordant.metrics.krippendorff_alpha import krippendorff_alpha as krippendorff_alpha
from concordant.metrics.label_ranking_average_precision import (
    label_ranking_average_precision as label_ranking_average_precision,
)
from concordant.metrics.label_ranking_loss import label_ranking_loss as label_ranking_loss
from concordant.metrics.lift_at import lift_at as lift_at
from concordant.metrics.lift_curve import lift_curve as lift_curve
from concordant.metrics.log_loss import log_loss as log_loss
from concordant.metrics.log_loss_skill_score import log_loss_skill_score as log_loss_skill_score
from concordant.metrics.macro_mean_absolute_error import macro_mean_absolute_error as macro_mean_absolute_error
from concordant.metrics.markedness import markedness as markedness
from concordant.metrics.matthews_correlation import matthews_correlation as matthews_correlation
from concordant.metrics.maximum_calibration_error import maximum_calibration_error as maximum_calibration_error
from concordant.metrics.mean_absolute_error import mean_absolute_error as mean_absolute_error
from concordant.metrics.mean_reciprocal_rank import mean_reciprocal_rank as mean_reciprocal_rank
from concordant.metrics.murphy_decomposition import murphy_decomposition as murphy_decomposition
from concordant.metrics.mutual_information import mutual_information as mutual_information
from concordant.metrics.negative_agreement import negative_agreement as negative_agreement
from concordant.metrics.negative_likelihood_ratio import negative_likelihood_ratio as negative_likelihood_ratio
from concordant.metrics.negative_predictive_value import negative_predictive_value as negative_predictive_value
from concordant.metrics.net_benefit import net_benefit as net_benefit
from concordant.metrics.net_interventions_avoided import net_interventions_avoided as net_interventions_avoided
from concordant.metrics.no_information_rate import no_information_rate as no_information_rate
from concordant.metrics.normalized_discounted_cumulative_gain import (
    normalized_discounted_cumulative_gain as normalized_discounted_cumulative_gain,
)
from concordant.metrics.normalized_mutual_information import (
    normalized_mutual_information as normalized_mutual_information,
)
from concordant.metrics.observed_expected_ratio import observed_expected_ratio as observed_expected_ratio
from concordant.metrics.one_error import one_error as one_error
from concordant.metrics.operating_point import operating_point as operating_point
from concordant.metrics.partial_auc import partial_auc as partial_auc
from concordant.metrics.pearson_correlation import pearson_correlation as pearson_correlation
from concordant.metrics.positive_agreement import positive_agreement as positive_agreement
from concordant.metrics.positive_likelihood_ratio import positive_likelihood_ratio as positive_likelihood_ratio
from concordant.metrics.precision import precision as precision
from concordant.metrics.precision_at_k import precision_at_k as precision_at_k
from concordant.metrics.precision_at_recall import precision_at_recall as precision_at_recall
from concordant.metrics.precision_recall_auc import precision_recall_auc as precision_recall_auc
from concordant.metrics.precision_recall_curve import precision_recall_curve as precision_recall_curve
from concordant.metrics.predicted_prevalence import predicted_prevalence as predicted_prevalence
from concordant.metrics.prevalence import prevalence as prevalence
from concordant.metrics.prevalence_index import prevalence_index as prevalence_index
from concordant.metrics.prevalence_threshold import prevalence_threshold as prevalence_threshold
from concordant.metrics.ranked_probability_score import ranked_probability_score as ranked_probability_score
from concordant.metrics.recall import recall as recall
from concordant.metrics.recall_at_k import recall_at_k as recall_at_k
from concordant.metrics.recall_at_precision import recall_at_precision as recall_at_precision
from concordant.metrics.roc_auc import roc_auc as roc_auc
from concordant.metrics.roc_curve import roc_curve as roc_curve
from concordant.metrics.scott_pi import scott_pi as scott_pi
from concordant.metrics.sensitivity_at_specificity import sensitivity_at_specificity as sensitivity_at_specificity
from concordant.metrics.smooth_calibration_curve import smooth_calibration_curve as smooth_calibration_curve
from concordant.metrics.specificity import specificity as specificity
from concordant.metrics.specificity_at_sensitivity import specificity_at_sensitivity as specificity_at_sensitivity
from concordant.metrics.spiegelhalter_z import spiegelhalter_z as spiegelhalter_z
from concordant.metrics.standardized_mean_difference import standardized_mean_difference as standardized_mean_difference
from concordant.metrics.top_k_accuracy import top_k_accuracy as top_k_accuracy
from concordant.metrics.uncertainty_coefficient import uncertainty_coefficient as uncertainty_coefficient
from concordant.metrics.weighted_agreement import weighted_agreement as weighted_agreement
from concordant.metrics.zero_one_loss import zero_one_loss as zero_one_loss

ac1 = gwet_ac1
accuracy_off1 = adjacent_agreement
accuracy_ratio = gini
ace = adaptive_calibration_error
amae = macro_mean_absolute_error
apparent_prevalence = predicted_prevalence
auprc = precision_recall_auc
auroc = roc_auc
base_rate = prevalence
bennett_s = brennan_prediger
bookmaker_informedness = informedness
c_statistic = roc_auc
ccc = concordance_correlation
coverage = coverage_error
critical_success_index = jaccard
cross_entropy = log_loss
d2_brier = brier_skill_score
d2_log_loss = log_loss_skill_score
dcg = discounted_cumulative_gain
delta_p = markedness
detection_prevalence = predicted_prevalence
dice = f1
e50 = calibration_error_e50
e90 = calibration_error_e90
ece = expected_calibration_error
eer = equal_error_rate
emax = calibration_error_emax
error_rate = zero_one_loss
exact_adjacent_agreement = adjacent_agreement
exact_agreement = accuracy
exact_match_ratio = exact_match
fall_out = false_positive_rate
g_mean = geometric_mean
g_measure = fowlkes_mallows
hmeasure = h_measure
ici = integrated_calibration_index
kappa = cohen_kappa
ks = kolmogorov_smirnov
ks_statistic = kolmogorov_smirnov
lambda_p = adjusted_count_r2
lin_ccc = concordance_correlation
logarithmic_score = log_loss
lrap = label_ranking_average_precision
macro_mae = macro_mean_absolute_error
mae = mean_absolute_error
mce = maximum_calibration_error
mcfadden_r2 = log_loss_skill_score
mean_calibration = calibration_in_the_large
misclassification_rate = zero_one_loss
miss_rate = false_negative_rate
mrr = mean_reciprocal_rank
ndcg = normalized_discounted_cumulative_gain
net_benefit_untreated = net_interventions_avoided
nmi = normalized_mutual_information
null_accuracy = no_information_rate
observed_agreement = accuracy
ochiai = fowlkes_mallows
odds_ratio = diagnostic_odds_ratio
oe_ratio = observed_expected_ratio
ordinal_brier_score = ranked_probability_score
pabak = brennan_prediger
pauc = partial_auc
pearson_r = pearson_correlation
percent_agreement = accuracy
phi_coefficient = matthews_correlation
positive_predictive_value = precision
pr_auc = precision_recall_auc
proportion_of_negative_agreement = negative_agreement
proportion_of_positive_agreement = positive_agreement
randolph_kappa = brennan_prediger
ranking_loss = label_ranking_loss
recall_at_specificity = sensitivity_at_specificity
rps = ranked_probability_score
score_decomposition = corp_decomposition
sensitivity = recall
smd = standardized_mean_difference
somers_d = gini
specific_agreement = positive_agreement
specificity_at_recall = specificity_at_sensitivity
spiegelhalter_test = spiegelhalter_z
subset_accuracy = exact_match
theils_u = uncertainty_coefficient
threat_score = jaccard
top_k_hit_rate = top_k_accuracy
true_negative_rate = specificity
true_positive_rate = recall
u_statistic = cox_test
weighted_observed_agreement = weighted_agreement
youden_j = informedness

__version__: str
