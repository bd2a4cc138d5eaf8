# Variances of a crossed design of two facets from the mean squares of aov, and the limits of two limits of agreement
# from the noncentral t distribution of R. Rscript tests/reference/g_study.R > tests/reference/g_study.json
library(jsonlite)
set.seed(7)
n <- 8; r <- 3; t <- 2
d <- expand.grid(p = factor(1:n), r = factor(1:r), t = factor(1:t))
d$y <- round(2 * rnorm(n)[d$p] + rnorm(r)[d$r] + 0.5 * rnorm(t)[d$t] + rnorm(n * r)[interaction(d$p, d$r)] + rnorm(nrow(d)), 3)
ms <- summary(aov(y ~ p * r * t, data = d))[[1]][["Mean Sq"]]
names(ms) <- c("p", "r", "t", "pr", "pt", "rt", "prt")
v <- c(
  unit = (ms[["p"]] - ms[["pr"]] - ms[["pt"]] + ms[["prt"]]) / (r * t),
  rater = (ms[["r"]] - ms[["pr"]] - ms[["rt"]] + ms[["prt"]]) / (n * t),
  occasion = (ms[["t"]] - ms[["pt"]] - ms[["rt"]] + ms[["prt"]]) / (n * r),
  "unit:rater" = (ms[["pr"]] - ms[["prt"]]) / t,
  "unit:occasion" = (ms[["pt"]] - ms[["prt"]]) / r,
  "rater:occasion" = (ms[["rt"]] - ms[["prt"]]) / n,
  "unit:rater:occasion" = ms[["prt"]]
)
cube <- lapply(1:n, function(i) lapply(1:r, function(j) sapply(1:t, function(k) d$y[d$p == i & d$r == j & d$t == k])))
x <- c(10.1, 12, 9.2, 11.5, 13.1, 10.4); y <- c(10.4, 11.6, 9.9, 11.9, 13, 11.1)
e <- x - y; z <- qnorm(.975); m <- length(e)
upper <- mean(e) + sd(e) / sqrt(m) * qt(c(.025, .975), m - 1, z * sqrt(m))
se <- sd(e) * sqrt(1 / m + z^2 / (2 * (m - 1)))
out <- list(
  software = R.version.string, packages = list(stats = as.character(packageVersion("stats")), jsonlite = as.character(packageVersion("jsonlite"))),
  cases = list(
    list(group = "g_study", ratings = cube, expected = as.list(v)),
    list(group = "limits", first = x, second = y, expected = list(
      bias = mean(e), low = mean(e) - z * sd(e), high = mean(e) + z * sd(e), exact = upper,
      bland_altman = mean(e) + z * sd(e) + c(-1, 1) * qt(.975, m - 1) * se))
  )
)
cat(toJSON(out, digits = 15, auto_unbox = TRUE, pretty = TRUE), "\n")
