import { areaByName, houseNumbersIn } from "../../../contracts/addresses.ts";
import { withPlainDigits } from "../../../contracts/text.ts";
import { joinStreet, streetLength, streetParts, streetWords } from "../../../contracts/street-words.ts";
import { isDay, isMeasured, isOfRoad, isPrice, isYear, phonesIn } from "./number-words.ts";

/** A house whose number nobody may read. */
export interface OwnHouse {
  numbers: ReadonlySet<string>;
  /** The names of its streets, without type and direction. */
  streets: () => ReadonlySet<string>;
}

/** A number as it is compared: without the zeros and the commas that some write. */
export const numberKey = (written: string): string => written.replaceAll(",", "").replace(/^0+(?=\d)/, "");

/** Where the name of a street ends. */
const STREET_END = /[,\n•;|()&+/@]|\s(?:and|at|near|[-–—])\s/i;

/** The name of the street that a part of an address begins with, without type, direction and town. */
function streetName(part: string): string {
  const words = streetWords(part.split(STREET_END)[0] ?? "");
  let street = words.slice(0, streetLength(words));
  for (const length of [1, 2])
    if (street.length > length && areaByName(street.slice(-length).join(" ")) !== null)
      street = street.slice(0, -length);
  return streetParts(joinStreet(street)).name;
}

/**
 * A house by its numbers; the names of its streets are read when a text first asks for them.
 * @param shown its address without them
 */
export function ownHouse(numbers: ReadonlySet<string>, written: string, shown: string): OwnHouse {
  let known: ReadonlySet<string> | undefined;
  const read = () => {
    const behind = houseNumbersIn(withPlainDigits(written)).map(({ after }) => after);
    return new Set([...behind, ...shown.split(/[•;|]/)].map(streetName).filter((name) => name !== ""));
  };
  return { numbers, streets: () => (known ??= read()) };
}

/** A number of a text. */
export interface Token {
  start: number;
  /** Where its digits end, and where the letter or half behind them ends. */
  digitsEnd: number;
  end: number;
  number: string;
  isOwn: boolean;
  /** A part of "1,850". */
  isPart: boolean;
}

const ORDINAL = /^(?:st|nd|rd|th)(?![\p{L}\p{N}])/iu;
/** From so many digits on a number is hardly ever another that a home has too. */
const TELLING_DIGITS = 3;
/** Whether a number tells a house wherever it stands. */
export const isTelling = ({ number }: Token): boolean => number.length >= TELLING_DIGITS;

/** Characters beside a number that are read for the street; the longest name has fewer. */
const STREET_LETTERS = 60;
const STREET_WORDS = 4;
/** Words that may stand between a number and its street. */
const SKIPPED: ReadonlySet<string> = new Set(
  "n s e w north south east west on of at in the is are located situated right just off along facing near".split(" "),
);
const SKIPPED_BEHIND: ReadonlySet<string> = new Set(
  "number no nr num house building bldg home civic street at is the in address".split(" "),
);
/** Words behind which a number is that of the house. */
const CUE_BEFORE =
  /(?<!\b(?:unit|apt|apartment|suite|bus|route|phone|buzzer|locker|parking|room|floor|line|code|lucky)\s)(?<![\p{L}\p{N}])(?:(?:house|street|civic|building|bldg)(?:\s(?:number|no\.?|nr\.?|num))?|number|(?:building|house|home|place|located|live|we are|we're|address|is|it's)\sat|address(?:\sis)?)[\s:#-]{1,3}$/iu;
const SIGN_BEFORE = /(?:#|\b(?:no|nr|number)\b\.?)\s?$/i;
/** An ordinary word behind a number: "5 appliances". */
const WORD_BEHIND =
  /^[\t ]?(?!(?:is|has|was|in|near|toronto|unit|apt|and|with|for|on|by|at|or)(?![\p{L}\p{N}]))\p{L}/iu;
/** So many times a text is looked through for the street; where its number stands more often, it goes each time. */
const MOST_LOOKS = 60;

const linkless = (text: string) => text.replace(/%[23][0-9a-f]/gi, " ");
const isStreet = (words: readonly string[], streets: ReadonlySet<string>) =>
  words.length > 0 && streets.has(streetParts(joinStreet(words)).name);

/** How many words stand before the house's street at the beginning of a text; null where it is not there. */
function wordsToStreet(text: string, streets: ReadonlySet<string>): number | null {
  const words = streetWords(linkless(text.slice(0, STREET_LETTERS)));
  for (let from = 0; from <= STREET_WORDS && from < words.length; from += 1) {
    for (let length = 1; length <= STREET_WORDS; length += 1)
      if (isStreet(words.slice(from, from + length), streets)) return from;
    if (!SKIPPED.has(words[from] ?? "")) return null;
  }
  return null;
}

/** Whether a text ends with the house's street, or with it and words that announce its number. */
function endsWithStreet(text: string, streets: ReadonlySet<string>): boolean {
  const words = streetWords(linkless(text.slice(-STREET_LETTERS)));
  for (let skipped = 0; skipped <= STREET_WORDS && words.length > 0; skipped += 1) {
    for (let length = 1; length <= STREET_WORDS + 2; length += 1)
      if (isStreet(words.slice(-length), streets)) return true;
    if (!SKIPPED_BEHIND.has(words.pop() ?? "")) return false;
  }
  return false;
}

/** How a number of a text is known to be the house's: "street" where its street follows at once. */
export type Told = "street" | "words" | null;

/** What tells of the numbers of one text whether they are the house's. */
export class Reader {
  private looks = 0;
  /** Every place within a telephone's number. */
  private phones: Set<number> | null = null;
  private readonly houses: readonly number[];

  private readonly text: string;
  private readonly house: OwnHouse;
  private readonly amount: number | undefined;

  constructor(text: string, house: OwnHouse, amount: number | undefined) {
    this.text = text;
    this.house = house;
    this.amount = amount;
    this.houses = Array.from(house.numbers, Number);
  }

  /** Whether the house lies between two numbers. */
  isBetween(low: Token, high: Token | undefined): boolean {
    const [first, last] = [Number(low.number), Number(high?.number ?? 0)];
    return first < last && this.houses.some((house) => first < house && house < last);
  }

  /** Whether a place in the text is within a telephone's number. */
  private isOfPhone(at: number): boolean {
    if (this.phones === null) {
      this.phones = new Set();
      for (const { start, end } of phonesIn(this.text))
        for (let place = start; place < end; place += 1) this.phones.add(place);
    }
    return this.phones.has(at);
  }

  /** How a number is told as the house's by what stands around it. */
  told(token: Token): Told {
    const { text } = this;
    const { start, digitsEnd, isPart } = token;
    const isFraction = !isTelling(token) && /\d\.$/.test(text.slice(Math.max(0, start - 2), start));
    if (this.isOfPhone(start) || isFraction) return null;
    if (this.looks >= MOST_LOOKS) return "words";
    this.looks += 1;
    const streets = this.house.streets();
    const behind = text.slice(digitsEnd, digitsEnd + STREET_LETTERS);
    const ordinal = ORDINAL.exec(behind)?.[0].length ?? 0;
    let words = wordsToStreet(behind, streets);
    const letters = ordinal > 0 ? ordinal : token.end - digitsEnd;
    if (words === null && letters > 0) {
      words = wordsToStreet(behind.slice(letters), streets);
      if (words !== null) token.end = digitsEnd + letters;
    }
    if (words === 0) return isDay(Number(token.number), text, start, digitsEnd) ? null : "street";
    if (isPart || this.isOther(token)) return null;
    if (words !== null) return "words";
    if (isTelling(token)) return ordinal > 0 ? null : "words";
    if (/\p{L}$/u.test(text.slice(Math.max(0, start - 1), start)) || ordinal > 0) return null;
    const before = text.slice(Math.max(0, start - STREET_LETTERS), start);
    const isSaid = SIGN_BEFORE.test(before);
    if (!isSaid && WORD_BEHIND.test(behind)) return null;
    return CUE_BEFORE.test(before) || endsWithStreet(before, streets) ? "words" : null;
  }

  /** Whether a number is a price, a measure, a year, a day or a road by the words around it. */
  isOther({ number, start, digitsEnd }: Token): boolean {
    const { text } = this;
    const value = Number(number);
    const behind = text.slice(digitsEnd, digitsEnd + STREET_LETTERS);
    return (
      value === this.amount ||
      isPrice(text, start) ||
      /^\.\d/.test(behind) ||
      isMeasured(behind) ||
      isOfRoad(text, start) ||
      isYear(value, text, start, digitsEnd) ||
      isDay(value, text, start, digitsEnd)
    );
  }
}
