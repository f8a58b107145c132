import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const path = (id: number) => `/api/marketplace-listings/${id}/similar`;
const similar = async (site: Site, id: number) =>
  (await json<PublicListing[]>(site.fetch(path(id)))).map((listing) => listing.id);

/** Publishes homes with these differences, in this order. */
async function homes(site: Site, changes: readonly Record<string, unknown>[]): Promise<number[]> {
  const ids: number[] = [];
  for (const [nth, change] of changes.entries())
    ids.push((await publish(site, { address: `${nth + 1} Similar St, Toronto, ON`, ...change })).id);
  return ids;
}

describe("similar homes", () => {
  it(
    "are at most three of the same type, beginning with those whose rent differs by at most a quarter",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const [one = 0, dear = 0, near = 0, nearer = 0, two = 0, least = 0] = await homes(site, [
        { rent: "2000" },
        { rent: "2501" },
        { rent: "2500" },
        { rent: "1500" },
        { bedrooms: "2 Bedrooms", rent: "2000" },
        { rent: "1490" },
      ]);
      expect((await similar(site, one)).toSorted((a, b) => a - b)).toEqual([dear, near, nearer]);
      expect((await similar(site, one)).slice(0, 2).toSorted((a, b) => a - b)).toEqual([near, nearer]);
      expect(await similar(site, two)).toEqual([]);
      expect(await similar(site, least)).toHaveLength(3);
    },
  );

  it("are listed by distance among homes with a similar rent", async () => {
    const site = makeSite();
    const [home = 0, far = 0, next = 0] = await homes(site, [{ rent: "2000" }, { rent: "2000" }, { rent: "2200" }]);
    const place = (id: number, longitude: number) =>
      env.DB.prepare("UPDATE listings SET latitude = 43.65, longitude = ? WHERE id = ?").bind(longitude, id).run();
    await place(home, -79.4);
    await place(far, -79.3);
    await place(next, -79.401);
    expect(await similar(site, home)).toEqual([next, far]);
  });

  it("are shown even for a listing that is gone, and include only public listings", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [gone = 0, still = 0, withdrawn = 0] = await homes(site, [
      { rent: "2000" },
      { rent: "2100" },
      { rent: "1900" },
    ]);
    await approve(site, gone, false);
    await approve(site, withdrawn, false);
    expect((await site.fetch(`/api/marketplace-listings/${gone}`)).status).toBe(404);
    expect(await similar(site, gone)).toEqual([still]);
    expect(await similar(site, still)).toEqual([]);
  });

  it("are 404 for a listing that was never public", async () => {
    const site = makeSite();
    const pending = await submit(site);
    for (const id of [pending, 999_999, "x", "1e3", "-1", "99999999999999999999"]) {
      const response = await site.fetch(`/api/marketplace-listings/${id}/similar`);
      expect(response.status, String(id)).toBe(404);
      expect(await json(response)).toMatchObject({ code: "listing.not_found" });
    }
  });

  it("can be cached until the first of them expires", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [home = 0, other = 0] = await homes(site, [{}, {}]);
    const { expiresAt } = await json<PublicListing>(site.fetch(`/api/marketplace-listings/${other}`));
    site.clock.now = new Date(Date.parse(expiresAt ?? "") - 10_000);
    const response = await site.fetch(path(home));
    expect(response.headers.get("cache-tag")).toBe("listings");
    expect(await json(response)).toHaveLength(1);
    site.clock.now = new Date(Date.parse(expiresAt ?? ""));
    expect(await similar(site, home)).toEqual([]);
  });

  it("read at most 120 rows among 5,000 listings", { tags: ["d1"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "2000" });
    await env.DB.prepare(bulkInsertSql(id + 1, 5_000, site.clock.now.getTime())).run();
    await env.DB.prepare("UPDATE listings SET neighbourhood = 'Annex' WHERE status = 'approved'").run();
    const { response, rowsRead } = await site.count(path(id));
    expect(await json(response)).toHaveLength(3);
    expect(rowsRead).toBeLessThanOrEqual(120);
  });
});
