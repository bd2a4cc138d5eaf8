# Variances of units and raters by REML, of crossed ratings of which some are missing: lme4.
# Rscript tests/reference/variance_components.R > tests/reference/variance_components.json
suppressMessages(library(lme4))
library(jsonlite)
set.seed(3)
cases <- lapply(1:8, function(k) {
  n <- sample(8:25, 1)
  r <- sample(3:6, 1)
  y <- outer(rnorm(n) * runif(1, .2, 2), rnorm(r) * runif(1, 0, 1), "+") + matrix(rnorm(n * r), n)
  y[runif(n * r) < .25] <- NA
  y <- round(y, 4)
  d <- data.frame(y = c(y), u = factor(rep(1:n, r)), r = factor(rep(1:r, each = n)))
  d <- d[!is.na(d$y), ]
  fit <- suppressMessages(lmer(y ~ 1 + (1 | u) + (1 | r), d,
    control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-12))))
  v <- as.data.frame(VarCorr(fit))
  list(ratings = y, expected = setNames(as.list(v$vcov), c(u = "units", r = "raters", Residual = "error")[v$grp]))
})
out <- list(software = R.version.string, packages = list(lme4 = as.character(packageVersion("lme4"))), cases = cases)
cat(toJSON(out, digits = 15, auto_unbox = TRUE, na = "null"), "\n")
