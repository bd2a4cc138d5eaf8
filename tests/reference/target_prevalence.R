# Predictive values and other rates of case-control data at a prevalence that is known from elsewhere.
#
#   Rscript tests/reference/target_prevalence.R   (in the root of the repository)
#
# "logit": the intervals of Mercaldo, Lau & Zhou (2007), Statistics in Medicine 26:2170, section 2.2, written here from
# the paper's formulas: logit PPV = logit p + log Se - log(1 - Sp), with the variance (1 - Se) / (n1 Se) +
# Sp / (n0 (1 - Sp)); of NPV with the roles exchanged.
# "delta": values and standard errors by car::deltaMethod, which differentiates the formula in Se and Sp symbolically.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(car)
})
made_with <- list(R = paste(R.version$major, R.version$minor, sep = "."), car = as.character(packageVersion("car")))

mercaldo <- function(tp, fp, fn, tn, p) {
  n1 <- tp + fn; n0 <- fp + tn
  se <- tp / n1; sp <- tn / n0
  z <- qnorm(0.975)
  both <- function(odds, variance) as.vector(plogis(odds + c(0, -1, 1) * z * sqrt(variance)))
  list(
    precision = both(qlogis(p) + log(se) - log(1 - sp), (1 - se) / (n1 * se) + sp / (n0 * (1 - sp))),
    negative_predictive_value = both(qlogis(1 - p) + log(sp) - log(1 - se), se / (n1 * (1 - se)) + (1 - sp) / (n0 * sp))
  )
}

called <- "(p*se + (1-p)*(1-sp))" # share of rows called positive
formulas <- list(
  precision = paste0("p*se / ", called),
  negative_predictive_value = paste0("(1-p)*sp / (1 - ", called, ")"),
  jaccard = "p*se / (p + (1-p)*(1-sp))",
  f1 = paste0("2*p*se / (p + ", called, ")"),
  accuracy = "p*se + (1-p)*sp",
  matthews_correlation = paste0("(se + sp - 1) * sqrt(p*(1-p) / (", called, " * (1 - ", called, ")))"),
  cohen_kappa = paste0(
    "1 - (p*(1-se) + (1-p)*(1-sp)) / (p * (1 - ", called, ") + (1-p) * ", called, ")"
  ),
  markedness = paste0("p*se / ", called, " + (1-p)*sp / (1 - ", called, ") - 1")
)

delta <- function(tp, fp, fn, tn, p) {
  n1 <- tp + fn; n0 <- fp + tn
  se <- tp / n1; sp <- tn / n0
  lapply(formulas, function(text) {
    text <- gsub("\\bp\\b", format(p, digits = 17), text)
    found <- deltaMethod(c(se = se, sp = sp), text, vcov. = diag(c(se * (1 - se) / n1, sp * (1 - sp) / n0)))
    c(found[["Estimate"]], found[["SE"]])
  })
}

tables <- list(
  c(80, 10, 20, 90), c(18, 3, 2, 17), c(47, 2, 3, 48), c(50, 30, 50, 70), c(30, 25, 10, 475), c(240, 1, 260, 49)
)
cases <- list()
for (cells in tables) for (p in c(0.001, 0.01, 0.1, 0.5)) {
  arguments <- c(as.list(cells), p)
  cases[[length(cases) + 1]] <- list(
    cells = cells, prevalence = p, logit = do.call(mercaldo, arguments), delta = do.call(delta, arguments)
  )
}
document <- list(made_with = made_with, made_by = "tests/reference/target_prevalence.R", cases = cases)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE)
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "target_prevalence.json"))
