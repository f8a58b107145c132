import { ADDRESS_MAX, NAMED_UNITS, POSTAL_CODES } from "../../../contracts/addresses.ts";
import { parseIntersection } from "../../../contracts/crossings.ts";
import { hasStreetNumber, houseNumbersIn } from "../../../contracts/house-in-address.ts";
import { hideEmails } from "../../../contracts/public-text.ts";
import type { AddressPrecision } from "../../../contracts/listings.ts";
import { withPlainDigits } from "../../../contracts/text.ts";
import { isMeasured, isRoadNumber } from "./number-context.ts";
import { remainingHouseNumber, truncatePostalCodes, redactHouseNumber } from "./house-number-redaction.ts";
import { numberKey, hiddenHouse } from "./house-number-reader.ts";

/** The fields that determine the public address. */
interface AddressFields {
  address: string;
  addressPrecision: AddressPrecision;
}

/** The public texts of a listing. */
export interface PublicTexts {
  address: string;
  /** A landlord's text without the house number and full postal codes. */
  text(written: string | null | undefined): string;
  /** A rent as typed; its amount stays even if it equals the house number. */
  rent(written: string, rentCents: number | null): string;
  /** The words around a number that stays although it may be the house's, or null. */
  remaining(written: string | null | undefined): string | null;
}

/** Half a postal code, which stays, or a number with adjoining letters. */
const NUMBERS =
  /(?<![\p{L}\d])[a-z]\d[a-z](?![\p{L}\d])|(?<![\p{L}\d])(\p{L}*)(\d+)((?:-\p{L}(?![\p{L}\d])|\p{L})?)(\p{L}*)/giu;
const ORDINAL = /^(?:st|nd|rd|th)$/i;
/** Toronto highways that are named by their number alone. */
const HIGHWAY = /^(?:4\d\d|7)$/;
const CROSSES_BEFORE = /(?:[&+/@]|\s(?:and|at|x|near|by|of))\s*$/i;
const CROSSES_BEHIND = /^\s*(?:[&+/@]|(?:and|at|x|near|by)\s)/i;
const BEGINS = /(?:^|[,\n•;|():])[\t ]*(?:(?:near|at|by) )?$/i;
const ENDS = /^\s*(?:$|[,\n•;|():])/;
const PART = /[,\n•;|():]/;
/** Separators that removed numbers leave at the start of an address or of a part of it. */
const LEFT_IN_FRONT = /(^|[,;•|(])[\s,;:&/–#.½_+*)\]-]+(?:and\s)?/giu;
const NUMBER_WORD = /(?<=\s)(?:no|nr|number)\b\.?\s*(?=,|$)|^\s*(?:no|nr|number)\b\.?[\s,]*/gi;
const LEFT_BEHIND = /(?<![\s&/–#½-])\s?[&/–#½-][\s&/–#½-]*(?=[,;•|)]|$)|[([]\s?[)\]]/gu;

const LEFT_AT_END = /^\s+|(?<![\s,;])[\s,;]+$/g;

/** The precision of an address: never exact without a house number. */
export const precisionOf = (address: string, chosen: AddressPrecision | undefined): AddressPrecision =>
  hasStreetNumber(address) ? (chosen ?? "exact") : "street";

/** Removes email addresses, which only old listings contain in their address. */
const withoutEmail = (address: string) => {
  const left = hideEmails(address, "");
  return left === address
    ? address
    : left
        .replace(/\s+/g, " ")
        .replace(/ (?=,)/g, "")
        .trim();
};

/** Whether a number is a highway that crosses the named street: "Dundas St W & 427", "401 & Keele". */
const isCrossingHighway = (number: string, before: string, after: string) =>
  HIGHWAY.test(number) &&
  ((CROSSES_BEFORE.test(before) && (ENDS.test(after) || CROSSES_BEHIND.test(after))) ||
    (BEGINS.test(before) && CROSSES_BEHIND.test(after)));

/** An address from the part that names an intersection: "2 min to subway, Finch & Keele". */
function fromCrossing(text: string): string {
  let from = 0;
  for (const part of text.split(PART)) {
    if (parseIntersection(part) !== null) return text.slice(from);
    from += part.length + 1;
  }
  return text;
}

/** An address reduced to its street, and the numbers removed from it. */
function streetOnly(written: string): { address: string; numbers: ReadonlySet<string> } {
  const numbers = new Set<string>();
  const whole = withPlainDigits(withoutEmail(written.slice(0, ADDRESS_MAX)));
  const houses = new Set(houseNumbersIn(whole).flatMap(({ number }) => number.match(/\d+/g) ?? []));
  const coded = whole
    .replace(POSTAL_CODES, (_, first: string) => first.toUpperCase())
    .replace(NAMED_UNITS, (unit, name: string, index: number, text: string) => {
      if (unit.startsWith("#") && isRoadNumber(text, index)) return unit;
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
      if (ORDINAL.test(`${letter}${others}`) || isRoadNumber(text, at)) return found;
      if (!isHouse && (isMeasured(behind) || isCrossingHighway(number, text.slice(0, index), behind))) return found;
      numbers.add(numberKey(number));
      // "B1205" and "12A" are removed whole, "123Main" and "King12" leave a street name.
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
 * The public address. With street precision it has no number or unit, and only the first half of the postal code,
 * because some buildings have a postal code of their own.
 */
export const publicAddress = ({ address, addressPrecision }: AddressFields): string =>
  addressPrecision === "exact" ? withoutEmail(address) : streetOnly(address).address;

/** The public texts of a listing; its address is parsed once for all of them. */
export function publicTextsOf(row: AddressFields): PublicTexts {
  if (row.addressPrecision === "exact")
    return {
      address: publicAddress(row),
      text: (written) => written ?? "",
      rent: (written) => written,
      remaining: () => null,
    };
  const { address, numbers } = streetOnly(row.address);
  const house = hiddenHouse(numbers, row.address, address);
  const text = (written: string, amount?: number) => redactHouseNumber(truncatePostalCodes(written), house, amount);
  return {
    address,
    text: (written) => text(written ?? ""),
    rent: (written, rentCents) => text(written, rentCents === null ? undefined : rentCents / 100),
    remaining: (written) => remainingHouseNumber(written ?? "", house),
  };
}
