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

# -- McNemar: all numbers of discordant pairs, all ways they can fall ---------------------------------------------

mcnemar_power <- function(n, a, b, method) {
  total <- 0
  for (d in 1:n) {
    x <- 0:d
    p <- if (method == "exact") vapply(x, function(k) binom.test(k, d)$p.value, 1)
         else if (method == "score") 2 * pnorm(-abs(2 * x - d) / sqrt(d))
         else 2 * pbinom(pmin(x, d - x), d, 0.5) - dbinom(x, d, 0.5)
    total <- total + dbinom(d, n, a + b) * sum(dbinom(x, d, a / (a + b))[p <= 0.05 & x > d / 2])
  }
  total
}
mcnemars <- lapply(list(c(0.2, 0.1, 120), c(0.10, 0.03, 90), c(0.25, 0.02, 40)), function(x) list(
  only_a = x[1], only_b = x[2], n = x[3],
  exact = mcnemar_power(x[3], x[1], x[2], "exact"), mid_p = mcnemar_power(x[3], x[1], x[2], "mid"),
  score = mcnemar_power(x[3], x[1], x[2], "score")
))

# -- paired shares with a margin: Tango's score with the likelihood maximised numerically, all outcomes --------------

paired_null <- function(b, c, rest, null) { # shares of A alone and B alone that are likeliest if they differ by null
  loglik <- function(q) {
    term <- function(k, p) if (k == 0) 0 else k * log(p)
    term(b, q + null) + term(c, q) + term(rest, 1 - 2 * q - null)
  }
  low <- max(0, -null); high <- (1 - null) / 2
  q <- suppressWarnings(optimize(loglik, c(low, high), maximum = TRUE, tol = 1e-12))$maximum
  ends <- c(low, high, q)
  q <- ends[which.max(suppressWarnings(vapply(ends, loglik, 1)))]
  c(q + null, q)
}
tango_z <- function(b, c, n, null) {
  p <- paired_null(b, c, n - b - c, null)
  distance <- (b - c) / n - null
  distance / sqrt((sum(p) - null^2) / n)
}
tangos <- lapply(list(c(0.06, 0.06, 60, 0.1), c(0.1, 0.05, 45, 0.08), c(0.02, 0.02, 40, 0.1)), function(x) {
  n <- x[3]; z <- qnorm(0.95); inferior <- equivalent <- 0
  for (b in 0:n) for (c in 0:(n - b)) {
    p <- dmultinom(c(b, c, n - b - c), prob = c(x[1], x[2], 1 - x[1] - x[2]))
    if (p < 1e-13) next
    above <- tango_z(b, c, n, -x[4]) > z
    inferior <- inferior + p * above
    equivalent <- equivalent + p * (above && tango_z(b, c, n, x[4]) < -z)
  }
  limit <- paired_null(x[1], x[2], 1 - x[1] - x[2], -x[4])
  v0 <- sum(limit) - x[4]^2; v1 <- x[1] + x[2] - (x[1] - x[2])^2
  list(only_a = x[1], only_b = x[2], n = n, margin = x[4], non_inferiority = inferior, equivalence = equivalent,
       nam = ((z * sqrt(v0) + qnorm(0.8) * sqrt(v1)) / (x[1] - x[2] + x[4]))^2)
})

# -- independent shares -------------------------------------------------------------------------------------------

textbook <- lapply(list(c(0.85, 0.75, 0.8), c(0.6, 0.5, 0.9), c(0.05, 0.12, 0.8)), function(x) list(
  a = x[1], b = x[2], power = x[3], each = power.prop.test(p1 = x[1], p2 = x[2], power = x[3])$n,
  power_of_150 = power.prop.test(n = 150, p1 = x[1], p2 = x[2])$power
))
# epiR: control = B, r = rows of A for each of B. Its variance is that at the expected shares, also for the level.
# Equivalence there is ours only if both shares are alike: else it takes half of the risk at the nearer limit.
unpooled <- lapply(list(c(0.85, 0.85, 0.1, 1), c(0.85, 0.85, 0.1, 0.5), c(0.7, 0.72, 0.08, 2)), function(x) list(
  a = x[1], b = x[2], margin = x[3], r = x[4],
  non_inferiority = epi.ssninfb(treat = x[1], control = x[2], delta = x[3], n = NA, r = x[4], power = 0.8,
                                nfractional = TRUE, alpha = 0.05)$n.control,
  equivalence = if (x[1] == x[2]) epi.ssequb(treat = x[1], control = x[2], delta = x[3], n = NA, r = x[4],
                                             power = 0.8, nfractional = TRUE, alpha = 0.05)$n.control else NA,
  difference = if (x[1] == x[2]) NA else epi.sssupb(treat = max(x[1:2]), control = min(x[1:2]), delta = 0, n = NA,
                                                    r = 1, power = 0.8, nfractional = TRUE, alpha = 0.025)$n.control
))
both_null <- function(x, y, m, n, null) { # both shares, likeliest if they differ by null
  term <- function(k, p) if (k == 0) 0 else k * log(p)
  loglik <- function(q) term(x, q + null) + term(m - x, 1 - q - null) + term(y, q) + term(n - y, 1 - q)
  ends <- c(max(0, -null), min(1, 1 - null))
  q <- c(ends, suppressWarnings(optimize(loglik, ends, maximum = TRUE, tol = 1e-12))$maximum)
  q <- q[which.max(suppressWarnings(vapply(q, loglik, 1)))]
  c(q + null, q)
}
mn_z <- function(x, y, m, n, null) {
  p <- both_null(x, y, m, n, null)
  variance <- (p[1] * (1 - p[1]) / m + p[2] * (1 - p[2]) / n) * (m + n) / (m + n - 1)
  distance <- x / m - y / n - null
  if (variance < 1e-13) { if (abs(distance) < 1e-12) 0 else sign(distance) * Inf } else distance / sqrt(variance)
}
independents <- lapply(list(c(0.9, 0.9, 30, 30, 0.2), c(0.7, 0.8, 24, 36, 0.3), c(0.95, 0.6, 20, 25, 0.1)), function(x) {
  m <- x[3]; n <- x[4]; inferior <- equivalent <- differ <- 0
  for (i in 0:m) for (j in 0:n) {
    p <- dbinom(i, m, x[1]) * dbinom(j, n, x[2])
    if (p < 1e-13) next
    above <- mn_z(i, j, m, n, -x[5]) > qnorm(0.95)
    inferior <- inferior + p * above
    equivalent <- equivalent + p * (above && mn_z(i, j, m, n, x[5]) < -qnorm(0.95))
    differ <- differ + p * (mn_z(i, j, m, n, 0) * sign(x[1] - x[2]) > qnorm(0.975))
  }
  limit <- both_null(m * x[1], n * x[2], m, n, -x[5])
  ratio <- n / m; v <- function(p) p[1] * (1 - p[1]) + p[2] * (1 - p[2]) / ratio
  list(a = x[1], b = x[2], sizes = c(m, n), margin = x[5], non_inferiority = inferior,
       equivalence = equivalent, difference = differ,
       farrington_manning = ((qnorm(0.95) * sqrt(v(limit)) + qnorm(0.8) * sqrt(v(x[1:2]))) / (x[1] - x[2] + x[5]))^2)
})

# -- clusters: the design effect of epiR, and for clusters of one size its number of rows with t in place of z ---------

clusters <- lapply(list(c(20, 0, 0.1, 0.9, 0.05), c(20, 12, 0.1, 0.9, 0.05), c(10, 3, 0.3, 0.6, 0.2), c(10, 0, 0.3, 0.6, 0.2)), function(x) {
  found <- suppressWarnings(epi.ssclus1estb(b = c(x[1], x[2]), Py = x[4], epsilon = x[5] / 2, error = "absolute",
                                            rho = x[3], nfractional = TRUE))
  enough <- function(g) 2 * qt(0.975, g - 1) * sqrt(x[4] * (1 - x[4]) * found$DEF / (g * x[1])) <= x[5]
  g <- 2
  while (!enough(g)) g <- g + 1
  list(size = x[1], cv = x[2] / x[1], icc = x[3], expected = x[4], width = x[5],
       design_effect = found$DEF, rows_with_z = found$n.ssu, clusters_with_t = if (x[2] == 0) g else NA)
})

document <- list(
  made_with = made_with, made_by = "tests/reference/planning.R",
  widths = list(software = "epiR::epi.sssimpleestb(error = \"absolute\", nfractional = TRUE)", cases = widths),
  tests = list(software = "stats::prop.test(correct = FALSE), stats::binom.test(...)$conf.int, dbinom", cases = tests),
  kappas = list(software = "vcd::Kappa(weights = W), level 0.05 two-sided, power 0.8", cases = kappas),
  aucs = list(software = "pROC::power.roc.test, level 0.05", cases = aucs),
  mcnemars = list(software = "stats::binom.test, pbinom, pnorm, dbinom", cases = mcnemars),
  tangos = list(software = "stats::optimize, dmultinom; one-sided at 0.05, power 0.8", cases = tangos),
  textbook = list(software = "stats::power.prop.test, level 0.05", cases = textbook),
  unpooled = list(software = "epiR::epi.ssninfb, epi.ssequb, epi.sssupb, power 0.8", cases = unpooled),
  independents = list(software = "stats::optimize, dbinom; one-sided at 0.05, power 0.8", cases = independents),
  clusters = list(software = "epiR::epi.ssclus1estb, stats::qt", cases = clusters)
)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE) # one line a row of numbers
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "planning.json"))
