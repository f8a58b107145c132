/** Full stops of any script, and signs that look like one. NFKC has turned full-width and small ones into these before. */
const DOT = String.raw`[.\u3002\u2027\u00B7\u2022\u2219\u22C5\u30FB\u06D4\u0701\u0702\u16EB\uA4F8\u25CF\u25CB\u25E6\u26AA\u26AB\u2B24\u{1F534}\u{1F535}]`;
const OPEN = String.raw`[(\[{<*_~|"'-]`;
const CLOSED = String.raw`[)\]}>*_~|"'-]`;

/** Dots as programs spell them. */
const ENCODED_DOT = /%2e|&(?:#0{0,4}46|#x0{0,4}2e|period);?/g;
/** The word in spaced letters, which stays a word when the letters beside it are joined. */
const SPACED_DOT = /(?<![\p{L}\p{N}])d [o0] t(?![\p{L}\p{N}])/gu;
/** Blanks between single letters, digits and dots: "e v i l . c o m". */
const SPACED_LETTERS = new RegExp(
  String.raw`(?<=(?<![\p{L}\p{N}])[\p{L}\p{N}]|${DOT}) (?=(?:[\p{L}\p{N}]|${DOT})(?![\p{L}\p{N}]))`,
  "gu",
);

/** Each is tried on a folded line with one blank between words. */
const SHAPES: readonly RegExp[] = [
  /:\/\/|\/\/|\bhttps?\b|\bhxxps?\b|\bwww\b|xn--/u,
  // A dot before letters without the space that a sentence has: "evil.shop", "evil .shop", "例子。中国".
  new RegExp(String.raw`${DOT}\p{L}[\p{L}\p{M}]`, "u"),
  // A full stop with a space on both sides, which no sentence has: "evil . shop".
  /[\p{L}\p{N}] [.\u3002] [\p{L}\p{N}]/u,
  // Spelled out: "evil dot com", "evil[.]com", "evil (dot) com", "evildot com".
  new RegExp(String.raw`${OPEN} ?(?:d[o0]t|${DOT}) ?${CLOSED}`, "u"),
  /[\p{L}\p{N}] d[o0]t \p{L}/u,
  /d[o0]t ?(?:com|net|org|info|ca|co|io|shop|xyz)\b/u,
  /(?:point|punto|ponto|punkt|точка|点|點) ?(?:com|net|org|info|ca|co|io|shop|xyz)\b/u,
  // Endings that are no words of a sentence: "evil. com", "evil,com".
  /[.,] ?(?:com|net|org|biz|xyz)\b/u,
  // Four numbers of an address.
  /\d\.\d{1,3}\.\d{1,3}\.\d/u,
];

/**
 * Whether one line may hold a link, recognised by its shape: letters, a dot in any spelling, letters, without the space
 * that a sentence has. In doubt it does ("St.Clair", "polka dot curtains"). For names and titles of a few words that
 * strangers choose and others read; linear in the length of the line.
 */
export function mayHoldLink(line: string): boolean {
  const folded = line
    .replaceAll("…", " ")
    .normalize("NFKC")
    .toLowerCase()
    .replace(ENCODED_DOT, ".")
    .replace(/\s+/gu, " ")
    .replace(SPACED_DOT, "dot");
  const joined = folded.replace(SPACED_LETTERS, "");
  return SHAPES.some((shape) => shape.test(folded) || shape.test(joined));
}
