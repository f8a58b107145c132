import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import {
  type ListingRow,
  listingRow,
  placeRows,
  buildingAt,
  DEMO_PLACES,
  OPEN_DATA,
  type Place,
  registerRows,
} from "../../../scripts/demo/listing-rows.ts";
import { type DemoUnit, UNITS } from "../../../scripts/demo/units.ts";
import { listings } from "../../../worker/features/listings/listing/listings.table.ts";
import { selectBenchmarks } from "../../../worker/features/market/market.benchmarks.ts";
import { marketBenchmarks } from "../../../worker/features/market/market.table.ts";
import type { RentCheck } from "../../../worker/contracts/rent-check.ts";
import { rentalBuildings } from "../../../worker/address/places.table.ts";
import { listingPlaces } from "../../../worker/features/listings/listing/listing-places.table.ts";
import { torontoDay } from "../../../worker/platform/toronto-time.ts";
import { submit } from "../../support/worker/listings.ts";
import { asModerator } from "../../support/worker/market.ts";
import { building, drain, factsOf, imported, listingOf, nearby } from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const db = () => drizzle(env.DB, { casing: "snake_case" });

/** Returns the row that the demo stores for a unit. */
async function demoRow(site: Site, unit: DemoUnit): Promise<ListingRow> {
  const { bedrooms } = unit.home;
  const published = await db().select().from(marketBenchmarks).where(eq(marketBenchmarks.bedrooms, bedrooms));
  const position = UNITS.indexOf(unit);
  const { columns } = placeRows(unit, "demo", site.clock.now);
  const stored = { photoPrefix: `demo-${position}`, photos: [] };
  const market = new Map([[bedrooms, selectBenchmarks(published, [], torontoDay(site.clock.now))]]);
  return listingRow(unit, position, site.clock.now.getTime(), market, stored, columns);
}

/** Stores a unit with its location as the demo does. @returns its id */
async function seed(site: Site, unit: DemoUnit): Promise<number> {
  const [row] = await db()
    .insert(listings)
    .values(await demoRow(site, unit))
    .returning({ id: listings.id });
  if (!row) throw new Error("Not stored.");
  const { place } = placeRows(unit, "demo", site.clock.now);
  await db()
    .insert(listingPlaces)
    .values({ ...place, listingId: row.id });
  return row.id;
}

/** Reads all public facts about a listing's location, except when and from which data they were found. */
async function knownOf(site: Site, id: number) {
  const { location, enrichedAt: _at, ...facts } = await factsOf(site, id);
  const listing = await listingOf(site, id);
  return { ...facts, location: location && { ...location, dataVersion: "" }, listing };
}

describe("the demo", () => {
  it("gives pending units the same notes as a landlord's submission of the same text", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const waiting = UNITS.filter(({ stage }) => stage.state === "pending");
    expect(waiting.length).toBeGreaterThan(5);
    for (const unit of waiting) {
      const { reviewNotes, phone, address, rent } = await demoRow(site, unit);
      const { bedrooms, bathrooms } = unit.home;
      const words = { landlordName: unit.landlord, additionalInfo: unit.text };
      const id = await submit(site, { address, rent, bedrooms, bathrooms, phone: phone ?? undefined, ...words });
      expect((await asModerator(site, id)).reviewNotes, address).toEqual(reviewNotes);
    }
  });

  it("includes a listing that asks for money before a viewing and sends the keys by mail", async () => {
    const site = makeSite();
    const scam = UNITS.find(({ landlord }) => landlord === "Mr. Johnson");
    if (!scam) throw new Error("There is none.");
    const { reviewNotes, latitude, closestSubwayStation } = await demoRow(site, scam);
    const codes = reviewNotes?.map(({ code }) => code);
    expect(codes).toEqual(["price_far_below", "pay_before_viewing", "keys_by_mail", "no_viewing"]);
    expect(DEMO_PLACES.has(scam.address.street)).toBe(false);
    expect([latitude, closestSubwayStation]).toEqual([undefined, undefined]);
  });

  it("loses no facts when the City's data is imported", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const registered = UNITS.filter(({ address, stage }) => buildingAt(address.street) && !stage.state).slice(0, 8);
    const houses = registered.flatMap(({ address }) => DEMO_PLACES.get(address.street)?.at ?? []);
    expect(houses).toHaveLength(8);
    const around = (rows: readonly Place[]) =>
      rows.filter(([, latitude, longitude]) =>
        houses.some((house) => Math.hypot(house.latitude - latitude, house.longitude - longitude) < 0.02),
      );
    await nearby("school", ...around(OPEN_DATA.schools));
    await nearby("daycare", ...around(OPEN_DATA.daycares));
    await nearby("supermarket", ...around(OPEN_DATA.groceryStores));
    await nearby("medical", ...around(OPEN_DATA.medicalFacilities));
    await nearby("park", ...around(OPEN_DATA.parks));
    const before = new Map<number, unknown>();
    for (const unit of registered) {
      const facts = buildingAt(unit.address.street);
      if (facts) await building({ ...facts, ...DEMO_PLACES.get(unit.address.street)?.at });
      const id = await seed(site, unit);
      before.set(id, await knownOf(site, id));
    }
    await imported(["addresses", "buildings", "schools", "daycares", "grocery", "medical", "parks"]);
    await site.tick();
    await drain(site);
    for (const [id, known] of before) {
      expect((await factsOf(site, id)).location?.dataVersion).not.toBe("demo");
      expect(await knownOf(site, id)).toEqual(known);
    }
  });

  it("states the same about rent control in a listing and in a rent check of its address", async () => {
    const site = makeSite();
    for (const row of registerRows()) await db().insert(rentalBuildings).values(row);
    const registered = UNITS.filter(({ address }) => buildingAt(address.street)).slice(0, 8);
    expect(registered.map(({ address }) => address.street)).toContain("105 Isabella St");
    for (const unit of registered) {
      const { building: known, rentControlReason: reason } = placeRows(unit, "demo", site.clock.now).place;
      const { street } = unit.address;
      const asked = new URLSearchParams({ type: unit.home.bedrooms, rent: "2150", place: street });
      const { headers } = await site.fetch(`/api/rent-check?${asked.toString()}`);
      const { rentControl } = await json<RentCheck>(site.fetch(headers.get("location") ?? ""));
      expect(rentControl, street).toMatchObject({ reason, yearBuilt: known?.yearBuilt });
    }
  });

  it("has units at exact, interpolated, postal-area and unknown locations", () => {
    const ways = UNITS.map(({ address }) => DEMO_PLACES.get(address.street)?.method ?? "unknown");
    const count = (way: string) => ways.filter((method) => method === way).length;
    expect(count("table")).toBeGreaterThan(UNITS.length / 2);
    expect(Math.min(...["interpolated", "fsa", "unknown"].map(count))).toBeGreaterThanOrEqual(1);
    for (const street of DEMO_PLACES.keys()) expect(UNITS.some(({ address }) => address.street === street)).toBe(true);
  });
});
