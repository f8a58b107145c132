import type { Context } from "hono";
import { type Bedrooms, CATEGORIES } from "../contracts/bedrooms.ts";
import { excerptOf, FEED_PATH, FORUM_PATH, threadPath } from "../contracts/forum.ts";
import {
  descriptionText,
  areaText,
  comparisonDetailsText,
  dropText,
  marketPositionText,
  noPercentText,
  priceText,
} from "../contracts/listing-text.ts";
import { listingPath, type PublicListing } from "../contracts/listings.ts";
import { listingFeedPath, HOW_WE_COMPARE, PERCENTAGE_PATH } from "../contracts/page.ts";
import { longDay } from "../contracts/days.ts";
import { DROPS_FEED_PATH, DROPS_PATH } from "../contracts/price-history.ts";
import { readDrops } from "../features/listings/history/history.service.ts";
import { torontoDay } from "../platform/toronto-time.ts";
import { readNewestThreads } from "../features/forum/forum.read.service.ts";
import { readNewestOfType } from "../features/listings/search/search.service.ts";
import { cacheable, withEtag } from "../platform/cache.ts";
import { type AppEnv, router } from "../platform/http.ts";
import { escapeXml } from "../platform/html.ts";

/**
 * The update time of an empty feed. Every feed must have an update time, and the time for an empty feed must be
 * constant.
 */
const NEVER = "1970-01-01T00:00:00.000Z";

/** A feed entry. URLs are paths on this site; texts are plain text. */
interface AtomEntry {
  /** Path for the entry's permanent id. */
  idPath: string;
  path: string;
  title: string;
  summary: string;
  publishedAt: string;
  changedAt: string;
  author?: string;
  category?: { term: string; label: string };
  /** Path and media type of an image. */
  picture?: { path: string; type: string };
  /** The page that explains a benchmark in the summary. */
  explanation?: { path: string; title: string };
}

interface AtomFeed {
  path: string;
  /** The page with the same content. */
  pagePath: string;
  title: string;
  /** Author of entries that name none. */
  author: string;
  entries: readonly AtomEntry[];
}

const link = (rel: string, type: string, href: string, title?: string) =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"${title === undefined ? "" : ` title="${escapeXml(title)}"`}/>`;

function entryXml(siteUrl: string, entry: AtomEntry): string {
  return [
    "<entry>",
    `<id>${escapeXml(siteUrl + entry.idPath)}</id>`,
    `<title type="text">${escapeXml(entry.title)}</title>`,
    link("alternate", "text/html", siteUrl + entry.path),
    ...(entry.picture ? [link("enclosure", entry.picture.type, siteUrl + entry.picture.path)] : []),
    ...(entry.explanation
      ? [link("related", "text/html", siteUrl + entry.explanation.path, entry.explanation.title)]
      : []),
    ...(entry.author === undefined ? [] : [`<author><name>${escapeXml(entry.author)}</name></author>`]),
    `<published>${entry.publishedAt}</published>`,
    `<updated>${entry.changedAt}</updated>`,
    ...(entry.category
      ? [`<category term="${escapeXml(entry.category.term)}" label="${escapeXml(entry.category.label)}"/>`]
      : []),
    `<summary type="text">${escapeXml(entry.summary)}</summary>`,
    "</entry>",
  ].join("");
}

/**
 * Renders an Atom feed (RFC 4287).
 * @param siteUrl without a trailing slash
 */
function atomXml(siteUrl: string, { path, pagePath, title, author, entries }: AtomFeed): string {
  const updated = entries.map(({ changedAt }) => changedAt).reduce((a, b) => (a > b ? a : b), NEVER);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-CA">`,
    `<id>${escapeXml(siteUrl + path)}</id>`,
    `<title type="text">${escapeXml(title)}</title>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<updated>${updated}</updated>`,
    link("self", "application/atom+xml", siteUrl + path),
    link("alternate", "text/html", siteUrl + pagePath),
    ...entries.map((entry) => entryXml(siteUrl, entry)),
    "</feed>",
  ].join("");
}

/** Maximum number of entries per feed. */
const ENTRIES = 50;
const ATOM = { "Content-Type": "application/atom+xml; charset=utf-8" };

/** Redirects to the canonical URL, which is the only one cached. Returns null if that URL was requested. */
const redirectToCanonical = (c: Context<AppEnv>, path: string) =>
  new URL(c.req.url).search === "" ? null : c.redirect(path, 301);

/** A listing's feed entry, with the content of its card. */
function listingEntry(listing: PublicListing & { changedAt: Date }) {
  const publishedAt = listing.approvedAt ?? listing.submittedAt;
  const compared = comparisonDetailsText(listing);
  const position = [marketPositionText(listing), compared && `compared with: ${compared}`];
  const { priceDrop } = listing;
  const reduced = priceDrop && dropText(priceDrop, longDay(torontoDay(new Date(priceDrop.at))));
  const facts = [reduced, ...position, noPercentText(listing), areaText(listing), excerptOf(descriptionText(listing))];
  const [photo] = listing.images;
  return {
    idPath: `/listing/${listing.id}`,
    path: listingPath(listing),
    title: `${priceText(listing)} Monthly: ${listing.title}`,
    ...(compared !== null && { explanation: { path: PERCENTAGE_PATH, title: HOW_WE_COMPARE } }),
    summary: facts.filter((fact) => fact !== null && fact !== "").join(" · "),
    publishedAt,
    changedAt: listing.changedAt.toISOString(),
    ...(photo !== undefined && { picture: { path: `${photo}?w=800`, type: "image/webp" } }),
  };
}

async function answerListings(c: Context<AppEnv>, type: Bedrooms | "all"): Promise<Response> {
  const { deps } = c.var;
  const category = CATEGORIES.find(({ bedrooms }) => bedrooms === type);
  const path = listingFeedPath(category?.path);
  const elsewhere = redirectToCanonical(c, path);
  if (elsewhere) return elsewhere;
  const { listings, validUntil } = await readNewestOfType(deps, type, ENTRIES);
  const { siteName, siteUrl } = deps.config;
  cacheable(c, "GET /listings/feed.xml", { validUntil });
  return c.body(
    atomXml(siteUrl, {
      path,
      pagePath: category?.path ?? "/",
      title: `${category?.name ?? "Rentals"} on ${siteName}`,
      author: siteName,
      entries: listings.map(listingEntry),
    }),
    200,
    ATOM,
  );
}

/**
 * The Atom feeds: the newest listings (of all types, and of each type), the latest drops, and the newest discussions.
 */
export const feedRoutes = router()
  .get(listingFeedPath(), withEtag(), (c) => answerListings(c, "all"))
  .get(DROPS_FEED_PATH, withEtag(), async (c) => {
    const elsewhere = redirectToCanonical(c, DROPS_FEED_PATH);
    if (elsewhere) return elsewhere;
    const { deps } = c.var;
    const { siteName, siteUrl } = deps.config;
    const { listings, validUntil } = await readDrops(deps, {
      from: new Date(0),
      // Adds a millisecond to include drops from the current millisecond.
      until: new Date(deps.now().getTime() + 1),
      limit: ENTRIES,
    });
    cacheable(c, "GET /price-drops/feed.xml", { validUntil });
    const entries = listings.map((listing) => {
      const at = listing.priceDrop?.at ?? listing.changedAt.toISOString();
      const entry = listingEntry(listing);
      // Each drop is a separate entry.
      return { ...entry, idPath: `${entry.idPath}#reduced-${at}`, publishedAt: at };
    });
    const feed = {
      path: DROPS_FEED_PATH,
      pagePath: DROPS_PATH,
      title: `Reduced rents on ${siteName}`,
      author: siteName,
    };
    return c.body(atomXml(siteUrl, { ...feed, entries }), 200, ATOM);
  })
  .get(FEED_PATH, withEtag(), async (c) => {
    const elsewhere = redirectToCanonical(c, FEED_PATH);
    if (elsewhere) return elsewhere;
    const { siteName, siteUrl } = c.var.deps.config;
    const threads = await readNewestThreads(c.var.deps, ENTRIES);
    cacheable(c, "GET /discussions/feed.xml");
    const entries = threads.map((thread) => ({
      // Leaves out the slug, because the title may change.
      idPath: `${FORUM_PATH}/thread/${thread.id}`,
      path: threadPath(thread),
      title: thread.title,
      summary: excerptOf(thread.content),
      author: thread.isAutomated ? `${thread.user.username} (automated)` : thread.user.username,
      publishedAt: thread.createdAt,
      changedAt: thread.changedAt.toISOString(),
      ...(thread.isAutomated && { category: { term: "automated", label: "Automated" } }),
    }));
    const title = `Discussions on ${siteName}`;
    const feed = { path: FEED_PATH, pagePath: FORUM_PATH, title, author: siteName, entries };
    return c.body(atomXml(siteUrl, feed), 200, ATOM);
  });

for (const { path, bedrooms } of CATEGORIES)
  feedRoutes.get(listingFeedPath(path), withEtag(), (c) => answerListings(c, bedrooms));
