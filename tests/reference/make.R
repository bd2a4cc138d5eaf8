# Values of other people's software that the tests of the metrics read from the JSON files beside this script.
#
#   Rscript tests/reference/make.R        (in the root of the repository; the packages named in `packages` below)
#
# Inputs are written into the files, so that the tests need no R. "software" says which call gave a number.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(vcd)
  library(psych)
  library(epiR)
  library(pROC)
  library(caret)
})

packages <- c("vcd", "psych", "epiR", "pROC", "caret", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

here <- function(name) file.path("tests", "reference", name)
write_cases <- function(name, cases) {
  document <- list(made_with = made_with, made_by = "tests/reference/make.R", cases = cases)
  text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", matrix = "rowmajor", pretty = 1)
  # one line a row of numbers
  text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
  text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
  text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
  writeLines(text, here(name))
}
plain <- function(table) matrix(as.numeric(table), nrow(table))

# -- tables: kappa with all weights; correlation of two classes --------------------------------------------------

set.seed(20240)
ordinal <- {
  truth <- sample(1:5, 400, TRUE, c(.4, .3, .15, .1, .05))
  shift <- sample(-2:2, 400, TRUE, c(.05, .2, .5, .2, .05))
  plain(table(factor(truth, 1:5), factor(pmin(pmax(truth + shift, 1), 5), 1:5)))
}
tables <- list(
  # Stuart 1953, unaided distance vision of 7,477 women; right eye by left eye
  stuart = matrix(c(1520, 266, 124, 66, 234, 1512, 432, 78, 117, 362, 1772, 205, 36, 82, 179, 492), 4, byrow = TRUE),
  # the example of Cohen 1960 and 1968: 200 persons diagnosed twice
  cohen = matrix(c(88, 14, 18, 10, 40, 10, 2, 6, 12), 3, byrow = TRUE),
  seeded = ordinal,
  sparse = matrix(c(3, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 5, 0, 0, 1, 0), 4, byrow = TRUE),
  inverted = matrix(c(0, 0, 7, 0, 9, 0, 8, 0, 0), 3, byrow = TRUE)
)

# agreement weights, one on the diagonal; vcd and psych presume that such a matrix is symmetric
own_weights <- function(k) {
  penalty <- sqrt(abs(outer(1:k, 1:k, "-"))) + outer(1:k, 1:k, function(i, j) 0.1 * (i + j) * (i != j))
  1 - penalty / max(penalty)
}

kappa_case <- function(name) {
  table <- tables[[name]]
  k <- nrow(table)
  own <- own_weights(k)
  by_vcd <- function(weights) unname(Kappa(as.table(table), weights = weights)$Weighted["value"])
  by_psych <- function(weights) suppressWarnings(cohen.kappa(table, w = weights)$weighted.kappa)
  distance <- abs(outer(1:k, 1:k, "-"))
  list(
    name = name,
    table = table,
    own_weights = own,
    software = "vcd::Kappa; second opinion psych::cohen.kappa(w = ...)",
    none = unname(Kappa(as.table(table))$Unweighted["value"]),
    linear = by_vcd("Equal-Spacing"),
    quadratic = by_vcd("Fleiss-Cohen"),
    own = by_vcd(own),
    psych = list(
      none = suppressWarnings(cohen.kappa(table)$kappa),
      linear = by_psych(1 - distance / (k - 1)),
      quadratic = by_psych(1 - distance^2 / (k - 1)^2),
      own = by_psych(own)
    )
  )
}
write_cases("kappa.json", lapply(names(tables), kappa_case))

# -- two classes: all rates ---------------------------------------------------------------------------------------

two_by_two <- list(
  small = matrix(c(2, 1, 1, 2), 2),
  rare = matrix(c(957, 11, 32, 18), 2, byrow = TRUE),
  worse_than_chance = matrix(c(3, 40, 25, 7), 2, byrow = TRUE),
  no_true_positive = matrix(c(10, 4, 3, 0), 2, byrow = TRUE)
)
rates_case <- function(name) {
  table <- two_by_two[[name]] # rows: truth, negative first
  levels <- c("no", "yes")
  caret_table <- as.table(t(table)) # caret has the prediction in the rows
  dimnames(caret_table) <- list(Prediction = levels, Reference = levels)
  found <- confusionMatrix(caret_table, positive = "yes")
  list(
    name = name,
    table = table,
    software = "caret::confusionMatrix(positive = ...); psych::phi(digits = 16)",
    accuracy = unname(found$overall["Accuracy"]),
    kappa = unname(found$overall["Kappa"]),
    balanced_accuracy = unname(found$byClass["Balanced Accuracy"]),
    recall = unname(found$byClass["Sensitivity"]),
    specificity = unname(found$byClass["Specificity"]),
    precision = unname(found$byClass["Precision"]),
    negative_predictive_value = unname(found$byClass["Neg Pred Value"]),
    f1 = unname(found$byClass["F1"]),
    f2 = F_meas(caret_table, relevant = "yes", beta = 2),
    matthews_correlation = phi(table, digits = 16)
  )
}
write_cases("rates.json", lapply(names(two_by_two), rates_case))

# -- concordance --------------------------------------------------------------------------------------------------

set.seed(7)
ratings <- list(
  petals = list(x = iris$Petal.Length, y = iris$Petal.Width),
  blood = { x <- round(rnorm(60, 120, 15), 1); list(x = x, y = round(x + rnorm(60, 2, 6), 1)) },
  far_away = { x <- 1e6 + round(rnorm(40), 3); list(x = x, y = x + round(rnorm(40, 0, .5), 3)) },
  opposite = list(x = 1:9 + 0, y = 9:1 + 0.5)
)
concordance_case <- function(name) {
  x <- ratings[[name]]$x
  y <- ratings[[name]]$y
  list(
    name = name, y_true = x, y_pred = y,
    software = "epiR::epi.ccc(x, y)$rho.c$est",
    concordance_correlation = epi.ccc(x, y)$rho.c$est
  )
}
write_cases("concordance.json", lapply(names(ratings), concordance_case))

# -- ranking ------------------------------------------------------------------------------------------------------

set.seed(11)
truth <- rbinom(120, 1, .3)
scores <- list(
  cars = list(y = mtcars$am, s = mtcars$mpg),
  ties = list(y = truth, s = round(rnorm(120, truth), 1)),
  worse = list(y = truth, s = round(rnorm(120, -truth), 2)),
  all_tied = list(y = c(0, 1, 1, 0, 1), s = rep(3, 5))
)
auc_case <- function(name) {
  y <- scores[[name]]$y
  s <- scores[[name]]$s
  curve <- roc(y, s, levels = c(0, 1), direction = "<", quiet = TRUE)
  list(
    name = name, y_true = y, y_score = s,
    software = "pROC::roc(direction = \"<\"): auc, sensitivities, specificities",
    roc_auc = as.numeric(auc(curve)),
    # from the highest threshold down, as points of the curve
    tpr = rev(curve$sensitivities),
    fpr = 1 - rev(curve$specificities)
  )
}

set.seed(12)
classes <- sample(0:3, 150, TRUE, c(.4, .3, .2, .1))
raw <- matrix(rexp(150 * 4), 150) + 1.2 * outer(classes, 0:3, "==")
probabilities <- round(raw / rowSums(raw), 2)
colnames(probabilities) <- 0:3
hand_till <- multiclass.roc(factor(classes, 0:3), probabilities, direction = ">", quiet = TRUE)
write_cases("ranking.json", c(
  lapply(names(scores), auc_case),
  list(list(
    name = "hand_till", y_true = classes, y_score = unname(probabilities),
    software = "pROC::multiclass.roc(truth, matrix, direction = \">\")",
    roc_auc_ovo = as.numeric(hand_till$auc)
  ))
))
