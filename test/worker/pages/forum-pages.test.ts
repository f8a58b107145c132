import { describe, expect, it } from "vitest";
import { FORUM_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import { bulkComments, bulkThreads } from "../../support/worker/forum-bulk.ts";
import { comment, deleteOwn, startThread, visitor } from "../../support/worker/forum.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const ORIGIN = "http://localhost:8787";

async function pageAt(site: Site, path: string) {
  const response = await site.fetch(path);
  const page = (await response.text()).replaceAll("<!-- -->", "");
  const jsonLd = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text = ""]) => JSON.parse(text) as Record<string, unknown>,
  );
  return { response, page, jsonLd };
}
const articles = (page: string) => page.match(/<article/g)?.length ?? 0;

describe("the list of discussions", () => {
  it("is in the initial HTML, paged with links to the next and previous page", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await bulkThreads(60);
    const first = await pageAt(site, FORUM_PATH);
    expect(first.response.status).toBe(200);
    expect(articles(first.page)).toBe(25);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(first.page)?.[1]?.replaceAll(/<[^>]*>/g, "")).toBe(
      "Toronto Apartment Discussions",
    );
    expect(first.page).toMatch(/Showing 25 of \d+ discussions/);
    expect(first.page).toContain(`href="${FORUM_PATH}?page=2"`);
    expect(first.page).toContain(`<link rel="canonical" href="${ORIGIN}${FORUM_PATH}">`);
    expect(first.jsonLd.map((data) => data["@type"])).toEqual(["CollectionPage", "BreadcrumbList"]);
    expect(first.response.headers.get("cache-tag")).toBe("forum");
    expect(first.response.headers.get("set-cookie")).toBeNull();

    const last = await pageAt(site, `${FORUM_PATH}?page=3`);
    expect(articles(last.page)).toBe(60 - Math.floor(60 / 11) - 50);
    expect(last.page).toContain(`href="${FORUM_PATH}?page=2"`);
    expect(last.page).not.toContain("Load More Discussions");
    expect(last.page).toContain(`<link rel="canonical" href="${ORIGIN}${FORUM_PATH}?page=3">`);
    expect(last.response.headers.get("cache-tag")).toBe("forum");
  });

  it("shows the initial of each author beside the name", async () => {
    const site = makeSite();
    const author = await visitor(site);
    await startThread(site, author);
    const { page } = await pageAt(site, FORUM_PATH);
    const { username } = author;
    expect(page).toMatch(new RegExp(`class="initial[^"]*">${username.slice(0, 1)}</span>.{0,200}>${username}<`));
  });

  it("costs one page of threads and a total", async () => {
    const site = makeSite();
    await bulkThreads(2_000);
    const { queries, rowsRead } = await site.count(FORUM_PATH);
    expect(queries).toBeLessThanOrEqual(3);
    expect(rowsRead).toBeLessThanOrEqual(25 + 5);
  });

  it("is cached under one URL, unlike searches and pages beyond the end", async () => {
    const site = makeSite();
    await startThread(site, await visitor(site), { title: "Heating in October" });
    const kept = async (query: string) => (await pageAt(site, FORUM_PATH + query)).response.headers.get("cache-tag");
    expect(await kept("?sort=newest")).toBe("forum");
    for (const query of ["?sort=hot", "?page=1", "?utm=x", "?page=2", "?q=heating", "?page=9e9"])
      expect(await kept(query), query).toBeNull();
    for (const [query, status] of [
      ["?page=2", 404],
      ["?q=heating&page=2", 404],
      ["?q=plumbing", 200],
    ] as const)
      expect((await pageAt(site, FORUM_PATH + query)).response.status, query).toBe(status);
    for (const query of ["?sort=newest", "?q=heating"]) {
      const { page, response } = await pageAt(site, FORUM_PATH + query);
      expect(page, query).toContain('<meta name="robots" content="noindex">');
      expect(response.headers.get("x-robots-tag"), query).toBe("noindex");
    }
    const found = await pageAt(site, `${FORUM_PATH}?q=heating`);
    expect(found.response.headers.get("cache-control")).toBe("no-store");
    expect(found.page).toMatch(/<mark[^>]*>Heating<\/mark> in October/);
  });

  it("states when it is empty, and what to do", async () => {
    const site = makeSite();
    const { page } = await pageAt(site, FORUM_PATH);
    expect(page).toContain("No discussions found");
    expect(page).toContain("Be the first to start a discussion!");
    expect(page).toContain("Start First Discussion");
    expect((await pageAt(site, `${FORUM_PATH}?q=zzyzx`)).page).toContain("Try adjusting your search terms");
  });
});

describe("a discussion", () => {
  it("is in the initial HTML with its comment tree and structured data", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author, { title: "Bleeding a radiator", content: "How does it work?" });
    const top = await comment(site, author, thread.id, { content: "With a key, in October." });
    await comment(site, author, thread.id, { content: "A key from any hardware shop.", parentId: top.id });
    const { response, page, jsonLd } = await pageAt(site, threadPath(thread));
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-tag")).toBe(`thread:${thread.id}`);
    expect(page).toMatch(/<h1[^>]*>Bleeding a radiator<\/h1>/);
    expect(page).toMatch(/<title>Bleeding a radiator \| Discussions \| [^<]+<\/title>/);
    expect(page).toContain('<meta name="description" content="How does it work?">');
    expect(page).toContain(`<link rel="canonical" href="${ORIGIN}${threadPath(thread)}">`);
    expect(page).toMatch(/With a key, in October\..*<ul.*A key from any hardware shop\./s);
    const [posting, steps] = jsonLd;
    expect(posting).toMatchObject({
      "@type": "DiscussionForumPosting",
      headline: "Bleeding a radiator",
      text: "How does it work?",
      url: ORIGIN + threadPath(thread),
      datePublished: thread.createdAt,
      author: { "@type": "Person", name: author.username },
    });
    expect(posting?.comment).toMatchObject([
      { text: "With a key, in October.", comment: [{ text: "A key from any hardware shop." }] },
    ]);
    expect(posting?.comment).toHaveLength(1);
    expect(steps).toMatchObject({ "@type": "BreadcrumbList" });
    // Secrets of the author must not appear on any page.
    expect(page).not.toContain(author.anonymousId);
    expect(page).not.toContain(author.from);
  });

  it("of 1,000 comments contains the oldest hundred, with three queries", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await bulkThreads(1);
    await bulkComments(1, 1_100);
    const { response, queries, rowsRead } = await site.count(`${FORUM_PATH}/thread/1/thread-1`);
    const page = await response.text();
    expect(articles(page)).toBe(1 + 100);
    // The page repeats the markup around each comment a hundred times.
    const comments = [...page.matchAll(/<article id="comment-.*?<\/article>/gs)].map(([markup]) => markup.length);
    expect(comments).toHaveLength(100);
    expect(Math.max(...comments)).toBeLessThanOrEqual(2_000);
    expect(queries).toBeLessThanOrEqual(3);
    expect(rowsRead).toBeLessThanOrEqual(100 + 5);
  });

  it("has one URL, to which other slugs, letter cases and a trailing slash redirect", async () => {
    const site = makeSite();
    const thread = await startThread(site, await visitor(site));
    for (const path of [`${FORUM_PATH}/thread/${thread.id}`, `${FORUM_PATH}/thread/${thread.id}/Wrong`]) {
      const { response } = await pageAt(site, `${path}?from=mail`);
      expect([response.status, response.headers.get("location")], path).toEqual([
        301,
        `${threadPath(thread)}?from=mail`,
      ]);
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
    for (const [path, canonical] of [
      [threadPath(thread).toLowerCase(), threadPath(thread)],
      [`${threadPath(thread)}/`, threadPath(thread)],
      [FORUM_PATH.toUpperCase(), FORUM_PATH],
      [`${FORUM_PATH}/`, FORUM_PATH],
    ] as const) {
      const { response } = await pageAt(site, path);
      expect([response.status, response.headers.get("location")], path).toEqual([301, canonical]);
    }
  });

  it("is 410 when it was deleted, and 404 when it is unknown", async () => {
    const site = makeSite();
    const author = await visitor(site);
    const thread = await startThread(site, author);
    await deleteOwn(site, author, { thread: thread.id });
    const gone = await pageAt(site, threadPath(thread));
    expect(gone.response.status).toBe(410);
    expect(gone.response.headers.get("cache-tag")).toBe(`thread:${thread.id}`);
    for (const path of [`${FORUM_PATH}/thread/999/x`, `${FORUM_PATH}/thread/abc/x`, `${FORUM_PATH}/thread/0`]) {
      const { response, page } = await pageAt(site, path);
      expect(response.status, path).toBe(404);
      expect(page).toContain("Thread Not Found");
      expect(page).toContain('<meta name="robots" content="noindex">');
      expect(page).toContain("Back to Discussions");
      expect(response.headers.get("cache-tag")).toBeNull();
    }
    expect(gone.page).not.toContain(thread.content);
  });
});
