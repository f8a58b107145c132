import { labelOf, STATED_KEYS, type StatedFields, statedText } from "../../../contracts/listing-fields.ts";
import type { ApprovalDifference } from "../../../contracts/listings.ts";
import type { Listing, StoredPhoto } from "./listings.table.ts";

type Field = keyof StatedFields | "photos";
/** The fields that a landlord can edit, in the order in which moderators see them. */
const FIELDS = (STATED_KEYS as readonly Field[]).toSpliced(STATED_KEYS.indexOf("yearBuilt"), 0, "photos");
type Values = Partial<Pick<Listing, Field>>;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Returns the version of a listing that a moderator last approved: the listing itself if nothing changed since. */
export const approvedVersionOf = (listing: Listing): Listing => ({ ...listing, ...(listing.approvedValues as Values) });

/**
 * Returns the approved values to store with a landlord's edit, for the fields that differ from the approved version
 * after the edit. Returns null if no field differs, for example after a reverted edit, and for a listing that was never
 * approved.
 */
export function approvedValuesAfter(listing: Listing, edit: Values): Listing["approvedValues"] {
  if (listing.firstApprovedAt === null) return null;
  const approved = approvedVersionOf(listing);
  const edited = { ...listing, ...edit };
  const differing = FIELDS.filter((field) => !isSame(approved[field], edited[field]));
  return differing.length === 0 ? null : Object.fromEntries(differing.map((field) => [field, approved[field]]));
}

const count = (photos: readonly StoredPhoto[]) => `${photos.length} ${photos.length === 1 ? "photo" : "photos"}`;

function photosText(before: readonly StoredPhoto[], after: readonly StoredPhoto[]): [string, string] {
  const without = (all: readonly StoredPhoto[], others: readonly StoredPhoto[]) =>
    all.filter(({ hash }) => !others.some((photo) => photo.hash === hash)).length;
  const [added, removed] = [without(after, before), without(before, after)];
  const changes = [added > 0 && `${added} new`, removed > 0 && `${removed} removed`].filter(Boolean);
  return [count(before), `${count(after)} (${changes.join(", ") || "in another order"})`];
}

/**
 * Number of characters shown before and after a difference, and maximum number of characters shown of the difference
 * itself.
 */
const CONTEXT = 60;
const LONGEST = 1_000;

/** Cuts two long texts to their difference and some words around the difference. Does not cut short texts. */
function cutToDifference(before: string, after: string): [string, string] {
  if (before.length <= 2 * CONTEXT && after.length <= 2 * CONTEXT) return [before, after];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  // Both texts are cut at the same word, because they are equal before `start`.
  const from = start < CONTEXT ? 0 : before.lastIndexOf(" ", start - CONTEXT) + 1;
  const cut = (text: string) => {
    const space = text.indexOf(" ", text.length - same + CONTEXT);
    const to = space < 0 ? text.length : space;
    const shown = text.slice(from, Math.min(to, from + LONGEST));
    const left = text.length - from - shown.length;
    const more = shown.length === LONGEST && left > 0 ? `… (${left.toLocaleString("en-CA")} more characters)` : "…";
    // Cutting inside a surrogate pair would leave an invalid character.
    return `${from > 0 ? "…" : ""}${shown.toWellFormed()}${left > 0 ? more : ""}`;
  };
  return [cut(before), cut(after)];
}

/** Returns the differences between a listing and its approved version as texts. */
export function differencesOf(listing: Listing): ApprovalDifference[] {
  const approved = (listing.approvedValues ?? {}) as Values;
  return FIELDS.filter((field) => field in approved).map((field) => {
    if (field === "photos") {
      const [before, after] = photosText(approved.photos ?? [], listing.photos);
      return { field, label: "Photos", before, after };
    }
    const label = labelOf(field);
    const [before, after] = [statedText(field, approved), statedText(field, listing)];
    const [cutBefore, cutAfter] = cutToDifference(before ?? "", after ?? "");
    return { field, label, before: before === null ? null : cutBefore, after: after === null ? null : cutAfter };
  });
}
