# Variances of means whose rows come in clusters, and their degrees of freedom; read by tests/inference/influence/test_influences.py.
#
#   Rscript tests/reference/clusters.R        (in the root of the repository; the packages named in `packages` below)
#
# Inputs are written into the file, so that the tests need no R. "software" says which call gave a number.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(clubSandwich)
})
packages <- c("clubSandwich", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

set.seed(1603)
case <- function(name, sizes) {
  cluster <- rep(seq_along(sizes), sizes)
  chance <- plogis(rnorm(length(sizes), 0.8))[cluster]
  prob <- round((runif(length(cluster)) < chance) * 0.6 + runif(length(cluster)) * 0.4, 3) # all rows are positive
  of <- function(y) {
    fit <- lm(y ~ 1)
    found <- coef_test(fit, vcov = vcovCR(fit, cluster, type = "CR2"), test = "Satterthwaite")
    list(mean = unname(coef(fit)), se = found$SE, df = found$df_Satt)
  }
  list(
    name = name, cluster = cluster, prob = prob,
    software = "clubSandwich::vcovCR(lm(y ~ 1), type = \"CR2\"), coef_test(test = \"Satterthwaite\")",
    loss = of((prob - 1)^2), right = of(as.numeric(prob >= 0.5))
  )
}
cases <- list(
  case("equal sizes", rep(5, 12)),
  case("unequal sizes", c(1, 2, 3, 5, 8, 13, 4, 4, 7, 2, 1, 9)),
  case("a huge cluster", c(60, rep(3, 15))),
  case("rows", rep(1, 40))
)

document <- list(made_with = made_with, made_by = "tests/reference/clusters.R", cases = cases)
text <- toJSON(document, auto_unbox = TRUE, digits = NA, na = "null", pretty = 1)
text <- gsub(",\\s+(?=-?[0-9])", ", ", text, perl = TRUE) # one line a row of numbers
text <- gsub("\\[\\s+(?=-?[0-9])", "[", text, perl = TRUE)
text <- gsub("(?<=[0-9])\\s+\\]", "]", text, perl = TRUE)
writeLines(text, file.path("tests", "reference", "clusters.json"))
