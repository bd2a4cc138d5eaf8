# DeLong's variances, covariances and intervals of the ROC AUC by pROC.
#
#   Rscript tests/reference/auc_intervals.R        (in the root of the repository; needs pROC and jsonlite)
#
# Inputs are written into the file, so that the tests need no R.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(pROC)
})

data(aSAH)
set.seed(97)
seeded <- function(n, share, levels, shifts) {
  truth <- rbinom(n, 1, share)
  common <- rnorm(n)
  scores <- lapply(shifts, function(shift) round((common + rnorm(n) + shift * truth) * levels) / levels)
  list(truth = truth, scores = setNames(scores, paste0("shift", shifts)))
}
poor <- as.integer(aSAH$outcome == "Poor")
inputs <- list(
  aSAH = list(
    truth = poor,
    scores = list(wfns = as.integer(aSAH$wfns), s100b = aSAH$s100b, ndka = aSAH$ndka)
  ),
  no_ties = seeded(80, .4, 1e8, c(.3, 1.5)),
  ties = seeded(150, .2, 1, c(.5, 1)),
  below_chance = seeded(60, .5, 3, c(-.7, .1)),
  few_positive = list(truth = c(1, 1, rep(0, 20)), scores = list(a = c(15.5, 20.5, 1:20), b = c(3, 18, 1:20)))
)

curve <- function(truth, score) roc(truth, score, levels = c(0, 1), direction = "<", quiet = TRUE)
case_of <- function(name, input) {
  curves <- lapply(input$scores, function(score) curve(input$truth, score))
  limits <- function(level) lapply(curves, function(one) as.numeric(ci.auc(one, conf.level = level))[c(1, 3)])
  list(
    name = name,
    y_true = input$truth,
    scores = input$scores,
    software = "pROC::auc, var(method = \"delong\"), cov(method = \"delong\"), ci.auc(method = \"delong\")",
    auc = lapply(curves, function(one) as.numeric(auc(one))),
    variance = lapply(curves, function(one) var(one, method = "delong")),
    ci95 = limits(.95),
    ci90 = limits(.9),
    covariance_of_the_first_two = cov(curves[[1]], curves[[2]], method = "delong")
  )
}
document <- list(
  made_with = list(
    R = paste(R.version$major, R.version$minor, sep = "."),
    pROC = as.character(packageVersion("pROC")),
    jsonlite = as.character(packageVersion("jsonlite"))
  ),
  made_by = "tests/reference/auc_intervals.R",
  cases = Map(case_of, names(inputs), inputs)
)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "auc_intervals.json"))
