import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { FEED_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import { comment, deleteOwn, startThread, visitor, write } from "../../support/worker/forum.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const feed = async (site: Site) => (await site.fetch(FEED_PATH)).text();
const entriesOf = (xml: string) => xml.split("<entry>").slice(1);
const SITE = "http://localhost:8787";

/** Tags of an XML text are closed in the order they were opened, and nothing in it is no XML. */
function assertWellFormed(xml: string): void {
  const open: string[] = [];
  for (const [, slash, name = "", selfClosed] of xml
    .replace(/^<\?xml[^>]*\?>/, "")
    .matchAll(/<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (slash) expect(open.pop()).toBe(name);
    else if (!selfClosed) open.push(name);
  }
  expect(open).toEqual([]);
  expect(xml.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
  // oxlint-disable-next-line no-control-regex -- what XML cannot hold
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
}

describe("the feed of discussions", () => {
  it("is Atom: newest first, with stable ids, times, authors, beginnings and links", async () => {
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

  it("is valid while it is empty, and with what XML cannot hold", async () => {
    const site = makeSite();
    assertWellFormed(await feed(site));
    expect(await feed(site)).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
    await startThread(site, await visitor(site));
    await env.DB.prepare("UPDATE forum_threads SET content = ?").bind("a\u0000b\u0008c\uffffd & e").run();
    const xml = await feed(site);
    assertWellFormed(xml);
    expect(entriesOf(xml)[0]).toContain("d &amp; e</summary>");
  });

  it("names what the site's own account wrote, and holds no deleted discussion", async () => {
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

  it("holds the newest fifty, sticky ones in their place, at the same cost of any number", async () => {
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

  it("is kept by the edge until a discussion changes, and not sent again to whoever has it", async () => {
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

describe("the address of the feed", () => {
  it("is in the head of the list and of each discussion, and leads there in any letter case", async () => {
    const site = makeSite();
    const thread = await startThread(site, await visitor(site));
    const link = `<link rel="alternate" type="application/atom+xml" title="Discussions" href="${SITE}${FEED_PATH}">`;
    for (const path of ["/Toronto-Apartment-Discussions", threadPath(thread)])
      expect(await (await site.fetch(path)).text(), path).toContain(link);
    expect(await (await site.fetch("/")).text()).not.toContain("application/atom+xml");
    const other = await site.fetch(FEED_PATH.toLowerCase());
    expect([other.status, other.headers.get("location")]).toEqual([301, FEED_PATH]);
  });
});

describe("the sitemap", () => {
  it("names the discussions that are there, with the day of their last change, and is purged with them", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const kept = await startThread(site, author);
    const gone = await startThread(site, author);
    await deleteOwn(site, author, { thread: gone.id });
    site.clock.now = new Date(site.clock.now.getTime() + 3 * 86_400_000);
    const title = "Another title";
    await write(site, author, "PUT", `/user/threads/${kept.id}`, { title, content: "And other words" });
    const response = await site.fetch("/sitemap.xml");
    const xml = await response.text();
    expect(xml).toContain(
      `<loc>${SITE}/Toronto-Apartment-Discussions/thread/${kept.id}/another-title</loc><lastmod>2026-11-23</lastmod>`,
    );
    expect(xml).toContain(`<loc>${SITE}/Toronto-Apartment-Discussions</loc>`);
    expect(xml).not.toContain(`/thread/${gone.id}/`);
    expect(response.headers.get("cache-tag")).toBe("listings,forum");
  });
});
