import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { houses } from "../../support/worker/geocoder.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { building, drain, factsForModerator, factsOf, imported } from "../../support/worker/places.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const HOUSE = { latitude: 43.6845, longitude: -79.2999 };
const atHouse = () => houses([85, "Main St", HOUSE.latitude, HOUSE.longitude]);

describe("the facts about a public listing", () => {
  it("contain each source, the registered building, and no other fields", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await atHouse();
    await building({ rsn: 4_153_763, address: "85 MAIN ST", fsa: "M4E", ...HOUSE, yearBuilt: 1965 });
    const { id } = await publish(site, { unit: "1204", email: "secret@example.com" });
    await drain(site);
    const facts = await factsOf(site, id);
    expect(facts).toEqual({
      location: {
        ...HOUSE,
        method: "table",
        confidence: "high",
        source: "City of Toronto",
        dataVersion: expect.stringMatching(/^2026-11-22-[0-9a-f]{8}$/),
      },
      neighbourhood: null,
      municipality: null,
      building: {
        rsn: 4_153_763,
        address: "85 MAIN ST",
        yearBuilt: 1965,
        storeys: 12,
        units: 140,
        propertyType: "PRIVATE",
        score: 87,
        evaluatedOn: "2025-06-01",
      },
      rentControl: { isRentControlled: true, confidence: "high", reason: "building_before" },
      nearby: [{ kind: "station", name: "Main Street", latitude: 43.6891, longitude: -79.30154, distance: 528 }].map(
        (station) => ({ ...station, latitude: expect.closeTo(43.6891, 3), longitude: expect.closeTo(-79.3015, 3) }),
      ),
      ownMedian: null,
      pace: null,
      enrichedAt: site.clock.now.toISOString(),
    });
    expect(await factsForModerator(site, id)).toEqual(facts);
  });

  it("contain the median of the site's own listings if there is one", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const computedAt = Date.parse("2026-11-20T12:00:00Z");
    await env.DB.prepare("INSERT INTO own_medians VALUES ('1 Bedroom', 182500, 61, ?)").bind(computedAt).run();
    expect((await factsOf(site, id)).ownMedian).toEqual({ rent: 1825, listings: 61, asOf: "2026-11-20" });
  });

  it("are cached by the edge for as long as the listing, and revalidated by browsers", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const path = `/api/marketplace-listings/${id}/facts`;
    const { headers } = await site.fetch(path);
    expect(headers.get("cloudflare-cdn-cache-control")).toBe(
      "public, max-age=300, stale-while-revalidate=60, stale-if-error=3600",
    );
    expect(headers.get("cache-tag")).toBe(`listing:${id}`);
    const etag = headers.get("etag") ?? "";
    expect((await site.fetch(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await site.fetch(`${path}?x=1`)).headers.get("cache-control")).toBe("no-store");
  });

  it("cost two queries and three rows", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await drain(site);
    const { rowsRead } = await site.count(`/api/marketplace-listings/${id}/facts`);
    expect(rowsRead).toBeLessThanOrEqual(3);
  });

  it("are 404 for a listing that is not public", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const pending = await submit(site);
    const { id: withdrawn } = await publish(site, { unit: "2" });
    await approve(site, withdrawn, false);
    const { id: over } = await publish(site, { unit: "3" });
    site.clock.now = new Date(site.clock.now.getTime() + 61 * 86_400_000);
    for (const id of [pending, withdrawn, over, 999, "abc", "01"]) {
      const response = await site.fetch(`/api/marketplace-listings/${id}/facts`);
      expect(response.status, String(id)).toBe(404);
      expect(await json(response)).toMatchObject({ error: "Listing not found", code: "listing.not_found" });
    }
  });

  it(
    "are only for moderators if the listing is unpublished, and for nobody if it is deleted",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const as = await site.logIn();
      const id = await submit(site);
      await drain(site);
      expect((await site.fetch(`/api/admin/listings/${id}/facts`)).status).toBe(401);
      expect(await factsForModerator(site, id)).toMatchObject({ location: { method: "fsa", confidence: "low" } });
      await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as });
      expect((await site.fetch(`/api/admin/listings/${id}/facts`, { as })).status).toBe(404);
    },
  );
});
