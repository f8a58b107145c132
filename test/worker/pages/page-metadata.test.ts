import { describe, expect, it } from "vitest";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { FORUM_PATH, STATIC_PAGES } from "../../../worker/contracts/pages.ts";
import { threadPath } from "../../../worker/contracts/forum.ts";
import { listingPath } from "../../../worker/contracts/listings.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { change, publish } from "../../support/worker/listings.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const ORIGIN = "http://localhost:8787";
const CATEGORY = "/1-bedroom-apartments-toronto";

interface Thing {
  "@type": string;
  url?: string;
  itemListElement?: { position: number; name?: string; item: string }[];
  mainEntity?: Thing;
  mainEntityOfPage?: { dateModified: string };
}

async function read(site: Site, path: string) {
  const html = (await (await site.fetch(path)).text()).replaceAll("<!-- -->", "").replaceAll("&amp;", "&");
  const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = ""]) => JSON.parse(json) as Thing,
  );
  const meta = (property: string) => new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1];
  return { html, data, meta };
}

/** Creates Friday's edition with one listing. @returns one page of every other public kind */
async function everyPage(site: Site): Promise<string[]> {
  site.clock.now = new Date("2026-11-20T14:00:00Z");
  const listing = await publish(site);
  site.clock.now = new Date("2026-11-20T15:00:00Z");
  await site.tick();
  await site.runMailings();
  const thread = await startThread(site, await visitor(site));
  return [
    ...CATEGORIES.map(({ path }) => path),
    ...Object.values(STATIC_PAGES),
    listingPath(listing),
    "/digest/2026-11-20",
    FORUM_PATH,
    threadPath(thread),
  ];
}

describe("breadcrumbs", () => {
  it("are on every page except the home page, for people and for search engines", async () => {
    const site = makeSite();
    for (const path of await everyPage(site)) {
      const { html, data } = await read(site, path);
      const steps = data.find((thing) => thing["@type"] === "BreadcrumbList")?.itemListElement ?? [];
      expect(steps[0], path).toMatchObject({ position: 1, name: "Home", item: `${ORIGIN}/` });
      expect(steps.at(-1)?.item, path).toBe(ORIGIN + path);
      const [, shown = ""] = /<nav aria-label="Breadcrumb">(.*?)<\/nav>/s.exec(html) ?? [];
      const names = [...shown.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, step = ""]) =>
        step.replaceAll(/<[^>]*>/g, ""),
      );
      expect(names, path).toEqual(steps.map(({ name }) => name));
      const links = [...shown.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
      expect(links, path).toEqual(steps.slice(0, -1).map(({ item }) => item.slice(ORIGIN.length)));
    }
    expect((await read(site, "/")).html).not.toContain('aria-label="Breadcrumb"');
  });
});

describe("the structured data of a list", () => {
  it("continues its numbering across pages, and names its page", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (let house = 1; house <= 10; house += 1) await publish(site, { address: `${house} Elm St` });
    for (const path of ["/", CATEGORY]) {
      const listOn = async (address: string) => {
        const [thing] = (await read(site, address)).data;
        return {
          url: thing?.url,
          places: (thing?.mainEntity ?? thing)?.itemListElement?.map(({ position }) => position),
        };
      };
      const first = await listOn(path);
      const second = await listOn(`${path}?page=2`);
      expect(first.places, path).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(second.places, path).toEqual([9, 10]);
      if (path === CATEGORY) expect([first.url, second.url]).toEqual([ORIGIN + path, `${ORIGIN}${path}?page=2`]);
    }
  });
});

describe("a shared link", () => {
  it("shows a picture: the page's own, or else the site's", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const path of ["/", ...(await everyPage(site))]) {
      const { html, meta } = await read(site, path);
      expect(html, path).toContain('<meta name="twitter:card" content="summary_large_image">');
      // No listing here has a photo, but a public one may already have a preview image.
      if (!path.startsWith("/listing/")) {
        expect(meta("og:image"), path).toBe(`${ORIGIN}/share.png`);
        expect([meta("og:image:width"), meta("og:image:height"), meta("og:image:type")]).toEqual([
          "1200",
          "630",
          "image/png",
        ]);
      }
      expect(meta("og:type"), path).toBe(path.includes("/thread/") ? "article" : "website");
    }
    const { images } = await publish(site, { images: [dataUrl(await png())] });
    expect((await read(site, "/")).meta("og:image")).toBe(`${ORIGIN}${images[0]}?w=800`);
    expect((await read(site, "/")).meta("og:image:width")).toBeUndefined();
  });
});

describe("a listing's page", () => {
  it("links to the feed of its type, and states when it last changed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const listing = await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 3_600_000);
    await change(site, listing.id, { additionalInfo: "A new kitchen." });
    const { html, data } = await read(site, listingPath(listing));
    expect(html).toContain(
      `<link rel="alternate" type="application/atom+xml" title="1 Bedroom Apartments" href="${ORIGIN}${CATEGORY}/feed.xml">`,
    );
    const unit = data.find((thing) => thing["@type"] === "Apartment");
    expect(unit?.mainEntityOfPage).toMatchObject({
      "@type": "WebPage",
      datePublished: listing.approvedAt,
      dateModified: site.clock.now.toISOString(),
    });
    expect(await (await site.fetch(`/api/marketplace-listings/${listing.id}`)).json()).not.toHaveProperty("updatedAt");
  });
});

describe("the first photo", () => {
  it(
    "is preloaded early in its displayed width, and is the only photo loaded eagerly",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const images = [dataUrl(await png({ width: 900 })), dataUrl(await png({ width: 901 }))];
      for (let house = 1; house <= 6; house += 1) await publish(site, { address: `${house} Elm St`, images });
      const newest = await publish(site, { images });
      for (const path of ["/", CATEGORY, listingPath(newest)]) {
        const { html } = await read(site, path);
        const photos = [...html.matchAll(/<img [^>]*src="\/photos\/[^>]*>/g)].map(([tag]) => tag);
        expect(photos.length, path).toBeGreaterThan(1);
        const [, sizes = ""] = /sizes="([^"]+)"/.exec(photos[0] ?? "") ?? [];
        const preload = `<link rel="preload" as="image" imageSrcSet="${newest.images[0]}?w=400 400w`;
        const [, markup = ""] = html.split('<div id="root">');
        expect(markup.slice(0, preload.length), path).toBe(preload);
        const written = markup.slice(0, markup.indexOf(">"));
        expect(written, path).toContain(`imageSizes="${sizes}"`);
        expect(written, path).toContain('fetchPriority="high"');
        expect(
          photos.map((tag) => tag.includes('loading="eager"')),
          path,
        ).toEqual(photos.map((_, at) => at === 0));
      }
    },
  );
});
