# Values of R for calibration with bins: base R (glm, quantile, cut, tapply, pchisq), caret::calibration, rms::val.prob.
#
#   Rscript tests/reference/calibration.R   (in the root of the repository; the packages named in `packages` below)
#
# The test of Hosmer and Lemeshow is written as in Hosmer, Lemeshow & Sturdivant 2013, section 5.2.2, over
# cut(quantile()), as the functions of that name in R do; the terms of the Brier score are sums over rows, as in
# Stephenson, Coelho & Jolliffe 2008.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(caret)
  library(rms)
})

packages <- c("caret", "rms", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

write_cases <- function(name, cases) {
  document <- list(made_with = made_with, made_by = "tests/reference/calibration.R", cases = cases)
  text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", matrix = "rowmajor", pretty = 1)
  # one line a row of numbers
  text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
  text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
  text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
  writeLines(text, file.path("tests", "reference", name))
}

hosmer_lemeshow <- function(y, p, g) {
  breaks <- unique(quantile(p, (0:g) / g)) # type 7
  group <- cut(p, breaks, include.lowest = TRUE)
  observed <- xtabs(cbind(1 - y, y) ~ group)
  expected <- xtabs(cbind(1 - p, p) ~ group)
  statistic <- sum((observed - expected)^2 / expected)
  groups <- nrow(observed)
  list(
    n_bins = g,
    groups = groups,
    statistic = statistic,
    observed = unname(observed[, 2]),
    expected = unname(expected[, 2]),
    weight = unname(rowSums(observed)),
    validation = pchisq(statistic, groups, lower.tail = FALSE),
    training = pchisq(statistic, groups - 2, lower.tail = FALSE)
  )
}

decomposition <- function(y, p, group) {
  mean_p <- ave(p, group)
  mean_y <- ave(y, group)
  n <- ave(y, group, FUN = length)
  noise <- sum(ifelse(n > 1, mean_y * (1 - mean_y) / pmax(n - 1, 1), 0)) / length(y)
  variance <- mean(y) * (1 - mean(y))
  list(
    brier = mean((p - y)^2),
    reliability = mean((mean_p - mean_y)^2),
    resolution = mean((mean_y - mean(y))^2),
    uncertainty = variance,
    within_variance = mean((p - mean_p)^2),
    within_covariance = 2 * mean((p - mean_p) * (y - mean_y)),
    debiased = list(
      reliability = mean((mean_p - mean_y)^2) - noise,
      resolution = mean((mean_y - mean(y))^2) - noise + variance / (length(y) - 1),
      uncertainty = var(y) # that of the sample: n / (n - 1) times the other
    )
  )
}

case <- function(name, y, p) {
  caret_bins <- calibration(event ~ prob, cuts = 10, class = "yes",
                            data = data.frame(event = factor(ifelse(y == 1, "yes", "no")), prob = p))$data
  list(
    name = name,
    software = "base R: glm, quantile, cut, xtabs, pchisq, ave; caret::calibration; rms::val.prob",
    y_true = y,
    y_prob = p,
    caret = list(percent = caret_bins$Percent, count = caret_bins$Count),
    val_prob_brier = unname(suppressWarnings(val.prob(p, y, pl = FALSE))["Brier"]),
    hosmer_lemeshow = lapply(c(5, 10), function(g) hosmer_lemeshow(y, p, g)),
    distinct = decomposition(y, p, p),
    tenths = decomposition(y, p, cut(p, (0:10) / 10, right = FALSE, include.lowest = TRUE))
  )
}

set.seed(99)
x <- rnorm(150)
fitted_y <- rbinom(150, 1, plogis(0.4 + 0.8 * x + 0.5 * x^2))
fitted_p <- unname(fitted(glm(fitted_y ~ x, family = binomial)))

coarse_p <- sample(c(0.05, 0.15, 0.35, 0.55, 0.85, 0.95), 120, TRUE, c(.35, .1, .2, .1, .05, .2))
coarse_y <- rbinom(120, 1, 0.2 + 0.6 * coarse_p)

write_cases("calibration.json", list(
  case("fitted by glm", fitted_y, fitted_p),
  case("few distinct", coarse_y, coarse_p)
))
