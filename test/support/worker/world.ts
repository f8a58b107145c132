import { DAY_MS } from "../../../worker/contracts/days.ts";
import type { Thread } from "../../../worker/contracts/forum.ts";
import { LISTINGS_PER_PAGE } from "../../../worker/contracts/list-pages.ts";
import { LISTING_LIFETIME_DAYS } from "../../../worker/contracts/listings.ts";
import type { CachedSite } from "./edge-cache.ts";
import { comment, startThread, type Visitor, visitor } from "./forum.ts";
import { importTiles } from "./map-tiles.ts";
import { dataUrl, png } from "./images.ts";
import { publish, submit } from "./listings.ts";
import { mailsTo, tokenIn } from "./mailbox.ts";
import { operator } from "./operator.ts";
import { publishPlaced } from "./placed-listings.ts";

/** A site with content, and the sessions of its users. */
export interface World {
  site: CachedSite;
  /** Cookies of the moderator and the operator. */
  moderator: string;
  operator: string;
  author: Visitor;
  reader: Visitor;
  /** A public listing with a photo. */
  listing: { id: number; path: string; photo: string; preview: string; manage: string };
  /** A pending listing. */
  pending: number;
  thread: Thread;
  commentId: number;
  /** A script of the build. */
  script: string;
  /** A tile of the imported map. */
  tile: string;
}

export const LANDLORD = "landlord@example.com";

/** Runs all follow-up work: emails, look-ups, new medians, and waiting purges. */
export async function settled(site: CachedSite): Promise<void> {
  for (let rounds = 0; site.queued.length > 0 && rounds < 20; rounds += 1) await site.runQueue();
  await site.finishPurges();
}

/** Returns the first match of a pattern in a page's HTML. */
async function namedOn(site: CachedSite, path: string, pattern: RegExp): Promise<string> {
  const found = pattern.exec(await (await site.fetch(path)).text())?.[0];
  if (found === undefined) throw new Error(`${path} names nothing like ${pattern.source}`);
  return found;
}

export async function makeWorld(site: CachedSite): Promise<World> {
  // Enough listings for a second page, all as new as the listing below.
  const now = site.clock.now.getTime();
  const dates = `approved_at = ${now}, first_approved_at = ${now}, expires_at = ${now + LISTING_LIFETIME_DAYS * DAY_MS}`;
  await publishPlaced(1, LISTINGS_PER_PAGE, site.clock.now, [`${dates} WHERE true`]);
  const { id, slug, images } = await publish(site, { images: [dataUrl(await png({ width: 1000, height: 500 }))] });
  const manage = tokenIn(
    (await mailsTo(site, LANDLORD)).findLast(({ text }) => text.includes("/manage/")),
    "manage",
  );
  const author = await visitor(site);
  const thread = await startThread(site, author, { title: "Is the laundry shared" });
  const { id: commentId } = await comment(site, author, thread.id);
  // Advances to the time of the day's edition.
  site.clock.now = new Date("2026-11-20T15:00:00Z");
  await site.tick();
  await settled(site);
  const path = `/listing/${id}/${slug}`;
  const preview = await namedOn(site, path, /\/previews\/[0-9a-f]+\/[0-9a-f]+\.jpg/);
  return {
    site,
    moderator: await site.logIn(),
    operator: await operator(site),
    author,
    reader: await visitor(site, "198.51.100.5"),
    listing: { id, path, photo: images[0] ?? "", preview, manage },
    pending: await submit(site, { address: "12 Rockford Road, Toronto, ON M2R 3A2", bedrooms: "Studio" }),
    thread,
    commentId,
    script: await namedOn(site, "/", /\/assets\/[^"]+\.js/),
    tile: await importTiles(),
  };
}

/** Returns a world that contains only one public listing, to read everything that could reveal something about it. */
export const singleListingWorld = ({ id, slug }: { id: number; slug: string }): World =>
  ({
    listing: { id, path: `/listing/${id}/${slug}`, photo: "", preview: "/previews/x", manage: "" },
    pending: 999,
    thread: { id: 1, seoSlug: "none" },
    script: "/assets/none.js",
    tile: "/tiles/none",
  }) as unknown as World;
