import { describe, expect, it } from "vitest";
import { hit, houses, placeAt, siteWithGeocoder } from "../../support/worker/geocoder.ts";
import { publish } from "../../support/worker/listings.ts";
import { building, drain, factsOf, imported } from "../../support/worker/places.ts";
import { makeSite } from "../../support/worker/site.ts";

/** Houses 2 to 70 of Oak Street, about 11 m apart. */
const oakStreet = () =>
  houses(...Array.from({ length: 35 }, (_, nth) => [2 + 2 * nth, "OAK ST", 43.66 + nth * 0.0001, -79.36] as const));
/** Creates a registered building on Oak Street. */
const registered = (rsn: number, address: string, changes: { yearBuilt?: number | null; propertyType?: string } = {}) =>
  building({ rsn, address, fsa: "M5A", latitude: 43.6605, longitude: -79.36, ...changes });

async function factsAbout(address: string, changes: Record<string, unknown> = {}) {
  const site = makeSite();
  await imported();
  await oakStreet();
  const { id } = await publish(site, { address, ...changes });
  await drain(site);
  return factsOf(site, id);
}

describe('"12-40 Oak St", which may be unit 12 of house 40,', () => {
  const ADDRESS = "12-40 Oak St, Toronto";
  const UNKNOWN = { building: null, rentControl: { isRentControlled: null, confidence: "low" } };

  it("is not the building at 12", { tags: ["rest"] }, async () => {
    await registered(1, "12 OAK ST", { yearBuilt: 1960 });
    expect(await factsAbout(ADDRESS)).toMatchObject(UNKNOWN);
  });
  it("is not the building at 12 when the rent control of the building at 40 differs or is unknown", async () => {
    await registered(1, "12 OAK ST", { yearBuilt: 1960 });
    await registered(2, "40 OAK ST", { yearBuilt: 2021 });
    expect(await factsAbout(ADDRESS)).toMatchObject(UNKNOWN);
  });
  it("matches neither of two buildings with unknown years", { tags: ["rest"] }, async () => {
    await registered(1, "12 OAK ST", { yearBuilt: null });
    await registered(2, "40 OAK ST", { yearBuilt: null });
    expect((await factsAbout(ADDRESS, { bedrooms: "Private Room" })).building).toBeNull();
  });
  it("has the rent control of both buildings when they agree", { tags: ["rest"] }, async () => {
    await registered(1, "12 OAK ST", { yearBuilt: 1960 });
    await registered(2, "40 OAK ST", { yearBuilt: 1970 });
    expect(await factsAbout(ADDRESS)).toMatchObject({
      rentControl: { isRentControlled: true, confidence: "high" },
    });
  });
  it("matches the building with both numbers rather than the building at 12", async () => {
    await registered(1, "12 OAK ST", { yearBuilt: 2021 });
    await registered(2, "12-40 OAK ST", { yearBuilt: 1960 });
    expect(await factsAbout(ADDRESS)).toMatchObject({
      building: { rsn: 2 },
      rentControl: { isRentControlled: true, confidence: "high" },
    });
  });

  it.each([
    [ADDRESS, "medium"],
    ["2-70 Oak St, Toronto", "medium"],
    ["12-16 Oak St, Toronto", "high"],
    ["101-121 Oak St, Toronto, ON M5A 1A1", "high"],
  ])("is certain only if both numbers belong to one house: %s", async (address, confidence) => {
    await registered(3, "101-121 OAK ST");
    expect((await factsAbout(address)).location).toMatchObject({ method: "table", confidence });
  });
  it("has at most block precision from the remote geocoder, which uses the lower number", async () => {
    const address = { house_number: "85" };
    const { site } = siteWithGeocoder(() => Response.json([hit({ address })]));
    expect(await placeAt(site, "85-95 Main Street, Toronto, ON M4E 2V6")).toMatchObject({
      method: "remote",
      confidence: "medium",
    });
  });
});

describe("a house in a community outside Toronto", () => {
  it.each(["Maple", "Unionville", "Port Credit", "Bolton", "Nobleton"])(
    "is not the house on Toronto's street of the same name: %s",
    async (community) => {
      await houses([12, "KEELE ST", 43.6555, -79.4597]);
      expect(await placeAt(makeSite(), `12 Keele St, ${community}, ON`)).toBeNull();
      expect(await placeAt(makeSite(), `12 Keele St, ${community}, ON L6A 1A1`)).toBeNull();
    },
  );

  it("is requested in its municipality", { tags: ["rest"] }, async () => {
    const address = { house_number: "12", road: "Keele Street", city: "Vaughan" };
    const { site, asked } = siteWithGeocoder(() => Response.json([hit({ lat: "43.8557", lon: "-79.5120", address })]));
    expect(await placeAt(site, "12 Keele St, Maple, ON")).toMatchObject({ method: "remote", confidence: "high" });
    expect(asked[0]?.url.searchParams.get("q")).toBe("12 keele st, Vaughan, Ontario");
  });

  it("is not requested when its address names Toronto and a postal code elsewhere", async () => {
    const { site, asked } = siteWithGeocoder(() => Response.json([hit()]));
    expect(await placeAt(site, "85 Main St, Toronto, ON L6A 1A1")).toBeNull();
    expect(asked).toHaveLength(0);
  });
});
