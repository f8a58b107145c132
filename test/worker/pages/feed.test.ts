import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import { FEED_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import { listingPath } from "../../../worker/contracts/listings.ts";
import { comment, deleteOwn, startThread, visitor, write } from "../../support/worker/forum.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { approve, change, publish, submit } from "../../support/worker/listings.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { assertWellFormed } from "../../support/worker/well-formed.ts";

const feed = async (site: Site) => (await site.fetch(FEED_PATH)).text();
const entriesOf = (xml: string) => xml.split("<entry>").slice(1);
const SITE = "http://localhost:8787";

describe("the feed of discussions", () => {
  it("is Atom, newest first, with stable ids, times, authors, excerpts and links", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const old = await startThread(site, author, { title: "First", content: `Long. ${"word ".repeat(80)}` });
    site.clock.now = new Date(site.clock.now.getTime() + 3_600_000);
    const odd = await startThread(site, author, { title: `<script>alert("1")</script> & 'more' ]]>` });
    const response = await site.fetch(FEED_PATH);
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const xml = await response.text();
    assertWellFormed(xml);
    expect(xml).toContain(`<updated>${odd.createdAt}</updated><link rel="self"`);
    const [first = "", second = "", ...others] = entriesOf(xml);
    expect(others).toEqual([]);
    expect(first).toContain(`<id>${SITE}/Toronto-Apartment-Discussions/thread/${odd.id}</id>`);
    expect(first).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39; ]]&gt;");
    expect(first).toContain(`<author><name>${author.username}</name></author>`);
    expect(first).toContain(`href="${SITE}${threadPath(odd)}"`);
    expect(second).toContain(`<published>${old.createdAt}</published><updated>${old.createdAt}</updated>`);
    expect(second).toMatch(/<summary type="text">Long\. [word ]+…<\/summary>/);
    site.clock.now = new Date(site.clock.now.getTime() + 3_600_000);
    await write(site, author, "PUT", `/user/threads/${old.id}`, { title: "Renamed", content: "And written anew" });
    const [, edited = ""] = entriesOf(await feed(site));
    expect(edited).toContain(`<id>${SITE}/Toronto-Apartment-Discussions/thread/${old.id}</id>`);
    expect(edited).toContain(`<updated>${site.clock.now.toISOString()}</updated>`);
    expect(await feed(site)).toContain(`<updated>${site.clock.now.toISOString()}</updated><link rel="self"`);
  });

  it("is valid when it is empty, and with characters that XML forbids", async () => {
    const site = makeSite();
    assertWellFormed(await feed(site));
    expect(await feed(site)).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
    await startThread(site, await visitor(site));
    await env.DB.prepare("UPDATE forum_threads SET content = ?").bind("a\u0000b\u0008c\uffffd & e").run();
    const xml = await feed(site);
    assertWellFormed(xml);
    expect(entriesOf(xml)[0]).toContain("d &amp; e</summary>");
  });

  it("labels automated posts, and contains no deleted discussion", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const gone = await startThread(site, author);
    await startThread(site, author);
    await deleteOwn(site, author, { thread: gone.id });
    await env.DB.prepare("UPDATE forum_threads SET is_automated = 1 WHERE is_deleted = 0").run();
    const entries = entriesOf(await feed(site));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toContain(`<name>${author.username} (automated)</name>`);
    expect(entries[0]).toContain('<category term="automated" label="Automated"/>');
  });

  it("contains the newest fifty discussions, sticky or not, at a constant cost", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await startThread(site, await visitor(site));
    const more = (count: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO forum_threads (title, seo_slug, author_id, author_name, content, created_at, text_key, is_sticky, is_deleted)
         SELECT 'T' || i, 't', 1, 'A', 'Content', 1, 'k' || i, i % 7 = 0, i % 5 = 0 FROM n`,
      )
        .bind(count)
        .run();
    await more(3_000);
    const { response, rowsRead } = await site.count(FEED_PATH);
    const ids = [...(await response.text()).matchAll(/thread\/(\d+)<\/id>/g)].map(([, id]) => Number(id));
    const { results } = await env.DB.prepare(
      "SELECT id FROM forum_threads WHERE is_deleted = 0 ORDER BY id DESC LIMIT 50",
    ).all<{ id: number }>();
    expect(ids).toEqual(results.map(({ id }) => id));
    expect(rowsRead).toBeLessThanOrEqual(100);
  });

  it("is cached until a discussion changes, and supports 304", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    const { headers } = await site.fetch(FEED_PATH);
    expect(headers.get("cloudflare-cdn-cache-control")).toContain("max-age=300");
    expect(headers.get("cache-tag")).toBe("forum");
    const call = { headers: { "if-none-match": headers.get("etag") ?? "" } };
    expect((await site.fetch(FEED_PATH, call)).status).toBe(304);
    await comment(site, author, thread.id);
    expect((await site.fetch(FEED_PATH, call)).status, "comments are not in it").toBe(304);
    await startThread(site, author);
    expect(site.purged).toContain("forum");
    expect((await site.fetch(FEED_PATH, call)).status).toBe(200);
    const other = await site.fetch(`${FEED_PATH}?x=1`);
    expect([other.status, other.headers.get("location")]).toEqual([301, FEED_PATH]);
  });
});

describe("the URL of the feed", () => {
  it("is in the head of the list and each discussion, and other letter cases redirect to it", async () => {
    const site = makeSite();
    const thread = await startThread(site, await visitor(site));
    const link = `<link rel="alternate" type="application/atom+xml" title="Discussions" href="${SITE}${FEED_PATH}">`;
    for (const path of ["/Toronto-Apartment-Discussions", threadPath(thread)])
      expect(await (await site.fetch(path)).text(), path).toContain(link);
    expect(await (await site.fetch("/")).text()).not.toContain(FEED_PATH);
    const other = await site.fetch(FEED_PATH.toLowerCase());
    expect([other.status, other.headers.get("location")]).toEqual([301, FEED_PATH]);
  });
});

describe("the feeds of listings", () => {
  const listingFeed = async (site: Site, path = "/listings/feed.xml") => (await site.fetch(path)).text();

  it(
    "are Atom, one for all listings and one for each type, with the card's text and link",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const old = await publish(site, { rent: "$1,500", images: [dataUrl(await png())] });
      site.clock.now = new Date(site.clock.now.getTime() + 3_600_000);
      const studio = await publish(site, {
        bedrooms: "Studio",
        address: "12 Elm <St>, Toronto, ON",
        additionalInfo: "A & b",
      });
      const response = await site.fetch("/listings/feed.xml");
      expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
      expect(response.headers.get("cache-tag")).toBe("listings");
      const xml = await response.text();
      assertWellFormed(xml);
      const [first = "", second = "", ...others] = entriesOf(xml);
      expect(others).toEqual([]);
      expect(first).toContain(
        `<id>${SITE}/listing/${studio.id}</id><title type="text">$1,850 Monthly: Studio - 12 Elm`,
      );
      expect(second).toContain(`href="${SITE}${listingPath(old)}"`);
      expect(second).toContain(`<published>${old.approvedAt}</published><updated>${old.approvedAt}</updated>`);
      expect(second).toMatch(/<summary type="text">\d+% below market · /);
      expect(second).toContain(`<link rel="enclosure" type="image/webp" href="${SITE}${old.images[0]}?w=800"/>`);
      expect(entriesOf(await listingFeed(site, "/studio-apartments-toronto/feed.xml"))).toHaveLength(1);
      assertWellFormed(await listingFeed(site, "/private-rooms-toronto/feed.xml"));
      expect(await (await site.fetch("/studio-apartments-toronto")).text()).toContain(
        `href="${SITE}/studio-apartments-toronto/feed.xml"`,
      );
      expect(await (await site.fetch("/")).text()).toContain(`href="${SITE}/listings/feed.xml"`);
    },
  );

  it("state when a listing last changed, not counting its landlord's email address", async () => {
    const site = makeSite();
    const { id, approvedAt } = await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 3_600_000);
    await change(site, id, { email: "other@example.com", unit: "4" });
    expect(await listingFeed(site)).toContain(`<updated>${approvedAt}</updated><summary`);
    await change(site, id, { rent: "$1,700" });
    const time = site.clock.now.toISOString();
    expect(await listingFeed(site)).toContain(`<published>${approvedAt}</published><updated>${time}</updated><summary`);
    expect(await listingFeed(site)).toContain(`<updated>${time}</updated><link rel="self"`);
  });

  it("contain only public listings, and other spellings redirect to them", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await submit(site, { address: "9 Elm St, Toronto, ON" });
    expect(entriesOf(await listingFeed(site))).toHaveLength(1);
    await approve(site, id, false);
    expect(entriesOf(await listingFeed(site))).toHaveLength(0);
    for (const path of ["/listings/feed.xml?x=1", "/Listings/Feed.xml"]) {
      const other = await site.fetch(path);
      expect([other.status, other.headers.get("location")?.replace("?x=1", "")], path).toEqual([
        301,
        "/listings/feed.xml",
      ]);
    }
  });

  it("cost the same with 3,000 listings as with 100", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 100, site.clock.now.getTime())).run();
    const { rowsRead } = await site.count("/listings/feed.xml");
    await env.DB.prepare(bulkInsertSql(101, 3_000, site.clock.now.getTime())).run();
    expect((await site.count("/listings/feed.xml")).rowsRead).toBe(rowsRead);
    expect(rowsRead).toBeLessThanOrEqual(50 + 5);
  });
});

describe("files for crawlers", () => {
  it("exclude only the API in robots.txt, and describe the site with working links in llms.txt", async () => {
    const site = makeSite();
    const robots = await (await site.fetch("/robots.txt")).text();
    // Pages that must not be indexed state this themselves, and crawlers can read that statement only where crawling is
    // allowed.
    expect(robots.trim().split("\n")).toEqual([
      "User-agent: *",
      "Disallow: /api/",
      "Allow: /api/v1/",
      "Allow: /api/openapi.json",
      `Sitemap: ${SITE}/sitemap.xml`,
    ]);
    const guide = await site.fetch("/llms.txt");
    expect(guide.headers.get("content-type")).toContain("text/plain");
    const text = await guide.text();
    expect(text).toMatch(/^# .+\n\n> /);
    const links = [...text.matchAll(/\]\(http:\/\/localhost:8787([^)]+)\)/g)].map(([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(15);
    // Assistants send their messages by POST.
    for (const path of links) expect((await site.fetch(path)).status, path).toBe(path === "/mcp" ? 405 : 200);
  });
});
