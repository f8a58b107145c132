import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { desc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { BEDROOMS } from "../../worker/contracts/bedrooms.ts";
import { PHOTO_WIDTHS, type PhotoWidth } from "../../worker/contracts/photos.ts";
import { type ListingPlace, listingPlaces } from "../../worker/features/listings/listing/listing-places.table.ts";
import { listings } from "../../worker/features/listings/listing/listings.table.ts";
import { photoFingerprints } from "../../worker/features/listings/photos/photos.table.ts";
import { selectBenchmarks } from "../../worker/features/market/market.benchmarks.ts";
import { marketBenchmarks } from "../../worker/features/market/market.table.ts";
import { placeDataOf } from "../../worker/address/place-data.ts";
import { rentalBuildings } from "../../worker/address/places.table.ts";
import { bandsOf, FINGERPRINT_SIZE, fingerprintOf } from "../../worker/platform/photo-bytes.ts";
import { torontoDay } from "../../worker/platform/toronto-time.ts";
import { listingRow, placeRows, registerRows } from "./listing-rows.ts";
import { type DemoUnit, UNITS } from "./units.ts";

/** Files in scripts/demo/photos by kind of picture. */
const FILES = {
  "living-high": 4,
  "living-low": 6,
  studio: 3,
  dining: 2,
  "bedroom-high": 3,
  "bedroom-low": 4,
  room: 3,
  kitchen: 5,
  bathroom: 3,
  balcony: 2,
  tower: 3,
  "walk-up": 1,
  semi: 2,
  detached: 1,
  townhouse: 1,
  "main-street": 1,
} as const;
type PictureKind = keyof typeof FILES;

/** A file, possibly mirrored, so that few files yield many photos. */
interface Picture {
  file: string;
  isMirrored: boolean;
}

/** A picture in every served width. */
interface DemoPhoto {
  /** First 32 hexadecimal digits of the SHA-256 of the widest picture. */
  hash: string;
  widths: ReadonlyMap<PhotoWidth, Uint8Array>;
  /** The fingerprint for comparing photos; null when the picture is too uniform. */
  fingerprint: string | null;
}

/** Lowest effort, used for the widest size, because the first `npm start` waits for the encoding. */
const WIDEST_WEBP = { quality: 75, effort: 0 } as const;
/**
 * Default effort, used for photos shown on pages. Files are a third smaller than at the lowest effort, and about as
 * small as those of the Images service.
 */
const SHOWN_WEBP = { quality: 75, effort: 4 } as const;
const WIDEST = Math.max(...PHOTO_WIDTHS);

/** Returns the kinds of a unit's photos, starting with the one on its card. */
function kindsFor({ home }: DemoUnit, position: number): PictureKind[] {
  const isHigh = home.building === "tower";
  const living: PictureKind = isHigh ? "living-high" : "living-low";
  const bedroom: PictureKind = isHigh ? "bedroom-high" : "bedroom-low";
  if (home.bedrooms === "Private Room") return ["room", "kitchen", "bathroom", home.building, living];
  const last: PictureKind = isHigh ? "balcony" : "dining";
  if (home.bedrooms === "Studio") return ["studio", "kitchen", "bathroom", home.building, last];
  // Varies whether the house or the table comes first.
  const houseFirst = position % 3 === 1;
  const tableFirst = !isHigh && position % 4 === 0;
  const [first, second] = houseFirst ? [home.building, living] : [tableFirst ? last : living, home.building];
  if (tableFirst && !houseFirst) return [first, living, "kitchen", bedroom, second];
  return position % 2 ? [first, "kitchen", last, bedroom, second] : [first, bedroom, "kitchen", "bathroom", second];
}

/**
 * Assigns pictures to units so that repetitions are far apart. The first photos of all units are assigned first,
 * because the home page shows them side by side.
 */
export function assignPhotos(units: readonly DemoUnit[]): Picture[][] {
  const dealt = new Map<PictureKind, number>();
  const next = (kind: PictureKind): Picture => {
    const turn = dealt.get(kind) ?? 0;
    dealt.set(kind, turn + 1);
    const round = Math.floor(turn / FILES[kind]);
    return { file: `${kind}-${(turn % FILES[kind]) + 1}.webp`, isMirrored: round % 2 === 1 };
  };
  const wanted = units.map((unit, position) => kindsFor(unit, position).slice(0, unit.stage.photos));
  const firsts = wanted.map(([kind]) => (kind ? [next(kind)] : []));
  return wanted.map((kinds, position) => [...(firsts[position] ?? []), ...kinds.slice(1).map(next)]);
}

/**
 * Reads a picture, encodes it as WebP in every width and computes its fingerprint. The files in scripts/demo/photos
 * already have the greatest width.
 */
export async function readPhoto({ file, isMirrored }: Picture): Promise<DemoPhoto> {
  const stored = await readFile(new URL(`photos/${file}`, import.meta.url));
  const widest = isMirrored ? await sharp(stored).flop().webp(WIDEST_WEBP).toBuffer() : stored;
  const widths = new Map<PhotoWidth, Uint8Array>();
  for (const width of PHOTO_WIDTHS)
    widths.set(width, width === WIDEST ? widest : await sharp(widest).resize(width).webp(SHOWN_WEBP).toBuffer());
  const squeezed = await sharp(widest)
    .resize({ ...FINGERPRINT_SIZE, fit: "fill" })
    .png()
    .toBuffer();
  return {
    hash: createHash("sha256").update(widest).digest("hex").slice(0, 32),
    widths,
    fingerprint: fingerprintOf(squeezed),
  };
}

/** Number of pictures encoded in parallel; encoding runs outside of JavaScript. */
const PARALLEL_ENCODINGS = 4;

/** Returns the photo prefix of a demo listing, which is constant, so that repeated runs overwrite the photos. */
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
  await Promise.all(Array.from({ length: PARALLEL_ENCODINGS }, hand));
  return read;
}

/** Retries a put once, because on a busy machine the local server may have closed the idle connection. */
const putWithRetry = (put: () => Promise<unknown>) => put().catch(put);

async function storePhotos(bucket: R2Bucket, prefix: string, photos: readonly DemoPhoto[]): Promise<void> {
  for (const { hash, widths } of photos) {
    for (const [width, bytes] of widths) {
      const httpMetadata = { contentType: "image/webp" };
      await putWithRetry(() => bucket.put(`listings/${prefix}/${hash}-${width}.webp`, bytes, { httpMetadata }));
    }
  }
}

/**
 * Returns the statement that stores the fingerprints of a listing. The photo prefix identifies the listing until it has
 * an id.
 */
function insertFingerprints(db: ReturnType<typeof drizzle>, photoPrefix: string, photos: readonly DemoPhoto[]) {
  const rows = photos.flatMap(({ hash, fingerprint }) =>
    fingerprint === null ? [] : bandsOf(fingerprint).map((band) => [band, hash, fingerprint]),
  );
  // The selected columns are in the order of the table's columns.
  return db.insert(photoFingerprints).select(
    sql`SELECT value ->> 0, listings.id, value ->> 1, value ->> 2 FROM listings, json_each(${JSON.stringify(rows)})
      WHERE photo_prefix = ${photoPrefix}`,
  );
}

/**
 * Returns the statement that stores the location facts of a listing. The photo prefix identifies the listing until it
 * has an id.
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
  // The selected columns are in the order of the table's columns.
  return db.insert(listingPlaces).select(
    sql`SELECT id, ${method}, ${confidence}, ${source}, ${dataVersion}, ${municipality}, ${json}, ${rentControlReason},
      ${JSON.stringify(onMap)}, ${enrichedAt.getTime()} FROM listings WHERE photo_prefix = ${photoPrefix}`,
  );
}

/**
 * Stores the demo units and their photos unless any listing exists: photos first, then all rows at once, so that an
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
      selectBenchmarks(
        published.filter(({ bedrooms }) => bedrooms === type),
        [],
        today,
      ),
    ]),
  );

  const deal = assignPhotos(units);
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
  // Ids follow the order of submission, as in production.
  rows.sort((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  const [first, ...others] = rows.map((row) => db.insert(listings).values(row));
  const register = registerRows().map((row) => db.insert(rentalBuildings).values(row).onConflictDoNothing());
  if (first) await db.batch([first, ...others, ...about, ...register]);
  return `Demo data: ${rows.length} listings with ${deal.flat().length} photos (${read.size} different ones).`;
}
