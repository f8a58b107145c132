import { BEDROOMS } from "../../worker/contracts/bedrooms.ts";
import { figuresFrom } from "../../worker/features/market/market.figures.ts";
import { torontoDay } from "../../worker/platform/toronto-time.ts";
import { createHash } from "node:crypto";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { desc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { listings } from "../../worker/features/listings/listing/listings.table.ts";
import { photoFingerprints } from "../../worker/features/listings/photos/photos.table.ts";
import { bandsOf } from "../../worker/platform/photo-bytes.ts";
import { placeDataOf } from "../../worker/address/place-data.ts";
import { type ListingPlace, listingPlaces } from "../../worker/features/listings/listing/listing-places.table.ts";
import { marketBenchmarks } from "../../worker/features/market/market.table.ts";
import { dealPhotos, type DemoPhoto, type Picture, readPhoto } from "./demo-photos.ts";
import { listingRow, placeRows } from "./listing-rows.ts";
import { type DemoUnit, UNITS } from "./units.ts";

/** Pictures encoded in parallel; encoding runs outside of JavaScript. */
const HANDS = 4;

/** The photo prefix of a demo listing, constant so that repeated runs overwrite. */
function photoPrefixOf(unit: DemoUnit): string {
  return createHash("sha256").update(`demo:${unit.address.street}`).digest("hex").slice(0, 32);
}

const nameOf = ({ file, isMirrored }: Picture) => `${file}${isMirrored ? ", mirrored" : ""}`;

async function readAll(pictures: readonly Picture[]): Promise<Map<string, DemoPhoto>> {
  const waiting = [...new Map(pictures.map((picture) => [nameOf(picture), picture])).values()];
  const read = new Map<string, DemoPhoto>();
  const hand = async () => {
    for (let picture = waiting.pop(); picture; picture = waiting.pop())
      read.set(nameOf(picture), await readPhoto(picture));
  };
  await Promise.all(Array.from({ length: HANDS }, hand));
  return read;
}

/** Puts once more after a connection that the local server closed while it was idle, as happens on a busy machine. */
const putAgain = (put: () => Promise<unknown>) => put().catch(put);

async function storePhotos(bucket: R2Bucket, prefix: string, photos: readonly DemoPhoto[]): Promise<void> {
  for (const { hash, widths } of photos) {
    for (const [width, bytes] of widths) {
      const httpMetadata = { contentType: "image/webp" };
      await putAgain(() => bucket.put(`listings/${prefix}/${hash}-${width}.webp`, bytes, { httpMetadata }));
    }
  }
}

/**
 * The statement that stores the fingerprints of a listing, which is identified by its photo prefix until it has an id.
 */
function insertFingerprints(db: ReturnType<typeof drizzle>, photoPrefix: string, photos: readonly DemoPhoto[]) {
  const rows = photos.flatMap(({ hash, fingerprint }) =>
    fingerprint === null ? [] : bandsOf(fingerprint).map((band) => [band, hash, fingerprint]),
  );
  // In the order of the table's columns.
  return db.insert(photoFingerprints).select(
    sql`SELECT value ->> 0, listings.id, value ->> 1, value ->> 2 FROM listings, json_each(${JSON.stringify(rows)})
      WHERE photo_prefix = ${photoPrefix}`,
  );
}

/**
 * The statement that stores a listing's place facts; the listing is identified by its photo prefix until it has an id.
 */
function insertPlace(
  db: ReturnType<typeof drizzle>,
  photoPrefix: string,
  {
    method,
    confidence,
    source,
    dataVersion,
    municipality,
    building,
    rentControlReason,
    onMap,
    enrichedAt,
  }: Omit<ListingPlace, "listingId">,
) {
  const json = building === null ? null : JSON.stringify(building);
  // In the order of the table's columns.
  return db.insert(listingPlaces).select(
    sql`SELECT id, ${method}, ${confidence}, ${source}, ${dataVersion}, ${municipality}, ${json}, ${rentControlReason},
      ${JSON.stringify(onMap)}, ${enrichedAt.getTime()} FROM listings WHERE photo_prefix = ${photoPrefix}`,
  );
}

/**
 * Stores the demo units and their photos, unless any listing exists: photos first, then all rows at once, so that an
 * interrupted run can be repeated.
 * @param now milliseconds; all dates of the demo are relative to it
 * @param units all of the demo by default
 * @returns one line that summarises the result
 */
export async function seedDemo(
  database: D1Database,
  bucket: R2Bucket,
  now: number,
  units: readonly DemoUnit[] = UNITS,
): Promise<string> {
  const db = drizzle(database, { casing: "snake_case" });
  const existing = await db.select({ id: listings.id }).from(listings).limit(1);
  if (existing.length > 0) return "Demo data: nothing to do, there are listings already.";

  const published = await db
    .select()
    .from(marketBenchmarks)
    .where(eq(marketBenchmarks.area, "Toronto"))
    .orderBy(desc(marketBenchmarks.asOf))
    .limit(100);
  const today = torontoDay(new Date(now));
  const market = new Map(
    BEDROOMS.map((type) => [
      type,
      figuresFrom(
        published.filter(({ bedrooms }) => bedrooms === type),
        [],
        today,
      ),
    ]),
  );

  const deal = dealPhotos(units);
  const read = await readAll(deal.flat());
  const { version } = await placeDataOf([]);
  const rows = [];
  const about = [];
  for (const [position, unit] of units.entries()) {
    const photos = (deal[position] ?? []).flatMap((picture) => read.get(nameOf(picture)) ?? []);
    const photoPrefix = photoPrefixOf(unit);
    await storePhotos(bucket, photoPrefix, photos);
    const { columns, place } = placeRows(unit, version, new Date(now));
    about.push(insertPlace(db, photoPrefix, place), insertFingerprints(db, photoPrefix, photos));
    const stored = { photoPrefix, photos: photos.map(({ hash }) => ({ hash })) };
    rows.push(listingRow(unit, position, now, market, stored, columns));
  }
  // Ids follow the order of submission, as in real use.
  rows.sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  const [first, ...others] = rows.map((row) => db.insert(listings).values(row));
  if (first) await db.batch([first, ...others, ...about]);
  return `Demo data: ${rows.length} listings with ${deal.flat().length} photos (${read.size} different ones).`;
}
