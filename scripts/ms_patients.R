# Prints the multiple sclerosis tables as R's package vcd holds them, to check MS_COUNTS in
# make_examples.py and tests/data/test_examples.py.  Run: Rscript scripts/ms_patients.R
#
# Output with R 4.2.2 and vcd 1.4-11 (Debian r-cran-vcd), rows = New Orleans neurologist,
# columns = Winnipeg neurologist, both in the order Certain, Probable, Possible, Doubtful:
#
#   Winnipeg patients (149)        New Orleans patients (69)
#     38   5   0   1                  5   3   0   0
#     33  11   3   0                  3  11   4   0
#     10  14   5   6                  2  13   3   4
#      3   7   3  10                  1   2   4  14
#
#   Winnipeg:    kappa 0.20794246, linear 0.37973055, quadratic 0.52457646
#   New Orleans: kappa 0.29651657, linear 0.47727273, quadratic 0.62558140
suppressPackageStartupMessages(library(vcd))
data("MSPatients")
cat(R.version.string, "- vcd", as.character(packageVersion("vcd")), "\n")
for (patients in dimnames(MSPatients)$Patients) {
  counts <- MSPatients[, , patients]
  cat("\n", patients, "patients:", sum(counts), "\n")
  print(counts)
  linear <- Kappa(counts, weights = "Equal-Spacing")
  quadratic <- Kappa(counts, weights = "Fleiss-Cohen")
  cat(sprintf("kappa %.8f, linear %.8f, quadratic %.8f\n", linear$Unweighted["value"],
              linear$Weighted["value"], quadratic$Weighted["value"]))
}
