import { HOUR_MS } from "../../../contracts/days.ts";
import type { PreviewImage } from "../../../contracts/page.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { Listener } from "../../../platform/events.ts";
import { outboxEntry } from "../../../platform/outbox.ts";
import type { PhotoAddress } from "../../../platform/photo-store.ts";
import { purge } from "../../../platform/purge.ts";
import { readCursor, writeCursor } from "../../../platform/schedule.ts";
import { publicationOf, toPublicListing } from "../views/listings.mappers.ts";
import { isPublicNow } from "../listing/listings.policy.ts";
import { listingById, listingOfPhotoPrefix } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { type PreviewCard, previewAlt, previewCardOf, previewName } from "./preview-card.ts";
import { PREVIEW_PHOTO, previewSvg } from "./preview-svg.ts";
import { insertPreviewWork, publicListingsBefore, setPreview } from "./previews.repo.ts";

/**
 * Number of images drawn per outbox entry. Each image takes about 0.2 s of CPU time, and ten entries may be delivered
 * at once.
 */
const DRAWN_AT_ONCE = 5;
/** Maximum number of attempts to draw the image of a listing that changes in the meantime. */
const DRAW_TRIES = 3;

/** Queues the preview image of a published or changed listing. */
export const drawPreviewOfShown: Listener<"listing.shown"> = ({ listingId }) => ({
  kind: "listing.draw_previews",
  payload: { listingIds: [listingId] },
});
export const drawPreviewOfEdited: Listener<"listing.edited"> = ({ listingId, parts }) =>
  parts.includes("preview") ? { kind: "listing.draw_previews", payload: { listingIds: [listingId] } } : null;

/** Returns the statement that queues a listing's preview image if the previous statement of the batch changed a row. */
export function queuePreview(deps: Deps, { id }: Pick<Listing, "id">) {
  return outboxEntry(deps, "listing.draw_previews", { listingIds: [id] });
}

/** Returns the statement that queues the preview images of some listings, if there are any. */
export function queuePreviews(deps: Deps, ids: readonly number[]) {
  const groups = Array.from({ length: Math.ceil(ids.length / DRAWN_AT_ONCE) }, (_, nth) =>
    ids.slice(nth * DRAWN_AT_ONCE, (nth + 1) * DRAWN_AT_ONCE),
  );
  return groups.length > 0 ? [insertPreviewWork(deps, groups)] : [];
}

const cardOf = (deps: Deps, row: Listing) =>
  previewCardOf(
    toPublicListing(row, publicationOf(deps)),
    deps.config.isDemo ? `Sample on ${deps.config.siteName}` : deps.config.siteName,
  );

/** Returns whether a listing's latest preview image is up to date. An old image could show an old rent. */
async function isCurrent({ preview }: Listing, card: PreviewCard): Promise<boolean> {
  return preview !== null && preview === (await previewName(card));
}

/**
 * Returns the path and alternative text of a public listing's preview image. Returns null until an up-to-date image
 * exists.
 */
export async function previewOf(deps: Deps, row: Listing): Promise<PreviewImage | null> {
  const card = cardOf(deps, row);
  if (!(await isCurrent(row, card))) return null;
  return { path: `/previews/${row.photoPrefix}/${row.preview}.jpg`, alt: previewAlt(card) };
}

/** Returns a preview image. Returns null if the listing is not public or the image is outdated. */
export async function readPreview(deps: Deps, address: PhotoAddress) {
  const row = await listingOfPhotoPrefix(deps, address.prefix);
  if (!row || row.preview !== address.hash || !isPublicNow(row, deps.now())) return null;
  if (!(await isCurrent(row, cardOf(deps, row)))) return null;
  const object = await deps.previews.read(address);
  return object && { object, listingId: row.id, validUntil: row.expiresAt };
}

/**
 * Draws the missing and outdated preview images of some listings, if they are public.
 * @throws errors of the Images service and R2, so that the queue retries
 */
export async function drawPreviews(deps: Deps, ids: readonly number[]): Promise<void> {
  const drawn: number[] = [];
  try {
    for (const id of ids) if (await drawPreview(deps, id)) drawn.push(id);
  } finally {
    await purge(deps, "listing.previewed", drawn);
  }
}

/** @returns whether an image was drawn */
async function drawPreview(deps: Deps, id: number): Promise<boolean> {
  for (let tries = 0; tries < DRAW_TRIES; tries += 1) {
    const row = await listingById(deps, id);
    if (!row || !isPublicNow(row, deps.now())) return false;
    const card = cardOf(deps, row);
    if (await isCurrent(row, card)) return false;
    const [first] = row.photos;
    const photo = first ? await deps.previews.photoFor({ prefix: row.photoPrefix, ...first }, PREVIEW_PHOTO) : null;
    // The photo is not stored yet. Once the photo is stored, the preview image is queued again.
    if (first && photo === null) return false;
    const hash = await previewName(card);
    await deps.previews.draw({ prefix: row.photoPrefix, hash }, (fonts) => previewSvg(card, fonts, photo));
    // The previous image is left for the sweep to delete, because another delivery may just have drawn the same image.
    if (await setPreview(deps, row, hash)) return true;
  }
  return false;
}

/** Deletes a listing's preview image. The sweep repeats a failed deletion. */
export async function deletePreview(deps: Deps, { photoPrefix, preview, id }: Listing): Promise<void> {
  if (preview === null) return;
  await deps.previews
    .remove([{ prefix: photoPrefix, hash: preview }])
    .catch((error: unknown) => deps.log.error("preview.remove_failed", error, { listing: id }));
}

const WALK = "previews.draw";
/** Number of public listings checked per tick. */
const WALK_WINDOW = 200;
/** Maximum number of images drawn per tick. */
const DRAWN_A_TICK = 10;
/** Minimum age of the listings that are checked, because the queue draws the images of younger listings. */
const QUEUE_TIME_MS = HOUR_MS;

/**
 * Draws images that the queue did not draw: after an outage longer than the queue's retries, after a change of the
 * design, and for listings older than the preview feature. Each tick checks a range of listings until enough images are
 * drawn or one fails. The next tick continues after that range, so that no listing blocks the others.
 */
export async function drawMissingPreviews(deps: Deps, time: Date): Promise<void> {
  const cursor = await readCursor(deps, WALK);
  const approvedBefore = new Date(time.getTime() - QUEUE_TIME_MS);
  const beforeId = cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor);
  const rows = await publicListingsBefore(deps, { beforeId, approvedBefore, limit: WALK_WINDOW });
  const drawn: number[] = [];
  let lastId: number | null = null;
  for (const row of rows) {
    if (drawn.length === DRAWN_A_TICK) break;
    lastId = row.id;
    if (!(await isCurrent(row, cardOf(deps, row)))) {
      try {
        if (await drawPreview(deps, row.id)) drawn.push(row.id);
      } catch (error) {
        deps.log.warn("preview.still_missing", { listing: row.id, reason: String(error).slice(0, 300) });
        break;
      }
    }
  }
  await purge(deps, "listing.previewed", drawn);
  const isAtEnd = rows.length < WALK_WINDOW && lastId === (rows.at(-1)?.id ?? null);
  await writeCursor(deps, WALK, isAtEnd ? null : String(lastId));
}
