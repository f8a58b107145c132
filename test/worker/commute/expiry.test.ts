import { describe, expect, it } from "vitest";
import { timetableState } from "../../../worker/features/commute/commute.service.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";
import { putManifest } from "../../support/worker/timetables.ts";

const OPERATOR = "operator@example.com";

const siteOn = (day: string) => makeSite({ vars: { CONTACT_EMAIL: OPERATOR }, now: new Date(`${day}T15:00:00Z`) });
const tickOn = async (site: Site, day: string) => {
  site.clock.now = new Date(`${day}T15:00:00Z`);
  await site.tick();
};
const notices = async (site: Site) =>
  (await mailsTo(site, OPERATOR)).filter(({ subject }) => subject.includes("timetable"));

describe("the end of a timetable", () => {
  it(
    "is announced to the operator by email two weeks ahead, once per import",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      await putManifest();
      const site = siteOn("2026-11-27");
      await site.tick();
      expect(await notices(site)).toEqual([]);
      await tickOn(site, "2026-11-28");
      const mails = await notices(site);
      expect(mails).toHaveLength(1);
      await tickOn(site, "2026-11-29");
      expect(await notices(site)).toEqual(mails);
      await putManifest({ version: "2026-11-30-4567cdef" });
      await tickOn(site, "2026-11-30");
      expect(await notices(site)).toHaveLength(2);
      expect(mails[0]?.text).toContain("Oak Transit: until Dec 12, 2026.");
      expect(mails[0]?.text).toContain("From Feb 11, 2027, it shows no commutes");
    },
  );

  it.each([
    ["on its last day in Toronto", "2026-12-13T04:59:00Z", "valid"],
    ["on the day after", "2026-12-13T05:00:00Z", "expired"],
    ["60 days later", "2027-02-11T04:59:00Z", "expired"],
    ["61 days later", "2027-02-11T05:00:00Z", "hidden"],
  ])("%s (%s): the timetable is %s", (_, now, state) => {
    expect(timetableState({ validUntil: "2026-12-12" }, new Date(now))).toBe(state);
    expect(timetableState(null, new Date(now))).toBe("hidden");
  });
});
