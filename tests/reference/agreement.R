# Two-rater agreement as other people's software has it; read by the tests of these metrics.
#
#   Rscript tests/reference/agreement.R        (in the root of the repository; the packages named in `packages` below)
#
# Inputs are written into the file, so that the tests need no R. "software" says which call gave a number.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(vcd)
  library(epiR)
  library(caret)
  library(lpSolve)
})

packages <- c("vcd", "epiR", "caret", "lpSolve", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

# -- weights: the definitions of Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed., written as penalties ----

penalties <- list(
  linear = function(x, y, low, high, size) abs(x - y),
  quadratic = function(x, y, low, high, size) (x - y)^2,
  ordinal = function(x, y, low, high, size) choose(abs(x - y) + 1, 2), # for consecutive x
  radical = function(x, y, low, high, size) sqrt(abs(x - y)),
  ratio = function(x, y, low, high, size) ((x - y) / (x + y))^2,
  circular = function(x, y, low, high, size) sin(pi * (x - y) / (high - low + 1))^2,
  bipolar = function(x, y, low, high, size) ifelse(x == y, 0, (x - y)^2 / ((x + y - 2 * low) * (2 * high - x - y)))
)
weights_of <- function(family, k) {
  penalty <- outer(1:k, 1:k, penalties[[family]], low = 1, high = k, size = k)
  1 - penalty / max(penalty)
}

# -- several labels: kappa with each weighting, the greatest kappa that the margins allow --------------------------

set.seed(3003)
ordinal <- {
  truth <- sample(1:5, 300, TRUE, c(.35, .3, .2, .1, .05))
  shift <- sample(-2:2, 300, TRUE, c(.04, .26, .4, .2, .1))
  matrix(as.numeric(table(factor(truth, 1:5), factor(pmin(pmax(truth + shift, 1), 5), 1:5))), 5)
}
tables <- list(
  # Stuart 1953, unaided distance vision of 7,477 women; right eye by left eye
  stuart = matrix(c(1520, 266, 124, 66, 234, 1512, 432, 78, 117, 362, 1772, 205, 36, 82, 179, 492), 4, byrow = TRUE),
  # the example of Cohen 1960 and 1968: 200 persons diagnosed twice
  cohen = matrix(c(88, 14, 18, 10, 40, 10, 2, 6, 12), 3, byrow = TRUE),
  seeded = ordinal,
  shifted = matrix(c(1, 12, 9, 0, 0, 2, 14, 6, 1, 0, 3, 11, 0, 0, 1, 2), 4, byrow = TRUE),
  sparse = matrix(c(3, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 5, 0, 0, 1, 0), 4, byrow = TRUE)
)
kappa_of <- function(table, weights) unname(Kappa(as.table(table), weights = weights)$Weighted["value"])
most <- function(table, weights) {
  penalty <- 1 - weights
  r <- rowSums(table)
  c <- colSums(table)
  least <- lp.transport(penalty, "min", rep("=", length(r)), r, rep("=", length(c)), c)$objval
  1 - sum(table) * least / sum(penalty * outer(r, c))
}
weighted_case <- function(name) {
  table <- tables[[name]]
  families <- setNames(names(penalties), names(penalties))
  all_weights <- c(list(none = diag(nrow(table))), lapply(families, weights_of, k = nrow(table)))
  list(
    name = name,
    table = table,
    software = "vcd::Kappa(weights = W)$Weighted; kappa_max: lpSolve::lp.transport over the margins",
    weights = all_weights,
    cohen_kappa = lapply(all_weights, function(w) kappa_of(table, w)),
    kappa_max = lapply(all_weights, function(w) most(table, w))
  )
}

# -- two labels ---------------------------------------------------------------------------------------------------

two_by_two <- list( # the positive label first, as in epiR: a b / c d
  # Feinstein & Cicchetti 1990, J. Clin. Epidemiol. 43:543: the same agreement, kappa 0.70 and 0.32
  balanced = matrix(c(40, 9, 6, 45), 2, byrow = TRUE),
  prevalent = matrix(c(80, 10, 5, 5), 2, byrow = TRUE),
  biased = matrix(c(25, 35, 5, 35), 2, byrow = TRUE),
  rare = matrix(c(0, 3, 1, 96), 2, byrow = TRUE)
)
two_case <- function(name) {
  table <- two_by_two[[name]]
  found <- epi.kappa(table, method = "fleiss")
  caret_table <- as.table(t(table))
  dimnames(caret_table) <- list(Prediction = c("yes", "no"), Reference = c("yes", "no"))
  specific <- function(label) F_meas(caret_table, relevant = label)
  list(
    name = name,
    table = table[2:1, 2:1], # negative first
    software = "epiR::epi.kappa(method = \"fleiss\"): pabak, pindex, bindex, kappa; caret::F_meas for each label",
    accuracy = found$prop.agree$obs,
    pabak = found$pabak$est,
    prevalence_index = found$pindex$est,
    bias_index = found$bindex$est,
    cohen_kappa = found$kappa$est,
    positive_agreement = specific("yes"),
    negative_agreement = specific("no")
  )
}

document <- list(
  made_with = made_with,
  made_by = "tests/reference/agreement.R",
  cases = c(lapply(names(tables), weighted_case), lapply(names(two_by_two), two_case))
)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", matrix = "rowmajor", pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE) # one line a row of numbers
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "agreement.json"))
