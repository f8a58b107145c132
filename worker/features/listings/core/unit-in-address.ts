import { NAMED_UNIT, withoutUnitStub } from "../../../contracts/addresses.ts";
import { UNIT_MAX } from "../../../contracts/listings.ts";
import { parseAddress, parseUnit } from "../../../contracts/parse-address.ts";

const BETWEEN = String.raw`[\s,;&•|()/–—-]`;
/** A unit that is called so, also "Unit 12-A", with all that parts it from the rest. */
const NAMED = new RegExp(
  `(?:(?<!${BETWEEN})${BETWEEN}+)?${NAMED_UNIT.source}(-[a-z](?![\\p{L}\\d]))?${BETWEEN}*`,
  "giu",
);
/** "1204-85 Main St", "5/123 College St", "A - 85 King St", "1204, 85 King St". */
const IN_FRONT =
  /^[\s,]*([a-z]{0,3}\d{1,5}[a-z]?(?=\s)|[a-z]{0,3}\d{1,5}[a-z]?(?=[-–/,])|[a-z](?=\s?[-–/,]))[\s,/–-]*(?=\d)/giu;
/** "85 Main St, 1204, Toronto" and "85 Main St PH4 Toronto". A letter alone may be a direction. */
const BEHIND = /(?<![\s,])[\s,]+([a-z]{0,3}\d{1,5}[a-z]?)(?=\s*,|\s*$|\s+\p{L})[\s,]*/giu;

/** An address in which a unit was typed, apart. */
interface TypedUnit {
  address: string;
  unit: string;
}

/** The address without one match, joined as it is read aloud: "12 King St #4 Toronto" → "12 King St, Toronto". */
function without(address: string, match: RegExpExecArray): string {
  const before = address.slice(0, match.index);
  const after = address.slice(match.index + match[0].length);
  if (before.trim() === "" || after.trim() === "") return (before + after).trim();
  return /\d$/.test(before) ? `${before} ${after}` : `${before}, ${after}`;
}

/** Takes one unit out. Only when all else then reads as before is the text taken for it. */
function takeOne(address: string): TypedUnit | null {
  const { unit, ...rest } = parseAddress(address);
  if (unit === null) return null;
  for (const form of [NAMED, IN_FRONT, BEHIND]) {
    for (const match of address.matchAll(form)) {
      const [, written = "", letter = ""] = match;
      const left = without(address, match);
      if (parseUnit(written) !== unit) continue;
      const { unit: _other, ...leftRest } = parseAddress(left);
      // "12 King St - Unit 5 - Toronto" is read better without.
      const expected = { ...rest, municipality: rest.municipality ?? leftRest.municipality };
      if (JSON.stringify(leftRest) === JSON.stringify(expected))
        return { address: left, unit: (written + letter).slice(0, UNIT_MAX) };
    }
  }
  return null;
}

/**
 * The unit that somebody typed into the address, where there is no doubt that it is one ("1204-85 X St", "85 X St #5"):
 * "1-7 Biggin Court" and "4 & 8 Rannock St" are houses, and a floor has no number. Address key, place and municipality
 * stay what they were.
 * @returns null when the address names none
 */
function typedUnit(address: string): TypedUnit | null {
  const first = takeOne(address);
  const second = first && takeOne(first.address);
  if (!first || !second) return first;
  const isSame = parseUnit(second.unit) === parseUnit(first.unit);
  return { address: second.address, unit: isSame ? first.unit : `${first.unit}, ${second.unit}`.slice(0, UNIT_MAX) };
}

/**
 * A new listing's address and unit as they are stored: a unit that was typed into the address goes to the field that is
 * never public. One that was given there counts.
 */
export function withUnitApart<Fields extends { address: string; unit: string | null }>(fields: Fields): Fields {
  const address = withoutUnitStub(fields.address);
  const typed = typedUnit(address);
  return typed ? { ...fields, address: typed.address, unit: fields.unit ?? typed.unit } : { ...fields, address };
}

/** {@link withUnitApart} for an edit: a unit that is typed counts unless another one is given with it. */
export function editWithUnitApart<Edit extends { address?: string | undefined; unit?: string | null | undefined }>(
  edit: Edit,
  before: { unit: string | null },
): Edit {
  if (edit.address === undefined) return edit;
  const address = withoutUnitStub(edit.address);
  const typed = typedUnit(address);
  if (!typed) return { ...edit, address };
  const isGiven = Boolean(edit.unit) && edit.unit !== before.unit;
  return { ...edit, address: typed.address, unit: isGiven ? edit.unit : typed.unit };
}
