import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { daysAfter } from "../../../worker/contracts/days.ts";
import { torontoHour } from "../../../worker/platform/toronto-time.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { mailsTo, weeklyReportsTo } from "../../support/worker/mailbox.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { subscribe } from "../../support/worker/subscribers.ts";
import { emptyShards, track } from "../../support/worker/visitors.ts";

const at = (site: Site, time: string) => (site.clock.now = new Date(time));
/** Monday, 8:00 a.m. in Toronto. */
const DUE = "2026-11-23T13:00:00Z";
const reports = (site: Site) => weeklyReportsTo(site, env.CONTACT_EMAIL);
const report = (site: Site, propertyId: number) =>
  site.fetch("/api/report-property", { json: { propertyId, reason: "SCAM" } });

describe("the operator's weekly report", () => {
  it(
    "is emailed once, on Monday from 8:00 in Toronto, even when earlier ticks were missed",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      for (const time of ["2026-11-22T13:00:00Z", "2026-11-23T12:59:00Z", "2026-11-24T13:00:00Z"]) {
        await site.runJob("stats.weekly_report", at(site, time));
        expect(await reports(site), time).toEqual([]);
      }
      await site.runJob("stats.weekly_report", at(site, "2026-11-30T15:15:00Z"));
      await site.runJob("stats.weekly_report", at(site, "2026-11-30T15:30:00Z"));
      expect((await reports(site)).length).toBe(1);
      expect((await reports(site))[0]?.text).toContain("Nothing is waiting for you.");
    },
  );

  it("follows the clock changes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await site.runJob("stats.weekly_report", at(site, "2027-03-22T11:45:00Z"));
    expect(await reports(site)).toEqual([]);
    await site.runJob("stats.weekly_report", at(site, "2027-03-22T12:00:00Z"));
    expect((await reports(site)).length).toBe(1);
  });

  it(
    "compares the week with the one before, in percent from ten visits on, and omits the current day",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      at(site, "2026-11-15T17:00:00Z");
      for (let session = 1; session <= 10; session += 1) await track(site, { session });
      await subscribe(site, "one@example.com");
      // This is Sunday in Toronto, but Monday in UTC.
      at(site, "2026-11-16T04:30:00Z");
      await submit(site, { address: "1 Elm St, Toronto" });
      at(site, "2026-11-16T06:00:00Z");
      await publish(site, { address: "2 Elm St, Toronto" });
      at(site, "2026-11-18T17:00:00Z");
      for (let session = 11; session <= 22; session += 1) await track(site, { session });
      for (const email of ["two@example.com", "three@example.com", "four@example.com"]) await subscribe(site, email);
      at(site, DUE);
      await track(site, { session: 23 });
      await submit(site, { address: "3 Elm St, Toronto" });
      await site.runJob("stats.weekly_report");
      const [mail] = await reports(site);
      expect(mail?.subject).toContain("Your week: 12 visits, 3 new subscribers");
      for (const line of [
        "Monday 2026-11-16 to Sunday 2026-11-22, Toronto time.",
        "Visits: 12 (10 the week before, +20%)",
        "New subscribers: 3 (1 the week before); 4 in total",
        "New VIPs: 0 (same as the week before); 0 in total",
        "Listings posted: 1 (same as the week before); 1 approved in total",
      ])
        expect(mail?.text).toContain(line);
      // The email contains no name of a person.
      expect(mail?.text).not.toMatch(/@example\.com|416-555/);
    },
  );

  it("lists the three tasks that have waited longest, of all kinds together, with links", async () => {
    const site = makeSite();
    at(site, "2026-11-12T13:00:00Z");
    const old = await submit(site, { address: "1 Elm St, Toronto" });
    at(site, "2026-11-14T13:00:00Z");
    const { id: reported } = await publish(site, { address: "2 Elm St, Toronto" });
    at(site, "2026-11-15T13:00:00Z");
    await report(site, reported);
    await env.DB.prepare(
      `INSERT INTO outbox (kind, payload, created_at, gave_up_at) VALUES ('listing.mail', '{}', ?1, ?2)`,
    )
      .bind(Date.parse("2026-11-16T13:00:00Z"), Date.parse("2026-11-20T13:00:00Z"))
      .run();
    at(site, "2026-11-21T13:00:00Z");
    await submit(site, { address: "4 Elm St, Toronto" });
    at(site, DUE);
    await report(site, reported);
    await site.runJob("stats.weekly_report");
    const text = (await reports(site))[0]?.text ?? "";
    expect(text).toContain("To review: 2 listings, 2 reports.");
    expect(text.split("\n").filter((line) => line.startsWith("- "))).toEqual([
      `- 11 days: Listing #${old}, 1 Bedroom - 1 Elm St: http://localhost:8787/admin?q=%23${old}`,
      `- 8 days: Report of listing #${reported}: http://localhost:8787/admin?q=%23${reported}`,
      "- 3 days: Failed job, listing.mail: http://localhost:8787/admin (System)",
    ]);
  });
});

describe("an email about unusual visits", () => {
  /** 1:00 p.m. in Toronto. */
  const JOB = "2026-11-20T18:00:00Z";
  const unusual = async (site: Site) =>
    (await mailsTo(site, env.CONTACT_EMAIL)).filter(({ subject }) => /Traffic spike|No visits/.test(subject));
  let session = 100;
  async function visitsAtNoon(site: Site, daysAgo: number, count: number) {
    // Uses Toronto's noon, because daylight-saving time ended during these weeks.
    site.clock.now = torontoHour(daysAfter("2026-11-20", -daysAgo), 12);
    for (let n = 0; n < count; n += 1) await track(site, { session: (session += 1) });
  }
  const watch = async (site: Site, time = JOB) => site.runJob("stats.watch", at(site, time));

  beforeEach(emptyShards);

  it(
    "is sent for four times the usual number in this hour, at most once in six hours",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      for (let ago = 28; ago >= 1; ago -= 1) await visitsAtNoon(site, ago, ago % 2 === 0 ? 5 : 7);
      await visitsAtNoon(site, 0, 23);
      await watch(site, "2026-11-20T17:45:00Z");
      expect(await unusual(site)).toEqual([]);
      at(site, "2026-11-20T17:50:00Z");
      await track(site, { session: (session += 1) });
      await watch(site);
      const [mail, ...others] = await unusual(site);
      expect(others).toEqual([]);
      expect(mail?.subject).toContain("Traffic spike: 24 visits in an hour, 4 times the median");
      expect(mail?.text).toContain(
        "24 visits between 12:00 and 13:00, Toronto time. The median for this hour over the last four weeks is 6.",
      );
      for (let n = 0; n < 30; n += 1) await track(site, { session: (session += 1) });
      await watch(site, "2026-11-20T19:00:00Z");
      expect((await unusual(site)).length).toBe(1);
    },
  );

  it("is sent for an hour without a visit when eight are usual", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (let ago = 28; ago >= 1; ago -= 1) await visitsAtNoon(site, ago, 8);
    await watch(site);
    expect((await unusual(site)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("No visits for an hour"),
    ]);
  });

  it("is not sent for fewer visits, or before four weeks are known", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (let ago = 27; ago >= 1; ago -= 1) await visitsAtNoon(site, ago, 8);
    await watch(site);
    await visitsAtNoon(site, 0, 40);
    await watch(site, "2026-11-20T18:15:00Z");
    expect(await unusual(site)).toEqual([]);
    await emptyShards();
    for (let ago = 28; ago >= 1; ago -= 1) await visitsAtNoon(site, ago, 7);
    await watch(site, "2026-11-20T18:30:00Z");
    expect(await unusual(site)).toEqual([]);
  });
});
