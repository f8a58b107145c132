import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { CommuteAnswer } from "../../../worker/contracts/commute.ts";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { HAS_REAL_TIMETABLE, importRealTimetable } from "../../support/worker/commutes.ts";

interface GoldenCase {
  name: string;
  /** Date as YYYYMMDD. */
  date: string;
  from: [latitude: number, longitude: number];
  to: [latitude: number, longitude: number];
  /** Deadline as HH:MM:SS; without a deadline, `window` is used. */
  arriveBy?: string;
  window?: [from: string, until: string];
  stepSeconds?: number;
  transit?: { minutes: number; vehicles: number; legs: string[] } | null;
  minutesPerDeadline?: number[];
}
const CASES = HAS_REAL_TIMETABLE ? (JSON.parse(env.GOLDEN_COMMUTES) as { cases: GoldenCase[] }).cases : [];
const TOLERANCE = 0.1;

/** Publishes a listing that a moderator has pinned at a point. */
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

/** Requests the commute from a listing for one deadline. */
async function ask(site: Site, id: number, { to, date }: GoldenCase, time: string) {
  const [lat, lng] = to;
  const place = { lat, lng, day: dayOf(date), from: time, until: time };
  const answer = await json<CommuteAnswer>(site.fetch("/api/commute", { json: { places: [place], ids: [id] } }));
  expect(answer.available).toBe(true);
  return answer.results[0]?.places?.[0];
}

/** Returns a site with the extract of the timetable, and a listing at the origin of each case. */
async function siteOf(cases: readonly GoldenCase[]) {
  const site = makeSite();
  await importRealTimetable();
  const ids = new Map<string, number>();
  for (const { from } of cases) if (!ids.has(from.join())) ids.set(from.join(), await pinned(site, from));
  return { site, idOf: ({ from }: GoldenCase) => ids.get(from.join()) ?? 0 };
}

const apart = (found: number | null | undefined, minutes: number) => Math.abs((found ?? Infinity) - minutes);

describe.skipIf(!HAS_REAL_TIMETABLE)("commutes in the TTC's timetable", () => {
  it("agree with those that another program found", { tags: ["rest"] }, async () => {
    const cases = CASES.filter(({ arriveBy }) => arriveBy !== undefined);
    const { site, idOf } = await siteOf(cases);
    for (const golden of cases) {
      const { name, transit, arriveBy = "" } = golden;
      const commute = await ask(site, idOf(golden), golden, arriveBy.slice(0, 5));
      if (!transit) {
        expect(commute, name).toMatchObject({
          minutes: null,
          badDayMinutes: null,
          transfers: null,
          lines: [],
          legs: [],
        });
        continue;
      }
      expect(apart(commute?.minutes, transit.minutes), name).toBeLessThanOrEqual(TOLERANCE);
      expect(commute, name).toMatchObject({ badDayMinutes: commute?.minutes, transfers: transit.vehicles - 1 });
      expect(commute?.lines, name).toEqual(commute?.legs.map(({ line }) => line));
    }
    expect(cases).toHaveLength(15);
  });

  it("agree with those of the other program at each deadline of a window", { tags: ["rest"] }, async () => {
    const cases = CASES.filter(({ window }) => window !== undefined);
    const { site, idOf } = await siteOf(cases);
    for (const golden of cases) {
      const first = secondsOf(golden.window?.[0] ?? "");
      for (const [nth, minutes] of (golden.minutesPerDeadline ?? []).entries()) {
        const commute = await ask(site, idOf(golden), golden, clock(first + nth * (golden.stepSeconds ?? 0)));
        expect(apart(commute?.minutes, minutes), `${golden.name}, deadline ${nth}`).toBeLessThanOrEqual(TOLERANCE);
      }
    }
    expect(cases).toHaveLength(3);
  });

  it("name the lines, stops and times of a commute", async () => {
    const golden = CASES.find(({ name }) => name === "kennedy-yorkU");
    if (!golden) throw new Error("There is no such case.");
    const { site, idOf } = await siteOf([golden]);
    expect(await ask(site, idOf(golden), golden, "09:15")).toMatchObject({
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
