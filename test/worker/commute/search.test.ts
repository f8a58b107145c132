import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CommuteAnswer } from "../../../worker/contracts/commute.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { NO_FILTERS, SEARCH_WINDOW, searchParameters, type SearchMap } from "../../../worker/contracts/search.ts";
import type { MadeNetwork } from "../../support/made-timetable.ts";
import { publish } from "../../support/worker/listings.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { found, type ModelRow, type ModelSearch, publicRows } from "../../support/worker/search-model.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { importMadeTimetable } from "../../support/worker/commutes.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const LISTS = "/api/marketplace-listings";
const WORK = "43.65,-79.4";
const SCHOOL = "43.72,-79.3";

/**
 * A line from the north to work every six minutes, and a line from work to the school in the east every ten minutes.
 */
const NETWORK: MadeNetwork = {
  stops: [
    ...Array.from({ length: 8 }, (_, nth) => ({ latitude: 43.79 - nth * 0.02, longitude: -79.4 })),
    { latitude: 43.651, longitude: -79.398 },
    { latitude: 43.69, longitude: -79.35 },
    { latitude: 43.72, longitude: -79.3 },
  ],
  lines: [
    { name: "1", color: null, mode: "subway" },
    { name: "504", color: null, mode: "tram" },
  ],
  trips: [
    ...Array.from({ length: 40 }, (_, nth) => trip(0, [0, 1, 2, 3, 4, 5, 6, 7], 6 * 3_600 + nth * 360, 240)),
    ...Array.from({ length: 30 }, (_, nth) => trip(1, [8, 9, 10], 6 * 3_600 + nth * 600, 540)),
    ...Array.from({ length: 30 }, (_, nth) => trip(1, [10, 9, 8], 6 * 3_600 + nth * 600, 540)),
  ],
};

function trip(line: number, stops: readonly number[], start: number, seconds: number) {
  return {
    line,
    calls: stops.map((stop, nth) => ({ stop, arrive: start + nth * seconds, depart: start + nth * seconds })),
  };
}

const ids = (listings: readonly { id: number }[]) => listings.map(({ id }) => id);
const list = async (site: Site, query: string, path = LISTS) => {
  const response = await site.fetch(`${path}?${query}`);
  expect(response.status, query).toBe(200);
  expect(response.headers.get("cache-control"), query).toBe("no-store");
  return { headers: response.headers, ids: ids(await json<PublicListing[]>(response)) };
};

/** Publishes a listing at a point; null leaves its location unknown. */
async function home(site: Site, point: readonly [number, number] | null, changes: Record<string, unknown> = {}) {
  const { id } = await publish(site, { address: `${Math.floor(Math.random() * 9_000) + 1} Elm St`, ...changes });
  if (point) {
    await env.DB.batch([
      env.DB.prepare("UPDATE listings SET latitude = ?, longitude = ? WHERE id = ?").bind(...point, id),
      env.DB.prepare(
        "INSERT OR REPLACE INTO listing_places (listing_id, confidence, data_version, enriched_at) VALUES (?, 'high', '', 0)",
      ).bind(id),
    ]);
  }
  return id;
}

/**
 * Returns the minutes of the commutes from listings to some destinations, as POST /api/commute returns them; null
 * without a commute or a point.
 */
async function minutesOf(site: Site, rows: readonly ModelRow[], places: readonly string[]) {
  const asked = places.map((place) => {
    const [lat, lng] = place.split(",").map(Number);
    return { lat, lng };
  });
  const minutes = new Map<number, { isPlaced: boolean; each: number[] }>();
  for (let from = 0; from < rows.length; from += 100) {
    const answer = await json<CommuteAnswer>(
      site.fetch("/api/commute", { json: { places: asked, ids: ids(rows.slice(from, from + 100)) } }),
    );
    expect(answer.available).toBe(true);
    for (const { id, places: commutes } of answer.results)
      minutes.set(id, {
        isPlaced: commutes !== null,
        each: (commutes ?? asked.map(() => null)).map((commute) => commute?.minutes ?? Infinity),
      });
  }
  return (id: number) => minutes.get(id) ?? { isPlaced: false, each: asked.map(() => Infinity) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe("a search by commute", () => {
  it(
    "finds what the commutes of each listing predict, with other conditions, in every order, page by page",
    { tags: ["rest"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite();
      await importMadeTimetable(NETWORK);
      await publishPlaced(1, 300, site.clock.now);
      await env.DB.prepare("UPDATE listings SET expires_at = 1 WHERE id % 19 = 0").run();
      const rows = await publicRows(site.clock.now);
      const searches: [places: string[], limits: number[], other: Partial<ModelSearch["search"]>, sort?: "commute"][] =
        [
          [[WORK], [35], {}],
          [[WORK], [35], {}, "commute"],
          [[WORK], [], {}, "commute"],
          [[WORK], [50], { maxRent: 1_800, sort: "price" }],
          [[WORK], [50], { attributes: ["pets"], minDiscount: 5 }, "commute"],
          [[WORK, SCHOOL], [60, 45], {}],
          [[WORK, SCHOOL], [60, 60], { sort: "distance" }],
          [[WORK, SCHOOL], [], {}, "commute"],
          [[SCHOOL], [30], {}],
          [[WORK], [120], { bbox: "-79.45,43.62,-79.35,43.75" }, "commute"],
        ];
      const counts: number[] = [];
      for (const [places, limits, other, sort] of searches) {
        const minutes = await minutesOf(site, rows, places);
        const search = { ...NO_FILTERS, sort: "newest" as const, ...other };
        const isNear = ({ id }: ModelRow) => limits.every((limit, nth) => (minutes(id).each[nth] ?? 0) <= limit);
        const inOrder = found(rows, { type: "all", search }).filter(isNear);
        const lastOf = ({ id }: ModelRow) => (minutes(id).isPlaced ? 0 : 1);
        const total = ({ id }: ModelRow) => sum(minutes(id).each);
        const expected = ids(
          sort === undefined
            ? inOrder
            : inOrder.toSorted((a, b) => lastOf(a) - lastOf(b) || (total(a) === total(b) ? 0 : total(a) - total(b))),
        );
        counts.push(expected.length);
        const parameters = searchParameters(search);
        parameters.set("commute", places.join(";"));
        if (limits.length > 0) parameters.set("maxCommute", limits.join());
        if (sort) parameters.set("sort", sort);
        const query = parameters.toString();
        const listed: number[] = [];
        for (let offset = 0; offset <= expected.length; offset += 40) {
          const page = await list(site, `${query}&limit=40&offset=${offset}`);
          expect(page.headers.get("x-total-count"), query).toBe(String(expected.length));
          expect(page.headers.get("x-total-rooms"), query).toBe(
            String(rows.filter(({ id, bedrooms }) => bedrooms === "Private Room" && expected.includes(id)).length),
          );
          listed.push(...page.ids);
        }
        expect(listed, query).toEqual(expected);
        const map = await json<SearchMap>(site.fetch(`${LISTS}/map?${query}`));
        const placed = rows.filter(({ latitude, place }) => latitude !== null && place !== "low");
        expect(ids(map.points), query).toEqual(expected.filter((id) => placed.some((row) => row.id === id)));
        expect([map.total, map.isCut]).toEqual([expected.length, false]);
      }
      // Some homes match, but not all.
      expect(counts.map((count) => count > 0 && count < rows.length)).toEqual([
        true, true, false, true, true, true, true, false, true, true,
      ]); // prettier-ignore
    },
  );
});

describe("among more listings than a search examines", () => {
  it(
    "only cells within reach are searched, and a truncated list has the shortest commutes",
    { tags: ["d1"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0" } });
      await importMadeTimetable(NETWORK);
      await publishPlaced(1, 13_000, site.clock.now);
      const rows = found(await publicRows(site.clock.now), { type: "all", search: { ...NO_FILTERS, sort: "newest" } });
      const minutes = await minutesOf(site, rows, [WORK]);
      const timeOf = ({ id }: ModelRow) => minutes(id).each[0] ?? Infinity;
      const ask = async (query: string) => {
        const { response, rowsRead, statements } = await site.count(`${LISTS}?commute=${WORK}&limit=100&${query}`);
        const { headers } = response;
        const counts = [headers.get("x-total-count"), headers.get("x-total-at-least")];
        return { counts, listed: ids(await json<PublicListing[]>(response)), rowsRead, statements };
      };

      const near = rows.filter((row) => timeOf(row) <= 25);
      const complete = await ask("maxCommute=25");
      expect(complete.counts).toEqual([String(near.length), null]);
      expect(complete.listed).toEqual(ids(near).slice(0, 100));
      expect(near.length).toBeGreaterThan(100);
      expect(complete.rowsRead).toBeLessThan(20_000);
      const plans = [];
      for (const { sql, values } of complete.statements) {
        const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>();
        plans.push(results.map(({ detail }) => detail).join("\n"));
      }
      expect(plans.join("\n")).toMatch(
        /SCAN cell VIRTUAL TABLE.*\n.*SEARCH listings USING (?:COVERING )?INDEX listings_by_cell \(cell_row=\? AND cell_column=\?/,
      );
      expect(plans.join("\n")).not.toMatch(/SCAN listings(?! USING)/);

      const shortest = rows.toSorted((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(a) - timeOf(b)));
      const sorted = await ask("sort=commute");
      expect(sorted.counts[0]).toBeNull();
      expect(Number(sorted.counts[1])).toBeLessThanOrEqual(SEARCH_WINDOW);
      expect(sorted.listed).toEqual(ids(shortest).slice(0, 100));
      expect(sorted.rowsRead).toBeLessThanOrEqual(4 * SEARCH_WINDOW);
      // The results for a type are complete if it has no more homes than a search examines.
      const studios = shortest.filter(({ bedrooms }) => bedrooms === "Studio");
      const ofType = await ask("sort=commute&filter=Studio");
      expect(ofType.counts).toEqual([String(studios.length), null]);
    },
  );
});

/**
 * Publishes listings at work, on the line, off the line, and without a known location. Sorted by newest, they appear in
 * reverse order.
 */
async function fourHomes(site: Site) {
  const near = await home(site, [43.652, -79.401], { rent: "1500" });
  const far = await home(site, [43.751, -79.401], { rent: "1400" });
  const nowhere = await home(site, [43.4, -79.9]);
  const unknown = await home(site, null, { bedrooms: "Private Room", rent: "900" });
  return { near, far, nowhere, unknown };
}

describe("the commute of lists", () => {
  it(
    "places homes without a commute after others and unknown locations last, and neither are within a limit",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await importMadeTimetable(NETWORK);
      const { near, far, nowhere, unknown } = await fourHomes(site);
      expect((await list(site, `commute=${WORK}`)).ids).toEqual([unknown, nowhere, far, near]);
      const sorted = await list(site, `commute=${WORK}&sort=commute`);
      expect(sorted.ids).toEqual([near, far, nowhere, unknown]);
      expect(sorted.headers.get("x-commute")).toBeNull();
      const within = await list(site, `commute=${WORK}&maxCommute=120`);
      expect(within.ids).toEqual([far, near]);
      expect([within.headers.get("x-total-count"), within.headers.get("x-total-rooms")]).toEqual(["2", "0"]);
      expect((await list(site, `commute=${WORK}&maxCommute=15&maxRent=1500`)).ids).toEqual([near]);
      expect((await list(site, `commute=${WORK}&maxCommute=120`, "/api/1br-listings")).ids).toEqual([far, near]);
      expect((await list(site, `commute=${WORK}&sort=commute`, "/api/private-room-listings")).ids).toEqual([unknown]);
      expect((await list(site, `commute=${WORK}&sort=commute&offset=3&limit=5`)).ids).toEqual([unknown]);
      expect((await list(site, `commute=${WORK}&maxCommute=120&offset=50`)).headers.get("x-total-count")).toBe("2");
      // A moved pin takes effect immediately.
      await env.DB.prepare("UPDATE listings SET latitude = 43.4 WHERE id = ?").bind(near).run();
      expect((await list(site, `commute=${WORK}&maxCommute=120`)).ids).toEqual([far]);
    },
  );

  it(
    "is ignored without a timetable, which a header states, and does not empty the list",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { near, far, nowhere, unknown } = await fourHomes(site);
      for (const query of [`commute=${WORK}&maxCommute=5`, `commute=${WORK}&sort=commute&maxCommute=5`]) {
        const { ids: listed, headers } = await list(site, query);
        expect(listed, query).toEqual([unknown, nowhere, far, near]);
        expect([headers.get("x-commute"), headers.get("x-total-count")], query).toEqual(["unavailable", "4"]);
      }
      const priced = await list(site, `commute=${WORK}&maxCommute=5&maxRent=1450&sort=price`);
      expect([priced.ids, priced.headers.get("x-commute")]).toEqual([[unknown, far], "unavailable"]);
      const map = await site.fetch(`${LISTS}/map?commute=${WORK}&maxCommute=5`);
      expect([map.headers.get("x-commute"), (await json<SearchMap>(map)).total]).toEqual(["unavailable", 4]);
      const page = await site.fetch(`/?commute=${WORK}&maxCommute=5`);
      expect([page.headers.get("x-commute"), page.headers.get("cache-control")]).toEqual(["unavailable", "no-store"]);
      expect(await page.text()).toContain("/listing/");
    },
  );

  it("has the same meaning, response and headers when it is requested by POST", async () => {
    const site = makeSite();
    await importMadeTimetable(NETWORK);
    await fourHomes(site);
    const [lat, lng] = [43.65, -79.4];
    const asked: [query: string, ...bodies: Record<string, unknown>[]][] = [
      ["", {}],
      [
        "filter=1 BR&limit=1&offset=1",
        { filter: "1 BR", limit: 1, offset: 1 },
        { filter: "1 br", limit: "1", offset: "1" },
      ],
      ["with=pets,laundry&controlled=1", { with: ["pets", "laundry"], controlled: true }],
      ["maxRent=1450&sort=price", { maxRent: 1_450, sort: "price", minRent: null, controlled: false }],
      [
        `commute=${WORK}&maxCommute=15`,
        { commute: WORK, maxCommute: 15 },
        { commute: [WORK], maxCommute: [15] },
        { commute: [{ lat, lng }], maxCommute: "15" },
        { commute: [{ lat, lng, mode: "arrive", day: "weekday", from: "08:30", until: "09:30" }], maxCommute: 15 },
      ],
      [
        `commute=${WORK};${SCHOOL}&maxCommute=60,90&commuteFrom=08:30,07:00&commuteUntil=09:30,08:00&sort=commute`,
        {
          commute: [
            { lat, lng },
            { lat: 43.72, lng: -79.3, from: "07:00", until: "08:00" },
          ],
          maxCommute: [60, 90],
          sort: "commute",
        },
        {
          commute: [WORK, SCHOOL],
          maxCommute: [60, 90],
          commuteFrom: ["08:30", "07:00"],
          commuteUntil: "09:30,08:00",
          sort: "commute",
        },
      ],
    ];
    const countsOf = ({ headers }: Response) =>
      ["x-total-count", "x-total-at-least", "x-total-rooms", "x-commute"].map((name) => headers.get(name));
    for (const [query, ...bodies] of asked) {
      const got = await site.fetch(`${LISTS}?${query}`);
      const expected = [countsOf(got), ids(await json<PublicListing[]>(got))];
      const gotMap = await json<SearchMap>(site.fetch(`${LISTS}/map?${query}`));
      for (const body of bodies) {
        const posted = await site.fetch(`${LISTS}/search`, { json: body });
        expect(posted.headers.get("cache-control"), query).toBe("no-store");
        expect([countsOf(posted), ids(await json<PublicListing[]>(posted))], JSON.stringify(body)).toEqual(expected);
        expect(await json<SearchMap>(site.fetch(`${LISTS}/map`, { json: body })), JSON.stringify(body)).toEqual(gotMap);
      }
    }
    const repeated = await list(site, `commute=${WORK}&commute=${SCHOOL}&maxCommute=60&maxCommute=90&sort=commute`);
    expect(repeated.ids).toEqual((await list(site, `commute=${WORK};${SCHOOL}&maxCommute=60,90&sort=commute`)).ids);
  });

  it.each([
    ["commute", { commute: "work" }],
    ["commute", { commute: "45.5,-73.57" }],
    ["commute", { commute: [WORK, WORK, WORK, WORK] }],
    ["commute", { commute: [{ lat: "43.65", lng: -79.4 }] }],
    ["commute", { commute: [{ lat: 43.65 }] }],
    ["maxCommute", { commute: WORK, maxCommute: 0 }],
    ["maxCommute", { commute: WORK, maxCommute: 121 }],
    ["maxCommute", { commute: WORK, maxCommute: [30, 40] }],
    ["maxCommute", { maxCommute: 30 }],
    ["commuteMode", { commute: WORK, commuteMode: "leave" }],
    ["commuteMode", { commute: [{ lat: 43.65, lng: -79.4, mode: "leave" }] }],
    ["commuteDay", { commute: WORK, commuteDay: "2026-02-30" }],
    ["commuteFrom", { commute: WORK, commuteFrom: "25:00" }],
    ["commuteUntil", { commute: WORK, commuteFrom: "09:00", commuteUntil: "08:00" }],
    ["sort", { sort: "commute" }],
    ["maxRent", { maxRent: { least: 1 } }],
    ["maxRent", { maxRent: "cheap" }],
    ["filter", { filter: "castle" }],
  ])("is rejected with the name of the parameter %s: %j", async (parameter, body) => {
    const site = makeSite();
    const text = ([value]: [unknown]): string => (Array.isArray(value) ? value.join(",") : String(value));
    const isText = Object.values(body).every((value) => !JSON.stringify(value).includes("{"));
    const query = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, text([value])])).toString();
    const answers = [
      site.fetch(`${LISTS}/search`, { json: body }),
      site.fetch(`${LISTS}/map`, { json: body }),
      ...(isText ? [LISTS, `${LISTS}/map`].map((path) => site.fetch(`${path}?${query}`)) : []),
    ];
    for (const answer of answers) {
      const response = await answer;
      expect(response.status).toBe(400);
      const { code, fields } = await json<{ code: string; fields: Record<string, string> }>(response);
      expect([code, Object.keys(fields)]).toEqual(["request.unknown_filter", [parameter]]);
    }
  });

  it("is a read, not a write, but is limited per network", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.01", DEMO_MODE: "true" } });
    const statuses = [];
    for (let nth = 0; nth < 4; nth += 1) statuses.push((await site.fetch(`${LISTS}/search`, { json: {} })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await site.fetch(`${LISTS}?commute=${WORK}`)).status).toBe(429);
    expect((await site.fetch(LISTS)).status).toBe(200);
    expect(
      (await site.fetch(`${LISTS}/search`, { body: "{}", headers: { "Content-Type": "text/plain" } })).status,
    ).toBe(415);
  });

  it(
    "is rendered on a page with a shared URL, but never cached or revealed to other pages",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await importMadeTimetable(NETWORK);
      const { near, far } = await fourHomes(site);
      const shown = async (path: string) => {
        const response = await site.fetch(path);
        expect(response.headers.get("cache-control"), path).toBe("no-store");
        expect(response.headers.get("cdn-cache-control") ?? response.headers.get("cache-tag"), path).toBeNull();
        expect(response.headers.get("referrer-policy"), path).toBe("strict-origin");
        const found = (await response.text()).matchAll(/listing\/(\d+)\/[\w-]+"><span/g);
        return [...new Set([...found].map(([, id]) => Number(id)))];
      };
      expect(await shown(`/?commute=${WORK}&maxCommute=15`)).toEqual([near]);
      expect(await shown(`/?commute=${WORK}&maxCommute=120&sort=commute`)).toEqual([near, far]);
      expect(await shown(`/1-bedroom-apartments-toronto?commute=${WORK}&maxCommute=15`)).toEqual([near]);
      // A page ignores unknown parameters.
      expect(await shown(`/?commute=somewhere&maxCommute=15&limit=3`)).toHaveLength(3);
    },
  );
});

describe("destinations in requests", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("never appear in the log, with any outcome", async () => {
    const lines: string[] = [];
    for (const level of ["log", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)));
    const site = makeSite();
    await importMadeTimetable(NETWORK);
    const query = "commute=43.651,-79.412&maxCommute=30";
    const ask = async (path: string) => {
      await site.fetch(`${path}?${query}`);
      await site.fetch(`${path}?${query}&sort=castle`);
    };
    for (const path of ["/", LISTS, `${LISTS}/map`, "/nowhere", "/api/nowhere"]) await ask(path);
    const body = { commute: [{ lat: 43.651, lng: -79.412 }], maxCommute: 30 };
    await site.fetch(`${LISTS}/search`, { json: { ...body, sort: "castle" } });
    await env.DB.prepare("ALTER TABLE listings RENAME TO gone").run();
    for (const path of ["/", LISTS, `${LISTS}/map`]) await ask(path);
    await site.fetch(`${LISTS}/search`, { json: body });
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.join("\n")).not.toMatch(/43\.?651|79\.?412/);
  });
});
