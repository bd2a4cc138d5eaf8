"""The metrics of every chapter, and the aliases of every metric. Made by scripts/write_names.py: do not edit."""

from __future__ import annotations

_METRICS = {
    "agreement.beyond_chance": """
        brennan_prediger category_kappa conger_kappa fleiss_kappa gwet_ac1 gwet_ac2 light_kappa scott_pi
        van_oest
    """,
    "agreement.cohen_kappa": "cohen_kappa kappa_max",
    "agreement.correlations": "kendall_w mean_correlation prmse",
    "agreement.intraclass_correlation": "intraclass_correlation measurement_error minimal_detectable_change",
    "agreement.krippendorff_alpha": "krippendorff_alpha",
    "agreement.measurements": """
        concordance_correlation overall_concordance pearson_correlation standardized_mean_difference
    """,
    "agreement.shares": """
        adjacent_agreement bias_index negative_agreement positive_agreement prevalence_index weighted_agreement
    """,
    "overall.accuracy": """
        accuracy adjusted_count_r2 confusion_matrix exact_match hamming_loss no_information_rate zero_one_loss
    """,
    "overall.balanced": """
        balanced_accuracy geometric_mean macro_mean_absolute_error matthews_correlation mean_absolute_error
    """,
    "overall.expected_cost": "expected_cost",
    "overall.information": "mutual_information normalized_mutual_information uncertainty_coefficient",
    "probabilities.bins": "calibration_curve hosmer_lemeshow",
    "probabilities.calibration_errors": """
        adaptive_calibration_error debiased_calibration_error expected_calibration_error
        expected_calibration_error_null maximum_calibration_error
    """,
    "probabilities.decompositions": "corp_decomposition corp_reliability_curve murphy_decomposition",
    "probabilities.net_benefit": "decision_curve net_benefit net_interventions_avoided",
    "probabilities.proper_scores": """
        brier_score brier_skill_score hinge_loss log_loss log_loss_skill_score ranked_probability_score
    """,
    "probabilities.recalibration": """
        calibration_in_the_large calibration_intercept calibration_slope cox_test observed_expected_ratio
        spiegelhalter_z
    """,
    "probabilities.smooth_calibration": """
        calibration_error_e50 calibration_error_e90 calibration_error_emax integrated_calibration_index
        smooth_calibration_curve
    """,
    "ranking.average_precision": "average_precision average_precision_lift precision_recall_auc",
    "ranking.curves": "det_curve gain_curve lift_curve precision_recall_curve roc_curve",
    "ranking.label_rankings": """
        coverage_error discounted_cumulative_gain label_ranking_average_precision label_ranking_loss
        mean_reciprocal_rank normalized_discounted_cumulative_gain one_error top_k_accuracy
    """,
    "ranking.operating_points": """
        operating_point precision_at_recall recall_at_precision sensitivity_at_specificity
        specificity_at_sensitivity
    """,
    "ranking.roc_auc": "gini hand_till_auc partial_auc roc_auc",
    "ranking.separation": "equal_error_rate h_measure kolmogorov_smirnov",
    "ranking.top_of_ranking": "gain_at lift_at precision_at_k recall_at_k",
    "rates.basic": """
        detection_rate false_discovery_rate false_negative_rate false_omission_rate false_positive_rate
        negative_predictive_value precision predicted_prevalence prevalence recall specificity
    """,
    "rates.combined": """
        diagnostic_odds_ratio informedness markedness negative_likelihood_ratio positive_likelihood_ratio
        prevalence_threshold
    """,
    "rates.f_scores": "f1 f_beta fowlkes_mallows jaccard",
}

_ALIASES = {
    "accuracy": "exact_agreement observed_agreement",
    "adaptive_calibration_error": "ace",
    "adjacent_agreement": "accuracy_off1 exact_adjacent_agreement",
    "adjusted_count_r2": "lambda_p",
    "brennan_prediger": "bennett_s pabak randolph_kappa",
    "brier_skill_score": "d2_brier",
    "calibration_error_e50": "e50",
    "calibration_error_e90": "e90",
    "calibration_error_emax": "emax",
    "calibration_in_the_large": "mean_calibration",
    "cohen_kappa": "kappa",
    "concordance_correlation": "ccc lin_ccc",
    "conger_kappa": "davies_fleiss_kappa",
    "corp_decomposition": "score_decomposition",
    "coverage_error": "coverage",
    "cox_test": "u_statistic",
    "diagnostic_odds_ratio": "odds_ratio",
    "discounted_cumulative_gain": "dcg",
    "equal_error_rate": "eer",
    "exact_match": "exact_match_ratio subset_accuracy",
    "expected_calibration_error": "ece",
    "f1": "dice",
    "false_negative_rate": "miss_rate",
    "false_positive_rate": "fall_out",
    "fowlkes_mallows": "g_measure ochiai",
    "geometric_mean": "g_mean",
    "gini": "accuracy_ratio somers_d",
    "gwet_ac1": "ac1",
    "h_measure": "hmeasure",
    "informedness": "bookmaker_informedness youden_j",
    "integrated_calibration_index": "ici",
    "intraclass_correlation": "icc",
    "jaccard": "critical_success_index threat_score",
    "kendall_w": "coefficient_of_concordance",
    "kolmogorov_smirnov": "ks ks_statistic",
    "label_ranking_average_precision": "lrap",
    "label_ranking_loss": "ranking_loss",
    "log_loss": "cross_entropy logarithmic_score",
    "log_loss_skill_score": "d2_log_loss mcfadden_r2",
    "macro_mean_absolute_error": "amae macro_mae",
    "markedness": "delta_p",
    "matthews_correlation": "phi_coefficient",
    "maximum_calibration_error": "mce",
    "mean_absolute_error": "mae",
    "mean_reciprocal_rank": "mrr",
    "measurement_error": "standard_error_of_measurement",
    "minimal_detectable_change": "smallest_detectable_change",
    "negative_agreement": "proportion_of_negative_agreement",
    "net_interventions_avoided": "net_benefit_untreated",
    "no_information_rate": "null_accuracy",
    "normalized_discounted_cumulative_gain": "ndcg",
    "normalized_mutual_information": "nmi",
    "observed_expected_ratio": "oe_ratio",
    "overall_concordance": "occc",
    "partial_auc": "pauc",
    "pearson_correlation": "pearson_r",
    "positive_agreement": "proportion_of_positive_agreement specific_agreement",
    "precision": "positive_predictive_value",
    "precision_recall_auc": "auprc pr_auc",
    "predicted_prevalence": "apparent_prevalence detection_prevalence",
    "prevalence": "base_rate",
    "ranked_probability_score": "ordinal_brier_score rps",
    "recall": "sensitivity true_positive_rate",
    "roc_auc": "auroc c_statistic",
    "sensitivity_at_specificity": "recall_at_specificity",
    "specificity": "true_negative_rate",
    "specificity_at_sensitivity": "specificity_at_recall",
    "spiegelhalter_z": "spiegelhalter_test",
    "standardized_mean_difference": "smd",
    "top_k_accuracy": "top_k_hit_rate",
    "uncertainty_coefficient": "theils_u",
    "weighted_agreement": "pairwise_agreement percent_agreement weighted_observed_agreement",
    "zero_one_loss": "error_rate misclassification_rate",
}

CHAPTERS = {name: chapter for chapter, names in _METRICS.items() for name in names.split()}
ALIASES = {alias: name for name, aliases in _ALIASES.items() for alias in aliases.split()}
