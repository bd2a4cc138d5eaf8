# Values of other people's software for the rates of diagnostic tests and for simple measures of whole tables.
#
#   Rscript tests/reference/screening.R   (in the root of the repository; the packages named in `packages` below)
#
# Tables have the truth in the rows and, of two classes, the negative one first. "software" says which call gave a
# number; where a package refuses a table (empty cells) or prints a rounded number, another one is asked.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({ # names of the others collide: they are called as package::function
  library(jsonlite)
  library(epiR)
  library(proxy)
})

packages <- c("caret", "epiR", "vcd", "proxy", "MLmetrics", "ModelMetrics", "e1071", "pscl", "carData", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

write_cases <- function(name, cases) {
  document <- list(made_with = made_with, made_by = "tests/reference/screening.R", cases = cases)
  text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", matrix = "rowmajor", pretty = 1)
  # one line a row of numbers
  text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
  text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
  text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
  writeLines(text, file.path("tests", "reference", name))
}

# the rows behind a table: one entry a row of data
rows_of <- function(table) {
  counts <- as.vector(table)
  list(truth = rep(rep(seq_len(nrow(table)), ncol(table)), counts) - 1,
       pred = rep(rep(seq_len(ncol(table)), each = nrow(table)), counts) - 1)
}

for_caret <- function(table, levels) { # caret has the prediction in the rows
  out <- as.table(t(table))
  dimnames(out) <- list(Prediction = levels, Reference = levels)
  out
}

# -- two classes --------------------------------------------------------------------------------------------------

two_by_two <- list(
  small = matrix(c(2, 1, 1, 2), 2),
  rare = matrix(c(957, 11, 32, 18), 2, byrow = TRUE),
  worse_than_chance = matrix(c(3, 40, 25, 7), 2, byrow = TRUE),
  uneven = matrix(c(640, 202, 74, 670), 2, byrow = TRUE)
)

two_class_case <- function(name) {
  table <- two_by_two[[name]]
  found <- caret::confusionMatrix(for_caret(table, c("no", "yes")), positive = "yes")
  # epi.tests: test positive first in the rows, diseased first in the columns
  tests <- epi.tests(as.table(t(table)[2:1, 2:1]))$detail
  by_epi <- function(statistic) tests$est[tests$statistic == statistic]
  rows <- rows_of(table)
  indicator <- rbind(rows$truth == 1, rows$pred == 1)
  list(
    name = name,
    table = table,
    software = paste(
      "epiR::epi.tests: lr.pos, lr.neg, diag.or, tp, ap, p.dntp, p.dptn; caret::confusionMatrix: Prevalence,",
      "Detection Rate, Detection Prevalence, AccuracyNull; vcd::oddsratio; proxy::simil: Jaccard, Ochiai;",
      "ModelMetrics: ppv, npv, tpr, tnr; MLmetrics::ZeroOneLoss"
    ),
    positive_likelihood_ratio = by_epi("lr.pos"),
    negative_likelihood_ratio = by_epi("lr.neg"),
    diagnostic_odds_ratio = by_epi("diag.or"),
    diagnostic_odds_ratio_vcd = unname(exp(coef(vcd::oddsratio(as.table(table))))),
    false_discovery_rate = by_epi("p.dntp"),
    false_omission_rate = by_epi("p.dptn"),
    prevalence = by_epi("tp"),
    predicted_prevalence = by_epi("ap"),
    prevalence_caret = unname(found$byClass["Prevalence"]),
    predicted_prevalence_caret = unname(found$byClass["Detection Prevalence"]),
    detection_rate = unname(found$byClass["Detection Rate"]),
    no_information_rate = unname(found$overall["AccuracyNull"]),
    jaccard = as.numeric(simil(indicator, method = "Jaccard")),
    fowlkes_mallows = as.numeric(simil(indicator, method = "Ochiai")),
    markedness = ModelMetrics::ppv(rows$truth, rows$pred) + ModelMetrics::npv(rows$truth, rows$pred) - 1,
    geometric_mean = sqrt(ModelMetrics::tpr(rows$truth, rows$pred) * ModelMetrics::tnr(rows$truth, rows$pred)),
    zero_one_loss = MLmetrics::ZeroOneLoss(rows$pred, rows$truth)
  )
}

# -- several classes ----------------------------------------------------------------------------------------------

several <- list(
  # Stuart 1953, unaided distance vision of 7,477 women; right eye by left eye
  stuart = matrix(c(1520, 266, 124, 66, 234, 1512, 432, 78, 117, 362, 1772, 205, 36, 82, 179, 492), 4, byrow = TRUE),
  cohen = matrix(c(88, 14, 18, 10, 40, 10, 2, 6, 12), 3, byrow = TRUE),
  never_right = matrix(c(0, 0, 7, 0, 9, 0, 8, 3, 0), 3, byrow = TRUE)
)

several_case <- function(name) {
  table <- several[[name]]
  found <- caret::confusionMatrix(for_caret(table, letters[seq_len(nrow(table))]))
  each <- unname(found$byClass)
  colnames(each) <- colnames(found$byClass)
  jaccard <- function(k) {
    rows <- rows_of(table)
    as.numeric(simil(rbind(rows$truth == k, rows$pred == k), method = "Jaccard"))
  }
  list(
    name = name,
    table = table,
    software = "caret::confusionMatrix: AccuracyNull, byClass; proxy::simil(method = \"Jaccard\") for each class",
    no_information_rate = unname(found$overall["AccuracyNull"]),
    prevalence_each = each[, "Prevalence"],
    detection_rate_each = each[, "Detection Rate"],
    predicted_prevalence_each = each[, "Detection Prevalence"],
    jaccard_each = sapply(seq_len(nrow(table)) - 1, jaccard),
    geometric_mean = prod(each[, "Sensitivity"])^(1 / nrow(table))
  )
}

# -- several labels at once ---------------------------------------------------------------------------------------

set.seed(404)
truth <- matrix(rbinom(25 * 4, 1, .4), 25)
pred <- ifelse(matrix(runif(25 * 4), 25) < .8, truth, 1 - truth)
truth[7, ] <- pred[7, ] <- 0 # a row without any label
wrong <- sapply(seq_len(nrow(truth)), function(i) e1071::hamming.distance(truth[i, ], pred[i, ]))
labels_case <- list(
  name = "several_labels", y_true = truth, y_pred = pred,
  software = paste(
    "e1071::hamming.distance of each row, divided by the number of labels;",
    "ModelMetrics::ce of \"is any label wrong\"; proxy::simil(method = \"Jaccard\") of each row"
  ),
  hamming_loss = mean(wrong) / ncol(truth),
  zero_one_loss = ModelMetrics::ce(rep(0, length(wrong)), as.numeric(wrong > 0)),
  jaccard_rows = sapply(seq_len(nrow(truth)), function(i) as.numeric(simil(rbind(truth[i, ], pred[i, ]) == 1,
    method = "Jaccard"
  )))
)

# -- right beyond the largest class -------------------------------------------------------------------------------

# The logit of Long 1997, Regression Models for Categorical and Limited Dependent Variables: women at work (Mroz 1987).
data(Mroz, package = "carData")
model <- glm(lfp ~ k5 + k618 + age + wc + hc + lwg + inc, binomial, Mroz)
hits <- pscl::hitmiss(model) # percent correctly predicted: by the model, by the null model is the largest class
null <- caret::confusionMatrix(factor(ifelse(fitted(model) > 0.5, "yes", "no"), c("no", "yes")), Mroz$lfp)
share <- unname(hits[1]) / 100
mroz_case <- list(
  name = "mroz", table = matrix(as.numeric(table(Mroz$lfp, fitted(model) > 0.5)), 2),
  software = paste(
    "pscl::hitmiss of glm(lfp ~ k5 + k618 + age + wc + hc + lwg + inc, binomial, carData::Mroz);",
    "caret::confusionMatrix: AccuracyNull"
  ),
  accuracy = share,
  no_information_rate = unname(null$overall["AccuracyNull"]),
  adjusted_count_r2 = (share - unname(null$overall["AccuracyNull"])) / (1 - unname(null$overall["AccuracyNull"]))
)

write_cases("screening.json", c(
  lapply(names(two_by_two), two_class_case),
  lapply(names(several), several_case),
  list(labels_case, mroz_case)
))
