# The public names. Made by scripts/write_names.py: do not edit.
# ruff: noqa: I001

from concordant import data as data
from concordant import errors as errors
from concordant import explain as explain
from concordant import metrics as metrics
from concordant import plots as plots
from concordant import states as states
from concordant.report import Evaluation as Evaluation
from concordant.report import evaluate as evaluate
from concordant.states import Counts as Counts
from concordant.states import Curve as Curve
from concordant.states import CurveStack as CurveStack
from concordant.states import Moments as Moments
from concordant.threads import get_threads as get_threads
from concordant.threads import set_threads as set_threads
from concordant.metrics.accuracy import accuracy as accuracy
from concordant.metrics.average_precision import average_precision as average_precision
from concordant.metrics.balanced_accuracy import balanced_accuracy as balanced_accuracy
from concordant.metrics.brier_score import brier_score as brier_score
from concordant.metrics.cohen_kappa import cohen_kappa as cohen_kappa
from concordant.metrics.concordance_correlation import concordance_correlation as concordance_correlation
from concordant.metrics.confusion_matrix import confusion_matrix as confusion_matrix
from concordant.metrics.f1 import f1 as f1
from concordant.metrics.f_beta import f_beta as f_beta
from concordant.metrics.false_negative_rate import false_negative_rate as false_negative_rate
from concordant.metrics.false_positive_rate import false_positive_rate as false_positive_rate
from concordant.metrics.informedness import informedness as informedness
from concordant.metrics.log_loss import log_loss as log_loss
from concordant.metrics.matthews_correlation import matthews_correlation as matthews_correlation
from concordant.metrics.negative_predictive_value import negative_predictive_value as negative_predictive_value
from concordant.metrics.precision import precision as precision
from concordant.metrics.precision_recall_curve import precision_recall_curve as precision_recall_curve
from concordant.metrics.recall import recall as recall
from concordant.metrics.roc_auc import roc_auc as roc_auc
from concordant.metrics.roc_curve import roc_curve as roc_curve
from concordant.metrics.specificity import specificity as specificity

auroc = roc_auc
bookmaker_informedness = informedness
c_statistic = roc_auc
ccc = concordance_correlation
cross_entropy = log_loss
dice = f1
fall_out = false_positive_rate
kappa = cohen_kappa
lin_ccc = concordance_correlation
logarithmic_score = log_loss
miss_rate = false_negative_rate
observed_agreement = accuracy
percent_agreement = accuracy
phi_coefficient = matthews_correlation
positive_predictive_value = precision
sensitivity = recall
true_negative_rate = specificity
true_positive_rate = recall
youden_j = informedness

__version__: str
