/** Returns a text cut at a word to at most `max` characters, including the ellipsis. */
export function truncateAtWord(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  // Removes half of a surrogate pair, if the cut leaves one.
  const cut = line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "");
  // Cuts at the end of a sentence or phrase if that end is close to the limit, instead of adding a fragment of the next
  // sentence or phrase.
  const phrase = cut.search(/[.,;:!?] [^.,;:!?]*$/);
  const end = phrase >= (max * 5) / 6 ? phrase : cut.lastIndexOf(" ");
  const whole = end > max / 2 ? cut.slice(0, end) : cut;
  // Removes a word such as "the" or "with" from the end, because it only introduces the next word.
  return `${whole.replace(/ (?:an?|the|and|of|with|in|at|to|for)$/, "").replace(/(?<![\s,;:.–—-])[\s,;:.–—-]+$/, "")}…`;
}
