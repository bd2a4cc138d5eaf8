// The order of search results: terms of search.toml, pages that answer a question, metrics and Python's names, the rest.
var Scorer = {
  score: ([page, , , , score, , kind]) => {
    if (kind === "index") return 2 * score;
    if (!page.startsWith("docs/")) return 0.2 * score;
    return /^docs\/(metrics|site)/.test(page) ? score : 1.5 * score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
