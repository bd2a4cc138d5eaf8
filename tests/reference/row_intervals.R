# Intervals of means of losses, of correlations of ratings and of logistic recalibration by R.
#
#   Rscript tests/reference/row_intervals.R        (in the root of the repository; needs epiR, sandwich and jsonlite)
#
# Inputs are written into the file, so that the tests need no R.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(epiR)
  library(sandwich)
})

set.seed(211)
logistic <- function(n, prevalence, slope) {
  logit <- qlogis(prevalence) + 1.3 * rnorm(n)
  list(y_true = rbinom(n, 1, plogis(logit)), y_prob = round(plogis(slope * logit), 4))
}
ratings <- function(n, shift, digits) {
  first <- rnorm(n)
  second <- .8 * first + .6 * rnorm(n) + shift
  list(y_true = round(3 * first, digits), y_pred = round(3 * second, digits))
}
probabilities <- list(
  calibrated = logistic(120, .4, 1),
  overconfident = logistic(80, .2, 2.2),
  cautious = logistic(60, .5, .5)
)
pairs <- list(continuous = ratings(50, .4, 3), grades = ratings(80, -.3, 0), few = ratings(8, 0, 2))

mean_of <- function(loss) {
  found <- t.test(loss)
  list(value = unname(found$estimate), ci95 = as.numeric(found$conf.int), se = found$stderr,
       ci90 = as.numeric(t.test(loss, conf.level = .9)$conf.int))
}
fitted <- function(model, place) {
  list(value = unname(coef(model)[place]), se = unname(sqrt(diag(vcov(model)))[place]),
       sandwich = unname(sqrt(diag(sandwich(model)))[place]))
}
of_probabilities <- function(name, input) {
  y <- input$y_true
  p <- input$y_prob
  logit <- qlogis(p)
  exact <- glm.control(epsilon = 1e-15, maxit = 100)
  line <- glm(y ~ logit, family = binomial, control = exact)
  shift <- glm(y ~ offset(logit), family = binomial, control = exact)
  list(
    name = name, y_true = y, y_prob = p,
    software = "t.test; glm(y ~ qlogis(p)), glm(y ~ offset(qlogis(p))), vcov, sandwich::sandwich",
    brier_score = mean_of((p - y)^2),
    log_loss = mean_of(-log(ifelse(y == 1, p, 1 - p))),
    calibration_slope = fitted(line, 2),
    calibration_intercept = fitted(line, 1),
    calibration_in_the_large = fitted(shift, 1)
  )
}
of_ratings <- function(name, input) {
  found <- epi.ccc(input$y_true, input$y_pred, ci = "z-transform", conf.level = .95)
  list(
    name = name, y_true = input$y_true, y_pred = input$y_pred,
    software = "cor.test, epiR::epi.ccc(ci = \"z-transform\")",
    pearson = list(value = cor(input$y_true, input$y_pred),
                   ci95 = as.numeric(cor.test(input$y_true, input$y_pred)$conf.int)),
    lin = list(value = found$rho.c$est, ci95 = c(found$rho.c$lower, found$rho.c$upper))
  )
}
document <- list(
  made_with = list(
    R = paste(R.version$major, R.version$minor, sep = "."),
    epiR = as.character(packageVersion("epiR")),
    sandwich = as.character(packageVersion("sandwich")),
    jsonlite = as.character(packageVersion("jsonlite"))
  ),
  made_by = "tests/reference/row_intervals.R",
  probabilities = Map(of_probabilities, names(probabilities), probabilities),
  ratings = Map(of_ratings, names(pairs), pairs)
)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "row_intervals.json"))
