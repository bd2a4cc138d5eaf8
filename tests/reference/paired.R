# Comparisons of two models as other people's software has them; read by tests/inference/comparisons and symmetry.
#
#   Rscript tests/reference/paired.R        (in the root of the repository; the packages named in `packages` below)
#
# Inputs are written into the file, so that the tests need no R. "software" says which call gave a number.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(pROC)
  library(vcd)
  library(epiR)
  library(pracma)
})
packages <- c("pROC", "vcd", "epiR", "pracma", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

# -- ROC AUC: paired and unpaired test of DeLong -------------------------------------------------------------------

data(aSAH)
set.seed(4004)
few <- data.frame(truth = rep(0:1, c(25, 15)))
few$a <- round(rnorm(40) + few$truth, 1) # ties
few$b <- round(0.7 * few$a + 0.5 * rnorm(40), 1)
auc_case <- function(name, truth, a, b) {
  ra <- roc(truth, a, levels = 0:1, direction = "<", quiet = TRUE)
  rb <- roc(truth, b, levels = 0:1, direction = "<", quiet = TRUE)
  found <- roc.test(ra, rb, method = "delong", paired = TRUE)
  part <- seq_along(truth) <= 0.8 * length(truth)
  order <- sample(length(truth))[part]
  rc <- roc(truth[order], b[order], levels = 0:1, direction = "<", quiet = TRUE)
  apart <- roc.test(ra, rc, method = "delong", paired = FALSE)
  list(
    name = name, truth = truth, a = a, b = b,
    software = "pROC::roc.test(method = \"delong\")",
    auc = as.numeric(c(auc(ra), auc(rb))),
    statistic = unname(found$statistic), p_value = found$p.value,
    se = sqrt(var(ra) + var(rb) - 2 * cov(ra, rb)),
    limits = as.numeric(found$conf.int),
    unpaired = list(
      rows = order - 1, auc = as.numeric(auc(rc)), statistic = unname(apart$statistic),
      df = unname(apart$parameter), p_value = apart$p.value
    )
  )
}
aucs <- list(
  auc_case("aSAH: s100b and ndka", as.integer(aSAH$outcome == "Poor"), aSAH$s100b, aSAH$ndka),
  auc_case("aSAH: wfns and s100b", as.integer(aSAH$outcome == "Poor"), as.integer(aSAH$wfns), aSAH$s100b),
  auc_case("forty rows with ties", few$truth, few$a, few$b)
)

# -- shares of rows: McNemar, and Tango's interval with the constrained likelihood maximised by a search ------------

tango <- function(b, c, n, z) {
  score <- function(delta) { # q is the chance of "B alone"; that of "A alone" is q + delta
    loglik <- function(q) {
      term <- function(count, p) if (count == 0) 0 else count * log(p)
      term(b, q + delta) + term(c, q) + term(n - b - c, 1 - 2 * q - delta)
    }
    low <- max(0, -delta)
    high <- (1 - delta) / 2
    q <- optimize(loglik, c(low, high), maximum = TRUE, tol = 1e-13)$maximum
    (b - c - n * delta) / sqrt(n * (2 * q + delta - delta^2))
  }
  centre <- (b - c) / n
  lower <- uniroot(function(d) score(d) - z, c(-1 + 1e-9, centre), tol = 1e-13)$root
  upper <- uniroot(function(d) score(d) + z, c(centre, 1 - 1e-9), tol = 1e-13)$root
  c(lower, upper)
}
mcnemar_case <- function(name, table) {
  b <- table[1, 2]
  c <- table[2, 1]
  list(
    name = name, table = table,
    software = "mcnemar.test, binom.test; Tango 1998: optimize() of the likelihood, uniroot() of the score",
    chi2 = mcnemar.test(table, correct = FALSE)$p.value,
    corrected = mcnemar.test(table, correct = TRUE)$p.value,
    exact = binom.test(b, b + c)$p.value,
    mid_p = if (b == c) 1 - dbinom(b, b + c, 0.5) / 2 else 2 * pbinom(min(b, c), b + c, 0.5) - dbinom(b, b + c, 0.5),
    tango = tango(b, c, sum(table), qnorm(0.975))
  )
}
shares <- list(
  # Bentur et al. 2009: airway hyper-responsiveness before and after stem cell transplantation
  mcnemar_case("airway", matrix(c(1, 1, 7, 12), 2, byrow = TRUE)),
  # Cavo et al. 2012: complete response before and after consolidation therapy
  mcnemar_case("response", matrix(c(59, 6, 16, 80), 2, byrow = TRUE)),
  mcnemar_case("balanced", matrix(c(50, 9, 9, 32), 2, byrow = TRUE)),
  mcnemar_case("large", matrix(c(5021, 811, 702, 3466), 2, byrow = TRUE))
)

# -- means of rows: the delta test of accuracy is the t test of "right" ---------------------------------------------

set.seed(404)
right <- data.frame(a = rbinom(60, 1, 0.85))
right$b <- ifelse(runif(60) < 0.5, right$a, rbinom(60, 1, 0.7))
paired <- t.test(right$a, right$b, paired = TRUE)
welch <- t.test(right$a, right$b[1:45])
means <- list(
  a = right$a, b = right$b,
  software = "t.test",
  paired = list(p_value = paired$p.value, limits = as.numeric(paired$conf.int), se = paired$stderr),
  welch = list(p_value = welch$p.value, limits = as.numeric(welch$conf.int), se = welch$stderr),
  margin = 0.05,
  at_most = t.test(right$a, right$b, paired = TRUE, mu = -0.05, alternative = "greater")$p.value,
  at_least = t.test(right$a, right$b, paired = TRUE, mu = 0.05, alternative = "less")$p.value
)

# -- two dependent kappas: gradient on the K^3 table ----------------------------------------------------------------

set.seed(44)
truth <- sample(1:4, 150, TRUE, c(.4, .3, .2, .1))
say <- function(chance) ifelse(runif(150) < chance, truth, sample(1:4, 150, TRUE))
first <- say(0.8)
second <- ifelse(runif(150) < 0.4, first, say(0.6))
kappa_of <- function(p, w) {
  expected <- outer(rowSums(p), colSums(p))
  (sum(w * p) - sum(w * expected)) / (1 - sum(w * expected))
}
weight_matrix <- function(name) {
  apart <- abs(outer(1:4, 1:4, "-"))
  switch(name, none = diag(4), linear = 1 - apart / 3, quadratic = 1 - (apart / 3)^2)
}
kappas <- lapply(c("none", "linear", "quadratic"), function(name) {
  w <- weight_matrix(name)
  cube <- as.numeric(table(factor(truth, 1:4), factor(first, 1:4), factor(second, 1:4))) / 150
  difference <- function(p) {
    p <- array(p / sum(p), c(4, 4, 4))
    kappa_of(apply(p, c(1, 2), sum), w) - kappa_of(apply(p, c(1, 3), sum), w)
  }
  slope <- grad(difference, cube)
  tables <- list(table(factor(truth, 1:4), factor(first, 1:4)), table(factor(truth, 1:4), factor(second, 1:4)))
  single <- lapply(tables, function(t) Kappa(t, weights = w)$Weighted)
  list(
    weights = name, software = "pracma::grad on the 4 x 4 x 4 table; kappas: vcd::Kappa",
    kappa = sapply(single, function(k) unname(k["value"])),
    difference = difference(cube),
    se = sqrt((sum(cube * slope^2) - sum(cube * slope)^2) / 150)
  )
})

# -- symmetry, marginal homogeneity, kappa against zero -------------------------------------------------------------

tables <- list(
  stuart = matrix(c(1520, 266, 124, 66, 234, 1512, 432, 78, 117, 362, 1772, 205, 36, 82, 179, 492), 4, byrow = TRUE),
  cohen = matrix(c(88, 14, 18, 10, 40, 10, 2, 6, 12), 3, byrow = TRUE),
  shifted = matrix(c(1, 12, 9, 0, 0, 2, 14, 6, 1, 0, 3, 11, 0, 0, 1, 2), 4, byrow = TRUE)
)
symmetry <- lapply(names(tables), function(name) {
  t <- tables[[name]]
  k <- nrow(t) - 1
  d <- (rowSums(t) - colSums(t))[1:k]
  null <- (diag(rowSums(t) + colSums(t)) - t - t(t))[1:k, 1:k]
  full <- null - d %*% t(d) / sum(t)
  bowker <- mcnemar.test(t)
  p <- t / sum(t)
  r <- rowSums(p)
  c <- colSums(p)
  zero <- lapply(c(none = 0, linear = 1, quadratic = 2), function(power) {
    w <- if (power == 0) diag(nrow(t)) else 1 - (abs(outer(1:nrow(t), 1:nrow(t), "-")) / k)^power
    u <- outer(as.numeric(w %*% c), as.numeric(r %*% w), "+")
    pe <- sum(w * outer(r, c))
    se <- sqrt((sum(outer(r, c) * (w - u)^2) - pe^2) / sum(t)) / (1 - pe)
    unname(Kappa(t, weights = w)$Weighted["value"]) / se
  })
  list(
    name = name, table = t,
    software = paste(
      "mcnemar.test (Bowker); solve() of the covariances of all margins but one (Stuart-Maxwell, Bhapkar);",
      "kappa_z: eq. 14 of Fleiss, Cohen & Everitt 1969 written out, kappa by vcd::Kappa; epi: epiR::epi.kappa"
    ),
    bowker = list(statistic = unname(bowker$statistic), df = unname(bowker$parameter), p_value = bowker$p.value),
    stuart_maxwell = as.numeric(t(d) %*% solve(null, d)),
    bhapkar = as.numeric(t(d) %*% solve(full, d)),
    kappa_z = zero,
    epi = epi.kappa(t, method = "fleiss")$z$test.statistic
  )
})

p <- c(0.01, 0.04, 0.03, 0.005, 0.2, 0.04)
holm <- list(p = p, adjusted = p.adjust(p, "holm"), software = "p.adjust(method = \"holm\")")

document <- list(
  made_with = made_with, made_by = "tests/reference/paired.R",
  aucs = aucs, shares = shares, means = means,
  kappas = list(truth = truth, a = first, b = second, cases = kappas),
  symmetry = symmetry, holm = holm
)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", matrix = "rowmajor", pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE) # one line a row of numbers
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "paired.json"))
