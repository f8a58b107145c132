import { areaByName } from "../contracts/addresses.ts";
import { houseNumbersIn } from "../contracts/house-in-address.ts";
import { withPlainDigits } from "../contracts/text.ts";
import { joinStreet, streetLength, streetParts, streetWords } from "../contracts/street-words.ts";
import { matchSpans, type Span } from "../contracts/text-spans.ts";
import { createLazily } from "../contracts/create-lazily.ts";

/** Matches words before the number of a road or transit line. */
const ROAD_BEFORE =
  /(?<![\p{L}\p{N}])(?:highway|hwy|line|concession|conc|regional r(?:oa)?d|county r(?:oa)?d|sideroad|route|rte|bus)[.\s#]{1,3}$/iu;
/** Characters of context read before a number. */
const WORDS_BEFORE = 24;

/** Returns whether the number at a position belongs to a road: "Hwy. 7", "the 401". */
export const isRoadNumber = (text: string, at: number): boolean =>
  ROAD_BEFORE.test(text.slice(Math.max(0, at - WORDS_BEFORE), at)) || isThe400(text, at);

const isThe400 = (text: string, at: number) =>
  /^4\d\d(?!\d)/.test(text.slice(at, at + 4)) && /(?<![\p{L}\p{N}])the\s$/iu.test(text.slice(Math.max(0, at - 5), at));

const UNITS = [
  // Words for parts and sizes of a home
  "(?:bed|bath|wash)\\s?rooms?|rooms?|beds?|baths?|br|bdrms?|bdr|bd|ba|dens?|kitchens?|units?|floors?|stor(?:e?y|e?ys|ies)|parkings?|cars?|spots?|appliances|pieces?|closets?|windows?",
  // Words for people
  "people|persons?|students?|girls?|boys?|ladies|males?|females?|adults?|occupants?|tenants?|roommates?|others?|references?|pets?|cats?|dogs?",
  // Units of time
  "mins?|minutes?|hours?|hrs?|days?|weeks?|wks?|months?|mos?|mths?|years?|yrs?|a\\.?m|p\\.?m|(?:year|month|week|day|minute|hour|min)[- ]\\p{L}{2,10}",
  // Units of length and area
  "sq(?:uare)?\\.?\\s?(?:f(?:ee|oo)?t|m(?:et(?:er|re)s?)?)|sqft|sf|ft2?|feet|foot|inch(?:es)?|k?ms?|km2|m[2²]|kilomet(?:er|re)s?|met(?:er|re)s?|miles?|blocks?|steps?|stops?|stairs|acres?",
  // Money and other measures
  "dollars?|bucks|cad|per\\s\\p{L}+|a month|monthly|plus|percent|per cent|mbps|gb|mb|kwh?|kg|lbs?|watts?|times|subways?|stations?|buses|bus|streetcars?|lines?|trains?|schools?|parks?|stores?",
].join("|");
/** Units after a number that counts or measures something. */
const MEASURED = new RegExp(
  `^(?:\\s?[-–]?\\s?(?:${UNITS})(?![\\p{L}\\p{N}])(?!\\s(?:st|street|ave|avenue|rd|road|dr|drive|cres|crescent|crt|court|ct|blvd|pl|place|lane|ln)(?![\\p{L}\\p{N}]))|\\s?[%$€°"″′]|\\s?/\\s?m(?:o|th|onth)?(?![\\p{L}\\p{N}])|\\s?\\+)`,
  "iu",
);
/** Characters of context read after a number. */
const WORDS_BEHIND = 32;

/** Returns whether the text after a number makes it a count or measure: "2 rooms", "1200 sq.ft", "10 min to subway". */
export const isMeasured = (behind: string): boolean => MEASURED.test(behind.slice(0, WORDS_BEHIND));

const YEAR_BEFORE =
  /(?<![\p{L}\p{N}])(?:(?:built|renovated|constructed|established|reno|available|from)(?:\s(?:in|around|about|circa))?|since|circa|c\.|year|est\.|early|late|mid|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\p{L}{0,6}\.?(?:\s\d{1,2}(?:st|nd|rd|th)?,?)?)[\s:-]{1,2}$/iu;
const YEAR_BEHIND =
  /^(?:[-\s](?:built|build|construction|reno|renovation|renovated|lease|rates?)(?!\p{L})|[-/]\d\d?[-/]\d)/iu;

/** Returns whether a number is a year: "built 1968", "May 1, 2027", "2027-05-01". */
export function isYear(number: number, text: string, start: number, end: number): boolean {
  if (number < 1790 || number > 2100) return false;
  return (
    YEAR_BEFORE.test(text.slice(Math.max(0, start - WORDS_BEFORE), start)) ||
    YEAR_BEHIND.test(text.slice(end, end + 16))
  );
}

const MONTH_BEFORE = /(?<![\p{L}\p{N}])(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\p{L}{0,6}\.?\s$/iu;

/** Returns whether a number is a day of the month at the end of a sentence or line. */
const isDay = (number: number, text: string, start: number, end: number): boolean =>
  number <= 31 &&
  MONTH_BEFORE.test(text.slice(Math.max(0, start - WORDS_BEFORE), start)) &&
  /^(?:st|nd|rd|th)?\s?(?:[.,;!\n]|$)/i.test(text.slice(end, end + 4));

/** Returns whether a currency sign precedes a number. */
export const isPrice = (text: string, at: number): boolean => /[$€£]\s?$/.test(text.slice(Math.max(0, at - 2), at));

/** Matches ten digits in the usual formats of phone numbers, and seven digits after a word such as "call". */
const PHONES =
  /(?<!\d)(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]{0,3}\d{3}[ .-]{0,3}\d{4}(?!\d)|(?<=(?:call|text|tel|phone|cell|mobile|whatsapp)(?:\sme)?(?:\sat)?[ :.]{1,2})\d{3}[ .-]\d{4}(?!\d)/giu;

/** Returns the positions of phone numbers in a text, in order. */
export const phonesIn = (text: string): Span[] => matchSpans(text, PHONES);

/** A house whose number is hidden. */
export interface HiddenHouse {
  numbers: ReadonlySet<string>;
  /** Returns the names of the house's streets without type and direction. Computed on first use. */
  streets: () => ReadonlySet<string>;
}

/** Returns a normalised number, without leading zeros and commas. */
export const numberKey = (written: string): string => written.replaceAll(",", "").replace(/^0+(?=\d)/, "");

/** Matches the end of a street name. */
const STREET_END = /[,\n•;|()&+/@]|\s(?:and|at|near|[-–—])\s/i;

/** Returns the street name at the start of an address part, without type, direction and town. */
function streetName(part: string): string {
  const words = streetWords(part.split(STREET_END)[0] ?? "");
  let street = words.slice(0, streetLength(words));
  for (const length of [1, 2])
    if (street.length > length && areaByName(street.slice(-length).join(" ")) !== null)
      street = street.slice(0, -length);
  return streetParts(joinStreet(street)).name;
}

/** @param shown the address without the numbers */
export function hiddenHouse(numbers: ReadonlySet<string>, written: string, shown: string): HiddenHouse {
  const streets = createLazily((): ReadonlySet<string> => {
    const behind = houseNumbersIn(withPlainDigits(written)).map(({ after }) => after);
    return new Set([...behind, ...shown.split(/[•;|]/)].map(streetName).filter((name) => name !== ""));
  });
  return { numbers, streets };
}

/** A number in a text. */
export interface Token {
  start: number;
  /** End of the digits; `end` also includes a letter or "½". */
  digitsEnd: number;
  end: number;
  number: string;
  isOwn: boolean;
  /** True for a group of digits in a number such as "1,850". */
  isPart: boolean;
}

const ORDINAL = /^(?:st|nd|rd|th)(?![\p{L}\p{N}])/iu;
/** In an ad, a number with this many digits is usually a house number. */
const DISTINCTIVE_DIGITS = 3;
/** Returns whether a number is long enough to identify a house anywhere in a text. */
export const isDistinctive = ({ number }: Token): boolean => number.length >= DISTINCTIVE_DIGITS;

/** Number of characters beside a number that are searched for its street. Street names are shorter. */
const STREET_LETTERS = 60;
const STREET_WORDS = 4;
/** Words that may come between a number and its street. */
const SKIPPED: ReadonlySet<string> = new Set(
  "n s e w north south east west on of at in the is are located situated right just off along facing near".split(" "),
);
const SKIPPED_BEHIND: ReadonlySet<string> = new Set(
  "number no nr num house building bldg home civic street at is the in address".split(" "),
);
/** Matches words that come before a house number. */
const CUE_BEFORE =
  /(?<!\b(?:unit|apt|apartment|suite|bus|route|phone|buzzer|locker|parking|room|floor|line|code|lucky)\s)(?<![\p{L}\p{N}])(?:(?:house|street|civic|building|bldg)(?:\s(?:number|no\.?|nr\.?|num))?|number|(?:building|house|home|place|located|live|we are|we're|address|is|it's)\sat|address(?:\sis)?)[\s:#-]{1,3}$/iu;
const SIGN_BEFORE = /(?:#|\b(?:no|nr|number)\b\.?)\s?$/i;
/** An ordinary word after a number: "5 appliances". */
const WORD_BEHIND =
  /^[\t ]?(?!(?:is|has|was|in|near|toronto|unit|apt|and|with|for|on|by|at|or)(?![\p{L}\p{N}]))\p{L}/iu;
/** Maximum number of searches for the street per text. Further occurrences of the number are always removed. */
const MAX_SEARCHES = 60;

const linkless = (text: string) => text.replace(/%[23][0-9a-f]/gi, " ");
const isStreet = (words: readonly string[], streets: ReadonlySet<string>) =>
  words.length > 0 && streets.has(streetParts(joinStreet(words)).name);

/** Returns the number of words before the house's street at the start of a text; null if the street is not there. */
function wordsToStreet(text: string, streets: ReadonlySet<string>): number | null {
  const words = streetWords(linkless(text.slice(0, STREET_LETTERS)));
  for (let from = 0; from <= STREET_WORDS && from < words.length; from += 1) {
    for (let length = 1; length <= STREET_WORDS; length += 1)
      if (isStreet(words.slice(from, from + length), streets)) return from;
    if (!SKIPPED.has(words[from] ?? "")) return null;
  }
  return null;
}

/** Returns whether a text ends with the house's street. Words such as "number" may follow the street. */
function endsWithStreet(text: string, streets: ReadonlySet<string>): boolean {
  const words = streetWords(linkless(text.slice(-STREET_LETTERS)));
  for (let skipped = 0; skipped <= STREET_WORDS && words.length > 0; skipped += 1) {
    for (let length = 1; length <= STREET_WORDS + 2; length += 1)
      if (isStreet(words.slice(-length), streets)) return true;
    if (!SKIPPED_BEHIND.has(words.pop() ?? "")) return false;
  }
  return false;
}

/** Evidence that a number is the house number: "street" if the house's street follows directly, "words" otherwise. */
export type Evidence = "street" | "words" | null;

/** Decides which numbers in a text belong to the house. */
export class HouseNumberReader {
  private searches = 0;
  /** Positions of the text that are inside phone numbers. */
  private phones: Set<number> | null = null;
  private readonly houses: readonly number[];

  private readonly text: string;
  private readonly house: HiddenHouse;
  private readonly amount: number | undefined;

  constructor(text: string, house: HiddenHouse, amount: number | undefined) {
    this.text = text;
    this.house = house;
    this.amount = amount;
    this.houses = Array.from(house.numbers, Number);
  }

  /** Returns whether the house lies between two numbers. */
  isBetween(low: Token, high: Token | undefined): boolean {
    const [first, last] = [Number(low.number), Number(high?.number ?? 0)];
    return first < last && this.houses.some((house) => first < house && house < last);
  }

  private isInPhone(at: number): boolean {
    if (this.phones === null) {
      this.phones = new Set();
      for (const { start, end } of phonesIn(this.text))
        for (let place = start; place < end; place += 1) this.phones.add(place);
    }
    return this.phones.has(at);
  }

  /** Returns the evidence in the surrounding text that a number is the house number. */
  evidenceFor(token: Token): Evidence {
    const { text } = this;
    const { start, digitsEnd, isPart } = token;
    const isFraction = !isDistinctive(token) && /\d\.$/.test(text.slice(Math.max(0, start - 2), start));
    if (this.isInPhone(start) || isFraction) return null;
    if (this.searches >= MAX_SEARCHES) return "words";
    this.searches += 1;
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
    if (isDistinctive(token)) return ordinal > 0 ? null : "words";
    if (/\p{L}$/u.test(text.slice(Math.max(0, start - 1), start)) || ordinal > 0) return null;
    const before = text.slice(Math.max(0, start - STREET_LETTERS), start);
    const hasSign = SIGN_BEFORE.test(before);
    if (!hasSign && WORD_BEHIND.test(behind)) return null;
    return CUE_BEFORE.test(before) || endsWithStreet(before, streets) ? "words" : null;
  }

  /** Returns whether the surrounding text shows that a number is a price, measure, year, day or road. */
  isOther({ number, start, digitsEnd }: Token): boolean {
    const { text } = this;
    const value = Number(number);
    const behind = text.slice(digitsEnd, digitsEnd + STREET_LETTERS);
    return (
      value === this.amount ||
      isPrice(text, start) ||
      /^\.\d/.test(behind) ||
      isMeasured(behind) ||
      isRoadNumber(text, start) ||
      isYear(value, text, start, digitsEnd) ||
      isDay(value, text, start, digitsEnd)
    );
  }
}
