import { describe, expect, it } from "vitest";
import { publish } from "../../support/worker/listings.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const ORIGIN = "http://localhost:8787";
const CATEGORY = "/1-bedroom-apartments-toronto";

async function open(site: Site, path: string) {
  const response = await site.fetch(path);
  const html = (await response.text()).replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  const listed = [...html.matchAll(/<article.*?href="\/listing\/(\d+)\//gs)].map(([, id]) => Number(id));
  const link = (text: string) =>
    /href="([^"]*)"/.exec(
      [...html.matchAll(/<a [^>]*>[^<]*/g)].find(([tag]) => tag.endsWith(`>${text}`))?.[0] ?? "",
    )?.[1];
  return { response, html, listed, link };
}

/** Publishes `count` units, and returns their ids, newest first. */
async function publishUnits(site: Site, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let house = 1; house <= count; house += 1) ids.unshift((await publish(site, { address: `${house} Elm St` })).id);
  return ids;
}

describe("a list of listings", () => {
  it.each([
    ["/", "Load More"],
    [CATEGORY, "Load More Listings"],
  ])("at %s can be read page by page without scripts", { tags: ["rest"] }, async (path, more) => {
    const site = makeSite();
    const ids = await publishUnits(site, 18);
    const first = await open(site, path);
    expect(first.listed).toEqual(ids.slice(0, 8));
    expect(first.link("Previous Listings")).toBeUndefined();
    expect(first.link(more)).toBe(`${path}?page=2`);

    const second = await open(site, `${path}?page=2`);
    expect(second.listed).toEqual(ids.slice(8, 16));
    expect(second.link("Previous Listings")).toBe(path);
    expect(second.link(more)).toBe(`${path}?page=3`);
    expect(second.html).toContain(`<link rel="canonical" href="${ORIGIN}${path}?page=2">`);
    expect(second.html).toMatch(/<title>[^<]*, Page 2/);
    expect(second.html).not.toContain('content="noindex"');
    expect(second.response.headers.get("cache-tag")).toBe(path === "/" ? "listings,claims" : "listings");

    const last = await open(site, `${path}?page=3`);
    expect(last.listed).toEqual(ids.slice(16));
    expect(last.link(more)).toBeUndefined();
    // The page must not claim to show all listings.
    expect(last.html).not.toMatch(/You(?:'|&#x27;)ve (?:seen all|reached the end)/);
  });

  it("keeps the search in its links, and is not indexed when it is a search", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ids = await publishUnits(site, 10);
    const first = await open(site, "/?type=1+BR&sort=price");
    expect(first.link("Load More")).toBe("/?type=1+BR&sort=price&page=2");
    const second = await open(site, "/?type=1+BR&sort=price&page=2");
    expect(second.listed).toEqual(ids.slice(8));
    expect(second.response.headers.get("x-robots-tag")).toBe("noindex");
    expect(second.response.headers.get("cache-tag")).toBe("listings,claims");
    expect(second.html).toContain(`<link rel="canonical" href="${ORIGIN}/">`);
    expect(second.link("2 BR")).toBeUndefined();
  });

  it("states beyond its end that there are no more pages, and these responses are not cached", async () => {
    const site = makeSite();
    await publishUnits(site, 1);
    for (const path of ["/?page=2", "/?page=125", "/?type=Studio&page=2", `${CATEGORY}?page=2`]) {
      const { response, html, link } = await open(site, path);
      expect(response.status, path).toBe(404);
      expect(html, path).toContain("There are no more pages.");
      expect(link("First page"), path).toBe(path.replace(/[?&]page=.*/, ""));
      expect(response.headers.get("cache-control"), path).toBe("no-store");
      expect(response.headers.get("x-robots-tag"), path).toBe("noindex");
      expect(html, path).not.toContain('rel="canonical"');
    }
    // The first page of a list exists even if the list is empty.
    for (const path of ["/studio-apartments-toronto", "/?type=Studio", "/?maxRent=500"])
      expect((await open(site, path)).response.status, path).toBe(200);
  });

  it("shows the first page for an invalid number, cached under one URL", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const ids = await publishUnits(site, 9);
    for (const page of ["1", "0", "-1", "2.5", "1251", "1e2", "two", "02"]) {
      const { listed, response, html } = await open(site, `/?page=${page}`);
      expect(listed, page).toEqual(ids.slice(0, 8));
      expect(response.headers.get("cache-control"), page).toBe("no-store");
      expect(html, page).toContain(`<link rel="canonical" href="${ORIGIN}/">`);
    }
  });

  it(
    "costs only its counts and the rows that are skipped or shown, with as many queries as the first page",
    { tags: ["d1"] },
    async () => {
      const site = makeSite();
      await publishUnits(site, 18);
      const first = await site.count("/");
      const third = await site.count("/?page=3");
      expect(third.queries).toBe(first.queries);
      expect(third.rowsRead).toBeLessThanOrEqual(first.rowsRead + 16);
    },
  );
});
