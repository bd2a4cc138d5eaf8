// The compiled module concordant._kernels: it registers what the files beside it bind.
#include "arrays.hpp"

NB_MODULE(_kernels, m) {
    m.doc() = "Compiled kernels: states from arrays. Private; every check is made in concordant.inputs.";
    concordant::bind::bind_agreeing(m);
    concordant::bind::bind_arrow(m);
    concordant::bind::bind_beta_fraction(m);
    concordant::bind::bind_bins(m);
    concordant::bind::bind_bounds(m);
    concordant::bind::bind_bucket_curve(m);
    concordant::bind::bind_cell_sums(m);
    concordant::bind::bind_cluster_variance(m);
    concordant::bind::bind_codes(m);
    concordant::bind::bind_corners(m);
    concordant::bind::bind_counts(m);
    concordant::bind::bind_curve(m);
    concordant::bind::bind_cut_rows(m);
    concordant::bind::bind_cutpoints(m);
    concordant::bind::bind_few_pairs(m);
    concordant::bind::bind_group_sums(m);
    concordant::bind::bind_halves(m);
    concordant::bind::bind_indicators(m);
    concordant::bind::bind_isotonic(m);
    concordant::bind::bind_joint_cells(m);
    concordant::bind::bind_kinds_of_rows(m);
    concordant::bind::bind_label_ranking(m);
    concordant::bind::bind_label_sums(m);
    concordant::bind::bind_label_terms(m);
    concordant::bind::bind_logistic(m);
    concordant::bind::bind_loss_digits(m);
    concordant::bind::bind_moments(m);
    concordant::bind::bind_objects(m);
    concordant::bind::bind_rank_sums(m);
    concordant::bind::bind_ratings(m);
    concordant::bind::bind_resample(m);
    concordant::bind::bind_selection(m);
    concordant::bind::bind_tango(m);
    concordant::bind::bind_text(m);
    concordant::bind::bind_trapezoids(m);
    concordant::bind::bind_weighed_pairs(m);
}
