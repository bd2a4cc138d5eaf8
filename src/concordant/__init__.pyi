# The public names. Made by scripts/write_names.py: do not edit.
# ruff: noqa: I001

from concordant import data as data
from concordant import decisions as decisions
from concordant import engines as engines
from concordant import errors as errors
from concordant import explain as explain
from concordant import inference as inference
from concordant import inputs as inputs
from concordant import judging as judging
from concordant import learning as learning
from concordant import metrics as metrics
from concordant import monitoring as monitoring
from concordant import panels as panels
from concordant import planning as planning
from concordant import plots as plots
from concordant import report as report
from concordant import result as result
from concordant import sklearn as sklearn
from concordant import states as states
from concordant import testing as testing
from concordant import tracking as tracking
from concordant import typing as typing
from concordant.states import BucketCurve as BucketCurve
from concordant.states import Counts as Counts
from concordant.states import Curve as Curve
from concordant.states import CurveStack as CurveStack
from concordant.report import Evaluation as Evaluation
from concordant.states import Moments as Moments
from concordant.monitoring import Monitor as Monitor
from concordant.states import NumericRatings as NumericRatings
from concordant.states import RatingMoments as RatingMoments
from concordant.states import Ratings as Ratings
from concordant.states import SampleCounts as SampleCounts
from concordant.sources.source import Scan as Scan
from concordant.states import ScoreKey as ScoreKey
from concordant.monitoring import StateTable as StateTable
from concordant.states import Tallies as Tallies
from concordant.states import TallySums as TallySums
from concordant.monitoring import aggregator as aggregator
from concordant.decisions import best_threshold as best_threshold
from concordant.inference.comparisons.panels import compare_coefficients as compare_coefficients
from concordant.decisions import decide as decide
from concordant.report import evaluate as evaluate
from concordant.decisions import guaranteed_threshold as guaranteed_threshold
from concordant.decisions import ordinal_cut_points as ordinal_cut_points
from concordant.sources.source import scan as scan
from concordant.inputs.scores import trust_probabilities as trust_probabilities
from concordant.panels import d_study as d_study
from concordant.panels import g_study as g_study
from concordant.panels import limits_of_agreement as limits_of_agreement
from concordant.panels import spearman_brown as spearman_brown
from concordant.panels import spearman_brown_raters as spearman_brown_raters
from concordant.inference.table_tests import bhapkar_test as bhapkar_test
from concordant.inference.table_tests import bowker_test as bowker_test
from concordant.inference.table_tests import kappa_test as kappa_test
from concordant.inference.table_tests import mcnemar_test as mcnemar_test
from concordant.inference.table_tests import stuart_maxwell_test as stuart_maxwell_test
from concordant.settings import get_threads as get_threads
from concordant.settings import set_progress as set_progress
from concordant.settings import set_threads as set_threads
from concordant._face.overall import accuracy as accuracy
from concordant._face.probabilities import adaptive_calibration_error as adaptive_calibration_error
from concordant._face.agreement import adjacent_agreement as adjacent_agreement
from concordant._face.overall import adjusted_count_r2 as adjusted_count_r2
from concordant._face.ranking import average_precision as average_precision
from concordant._face.ranking import average_precision_lift as average_precision_lift
from concordant._face.overall import balanced_accuracy as balanced_accuracy
from concordant._face.agreement import bias_index as bias_index
from concordant._face.agreement import brennan_prediger as brennan_prediger
from concordant._face.probabilities import brier_score as brier_score
from concordant._face.probabilities import brier_skill_score as brier_skill_score
from concordant._face.tables import calibration_curve as calibration_curve
from concordant._face.probabilities import calibration_error_e50 as calibration_error_e50
from concordant._face.probabilities import calibration_error_e90 as calibration_error_e90
from concordant._face.probabilities import calibration_error_emax as calibration_error_emax
from concordant._face.probabilities import calibration_in_the_large as calibration_in_the_large
from concordant._face.probabilities import calibration_intercept as calibration_intercept
from concordant._face.probabilities import calibration_slope as calibration_slope
from concordant._face.agreement import category_kappa as category_kappa
from concordant._face.agreement import cohen_kappa as cohen_kappa
from concordant._face.agreement import concordance_correlation as concordance_correlation
from concordant._face.tables import confusion_matrix as confusion_matrix
from concordant._face.agreement import conger_kappa as conger_kappa
from concordant._face.tables import corp_decomposition as corp_decomposition
from concordant._face.tables import corp_reliability_curve as corp_reliability_curve
from concordant._face.ranking import coverage_error as coverage_error
from concordant._face.tables import cox_test as cox_test
from concordant._face.probabilities import debiased_calibration_error as debiased_calibration_error
from concordant._face.tables import decision_curve as decision_curve
from concordant._face.tables import det_curve as det_curve
from concordant._face.rates import detection_rate as detection_rate
from concordant._face.rates import diagnostic_odds_ratio as diagnostic_odds_ratio
from concordant._face.ranking import discounted_cumulative_gain as discounted_cumulative_gain
from concordant._face.ranking import equal_error_rate as equal_error_rate
from concordant._face.overall import exact_match as exact_match
from concordant._face.probabilities import expected_calibration_error as expected_calibration_error
from concordant._face.probabilities import expected_calibration_error_null as expected_calibration_error_null
from concordant._face.overall import expected_cost as expected_cost
from concordant._face.rates import f1 as f1
from concordant._face.rates import f_beta as f_beta
from concordant._face.rates import false_discovery_rate as false_discovery_rate
from concordant._face.rates import false_negative_rate as false_negative_rate
from concordant._face.rates import false_omission_rate as false_omission_rate
from concordant._face.rates import false_positive_rate as false_positive_rate
from concordant._face.agreement import fleiss_kappa as fleiss_kappa
from concordant._face.rates import fowlkes_mallows as fowlkes_mallows
from concordant._face.ranking import gain_at as gain_at
from concordant._face.tables import gain_curve as gain_curve
from concordant._face.overall import geometric_mean as geometric_mean
from concordant._face.ranking import gini as gini
from concordant._face.agreement import gwet_ac1 as gwet_ac1
from concordant._face.agreement import gwet_ac2 as gwet_ac2
from concordant._face.ranking import h_measure as h_measure
from concordant._face.overall import hamming_loss as hamming_loss
from concordant._face.ranking import hand_till_auc as hand_till_auc
from concordant._face.overall import hinge_loss as hinge_loss
from concordant._face.tables import hosmer_lemeshow as hosmer_lemeshow
from concordant._face.rates import informedness as informedness
from concordant._face.probabilities import integrated_calibration_index as integrated_calibration_index
from concordant._face.agreement import intraclass_correlation as intraclass_correlation
from concordant._face.rates import jaccard as jaccard
from concordant._face.agreement import kappa_max as kappa_max
from concordant._face.agreement import kendall_w as kendall_w
from concordant._face.ranking import kolmogorov_smirnov as kolmogorov_smirnov
from concordant._face.agreement import krippendorff_alpha as krippendorff_alpha
from concordant._face.ranking import label_ranking_average_precision as label_ranking_average_precision
from concordant._face.ranking import label_ranking_loss as label_ranking_loss
from concordant._face.ranking import lift_at as lift_at
from concordant._face.tables import lift_curve as lift_curve
from concordant._face.agreement import light_kappa as light_kappa
from concordant._face.probabilities import log_loss as log_loss
from concordant._face.probabilities import log_loss_skill_score as log_loss_skill_score
from concordant._face.overall import macro_mean_absolute_error as macro_mean_absolute_error
from concordant._face.rates import markedness as markedness
from concordant._face.overall import matthews_correlation as matthews_correlation
from concordant._face.probabilities import maximum_calibration_error as maximum_calibration_error
from concordant._face.overall import mean_absolute_error as mean_absolute_error
from concordant._face.agreement import mean_correlation as mean_correlation
from concordant._face.ranking import mean_reciprocal_rank as mean_reciprocal_rank
from concordant._face.agreement import measurement_error as measurement_error
from concordant._face.agreement import minimal_detectable_change as minimal_detectable_change
from concordant._face.tables import murphy_decomposition as murphy_decomposition
from concordant._face.overall import mutual_information as mutual_information
from concordant._face.agreement import negative_agreement as negative_agreement
from concordant._face.rates import negative_likelihood_ratio as negative_likelihood_ratio
from concordant._face.rates import negative_predictive_value as negative_predictive_value
from concordant._face.probabilities import net_benefit as net_benefit
from concordant._face.probabilities import net_interventions_avoided as net_interventions_avoided
from concordant._face.overall import no_information_rate as no_information_rate
from concordant._face.ranking import normalized_discounted_cumulative_gain as normalized_discounted_cumulative_gain
from concordant._face.overall import normalized_mutual_information as normalized_mutual_information
from concordant._face.probabilities import observed_expected_ratio as observed_expected_ratio
from concordant._face.ranking import one_error as one_error
from concordant._face.tables import operating_point as operating_point
from concordant._face.agreement import overall_concordance as overall_concordance
from concordant._face.ranking import partial_auc as partial_auc
from concordant._face.agreement import pearson_correlation as pearson_correlation
from concordant._face.agreement import positive_agreement as positive_agreement
from concordant._face.rates import positive_likelihood_ratio as positive_likelihood_ratio
from concordant._face.rates import precision as precision
from concordant._face.ranking import precision_at_k as precision_at_k
from concordant._face.ranking import precision_at_recall as precision_at_recall
from concordant._face.ranking import precision_recall_auc as precision_recall_auc
from concordant._face.tables import precision_recall_curve as precision_recall_curve
from concordant._face.rates import predicted_prevalence as predicted_prevalence
from concordant._face.rates import prevalence as prevalence
from concordant._face.agreement import prevalence_index as prevalence_index
from concordant._face.rates import prevalence_threshold as prevalence_threshold
from concordant._face.agreement import prmse as prmse
from concordant._face.probabilities import ranked_probability_score as ranked_probability_score
from concordant._face.rates import recall as recall
from concordant._face.ranking import recall_at_k as recall_at_k
from concordant._face.ranking import recall_at_precision as recall_at_precision
from concordant._face.ranking import roc_auc as roc_auc
from concordant._face.tables import roc_curve as roc_curve
from concordant._face.agreement import scott_pi as scott_pi
from concordant._face.ranking import sensitivity_at_specificity as sensitivity_at_specificity
from concordant._face.tables import smooth_calibration_curve as smooth_calibration_curve
from concordant._face.rates import specificity as specificity
from concordant._face.ranking import specificity_at_sensitivity as specificity_at_sensitivity
from concordant._face.tables import spiegelhalter_z as spiegelhalter_z
from concordant._face.agreement import standardized_mean_difference as standardized_mean_difference
from concordant._face.ranking import top_k_accuracy as top_k_accuracy
from concordant._face.overall import uncertainty_coefficient as uncertainty_coefficient
from concordant._face.agreement import van_oest as van_oest
from concordant._face.agreement import weighted_agreement as weighted_agreement
from concordant._face.overall import zero_one_loss as zero_one_loss

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
coefficient_of_concordance = kendall_w
coverage = coverage_error
critical_success_index = jaccard
cross_entropy = log_loss
d2_brier = brier_skill_score
d2_log_loss = log_loss_skill_score
davies_fleiss_kappa = conger_kappa
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
icc = intraclass_correlation
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
occc = overall_concordance
ochiai = fowlkes_mallows
odds_ratio = diagnostic_odds_ratio
oe_ratio = observed_expected_ratio
ordinal_brier_score = ranked_probability_score
pabak = brennan_prediger
pairwise_agreement = weighted_agreement
pauc = partial_auc
pearson_r = pearson_correlation
percent_agreement = weighted_agreement
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
smallest_detectable_change = minimal_detectable_change
smd = standardized_mean_difference
somers_d = gini
specific_agreement = positive_agreement
specificity_at_recall = specificity_at_sensitivity
spiegelhalter_test = spiegelhalter_z
standard_error_of_measurement = measurement_error
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
