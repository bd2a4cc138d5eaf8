"""The rules, a chapter for what they are about; `concordant.findings.looking` asks them."""
