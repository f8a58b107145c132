import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import {
  NO_FILTERS,
  hasFilters,
  searchParameters,
  MAP_POINTS,
  type SearchMap,
  type SearchPlaces,
} from "../../../worker/contracts/search.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { approve, publish } from "../../support/worker/listings.ts";
import { dice, randomSearch } from "../../support/worker/random-searches.ts";
import { found, windowedResults, type ModelSearch, publicRows } from "../../support/worker/search-model.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const LISTS = "/api/marketplace-listings";
const ids = async (site: Site, query: string) =>
  (await json<PublicListing[]>(site.fetch(`${LISTS}?${query}`))).map(({ id }) => id);

/** Stores facts about a listing's location. */
async function place(id: number, facts: Record<string, string | number | null>, confidence = "high"): Promise<void> {
  const names = Object.keys(facts);
  await env.DB.batch([
    env.DB.prepare(`UPDATE listings SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`).bind(
      ...Object.values(facts),
      id,
    ),
    env.DB.prepare(
      "INSERT INTO listing_places (listing_id, confidence, data_version, enriched_at) VALUES (?, ?, '', 0)",
    ).bind(id, confidence),
  ]);
}

/** Builds the query string of a search. */
const queryOf = ({ type, search }: ModelSearch) => {
  const parameters = new URLSearchParams(type === "all" ? [] : [["filter", type]]);
  for (const [key, value] of searchParameters(search)) parameters.set(key, value);
  return parameters.toString();
};

describe("a search", () => {
  it("matches the model in every order, page by page without gaps or repeats", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await publishPlaced(1, 400, site.clock.now);
    // Includes listings that must not be found.
    await env.DB.prepare("UPDATE listings SET status = 'pending' WHERE id % 17 = 0").run();
    await env.DB.prepare("UPDATE listings SET expires_at = 1 WHERE id % 19 = 0").run();
    // Includes listings that differ only in their id.
    await env.DB.prepare("UPDATE listings SET first_approved_at = 1763000000000 WHERE id % 5 = 0").run();
    const rows = await publicRows(site.clock.now);
    const rolled = dice(7);
    let finds = 0;
    for (let round = 0; round < fullSize(80, 40); round += 1) {
      const wanted = randomSearch(rolled);
      const expected = found(rows, wanted);
      finds += Math.min(1, expected.length);
      const limit = Math.min(100, 1 + Math.floor(expected.length / (1 + rolled.roll(5))));
      const query = queryOf(wanted);
      const listed: number[] = [];
      for (let offset = 0; offset <= expected.length; offset += limit) {
        const response = await site.fetch(`${LISTS}?${query}&limit=${limit}&offset=${offset}`);
        if (hasFilters(wanted.search))
          expect(response.headers.get("x-total-count"), query).toBe(String(expected.length));
        expect(response.headers.get("x-total-at-least")).toBeNull();
        listed.push(...(await json<PublicListing[]>(response)).map(({ id }) => id));
      }
      expect(listed, query).toEqual(expected.map(({ id }) => id));
      const map = await json<SearchMap>(site.fetch(`${LISTS}/map?${query}`));
      const placed = expected.filter(({ latitude, place }) => latitude !== null && place !== "low");
      expect(
        map.points.map(({ id }) => id),
        query,
      ).toEqual(placed.map(({ id }) => id));
      // Totals without a filter count expired listings until the next tick.
      if (hasFilters(wanted.search)) expect([map.total, map.isCut], query).toEqual([expected.length, false]);
    }
    expect(finds).toBeGreaterThan(fullSize(30, 10));
  });

  it(
    "is complete among more listings than its window, or reports that it is truncated",
    { tags: ["rest"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite();
      // Creates a station and a neighbourhood with more listings than fit into a search's window.
      await publishPlaced(1, 24_000, site.clock.now, [
        "closest_subway_station = 'Stop 0' WHERE id % 2 = 0",
        "neighbourhood = 'Quarter 0' WHERE id % 5 < 3",
      ]);
      const rows = await publicRows(site.clock.now);
      const rolled = dice(11);
      const seen = { complete: 0, cut: 0 };
      for (let round = 0; round < fullSize(100, 30); round += 1) {
        const wanted = randomSearch(rolled, 2);
        if (!hasFilters(wanted.search)) continue;
        const looked = windowedResults(rows, wanted);
        const expected = found(looked ?? rows, wanted);
        const query = queryOf(wanted);
        const response = await site.fetch(`${LISTS}?${query}&limit=100`);
        const count = response.headers.get(looked ? "x-total-at-least" : "x-total-count");
        expect(response.headers.get(looked ? "x-total-count" : "x-total-at-least"), query).toBeNull();
        expect(count, query).toBe(String(expected.length));
        const listed = (await json<PublicListing[]>(response)).map(({ id }) => id);
        expect(listed, query).toEqual(expected.slice(0, 100).map(({ id }) => id));
        seen[looked ? "cut" : "complete"] += 1;
      }
      expect(seen.cut).toBeGreaterThan(fullSize(10, 2));
      expect(seen.complete).toBeGreaterThan(fullSize(10, 2));
    },
  );

  it(
    "is complete among 6,000 listings with any conditions",
    { tags: ["rest"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite();
      await publishPlaced(1, 6_000, site.clock.now);
      const rows = await publicRows(site.clock.now);
      const rolled = dice(17);
      for (let round = 0; round < fullSize(40, 12); round += 1) {
        const wanted = randomSearch(rolled, 2);
        const weak = { ...wanted, search: { ...wanted.search, neighbourhood: null, station: null, maxSubway: null } };
        if (!hasFilters(weak.search)) continue;
        const expected = found(rows, weak);
        const response = await site.fetch(`${LISTS}?${queryOf(weak)}&limit=100`);
        expect(response.headers.get("x-total-count"), queryOf(weak)).toBe(String(expected.length));
        const listed = (await json<PublicListing[]>(response)).map(({ id }) => id);
        expect(listed, queryOf(weak)).toEqual(expected.slice(0, 100).map(({ id }) => id));
      }
    },
  );

  it(
    "within map bounds finds what is inside, with grid cells where they are selective",
    { tags: ["rest"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite();
      await publishPlaced(1, fullSize(40_000, 24_000), site.clock.now);
      const rows = await publicRows(site.clock.now);
      const rolled = dice(13);
      const seen = { complete: 0, cut: 0 };
      for (let round = 0; round < fullSize(40, 14); round += 1) {
        const west = -79_600 + rolled.roll(400);
        const south = 43_600 + rolled.roll(200);
        const [width, height] = [1 + rolled.roll(500), 1 + rolled.roll(300)];
        const bounds = {
          west: west / 1_000,
          south: south / 1_000,
          east: (west + width) / 1_000,
          north: (south + height) / 1_000,
        };
        const bbox = [bounds.west, bounds.south, bounds.east, bounds.north].join(",");
        const wanted = { type: "all" as const, search: { ...NO_FILTERS, bbox, sort: "newest" as const } };
        const looked = windowedResults(rows, wanted);
        const expected = found(looked ?? rows, wanted);
        const response = await site.fetch(`${LISTS}/map?bbox=${bbox}`);
        expect(response.headers.get("cache-tag"), bbox).toBe("listings");
        const map = await json<SearchMap>(response);
        const placed = expected.slice(0, MAP_POINTS).filter(({ place }) => place !== "low");
        expect(
          map.points.map(({ id }) => id),
          bbox,
        ).toEqual(placed.map(({ id }) => id));
        expect([map.total, map.isCut], bbox).toEqual([expected.length, looked !== null]);
        const list = await site.fetch(`${LISTS}?bbox=${bbox}`);
        const listed = await json<PublicListing[]>(list);
        expect(
          listed.map(({ id }) => id),
          bbox,
        ).toEqual(expected.slice(0, listed.length).map(({ id }) => id));
        expect(list.headers.get(looked ? "x-total-at-least" : "x-total-count"), bbox).toBe(String(expected.length));
        expect(map.rooms).toBe(expected.filter(({ bedrooms }) => bedrooms === "Private Room").length);
        seen[looked ? "cut" : "complete"] += 1;
      }
      expect(seen.cut).toBeGreaterThan(fullSize(3, 0));
      expect(seen.complete).toBeGreaterThan(fullSize(5, 1));
    },
  );
});

describe("a search by HTTP", () => {
  it("finds a unit by location, rent and rent control, in the requested order", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const cheap = await publish(site, { address: "1 Elm St", rent: "1500", moveInDate: "2026-12-01" });
    const dear = await publish(site, { address: "2 Elm St", rent: "2000", moveInDate: "2027-01-15" });
    const odd = await publish(site, { address: "3 Elm St", rent: "ask me", bedrooms: "Private Room" });
    await place(cheap.id, {
      neighbourhood: "Annex",
      closest_subway_station: "Spadina",
      subway_lines: '["1","2"]',
      distance_to_subway: 900,
      is_rent_controlled: 1,
      rent_control_confidence: "medium",
    });
    await place(dear.id, {
      neighbourhood: "Annex",
      closest_subway_station: "Bathurst",
      subway_lines: '["2"]',
      distance_to_subway: 300,
      is_rent_controlled: 1,
      rent_control_confidence: "high",
    });
    const searches: [string, number[]][] = [
      ["sort=price", [cheap.id, dear.id, odd.id]],
      ["sort=discount", [cheap.id, dear.id, odd.id]],
      ["sort=distance", [dear.id, cheap.id, odd.id]],
      ["neighbourhood=Annex", [dear.id, cheap.id]],
      ["neighbourhood=annex", [dear.id, cheap.id]],
      ["station=Spadina", [cheap.id]],
      ["line=2&sort=price", [cheap.id, dear.id]],
      ["line=1", [cheap.id]],
      ["maxSubway=300", [dear.id]],
      ["maxRent=1999", [cheap.id]],
      ["maxRent=2000", [dear.id, cheap.id]],
      ["minDiscount=10", [dear.id, cheap.id]],
      ["minDiscount=11", [cheap.id]],
      ["controlled=1", [dear.id]],
      ["moveInBy=2026-12-31", [odd.id, cheap.id]],
      ["filter=1 BR&line=2&controlled=1", [dear.id]],
    ];
    expect([cheap, dear].map(({ belowMarketPercent }) => belowMarketPercent)).toEqual([32, 10]);
    for (const [query, expected] of searches) expect(await ids(site, query), query).toEqual(expected);
  });

  it(
    "finds a unit by a single bound of its rent, by bathrooms, by kind and by municipality",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const one = await publish(site, { address: "1 Elm St, Toronto, ON", rent: "1500", bathrooms: "1" });
      const two = await publish(site, { address: "2 Elm St, North York, ON", rent: "1800", bathrooms: "2.5" });
      const room = await publish(site, {
        address: "3 Elm St, Mississauga, ON",
        rent: "900",
        bathrooms: "3+",
        bedrooms: "Private Room",
      });
      await env.DB.prepare("UPDATE listings SET home_type = 'condo' WHERE id = ?").bind(two.id).run();
      await place(one.id, { neighbourhood: "Downsview" });
      const searches: [string, number[]][] = [
        ["minRent=1500", [two.id, one.id]],
        ["minRent=1501&maxRent=1800", [two.id]],
        ["minRent=1900&maxRent=1800", []],
        ["bathrooms=1", [room.id, two.id, one.id]],
        ["bathrooms=1.5", [room.id, two.id]],
        ["bathrooms=3%2B", [room.id]],
        ["bathrooms=3+", [room.id]],
        ["homeType=condo", [two.id]],
        ["homeType=room", [room.id]],
        ["municipality=Toronto", [two.id, one.id]],
        ["municipality=north york", [two.id, one.id]],
        ["municipality=mississauga&bathrooms=2", [room.id]],
        ["municipality=Port Credit", [room.id]],
        ["municipality=Ajax", []],
      ];
      for (const [query, expected] of searches) expect(await ids(site, query), query).toEqual(expected);
    },
  );

  it("finds places by common names, ignoring accents and case", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const listed: Record<string, number> = {};
    for (const [neighbourhood, address] of [
      ["Annex", "1 Elm St"],
      ["Fort York-Liberty Village", "2 Elm St"],
      ["South Riverdale", "3 Elm St"],
      ["L'Amoreaux West", "4 Elm St"],
      ["Wychwood", "5 Elm St, Mississauga, ON"],
    ] as const) {
      const { id } = await publish(site, { address });
      await place(id, { neighbourhood });
      listed[neighbourhood] = id;
    }
    const searches: [string, string[]][] = [
      ["the annex", ["Annex"]],
      ["ANNÉX", ["Annex"]],
      ["Yorkville", ["Annex"]],
      ["Liberty Village", ["Fort York-Liberty Village"]],
      ["leslieville", ["South Riverdale"]],
      ["Riverdale", ["South Riverdale"]],
      ["l’amoreaux", ["L'Amoreaux West"]],
      ["Scarborough", ["L'Amoreaux West"]],
      ["Mississauga", ["Wychwood"]],
      ["Atlantis", []],
    ];
    for (const [name, expected] of searches)
      expect(await ids(site, `neighbourhood=${name}`), name).toEqual(expected.map((official) => listed[official]));
  });

  it("contains the total, and the number of private rooms", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const n of [1, 2, 3]) await publish(site, { address: `${n} Elm St`, rent: "1500" });
    await publish(site, { address: "4 Elm St", rent: "900", bedrooms: "Private Room" });
    const counts = async (query: string) => {
      const { headers } = await site.fetch(`${LISTS}?${query}`);
      return [headers.get("x-total-count"), headers.get("x-total-rooms")];
    };
    expect(await counts("")).toEqual(["4", "1"]);
    expect(await counts("sort=price&limit=1")).toEqual(["4", "1"]);
    expect(await counts("maxRent=1500&limit=1")).toEqual(["4", "1"]);
    expect(await counts("maxRent=1500&limit=2&offset=50")).toEqual(["4", "1"]);
    expect(await counts("maxRent=800")).toEqual(["0", "0"]);
    expect(await counts("maxRent=1500&filter=1 BR")).toEqual(["3", null]);
  });

  it.each([
    "maxRent=0",
    "minRent=0",
    "minRent=cheap",
    "bathrooms=4",
    "bathrooms=many",
    "homeType=castle",
    `municipality=${"x".repeat(81)}`,
    "maxRent=-1",
    "maxRent=1e3",
    "maxRent=99999",
    "minDiscount=100",
    "maxSubway=near",
    "line=3",
    "controlled=yes",
    "moveInBy=soon",
    "moveInBy=2026-02-30",
    "sort=castle",
    `station=${"x".repeat(81)}`,
    "with=castle",
  ])("rejects %s on every list and on the map", async (query) => {
    const site = makeSite();
    for (const path of [LISTS, "/api/1br-listings", `${LISTS}/map`]) {
      const response = await site.fetch(`${path}?${query}`);
      expect(response.status, path).toBe(400);
      expect(await json(response)).toMatchObject({ code: "request.unknown_filter" });
    }
  });

  it.each([
    "1,2,3",
    "1,2,3,4,5",
    "-79,43,-80,44",
    "-79,44,-78,43",
    "a,b,c,d",
    "-79.12345,43,-78,44",
    "-181,0,1,1",
    "-79,43,-79,44",
    // These bounds cross the antimeridian.
    "170,43,-170,44",
    ",,,",
  ])("rejects the bounds %s on the list and on the map", async (bbox) => {
    for (const list of [LISTS, `${LISTS}/map`, "/api/1br-listings"]) {
      const response = await makeSite().fetch(`${list}?bbox=${bbox}`);
      expect(response.status, list).toBe(400);
      expect(await json(response)).toMatchObject({ code: "request.unknown_filter" });
    }
  });

  it(
    "lists what is located within the bounds, however small or large, together with other conditions",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const [west, east, nowhere] = [
        await publish(site, { address: "1 Elm St", rent: "1500" }),
        await publish(site, { address: "2 Elm St", rent: "1700" }),
        await publish(site, { address: "3 Elm St", rent: "1600" }),
      ];
      await place(west.id, { latitude: 43.67, longitude: -79.4 });
      await place(east.id, { latitude: 43.67, longitude: -79.3 });
      const listed = async (query: string, list = LISTS) => {
        const response = await site.fetch(`${list}?${query}`);
        const ids = (await json<PublicListing[]>(response)).map(({ id }) => id);
        expect(response.headers.get("x-total-count"), query).toBe(String(ids.length));
        return ids;
      };
      expect(await listed("bbox=-79.401,43.669,-79.399,43.671")).toEqual([west.id]);
      expect(await listed("bbox=-79.401,43.669,-79.399,43.671", "/api/1br-listings")).toEqual([west.id]);
      expect(await listed("bbox=-79.4,43.67,-79.399,43.671"), "the edges belong to it").toEqual([west.id]);
      expect(await listed("bbox=-79.399,43.6,-79.398,43.7")).toEqual([]);
      expect(await listed("bbox=-180,-90,180,90&sort=price")).toEqual([west.id, east.id]);
      expect(await listed("minRent=1650&bbox=-180,-90,180,90")).toEqual([east.id]);
      expect(await listed("sort=price")).toEqual([west.id, nowhere.id, east.id]);
    },
  );

  it("is cached under one spelling of its parameters, but not for an unknown place", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "1500" });
    await place(id, { neighbourhood: "Annex", latitude: 43.67, longitude: -79.4 });
    const kept = [
      `${LISTS}?limit=8&offset=0&filter=all&with=pets%2Claundry&maxRent=1800&sort=price`,
      `${LISTS}?neighbourhood=Annex`,
      `${LISTS}?neighbourhood=Yorkville`,
      `${LISTS}?minRent=500&maxRent=1800&bathrooms=1&municipality=Toronto`,
      `/api/1br-listings?maxRent=1800&controlled=1`,
      `${LISTS}/map?filter=all&maxRent=1800&bbox=-79.5,43.6,-79.3,43.7`,
      `${LISTS}?bbox=-79.5,43.6,-79.3,43.7`,
      `${LISTS}/places`,
    ];
    for (const path of kept) {
      const { headers } = await site.fetch(path);
      expect(headers.get("cache-tag"), path).toBe("listings");
      expect(headers.get("etag"), path).toBeTruthy();
    }
    const notKept = [
      `${LISTS}?sort=newest`,
      `${LISTS}?sort=price&maxRent=1800`,
      `${LISTS}?maxRent=01800`,
      `${LISTS}?maxRent=1800&maxRent=1900`,
      `${LISTS}?maxRent=`,
      `${LISTS}?station=%20Finch`,
      `${LISTS}?neighbourhood=Nowhere`,
      `${LISTS}?neighbourhood=annex`,
      `${LISTS}?neighbourhood=Toronto`,
      `${LISTS}?municipality=Nowhere`,
      `${LISTS}?bbox=-79.50,43.6,-79.3,43.7`,
      `/api/1br-listings?filter=all&maxRent=1800`,
      `${LISTS}/map?bbox=-79.50,43.6,-79.3,43.7`,
      `${LISTS}/map?limit=8`,
      `${LISTS}/map?neighbourhood=Nowhere`,
      `${LISTS}/places?v=1`,
    ];
    for (const path of notKept) {
      const response = await site.fetch(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  });
});

describe("the map of a search", () => {
  it(
    "contains listings with a known house or block, with the data of their pins and nothing private",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const changes = { rent: "$1,500/month", unit: "1204", email: "secret@example.com" };
      const known = await publish(site, { address: "1 Elm St", ...changes });
      const vague = await publish(site, { address: "2 Elm St" });
      await publish(site, { address: "3 Elm St" });
      await place(known.id, { latitude: 43.67, longitude: -79.4 }, "medium");
      await place(vague.id, { latitude: 43.68, longitude: -79.4 }, "low");
      const response = await site.fetch(`${LISTS}/map`);
      const text = await response.text();
      expect(text).not.toMatch(/secret@|1204/);
      expect(JSON.parse(text)).toEqual({
        points: [
          {
            id: known.id,
            path: `/listing/${known.id}/1-bedroom-1-elm-st`,
            bedrooms: "1 Bedroom",
            title: "1 Bedroom - 1 Elm St",
            price: "$1,500",
            belowMarketPercent: 32,
            latitude: 43.67,
            longitude: -79.4,
          },
        ],
        total: 3,
        rooms: 0,
        isCut: false,
      });
      const points = async (bbox: string) => (await json<SearchMap>(site.fetch(`${LISTS}/map?bbox=${bbox}`))).points;
      expect(await points("-79.4,43.67,-79.3,43.7")).toHaveLength(1);
      expect(await points("-79.5,43.6,-79.401,43.7")).toHaveLength(0);
      expect(await points("-180,-90,180,90")).toHaveLength(1);
      site.clock.now = new Date(site.clock.now.getTime() + 61 * 86_400_000);
      expect(await points("-180,-90,180,90")).toHaveLength(0);
    },
  );
});

describe("the places that a search can use", () => {
  it("are those with public listings, by name, with lines and numbers", async () => {
    const site = makeSite();
    const [a, b, c] = [
      await publish(site, { address: "1 Elm St" }),
      await publish(site, { address: "2 Elm St" }),
      await publish(site, { address: "3 Elm St" }),
    ];
    const places = () => json<SearchPlaces>(site.fetch(`${LISTS}/places`));
    expect(await places()).toEqual({ neighbourhoods: [], stations: [] });
    const annex = { neighbourhood: "Annex", closest_subway_station: "Spadina", subway_lines: '["1","2"]' };
    await place(a.id, { ...annex, neighbourhood: "Wychwood" });
    await place(b.id, annex);
    await place(c.id, annex);
    expect(await places()).toEqual({
      neighbourhoods: [
        { name: "Annex", aliases: expect.arrayContaining(["Yorkville"]), count: 2 },
        { name: "Wychwood", aliases: expect.arrayContaining(["St. Clair West"]), count: 1 },
      ],
      stations: [{ name: "Spadina", lines: ["1", "2"], count: 3 }],
    });
    await approve(site, a.id, false);
    expect((await places()).neighbourhoods).toMatchObject([{ name: "Annex", count: 2 }]);
    await env.DB.prepare("UPDATE listings SET neighbourhood = NULL, closest_subway_station = 'Dupont' WHERE id = ?")
      .bind(b.id)
      .run();
    await approve(site, a.id);
    await site.fetch(`/api/admin/listings/${c.id}`, { method: "DELETE", as: await site.logIn() });
    expect(await places()).toMatchObject({
      neighbourhoods: [{ name: "Wychwood", count: 1 }],
      stations: [
        { name: "Dupont", lines: ["1", "2"], count: 1 },
        { name: "Spadina", lines: ["1", "2"], count: 1 },
      ],
    });
  });
});
