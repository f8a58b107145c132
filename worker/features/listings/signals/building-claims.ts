import { RENT_CONTROL_EXEMPT_AFTER } from "../../../contracts/places.ts";

const TURNING_YEAR = Number(RENT_CONTROL_EXEMPT_AFTER.slice(0, 4));

const BUILDING =
  "(?:building|condo(?:minium)?s?(?: (?:building|tower|unit|suite))?|tower|development|construction|complex|townhouse|house|home|apartment building|high[ -]?rise)";
/** Matches 'brand new building', but not a brand new kitchen. */
const NEW = new RegExp(
  `\\b(?:(?:brand[ -]new|newly[ -](?:built|constructed|completed)|just (?:built|completed)|recently built)(?: (?:luxury|modern|beautiful|purpose[ -]built|rental|never lived in|\\d bed(?:room)?)){0,2} ${BUILDING}|never (?:been )?(?:lived|occupied)[ -]?in|new construction|first (?:occupants?|tenants? ever)|be the first to live)\\b(?! (?:kitchen|appliances?|floors?|bath))`,
  "i",
);
const YEAR =
  /\b(?:(?:building|house|home|condo|tower) (?:is |was )?)?(?:built|constructed|completed) (?:in |around |circa )?((?:19|20)\d\d)\b/i;

/**
 * Returns the words of a text that state when the home was built, together with the year or 'new'. Returns null if
 * there are none.
 */
export function buildingClaim(text: string | null): { words: string; year: number | "new" } | null {
  const written = text ?? "";
  const isNew = NEW.exec(written);
  if (isNew) return { words: isNew[0], year: "new" };
  const stated = YEAR.exec(written);
  return stated ? { words: stated[0], year: Number(stated[1]) } : null;
}

/**
 * Returns the words of a text that contradict the City's register on whether the building is exempt from rent control.
 * Returns null if text and register agree, or if either states no year.
 */
export function contradictionOf(text: string | null, registeredYear: number | null): string | null {
  const claim = registeredYear === null ? null : buildingClaim(text);
  if (claim === null || registeredYear === null) return null;
  const isClaimedLate = claim.year === "new" || claim.year >= TURNING_YEAR;
  return isClaimedLate === registeredYear >= TURNING_YEAR ? null : claim.words;
}
