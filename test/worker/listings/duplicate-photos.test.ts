import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { dataUrl, png, room, savedAgain } from "../../support/worker/images.ts";
import { submit } from "../../support/worker/listings.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const notesOf = async (site: Site, id: number) =>
  (await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }))).reviewNotes
    .filter(({ code }) => code === "same_photo")
    .map(({ text }) => text);

const submitWith = async (site: Site, address: string, ...photos: Uint8Array[]) => {
  const id = await submit(site, {
    address,
    phone: `416-555-${address.padStart(4, "0").slice(0, 4)}`,
    images: photos.map((photo) => dataUrl(photo)),
  });
  await site.runQueue();
  return id;
};

describe("a photo of another listing", () => {
  it("is noted beside a note that another job adds at the same time", async () => {
    const outboxId = (kind: string) =>
      env.DB.prepare("SELECT max(id) AS id FROM outbox WHERE kind = ?").bind(kind).first<number>("id");
    let meanwhile = async () => {};
    const site: Site = makeSite({
      deps: ({ photos }) => ({
        photos: {
          ...photos,
          fingerprint: async (photo) => {
            const locate = meanwhile;
            meanwhile = async () => {};
            await locate();
            return photos.fingerprint(photo);
          },
        },
      }),
    });
    const photo = await room({ seed: 4 });
    const first = await submitWith(site, "1000 Elm St", photo);
    const corner = "Nowhere St & Elsewhere Ave, Toronto, ON M5R 1A1";
    const copy = await submit(site, { address: corner, images: [dataUrl(photo)] });
    meanwhile = async () => site.goOnWith({ outboxId: await outboxId("places.enrich") });
    await site.goOnWith({ outboxId: await outboxId("listing.compare_photos") });
    // The queue repeats the comparison, because it had read the notes before the other job changed them.
    await site.goOnWith({ outboxId: await outboxId("listing.compare_photos") });
    const { reviewNotes } = await json<AdminListing>(
      site.fetch(`/api/admin/listings/${copy}`, { as: await site.logIn() }),
    );
    expect(reviewNotes.map(({ code }) => code).sort()).toEqual(["corner_unplaced", "same_photo"]);
    expect(await notesOf(site, copy)).toEqual([`Same photo as #${first} at another address.`]);
  });

  it("is noted for moderators, even when it was scaled and re-encoded", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const photo = await room({ seed: 4 });
    const first = await submitWith(site, "1000 Elm St", await room({ seed: 9 }), photo);
    const copy = await submitWith(site, "2000 Oak St", await savedAgain(photo, 200));
    const other = await submitWith(site, "3000 Fir St", await room({ seed: 7 }));
    expect(await notesOf(site, first)).toEqual([]);
    expect(await notesOf(site, copy)).toEqual([`Same photo as #${first} at another address.`]);
    expect(await notesOf(site, other)).toEqual([]);
  });

  it("is noted only at another address, not for resubmissions or neighbouring units", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const photo = await room({ seed: 4 });
    const first = await submitWith(site, "1000 Elm St", photo);
    expect(await notesOf(site, await submitWith(site, "1000 Elm Street, Toronto, ON", photo))).toEqual([]);
    expect(await notesOf(site, await submitWith(site, "1000 Elm St, Unit 4", photo))).toEqual([]);
    const moved = await submitWith(site, "1000 Elm St", photo);
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${moved}`, { method: "PATCH", json: { address: "2000 Oak St" }, as });
    await site.runQueue();
    expect(await notesOf(site, moved)).toEqual([
      `Same photo as #${first + 2}, #${first + 1}, #${first} at another address.`,
    ]);
    await site.fetch(`/api/admin/listings/${moved}`, { method: "PATCH", json: { address: "1000 Elm St" }, as });
    await site.runQueue();
    expect(await notesOf(site, moved)).toEqual([]);
  });

  it("is distinguished from many other rooms", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (let seed = 11; seed < 31; seed += 1) {
      const id = await submitWith(site, `${seed}00 Elm St`, await room({ seed, width: 96, height: 72 }));
      expect(await notesOf(site, id), `room ${seed}`).toEqual([]);
    }
  });

  it("is not noted when it is too plain, such as a white wall", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await submitWith(site, "1000 Elm St", await png());
    expect(await notesOf(site, await submitWith(site, "2000 Oak St", await png({ width: 41 })))).toEqual([]);
  });

  it("is noted once despite repeated deliveries, and not after the photo is removed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const photo = await room({ seed: 4 });
    const first = await submitWith(site, "1000 Elm St", photo);
    const id = await submit(site, { address: "2000 Oak St", phone: "416-555-9999", images: [dataUrl(photo)] });
    await site.runQueue(3);
    expect(await notesOf(site, id)).toEqual([`Same photo as #${first} at another address.`]);
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { rent: "$1,700" }, as });
    expect(await notesOf(site, id)).toEqual([`Same photo as #${first} at another address.`]);
    await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: { images: [] }, as });
    await site.runQueue();
    expect(await notesOf(site, id)).toEqual([]);
  });

  it("is found among hundreds of photos whose fingerprints are partly equal", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const photo = await room({ seed: 5 });
    const first = await submitWith(site, "1000 Elm St", photo);
    const row = await env.DB.prepare("SELECT band, fingerprint FROM photo_fingerprints ORDER BY band LIMIT 1").first<{
      band: number;
      fingerprint: string;
    }>();
    const alike = `${row?.fingerprint.slice(0, 4)}${"0".repeat(28)}`;
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO photo_fingerprints SELECT ?1, ?2, 'other-' || i, substr(?3, 1, 28) || printf('%04x', i) FROM n`,
    )
      .bind(row?.band, first, alike)
      .run();
    expect(await notesOf(site, await submitWith(site, "2000 Oak St", photo))).toEqual([
      `Same photo as #${first} at another address.`,
    ]);
  });

  it("is not found after the landlord has deleted its listing", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const photo = await room({ seed: 4 });
    await submitWith(site, "1000 Elm St", photo);
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "delete");
    expect((await site.fetch(`/api/delete/${token}`, { method: "DELETE" })).status).toBe(200);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM photo_fingerprints").first("n")).toBe(0);
    expect(await notesOf(site, await submitWith(site, "2000 Oak St", photo))).toEqual([]);
  });
});
