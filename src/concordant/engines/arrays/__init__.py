"""States of checked rows in memory. Every file knows one kind of rows, and asks the kernel that reads them."""

from concordant.engines.arrays.labels import counts as counts
from concordant.engines.arrays.labels import counts_of_groups as counts_of_groups
from concordant.engines.arrays.labels import counts_of_indicators as counts_of_indicators
from concordant.engines.arrays.labels import sample_counts as sample_counts
from concordant.engines.arrays.quantities import loss_moments as loss_moments
from concordant.engines.arrays.quantities import moments as moments
from concordant.engines.arrays.quantities import ranking_moments as ranking_moments
from concordant.engines.arrays.scores import WideScoresError as WideScoresError
from concordant.engines.arrays.scores import are_large as are_large
from concordant.engines.arrays.scores import bucket_curve as bucket_curve
from concordant.engines.arrays.scores import curve as curve
from concordant.engines.arrays.scores import curve_or_stack as curve_or_stack
from concordant.engines.arrays.scores import curve_stack as curve_stack
from concordant.engines.arrays.scores import curves_to_keep as curves_to_keep
from concordant.engines.arrays.scores import curves_to_read as curves_to_read
from concordant.engines.arrays.scores import indices_among as indices_among
from concordant.engines.arrays.scores import refuse_inexact as refuse_inexact
from concordant.engines.arrays.scores import refuse_wide as refuse_wide
from concordant.engines.arrays.scores import squared_by as squared_by
from concordant.engines.arrays.scores import with_squares as with_squares
