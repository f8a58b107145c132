import type { Deps } from "../../platform/deps.ts";
import { dropPhotos, listedPhotos, prefixesWithoutListing } from "./restore.repo.ts";

/** List calls of one step; each is followed by up to three statements. */
const LISTS_A_STEP = 100;
/** Behind every prefix, which is hexadecimal. */
const END = "~";

type Found = Record<"listingsWithoutPhotos" | "photosWithoutListing", number>;

/**
 * Compares stored photos with those of the listings, in the order of their prefixes. A photo that R2 has no more is taken
 * out of its listing; photos without a listing are counted, because photos.sweep deletes them.
 * @param after the last prefix that was compared
 * @returns where to go on; null at the end
 */
export async function checkPhotos(deps: Deps, after: string): Promise<{ after: string | null; found: Found }> {
  const found: Found = { listingsWithoutPhotos: 0, photosWithoutListing: 0 };
  let done = after;
  for (let lists = 0; lists < LISTS_A_STEP; lists += 1) {
    const { objects, isEnd } = await deps.photos.inventory(done === "" ? "" : `listings/${done}/${END}`);
    const stored = new Map<string, Set<string>>();
    for (const { key } of objects) {
      const [, prefix = "", hash = ""] = /^listings\/([^/]+)\/([0-9a-f]+)-/.exec(key) ?? [];
      stored.set(prefix, (stored.get(prefix) ?? new Set()).add(hash));
    }
    const prefixes = [...stored.keys()];
    // The rest of the last prefix may be on the next page.
    if (!isEnd && prefixes.length > 1) prefixes.pop();
    const upTo = isEnd ? END : (prefixes.at(-1) ?? END);
    await compare(deps, { done, upTo, stored, prefixes }, found);
    if (isEnd) return { after: null, found };
    done = upTo;
  }
  return { after: done, found };
}

async function compare(
  deps: Deps,
  given: { done: string; upTo: string; stored: ReadonlyMap<string, ReadonlySet<string>>; prefixes: readonly string[] },
  found: Found,
): Promise<void> {
  const listed = await listedPhotos(deps, given.done, given.upTo);
  const gone = listed
    .map(({ id, prefix, hashes }) => ({
      id,
      prefix,
      hashes: hashes.filter((hash) => !given.stored.get(prefix)?.has(hash)),
    }))
    .filter(({ hashes }) => hashes.length > 0);
  if (gone.length > 0) await dropPhotos(deps, gone);
  found.listingsWithoutPhotos += gone.length;
  found.photosWithoutListing += (await prefixesWithoutListing(deps, given.prefixes)).length;
}
