import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { CommuteAnswer, CommuteArea } from "../../../worker/contracts/commute.ts";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import { type MadeNetwork, type MadeTrip } from "../../support/made-timetable.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { GTA_BOUNDS } from "../../../worker/contracts/places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { importMadeTimetable } from "../../support/worker/commutes.ts";

const HOME = { latitude: 43.7, longitude: -79.4 };
const WORK = { lat: 43.65, lng: -79.38 };
/** Degrees of latitude between two points that are 300 m, or 250 seconds, apart on foot. */
const NEAR = 0.00216;

/** Streetcar trips every ten minutes, from the stop at home to a stop near work. The trip takes 20 minutes. */
const trips = Array.from({ length: 25 }, (_, nth): MadeTrip => {
  const start = 6 * 3_600 + nth * 600;
  return {
    line: 0,
    calls: [
      { stop: 0, arrive: start, depart: start },
      { stop: 1, arrive: start + 1_200, depart: start + 1_200 },
    ],
  };
});
const STREETCAR: MadeNetwork = {
  stops: [
    { ...HOME, name: "Home Ave" },
    { latitude: WORK.lat, longitude: WORK.lng, name: "Work St" },
  ],
  lines: [{ name: "504", color: "ff0000", mode: "tram" }],
  trips,
};

/** Publishes a listing at its own location, which a moderator set. */
async function homeAt(site: Site, { latitude, longitude }: typeof HOME): Promise<number> {
  const { id } = await publish(site, { address: `${Math.round(longitude * -1e4)} Home Ave, Toronto, ON` });
  const pin = { method: "PUT", json: { latitude, longitude }, as: await site.logIn() };
  expect((await site.fetch(`/api/admin/listings/${id}/place`, pin)).status).toBe(200);
  return id;
}

const post = (site: Site, question: unknown, headers = {}) => site.fetch("/api/commute", { json: question, headers });
const ask = (site: Site, ids: readonly number[], place: object = {}) =>
  json<CommuteAnswer>(post(site, { places: [{ ...WORK, ...place }], ids }));
const area = (site: Site, query: string) => json<CommuteArea>(site.fetch(`/api/commute/area?${query}`));
const NOWHERE = { minutes: null, badDayMinutes: null, walkMinutes: null, transfers: null, lines: [], legs: [] };
const UNAVAILABLE = { available: false, timetable: null, results: [] };

describe("the commute", () => {
  it("covers each listing and destination, with the default window", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const version = await importMadeTimetable(STREETCAR);
    const id = await homeAt(site, HOME);
    const response = await post(site, { places: [WORK, { ...WORK, from: "09:00", until: "09:00" }], ids: [id] });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      available: true,
      timetable: {
        version,
        validFrom: "2026-11-08",
        validUntil: "2026-12-12",
        attributions: ["Contains made-up times."],
        label: null,
      },
      results: [
        {
          id,
          places: [
            {
              // The deadlines are 8:30, 8:34:37 and so on to 9:25:23. Of the sorted waits for these deadlines, the 7th
              // is 277 seconds and the 12th is 508 seconds.
              minutes: 24.6,
              badDayMinutes: 28.5,
              walkMinutes: 0,
              transfers: 0,
              lines: ["504"],
              legs: [
                {
                  line: "504",
                  color: "ff0000",
                  from: "Home Ave",
                  to: "Work St",
                  departs: "08:10",
                  arrives: "08:30",
                },
              ],
            },
            {
              minutes: 20,
              badDayMinutes: 20,
              walkMinutes: 0,
              transfers: 0,
              lines: ["504"],
              legs: [expect.objectContaining({ departs: "08:40", arrives: "09:00" })],
            },
          ],
        },
      ],
    } satisfies CommuteAnswer);
  });

  it("is on foot where walking is shorter", async () => {
    const site = makeSite();
    await importMadeTimetable(STREETCAR);
    const id = await homeAt(site, { latitude: WORK.lat + NEAR, longitude: WORK.lng });
    const [found] = (await ask(site, [id])).results;
    expect(found?.places).toEqual([
      { minutes: 4.2, badDayMinutes: 4.2, walkMinutes: 4.2, transfers: 0, lines: [], legs: [] },
    ]);
  });

  it(
    "is unknown for listings without a point, and omitted for those that are not public",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await importMadeTimetable(STREETCAR);
      const unknown = await publish(site, { address: "85 Nowhere Lane, Toronto" });
      const pending = await submit(site, { address: "9 Pending St, Toronto, ON" });
      const far = await homeAt(site, { latitude: 44.2, longitude: -79.5 });
      const { results } = await ask(site, [far, unknown.id, pending, 99_999, far]);
      expect(results).toEqual([
        { id: far, places: [NOWHERE] },
        { id: unknown.id, places: null },
      ]);
    },
  );

  it(
    "is that of the chosen day, and absent on days that the timetable does not cover",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await importMadeTimetable(STREETCAR, { days: ["weekday"], dates: { "2026-11-20": "weekday" } });
      const id = await homeAt(site, HOME);
      const on = async (day: string) => (await ask(site, [id], { day })).results[0]?.places?.[0]?.minutes;
      expect(await on("2026-11-20")).toBe(24.6);
      expect(await on("weekday")).toBe(24.6);
      expect(await on("2026-12-25")).toBeNull();
      expect(await on("sunday")).toBeNull();
    },
  );

  it("uses a new import within a minute, also in the object", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await importMadeTimetable(STREETCAR);
    const id = await homeAt(site, HOME);
    const noon = { from: "09:00", until: "09:00" };
    expect((await ask(site, [id], noon)).results[0]?.places?.[0]?.lines).toEqual(["504"]);
    await importMadeTimetable({ ...STREETCAR, lines: [{ name: "1", color: null, mode: "subway" }] });
    site.clock.now = new Date(site.clock.now.getTime() + 60_000);
    expect((await ask(site, [id], noon)).results[0]?.places?.[0]?.lines).toEqual(["1"]);
  });

  it("is computed once for equal requests", { tags: ["rest"] }, async () => {
    const asked: string[] = [];
    const site = makeSite({
      deps: (real) => ({
        transit: () =>
          ({
            profile: (question: never) => (asked.push("profile"), real.transit().profile(question)),
            itineraries: (question: never, starts: never) => (
              asked.push("itineraries"),
              real.transit().itineraries(question, starts)
            ),
          }) as never,
      }),
    });
    await importMadeTimetable(STREETCAR);
    const id = await homeAt(site, HOME);
    await ask(site, [id]);
    await ask(site, [id]);
    expect(asked.filter((what) => what === "profile")).toHaveLength(1);
  });
});

describe("a request for commutes", () => {
  const place = (more: object) => ({ places: [{ ...WORK, ...more }], ids: [] });
  const BAD: [name: string, question: unknown][] = [
    ["places", { ids: [] }],
    ["places", { places: [], ids: [] }],
    ["places", { places: [WORK, WORK, WORK, WORK], ids: [] }],
    ["lat", place({ lat: 91 })],
    ["lat", place({ lat: "43.65" })],
    ["lng", place({ lng: -181 })],
    ["lng", place({ lng: null })],
    // Paris, Vancouver, the other hemisphere, and points just beyond each edge of the region.
    ["lat", place({ lat: 48.8566, lng: 2.3522 })],
    ["lat", place({ lat: 49.2827, lng: -123.12 })],
    ["lat", place({ lat: -43.65 })],
    ["lng", place({ lng: 79.38 })],
    ["lat", place({ lat: GTA_BOUNDS.south - 0.001 })],
    ["lat", place({ lat: GTA_BOUNDS.north + 0.001 })],
    ["lng", place({ lng: GTA_BOUNDS.west - 0.001 })],
    ["lng", place({ lng: GTA_BOUNDS.east + 0.001 })],
    ["mode", place({ mode: "leave" })],
    ["mode", place({ mode: "fly" })],
    ["day", place({ day: "monday" })],
    ["day", place({ day: "2026-02-30" })],
    ["from", place({ from: "8:30" })],
    ["from", place({ from: "24:00" })],
    ["until", place({ until: "09:30:00" })],
    ["until", place({ from: "10:00", until: "09:59" })],
    ["ids", { places: [WORK] }],
    ["ids", { places: [WORK], ids: Array.from({ length: 101 }, (_, nth) => nth + 1) }],
    ["ids", { places: [WORK], ids: ["1; DROP TABLE listings"] }],
    ["ids", { places: [WORK], ids: [0] }],
  ];

  it("is rejected with the name of the invalid field", async () => {
    const site = makeSite();
    for (const [name, question] of BAD) {
      const response = await post(site, question);
      const { code, message, fields } = await json<ErrorBody>(response);
      expect([response.status, code], JSON.stringify(question)).toEqual([400, "request.invalid"]);
      expect(message).toContain(name);
      expect(JSON.stringify(fields)).toContain(name);
    }
  });

  it("is limited per network", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.02" } });
    const codes = [];
    for (let n = 0; n < 5; n += 1) codes.push((await post(site, place({}))).status);
    expect(codes).toEqual([200, 200, 200, 429, 429]);
    expect((await site.fetch("/api/commute/area?lat=43.65&lng=-79.38&minutes=20")).status).toBe(429);
  });

  it("is logged without its destinations, with any outcome", async () => {
    const lines: string[] = [];
    for (const level of ["log", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation((line: unknown) => void lines.push(String(line)));
    const site = makeSite({
      deps: () => ({ transit: () => ({ field: () => Promise.reject(new Error("gone")) }) as never }),
    });
    await importMadeTimetable(STREETCAR);
    await post(site, place({}));
    await post(site, place({ day: "never" }));
    await site.fetch(`/api/commute/area?lat=${WORK.lat}&lng=${WORK.lng}&minutes=20`);
    await site.fetch(`/api/commute/area?lat=${WORK.lat}&lng=${WORK.lng}&minutes=0`);
    vi.restoreAllMocks();
    expect(lines.join("\n")).toContain("commute.unavailable");
    expect(lines.join("\n")).not.toMatch(/43[.]65|79[.]38|43650000/);
  });
});

describe("without a timetable", () => {
  it("there are no commutes, and there is no error", async () => {
    const site = makeSite();
    const id = await homeAt(site, HOME);
    expect(await ask(site, [id])).toEqual(UNAVAILABLE);
    const response = await site.fetch("/api/commute/area?lat=43.65&lng=-79.38&minutes=20");
    expect(response.status).toBe(200);
    expect(response.headers.get("x-commute")).toBe("unavailable");
    expect(await response.json()).toMatchObject({ width: 0, height: 0, minutes: "" });
  });

  it.each(["object", "bucket", "file"])(
    "that can be loaded, because the %s is down, there are no commutes",
    async (away) => {
      const fail = () => Promise.reject(new Error("away"));
      const site = makeSite({
        deps: () =>
          away === "object"
            ? { transit: () => ({ field: fail, itineraries: fail }) as never }
            : away === "bucket"
              ? { timetables: { manifest: fail, day: fail } }
              : {},
      });
      const version = await importMadeTimetable(STREETCAR);
      if (away === "file") await env.PHOTOS.delete(`transit/${version}/weekday.bin`);
      const id = await homeAt(site, HOME);
      expect(await ask(site, [id])).toEqual(UNAVAILABLE);
      expect((await site.fetch("/api/marketplace-listings")).status).toBe(200);
    },
  );

  it(
    "that is current, the expired one is used for 60 days, and then no commutes are shown",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await importMadeTimetable(STREETCAR);
      const id = await homeAt(site, HOME);
      const on = async (day: string) => {
        site.clock.now = new Date(`${day}T17:00:00Z`);
        return ask(site, [id]);
      };
      expect(await on("2027-01-05")).toMatchObject({ available: true, timetable: { validUntil: "2026-12-12" } });
      expect(await on("2027-02-11")).toEqual(UNAVAILABLE);
    },
  );
});

describe("the area within a limit", () => {
  const bytesOf = ({ minutes }: CommuteArea) => Uint8Array.fromBase64(minutes);
  /** Returns the byte of the cell that contains a point. */
  const at = (found: CommuteArea, { latitude, longitude }: typeof HOME) => {
    const row = Math.floor((found.north - latitude) / found.stepLat);
    const column = Math.floor((longitude - found.west) / found.stepLng);
    return row < 0 || row >= found.height || column < 0 || column >= found.width
      ? 255
      : (bytesOf(found)[row * found.width + column] ?? 255);
  };

  it("has the same minutes as listings there", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await importMadeTimetable(STREETCAR);
    const response = await site.fetch(`/api/commute/area?lat=${WORK.lat}&lng=${WORK.lng}&minutes=30`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const found = await json<CommuteArea>(response);
    expect(bytesOf(found)).toHaveLength(found.width * found.height);
    expect(at(found, { latitude: WORK.lat, longitude: WORK.lng })).toBeLessThanOrEqual(2);
    expect(at(found, { latitude: 43.675, longitude: -79.39 })).toBe(255);
    for (const up of [0, 0.002, 0.003]) {
      const point = { latitude: HOME.latitude + up, longitude: HOME.longitude };
      // The middle of the point's cell.
      const row = Math.floor((found.north - point.latitude) / found.stepLat);
      const column = Math.floor((point.longitude - found.west) / found.stepLng);
      const middle = {
        latitude: found.north - (row + 0.5) * found.stepLat,
        longitude: found.west + (column + 0.5) * found.stepLng,
      };
      const minutes = (await ask(site, [await homeAt(site, middle)])).results[0]?.places?.[0]?.minutes ?? Infinity;
      const byte = at(found, point);
      if (minutes <= 30) expect(Math.abs(byte - minutes)).toBeLessThanOrEqual(1);
      else expect(byte).toBe(255);
    }
  });

  it("grows with the limit, but never beyond its maximum size", async () => {
    const site = makeSite();
    await importMadeTimetable(STREETCAR);
    const [small, large] = [
      await area(site, "lat=43.65&lng=-79.38&minutes=5"),
      await area(site, "lat=43.65&lng=-79.38&minutes=120"),
    ];
    const reached = (found: CommuteArea) => bytesOf(found).filter((byte) => byte !== 255).length;
    expect(reached(small)).toBeGreaterThan(5);
    expect(reached(large)).toBeGreaterThan(10 * reached(small));
    expect(large.width * large.height).toBeLessThanOrEqual(600 * 600);
    expect(small.width).toBeLessThan(10);
  });

  it("is rejected outside the region, as it is for lists", async () => {
    const site = makeSite();
    const { south, north, west, east } = GTA_BOUNDS;
    const statusOf = async (path: string) => (await site.fetch(path)).status;
    for (const [lat, lng, isRefused] of [
      [48.857, 2.352, true],
      [south - 0.001, WORK.lng, true],
      [WORK.lat, east + 0.001, true],
      [south, west, false],
      [north, east, false],
    ] as const) {
      const list = await statusOf(`/api/marketplace-listings?commute=${lat},${lng}&maxCommute=30`);
      const area = await statusOf(`/api/commute/area?lat=${lat}&lng=${lng}&minutes=30`);
      expect([list, area], `${lat},${lng}`).toEqual(isRefused ? [400, 400] : [200, 200]);
    }
  });

  it("is rejected with the name of the invalid parameter", async () => {
    const site = makeSite();
    const good = { lat: "43.65", lng: "-79.38", minutes: "30" };
    for (const name of ["lat", "lng", "minutes", "mode", "day", "from", "until"])
      for (const bad of ["", "x", "999"]) {
        const query = new URLSearchParams({ ...good, [name]: bad });
        const response = await site.fetch(`/api/commute/area?${query.toString()}`);
        expect(response.status, `${name}=${bad}`).toBe(400);
        expect((await json<ErrorBody>(response)).fields).toHaveProperty(name);
      }
  });
});

describe("the tool for commutes", () => {
  const post = (site: Site, method: string, params: object = {}) =>
    json<{ result: { tools?: { name: string }[]; content?: { text: string }[]; structuredContent?: unknown } }>(
      site.fetch("/mcp", { json: { jsonrpc: "2.0", id: 1, method, params } }),
    );
  const isOffered = async (site: Site) =>
    (await post(site, "tools/list")).result.tools?.some(({ name }) => name === "commute");

  it("is offered to assistants once there is a timetable, and names the timetable", async () => {
    const site = makeSite();
    expect(await isOffered(site)).toBe(false);
    await importMadeTimetable(STREETCAR);
    // A running server checks for a new timetable once a minute.
    site.clock.now = new Date(site.clock.now.getTime() + 61_000);
    const id = await homeAt(site, HOME);
    expect(await isOffered(site)).toBe(true);
    const asked = { name: "commute", arguments: { places: [WORK], ids: [id, 999_999] } };
    const { result } = await post(site, "tools/call", asked);
    expect(result.structuredContent).toMatchObject({
      timetable: { validFrom: expect.any(String) },
      homes: [{ id, url: expect.stringContaining(`/listing/${id}/`), places: [{ transfers: 0, lines: ["504"] }] }],
    });
    expect(result.content?.[0]?.text).toMatch(new RegExp(`^- #${id}: [\\d.]+ min \\(bad day [\\d.]+ min\\); http`));
  });
});
