import { describe, expect, it } from "vitest";
import type { AdminListing, PublicListing, Submitted } from "../../../worker/contracts/listings.ts";
import { approve, draft, publish, submit } from "../../support/worker/listings.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { json, makeSite } from "../../support/worker/site.ts";

describe("a landlord's submission", () => {
  it("is stored as pending and is invisible until a moderator approves it", async () => {
    const site = makeSite();
    const response = await site.fetch("/api/submit-property", { json: draft() });
    expect(response.status).toBe(201);
    const { id, success, message } = await json<{ id: number; success: boolean; message: string }>(response);
    expect({ success, message }).toEqual({ success: true, message: "Your property has been submitted successfully." });
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(404);
    expect(await json(site.fetch("/api/marketplace-listings"))).toEqual([]);

    const approved = await approve(site, id);
    expect(approved).toMatchObject({ approved: true, status: "approved" });
    const [listing] = await json<PublicListing[]>(site.fetch("/api/marketplace-listings"));
    expect(listing).toMatchObject({
      id,
      title: "1 Bedroom - 85 Main Street",
      slug: "1-bedroom-85-main-street",
      price: "1,850",
      rentCents: 185000,
      belowMarketPercent: 16,
    });
    expect(listing).not.toHaveProperty("email");
  });

  it("counts in the total once it is approved", async () => {
    const site = makeSite();
    await publish(site);
    await submit(site);
    const response = await site.fetch("/api/marketplace-listings");
    expect(response.headers.get("x-total-count")).toBe("1");
    expect(await json(site.fetch("/api/marketplace-listings/count"))).toEqual({ count: 1 });
    const admin = await site.fetch("/api/admin/listings", { as: await site.logIn() });
    expect(admin.headers.get("x-total-count")).toBe("2");
    expect(await json<AdminListing[]>(admin)).toHaveLength(2);
  });
});

const MINUTE_MS = 60_000;

describe("the response to a submission", () => {
  it("shows the listing as renters will see it, with photos that can already be viewed", async () => {
    const site = makeSite();
    const json201 = draft({
      address: "Unit 4, 4817 Main Street, Toronto, ON",
      addressPrecision: "street",
      additionalInfo: "Come to 4817 Main St. Write to me@example.com.",
      images: [dataUrl(await png())],
    });
    const response = await site.fetch("/api/submit-property", { json: json201 });
    const { listing, receipt, reviewMinutes, id } = await json<Submitted>(response);
    expect({ receipt, reviewMinutes }).toEqual({ receipt: "now", reviewMinutes: null });
    expect(listing).toMatchObject({ id, title: "1 Bedroom - Main Street", belowMarketPercent: 16, imageCount: 1 });
    expect(JSON.stringify({ ...listing, images: [] })).not.toMatch(/4817|me@example|landlord@/);
    const [photo = ""] = listing.images;
    expect((await site.fetch(photo)).status).toBe(200);
    expect((await site.fetch(photo.split("?")[0] ?? "")).status).toBe(404);
    const { images: _images, approvedAt: _approved, expiresAt: _expires, priceHistory, ...shown } = listing;
    expect(priceHistory).toEqual([]);
    await approve(site, id);
    expect(await json(site.fetch(`/api/marketplace-listings/${id}`))).toMatchObject(shown);
  });

  it("is the same when a submission is sent again", async () => {
    const site = makeSite();
    const send = () =>
      site.fetch("/api/submit-property", { json: draft(), headers: { "idempotency-key": "a-try-of-the-form" } });
    expect(await json(await send())).toEqual(await json(await send()));
  });

  it("states how long reviews take after ten approvals, as the median of the latest", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const reviewed = async (minutes: number, count: number) => {
      const ids = [];
      for (let n = 0; n < count; n += 1)
        ids.push(await submit(site, { phone: `416-555-${1000 + (site.clock.now.getTime() % 9000)}` }));
      site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS);
      for (const id of ids) await approve(site, id);
    };
    const told = async () =>
      (await json<Submitted>(site.fetch("/api/submit-property", { json: draft() }))).reviewMinutes;
    await reviewed(2_000, 4);
    await reviewed(30, 5);
    expect(await told()).toBeNull();
    await reviewed(90, 1);
    expect(await told()).toBe(90);
    site.clock.now = new Date(site.clock.now.getTime() + 61 * 24 * 60 * MINUTE_MS);
    expect(await told()).toBeNull();
  });
});
