import {
  ADDRESS_MAX,
  hasStreetNumber,
  houseNumbersIn,
  NAMED_UNITS,
  POSTAL_CODES,
} from "../../../contracts/addresses.ts";
import { parseIntersection } from "../../../contracts/crossings.ts";
import { hideEmails } from "../../../contracts/public-text.ts";
import type { AddressPrecision } from "../../../contracts/listings.ts";
import { withPlainDigits } from "../../../contracts/text.ts";
import { isMeasured, isOfRoad } from "./number-words.ts";
import { ownNumberLeft, withHalfPostalCodes, withoutOwnNumber } from "./own-number.ts";
import { numberKey, ownHouse } from "./told-number.ts";

/** What tells how much of an address is public. */
interface Addressed {
  address: string;
  addressPrecision: AddressPrecision;
}

/** What everybody may read of a listing whose street alone may be shown. */
export interface Shown {
  address: string;
  /** A text of the landlord's without the number and the whole postal code. */
  text(written: string | null | undefined): string;
  /** A rent as it was typed: its amount stays, even where it is the number of the house. */
  rent(written: string, rentCents: number | null): string;
  /** The words around a number in a text that is that of the house, and stays; null for none. */
  left(written: string | null | undefined): string | null;
}

/** Half a postal code, which stays; a number with the letters that touch it. */
const NUMBERS =
  /(?<![\p{L}\d])[a-z]\d[a-z](?![\p{L}\d])|(?<![\p{L}\d])(\p{L}*)(\d+)((?:-\p{L}(?![\p{L}\d])|\p{L})?)(\p{L}*)/giu;
const ORDINAL = /^(?:st|nd|rd|th)$/i;
/** The highways of Toronto that people say by their number alone. */
const HIGHWAY = /^(?:4\d\d|7)$/;
const CROSSES_BEFORE = /(?:[&+/@]|\s(?:and|at|x|near|by|of))\s*$/i;
const CROSSES_BEHIND = /^\s*(?:[&+/@]|(?:and|at|x|near|by)\s)/i;
const BEGINS = /(?:^|[,\n•;|():])[\t ]*(?:(?:near|at|by) )?$/i;
const ENDS = /^\s*(?:$|[,\n•;|():])/;
const PART = /[,\n•;|():]/;
/** What numbers leave behind at the beginning of an address or of a part of it. */
const LEFT_IN_FRONT = /(^|[,;•|(])[\s,;:&/–#.½_+*)\]-]+(?:and\s)?/giu;
const NUMBER_WORD = /(?<=\s)(?:no|nr|number)\b\.?\s*(?=,|$)|^\s*(?:no|nr|number)\b\.?[\s,]*/gi;
const LEFT_BEHIND = /(?<![\s&/–#½-])\s?[&/–#½-][\s&/–#½-]*(?=[,;•|)]|$)|[([]\s?[)\]]/gu;

const LEFT_AT_END = /^\s+|(?<![\s,;])[\s,;]+$/g;

/** The precision of an address: one without a house's number never has more than its street. */
export const precisionOf = (address: string, chosen: AddressPrecision | undefined): AddressPrecision =>
  hasStreetNumber(address) ? (chosen ?? "exact") : "street";

/** An address without a mail address in it, which none may hold today. */
const withoutEmail = (address: string) => {
  const left = hideEmails(address, "");
  return left === address
    ? address
    : left
        .replace(/\s+/g, " ")
        .replace(/ (?=,)/g, "")
        .trim();
};

/** Whether a number is a highway that crosses the street beside it: "Dundas St W & 427", "401 & Keele". */
const isCrossingHighway = (number: string, before: string, after: string) =>
  HIGHWAY.test(number) &&
  ((CROSSES_BEFORE.test(before) && (ENDS.test(after) || CROSSES_BEHIND.test(after))) ||
    (BEGINS.test(before) && CROSSES_BEHIND.test(after)));

/** The parts of a corner's address from that on that names the two streets: "2 min to subway, Finch & Keele". */
function fromCrossing(text: string): string {
  let from = 0;
  for (const part of text.split(PART)) {
    if (parseIntersection(part) !== null) return text.slice(from);
    from += part.length + 1;
  }
  return text;
}

/** An address of which the street alone is shown, and the numbers that were taken out of it. */
function streetAlone(written: string): { address: string; numbers: ReadonlySet<string> } {
  const numbers = new Set<string>();
  const whole = withPlainDigits(withoutEmail(written.slice(0, ADDRESS_MAX)));
  const houses = new Set(houseNumbersIn(whole).flatMap(({ number }) => number.match(/\d+/g) ?? []));
  const coded = whole
    .replace(POSTAL_CODES, (_, first: string) => first.toUpperCase())
    .replace(NAMED_UNITS, (unit, name: string, index: number, text: string) => {
      if (unit.startsWith("#") && isOfRoad(text, index)) return unit;
      for (const number of name.match(/\d+/g) ?? []) numbers.add(numberKey(number));
      return " ";
    });
  const text = houses.size === 0 && parseIntersection(coded) !== null ? fromCrossing(coded) : coded;
  const left = text.replace(
    NUMBERS,
    (found, before = "", number = "", letter = "", others = "", index: number = 0): string => {
      if (number === "") return found;
      const at = index + String(before).length;
      const behind = text.slice(at + String(number).length);
      const isHouse = houses.has(number);
      if (ORDINAL.test(`${letter}${others}`) || isOfRoad(text, at)) return found;
      if (!isHouse && (isMeasured(behind) || isCrossingHighway(number, text.slice(0, index), behind))) return found;
      numbers.add(numberKey(number));
      // "B1205" and "12A" go whole, "123Main" and "King12" leave a street.
      const name = before.length > 2 ? before : "";
      return others === "" ? name : `${name}${letter}${others}`;
    },
  );
  const address = left
    .replace(LEFT_BEHIND, "")
    .replace(LEFT_IN_FRONT, "$1 ")
    .replace(NUMBER_WORD, "")
    .replace(LEFT_IN_FRONT, "$1 ")
    .replace(/\s+/g, " ")
    .replace(/ (?=,)/g, "")
    .replace(LEFT_AT_END, "");
  return { address, numbers };
}

/**
 * The address as everybody may read it. Where its street alone is shown: without the number and the unit, and with no more
 * than the first half of the postal code, which some buildings have for themselves.
 */
export const shownAddress = ({ address, addressPrecision }: Addressed): string =>
  addressPrecision === "exact" ? withoutEmail(address) : streetAlone(address).address;

/** What everybody may read of a listing; its address is read once for all of its texts. */
export function shownOf(row: Addressed): Shown {
  if (row.addressPrecision === "exact")
    return {
      address: shownAddress(row),
      text: (written) => written ?? "",
      rent: (written) => written,
      left: () => null,
    };
  const { address, numbers } = streetAlone(row.address);
  const house = ownHouse(numbers, row.address, address);
  const text = (written: string, amount?: number) => withoutOwnNumber(withHalfPostalCodes(written), house, amount);
  return {
    address,
    text: (written) => text(written ?? ""),
    rent: (written, rentCents) => text(written, rentCents === null ? undefined : rentCents / 100),
    left: (written) => ownNumberLeft(written ?? "", house),
  };
}
