# Values of R for the smooth calibration curve and its errors: stats::loess, and rms::val.prob beside it.
#
#   Rscript tests/reference/smooth_calibration.R   (in the root of the repository; the packages named in `packages` below)
#
# ICI, E50, E90 and Emax are those of Austin & Steyerberg 2019: mean, median, 0.9 quantile and maximum of the distance
# of loess(y ~ p) from p. "direct" fits at every row; "interpolate", R's default, between a few. Curves are cut off at
# 0 and 1; "uncut" is without. val.prob takes lowess (straight lines, span 2 / 3, no robust steps) in place of loess.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(rms)
})

packages <- c("rms", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

errors <- function(fitted, p) {
  error <- abs(fitted - p)
  list(ici = mean(error), e50 = median(error), e90 = unname(quantile(error, 0.9)), emax = max(error))
}

inside <- function(fitted) pmin(pmax(fitted, 0), 1)

case <- function(name, y, p, span = 0.75) {
  direct <- fitted(loess(y ~ p, span = span, control = loess.control(surface = "direct")))
  default <- fitted(loess(y ~ p, span = span))
  harrell <- suppressWarnings(val.prob(p, y, pl = FALSE))
  list(
    name = name,
    software = "stats::loess, rms::val.prob",
    span = span,
    y_true = y,
    y_prob = p,
    fitted = inside(direct),
    direct = errors(inside(direct), p),
    uncut = errors(direct, p),
    interpolate = errors(inside(default), p),
    val_prob = as.list(harrell[c("Eavg", "E90", "Emax")])
  )
}

set.seed(2019)
logit <- rnorm(200, -0.5, 1.5)
spread <- plogis(2 * logit)
happened <- rbinom(200, 1, plogis(logit))
rare_logit <- rnorm(400, -3, 1)
rare <- rbinom(400, 1, plogis(rare_logit))
coarse <- round(plogis(logit), 1)

cases <- list(
  case("overconfident", happened, spread),
  case("overconfident, narrow", happened, spread, 0.4),
  case("rare", rare, plogis(rare_logit)),
  case("tenths", happened, coarse)
)
document <- list(made_with = made_with, made_by = "tests/reference/smooth_calibration.R", cases = cases)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", pretty = 1)
# one line a row of numbers
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "smooth_calibration.json"))
