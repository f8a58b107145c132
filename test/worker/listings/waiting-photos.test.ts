import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminListing, PublicListing } from "../../../worker/contracts/listings.ts";
import { photoPath } from "../../../worker/contracts/photos.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { UnreadablePhotoError } from "../../../worker/platform/photo-store.ts";
import { dataUrl, png, room } from "../../support/worker/images.ts";
import { approve, draft, submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn } from "../../support/worker/subscribers.ts";

/** Returns a site whose photos cannot be stored until `services.areUp`. */
function siteInAnOutage(failure: () => Error = () => new Error("R2 does not answer")) {
  const services = { areUp: false };
  const deps = ({ photos }: Deps) => ({
    photos: {
      ...photos,
      encode: (...args: Parameters<typeof photos.encode>) =>
        services.areUp ? photos.encode(...args) : Promise.reject(failure()),
    },
  });
  return { site: makeSite({ deps }), services };
}

const adminListing = async (site: Site, id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
const codes = ({ reviewNotes }: AdminListing) => reviewNotes.map(({ code }) => code);
const parts = () => env.DB.prepare("SELECT count(*) AS n FROM waiting_photos").first<number>("n");
/** Advances to the next quarter-hour. */
const tick = async (site: Site) => {
  site.clock.now = new Date(site.clock.now.getTime() + 900_000);
  await site.tick();
  await site.runQueue();
};

describe("while photos cannot be stored", () => {
  it("a submission is accepted with its photos, which appear when the services are back", async () => {
    const { site, services } = siteInAnOutage();
    const id = await submit(site, {
      images: [dataUrl(await room({ width: 1200, height: 900 })), dataUrl(await png())],
    });
    const waiting = await adminListing(site, id);
    expect(waiting.images).toHaveLength(2);
    expect(codes(waiting)).toContain("photos_waiting");
    expect((await site.fetch(waiting.images[0] ?? "")).status).toBe(404);

    await tick(site);
    expect(codes(await adminListing(site, id))).toContain("photos_waiting");
    expect(await parts()).toBeGreaterThan(1);

    services.areUp = true;
    await tick(site);
    const finished = await adminListing(site, id);
    expect(finished.images.map(photoPath)).toEqual(waiting.images.map(photoPath));
    expect(codes(finished)).not.toContain("photos_waiting");
    for (const image of finished.images) expect((await site.fetch(image)).status).toBe(200);
    expect(await parts()).toBe(0);
  });

  it(
    "a listing approved in the meantime later gets its photos and their smaller widths",
    { tags: ["rest"] },
    async () => {
      const { site, services } = siteInAnOutage();
      const id = await submit(site, { images: [dataUrl(await room({ width: 900, height: 600 }))] });
      await approve(site, id);
      services.areUp = true;
      await tick(site);
      const { images } = await json<PublicListing>(site.fetch(`/api/marketplace-listings/${id}`));
      const small = await site.fetch(`${images[0]}?w=400`);
      expect(await env.IMAGES.info(new Blob([await small.arrayBuffer()]).stream())).toMatchObject({ width: 400 });
    },
  );

  it("a landlord's new photo is pending beside stored ones", { tags: ["rest"] }, async () => {
    const { site, services } = siteInAnOutage();
    services.areUp = true;
    const id = await submit(site, { images: [dataUrl(await png())] });
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
    services.areUp = false;
    const [kept = ""] = (await adminListing(site, id)).images;
    const edited = await site.fetch(`/api/manage/${token}`, {
      method: "PATCH",
      json: { images: [kept, dataUrl(await room())] },
    });
    expect(edited.status).toBe(200);
    expect(codes(await adminListing(site, id))).toContain("photos_waiting");
    services.areUp = true;
    await tick(site);
    const { images } = await adminListing(site, id);
    for (const image of images) expect((await site.fetch(image)).status).toBe(200);
    expect(images).toHaveLength(2);
  });

  it("a landlord's new photo is kept while the rest of the edit is still being received", async () => {
    const services = { areUp: true };
    let failures = 0;
    const site: Site = makeSite({
      deps: ({ photos }) => ({
        photos: {
          ...photos,
          encode: async (...args) => {
            if (services.areUp) return photos.encode(...args);
            failures += 1;
            // The first photo already waits, but the listing does not have it yet.
            if (failures === 2) await tick(site);
            throw new Error("R2 does not answer");
          },
        },
      }),
    });
    const id = await submit(site);
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "manage");
    services.areUp = false;
    const images = [dataUrl(await png()), dataUrl(await room())];
    expect((await site.fetch(`/api/manage/${token}`, { method: "PATCH", json: { images } })).status).toBe(200);
    services.areUp = true;
    await tick(site);
    const edited = await adminListing(site, id);
    expect(edited.images).toHaveLength(2);
    for (const image of edited.images) expect((await site.fetch(image)).status).toBe(200);
    expect(await parts()).toBe(0);
  });

  it("a photo that turns out to be invalid is dropped, with a note for the moderator", async () => {
    const outage = { error: () => new Error("Images does not answer") };
    const { site } = siteInAnOutage(() => outage.error());
    const id = await submit(site, { images: [dataUrl(await png())] });
    outage.error = () => new UnreadablePhotoError("no picture");
    await tick(site);
    const listing = await adminListing(site, id);
    expect(listing.images).toEqual([]);
    expect(codes(listing)).toEqual(["photo_dropped"]);
    expect(await parts()).toBe(0);
  });

  it("a removed photo is no longer pending, and its note is removed", { tags: ["rest"] }, async () => {
    const { site } = siteInAnOutage();
    const id = await submit(site, { images: [dataUrl(await png()), dataUrl(await room())] });
    const as = await site.logIn();
    const { images } = await adminListing(site, id);
    const keep = (kept: (string | undefined)[]) =>
      site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { images: kept }, as });
    expect((await keep(images.slice(1))).status).toBe(200);
    expect(codes(await adminListing(site, id))).toContain("photos_waiting");
    await keep([]);
    expect(codes(await adminListing(site, id))).not.toContain("photos_waiting");
    await tick(site);
    expect(await parts()).toBe(0);
  });

  it("pending photos are deleted at once when the landlord deletes the listing", async () => {
    const { site } = siteInAnOutage();
    await submit(site, { images: [dataUrl(await png())] });
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "delete");
    expect((await site.fetch(`/api/delete/${token}`, { method: "DELETE" })).status).toBe(200);
    expect(await parts()).toBe(0);
  });

  it("pending photos of a listing that a moderator deleted are deleted when its landlord's data is erased", async () => {
    const { site } = siteInAnOutage();
    const email = "landlord@example.com";
    const id = await submit(site, { email, images: [dataUrl(await png())] });
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as: await site.logIn() });
    expect(await parts()).toBeGreaterThan(0);
    await site.fetch("/api/privacy/request", { json: { email } });
    const token = linkIn(
      (await mailsTo(site, email)).find(({ text }) => text.includes("/privacy/")),
      "privacy",
    );
    expect((await site.fetch(`/api/privacy/${token}`, { method: "DELETE" })).status).toBe(200);
    expect(await parts()).toBe(0);
  });

  it("a submission gets 503 and stores nothing when too many photos are pending", async () => {
    const { site } = siteInAnOutage();
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
       INSERT INTO waiting_photos (prefix, hash, part, base64, created_at) SELECT 'x', i, 0, '', 0 FROM n`,
    ).run();
    const response = await site.fetch("/api/submit-property", { json: draft({ images: [dataUrl(await png())] }) });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await parts()).toBe(1000);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM listings").first("n")).toBe(0);
  });
});
