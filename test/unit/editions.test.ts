import { describe, expect, it } from "vitest";
import { dueEdition, editionTime, newYorkClock, nextEdition } from "../../worker/contracts/digest.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

/** Returns a generator whose sequence is the same in every run (Lehmer). */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

describe("editions", () => {
  it(
    "over ten years are created once each, even if one tick in twenty is dropped and another is doubled",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    () => {
      const random = dice(7);
      const made = new Map<string, Date>();
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2036, 0, 1); at += 900_000) {
        const fate = random();
        const ticks = fate < 0.05 ? 0 : fate < 0.1 ? 2 : 1;
        for (let tick = 0; tick < ticks; tick += 1) {
          const time = new Date(at);
          const date = dueEdition(time, 6);
          if (date !== null && !made.has(date)) made.set(date, time);
        }
      }
      expect(made.size).toBe(1565);
      for (const [date, time] of made) {
        const scheduled = editionTime(date);
        expect(newYorkClock(scheduled), date).toEqual({ date, seconds: 10 * 3600 });
        expect(time.getTime() - scheduled.getTime(), date).toBeLessThan(6 * 3_600_000);
        expect([1, 3, 5]).toContain(scheduled.getUTCDay());
      }
    },
  );

  it.each([
    ["2026-11-20T14:59:59Z", null],
    ["2026-11-20T15:00:00Z", "2026-11-20"],
    ["2026-11-20T20:59:59Z", "2026-11-20"],
    ["2026-11-20T21:00:00Z", null],
    ["2026-07-01T13:59:59Z", null],
    ["2026-07-01T14:00:00Z", "2026-07-01"],
    ["2026-11-21T15:00:00Z", null],
    // The Monday after daylight-saving time ended.
    ["2026-11-02T14:30:00Z", null],
    ["2026-11-02T15:00:00Z", "2026-11-02"],
  ])("at %s the due edition is %s", (time, date) => {
    expect(dueEdition(new Date(time), 6)).toBe(date);
  });

  it.each([
    ["2026-11-20T14:00:00Z", "2026-11-20T15:00:00.000Z"],
    ["2026-11-20T15:00:00Z", "2026-11-23T15:00:00.000Z"],
    ["2026-11-21T12:00:00Z", "2026-11-23T15:00:00.000Z"],
    ["2026-10-31T12:00:00Z", "2026-11-02T15:00:00.000Z"],
    ["2026-03-06T20:00:00Z", "2026-03-09T14:00:00.000Z"],
    ["2026-12-31T16:00:00Z", "2027-01-01T15:00:00.000Z"],
  ])("the edition after %s is at %s", (now, next) => {
    expect(nextEdition(new Date(now)).time.toISOString()).toBe(next);
  });
});
