/** Fractions keep their one sign: in compatibility form the "½" of "85½" would be more digits of the number. */
const BUT_FRACTIONS = /[^¼-¾⅐-⅞]+/gu;
const OTHER_DIGITS = /[^\P{Nd}0-9]/gu;
const IS_DIGIT = /\p{Nd}/u;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** A digit of any script as an ASCII one: those of a script stand in order, from zero on. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && IS_DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/**
 * A short text in compatibility form (NFKC), with ASCII digits: "１２３ Main St" is "123 Main St", "№ 4" is "No 4". Only for
 * what {@link cleanText} has gone over, or single characters: the time can grow with the square of marks in a row.
 */
export function withPlainDigits(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text.replace(BUT_FRACTIONS, (part) => part.normalize("NFKC")).replace(OTHER_DIGITS, asciiDigit);
}
