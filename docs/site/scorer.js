// The order of search results: pages that answer a question, then metrics and Python's names, then what is for developers.
var Scorer = {
  score: ([page, , , , score]) => score * (/^docs\/(?!metrics|site)/.test(page) ? 1.5 : /^docs/.test(page) ? 1 : 0.2),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
