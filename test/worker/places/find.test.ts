import { describe, expect, it } from "vitest";
import type { FoundPlace } from "../../../worker/contracts/places.ts";
import { siteWithGeocoder, hit, houses } from "../../support/worker/geocoder.ts";
import { area } from "../../support/worker/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const find = (site: Site, text: unknown) => site.fetch("/api/places/find", { json: { text } });
const found = (site: Site, text: string) => json<FoundPlace[]>(find(site, text));

const KNOWN = () =>
  houses(
    [100, "KING ST W", 43.64861, -79.38172],
    [100, "KING ST E", 43.64975, -79.37333],
    [102, "KING ST W", 43.64862, -79.38183],
    [50, "BAY ST", 43.6469, -79.3793],
    [60, "BAY ST", 43.6473, -79.3795],
    [90, "KING ST W", 43.6484, -79.3799],
    [80, "BAY ST", 43.6483, -79.37985],
  );

describe("a place that a visitor types", () => {
  it("is found in the site's own tables to three decimals: as an address, a corner, a station, an area or a postal area", async () => {
    const site = makeSite();
    await KNOWN();
    await area("neighbourhood", "Annex", { latitude: 43.67, longitude: -79.404 });
    await area("municipality", "Scarborough", { latitude: 43.77, longitude: -79.25 });
    const texts: [text: string, label: string, lat: number, lng: number][] = [
      ["100 King Street West, Toronto", "100 King St W", 43.649, -79.382],
      ["unit 5, 102 king st w", "102 King St W", 43.649, -79.382],
      ["King & Bay", "Bay & King", 43.648, -79.38],
      ["Union Station", "Union station", 43.646, -79.381],
      ["st george", "St. George station", 43.668, -79.399],
      ["the annex", "Annex", 43.67, -79.404],
      ["Yorkville", "Yorkville", 43.67, -79.404],
      ["Scarborough", "Scarborough", 43.77, -79.25],
      ["M5V 2T6", "Postal area M5V", 43.642, -79.396],
    ];
    for (const [text, label, lat, lng] of texts) {
      const response = await find(site, text);
      expect(response.headers.get("cache-control"), text).toBe("no-store");
      expect((await json<FoundPlace[]>(response))[0], text).toEqual({ label, lat, lng });
    }
  });

  it("has at most five matches", async () => {
    const site = makeSite();
    await KNOWN();
    const labels = async (text: string) => (await found(site, text)).map(({ label }) => label);
    expect((await labels("100 king")).toSorted()).toEqual(["100 King St E", "100 King St W"]);
    expect(await labels("eglin")).toEqual(["Eglinton station"]);
    for (const typed of ["union s", "union stat", "union statio"])
      expect(await labels(typed)).toContain("Union station");
    expect(await labels("s")).toEqual([]);
    expect((await labels("don")).length).toBeGreaterThan(1);
    expect((await labels("st")).length).toBeLessThanOrEqual(5);
  });

  it("can be unknown, without external requests", async () => {
    const { site, asked } = siteWithGeocoder(() => Response.json([hit()]));
    for (const text of ["85 Main Street, Toronto", "12 Rue Sainte-Catherine, Montréal", "nowhere at all", "?"])
      expect(await found(site, text), text).toEqual([]);
    expect(asked).toEqual([]);
  });

  it.each([[""], ["   "], ["x".repeat(201)], [7], [null], [["Union"]]])("is rejected as %j", async (text) => {
    const response = await find(makeSite(), text);
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code: "request.invalid", fields: { text: expect.any(String) } });
  });

  it("is looked up a limited number of times per network", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.03" } });
    const statuses = [];
    for (let nth = 0; nth < 3; nth += 1) statuses.push((await find(site, "Union")).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it("costs a bounded number of rows in any spelling", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await houses(...Array.from({ length: 150 }, (_, nth) => [nth + 1, "KING ST W", 43.6, -79.3 - nth / 1e4] as const));
    const texts = [
      "1 king",
      "king & king",
      "a & b ".repeat(30),
      "1-2-3 ".repeat(33),
      "é".repeat(200),
      "M5V".repeat(60),
    ];
    for (const text of texts) {
      const { response, rowsRead } = await site.count("/api/places/find", { json: { text } });
      expect(response.status, text).toBe(200);
      expect(rowsRead, text).toBeLessThanOrEqual(3_000);
    }
  });
});
