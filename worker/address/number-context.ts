import { matchSpans, type Span } from "../contracts/signal-rules.ts";

/** Words before a number that names a road or line. */
const ROAD_BEFORE =
  /(?<![\p{L}\p{N}])(?:highway|hwy|line|concession|conc|regional r(?:oa)?d|county r(?:oa)?d|sideroad|route|rte|bus)[.\s#]{1,3}$/iu;
/** Characters of context read before a number. */
const WORDS_BEFORE = 24;

/** Whether the number at a position names a road: "Hwy. 7", "the 401". */
export const isRoadNumber = (text: string, at: number): boolean =>
  ROAD_BEFORE.test(text.slice(Math.max(0, at - WORDS_BEFORE), at)) || isThe400(text, at);

const isThe400 = (text: string, at: number) =>
  /^4\d\d(?!\d)/.test(text.slice(at, at + 4)) && /(?<![\p{L}\p{N}])the\s$/iu.test(text.slice(Math.max(0, at - 5), at));

const UNITS = [
  // Of homes
  "(?:bed|bath|wash)\\s?rooms?|rooms?|beds?|baths?|br|bdrms?|bdr|bd|ba|dens?|kitchens?|units?|floors?|stor(?:e?y|e?ys|ies)|parkings?|cars?|spots?|appliances|pieces?|closets?|windows?",
  // Of people
  "people|persons?|students?|girls?|boys?|ladies|males?|females?|adults?|occupants?|tenants?|roommates?|others?|references?|pets?|cats?|dogs?",
  // Of time
  "mins?|minutes?|hours?|hrs?|days?|weeks?|wks?|months?|mos?|mths?|years?|yrs?|a\\.?m|p\\.?m|(?:year|month|week|day|minute|hour|min)[- ]\\p{L}{2,10}",
  // Of length and area
  "sq(?:uare)?\\.?\\s?(?:f(?:ee|oo)?t|m(?:et(?:er|re)s?)?)|sqft|sf|ft2?|feet|foot|inch(?:es)?|k?ms?|km2|m[2²]|kilomet(?:er|re)s?|met(?:er|re)s?|miles?|blocks?|steps?|stops?|stairs|acres?",
  // Of money and anything else
  "dollars?|bucks|cad|per\\s\\p{L}+|a month|monthly|plus|percent|per cent|mbps|gb|mb|kwh?|kg|lbs?|watts?|times|subways?|stations?|buses|bus|streetcars?|lines?|trains?|schools?|parks?|stores?",
].join("|");
/** A unit after a number that counts or measures. */
const MEASURED = new RegExp(
  `^(?:\\s?[-–]?\\s?(?:${UNITS})(?![\\p{L}\\p{N}])(?!\\s(?:st|street|ave|avenue|rd|road|dr|drive|cres|crescent|crt|court|ct|blvd|pl|place|lane|ln)(?![\\p{L}\\p{N}]))|\\s?[%$€°"″′]|\\s?/\\s?m(?:o|th|onth)?(?![\\p{L}\\p{N}])|\\s?\\+)`,
  "iu",
);
/** Characters of context read after a number. */
const WORDS_BEHIND = 32;

/** Whether the text after a number makes it a count or measure: "2 rooms", "1200 sq.ft", "10 min to subway". */
export const isMeasured = (behind: string): boolean => MEASURED.test(behind.slice(0, WORDS_BEHIND));

const YEAR_BEFORE =
  /(?<![\p{L}\p{N}])(?:(?:built|renovated|constructed|established|reno|available|from)(?:\s(?:in|around|about|circa))?|since|circa|c\.|year|est\.|early|late|mid|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\p{L}{0,6}\.?(?:\s\d{1,2}(?:st|nd|rd|th)?,?)?)[\s:-]{1,2}$/iu;
const YEAR_BEHIND =
  /^(?:[-\s](?:built|build|construction|reno|renovation|renovated|lease|rates?)(?!\p{L})|[-/]\d\d?[-/]\d)/iu;

/** Whether a number is a year: "built 1968", "May 1, 2027", "2027-05-01". */
export function isYear(number: number, text: string, start: number, end: number): boolean {
  if (number < 1790 || number > 2100) return false;
  return (
    YEAR_BEFORE.test(text.slice(Math.max(0, start - WORDS_BEFORE), start)) ||
    YEAR_BEHIND.test(text.slice(end, end + 16))
  );
}

const MONTH_BEFORE = /(?<![\p{L}\p{N}])(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)\p{L}{0,6}\.?\s$/iu;

/** Whether a number is the day of a month at the end of a sentence or line. */
export const isDay = (number: number, text: string, start: number, end: number): boolean =>
  number <= 31 &&
  MONTH_BEFORE.test(text.slice(Math.max(0, start - WORDS_BEFORE), start)) &&
  /^(?:st|nd|rd|th)?\s?(?:[.,;!\n]|$)/i.test(text.slice(end, end + 4));

/** Whether a currency sign precedes a number. */
export const isPrice = (text: string, at: number): boolean => /[$€£]\s?$/.test(text.slice(Math.max(0, at - 2), at));

/** Ten digits in the usual formats of phone numbers, and seven after a word such as "call". */
const PHONES =
  /(?<!\d)(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]{0,3}\d{3}[ .-]{0,3}\d{4}(?!\d)|(?<=(?:call|text|tel|phone|cell|mobile|whatsapp)(?:\sme)?(?:\sat)?[ :.]{1,2})\d{3}[ .-]\d{4}(?!\d)/giu;

/** Positions of phone numbers in a text, in order. */
export const phonesIn = (text: string): Span[] => matchSpans(text, PHONES);
