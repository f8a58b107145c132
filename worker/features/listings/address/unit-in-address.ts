import { LISTING_FIELDS } from "../../../contracts/listing-fields.ts";
import { parseUnit } from "../../../contracts/parse-address.ts";
import { type SplitAddress, splitAddress } from "./split-address.ts";

/** What an address says beside house, street and place. */
interface Apart {
  unit: string | null;
  addressRest: string | null;
}

const isSameUnit = (a: string, b: string) => parseUnit(a) === parseUnit(b);

/** The parts of a typed address; a unit that another takes precedence over is kept with the rest. */
function apart({ unit, rest }: SplitAddress, given: string | null): Apart {
  const isKept = unit !== null && given !== null && !isSameUnit(unit, given);
  const others = [isKept ? unit : null, rest].filter((text) => text !== null).join(", ");
  return { unit: given ?? unit, addressRest: others.slice(0, LISTING_FIELDS.addressRest.max) || null };
}

/**
 * A new listing's address, unit and other words for storage: whatever is typed into the address and is no house, street
 * or place moves to fields that are never public. A unit given in its field takes precedence.
 */
export function separateUnit<Fields extends { address: string; unit: string | null }>(
  fields: Fields,
): Fields & { addressRest: string | null } {
  const typed = splitAddress(fields.address);
  return { ...fields, address: typed.address, ...apart(typed, fields.unit) };
}

/** {@link separateUnit} for an edit: a typed unit takes precedence unless the edit changes the unit field. */
export function separateUnitInEdit<Edit extends { address?: string | undefined; unit?: string | null | undefined }>(
  edit: Edit,
  before: { address: string; unit: string | null },
): Edit & Partial<Apart> {
  if (edit.address === undefined || edit.address === before.address) return edit;
  const typed = splitAddress(edit.address);
  const given = edit.unit && edit.unit !== before.unit ? edit.unit : null;
  const { unit, addressRest } = apart(typed, given);
  return { ...edit, address: typed.address, addressRest, ...(unit !== null && { unit }) };
}
