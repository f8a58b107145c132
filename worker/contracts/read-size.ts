import type { Bedrooms } from "./bedrooms.ts";
import { findPhrases, type Found, phraseOf, type ReadText } from "./phrase-matcher.ts";
import { createLazily } from "./create-lazily.ts";

// Parses the number of bedrooms from the beginning of a text. A den is not a bedroom, and a studio has none.

/** A size that a text names. A junior one-bedroom also counts as a studio. */
interface SizeWords extends Found {
  bedrooms: readonly number[];
  /** True if the size includes a den: "1 bedroom plus den". */
  hasDen?: boolean;
}

const words = (text: string) => new Set(text.split(" "));
/** Numbers in English, French, Spanish, Portuguese and Chinese; folded texts have no accents. */
const NUMBERS = new Map(
  [
    "one un une d'une una uno um uma 一 单",
    "two deux dos dois duas 两 二",
    "three trois tres 三",
    "four quatre cuatro quatro 四",
  ].flatMap((names, nth) => names.split(" ").map((name) => [name, nth + 1] as const)),
);
const BED = words(
  "bed beds bedroom bedrooms bdrm bdrms bdr bdrs br brs bd bds bedrm bedrms bedrom bedroms chambre chambres habitacion habitaciones dormitorio dormitorios quarto quartos recamara recamaras cuarto cuartos",
);
/** Words between a number and its noun, as in "2 good bedrooms". */
const BETWEEN = words("good bright big large spacious full size sized nice private separate de");
const STUDIO = words("studio bachelor bachelors batchelor estudio kitnet");
/** Words beside "studio" that show that it is a workplace, not a home. */
const WORK = words(
  "space art dance photo yoga recording music work work-only apartments rehearsal building buildings style size sized",
);
const DEN = words("den dens 1 office solarium");
const PLUS = words("+ & and plus with");
/** Words after "1 + 1" that show that the numbers do not count bedrooms. */
const BATHS = words("bath baths bathroom bathrooms washroom washrooms parking");
const JUNIOR = words("junior jr");
/** Words before a size that negate it: "not a studio". */
const DENIALS = words("not no isn't isnt never");
/**
 * Words that show that the bedrooms named before them are only some of the home's bedrooms: "two bedrooms on the second
 * floor".
 */
const SOME = words("on upstairs downstairs above below up down face facing");
const JOINING = words(", & and or");
/** Maximum length of a list of sizes such as "1, 2 and 3 bedroom apartments". */
const LIST = 8;

const otherScripts = createLazily(() =>
  (
    [
      [0, "원룸|스튜디오|开间|单身公寓"],
      [1, "원베드|1베드|방하나|방_하나|방_1|ஒரு_படுக்கை*"],
      [2, "투베드|2베드|방_2|방_두_개|방_두개|இரண்டு_படுக்கை*"],
      [3, "쓰리베드|3베드|방_3|방_세_개|방_세개|மூன்று_படுக்கை*"],
    ] as const
  ).map(([count, phrase]) => [count, [phraseOf(phrase)]] as const),
);

function countOf(word: string): number | null {
  return /^[1-9]$/.test(word) ? Number(word) : (NUMBERS.get(word) ?? null);
}

/** Returns the size that begins at a word: the bedrooms, and the index after the size. */
function sizeAt(tokens: readonly string[], from: number): { bedrooms: readonly number[]; to: number } | null {
  const at = (index: number) => tokens[index] ?? "";
  if (DENIALS.has(at(at(from - 1) === "a" ? from - 2 : from - 1))) return null;
  if (STUDIO.has(at(from))) {
    return WORK.has(at(from + 1)) || WORK.has(at(from - 1)) ? null : { bedrooms: [0], to: from + 1 };
  }
  const count = countOf(at(from));
  if (count === null) return null;
  if (/^[房室]$/.test(at(from + 1))) return { bedrooms: [count], to: from + 2 };
  const isPlusDen = at(from + 1) === "+" && DEN.has(at(from + 2)) && !BATHS.has(at(from + 3));
  if (isPlusDen) return { bedrooms: [count], to: from + 3 };
  let to = from + 1;
  while (to < from + 3 && BETWEEN.has(at(to))) to += 1;
  if (BED.has(at(to)) && at(to).endsWith("s") && SOME.has(at(to + 1))) return null;
  if (BED.has(at(to))) return { bedrooms: JUNIOR.has(at(from - 1)) ? [0, count] : [count], to: to + 1 };
  let last = from + 1;
  while (last < from + LIST && (JOINING.has(at(last)) || countOf(at(last)) !== null)) last += 1;
  const isList = last > from + 1 && BED.has(at(last)) && countOf(at(last - 1)) !== null;
  return isList ? { bedrooms: [count], to: last + 1 } : null;
}

/** Returns the sizes in a sentence, in order. */
function sizesIn(text: ReadText, sentence: number): SizeWords[] {
  const tokens = text.sentences[sentence]?.tokens.map((token) => token.text) ?? [];
  const found = tokens.flatMap((_, from): SizeWords[] => {
    const size = sizeAt(tokens, from);
    if (size === null) return [];
    const [plus = "", ...next] = tokens.slice(size.to, size.to + 3);
    const isDenNext = PLUS.has(plus) && next.some((word) => DEN.has(word) && word !== "1");
    const hasDen = isDenNext || DEN.has(tokens[size.to - 1] ?? "");
    return [{ sentence, from, ...size, hasDen }];
  });
  const others = otherScripts().flatMap(([count, phrases]) =>
    findPhrases(text, phrases)
      .filter((place) => place.sentence === sentence)
      .map((place) => ({ ...place, bedrooms: [count] })),
  );
  return [...found, ...others];
}

/** Number of sentences after the title that are searched if the title names no size. */
const LEAD = 3;

const FIELD: Readonly<Record<Bedrooms, readonly number[]>> = {
  Studio: [0],
  "1 Bedroom": [1],
  "2 Bedrooms": [2],
  "3 Bedrooms": [3],
  "4+ Bedrooms": [4, 5, 6, 7, 8, 9],
  "Private Room": [],
};

/**
 * Compares the size in the title, or else in the sentences after it, with the size field.
 * @returns null if the text names no size, and for a private room
 */
export function readSize(text: ReadText, bedrooms: Bedrooms): { agrees: boolean; places: readonly Found[] } | null {
  if (bedrooms === "Private Room") return null;
  const inTitle = sizesIn(text, 0);
  const lead = Array.from({ length: LEAD }, (_, nth) => sizesIn(text, nth + 1)).flat();
  // A title such as "Bachelor? No, one bedroom" only asks, so its size does not count.
  const isSaid = inTitle.length > 0 && text.sentences[0]?.isQuestion !== true;
  // "2 bedroom condo: 1 + 1, the den can be a bedroom" describes one bedroom.
  const isCorrected = lead.length > 0 && lead.every(({ hasDen }) => hasDen);
  const places = isCorrected ? lead : isSaid ? inTitle : [...inTitle, ...lead];
  if (places.length === 0) return null;
  return { agrees: places.some((size) => size.bedrooms.some((count) => FIELD[bedrooms].includes(count))), places };
}
