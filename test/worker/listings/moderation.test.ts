import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import type { AdminListing, PublicListing } from "../../../worker/contracts/listings.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const audit = async () =>
  (
    await env.DB.prepare(
      "SELECT action, target_id, before_json, after_json, ip_address FROM audit_log ORDER BY id",
    ).all()
  ).results;

describe("a moderator", () => {
  it("approves a listing once, even when this is requested repeatedly", async () => {
    const site = makeSite();
    const id = await submit(site);
    expect(await approve(site, id)).toMatchObject({ approved: true });
    expect(await approve(site, id)).toMatchObject({ approved: true });
    expect(await audit()).toEqual([
      {
        action: "listing.approve",
        target_id: String(id),
        before_json: '{"status":"pending"}',
        after_json: '{"status":"approved"}',
        ip_address: "203.0.113.7",
      },
    ]);
    expect(site.queued, "mail of the submission, place, photos, preview").toHaveLength(4);
    expect(site.delayed, "mail of the approval, and the alerts").toHaveLength(2);
  });

  it("cannot approve a listing without a phone", async () => {
    const site = makeSite();
    const id = await submit(site, { phone: undefined });
    const response = await site.fetch(`/api/admin/listings/${id}/status`, {
      method: "PATCH",
      json: { approved: true },
      as: await site.logIn(),
    });
    expect(response.status).toBe(409);
    expect((await json<ErrorBody>(response)).code).toBe("listing.no_contact");
  });

  it("returns a listing to review, which hides it and turns its page into a 410", async () => {
    const site = makeSite();
    const { id, slug } = await publish(site);
    await approve(site, id, false);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(404);
    expect((await site.fetch(`/listing/${id}/${slug}`)).status).toBe(410);
    expect((await site.fetch("/listing/4711/x")).status).toBe(404);
  });

  it("edits a listing: title, slug, rent and percentage follow, and facts about the old address are removed", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await env.DB.prepare(
      "UPDATE listings SET latitude = 43.7, closest_subway_station = 'Main Street', neighbourhood = 'Upper Beaches' WHERE id = ?",
    )
      .bind(id)
      .run();
    const as = await site.logIn();
    const edited = await json<AdminListing>(
      site.fetch(`/api/admin/listings/${id}`, {
        method: "PATCH",
        json: { address: "12 King Street West, Toronto", rent: "2,000", bedrooms: "2 BR" },
        as,
      }),
    );
    expect(edited).toMatchObject({
      address: "12 King Street West, Toronto",
      rentCents: 200000,
      bedrooms: "2 Bedrooms",
      belowMarketPercent: 31,
      approved: true,
    });
    expect(await json<PublicListing>(site.fetch(`/api/marketplace-listings/${id}`))).toMatchObject({
      slug: "2-bedrooms-12-king-street-west",
      latitude: null,
      closestSubwayStation: null,
      neighbourhood: null,
    });
    expect((await site.fetch("/api/2br-listings")).headers.get("x-total-count")).toBe("1");
    expect((await site.fetch("/api/1br-listings")).headers.get("x-total-count")).toBe("0");
    const [, entry] = await audit();
    expect(entry).toMatchObject({ action: "listing.edit" });
    expect(JSON.parse(String(entry?.before_json))).toEqual({
      address: "85 Main Street, Toronto, ON M4E 2V6",
      rent: "$1,850",
      bedrooms: "1 Bedroom",
    });
  });

  it("cannot remove the phone or the address of an approved listing", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const edit = async (change: Record<string, unknown>) =>
      site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: change, as: await site.logIn() });
    expect((await edit({ phone: "" })).status).toBe(409);
    const blank = await edit({ address: "" });
    expect(blank.status).toBe(400);
    expect((await json<ErrorBody>(blank)).error).toBe("Please fill in all required fields.");
    expect(await json<PublicListing>(site.fetch(`/api/marketplace-listings/${id}`))).toMatchObject({
      phone: "416-555-0123",
      address: "85 Main Street, Toronto, ON M4E 2V6",
    });
  });

  it("deletes a listing, which hides it from everybody", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const as = await site.logIn();
    const remove = () => site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as });
    expect(await json(remove())).toEqual({ success: true, decisionId: expect.any(String) });
    expect((await remove()).status).toBe(404);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(404);
    expect(await json(site.fetch("/api/admin/listings", { as }))).toEqual([]);
    expect(
      (await site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved: true }, as })).status,
    ).toBe(409);
  });

  it("undoes a deletion within 30 days: the listing is back in review with photos and links", async () => {
    const site = makeSite();
    const { id, images } = await publish(site, { images: [dataUrl(await png())] });
    const as = await site.logIn();
    const act = (path: string, method: string) => site.fetch(`/api/admin/listings/${id}${path}`, { method, as });
    await act("", "DELETE");
    expect((await site.fetch(images[0] ?? "")).status).toBe(404);
    site.clock.now = new Date(site.clock.now.getTime() + 29 * 86_400_000);
    await site.tick();
    const restored = await json<AdminListing>(
      site.fetch(`/api/admin/listings/${id}/restore`, { method: "POST", as: await site.logIn() }),
    );
    expect(restored).toMatchObject({ status: "pending", imageCount: 1 });
    expect((await site.fetch(restored.images[0] ?? "")).status).toBe(200);
    expect((await site.fetch(images[0] ?? "")).status).toBe(404);
    expect(await approve(site, id)).toMatchObject({ approved: true });
    expect((await site.fetch(images[0] ?? "")).status).toBe(200);
  });

  it("cannot undo a deletion after 30 days, or one by a landlord", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const restore = async () =>
      (await site.fetch(`/api/admin/listings/${id}/restore`, { method: "POST", as: await site.logIn() })).status;
    await site.fetch(`/api/delete/${tokenIn((await mailsTo(site, "landlord@example.com"))[0], "delete")}`, {
      method: "DELETE",
    });
    expect(await restore()).toBe(409);
    const other = await publish(site, { address: "9 Elm St" });
    await site.fetch(`/api/admin/listings/${other.id}`, { method: "DELETE", as: await site.logIn() });
    site.clock.now = new Date(site.clock.now.getTime() + 31 * 86_400_000);
    expect(
      (await site.fetch(`/api/admin/listings/${other.id}/restore`, { method: "POST", as: await site.logIn() })).status,
    ).toBe(409);
    expect(
      (await site.fetch("/api/admin/listings/777/restore", { method: "POST", as: await site.logIn() })).status,
    ).toBe(404);
  });

  it("sees the queue by state with totals, and gets 400 for an unknown state", async () => {
    const site = makeSite();
    await publish(site);
    const pending = await submit(site, { address: "9 Elm St" });
    const as = await site.logIn();
    for (const [status, ids] of [
      ["pending", [pending]],
      ["approved", [1]],
      ["rejected", []],
      ["deleted", []],
    ] as const) {
      const response = await site.fetch(`/api/admin/listings?status=${status}`, { as });
      expect(response.headers.get("x-total-count"), status).toBe(String(ids.length));
      expect(
        (await json<AdminListing[]>(response)).map(({ id }) => id),
        status,
      ).toEqual(ids);
    }
    expect((await site.fetch("/api/admin/listings?status=castle", { as })).status).toBe(400);
    const { rowsRead } = await site.count("/api/admin/listings?status=pending&limit=5", { as });
    expect(rowsRead).toBeLessThanOrEqual(5 + 2 + 1);
  });

  it("who loses the optimistic lock gets an error, and edits are never mixed", async () => {
    const site = makeSite();
    const id = await submit(site);
    const as = await site.logIn();
    const edit = (change: object) => site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: change, as });
    const statuses = (
      await Promise.all([edit({ rent: "2,500" }), edit({ address: "99 Elm St, Toronto" }), edit({ bathrooms: "2" })])
    ).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    for (const status of statuses) expect([200, 409]).toContain(status);
    const listing = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
    expect(listing.rentCents).toBe(listing.rent === "2,500" ? 250000 : 185000);
    expect(listing.belowMarketPercent).toBe(listing.rent === "2,500" ? -13 : 16);
  });

  it("who changes nothing writes nothing", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const as = await site.logIn();
    const [before, purges] = [(await audit()).length, site.purged.length];
    for (const change of [{}, { rent: "$1,850" }, { bedrooms: "1 br" }]) {
      expect((await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: change, as })).status).toBe(200);
    }
    expect([(await audit()).length, site.purged.length]).toEqual([before, purges]);
  });

  it("renews an expired listing before the cron marks it as expired", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 61 * 86_400_000);
    expect(await approve(site, id)).toMatchObject({ approved: true });
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(200);
  });

  it("who loses a race changes nothing, and only the winning change is audited", async () => {
    const site = makeSite();
    const id = await submit(site);
    const as = await site.logIn();
    const [removed, approved] = await Promise.all([
      site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as }),
      site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved: true }, as }),
    ]);
    const won = [removed.status, approved.status].filter((status) => status === 200).length;
    expect(await audit()).toHaveLength(won);
    const { results } = await env.DB.prepare("SELECT status FROM listings WHERE id = ?").bind(id).all();
    expect(removed.status).toBe(200);
    expect(results[0]?.status).toBe("deleted");
  });

  it.each([{}, { approved: "yes" }, { approved: 1 }, [], null])(
    "who sends %j as a status sees the reason for the refusal",
    async (change) => {
      const site = makeSite();
      const id = await submit(site);
      expect(
        (
          await site.fetch(`/api/admin/listings/${id}/status`, {
            method: "PATCH",
            json: change,
            as: await site.logIn(),
          })
        ).status,
      ).toBe(400);
    },
  );
});
