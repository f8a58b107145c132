import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { geocodeAddress } from "../../../worker/address/geocode.service.ts";
import { metresBetween } from "../../../worker/platform/grid.ts";
import { readConfig } from "../../../worker/platform/config.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { hit, houses, type House, placeAt, placeOf, siteWithGeocoder } from "../../support/worker/geocoder.ts";
import { submit } from "../../support/worker/listings.ts";
import { building } from "../../support/worker/places.ts";
import { makeSite } from "../../support/worker/site.ts";

/**
 * Locations of rental buildings, schools and daycares in open data of the City (Open Government Licence – Toronto),
 * 2026.
 */
const KNOWN: readonly House[] = [
  [2770, "JANE ST", 43.747392, -79.515943],
  [2575, "DANFORTH AVE", 43.688193, -79.300317],
  [155, "BALLIOL ST", 43.697957, -79.39213],
  [265, "BALLIOL ST", 43.698777, -79.387811],
  [8, "HILL HEIGHTS RD", 43.639092, -79.492755],
  [751, "WOODBINE AVE", 43.680516, -79.310281],
  [1017, "WOODBINE AVE", 43.687148, -79.313088],
  [12, "ROCKFORD RD", 43.786068, -79.447732],
  [165, "LA ROSE AVE", 43.683979, -79.524946],
  [65, "BROADWAY AVE", 43.709918, -79.395277],
  [75, "BROADWAY AVE", 43.710193, -79.394708],
  [100, "WELLESLEY ST E", 43.666546, -79.379199],
  [4, "MASCOT PL", 43.770292, -79.443411],
  [90, "EASTDALE AVE", 43.694611, -79.30125],
  [48, "ISABELLA ST", 43.668324, -79.383445],
  [96, "ISABELLA ST", 43.668955, -79.38048],
  [4, "RANNOCK ST", 43.728415, -79.300606],
  [8, "RANNOCK ST", 43.728708, -79.30006],
  [5, "DUFRESNE CRT", 43.715032, -79.330585],
  [1, "BIGGIN CRT", 43.72848, -79.30501],
  [3, "BIGGIN CRT", 43.728265, -79.305854],
  [5, "BIGGIN CRT", 43.727997, -79.306802],
  [7, "BIGGIN CRT", 43.728757, -79.306209],
  [6, "GRANDSTAND PL", 43.703612, -79.345258],
  [5249, "DUNDAS ST W", 43.638526, -79.537577],
  [27, "THORNCLIFFE PARK DR", 43.702723, -79.346461],
  [1594, "VICTORIA PARK AVE", 43.729554, -79.305179],
  [1631, "VICTORIA PARK AVE", 43.73167, -79.305097],
  [1731, "VICTORIA PARK AVE", 43.737106, -79.307333],
];

describe("the 45 real advertised units", () => {
  // The file is beside the project; without it, there is nothing to compare.
  it.skipIf(!env.REAL_UNITS)("are found as precisely as their addresses allow", async () => {
    await houses(...KNOWN);
    const deps = makeDeps(env, createExecutionContext());
    const found: Record<string, number[]> = { table: [], interpolated: [], fsa: [] };
    const missed: string[] = [];
    for (const unit of parse<Record<string, string>>(env.REAL_UNITS, { columns: true })) {
      const place = await geocodeAddress(deps, unit.address ?? "");
      if (place === null || place === "later") missed.push(unit.address ?? "");
      else {
        const metres = metresBetween(place, { latitude: Number(unit.lat), longitude: Number(unit.lng) });
        found[place.method]?.push(Math.round(metres));
      }
    }
    const figures = Object.entries(found).map(([method, metres]) => {
      const sorted = metres.toSorted((a, b) => a - b);
      return { method, units: sorted.length, median: sorted[Math.floor(sorted.length / 2)], worst: sorted.at(-1) };
    });
    expect(figures).toEqual([
      { method: "table", units: 33, median: 6, worst: 132 },
      { method: "interpolated", units: 4, median: 17, worst: 17 },
      { method: "fsa", units: 5, median: 887, worst: 2263 },
    ]);
    expect(missed).toEqual([
      "Lawrence Avenue West, North York, ON",
      "Woodbine Avenue, Toronto, ON",
      "Woodbine Avenue, Toronto, ON",
    ]);
  });
});

describe("a house in the City's table", () => {
  it("is found in any spelling of its address", { tags: ["rest"] }, async () => {
    await houses([550, "ST CLAIR AVE W", 43.6828, -79.4203]);
    const site = makeSite();
    for (const address of [
      "550 St. Clair Avenue West, Toronto",
      "#1204 - 550 Saint Clair Ave W",
      "1204-550 ST CLAIR AV W",
    ])
      expect(await placeAt(site, address), address).toMatchObject({
        latitude: 43.6828,
        longitude: -79.4203,
        method: "table",
        confidence: "high",
        source: "City of Toronto",
      });
  });

  it("is found first with its letter, then without it", { tags: ["rest"] }, async () => {
    await houses([12, "ELM ST", 43.6571, -79.3836], [12, "ELM ST", 43.6573, -79.3841, "", "A"]);
    const site = makeSite();
    expect(await placeAt(site, "12A Elm St, Toronto")).toMatchObject({ latitude: 43.6573 });
    expect(await placeAt(site, "12 Elm St, Toronto")).toMatchObject({ latitude: 43.6571 });
    expect(await placeAt(site, "12B Elm St, Toronto")).toMatchObject({ latitude: 43.6571 });
  });

  it("is found within a range of numbers on its side of the street, and by a range", { tags: ["rest"] }, async () => {
    const place = { latitude: 43.7073, longitude: -79.3405 };
    await building({ rsn: 1, address: "85-95 THORNCLIFFE PARK DR", fsa: "M4H", ...place });
    const site = makeSite();
    const known = { latitude: 43.7073, method: "table", confidence: "high" };
    expect(await placeAt(site, "91 Thorncliffe Park Dr, Toronto, ON M4H 1L6")).toMatchObject(known);
    expect(await placeAt(site, "85-95 Thorncliffe Park Drive, Toronto")).toMatchObject(known);
    expect(await placeAt(site, "90 Thorncliffe Park Dr, Toronto, ON M4H 1L6")).toMatchObject({ method: "fsa" });
  });

  it("is not used outside Toronto, where streets have the same names", { tags: ["rest"] }, async () => {
    await houses([100, "KING ST E", 43.6505, -79.3735]);
    const site = makeSite();
    for (const address of ["100 King St E, Brampton, ON", "100 King St E, L6V 1B5", "100 King St E, Oshawa M5C 1G6"])
      expect(await placeAt(site, address), address).toBeNull();
  });
});

describe("streets with the same name", () => {
  const CHURCH_STREETS: readonly House[] = [
    [50, "CHURCH ST", 43.6492, -79.3744, "Old Toronto"],
    [50, "CHURCH ST", 43.7009, -79.5186, "York"],
  ];
  const house = async (address: string) => {
    await houses(...CHURCH_STREETS);
    return placeAt(makeSite(), address);
  };

  it("are distinguished by the postal code", async () => {
    expect(await house("50 Church St, Toronto, ON M9N 1M5")).toMatchObject({ latitude: 43.7009, confidence: "high" });
  });
  it("are distinguished by the former municipality", async () => {
    expect(await house("50 Church St, York, ON")).toMatchObject({ latitude: 43.7009, confidence: "high" });
  });
  it("are distinguished by the postal code if the ad names the wrong former municipality", async () => {
    expect(await house("50 Church St, York, ON M5C 2J5")).toMatchObject({ latitude: 43.6492, confidence: "high" });
  });
  it("leave the location unknown when they cannot be distinguished", async () => {
    const place = { latitude: null, longitude: null, method: "street", confidence: "low" };
    expect(await house("50 Church St, Toronto")).toMatchObject(place);
  });
  it("leave only the postal area when neither of them has the house", { tags: ["rest"] }, async () => {
    expect(await house("50 Church St, Toronto, ON M1B 1Y6")).toMatchObject({ method: "fsa", confidence: "low" });
  });
});

describe("a house between its neighbours", () => {
  it("is interpolated on its own side of the street", async () => {
    await houses(
      [10, "OAK ST", 43.66, -79.36],
      [20, "OAK ST", 43.662, -79.36],
      [11, "OAK ST", 43.66, -79.3605],
      [15, "OAK ST", 43.661, -79.3605],
    );
    const place = await placeAt(makeSite(), "12 Oak St, Toronto");
    expect(place).toMatchObject({ method: "interpolated", confidence: "medium", longitude: -79.36 });
    expect(place?.latitude).toBeCloseTo(43.6604, 6);
  });

  it("is placed near its only neighbour where the street ends", { tags: ["rest"] }, async () => {
    await houses([10, "OAK ST", 43.66, -79.36]);
    const site = makeSite();
    expect(await placeAt(site, "14 Oak St")).toMatchObject({ method: "interpolated", confidence: "medium" });
    expect(await placeAt(site, "16 Oak St")).toBeNull();
  });

  it("is unknown when its neighbours are far apart, in numbers or in metres", { tags: ["rest"] }, async () => {
    await houses(
      [10, "OAK ST", 43.66, -79.36],
      [400, "OAK ST", 43.664, -79.36],
      [10, "ELM ST", 43.66, -79.36],
      [60, "ELM ST", 43.67, -79.36],
    );
    const site = makeSite();
    expect(await placeAt(site, "200 Oak St")).toBeNull();
    expect(await placeAt(site, "30 Elm St")).toBeNull();
  });

  it("is never placed between streets of one name in two former municipalities", async () => {
    await houses([10, "OAK ST", 43.66, -79.36, "York"], [22, "OAK ST", 43.662, -79.36, "Scarborough"]);
    expect(await placeAt(makeSite(), "16 Oak St")).toBeNull();
  });
});

/** An address that only the remote geocoder knows. */
const ADDRESS = "85 Main Street, Toronto, ON M4E 2V6";
const POSTAL_AREA = { method: "fsa", confidence: "low" };
const html = () => new Response("<!doctype html><title>Welcome</title>", { headers: { "content-type": "text/html" } });
const lost = () => Promise.reject(new TypeError("Network connection lost."));

describe("the remote geocoder", () => {
  it("is queried for unknown addresses, with a User-Agent", async () => {
    const { site, asked } = siteWithGeocoder(() => Response.json([hit()]));
    expect(await placeAt(site, `Unit 4, ${ADDRESS}`)).toMatchObject({
      latitude: 43.6845,
      longitude: -79.2999,
      method: "remote",
      confidence: "high",
      source: "© OpenStreetMap contributors",
    });
    expect(asked).toHaveLength(1);
    const [{ url, headers, signal } = { url: new URL("https://none.example"), headers: new Headers(), signal: null }] =
      asked;
    expect(url.origin + url.pathname).toBe("https://geocoder.example/search");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      q: "85 main st, Toronto, Ontario",
      format: "jsonv2",
      countrycodes: "ca",
    });
    expect(headers.get("user-agent")).toBe(`Below Market Toronto (http://localhost:8787; ${env.CONTACT_EMAIL})`);
    expect(signal).toBeInstanceOf(AbortSignal);
  });

  it("is not queried for known houses, intersections, or incomplete addresses", { tags: ["rest"] }, async () => {
    await houses([85, "MAIN ST", 43.6845, -79.2999]);
    const { site, asked } = siteWithGeocoder(() => Response.json([hit()]));
    expect(await placeAt(site, ADDRESS)).toMatchObject({ method: "table" });
    const deps = makeDeps({ ...env, GEOCODER_URL: "https://geocoder.example" }, createExecutionContext());
    expect(await geocodeAddress({ ...deps, fetch: lost }, "Yonge & Roselawn, Toronto")).toBeNull();
    expect(await geocodeAddress({ ...makeDeps(env, createExecutionContext()), fetch: lost }, "9 Oak St")).toBeNull();
    expect(asked).toEqual([]);
  });

  it.each([
    ["a street", hit({ category: "highway", type: "residential", address: { house_number: "" } })],
    ["another number", hit({ address: { house_number: "87" } })],
    ["another street", hit({ address: { road: "Main Street North" } })],
    ["another city", hit({ address: { city: "Brampton" } })],
    ["a place outside the region", hit({ lat: "44.6488", lon: "-63.5752" })],
    ["a place far from the postal area", hit({ lat: "43.7701", lon: "-79.5301" })],
    ["no coordinates", hit({ lat: "", lon: null })],
    ["no address", { lat: "43.6845", lon: "-79.2999" }],
    ["nothing", null],
  ])("finds nothing when it responds with %s", async (_, answer) => {
    const { site, asked } = siteWithGeocoder(() => Response.json([answer]));
    expect(await placeAt(site, ADDRESS)).toMatchObject(POSTAL_AREA);
    expect(asked).toHaveLength(1);
  });

  it("finds nothing when two streets with the name have such a house", async () => {
    const other = hit({ lat: "43.6702", lon: "-79.2840" });
    const { site } = siteWithGeocoder(() => Response.json([hit(), other]));
    expect(await placeAt(site, ADDRESS)).toMatchObject(POSTAL_AREA);
  });

  it("finds houses around Toronto in the named municipality", { tags: ["rest"] }, async () => {
    const address = { house_number: "300", road: "City Centre Drive", city: "Mississauga" };
    const { site } = siteWithGeocoder(() => Response.json([hit({ lat: "43.5890", lon: "-79.6441", address })]));
    expect(await placeAt(site, "300 City Centre Dr, Mississauga, ON")).toMatchObject({ method: "remote" });
    expect(await placeAt(site, "300 City Centre Dr, Brampton, ON")).toBeNull();
  });

  it("is queried once per address, and again after 30 days for an unknown one", { tags: ["rest"] }, async () => {
    const { site, asked, behaviour } = siteWithGeocoder(() => Response.json([]));
    expect(await placeAt(site, ADDRESS)).toMatchObject(POSTAL_AREA);
    site.clock.now = new Date("2026-12-19T15:00:00Z");
    await placeAt(site, ADDRESS);
    expect(asked).toHaveLength(1);
    behaviour.answer = () => Response.json([hit()]);
    site.clock.now = new Date("2026-12-21T15:00:00Z");
    expect(await placeAt(site, ADDRESS)).toMatchObject({ method: "remote" });
    site.clock.now = new Date("2027-06-01T15:00:00Z");
    expect(await placeAt(site, `Bsmt, ${ADDRESS}`)).toMatchObject({ method: "remote" });
    expect(asked).toHaveLength(2);
  });

  it("is queried at most once a second by the whole site", { tags: ["rest"] }, async () => {
    const { site, asked } = siteWithGeocoder(() => Response.json([hit()]));
    const first = await submit(site, { address: ADDRESS });
    const second = await submit(site, { address: "87 Main Street, Toronto, ON M4E 2V6" });
    await site.runQueue();
    expect(asked).toHaveLength(1);
    const places = [await placeOf(site, first), await placeOf(site, second)];
    expect(places.filter((place) => place?.method === "remote")).toHaveLength(1);
    expect(places.filter((place) => place?.method === "fsa")).toHaveLength(1);
    site.clock.now = new Date("2026-11-20T15:01:00Z");
    await site.runQueue();
    expect(asked).toHaveLength(2);
    expect(await placeOf(site, first)).toMatchObject({ method: "remote" });
    expect(await placeOf(site, second)).toMatchObject(POSTAL_AREA);
  });
});

describe("a failing remote geocoder", () => {
  const never = () => Promise.reject(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  const endless = () =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode("[".repeat(1_000))) }),
    );

  it.each([
    ["down", () => new Response("Bad gateway", { status: 502 })],
    ["unreachable", lost],
    ["too slow", never],
    ["an HTML page", html],
    ["not a list", () => Response.json({ error: "Unable to geocode" })],
    ["an endless response", endless],
    ["a redirect", () => Response.redirect("https://elsewhere.example/search")],
  ])(
    "(%s) leaves a submission its postal area at first, and adds its house when it works again",
    { tags: ["rest"] },
    async (_, answer) => {
      const { site, asked, behaviour } = siteWithGeocoder(answer);
      const id = await submit(site, { address: ADDRESS });
      await site.runQueue();
      expect(await placeOf(site, id)).toMatchObject(POSTAL_AREA);
      expect(asked).toHaveLength(1);
      behaviour.answer = () => Response.json([hit()]);
      site.clock.now = new Date("2026-11-20T15:01:00Z");
      await site.runQueue();
      expect(await placeOf(site, id)).toMatchObject({ method: "remote", confidence: "high" });
    },
  );

  it("is paused for ten minutes after five failures, then tried once", { tags: ["rest"] }, async () => {
    const { site, asked, behaviour } = siteWithGeocoder(() => new Response("", { status: 500 }));
    const minute = (n: number) => new Date(Date.UTC(2026, 10, 20, 15, n));
    for (let n = 0; n < 8; n += 1) {
      site.clock.now = minute(n);
      await placeAt(site, `${2 * n + 1} Main Street, Toronto, ON M4E 2V6`);
    }
    expect(asked).toHaveLength(5);
    site.queued.length = 0;
    site.clock.now = minute(13);
    await placeAt(site, "31 Main Street, Toronto, ON M4E 2V6");
    expect(asked).toHaveLength(5);
    site.queued.length = 0;
    site.clock.now = minute(15);
    await placeAt(site, "33 Main Street, Toronto, ON M4E 2V6");
    await placeAt(site, "35 Main Street, Toronto, ON M4E 2V6");
    expect(asked).toHaveLength(6);
    site.queued.length = 0;
    behaviour.answer = () => Response.json([hit()]);
    for (const n of [30, 31]) {
      site.clock.now = minute(n);
      expect(await placeAt(site, n === 30 ? ADDRESS : "87 Main Street, Toronto, ON M4E 2V6")).not.toBeNull();
    }
    expect(asked).toHaveLength(8);
  });

  it("is paused immediately when it reports too many requests", async () => {
    const { site, asked } = siteWithGeocoder(() => new Response("Usage limit reached", { status: 429 }));
    await placeAt(site, ADDRESS);
    site.queued.length = 0;
    site.clock.now = new Date("2026-11-20T15:05:00Z");
    await placeAt(site, "87 Main Street, Toronto, ON M4E 2V6");
    expect(asked).toHaveLength(1);
  });
});

describe("the URL of the remote geocoder", () => {
  const configured = (vars: object) => readConfig({ ...env, ...vars }).geocoderUrl;

  it("must be https, or on the local machine", () => {
    expect(configured({ GEOCODER_URL: "https://geocoder.example/search" })).toBe("https://geocoder.example/search");
    expect(configured({ GEOCODER_URL: "http://localhost:9000/" })).toBe("http://localhost:9000/");
    expect(configured({ GEOCODER_URL: "http://geocoder.example", APP_ENV: "production" })).toBeNull();
    for (const url of ["", "ftp://geocoder.example", "nonsense"]) expect(configured({ GEOCODER_URL: url })).toBeNull();
  });
});
