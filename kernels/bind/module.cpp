// The compiled module concordant._kernels: it registers what the files beside it bind.

#include "arrays.hpp"

NB_MODULE(_kernels, m) {
    m.doc() = "Compiled kernels: states from arrays. Private; every check is made in concordant.inputs.";
    concordant::bind::bind_class_clusters(m);
    concordant::bind::bind_columns(m);
    concordant::bind::bind_curve(m);
    concordant::bind::bind_cut_points(m);
    concordant::bind::bind_indicators(m);
    concordant::bind::bind_label_sums(m);
    concordant::bind::bind_losses(m);
    concordant::bind::bind_pair_counts(m);
    concordant::bind::bind_rank_sums(m);
    concordant::bind::bind_ratings(m);
    concordant::bind::bind_regression(m);
    concordant::bind::bind_resample(m);
    concordant::bind::bind_score_path(m);
    concordant::bind::bind_text(m);
}
