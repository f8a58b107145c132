import { and, desc, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Deps } from "../../../platform/deps.ts";
import { bandsOf } from "../../../platform/photo-bytes.ts";
import { textShingles } from "./text-shingles.table.ts";
import { photoFingerprints } from "../photos/photos.table.ts";
import { type Listing, listings } from "../listing/listings.table.ts";

/** Maximum number of candidates per photo. Candidates with the most equal bands come first. */
const CANDIDATES = 200;

/** Returns the fingerprints of a listing's photos by photo hash (uses index photo_fingerprints_listing). */
export async function fingerprintedPhotos(deps: Deps, listingId: number): Promise<Map<string, string>> {
  const rows = await deps.db
    .selectDistinct({ photoHash: photoFingerprints.photoHash, fingerprint: photoFingerprints.fingerprint })
    .from(photoFingerprints)
    .where(eq(photoFingerprints.listingId, listingId));
  return new Map(rows.map(({ photoHash, fingerprint }) => [photoHash, fingerprint]));
}

/** Stores a photo's fingerprint. Idempotent. */
export async function insertFingerprint(deps: Deps, listingId: number, photoHash: string, fingerprint: string) {
  await deps.db
    .insert(photoFingerprints)
    .values(bandsOf(fingerprint).map((band) => ({ band, listingId, photoHash, fingerprint })))
    .onConflictDoNothing();
}

/** Deletes the data for comparing a listing's photos and text. */
export async function deleteComparisons(deps: Deps, listingId: number): Promise<void> {
  await deps.db.batch([
    deps.db.delete(photoFingerprints).where(eq(photoFingerprints.listingId, listingId)),
    deps.db.delete(textShingles).where(eq(textShingles.listingId, listingId)),
  ]);
}

/**
 * Deletes the fingerprints of a listing's removed photos. @param kept hashes of the listing's current photos, at most 5
 */
export async function deleteFingerprints(deps: Deps, listingId: number, kept: readonly string[]): Promise<void> {
  await deps.db
    .delete(photoFingerprints)
    .where(and(eq(photoFingerprints.listingId, listingId), notInArray(photoFingerprints.photoHash, [...kept])));
}

/**
 * Returns photos of listings at other addresses that share a band with a fingerprint (by primary key). Leaves out
 * deleted listings. Also leaves out listings at the same address, because resubmitted listings and units of one
 * building may have equal photos.
 */
export async function similarPhotos(
  deps: Deps,
  { id, addressKey }: Pick<Listing, "id" | "addressKey">,
  fingerprint: string,
): Promise<{ listingId: number; fingerprint: string }[]> {
  return deps.db
    .select({ listingId: photoFingerprints.listingId, fingerprint: photoFingerprints.fingerprint })
    .from(photoFingerprints)
    .innerJoin(listings, and(eq(listings.id, photoFingerprints.listingId), sql`${listings.status} <> 'deleted'`))
    .where(
      and(
        inArray(photoFingerprints.band, bandsOf(fingerprint)),
        ne(photoFingerprints.listingId, id),
        ne(listings.addressKey, addressKey),
      ),
    )
    .groupBy(photoFingerprints.listingId, photoFingerprints.fingerprint)
    .orderBy(sql`count(*) DESC`, desc(photoFingerprints.listingId))
    .limit(CANDIDATES);
}

/**
 * Returns pairs of similar fingerprints with a common band, one from the listing and one from another listing (uses the
 * primary key, and for the listing's own bands index photo_fingerprints_listing).
 * @param others ids of the other listings, at most 20
 */
export async function photosSharedWith(
  deps: Deps,
  listingId: number,
  others: readonly number[],
): Promise<{ listingId: number; own: string; other: string }[]> {
  const own = alias(photoFingerprints, "own");
  return deps.db
    .selectDistinct({
      listingId: photoFingerprints.listingId,
      own: own.fingerprint,
      other: photoFingerprints.fingerprint,
    })
    .from(own)
    .innerJoin(
      photoFingerprints,
      and(eq(photoFingerprints.band, own.band), inArray(photoFingerprints.listingId, [...others])),
    )
    .where(eq(own.listingId, listingId))
    .limit(CANDIDATES);
}
