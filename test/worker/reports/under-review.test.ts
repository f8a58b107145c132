import { describe, expect, it } from "vitest";
import type { DecisionUndone } from "../../../worker/contracts/decisions.ts";
import type { AdminListing, PublicListing } from "../../../worker/contracts/listings.ts";
import type { ReportGroup } from "../../../worker/contracts/reports.ts";
import { publish, readPublic, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const PHONE = "416-555-0123";
const HOUR_MS = 3_600_000;
const later = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));
const report = (site: Site, propertyId: number, address: string, reason = "SCAM") =>
  site.fetch("/api/report-property", { json: { propertyId, reason }, headers: { "cf-connecting-ip": address } });
const asModerator = async (site: Site, method: string, path: string, body?: unknown) =>
  site.fetch(`/api/admin/${path}`, { method, as: await site.logIn(), ...(body !== undefined && { json: body }) });

/** Reports a listing as a scam from three networks. */
async function reportThrice(site: Site, id: number): Promise<void> {
  for (const address of ["198.51.100.1", "203.0.113.1", "2001:db8:1::1"]) await report(site, id, address);
}

async function hidden(changes: Record<string, unknown> = {}) {
  const site = makeSite();
  const listing = await publish(site, { phone: PHONE, ...changes });
  await reportThrice(site, listing.id);
  return { site, id: listing.id, slug: listing.slug };
}

describe("reports of a scam", () => {
  it("hide the phone number when they are from three networks, and purge the pages", async () => {
    const site = makeSite();
    const { id } = await publish(site, { phone: PHONE });
    await report(site, id, "198.51.100.1");
    await report(site, id, "198.51.100.1");
    await report(site, id, "2001:db8:1:1::1");
    await report(site, id, "2001:db8:1:1::2");
    // One customer can have a whole /48, so these reports count as the same network as the previous two.
    await report(site, id, "2001:db8:1:2::1");
    await report(site, id, "2001:db8:1:3::1");
    await report(site, id, "203.0.113.1", "DUPLICATE");
    expect(await readPublic(site, id)).toMatchObject({ underReview: false, phone: PHONE });
    site.purged.length = 0;
    await report(site, id, "203.0.113.2");
    expect(await readPublic(site, id)).toMatchObject({ underReview: true, phone: null });
    expect(site.purged).toEqual(expect.arrayContaining(["listings", `listing:${id}`]));
  });

  it("hide the phone number everywhere, even if the landlord wrote it into a text", async () => {
    const { site, id, slug } = await hidden({
      additionalInfo: "Call me at (416) 555-0123 or 416.555.0123, available 2026-12-01, rent $1,850.",
      landlordName: "Ada 4165550123",
    });
    const paths = [
      "/",
      `/listing/${id}/${slug}`,
      "/listings/feed.xml",
      "/1-bedroom-apartments-toronto",
      "/api/marketplace-listings",
      `/api/marketplace-listings/${id}`,
      "/api/marketplace-listings/map",
      "/api/one-bedroom-listings",
      "/sitemap.xml",
    ];
    for (const path of paths) {
      const text = await (await site.fetch(path)).text();
      expect(text, path).not.toMatch(/555[ .-]?0123/);
    }
    const { additionalInfo } = await readPublic(site, id);
    expect(additionalInfo).toContain("available 2026-12-01, rent $1,850.");
    const [listed] = await json<PublicListing[]>(site.fetch("/api/marketplace-listings"));
    expect(listed).toMatchObject({ underReview: true, phone: null });
  });

  it("put the listing first in both queues", { tags: ["rest"] }, async () => {
    const { site, id } = await hidden({ address: "1 Elm St, Toronto" });
    const { id: newer } = await publish(site, { address: "2 Elm St, Toronto" });
    const pending = await submit(site, { address: "3 Elm St, Toronto" });
    later(site, HOUR_MS);
    await report(site, newer, "198.51.100.1");
    const groups = await json<ReportGroup[]>(asModerator(site, "GET", "reports/groups"));
    expect(groups.map(({ targetId, underReview }) => [targetId, underReview])).toEqual([
      [id, true],
      [newer, false],
    ]);
    const pages = await Promise.all(
      [0, 1, 2].map((offset) => json<AdminListing[]>(asModerator(site, "GET", `listings?limit=1&offset=${offset}`))),
    );
    expect(pages.flat().map((listing) => listing.id)).toEqual([id, pending, newer]);
    expect(pages[0]?.[0]).toMatchObject({ underReview: true, underReviewUntil: "2026-11-21T15:00:00.000Z" });
  });

  it("end after a day: the number is shown again, the note stays, and they never hide it again", async () => {
    const { site, id } = await hidden();
    later(site, 24 * HOUR_MS - 1);
    expect((await readPublic(site, id)).phone).toBeNull();
    later(site, 1);
    expect(await readPublic(site, id)).toMatchObject({ underReview: false, phone: PHONE });
    site.purged.length = 0;
    await site.runJob("listings.end_reviews");
    expect(site.purged).toContain(`listing:${id}`);
    const listing = await json<AdminListing>(asModerator(site, "GET", `listings/${id}`));
    expect(listing.underReview).toBe(false);
    expect(listing.reviewNotes.map(({ code }) => code)).toContain("reported_scam");
    await reportThrice(site, id);
    expect(await readPublic(site, id)).toMatchObject({ underReview: false, phone: PHONE });
  });

  it.each([
    ["dismissed", (id: number) => ["POST", "reports/dismiss", { targetType: "listing", targetId: id }]],
    ["dismissed with others", (id: number) => ["POST", "listings/bulk", { ids: [id], action: "dismiss" }]],
    ["approved", (id: number) => ["PATCH", `listings/${id}/status`, { approved: true }]],
  ] as [string, (id: number) => [string, string, object]][])(
    "end when they are %s, and hide the number again when that is undone",
    async (_, request) => {
      const { site, id } = await hidden();
      site.purged.length = 0;
      const [method, path, body] = request(id);
      const { decisionId } = await json<{ decisionId: string }>(asModerator(site, method, path, body));
      expect(await readPublic(site, id)).toMatchObject({ underReview: false, phone: PHONE });
      expect(site.purged).toContain(`listing:${id}`);
      site.purged.length = 0;
      await json<DecisionUndone>(asModerator(site, "POST", `decisions/${decisionId}/undo`));
      expect(await readPublic(site, id)).toMatchObject({ underReview: true, phone: null });
      expect(site.purged).toContain(`listing:${id}`);
    },
  );

  it("require a separate confirmation for a later approval", { tags: ["rest"] }, async () => {
    const { site, id } = await hidden();
    await asModerator(site, "PATCH", `listings/${id}/status`, { approved: false });
    const approve = (how: object) => asModerator(site, "PATCH", `listings/${id}/status`, { approved: true, ...how });
    const refused = await approve({});
    expect([refused.status, (await json(refused))["code"]]).toEqual([409, "listing.confirm_scam"]);
    expect((await approve({ confirmScam: true })).status).toBe(200);
    expect((await readPublic(site, id)).phone).toBe(PHONE);
  });

  it("hide the phone number while at least one of them is open", async () => {
    const { site, id } = await hidden();
    await asModerator(site, "DELETE", "reports/1");
    expect((await readPublic(site, id)).phone).toBeNull();
    await asModerator(site, "POST", "reports/dismiss", { ids: [2, 3] });
    expect((await readPublic(site, id)).phone).toBe(PHONE);
  });

  it("do not return with an undo after the day is over", async () => {
    const { site, id } = await hidden();
    later(site, 24 * HOUR_MS - 60_000);
    const dismissal = { targetType: "listing", targetId: id };
    const { decisionId } = await json<{ decisionId: string }>(asModerator(site, "POST", "reports/dismiss", dismissal));
    later(site, 61_000);
    await asModerator(site, "POST", `decisions/${decisionId}/undo`);
    expect((await readPublic(site, id)).phone).toBe(PHONE);
  });
});
