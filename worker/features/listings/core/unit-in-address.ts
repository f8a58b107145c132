import { NAMED_UNIT, withoutUnitStub } from "../../../contracts/addresses.ts";
import { UNIT_MAX } from "../../../contracts/listings.ts";
import { parseAddress, parseUnit } from "../../../contracts/parse-address.ts";

const BETWEEN = String.raw`[\s,;&•|()/–—-]`;
/** A named unit, also "Unit 12-A", with the separators around it. */
const NAMED = new RegExp(
  `(?:(?<!${BETWEEN})${BETWEEN}+)?${NAMED_UNIT.source}(-[a-z](?![\\p{L}\\d]))?${BETWEEN}*`,
  "giu",
);
/** "1204-85 Main St", "5/123 College St", "A - 85 King St", "1204, 85 King St". */
const IN_FRONT =
  /^[\s,]*([a-z]{0,3}\d{1,5}[a-z]?(?=\s)|[a-z]{0,3}\d{1,5}[a-z]?(?=[-–/,])|[a-z](?=\s?[-–/,]))[\s,/–-]*(?=\d)/giu;
/** "85 Main St, 1204, Toronto" and "85 Main St PH4 Toronto". A single letter could be a direction. */
const BEHIND = /(?<![\s,])[\s,]+([a-z]{0,3}\d{1,5}[a-z]?)(?=\s*,|\s*$|\s+\p{L})[\s,]*/giu;

/** An address split from a unit that was typed into it. */
interface SplitAddress {
  address: string;
  unit: string;
}

/** Removes one match from an address: "12 King St #4 Toronto" → "12 King St, Toronto". */
function removeMatch(address: string, match: RegExpExecArray): string {
  const before = address.slice(0, match.index);
  const after = address.slice(match.index + match[0].length);
  if (before.trim() === "" || after.trim() === "") return (before + after).trim();
  return /\d$/.test(before) ? `${before} ${after}` : `${before}, ${after}`;
}

/** Splits off one unit, if the rest is then parsed exactly as before. */
function splitOneUnit(address: string): SplitAddress | null {
  const { unit, ...rest } = parseAddress(address);
  if (unit === null) return null;
  for (const form of [NAMED, IN_FRONT, BEHIND]) {
    for (const match of address.matchAll(form)) {
      const [, written = "", letter = ""] = match;
      const left = removeMatch(address, match);
      if (parseUnit(written) !== unit) continue;
      const { unit: _other, ...leftRest } = parseAddress(left);
      // "12 King St - Unit 5 - Toronto" only shows its municipality without the unit.
      const expected = { ...rest, municipality: rest.municipality ?? leftRest.municipality };
      if (JSON.stringify(leftRest) === JSON.stringify(expected))
        return { address: left, unit: (written + letter).slice(0, UNIT_MAX) };
    }
  }
  return null;
}

/**
 * Splits off a unit typed into the address if it is certain ("1204-85 X St", "85 X St #5"); "1-7 Biggin Court" and
 * "4 & 8 Rannock St" are houses, and floors are not units. Address key, place and municipality stay the same.
 * @returns null if the address names no unit
 */
function splitUnit(address: string): SplitAddress | null {
  const first = splitOneUnit(address);
  const second = first && splitOneUnit(first.address);
  if (!first || !second) return first;
  const isSame = parseUnit(second.unit) === parseUnit(first.unit);
  return { address: second.address, unit: isSame ? first.unit : `${first.unit}, ${second.unit}`.slice(0, UNIT_MAX) };
}

/**
 * A new listing's address and unit for storage: a unit typed into the address moves to the unit field, which is never
 * public. A unit given in that field takes precedence.
 */
export function separateUnit<Fields extends { address: string; unit: string | null }>(fields: Fields): Fields {
  const address = withoutUnitStub(fields.address);
  const typed = splitUnit(address);
  return typed ? { ...fields, address: typed.address, unit: fields.unit ?? typed.unit } : { ...fields, address };
}

/** {@link separateUnit} for an edit: a typed unit takes precedence unless the edit changes the unit field. */
export function separateUnitInEdit<Edit extends { address?: string | undefined; unit?: string | null | undefined }>(
  edit: Edit,
  before: { unit: string | null },
): Edit {
  if (edit.address === undefined) return edit;
  const address = withoutUnitStub(edit.address);
  const typed = splitUnit(address);
  if (!typed) return { ...edit, address };
  const isGiven = Boolean(edit.unit) && edit.unit !== before.unit;
  return { ...edit, address: typed.address, unit: isGiven ? edit.unit : typed.unit };
}
