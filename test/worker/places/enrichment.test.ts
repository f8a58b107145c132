import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminListing, Amenities } from "../../../worker/contracts/listings.ts";
import type { SearchPlaces } from "../../../worker/contracts/search.ts";
import { houses } from "../../support/worker/geocoder.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import {
  area,
  building,
  drain,
  edit,
  factsForModerator,
  factsOf,
  imported,
  listingOf,
  nearby,
  waitingLookUps,
} from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { siteInterrupted } from "../../support/worker/watched-db.ts";

/** Coordinates of 85 Main Street, the default address of listings in tests. */
const HOUSE = { latitude: 43.6845, longitude: -79.2999 };
const atHouse = () => houses([85, "Main St", HOUSE.latitude, HOUSE.longitude]);
/** Returns a location this many metres north of the house. */
const north = (name: string, metres: number) => [name, HOUSE.latitude + metres / 111_195, HOUSE.longitude] as const;

async function amenitiesOf(site: Site, id: number): Promise<Partial<Amenities>> {
  return JSON.parse((await listingOf(site, id)).amenities ?? "{}") as Partial<Amenities>;
}
const named = (places: Amenities["schools"] | undefined) => places?.map(({ name, distance }) => `${name} ${distance}`);

describe("a submitted listing", () => {
  it("is looked up by the queue: location, station, areas and amenities", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await atHouse();
    await nearby("school", north("Kimberley School", 150));
    await area("neighbourhood", "East End-Danforth", HOUSE);
    await area("neighbourhood", "The Beaches", { latitude: 43.66, longitude: -79.2999 });
    await area("municipality", "Old Toronto", HOUSE, 0.03);
    const { id, latitude } = await publish(site);
    expect(latitude).toBeNull();
    expect(await factsOf(site, id)).toMatchObject({ location: null, rentControl: null, enrichedAt: null });
    await drain(site);
    expect(await listingOf(site, id)).toMatchObject({
      ...HOUSE,
      neighbourhood: "East End-Danforth",
      distanceToDowntown: "7.6",
      closestSubwayStation: "Main Street",
      subwayLines: ["2"],
      distanceToSubway: 528,
    });
    expect(await factsOf(site, id)).toMatchObject({
      location: { ...HOUSE, method: "table", confidence: "high", source: "City of Toronto" },
      municipality: "Old Toronto",
      nearby: [
        { kind: "station", name: "Main Street", distance: 528 },
        { kind: "school", name: "Kimberley School", distance: 150 },
      ],
      enrichedAt: site.clock.now.toISOString(),
    });
  });

  it(
    "has the five nearest of a kind within its radius, without duplicate names, and supermarkets for groceries",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await imported();
      await atHouse();
      const schools = [590, 90, 390, 290, 190, 490].map((metres) => north(`School ${metres}`, metres));
      await nearby("school", ...schools, north("School 610", 610));
      await nearby("supermarket", north("No Frills", 499), north("Sobeys", 300), north("Sobeys", 200));
      await nearby("convenience", north("Corner Shop", 20));
      await nearby("marketplace", north("Market", 30));
      await nearby("medical", north("Clinic", 399), north("Far Clinic", 402));
      await nearby("daycare", north("Daycare", 799), north("Far Daycare", 802));
      const { id } = await publish(site);
      await drain(site);
      const amenities = await amenitiesOf(site, id);
      expect(named(amenities.schools)).toEqual([90, 190, 290, 390, 490].map((metres) => `School ${metres} ${metres}`));
      expect(named(amenities.groceryStores)).toEqual(["Sobeys 200", "No Frills 499"]);
      expect(named(amenities.medicalFacilities)).toEqual(["Clinic 399"]);
      expect(named(amenities.daycares)).toEqual(["Daycare 799"]);
      expect(amenities.parks).toEqual([]);
    },
  );

  it("has the three nearest parks, at any distance", async () => {
    const site = makeSite();
    await imported();
    await atHouse();
    await nearby("park", ...[14_000, 700, 900, 13_000].map((metres) => north(`Park ${metres}`, metres)));
    const { id } = await publish(site);
    await drain(site);
    expect(named((await amenitiesOf(site, id)).parks)).toEqual(["Park 700 700", "Park 900 900", "Park 13000 13000"]);
  });

  it("has distant parks if there are none in between", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await atHouse();
    await nearby("park", ...[60_000, 700].map((metres) => north(`Park ${metres}`, metres)));
    const { id } = await publish(site);
    await drain(site);
    expect(named((await amenitiesOf(site, id)).parks)).toEqual(["Park 700 700", "Park 60000 60000"]);
  });

  it("omits datasets that were not imported instead of reporting none", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported(["addresses", "schools"]);
    await atHouse();
    const { id } = await publish(site);
    await drain(site);
    expect(await amenitiesOf(site, id)).toEqual({ schools: [] });
    expect(await factsOf(site, id)).toMatchObject({ municipality: null, building: null });
    const bare = makeSite();
    await env.DB.prepare("DELETE FROM datasets").run();
    const other = await publish(bare, { address: "87 Main Street, Toronto" });
    await drain(bare);
    expect((await listingOf(bare, other.id)).amenities).toBeNull();
  });
});

describe("a location known only by its postal code", () => {
  it("is described by its postal area, never by a neighbourhood or a precise point", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await nearby("school", north("School", 10));
    // The centre of M4E.
    await area("neighbourhood", "The Beaches", { latitude: 43.677, longitude: -79.297 }, 0.03);
    const { id } = await publish(site);
    await drain(site);
    expect(await listingOf(site, id)).toMatchObject({
      neighbourhood: null,
      postalArea: "M4E",
      latitude: null,
      longitude: null,
      distanceToDowntown: null,
      closestSubwayStation: null,
      subwayLines: [],
      distanceToSubway: null,
      amenities: null,
    });
    expect(await factsOf(site, id)).toMatchObject({
      location: { latitude: null, longitude: null, method: "fsa", confidence: "low", source: "City of Toronto" },
      neighbourhood: null,
      municipality: null,
      nearby: [],
    });
    const found = await json<unknown[]>(site.fetch("/api/marketplace-listings?neighbourhood=The+Beaches"));
    const places = await json<SearchPlaces>(site.fetch("/api/marketplace-listings/places"));
    expect({ found, places: places.neighbourhoods }).toEqual({ found: [], places: [] });
    const page = await (await site.fetch(`/listing/${id}/1-bedroom-85-main-street`)).text();
    const feed = await (await site.fetch("/listings/feed.xml")).text();
    for (const text of [page, feed]) {
      expect(text).toContain("Postal area M4E");
      expect(text).not.toContain("The Beaches");
    }
    const { location } = await factsForModerator(site, id);
    expect(location).toMatchObject({ method: "fsa", confidence: "low" });
    expect(location?.latitude).toBeCloseTo(43.68, 1);
  });

  it("is unknown without coordinates, but rent control follows the landlord's year", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    const { id } = await publish(site, { address: "85 Main Street, Toronto", yearBuilt: 1975 });
    await drain(site);
    expect(await factsOf(site, id)).toMatchObject({
      location: null,
      neighbourhood: null,
      rentControl: { isRentControlled: true, confidence: "medium", reason: "stated_before" },
      enrichedAt: site.clock.now.toISOString(),
    });
  });
});

describe("rent control", () => {
  const REGISTERED = { rsn: 1, address: "85 MAIN ST", fsa: "M4E", ...HOUSE };
  it.each([
    ["a private building of 2017", { yearBuilt: 2017 }, {}, true, "high", "building_before"],
    ["a private building of 2019", { yearBuilt: 2019 }, {}, false, "high", "building_after"],
    ["a building of 2018", { yearBuilt: 2018 }, {}, null, "low", "year_2018"],
    ["the City's own housing", { propertyType: "TCHC" }, { yearBuilt: 1980 }, null, "low", "social_housing"],
    ["social housing", { propertyType: "SOCIAL HOUSING" }, {}, null, "low", "social_housing"],
    [
      "a building with a year that differs from the landlord's",
      {},
      { yearBuilt: 2021 },
      true,
      "high",
      "building_before",
    ],
    [
      "a building whose year the text contradicts",
      {},
      { additionalInfo: "Brand new building!" },
      true,
      "low",
      "contradicted",
    ],
    [
      "a building of which only the kitchen is new",
      {},
      { additionalInfo: "Brand new kitchen in a house built in 1973." },
      true,
      "high",
      "building_before",
    ],
    ["a building without a year", { yearBuilt: null }, { yearBuilt: 2021 }, false, "medium", "stated_after"],
    ["a room", {}, { bedrooms: "Private Room" }, null, "low", "private_room"],
    ["no building, and a year of the landlord's", null, { yearBuilt: 2017 }, true, "medium", "stated_before"],
    ["no building, and 2018 of the landlord's", null, { yearBuilt: 2018 }, null, "low", "year_2018"],
    ["no building and no year", null, {}, null, "low", "year_unknown"],
  ] as const)(
    "is determined for %s",
    { tags: ["rest"] },
    async (_, registered, unit, isRentControlled, confidence, reason) => {
      const site = makeSite();
      await imported();
      await atHouse();
      if (registered) await building({ ...REGISTERED, ...registered });
      const { id } = await publish(site, unit);
      await drain(site);
      const { rentControl } = await factsOf(site, id);
      expect(rentControl).toEqual({ isRentControlled, confidence, reason });
      expect(await listingOf(site, id)).toMatchObject({ isRentControlled, rentControlConfidence: confidence });
    },
  );

  it("that the text contradicts is noted for moderators until the text is corrected", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await atHouse();
    await building({ ...REGISTERED, yearBuilt: 1973 });
    const { id } = await publish(site, { additionalInfo: "Lovely home in a brand new building." });
    await drain(site);
    const as = await site.logIn();
    const read = async () => json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
    expect((await read()).reviewNotes).toContainEqual({
      code: "contradicts_register",
      text: "The City's register says that the building at the address was built in 1973.",
      quotes: ["brand new building"],
    });
    const additionalInfo = "Lovely home with a brand new kitchen.";
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { additionalInfo }, as });
    await drain(site);
    expect((await read()).reviewNotes.map(({ code }) => code)).not.toContain("contradicts_register");
    expect((await factsOf(site, id)).rentControl).toMatchObject({ confidence: "high" });
  });
});

describe("the registered building", () => {
  const registered = async (
    address: string,
    changes: Parameters<typeof building>[0] = { address: "85-89 MAIN ST" },
  ) => {
    const site = makeSite();
    await imported();
    await houses(
      [85, "Main St", 43.6845, -79.2999],
      [86, "Main St", 43.6845, -79.2997],
      [91, "Main St", 43.6848, -79.3],
    );
    await building({ rsn: 7, fsa: "M4E", ...HOUSE, ...changes });
    const { id } = await publish(site, { address });
    await drain(site);
    return (await factsOf(site, id)).building?.rsn ?? null;
  };
  it.each([
    ["at its number", "85 Main Street, Toronto, ON M4E 2V6", 7],
    ["at another number of its range", "87 Main Street, Toronto, ON M4E 2V6", 7],
    ["in a unit of it", "1204-85 Main St, Toronto", 7],
    ["on the other side of the street", "86 Main Street, Toronto, ON M4E 2V6", null],
    ["next door, a few metres away", "91 Main Street, Toronto, ON M4E 2V6", null],
    ["with a letter behind the number", "85A Main Street, Toronto, ON M4E 2V6", null],
    ["where two houses are named", "85 & 89 Main Street, Toronto, ON M4E 2V6", null],
    ["in another city", "85 Main Street, Brampton, ON L6W 2C7", null],
  ])("of a listing is found only for the same house: %s", { tags: ["rest"] }, async (_, address, rsn) => {
    expect(await registered(address)).toBe(rsn);
  });

  it("on another street of the same name does not match", { tags: ["rest"] }, async () => {
    expect(
      await registered("85 Main St, Toronto", { address: "85 MAIN ST", fsa: "M9N", latitude: 43.7, longitude: -79.52 }),
    ).toBeNull();
  });

  it("without coordinates matches by its postal area", { tags: ["rest"] }, async () => {
    const nowhere = { latitude: 0, longitude: 0 };
    expect(await registered("85 Main St, Toronto", { address: "85 MAIN ST", ...nowhere })).toBe(7);
  });

  it("without coordinates in another postal area does not match", { tags: ["rest"] }, async () => {
    const nowhere = { latitude: 0, longitude: 0, fsa: "M9N" };
    expect(await registered("85 Main St, Toronto", { address: "85 MAIN ST", ...nowhere })).toBeNull();
  });
});

describe("an edit", () => {
  it("to the address drops the old location immediately, and looks up the new one", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await atHouse();
    await houses([12, "Rockford Rd", 43.78608, -79.44773]);
    const { id } = await publish(site);
    await drain(site);
    await edit(site, id, { address: "12 Rockford Road, Toronto, ON M2R 3A2" });
    expect(await listingOf(site, id)).toMatchObject({ latitude: null, closestSubwayStation: null });
    expect(await factsOf(site, id)).toMatchObject({ location: null, nearby: [], enrichedAt: null });
    await drain(site);
    expect(await listingOf(site, id)).toMatchObject({ latitude: 43.78608, closestSubwayStation: "Finch" });
  });

  it(
    "to the year or bedrooms recomputes rent control, while other fields change nothing",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await imported();
      await atHouse();
      const { id } = await publish(site);
      await drain(site);
      await edit(site, id, { yearBuilt: 2020 });
      await drain(site);
      expect((await factsOf(site, id)).rentControl?.reason).toBe("stated_after");
      await edit(site, id, { bedrooms: "Private Room" });
      await drain(site);
      expect((await factsOf(site, id)).rentControl?.reason).toBe("private_room");
      await edit(site, id, { rent: "$1,700" });
      expect(await waitingLookUps()).toBe(0);
    },
  );

  it("during a look-up of the old address takes precedence", { tags: ["rest"] }, async () => {
    const { site, interruptBy, isWaiting } = siteInterrupted('update "listings"');
    await imported();
    await atHouse();
    const id = await submit(site);
    interruptBy(() => edit(makeSite(), id, { address: "12 Rockford Road, Toronto" }));
    await drain(site);
    expect(isWaiting()).toBe(false);
    expect(await factsForModerator(site, id)).toMatchObject({ location: null, nearby: [], enrichedAt: null });
  });
});
