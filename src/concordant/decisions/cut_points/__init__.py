"""Where to cut an ordinal score: the optimum, the smooth cut points, and the estimator."""
