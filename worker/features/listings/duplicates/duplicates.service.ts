import { sha256Hex } from "../../../platform/tokens.ts";
import { foldText } from "../../../contracts/folded-text.ts";
import type { ReviewNote } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { MAX_COPY_DISTANCE, fingerprintDistance } from "../../../platform/photo-bytes.ts";
import { unitKey } from "../listing/comparison-keys.ts";
import { photosSharedWith } from "./fingerprints.repo.ts";
import { listingsAtAddress, listingsWithText } from "./duplicates.repo.ts";
import type { Listing } from "../listing/listings.table.ts";

/** Maximum number of duplicates that notes name. */
const MAX_NAMED = 5;
/** Maximum number of listings at the same address whose photos are compared, newest first. */
const MAX_COMPARED = 20;
/**
 * Number of named units, or of listings, from which an address counts as a tower. In a tower, an equal rent does not
 * suggest a duplicate.
 */
const UNITS_OF_A_TOWER = 3;
const LISTINGS_OF_A_TOWER = 6;

/** Share by which the rents of two listings may differ if they offer the same home. */
const RENT_TOLERANCE = 0.05;

/** Kinds of evidence for a duplicate, strongest first. */
const REASONS = ["same photo", "same text", "same text at another address", "same unit", "same rent and type"] as const;
type Reason = (typeof REASONS)[number];

type Compared = Pick<Listing, "address" | "addressKey" | "unit" | "bedrooms" | "rentCents" | "textKey">;

type Offer = Pick<Listing, "bedrooms" | "rentCents">;

/** Returns whether two listings may offer the same home, because they have the same type and about the same rent. */
function isSameOffer(one: Offer, other: Offer): boolean {
  if (one.bedrooms !== other.bedrooms) return false;
  if (one.rentCents === null || other.rentCents === null) return true;
  return Math.abs(one.rentCents - other.rentCents) <= RENT_TOLERANCE * Math.max(one.rentCents, other.rentCents);
}

/**
 * Returns notes on listings that may offer the same home, strongest evidence first: the same photo or text with the
 * same type and about the same rent, then the same unit, then the same type and rent at the address. Two units with
 * different names are different homes.
 * @param id id of the listing, so that it is left out; null for a new listing, whose photos are not fingerprinted yet
 */
export async function duplicateNotes(deps: Deps, unit: Compared, id: number | null): Promise<ReviewNote[]> {
  const [neighbours, sameText] = await Promise.all([
    listingsAtAddress(deps, unit, id),
    listingsWithText(deps, unit, id),
  ]);
  const ownUnit = unitKey(unit);
  const known = neighbours.map((other) => ({ ...other, key: unitKey(other) }));
  const isOtherHome = (key: string | null) => ownUnit !== null && key !== null && key !== ownUnit;
  const samePhotos = await samePhotoAs(deps, id, known.slice(0, MAX_COMPARED));
  const units = new Set(known.flatMap(({ key }) => key ?? []));
  const isTower = units.size >= UNITS_OF_A_TOWER || known.length >= LISTINGS_OF_A_TOWER;
  const found = known.flatMap<{ id: number; reason: Reason }>(({ key, ...other }) => {
    if (isOtherHome(key)) return [];
    const isSameUnit = ownUnit !== null && key === ownUnit;
    if (!isSameUnit && !isSameOffer(unit, other)) return [];
    const isSameRent = !isTower && other.rentCents !== null && other.rentCents === unit.rentCents;
    const reason: Reason | null = samePhotos.has(other.id)
      ? "same photo"
      : unit.textKey !== null && other.textKey === unit.textKey
        ? "same text"
        : isSameUnit
          ? "same unit"
          : isSameRent
            ? "same rent and type"
            : null;
    return reason === null ? [] : [{ id: other.id, reason }];
  });
  const elsewhere = sameText
    .filter((other) => isSameOffer(unit, other))
    .map(({ id: other }) => ({ id: other, reason: "same text at another address" as const }));
  return [...found, ...elsewhere]
    .toSorted((a, b) => REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason) || b.id - a.id)
    .slice(0, MAX_NAMED)
    .map(({ id: other, reason }) => ({ code: "duplicate", text: `Possible duplicate of #${other}: ${reason}.` }));
}

/** Returns the ids of the listings among `others` that share a photo with a listing. */
async function samePhotoAs(deps: Deps, id: number | null, others: readonly { id: number }[]): Promise<Set<number>> {
  if (id === null || others.length === 0) return new Set();
  const ids = others.map((other) => other.id);
  const pairs = await photosSharedWith(deps, id, ids);
  const copies = pairs.filter(({ own, other }) => fingerprintDistance(own, other) <= MAX_COPY_DISTANCE);
  return new Set(copies.map(({ listingId }) => listingId));
}

/**
 * Minimum number of letters of a text that is specific to one advertisement. Short texts such as '2 bedroom apartment
 * for rent' occur in many advertisements.
 */
const LETTERS_MIN = 60;

/**
 * Computes the fingerprint of a text, 32 hexadecimal digits. Only letters count, without case and accents, so that a
 * new rent or phone number does not change the fingerprint. Returns null for fewer than 60 letters.
 */
export async function letterFingerprint(text: string | null | undefined): Promise<string | null> {
  const letters = foldText(text ?? "").text.replace(/[^\p{L}]/gu, "");
  return letters.length < LETTERS_MIN ? null : (await sha256Hex(letters)).slice(0, 32);
}
