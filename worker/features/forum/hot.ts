/** log10 of 1 … 99; nothing has the score 0. */
const LOGARITHMS = JSON.stringify(Array.from({ length: 100 }, (_, n) => (n === 0 ? 0 : Math.log10(n))));

/** What log10 is taken of; no discussion has a million of it. */
export const SCORE_SQL = "min(999999, max(1, upvotes - downvotes + comment_count))";
/** {@link SCORE_SQL} down to its first two digits: 3,456 becomes 3,400. */
export const SCORE_HEAD_SQL = `CASE WHEN score < 100 THEN score WHEN score < 1000 THEN score / 10 * 10
  WHEN score < 10000 THEN score / 100 * 100 WHEN score < 100000 THEN score / 1000 * 1000
  ELSE score / 10000 * 10000 END`;

/**
 * How hot a thread is (docs/product.md, Discussions): log10(score) + seconds / 45,000. D1 has no logarithm, so that of
 * the first two digits is looked up, their power of ten counted, and the rest of the way is atanh's Padé approximant,
 * 10⁻¹⁰ off at most: log(a/b) = 2·atanh((a − b)/(a + b)).
 */
export const HOT_SQL = `json_extract('${LOGARITHMS}', '$[' || substr(score_head, 1, 2) || ']')
  + max(length(score_head), 2) - 2
  + 0.8685889638065036 * (score - score_head)
    * (15.0 * (score + score_head) * (score + score_head) - 4 * (score - score_head) * (score - score_head))
    / (score + score_head)
    / (15.0 * (score + score_head) * (score + score_head) - 9 * (score - score_head) * (score - score_head))
  + created_at / 45000000.0`;
