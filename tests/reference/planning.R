# Sample sizes and powers as other people's software has them; read by the tests of concordant.planning.
#
#   Rscript tests/reference/planning.R        (in the root of the repository; the packages named in `packages` below)
#
# Numbers of rows are not rounded. "software" says which call gave a number. Powers of exact tests are sums over all
# outcomes of the test as R makes it.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(pROC)
  library(epiR)
  library(vcd)
})

packages <- c("pROC", "epiR", "vcd", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

# -- a proportion: width of the textbook interval, power of the score test and of equal-tailed exact limits -------

widths <- lapply(list(c(0.9, 0.05), c(0.5, 0.1), c(0.03, 0.02)), function(x) list(
  expected = x[1], width = x[2],
  n = epi.sssimpleestb(Py = x[1], epsilon = x[2] / 2, error = "absolute", se = 1, sp = 1, nfractional = TRUE)
))
limits_exclude <- function(n, null, method) vapply(0:n, function(x) {
  if (method == "wilson") prop.test(x, n, null, correct = FALSE)$p.value < 0.05
  else { ci <- binom.test(x, n)$conf.int; ci[1] > null || ci[2] < null }
}, TRUE)
tests <- list()
for (x in list(c(0.9, 0.8, 100), c(0.9, 0.8, 112), c(0.1, 0.25, 57), c(0.55, 0.4, 31))) {
  n <- x[3]
  side <- if (x[1] > x[2]) 0:n > n * x[2] else 0:n < n * x[2]
  power <- function(method) sum(dbinom(0:n, n, x[1])[suppressWarnings(limits_exclude(n, x[2], method)) & side])
  tests <- c(tests, list(list(
    expected = x[1], against = x[2], n = n, wilson = power("wilson"), exact = power("exact")
  )))
}

# -- kappa: Cantor's formula with the standard errors of vcd ------------------------------------------------------

unit_sd <- function(shares, weights) {
  n <- 1e6
  found <- Kappa(as.table(shares * n), weights = weights)
  kind <- if (identical(weights, diag(nrow(shares)))) "Unweighted" else "Weighted"
  unname(found[[kind]]["ASE"]) * sqrt(n)
}
mixed <- function(margin, kappa) kappa * diag(margin) + (1 - kappa) * outer(margin, margin)
kappas <- list()
for (x in list(
  list(margin = c(0.5, 0.5), k1 = 0.85, k0 = 0.7, weights = "none"),
  list(margin = c(0.3, 0.7), k1 = 0.6, k0 = 0.4, weights = "none"),
  list(margin = c(0.1, 0.2, 0.3, 0.4), k1 = 0.6, k0 = 0.4, weights = "none"),
  list(margin = c(0.1, 0.2, 0.3, 0.4), k1 = 0.8, k0 = 0.6, weights = "quadratic")
)) {
  size <- length(x$margin)
  w <- if (x$weights == "none") diag(size) else 1 - outer(1:size, 1:size, "-")^2 / (size - 1)^2
  s0 <- unit_sd(mixed(x$margin, x$k0), w)
  s1 <- unit_sd(mixed(x$margin, x$k1), w)
  kappas <- c(kappas, list(c(x, list(
    sd_null = s0, sd = s1, n = ((qnorm(0.975) * s0 + qnorm(0.8) * s1) / (x$k1 - x$k0))^2
  ))))
}

# -- ROC AUC ------------------------------------------------------------------------------------------------------

aucs <- lapply(list(c(0.8, 1, 0.8), c(0.7, 3, 0.9), c(0.9, 0.5, 0.8), c(0.62, 9, 0.8)), function(x) {
  two <- power.roc.test(auc = x[1], kappa = x[2], power = x[3], sig.level = 0.05)
  one <- power.roc.test(auc = x[1], kappa = x[2], power = x[3], sig.level = 0.05, alternative = "one.sided")
  list(auc = x[1], ratio = x[2], power = x[3], positive = two$ncases, positive_one_sided = one$ncases,
       power_of_40 = power.roc.test(auc = x[1], ncases = 40, kappa = x[2], sig.level = 0.05)$power)
})
pairs <- lapply(list(c(0.85, 0.8, 0.6, 0.6, 1), c(0.85, 0.8, 0.6, 0.4, 3), c(0.7, 0.75, 0.3, 0.5, 0.5)), function(x) {
  parameters <- list(A1 = sqrt(2) * qnorm(x[1]), B1 = 1, A2 = sqrt(2) * qnorm(x[2]), B2 = 1,
                     ra = x[3], rn = x[4], delta = abs(x[1] - x[2]))
  list(a = x[1], b = x[2], correlations = x[3:4], ratio = x[5],
       positive = power.roc.test(parameters, power = 0.8, sig.level = 0.05, kappa = x[5])$ncases,
       power_of_100 = power.roc.test(parameters, ncases = 100, sig.level = 0.05, kappa = x[5])$power)
})

# -- McNemar: all numbers of discordant pairs, all ways they can fall ---------------------------------------------

mcnemar_power <- function(n, a, b, method) {
  total <- 0
  for (d in 1:n) {
    x <- 0:d
    p <- if (method == "exact") vapply(x, function(k) binom.test(k, d)$p.value, 1)
         else 2 * pbinom(pmin(x, d - x), d, 0.5) - dbinom(x, d, 0.5)
    total <- total + dbinom(d, n, a + b) * sum(dbinom(x, d, a / (a + b))[p <= 0.05 & x > d / 2])
  }
  total
}
mcnemars <- lapply(list(c(0.2, 0.1, 120), c(0.10, 0.03, 90), c(0.25, 0.02, 40)), function(x) list(
  only_a = x[1], only_b = x[2], n = x[3],
  exact = mcnemar_power(x[3], x[1], x[2], "exact"), mid_p = mcnemar_power(x[3], x[1], x[2], "mid")
))

document <- list(
  made_with = made_with, made_by = "tests/reference/planning.R",
  widths = list(software = "epiR::epi.sssimpleestb(error = \"absolute\", nfractional = TRUE)", cases = widths),
  tests = list(software = "stats::prop.test(correct = FALSE), stats::binom.test(...)$conf.int, dbinom", cases = tests),
  kappas = list(software = "vcd::Kappa(weights = W), level 0.05 two-sided, power 0.8", cases = kappas),
  aucs = list(software = "pROC::power.roc.test, level 0.05", cases = aucs),
  pairs = list(software = "pROC::power.roc.test with binormal parameters, level 0.05, power 0.8", cases = pairs),
  mcnemars = list(software = "stats::binom.test, pbinom, dbinom", cases = mcnemars)
)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE) # one line a row of numbers
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "planning.json"))
