# Adjusted p-values and the critical values of simultaneous intervals as R has them; read by tests/inference.
#
#   Rscript tests/reference/multiplicity.R      (in the root of the repository; the packages named in `packages` below)
#
# qmvnorm and qmvt are the quantiles of multcomp's single-step adjustment (adjusted_calpha). Their root finder stops
# early; "inside" is the probability of the quantile that was found, which is good to about 0.00001.

suppressPackageStartupMessages({
  library(jsonlite)
  library(mvtnorm)
  library(multcomp)
})
packages <- c("mvtnorm", "multcomp", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

p <- c(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1)
ties <- c(0.04, 0.01, 0.04, 0.9, 0.01, 0.03)
adjusting <- lapply(list(p, ties), function(x) {
  list(p = x, holm = p.adjust(x, "holm"), fdr = p.adjust(x, "BH"), `fdr-by` = p.adjust(x, "BY"))
})

exact <- GenzBretz(maxpts = 50000, abseps = 1e-5)
decay <- function(m, rho) rho^abs(outer(seq_len(m), seq_len(m), "-"))
equal <- function(m, rho) diag(1 - rho, m) + rho
mixed <- matrix(c(1, -0.4, 0.2, 0.7, -0.4, 1, 0.3, -0.6, 0.2, 0.3, 1, 0.1, 0.7, -0.6, 0.1, 1), 4)
critical <- function(corr, level, df) {
  set.seed(1)
  found <- if (is.null(df)) {
    qmvnorm(level, tail = "both.tails", corr = corr, algorithm = exact)
  } else {
    qmvt(level, tail = "both.tails", corr = corr, df = df, algorithm = exact)
  }
  inside <- pmvt(rep(-found$quantile, nrow(corr)), rep(found$quantile, nrow(corr)), df = if (is.null(df)) 0 else df,
    corr = corr, algorithm = exact)
  list(correlation = corr, level = level, df = df, quantile = found$quantile, inside = as.numeric(inside))
}
quantiles <- list(
  critical(equal(2, 0.5), 0.95, NULL), critical(equal(2, -0.9), 0.9, NULL), critical(mixed, 0.95, NULL),
  critical(mixed, 0.99, NULL), critical(decay(7, 0.8), 0.95, NULL), critical(equal(10, 0.3), 0.9, NULL),
  critical(equal(3, 0.5), 0.95, 12), critical(mixed, 0.95, 19), critical(decay(7, 0.6), 0.95, 30)
)

# a linear model: the single-step intervals of glht, for the correlation of its estimates and its degrees of freedom
fit <- lm(breaks ~ tension, data = warpbreaks)
pairs <- glht(fit, linfct = mcp(tension = "Tukey"))
set.seed(1)
limits <- confint(pairs, calpha = adjusted_calpha(maxpts = 50000, abseps = 1e-5))
linear <- list(
  correlation = unname(cov2cor(vcov(pairs))), df = pairs$df, level = 0.95, quantile = attr(limits$confint, "calpha"),
  software = "multcomp::confint(glht(...), calpha = adjusted_calpha())"
)

document <- list(
  made_with = made_with, made_by = "tests/reference/multiplicity.R", adjusting = adjusting, quantiles = quantiles,
  linear = linear
)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", null = "null", matrix = "rowmajor", pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE) # one line a row of numbers
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "multiplicity.json"))
