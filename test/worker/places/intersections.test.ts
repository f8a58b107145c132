import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { geocodeAddress } from "../../../worker/address/geocode.service.ts";
import { metresBetween } from "../../../worker/platform/grid.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { countReads, measured, type Meter } from "../../support/worker/counting-d1.ts";
import { type House, houses, placeAt } from "../../support/worker/geocoder.ts";
import { change, publish, submit } from "../../support/worker/listings.ts";
import { area, drain, imported, listingOf } from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

/** The intersection of two straight streets that both have houses. */
const CORNER = { latitude: 43.7061, longitude: -79.3984 };
const YONGE: House[] = [-8, -4, -1, 1, 4, 8].map((n) => [2_300 + n, "YONGE ST", 43.7061 + n * 0.0004, -79.3984]);
const EGLINTON: House[] = [1, 4, 8].flatMap((n): House[] => [
  [n * 10, "EGLINTON AVE E", 43.7061, -79.3984 + n * 0.0005],
  [n * 10, "EGLINTON AVE W", 43.7061, -79.3984 - n * 0.0005],
]);

const adminOf = async (site: Site, id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));

describe("an intersection", () => {
  it.each([
    "Yonge and Eglinton",
    "Yonge St & Eglinton Ave E, Toronto",
    "eglinton w / yonge",
    "corner of Yonge @ Eglinton, M4P 1A1",
  ])("is the middle between the nearest houses of both streets: %s", async (address) => {
    await houses(...YONGE, ...EGLINTON);
    const place = await placeAt(makeSite(), address);
    expect(place).toMatchObject({ method: "corner", confidence: "medium", source: "City of Toronto" });
    expect(metresBetween(CORNER, { latitude: place?.latitude ?? 0, longitude: place?.longitude ?? 0 })).toBeLessThan(
      60,
    );
  });

  it("is not found on streets whose houses are far apart", async () => {
    await houses(...YONGE, ...EGLINTON);
    expect(await placeAt(makeSite(), "Yonge & Roselawn")).toBeNull();
    await houses([3_000, "ROSELAWN AVE", 43.74, -79.32]);
    expect(await placeAt(makeSite(), "Yonge & Roselawn")).toBeNull();
  });

  it("is identified by its postal area if two streets with the same names cross twice", async () => {
    await houses(
      [50, "CHURCH ST", 43.6492, -79.3744],
      [60, "KING ST", 43.6493, -79.3742],
      [50, "CHURCH ST", 43.7009, -79.5186, "York"],
      [60, "KING ST", 43.701, -79.5184, "York"],
    );
    const site = makeSite();
    expect(await placeAt(site, "King & Church")).toBeNull();
    expect(await placeAt(site, "King & Church, M9N 1M5")).toMatchObject({ method: "corner", latitude: 43.70095 });
  });

  it("is not looked up in the City's tables outside Toronto", { tags: ["rest"] }, async () => {
    await houses(...YONGE, ...EGLINTON);
    expect(await placeAt(makeSite(), "Yonge & Eglinton, Newmarket")).toBeNull();
  });

  it("gives a neighbourhood only if all its surroundings are in one", { tags: ["rest"] }, async () => {
    await houses(...YONGE, ...EGLINTON);
    await area("neighbourhood", "Wide", CORNER);
    await imported();
    const site = makeSite();
    const { id } = await publish(site, { address: "Yonge & Eglinton" });
    await drain(site);
    expect(await listingOf(site, id)).toMatchObject({ neighbourhood: "Wide", closestSubwayStation: "Eglinton" });
    await env.DB.exec("DELETE FROM areas; DELETE FROM area_cells");
    await area("neighbourhood", "East of it", { latitude: CORNER.latitude, longitude: CORNER.longitude + 0.01 });
    await area("neighbourhood", "West of it", { latitude: CORNER.latitude, longitude: CORNER.longitude - 0.01 });
    const other = await publish(site, { address: "Eglinton & Yonge", phone: "416-555-0199" });
    await drain(site);
    expect(await listingOf(site, other.id)).toMatchObject({ neighbourhood: null, closestSubwayStation: "Eglinton" });
  });

  it("that is unknown is accepted with a note until it is located", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { address: "Nowhere St & Elsewhere Ave, Toronto, ON M5R 1A1" });
    await drain(site);
    const codes = async () => (await adminOf(site, id)).reviewNotes.map(({ code }) => code);
    expect(await codes()).toEqual(["corner_unplaced"]);
    await change(site, id, { rent: "$1,900" });
    expect(await codes()).toEqual(["corner_unplaced"]);
    const pin = { latitude: 43.67, longitude: -79.4 };
    await site.fetch(`/api/admin/listings/${id}/place`, { method: "PUT", json: pin, as: await site.logIn() });
    expect(await codes()).toEqual([]);
  });

  it("costs a bounded number of rows for any number of houses on its streets", { tags: ["d1"] }, async () => {
    const rows = (street: string, at: (n: number) => [number, number]) =>
      env.DB.prepare(
        "INSERT INTO address_points (street, number, latitude, longitude, source, version) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'), 'City', '1' FROM json_each(?)",
      ).bind(JSON.stringify(Array.from({ length: 4_000 }, (_, n) => [street, n + 1, ...at(n)])));
    await env.DB.batch([
      rows("yonge st", (n) => [43.64 + n * 0.00004, -79.38]),
      rows("finch ave e", (n) => [43.78, -79.38 + n * 0.00005]),
      rows("finch ave w", (n) => [43.78, -79.38 - n * 0.00005]),
    ]);
    const meter: Meter = { count: null, waits: null };
    const deps = makeDeps({ ...env, DB: countReads(env.DB, meter) }, createExecutionContext());
    const { result, rowsRead } = await measured(meter, () => geocodeAddress(deps, "Yonge & Finch"));
    expect(result).toMatchObject({ method: "corner" });
    console.info(`rows read for a corner: ${rowsRead}`);
    expect(rowsRead).toBeLessThan(3_000);
  });
});

describe("a house on a street without its type or direction", () => {
  it(
    "is found when exactly one street with that name in the postal area has the number",
    { tags: ["rest"] },
    async () => {
      await houses(
        [85, "MAIN ST", 43.6845, -79.2999],
        [85, "MAIN AVE", 43.76, -79.5],
        [87, "MAIN RD", 43.6846, -79.299],
      );
      const site = makeSite();
      expect(await placeAt(site, "85 Main, Toronto, M4E 2V6")).toMatchObject({
        method: "table",
        confidence: "medium",
        latitude: 43.6845,
      });
      expect(await placeAt(site, "85 Main, Toronto")).toBeNull();
    },
  );

  it("is not found when two streets have the number", async () => {
    await houses([85, "KING ST E", 43.6503, -79.3722], [85, "KING ST W", 43.6486, -79.3806]);
    expect(await placeAt(makeSite(), "85 King St, Toronto, M5C 1G3")).toMatchObject({ method: "fsa" });
  });
});

describe("a street with a full postal code", () => {
  const MARLEE: House[] = [10, 60, 110, 160].map((n) => [n, "MARLEE AVE", 43.7 + n * 0.00005, -79.441]);

  it("gives the neighbourhood when its whole section is in one, without coordinates", { tags: ["rest"] }, async () => {
    await houses(...MARLEE);
    await area("neighbourhood", "Briar Hill", { latitude: 43.705, longitude: -79.441 });
    await imported();
    const site = makeSite();
    const { id } = await publish(site, { address: "Marlee Ave, M6B 3H4" });
    await drain(site);
    expect(await listingOf(site, id)).toMatchObject({
      neighbourhood: "Briar Hill",
      postalArea: null,
      latitude: null,
      closestSubwayStation: null,
    });
  });

  it("gives the postal area when its section is in several neighbourhoods", async () => {
    await houses(...MARLEE);
    await area("neighbourhood", "Briar Hill", { latitude: 43.702, longitude: -79.441 }, 0.003);
    await imported();
    const site = makeSite();
    const { id } = await publish(site, { address: "Marlee Ave, M6B 3H4" });
    await drain(site);
    expect(await listingOf(site, id)).toMatchObject({ neighbourhood: null, postalArea: "M6B", latitude: null });
  });
});
