import { etag } from "hono/etag";
import { tagsOf } from "../contracts/cache-tags.ts";
import { excerptOf, FEED_PATH, FORUM_PATH, type Thread, threadPath } from "../contracts/forum.ts";
import { readNewestThreads } from "../features/forum/forum.read.service.ts";
import { cacheable } from "../platform/cache.ts";
import type { Config } from "../platform/config.ts";
import { escapeXml } from "../platform/html.ts";
import { router } from "../platform/http.ts";

/** Discussions in the feed. */
const ENTRIES = 50;
/** When a feed changed that nobody wrote anything for: it must say something, and always the same. */
const NEVER = "1970-01-01T00:00:00.000Z";

/** A discussion, and when its text or its title last changed. */
type Entry = Thread & { changedAt: Date };

/** A discussion. Its id is its address without the words of the title, which may change. */
function entryXml({ siteUrl }: Config, thread: Entry): string {
  const author = thread.isAutomated ? `${thread.user.username} (automated)` : thread.user.username;
  return [
    "<entry>",
    `<id>${escapeXml(`${siteUrl}${FORUM_PATH}/thread/${thread.id}`)}</id>`,
    `<title type="text">${escapeXml(thread.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(siteUrl + threadPath(thread))}"/>`,
    `<author><name>${escapeXml(author)}</name></author>`,
    `<published>${thread.createdAt}</published>`,
    `<updated>${thread.changedAt.toISOString()}</updated>`,
    ...(thread.isAutomated ? [`<category term="automated" label="Automated"/>`] : []),
    `<summary type="text">${escapeXml(excerptOf(thread.content))}</summary>`,
    "</entry>",
  ].join("");
}

/** An Atom feed (RFC 4287). */
function feedXml(config: Config, threads: readonly Entry[]): string {
  const { siteName, siteUrl } = config;
  const updated = threads.map(({ changedAt }) => changedAt.toISOString()).reduce((a, b) => (a > b ? a : b), NEVER);
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-CA">`,
    `<id>${escapeXml(siteUrl + FEED_PATH)}</id>`,
    `<title type="text">${escapeXml(`Discussions on ${siteName}`)}</title>`,
    `<updated>${updated}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(siteUrl + FEED_PATH)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(siteUrl + FORUM_PATH)}"/>`,
    ...threads.map((thread) => entryXml(config, thread)),
    "</feed>",
  ].join("");
}

/** GET /Toronto-Apartment-Discussions/feed.xml: the newest discussions. */
export const feedRoutes = router().get(FEED_PATH, etag(), async (c) => {
  const { deps } = c.var;
  // One address, one copy in the cache.
  if (new URL(c.req.url).search !== "") return c.redirect(FEED_PATH, 301);
  const threads = await readNewestThreads(deps, ENTRIES);
  cacheable(c, { tags: tagsOf("GET /discussions/feed.xml") });
  return c.body(feedXml(deps.config, threads), 200, { "Content-Type": "application/atom+xml; charset=utf-8" });
});
