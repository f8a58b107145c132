import { describe, expect, it } from "vitest";
import { tagsPurgedBy } from "../../../worker/platform/caching.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;

/** Returns the URL of the preview image on a listing's page. */
const previewOn = async (site: Site, path: string) =>
  /\/previews\/[0-9a-f]+\/[0-9a-f]+\.jpg/.exec(await (await site.fetch(path)).text())?.[0] ?? "";

describe("a public read", () => {
  it("can be cached by the edge for five minutes, and is revalidated by browsers", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id, slug } = await publish(site);
    for (const path of [
      "/",
      "/studio-apartments-toronto",
      "/landlords",
      `/listing/${id}/${slug}`,
      "/sitemap.xml",
      "/listings/feed.xml",
      "/llms.txt",
      "/robots.txt",
      "/api/marketplace-listings",
      "/api/marketplace-listings?limit=8&offset=0&filter=all&v=1",
      "/api/1br-listings?limit=8",
      "/api/marketplace-listings/count",
      `/api/marketplace-listings/${id}`,
      "/api/advertisement-settings",
    ]) {
      const { headers } = await site.fetch(path);
      expect(headers.get("cache-control"), path).toBe("public, max-age=0, must-revalidate");
      expect(headers.get("cloudflare-cdn-cache-control"), path).toBe(
        "public, max-age=300, stale-while-revalidate=60, stale-if-error=3600",
      );
      expect(headers.get("cache-tag"), path).toBeTruthy();
      expect(headers.get("set-cookie")).toBeNull();
    }
  });

  it("is never cached beyond the next expiry", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id, slug, images } = await publish(site, { images: [dataUrl(await png())] });
    await site.runQueue();
    const preview = await previewOn(site, `/listing/${id}/${slug}`);
    site.clock.now = new Date(site.clock.now.getTime() + 60 * DAY_MS - 90_000);
    // Checks both lifetimes, because a browser's copy of a photo cannot be purged.
    for (const path of [images[0] ?? "", `${images[0]}?w=400`, preview])
      expect((await site.fetch(path)).headers.get("cache-control"), path).toBe("public, max-age=90");
    for (const path of ["/", "/api/marketplace-listings", `/api/marketplace-listings/${id}`]) {
      expect((await site.fetch(path)).headers.get("cloudflare-cdn-cache-control"), path).toBe("public, max-age=90");
    }
  });

  it("returns 304 for a matching ETag", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id, slug, images } = await publish(site, { images: [dataUrl(await png())] });
    await site.runQueue();
    const preview = await previewOn(site, `/listing/${id}/${slug}`);
    const paths = [
      "/api/marketplace-listings",
      "/api/1br-listings",
      `/api/marketplace-listings/${id}`,
      "/api/marketplace-listings/count",
      "/api/marketplace-listings/map",
      "/api/marketplace-listings/places",
      `/api/marketplace-listings/${id}/facts`,
      "/api/advertisement-settings",
      "/sitemap.xml",
      "/sitemaps/pages.xml",
      "/listings/feed.xml",
      "/Toronto-Apartment-Discussions/feed.xml",
      "/robots.txt",
      "/llms.txt",
      images[0] ?? "",
      preview,
    ];
    const tags = new Map<string, string>();
    for (const path of paths) {
      const first = await site.fetch(path);
      const tag = first.headers.get("etag") ?? "";
      expect(tag, path).not.toBe("");
      tags.set(path, tag);
      const again = await site.fetch(path, { headers: { "if-none-match": tag } });
      expect(again.status, path).toBe(304);
      expect(await again.text()).toBe("");
      // A cache that revalidates its copy learns from this response how long the copy remains valid.
      for (const name of ["cache-control", "cloudflare-cdn-cache-control", "cache-tag", "etag"])
        expect(again.headers.get(name), `${path} ${name}`).toBe(first.headers.get(name));
    }
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { rent: "1700" }, as: await site.logIn() });
    for (const path of paths.slice(0, 3)) {
      expect((await site.fetch(path, { headers: { "if-none-match": tags.get(path) ?? "" } })).status, path).toBe(200);
    }
  });

  it("has a content ETag if it is a page, and is not rendered on a match", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id, slug } = await publish(site);
    const paths = [
      "/",
      "/1-bedroom-apartments-toronto",
      `/listing/${id}/${slug}`,
      "/about",
      "/Toronto-Apartment-Discussions",
    ];
    for (const path of paths) {
      const first = await site.fetch(path);
      const tag = first.headers.get("etag") ?? "";
      expect(tag, path).toMatch(/^W\/"[0-9a-f]{32}"$/);
      for (const known of [tag, tag.replace("W/", ""), `"other", ${tag}`, "*"]) {
        const again = await site.fetch(path, { headers: { "if-none-match": known } });
        expect([again.status, await again.text(), again.headers.get("etag")], `${path} ${known}`).toEqual([
          304,
          "",
          tag,
        ]);
        expect(again.headers.get("cloudflare-cdn-cache-control"), path).toBe(
          first.headers.get("cloudflare-cdn-cache-control"),
        );
      }
      expect((await site.fetch(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    }
    const tagOf = async (path: string) => (await site.fetch(path)).headers.get("etag");
    const [home, listing, about] = [await tagOf("/"), await tagOf(`/listing/${id}/${slug}`), await tagOf("/about")];
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { rent: "1700" }, as: await site.logIn() });
    expect(await tagOf("/")).not.toBe(home);
    expect(await tagOf(`/listing/${id}/${slug}`)).not.toBe(listing);
    expect(await tagOf("/about")).toBe(about);
    // Missing pages and pages that may not be cached have no ETag.
    expect(await tagOf("/nowhere")).toBeNull();
    expect(await tagOf("/?x=1")).toBeNull();
  });
});

describe("everything else", () => {
  it("is no-store: errors, redirects, writes, sessions and private reads", async () => {
    const site = makeSite();
    const { id, images } = await publish(site, { images: [dataUrl(await png())] });
    const as = await site.logIn();
    const calls: [string, RequestInit & { json?: unknown; as?: string }][] = [
      ["/nowhere", {}],
      ["/api/nowhere", {}],
      ["/api/marketplace-listings/9999", {}],
      ["/api/marketplace-listings?filter=castle", {}],
      [`/listing/${id}`, {}],
      ["/photos/x", {}],
      [`${images[0]}?w=400&x=1`, {}],
      [`${images[0]}?w=77`, {}],
      [`${images[0]?.slice(0, -1)}0`, {}],
      ["/api/submit-property", { json: {} }],
      ["/api/admin/session", { as }],
      ["/api/admin/listings", { as }],
      [`/api/admin/listings/${id}`, { as }],
      ["/api/admin/logout", { json: {}, as }],
      ["/api/site", {}],
      ["/api/dev/mailbox", {}],
    ];
    for (const [path, call] of calls) {
      const { headers } = await site.fetch(path, call as Parameters<typeof site.fetch>[1]);
      expect(headers.get("cache-control"), path).toBe("no-store");
      expect(headers.get("cloudflare-cdn-cache-control"), path).toBeNull();
      expect(headers.get("cache-tag"), path).toBeNull();
    }
  });

  it("has the security headers, with any status", async () => {
    const site = makeSite();
    for (const path of [
      "/",
      "/nowhere",
      "/api/nowhere",
      "/api/marketplace-listings",
      "/admin",
      "/robots.txt",
      "/api/admin/listings",
    ]) {
      const { headers } = await site.fetch(path);
      expect(headers.get("strict-transport-security"), path).toBe("max-age=63072000; includeSubDomains");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self';");
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("x-request-id")).toBeTruthy();
    }
  });
});

describe("a change", () => {
  it("purges every response that it makes stale", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { images: [dataUrl(await png())] });
    const as = await site.logIn();
    const purgedBy = async (change: () => Promise<unknown>) => {
      site.purged.length = 0;
      await change();
      return new Set(site.purged);
    };
    const patch = (path: string, json: unknown) => () =>
      site.fetch(`/api/admin/listings/${id}${path}`, { method: "PATCH", json, as });
    expect(await purgedBy(() => approve(site, id))).toEqual(new Set(tagsPurgedBy("listing.published", id)));
    const carried: [string, string[]][] = [];
    const { slug, images } = await (
      await site.fetch(`/api/marketplace-listings/${id}`)
    ).json<{ slug: string; images: string[] }>();
    for (const path of [
      "/",
      "/1-bedroom-apartments-toronto",
      `/listing/${id}/${slug}`,
      "/sitemap.xml",
      "/api/marketplace-listings",
      "/api/1br-listings",
      "/api/marketplace-listings/count",
      `/api/marketplace-listings/${id}`,
      images[0] ?? "",
    ]) {
      carried.push([path, (await site.fetch(path)).headers.get("cache-tag")?.split(",") ?? []]);
    }
    for (const change of [
      patch("", { rent: "1700" }),
      patch("/status", { approved: false }),
      patch("/status", { approved: true }),
      () => site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as }),
    ]) {
      const purged = await purgedBy(change);
      // It is sufficient that one tag of each path is purged. The sitemap, for example, also has the tags of
      // discussions.
      for (const [path, tags] of carried)
        expect(
          tags.some((tag) => purged.has(tag)),
          path,
        ).toBe(true);
    }
  });
});
