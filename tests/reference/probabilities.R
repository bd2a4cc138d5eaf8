# Values of other people's software for calibration without bins, skill, and two continuous ratings.
#
#   Rscript tests/reference/probabilities.R   (in the root of the repository; the packages named in `packages` below)
#
# "software" says which call gave a number.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(rms)
})

packages <- c("rms", "psych", "MLmetrics", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

write_cases <- function(name, cases) {
  document <- list(made_with = made_with, made_by = "tests/reference/probabilities.R", cases = cases)
  text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", matrix = "rowmajor", pretty = 1)
  # one line a row of numbers
  text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
  text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
  text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
  writeLines(text, file.path("tests", "reference", name))
}

# -- calibration --------------------------------------------------------------------------------------------------

set.seed(1958)
overfitted <- { p <- round(plogis(rnorm(250, -.5, 1.6)), 3); list(p = p, y = rbinom(250, 1, plogis(.4 + .6 * qlogis(p)))) }
cautious <- { p <- round(plogis(rnorm(180, 0, .5)), 2); list(p = p, y = rbinom(180, 1, plogis(-.3 + 1.9 * qlogis(p)))) }
rare <- { p <- round(plogis(rnorm(600, -4, 1)), 4); list(p = p, y = rbinom(600, 1, p)) }
backwards <- { p <- round(runif(60, .05, .95), 1); list(p = p, y = rbinom(60, 1, 1 - p)) }
seven <- list(p = c(.1, .3, .7, .6, .2, .9, .4), y = c(0, 0, 1, 0, 1, 1, 0))
# rows that were certain, and right: val.prob leaves them out, too
certain <- list(p = c(seven$p, 0, 0, 1, 1, 1), y = c(seven$y, 0, 0, 1, 1, 1))
tight <- list(control = glm.control(epsilon = 1e-15, maxit = 100))

calibration_case <- function(name, rows) {
  p <- rows$p
  y <- rows$y
  inside <- p > 0 & p < 1
  found <- suppressWarnings(val.prob(p, y, pl = FALSE))
  line <- qlogis(p[inside])
  fit <- glm(y[inside] ~ line, family = binomial, control = tight$control)
  shift <- glm(y[inside] ~ 1 + offset(line), family = binomial, control = tight$control)
  # a tie is a step, if its rows stand with the positives first
  order <- order(p, -y)
  fitted <- isoreg(p[order], y[order])$yf
  squared <- function(q) mean((y[order] - q)^2)
  surprise <- function(q) -mean(ifelse(y[order] == 1, log(q), log(1 - q)))
  mean_y <- rep(mean(y), length(y))
  list(
    name = name, y_true = y, y_prob = p,
    software = paste(
      "rms::val.prob (its fits stop at a tolerance: see slope and intercept of glm for the last digits);",
      "glm(y ~ qlogis(p)), glm(y ~ 1 + offset(qlogis(p))), both epsilon = 1e-15; isoreg(p, y) sorted by p, -y"
    ),
    rms = list(
      slope = unname(found["Slope"]), intercept = unname(found["Intercept"]),
      brier = unname(found["Brier"]), z = unname(found["S:z"]), z_p_value = unname(found["S:p"]),
      u = unname(found["U"]), u_chi_square = unname(found["U:Chi-sq"]), u_p_value = unname(found["U:p"]),
      without_certain = sum(inside)
    ),
    slope = unname(coef(fit)[2]), intercept = unname(coef(fit)[1]), in_the_large = unname(coef(shift)),
    observed_expected_ratio = sum(y) / sum(p),
    isotonic = list(p = p[order], fitted = fitted),
    corp_brier = c(squared(p[order]), squared(p[order]) - squared(fitted), squared(mean_y) - squared(fitted), squared(mean_y)),
    corp_log = c(surprise(p[order]), surprise(p[order]) - surprise(fitted), surprise(mean_y) - surprise(fitted), surprise(mean_y))
  )
}
samples <- list(
  overfitted = overfitted, cautious = cautious, rare = rare, backwards = backwards, seven = seven, certain = certain
)
calibration <- lapply(names(samples), function(name) calibration_case(name, samples[[name]]))

# -- weights ------------------------------------------------------------------------------------------------------

set.seed(12)
weights <- round(rexp(180), 2)
weighted <- {
  line <- qlogis(cautious$p)
  # glm wants whole counts of successes and warns about other weights; the estimate is that of the weighted likelihood
  fit <- suppressWarnings(glm(cautious$y ~ line, family = binomial, weights = weights, control = tight$control))
  shift <- suppressWarnings(glm(cautious$y ~ 1 + offset(line), family = binomial, weights = weights, control = tight$control))
  list(
    name = "weighted", y_true = cautious$y, y_prob = cautious$p, sample_weight = weights,
    software = "glm(..., family = binomial, weights = w)",
    slope = unname(coef(fit)[2]), intercept = unname(coef(fit)[1]), in_the_large = unname(coef(shift))
  )
}

# -- skill: a logistic regression on its own rows -----------------------------------------------------------------

skill_case <- {
  fit <- glm(am ~ wt + hp, family = binomial, data = mtcars, control = tight$control)
  p <- unname(fitted(fit))
  list(
    name = "skill", y_true = mtcars$am, y_prob = p,
    software = "1 - deviance / null.deviance of glm(am ~ wt + hp, mtcars), McFadden's R^2; MLmetrics::R2_Score(p, y)",
    log_loss_skill_score = 1 - fit$deviance / fit$null.deviance,
    brier_skill_score = MLmetrics::R2_Score(p, mtcars$am)
  )
}

# -- ratings ------------------------------------------------------------------------------------------------------

ratings <- list(
  petals = list(x = iris$Petal.Length, y = iris$Petal.Width),
  far_away = { set.seed(7); x <- 1e6 + round(rnorm(40), 3); list(x = x, y = x + round(rnorm(40, 0, .5), 3)) },
  opposite = list(x = 1:9 + 0, y = 9:1 + 0.5)
)
rating_case <- function(name) {
  x <- ratings[[name]]$x
  y <- ratings[[name]]$y
  list(
    name = name, y_true = x, y_pred = y,
    software = "cor(x, y); t.test(y, x), statistic sqrt(2 / n): with equal n the unpooled test has this d",
    pearson_correlation = cor(x, y),
    standardized_mean_difference = unname(t.test(y, x)$statistic) * sqrt(2 / length(x)),
    by_truth = (mean(y) - mean(x)) / sd(x)
  )
}

write_cases("probabilities.json", c(calibration, list(weighted, skill_case), lapply(names(ratings), rating_case)))
