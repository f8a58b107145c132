import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { automationAt, deeds, depsAt, listUnits, press, relist, set } from "../../support/worker/automation.ts";
import { startThread, visitor } from "../../support/worker/forum.ts";
import { makeSite } from "../../support/worker/site.ts";
import { watchedDb } from "../../support/worker/watched-db.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

const CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});
/** Returns the day and hour in Toronto. */
function inToronto(time: number): { day: string; hour: number } {
  const [day = "", clock = ""] = CLOCK.format(new Date(time)).split(/,?\s/);
  return { day, hour: Number(clock.slice(0, 2)) };
}

interface Post {
  kind: string;
  text_key: string;
  created_at: number;
  day: string;
  comment_id: number | null;
}
const posts = async () => (await env.DB.prepare("SELECT * FROM automation_posts ORDER BY id").all<Post>()).results;

const DATES =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d{1,2},)? \d{4}\b/g;
/** Returns a post without its dates and without its last line, which contains the signature and the sources. */
const bodyOf = (content: string) => content.split("\n").slice(0, -1).join("\n").replaceAll(DATES, "");

/** Counts posts per day in Toronto. */
function perDay(of: readonly Post[]): Map<string, number> {
  const days = new Map<string, number>();
  for (const { created_at } of of) {
    const { day, hour } = inToronto(created_at);
    expect(hour).toBeGreaterThanOrEqual(9);
    expect(hour).toBeLessThan(21);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return days;
}

describe("the automation's schedule", () => {
  it(
    "posts exactly the configured number every day between 9 a.m. and 9 p.m. in Toronto, and no text twice",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      // A whole year, or the weeks from shortly before the end of daylight-saving time to the end of the year.
      const DAYS = fullSize(365, 75);
      const start = Date.UTC(2026, fullSize(2, 9), fullSize(1, 20), 5);
      const clock = { now: new Date(start) };
      const site = makeSite({ now: clock.now });
      await set(site, { threads_per_day: "1", enabled: "true" });
      await listUnits(clock.now);
      const run = automationAt(depsAt(clock));
      for (let hour = 0; hour < DAYS * 24; hour += 6) {
        const time = start + hour * HOUR_MS;
        if (hour % 168 === 0) await relist(new Date(time));
        // There is a tick every quarter-hour around both daylight-saving changes. On other days, ticks in the evening
        // suffice.
        const isNearChange = /^2026-(?:03-0[789]|10-31|11-0[12])/.test(inToronto(time).day);
        const isEvening = hour % 24 === 18;
        for (let late = 0; late < (isNearChange ? 6 * HOUR_MS : isEvening ? QUARTER_MS : 0); late += QUARTER_MS) {
          clock.now = new Date(time + late);
          await run(clock.now);
        }
      }
      const made = await posts();
      const days = perDay(made);
      expect(days.size).toBe(DAYS);
      expect(new Set(days.values())).toEqual(new Set([1]));
      expect(new Set(made.map(({ text_key }) => text_key)).size).toBe(DAYS);
      const { results } = await env.DB.prepare(
        "SELECT title, content FROM forum_threads WHERE is_automated = 1 AND author_name = 'Community Bot' AND ip_address IS NULL",
      ).all<{ title: string; content: string }>();
      const bodies = results.map(({ content }) => bodyOf(content));
      expect(bodies.filter((body, nth) => bodies.indexOf(body) !== nth)).toEqual([]);
      expect(bodies).toHaveLength(DAYS);
      // There is one post a day, so ninety rows are ninety days.
      const titles = results.map(({ title }) => title);
      expect(titles.filter((title, nth) => titles.slice(Math.max(0, nth - 89), nth).includes(title))).toEqual([]);
      expect(new Set(made.map(({ kind }) => kind)).size).toBe(4);
      expect(await deeds(site, "thread_failed")).toEqual([]);
    },
  );

  it("depends only on the scheduled time, not on the clock", { tags: ["rest"] }, async () => {
    // It is 1 a.m. in Toronto, and the clock does not advance.
    const clock = { now: new Date("2026-07-15T05:00:00Z") };
    const site = makeSite({ now: clock.now });
    await set(site, { threads_per_day: "1", comments_per_day: "3", enabled: "true", auto_create_comments: "true" });
    await listUnits(clock.now);
    for (const size of ["studio", "1 bedroom", "2 bedroom", "3 bedroom"])
      for (const which of ["first", "second"])
        await startThread(site, await visitor(site), { title: `Rent of my ${which} ${size}` });
    const run = automationAt(depsAt(clock));
    const days = ["2026-07-16", "2026-07-14", "2026-07-15"];
    for (const day of days) {
      for (let quarter = 0; quarter < 96; quarter += 1)
        await run(new Date(Date.parse(`${day}T04:00:00Z`) + quarter * QUARTER_MS));
    }
    const made = await posts();
    const onDay = (day: string) => made.filter((post) => post.day === day);
    for (const day of days) {
      expect(
        onDay(day).filter(({ comment_id }) => comment_id === null),
        day,
      ).toHaveLength(1);
      expect(onDay(day).filter(({ comment_id }) => comment_id !== null).length, day).toBeLessThanOrEqual(3);
    }
    expect(made.filter(({ comment_id }) => comment_id !== null)).toHaveLength(8);
    // The comments have the current time, although they were due earlier.
    expect(new Set(made.map(({ created_at }) => created_at))).toEqual(new Set([clock.now.getTime()]));
    // That no thread could get a comment was recorded only once, despite many attempts.
    expect(await deeds(site, "comments_skipped")).toHaveLength(1);
  });

  it("posts nothing for a tick scheduled before the posting hours, even if it runs within them, and vice versa", async () => {
    const clock = { now: new Date("2026-07-15T19:00:00Z") };
    const site = makeSite({ now: clock.now });
    await set(site, { threads_per_day: "5", enabled: "true" });
    const run = automationAt(depsAt(clock));
    await run(new Date("2026-07-15T12:45:00Z"));
    await run(new Date("2026-07-16T01:00:00Z"));
    expect(await posts()).toEqual([]);
    clock.now = new Date("2026-07-16T02:00:00Z");
    await run(new Date("2026-07-15T15:00:00Z"));
    expect(await posts()).toMatchObject([{ day: "2026-07-15" }]);
  });

  it("spreads five threads over the day, at least a tick apart", { tags: ["rest"] }, async () => {
    const clock = { now: new Date("2026-07-15T04:00:00Z") };
    const site = makeSite({ now: clock.now });
    await listUnits(clock.now);
    await set(site, { threads_per_day: "5", enabled: "true" });
    const run = automationAt(depsAt(clock));
    for (let quarter = 0; quarter < 96; quarter += 1) {
      clock.now = new Date(Date.parse("2026-07-15T04:00:00Z") + quarter * QUARTER_MS);
      await run(clock.now);
    }
    const times = (await posts()).map(({ created_at }) => new Date(created_at).toISOString().slice(11, 16));
    // The threads are due at 10:12, 12:36, 15:00, 17:24 and 19:48 in Toronto, and posted at the next ticks.
    expect(times).toEqual(["14:15", "16:45", "19:00", "21:30", "00:00"]);
  });

  it("catches up by one thread per tick, but not after the posting hours", async () => {
    const clock = { now: new Date("2026-07-15T13:00:00Z") };
    const site = makeSite({ now: clock.now });
    await listUnits(clock.now);
    await set(site, { threads_per_day: "5", enabled: "true" });
    const run = automationAt(depsAt(clock));
    const made = async (time: string) => {
      clock.now = new Date(time);
      await run(clock.now);
      return (await posts()).length;
    };
    // Nothing ran between 9:00 and 19:00, so four threads are due.
    expect(await made("2026-07-15T23:00:00Z")).toBe(1);
    expect(await made("2026-07-15T23:15:00Z")).toBe(2);
    expect(await made("2026-07-15T23:30:00Z")).toBe(3);
    expect(await made("2026-07-16T01:00:00Z")).toBe(3);
    expect(await made("2026-07-16T12:45:00Z")).toBe(3);
    // A new day begins with its own quota.
    expect(await made("2026-07-16T13:00:00Z")).toBe(3);
    expect(await made("2026-07-16T14:15:00Z")).toBe(4);
  });

  it("posts nothing twice when a tick is repeated, even concurrently", async () => {
    const clock = { now: new Date("2026-07-15T19:00:00Z") };
    const site = makeSite({ now: clock.now });
    await set(site, { threads_per_day: "1", enabled: "true" });
    const run = automationAt(depsAt(clock));
    await Promise.all([run(clock.now), run(clock.now), run(new Date("2026-07-15T18:45:00Z"))]);
    await run(clock.now);
    await run(new Date("2026-07-15T19:15:00Z"));
    expect(await posts()).toHaveLength(1);
    expect(await deeds(site, "thread_created")).toHaveLength(1);
  });

  it("counts manual posts against the day's quota", async () => {
    const clock = { now: new Date("2026-07-15T12:00:00Z") };
    const site = makeSite({ now: clock.now });
    await listUnits(clock.now);
    await set(site, { threads_per_day: "2", enabled: "true" });
    await press(site, "create-thread");
    const run = automationAt(depsAt(clock));
    for (let hour = 0; hour < 15; hour += 1) {
      clock.now = new Date(Date.parse("2026-07-15T12:00:00Z") + hour * HOUR_MS);
      await run(clock.now);
    }
    expect(await posts()).toHaveLength(2);
    for (let more = 0; more < 3; more += 1) await press(site, "create-thread");
    expect(await posts()).toHaveLength(5);
  });

  it("is off by default, and posts nothing after it is turned off again", async () => {
    const clock = { now: new Date("2026-07-15T20:00:00Z") };
    const site = makeSite({ now: clock.now });
    const run = automationAt(depsAt(clock));
    await run(clock.now);
    expect(await posts()).toEqual([]);
    await set(site, { enabled: "true" });
    await set(site, { enabled: "false" });
    clock.now = new Date(clock.now.getTime() + QUARTER_MS);
    await run(clock.now);
    expect(await posts()).toEqual([]);
  });

  it("adds at most two comments per tick, and no more than are due", { tags: ["rest"] }, async () => {
    const clock = { now: new Date("2026-07-15T13:00:00Z") };
    const site = makeSite({ now: clock.now });
    await set(site, { comments_per_day: "10", auto_create_comments: "true" });
    for (const size of ["studio", "1 bedroom", "2 bedroom", "3 bedroom", "4 bedroom"])
      for (const which of ["first", "second"])
        await startThread(site, await visitor(site), { title: `Rent of my ${which} ${size}` });
    const run = automationAt(depsAt(clock));
    const made: number[] = [];
    for (const time of ["18:00", "18:15", "18:30", "18:45", "19:00", "19:15"]) {
      clock.now = new Date(`2026-07-15T${time}:00Z`);
      await run(clock.now);
      made.push((await posts()).length);
    }
    // Four of the day's ten comments are due by 14:00 in Toronto, and the fifth at 14:24.
    expect(made).toEqual([2, 4, 5, 5, 5, 5]);
    expect(await deeds(site, "comment_added")).toHaveLength(5);
  });

  it("records a failure, stores nothing else, and stops no other job", { tags: ["rest"] }, async () => {
    const clock = { now: new Date("2026-07-15T20:00:00Z") };
    const site = makeSite({ now: clock.now });
    await set(site, { threads_per_day: "1", enabled: "true", auto_create_comments: "true" });
    await startThread(site, await visitor(site), { title: "Rent of a 2 bedroom" });
    const errors: string[] = [];
    const broken = depsAt(clock, {
      db: watchedDb((sql) => {
        if (/^insert into "automation_posts"[^]*forum_threads/i.test(sql)) throw new Error("D1 is away");
      }),
    });
    await automationAt({ ...broken, log: { ...broken.log, error: (event) => void errors.push(event) } })(clock.now);
    expect(errors).toEqual(["job.failed"]);
    expect((await deeds(site, "thread_failed")).map(({ details }) => details.message)).toEqual([
      "A thread could not be posted. The next scheduled run tries again.",
    ]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM forum_threads WHERE is_automated = 1").first("n")).toBe(0);
    // The comments were still created, because they are a separate job.
    expect(await deeds(site, "comment_added")).toHaveLength(1);
    clock.now = new Date(clock.now.getTime() + QUARTER_MS);
    await automationAt(depsAt(clock))(clock.now);
    expect(await deeds(site, "thread_created")).toHaveLength(1);
  });

  it("records once a day that there was nothing to post, and deletes activity after a year", async () => {
    const clock = { now: new Date("2026-07-15T18:00:00Z") };
    const site = makeSite({ now: clock.now });
    await set(site, { auto_create_comments: "true" });
    const run = automationAt(depsAt(clock));
    for (let quarter = 0; quarter < 6; quarter += 1) {
      clock.now = new Date(Date.parse("2026-07-15T18:00:00Z") + quarter * QUARTER_MS);
      await run(clock.now);
    }
    expect(await deeds(site, "comments_skipped")).toHaveLength(1);
    clock.now = new Date("2026-07-16T18:00:00Z");
    await run(clock.now);
    expect(await deeds(site, "comments_skipped")).toHaveLength(2);
    clock.now = new Date(Date.parse("2026-07-16T18:00:00Z") + 366 * DAY_MS);
    await run(clock.now);
    expect(await deeds(site, "comments_skipped")).toHaveLength(1);
  });
});
