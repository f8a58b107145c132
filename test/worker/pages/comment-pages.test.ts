import { describe, expect, it } from "vitest";
import { FORUM_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import { settled } from "../../support/worker/world.ts";
import { makeCachedSite } from "../../support/worker/edge-cache.ts";
import { bulkComments, bulkThreads, replyChain } from "../../support/worker/forum-bulk.ts";
import { comment, commentsOf, deleteOwn, startThread, visitor } from "../../support/worker/forum.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const ORIGIN = "http://localhost:8787";
const PATH = `${FORUM_PATH}/thread/1/thread-1`;

async function open(site: Site, path: string, read: Site["fetch"] = site.fetch) {
  const response = await read(path);
  const html = (await response.text()).replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  const shown = [...html.matchAll(/<article id="comment-(\d+)"/g)].map(([, id]) => Number(id));
  const link = (text: string) =>
    /href="([^"]*)"/.exec(
      [...html.matchAll(/<a [^>]*>[^<]*/g)].find(([tag]) => tag.endsWith(`>${text}`))?.[0] ?? "",
    )?.[1];
  const [posting] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text = ""]) => JSON.parse(text) as Record<string, unknown>,
  );
  return { response, html, shown, link, posting };
}

/** Creates a thread with this many public comments, at {@link PATH}. */
async function longThread(live: number): Promise<void> {
  await bulkThreads(1);
  // Every 13th comment is deleted.
  await bulkComments(1, live + Math.floor((live - 1) / 12));
}

describe("the comments of a discussion", () => {
  it("can be read completely without scripts, each comment once", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await longThread(250);
    const pages: number[][] = [];
    for (let path: string | undefined = PATH; path !== undefined;) {
      const { shown, link } = await open(site, path);
      pages.push(shown);
      path = link("Show More Comments");
    }
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual((await commentsOf(site, 1)).map(({ id }) => id));
  });

  it("have a canonical URL per page, with links to the next and previous one", async () => {
    const site = makeSite();
    await longThread(250);
    const first = await open(site, PATH);
    expect(first.link("Previous Comments")).toBeUndefined();
    expect(first.link("Show More Comments")).toBe(`${PATH}?page=2`);
    expect(first.html).toContain("150 more");
    expect(first.html).toMatch(/<title>Thread 1 \| Discussions/);

    const second = await open(site, `${PATH}?page=2`);
    expect(second.link("Previous Comments")).toBe(PATH);
    expect(second.link("Show More Comments")).toBe(`${PATH}?page=3`);
    expect(second.html).toContain("50 more");
    expect(second.html).toMatch(/<title>Thread 1, Page 2 \| Discussions/);
    expect(second.html).toContain(`<link rel="canonical" href="${ORIGIN}${PATH}?page=2">`);
    expect(second.html).not.toContain('content="noindex"');
    expect(second.response.headers.get("cache-tag")).toBe("thread:1");
    expect(second.html).toMatch(/<h1[^>]*>Thread 1<\/h1>/);
    expect(second.html).toContain(`href="${PATH}?page=2#comment-${second.shown[0]}"`);
    // The discussion has a single URL, that of its first page. Each comment has the URL of its own page.
    expect(second.posting).toMatchObject({
      "@type": "DiscussionForumPosting",
      url: ORIGIN + PATH,
      mainEntityOfPage: `${ORIGIN}${PATH}?page=2`,
    });
    expect(second.posting).toHaveProperty("comment.0.url", `${ORIGIN}${PATH}?page=2#comment-${second.shown[0]}`);

    const last = await open(site, `${PATH}?page=3`);
    expect(last.link("Previous Comments")).toBe(`${PATH}?page=2`);
    expect(last.link("Show More Comments")).toBeUndefined();
  });

  it("link a reply to its parent on an earlier page", async () => {
    const site = makeSite();
    await longThread(90);
    await replyChain(1, 30);
    const all = await commentsOf(site, 1);
    const { html, shown } = await open(site, `${PATH}?page=2`);
    expect(shown).toEqual(all.slice(100).map(({ id }) => id));
    const answered = [...html.matchAll(/In reply to <a [^>]*href="([^"]*)"/g)].map(([, to]) => to);
    expect(answered).toEqual(all.slice(100).map(({ parentId }) => `${PATH}#comment-${parentId}`));
    expect((await open(site, PATH)).html).not.toContain("In reply to");
  });

  it(
    "cost only the rows that are skipped or shown, with as many queries as the first page",
    { tags: ["d1"] },
    async () => {
      const site = makeSite();
      await longThread(1_000);
      const first = await site.count(PATH);
      const fifth = await site.count(`${PATH}?page=5`);
      expect(fifth.queries).toBe(first.queries);
      expect(fifth.rowsRead).toBeLessThanOrEqual(first.rowsRead + 400);
      const beyond = await site.count(`${PATH}?page=100`);
      expect(beyond.queries).toBe(first.queries);
      expect(beyond.rowsRead).toBeLessThanOrEqual(1_000 + 5);
    },
  );

  it("end at a last page, and pages beyond it are not cached", async () => {
    const site = makeSite();
    await longThread(100);
    expect((await open(site, PATH)).link("Show More Comments")).toBeUndefined();
    for (const path of [`${PATH}?page=2`, `${PATH}?page=100`]) {
      const { response, html, link, posting } = await open(site, path);
      expect(response.status, path).toBe(404);
      expect(html, path).toContain("There are no more comments.");
      expect(link("First page"), path).toBe(PATH);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
      expect(response.headers.get("x-robots-tag"), path).toBe("noindex");
      expect(html, path).not.toContain('rel="canonical"');
      expect(posting, path).toBeUndefined();
    }
  });

  it("show the first page for an invalid page number, cached under one spelling", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await longThread(101);
    const first = await open(site, PATH);
    for (const page of ["1", "0", "-1", "2.5", "101", "1e2", "two", "02"]) {
      const { shown, response, html } = await open(site, `${PATH}?page=${page}`);
      expect(shown, page).toEqual(first.shown);
      expect(response.headers.get("cache-control"), page).toBe("no-store");
      expect(html, page).toContain(`<link rel="canonical" href="${ORIGIN}${PATH}">`);
    }
    const other = await site.fetch(`${FORUM_PATH}/thread/1/wrong?page=2`);
    expect([other.status, other.headers.get("location")]).toEqual([301, `${PATH}?page=2`]);
  });

  it("are current on every page, even if another page was cached", { tags: ["rest"] }, async () => {
    const site = makeCachedSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    const oldest = await comment(site, author, thread.id);
    await bulkComments(thread.id, 107);
    const [firstPath, secondPath] = [threadPath(thread), `${threadPath(thread)}?page=2`] as const;
    const both = async () =>
      [await open(site, firstPath, site.visit), await open(site, secondPath, site.visit)] as const;
    const [full, none] = await both();
    expect(full.shown).toHaveLength(100);
    expect(full.link("Show More Comments")).toBeUndefined();
    expect(none.shown).toEqual([]);

    const { id } = await comment(site, author, thread.id);
    await settled(site);
    const [first, second] = await both();
    expect(first.link("Show More Comments")).toBe(secondPath);
    expect(second.shown).toEqual([id]);
    const hits = site.cache.hits;
    await both();
    expect(site.cache.hits).toBe(hits + 2);

    const { id: newer } = await comment(site, author, thread.id);
    await settled(site);
    expect((await both())[1].shown).toEqual([id, newer]);

    // When a comment is deleted, all later comments move up one position.
    await deleteOwn(site, author, { comment: oldest.id });
    await settled(site);
    const [moved, left] = await both();
    expect(moved.shown).toEqual([...full.shown.slice(1), id]);
    expect(left.shown).toEqual([newer]);
  });
});
