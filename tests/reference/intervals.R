# Intervals of metrics of labels as other people's software has them; read by the tests of inference.
#
#   Rscript tests/reference/intervals.R        (in the root of the repository; the packages named in `packages` below)
#
# Inputs are written into the file, so that the tests need no R. "software" says which call gave a number.

Sys.setenv(TZ = "UTC")
suppressPackageStartupMessages({
  library(jsonlite)
  library(vcd)
  library(epiR)
  library(Hmisc)
})

packages <- c("vcd", "epiR", "Hmisc", "jsonlite")
made_with <- c(
  list(R = paste(R.version$major, R.version$minor, sep = ".")),
  lapply(setNames(packages, packages), function(name) as.character(packageVersion(name)))
)

# -- proportions: x of n rows -----------------------------------------------------------------------------------------

proportion <- function(x, n, level) {
  found <- list(
    x = x, n = n, level = level,
    exact = as.numeric(binom.test(x, n, conf.level = level)$conf.int),
    wilson = as.numeric(suppressWarnings(prop.test(x, n, conf.level = level, correct = FALSE))$conf.int),
    `agresti-coull` = as.numeric(unlist(
      epi.conf(matrix(c(x, n), 1), ctype = "prevalence", method = "agresti", conf.level = level)[c("lower", "upper")]
    ))
  )
  # Hmisc has another Wilson limit at x = 1 and x = n - 1
  hmisc <- binconf(x, n, alpha = 1 - level, method = "all")
  stopifnot(isTRUE(all.equal(unname(hmisc["Exact", 2:3]), found$exact)))
  if (!x %in% c(1, n - 1)) stopifnot(isTRUE(all.equal(unname(hmisc["Wilson", 2:3]), found$wilson)))
  found$jeffreys <- c(
    if (x == 0) 0 else qbeta((1 - level) / 2, x + 0.5, n - x + 0.5),
    if (x == n) 1 else qbeta((1 + level) / 2, x + 0.5, n - x + 0.5)
  )
  found
}
pairs <- list(c(0, 1), c(0, 10), c(1, 10), c(7, 10), c(9, 10), c(10, 10), c(13, 87), c(480, 500), c(2, 40000))
proportions <- unlist(
  lapply(pairs, function(pair) lapply(c(0.9, 0.95, 0.99), function(level) proportion(pair[1], pair[2], level))),
  recursive = FALSE
)

# -- likelihood ratios and the odds ratio -----------------------------------------------------------------------------

screening <- lapply(list(c(40, 10, 5, 45), c(8, 3, 2, 200), c(1, 7, 9, 2), c(670, 202, 74, 640)), function(cells) {
  # cells: TP, FP, FN, TN; the table has the test in its rows
  detail <- epi.tests(as.table(matrix(cells, 2, byrow = TRUE)), conf.level = 0.95)$detail
  pick <- function(name) as.numeric(unlist(detail[detail$statistic == name, c("est", "lower", "upper")]))
  list(cells = cells, diagnostic_odds_ratio = pick("diag.or"), positive_likelihood_ratio = pick("lr.pos"),
       negative_likelihood_ratio = pick("lr.neg"))
})

# -- kappa: the standard error of Fleiss, Cohen & Everitt 1969 --------------------------------------------------------

tables <- list(
  stuart = matrix(c(1520, 266, 124, 66, 234, 1512, 432, 78, 117, 362, 1772, 205, 36, 82, 179, 492), 4, byrow = TRUE),
  cohen = matrix(c(88, 14, 18, 10, 40, 10, 2, 6, 12), 3, byrow = TRUE)
)
kappas <- unlist(lapply(names(tables), function(name) {
  lapply(c("none", "Equal-Spacing", "Fleiss-Cohen"), function(weights) {
    found <- Kappa(as.table(tables[[name]]), weights = if (weights == "none") "Equal-Spacing" else weights)
    part <- if (weights == "none") found$Unweighted else found$Weighted
    list(
      name = name, table = tables[[name]],
      weights = c(none = NA, `Equal-Spacing` = "linear", `Fleiss-Cohen` = "quadratic")[[weights]],
      value = part[["value"]], se = part[["ASE"]]
    )
  })
}), recursive = FALSE)

software <- list(
  proportions = paste(
    "exact: stats::binom.test; wilson: stats::prop.test(correct = FALSE); both equal to Hmisc::binconf;",
    "agresti-coull: epiR::epi.conf(method = \"agresti\"); jeffreys: stats::qbeta"
  ),
  screening = "epiR::epi.tests", kappas = "vcd::Kappa"
)
content <- list(made_with = made_with, software = software, proportions = proportions, screening = screening,
                kappas = kappas)
write_json(content, "tests/reference/intervals.json", digits = NA, auto_unbox = TRUE, null = "null", na = "null")
