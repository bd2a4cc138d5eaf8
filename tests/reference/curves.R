# Values of other people's software for metrics of curves of scores.
#
#   Rscript tests/reference/curves.R        (in the root of the repository; the packages named in `packages` below)
#
# Inputs are written into the file, so that the tests need no R. "software" says which call gave a number.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(pROC)
  library(ROCR)
  library(Hmisc)
  library(MLmetrics)
})

packages <- c("pROC", "ROCR", "Hmisc", "MLmetrics", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)
write_cases <- function(name, cases) {
  document <- list(made_with = made_with, made_by = "tests/reference/curves.R", cases = cases)
  text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", matrix = "rowmajor", pretty = 1)
  # one line a row of numbers
  text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
  text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
  text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
  writeLines(text, file.path("tests", "reference", name))
}

# -- two classes ---------------------------------------------------------------------------------------------------

set.seed(31)
seeded <- function(n, levels, shift) {
  truth <- rbinom(n, 1, .35)
  list(truth = truth, score = round((rnorm(n) + shift * truth) * levels) / levels)
}
# the 20 test rows of Fawcett 2006, figure 3
fawcett <- list(
  truth = c(1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0),
  score = c(.9, .8, .7, .6, .55, .54, .53, .52, .51, .505, .4, .39, .38, .37, .36, .35, .34, .33, .30, .1)
)
rows <- list(
  fawcett = fawcett,
  ties = seeded(60, 2, 1.2),
  no_ties = seeded(80, 1e6, .8),
  near_chance = seeded(50, 4, .1)
)

limits <- list(c(0, .1), c(0, .3), c(.25, .6), c(0, 1), c(.5, 1))

two_class_case <- function(name) {
  truth <- rows[[name]]$truth
  score <- rows[[name]]$score
  curve <- roc(truth, score, quiet = TRUE, direction = "<", levels = c(0, 1))
  # suppressed: NA with a warning where the area is below that of the diagonal
  area <- function(limit, focus, correct) {
    within <- if (focus == "specificity") 1 - limit else limit
    suppressWarnings(as.numeric(
      auc(curve, partial.auc = within, partial.auc.focus = focus, partial.auc.correct = correct)
    ))
  }
  partial <- unlist(lapply(c("specificity", "sensitivity"), function(focus) {
    lapply(limits, function(limit) {
      list(
        axis = if (focus == "specificity") "fpr" else "tpr",
        low = limit[1], high = limit[2],
        raw = area(limit, focus, FALSE), corrected = area(limit, focus, TRUE)
      )
    })
  }), recursive = FALSE)
  asked <- c(.33, .52, .71, .905)
  read_off <- function(input, ret) {
    as.numeric(coords(curve, x = asked, input = input, ret = ret, transpose = FALSE)[[ret]])
  }
  prediction <- prediction(score, truth)
  by_rocr <- function(y, x) {
    found <- performance(prediction, y, x)
    list(x = found@x.values[[1]], y = found@y.values[[1]])
  }
  lift <- by_rocr("lift", "rpp")
  gain <- by_rocr("tpr", "rpp")
  det <- by_rocr("fnr", "fpr")
  pr <- by_rocr("prec", "rec")
  list(
    name = name, y_true = truth, y_score = score,
    partial = partial, partial_software = "pROC::auc(partial.auc, partial.auc.focus, partial.auc.correct)",
    asked = asked,
    sensitivity_at_specificity = read_off("specificity", "sensitivity"),
    specificity_at_sensitivity = read_off("sensitivity", "specificity"),
    read_software = "pROC::coords(input, ret), which interpolates",
    ks = unname(suppressWarnings(ks.test(score[truth == 1], score[truth == 0])$statistic)),
    ks_mlmetrics = KS_Stat(score, truth) / 100,
    ks_software = "stats::ks.test; MLmetrics::KS_Stat",
    gini = unname(somers2(score, truth)["Dxy"]), gini_software = "Hmisc::somers2",
    lift_depth = lift$x[-1], lift = lift$y[-1],
    gain_depth = gain$x, gain = gain$y,
    fpr = det$x, fnr = det$y,
    precision = pr$y[-1], recall = pr$x[-1],
    curve_software = "ROCR::performance: lift, tpr against rpp; fnr against fpr; prec against rec"
  )
}

# -- several classes -----------------------------------------------------------------------------------------------

several <- function(seed, n, k, digits, shift) {
  set.seed(seed)
  truth <- sample(seq_len(k) - 1, n, TRUE, prob = k:1)
  score <- matrix(round(rnorm(n * k), digits), n)
  score[cbind(seq_len(n), truth + 1)] <- score[cbind(seq_len(n), truth + 1)] + shift
  score <- round(score, digits) # else ties differ by rounding, which 15 written digits do not keep
  colnames(score) <- as.character(seq_len(k) - 1)
  result <- multiclass.roc(factor(truth, levels = seq_len(k) - 1), score, direction = ">", quiet = TRUE)
  list(
    name = paste("classes", k, n, digits), y_true = truth, scores = unname(score),
    hand_till = as.numeric(result$auc), software = "pROC::multiclass.roc(direction = \">\")"
  )
}

# -- the area under precision-recall curves ------------------------------------------------------------------------

# The seeded examples of the tests of the R package PRROC (tests/testthat/test-PR.R, by Grau and Keilwagen). The
# values are those that stand there; davis_goadrich is said to come from auc.jar of Davis and Goadrich.
set.seed(101)
first <- runif(n = 100, min = 0.3, max = 1.0)
second <- runif(n = 100, min = 0.0, max = 0.6)
set.seed(113)
scores <- c(rnorm(n = 100, mean = 2), rnorm(n = 100, mean = 0))
weights <- c(runif(100, min = 0.5, max = 1), runif(100, min = 0, max = 0.5))
prroc <- list(
  list(
    name = "PRROC seed 101", y_true = c(rep(1, 100), rep(0, 100)), y_score = c(first, second),
    integral = 0.901869384113, davis_goadrich = 0.9018680216532841
  ),
  list( # each score stands there twice: as positive with its weight, as negative with the rest
    name = "PRROC seed 113", y_true = c(rep(1, 200), rep(0, 200)), y_score = c(scores, scores),
    sample_weight = c(weights, 1 - weights), integral = 0.7053830324
  )
)

write_cases("curves.json", c(
  lapply(names(rows), two_class_case),
  list(several(5, 90, 3, 1, 1), several(6, 120, 4, 5, .7), several(7, 60, 6, 0, .5)),
  prroc
))
