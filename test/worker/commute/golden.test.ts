import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { CommuteAnswer } from "../../../worker/contracts/commute.ts";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { HAS_REAL_TIMETABLE, importRealTimetable } from "../../support/worker/timetables.ts";

interface GoldenCase {
  name: string;
  /** YYYYMMDD */
  date: string;
  from: [latitude: number, longitude: number];
  to: [latitude: number, longitude: number];
  /** HH:MM:SS; a window otherwise. */
  arriveBy?: string;
  window?: [from: string, until: string];
  stepSeconds?: number;
  transit?: { minutes: number; vehicles: number; legs: string[] } | null;
  minutesPerDeadline?: number[];
}
const CASES = HAS_REAL_TIMETABLE ? (JSON.parse(env.GOLDEN_COMMUTES) as { cases: GoldenCase[] }).cases : [];
const TOLERANCE = 0.1;

/** A listing that a moderator has pinned at a point. */
async function pinned(site: Site, [latitude, longitude]: [number, number]): Promise<number> {
  const { id } = await publish(site, { address: `${Math.round(latitude * 1e4)} Golden St, Toronto, ON` });
  const response = await site.fetch(`/api/admin/listings/${id}/place`, {
    method: "PUT",
    json: { latitude, longitude },
    as: await site.logIn(),
  });
  expect(response.status).toBe(200);
  return id;
}

const dayOf = (date: string) => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, 16);
const secondsOf = (time: string) => Date.parse(`1970-01-01T${time}Z`) / 1_000;

/** The way from a listing by one deadline. */
async function ask(site: Site, id: number, { to, date }: GoldenCase, time: string) {
  const [lat, lng] = to;
  const place = { lat, lng, day: dayOf(date), from: time, until: time };
  const answer = await json<CommuteAnswer>(site.fetch("/api/commute", { json: { places: [place], ids: [id] } }));
  expect(answer.available).toBe(true);
  return answer.results[0]?.places?.[0];
}

describe.skipIf(!HAS_REAL_TIMETABLE)("ways in the TTC's timetable", () => {
  it.each(CASES.filter(({ arriveBy }) => arriveBy !== undefined).map((one) => [one.name, one] as const))(
    "%s: agree with another method",
    async (_, golden) => {
      const site = makeSite();
      await importRealTimetable();
      const way = await ask(site, await pinned(site, golden.from), golden, golden.arriveBy?.slice(0, 5) ?? "");
      if (!golden.transit) {
        expect(way).toEqual({
          minutes: null,
          badDayMinutes: null,
          walkMinutes: null,
          transfers: null,
          lines: [],
          legs: [],
        });
        return;
      }
      expect(Math.abs((way?.minutes ?? Infinity) - golden.transit.minutes)).toBeLessThanOrEqual(TOLERANCE);
      expect(way?.badDayMinutes).toBe(way?.minutes);
      expect(way?.legs).toHaveLength(golden.transit.vehicles);
      expect(way?.transfers).toBe(golden.transit.vehicles - 1);
      expect(way?.lines).toEqual(way?.legs.map(({ line }) => line));
    },
  );

  it.each(CASES.filter(({ window }) => window !== undefined).map((one) => [one.name, one] as const))(
    "%s: agree at each deadline",
    async (_, golden) => {
      const site = makeSite();
      await importRealTimetable();
      const id = await pinned(site, golden.from);
      const first = secondsOf(golden.window?.[0] ?? "");
      for (const [nth, minutes] of (golden.minutesPerDeadline ?? []).entries()) {
        const way = await ask(site, id, golden, clock(first + nth * (golden.stepSeconds ?? 0)));
        expect(Math.abs((way?.minutes ?? Infinity) - minutes), `deadline ${nth}`).toBeLessThanOrEqual(TOLERANCE);
      }
    },
  );

  it("name the lines, stops and times of a way", async () => {
    const site = makeSite();
    await importRealTimetable();
    const id = await pinned(site, [43.7325, -79.2637]);
    const golden = CASES.find(({ name }) => name === "kennedy-yorkU");
    if (!golden) throw new Error("There is no such case.");
    expect(await ask(site, id, golden, "09:15")).toMatchObject({
      minutes: 61.7,
      transfers: 1,
      lines: ["2", "1"],
      legs: [
        { line: "2", from: "Kennedy WB", to: "St George WB", departs: "08:15", arrives: "08:42" },
        { line: "1", from: "St George NB", to: "York University NB", departs: "08:44", arrives: "09:12" },
      ],
    });
  });
});
