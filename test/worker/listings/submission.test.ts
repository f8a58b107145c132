import { describe, expect, it } from "vitest";
import type { AdminListing, PublicListing } from "../../../worker/contracts/listings.ts";
import { approve, draft, publish, submit } from "../../support/worker/listings.ts";
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

  it("counts in the total once approved", async () => {
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
