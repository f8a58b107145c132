import { describe, expect, it } from "vitest";
import type { RentComparison } from "../../../worker/contracts/listings.ts";
import { publish } from "../../support/worker/listings.ts";
import { setBenchmark } from "../../support/worker/market.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const RENT = { rent: "$1,900", bedrooms: "1 Bedroom", municipality: "Toronto" };
const ask = (site: Site, query: Record<string, string>, headers: Record<string, string> = {}) =>
  site.fetch(`/api/rent-comparison?${new URLSearchParams(query).toString()}`, { headers });
const compare = async (site: Site, changes: Record<string, string> = {}) =>
  json<RentComparison>(ask(site, { ...RENT, ...changes }));

const NOTHING = { belowMarketPercent: null, marketRent: null, marketSource: null, marketAsOf: null, marketKind: null };

describe("the comparison of a rent while it is being typed", () => {
  it("equals the comparison that its listing gets", async () => {
    const site = makeSite();
    const before = await compare(site);
    expect(before).toMatchObject({
      rentCents: 190_000,
      belowMarketPercent: 14,
      marketRent: 2_210,
      marketArea: "Toronto",
    });
    expect(await publish(site, { rent: RENT.rent, address: "12 King St W, Toronto" })).toMatchObject(before);
  });

  it.each([
    ["$1,850/month", { rentCents: 185_000, belowMarketPercent: 16 }],
    ["2.2k", { belowMarketPercent: 0 }],
    ["2,431", { belowMarketPercent: -10 }],
    ["on request", { rentCents: null, ...NOTHING }],
    ["250", { rentCents: null, ...NOTHING }],
    // A percentage that a moderator must confirm first is never shown.
    ["1,000", { awaitsConfirmation: true, ...NOTHING }],
  ])("parses %s as the submission does", async (rent, expected) => {
    expect(await compare(makeSite(), { rent })).toMatchObject(expected);
  });

  it("is empty without a benchmark: for basements, beds in shared rooms, and other municipalities", async () => {
    const site = makeSite();
    expect(await compare(site, { homeType: "basement" })).toMatchObject({ homeType: "basement", ...NOTHING });
    expect(await compare(site, { bedrooms: "Private Room", homeType: "shared_bed", rent: "700" })).toMatchObject(
      NOTHING,
    );
    expect(await compare(site, { municipality: "Mississauga" })).toMatchObject({
      municipality: "Mississauga",
      ...NOTHING,
    });
    expect(await compare(site, { municipality: "" })).toMatchObject({ municipality: null, ...NOTHING });
  });

  it("labels a derived benchmark as an estimate, and states the age of an old one", async () => {
    const site = makeSite({ now: new Date("2026-11-20T15:00:00Z") });
    expect(await compare(site, { bedrooms: "Private Room", rent: "900" })).toMatchObject({
      homeType: "room",
      marketIsEstimate: true,
      marketMethod: expect.any(String),
      marketAgeMonths: 12,
    });
    site.clock.now = new Date("2027-06-01T15:00:00Z");
    expect(await compare(site)).toMatchObject(NOTHING);
  });

  it("uses a new benchmark immediately, because it is not cached", async () => {
    const site = makeSite();
    const response = await ask(site, RENT);
    expect(response.headers.get("cache-control")).toBe("no-store");
    await setBenchmark(site, { rent: 2_000 });
    expect(await compare(site)).toMatchObject({ belowMarketPercent: 5, marketRent: 2_000 });
  });

  it.each([
    ["rent", { rent: "" }],
    ["rent", { rent: "1".repeat(61) }],
    ["bedrooms", { bedrooms: "seven" }],
    ["bedrooms", { bedrooms: "__proto__" }],
    ["homeType", { homeType: "castle" }],
    ["homeType", { homeType: "room" }],
    ["municipality", { municipality: "Atlantis" }],
    ["municipality", { municipality: " ".repeat(5_000) }],
  ])("rejects an invalid %s: %o", async (field, changes) => {
    const response = await ask(makeSite(), { ...RENT, ...changes });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code: "request.invalid", fields: { [field]: expect.any(String) } });
  });

  it("requires a rent and a type", async () => {
    const response = await makeSite().fetch("/api/rent-comparison");
    expect(await json(response)).toMatchObject({ fields: { rent: expect.any(String), bedrooms: expect.any(String) } });
  });

  it("is limited per network", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.05" } });
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await ask(site, RENT)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect((await ask(site, RENT, { "cf-connecting-ip": "198.51.100.9" })).status).toBe(200);
  });
});
