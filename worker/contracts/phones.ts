const PHONE_CHARACTERS = /^[\d+().x -]+$/;

/**
 * Returns whether a text is a phone number: only digits and `+ ( ) - . x`, with 7 to 20 digits including an extension.
 */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 20;
}

/** Returns the normalised phone number: its first ten digits, without Canada's leading 1 and without an extension. */
export function phoneKeyOf(phone: string): string {
  return phone
    .replace(/\D/g, "")
    .replace(/^1(?=\d{10})/, "")
    .slice(0, 10);
}

/** Digits written as words, in English, French and Chinese. */
const SPOKEN: ReadonlyMap<string, string> = new Map(
  [
    "zero oh zéro 零 〇",
    "one un 一",
    "two deux 二",
    "three trois 三",
    "four quatre 四",
    "five cinq 五",
    "six 六",
    "seven sept 七",
    "eight huit 八",
    "nine neuf 九",
  ].flatMap((names, digit) => names.split(" ").map((name) => [name, String(digit)] as const)),
);
const WORD = /[零〇一二三四五六七八九]|\p{L}+/gu;
/** Matches digits with at most three other characters between one and the next. */
const DIGITS = /(?:\+|\b(?:00|011))?\d(?:[^\p{L}\d]{0,3}\d)*/gu;
/** A North American number, with or without its leading 1. */
const NUMBER = /^1?[2-9]\d{2}[2-9]\d{6}$/;
const ABROAD = /^(?:\+|00|011)[1-9]\d{7,14}$/;
/**
 * Matches seven digits at the end of a part or after a word such as "call". "101-4750 Yonge St" is a unit in a house,
 * not a phone number.
 */
const LOCAL =
  /(?<!\d)[2-9]\d{2}[-. ]\d{4}\s{0,3}(?:$|[,;)])|\b(?:call|text|tel|telephone|phone|cell|mobile|whatsapp|sms)\b[^\p{L}\d]{0,3}(?:me |at |us ){0,2}\d{3}[-. ]?\d{4}(?!\d)/iu;

/** Returns whether consecutive groups of digits form a phone number. */
function isNumberIn(groups: readonly string[]): boolean {
  return groups.some((_, from) => {
    let digits = "";
    return groups.slice(from).some((group) => {
      digits += group;
      return NUMBER.test(digits);
    });
  });
}

/**
 * Returns whether a line with ASCII digits contains a phone number, in any grouping and also in words: "416.555.0116",
 * "+44 20 7946 0958", "four one six …".
 */
export function containsPhone(text: string): boolean {
  const plain = text.replace(WORD, (word) => SPOKEN.get(word.toLowerCase()) ?? word);
  if (LOCAL.test(plain)) return true;
  return (plain.match(DIGITS) ?? []).some(
    (run) => ABROAD.test(run.replace(/[^+\d]/g, "")) || isNumberIn(run.match(/\d+/g) ?? []),
  );
}
