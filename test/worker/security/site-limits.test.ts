import { mailsTo, type DevMail } from "../../support/worker/mailbox.ts";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { SITE_LIMITS } from "../../../worker/platform/rate-limits.ts";
import { draft, publish } from "../../support/worker/listings.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { withoutMinutes } from "../../support/worker/limiters.ts";
import { makeQuietSite } from "../../support/worker/quiet-site.ts";
import { json, type Site } from "../../support/worker/site.ts";

const HOUR_MS = 3_600_000;
/**
 * Creates a site with a hundredth of all limits: 2 submissions an hour and 6 a day, 6 photos, 2 reports and 5 emails an
 * hour.
 */
const smallSite = () =>
  makeQuietSite({ vars: { RATE_LIMIT_SCALE: "0.01", CONTACT_EMAIL: "desk@example.com" }, deps: withoutMinutes });
const pass = (site: Site, ms: number) => void (site.clock.now = new Date(site.clock.now.getTime() + ms));
let networks = 0;
/** Returns an IP address in an unused network. */
const fresh = () => {
  networks += 1;
  return { "cf-connecting-ip": `10.${networks >> 8}.${networks & 255}.7` };
};
const submit = (site: Site, images: string[] = []) =>
  site.fetch("/api/submit-property", {
    json: draft({ address: `${networks + 1} Main Street, Toronto, ON`, email: `owner${networks}@example.com`, images }),
    headers: fresh(),
  });
const told = async (site: Site) =>
  (await json<DevMail[]>(site.fetch("/api/dev/mailbox?to=desk@example.com"))).map(({ subject, text }) => ({
    subject,
    text,
  }));
const rows = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n");

async function refused(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(60);
  expect(await json(answer)).toMatchObject({ code: "request.paused" });
}

describe("the site-wide limit", () => {
  it(
    "of submissions returns 503 with Retry-After, and notifies the operator once with the numbers",
    { tags: ["rest"] },
    async () => {
      const site = smallSite();
      const together = await Promise.all(Array.from({ length: 12 }, () => submit(site)));
      expect(together.filter(({ status }) => status === 201)).toHaveLength(2);
      for (const answer of together.filter(({ status }) => status !== 201)) await refused(answer);
      expect(await rows("listings")).toBe(2);
      const [mail, ...more] = await told(site);
      expect(more).toEqual([]);
      expect(mail?.subject).toContain("Too many submissions");
      expect(mail?.text).toContain("2 in an hour or 6 in a day");

      for (let hour = 0; hour < 2; hour += 1) {
        pass(site, HOUR_MS);
        for (const expected of [201, 201, 503]) expect((await submit(site)).status).toBe(expected);
      }
      expect(await told(site), "the same opening").toHaveLength(1);
      pass(site, 5 * HOUR_MS);
      await refused(await submit(site));
      expect(await told(site), "the next one").toHaveLength(2);
      pass(site, 24 * HOUR_MS);
      expect((await submit(site)).status).toBe(201);
    },
  );

  it("of photos returns 503, and stores nothing of the submission", { tags: ["rest"] }, async () => {
    const site = smallSite();
    const photos = await Promise.all(Array.from({ length: 5 }, async (_, n) => dataUrl(await png({ width: 40 + n }))));
    expect((await submit(site, photos)).status).toBe(201);
    const before = (await env.PHOTOS.list()).objects.length;
    await refused(await submit(site, photos.slice(0, 2)));
    expect((await env.PHOTOS.list()).objects).toHaveLength(before);
    expect(await rows("listings")).toBe(1);
    expect((await told(site))[0]?.subject).toContain("Too many photos");
  });

  it("of reports returns 503, except for reports that are already stored", async () => {
    const site = smallSite();
    const { id } = await publish(site);
    const report = (headers: Record<string, string>) =>
      site.fetch("/api/report-property", { json: { propertyId: id, reason: "SCAM" }, headers });
    const first = fresh();
    expect((await report(first)).status).toBe(200);
    expect((await report(fresh())).status).toBe(200);
    await refused(await report(fresh()));
    expect(await rows("reports")).toBe(2);
    expect((await told(site))[0]?.subject).toContain("Too many reports");
  });

  it(
    "of emails to strangers suppresses emails without changing responses, and notifies the operator once",
    { tags: ["rest"] },
    async () => {
      const site = smallSite();
      const signUp = async (n: number) => {
        const answer = await site.fetch("/api/subscribe", {
          json: { email: `person${n}@example.com` },
          headers: fresh(),
        });
        return [answer.status, await answer.text()].join(" ");
      };
      const answers: string[] = [];
      for (let n = 0; n < 20; n += 1) answers.push(await signUp(n));
      expect(new Set(answers).size).toBe(1);
      expect(await rows("subscribers")).toBe(20);
      await site.runQueue();
      const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => mailsTo(site, `person${n}@example.com`)));
      expect(sent.flat()).toHaveLength(5);
      const link = await site.fetch("/api/listing-links", { json: { email: "x@example.com" }, headers: fresh() });
      expect(link.status).toBe(200);
      const [mail, ...more] = await told(site);
      expect(more).toEqual([]);
      expect(mail?.text).toContain("5 in an hour or 30 in a day");
      expect(mail?.text).toContain("Receipts wait, and other emails are dropped");
    },
  );

  it("does not apply when limits are disabled", { tags: ["rest"] }, async () => {
    const site = makeQuietSite({ vars: { RATE_LIMIT_SCALE: "0" } });
    for (let n = 0; n < 8; n += 1) expect((await submit(site)).status).toBe(201);
  });

  it("is higher per day than per hour, but less than 24 times", () => {
    for (const { hour, day } of Object.values(SITE_LIMITS)) {
      expect(day).toBeGreaterThan(hour);
      expect(day).toBeLessThan(24 * hour);
    }
  });
});
