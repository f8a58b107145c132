import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { PHOTO_WIDTHS, photoAtWidth, photoPath } from "../../../worker/contracts/photos.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";

const MINUTE_MS = 60_000;
const later = (site: Site, ms: number) => (site.clock.now = new Date(site.clock.now.getTime() + ms));

async function ownerWithPhoto() {
  const site = makeSite();
  const owner = await publishedByOwner(site, { images: [dataUrl(await png({ width: 1000, height: 500 }))] });
  return { site, owner, plain: owner.images[0] ?? "" };
}
type Owned = Awaited<ReturnType<typeof ownerWithPhoto>>;

/** Requests a photo, and expects that its response may not be cached. */
async function statusOf(site: Site, address: string, as = ""): Promise<number> {
  const { status, headers } = await site.fetch(address, { as });
  expect(headers.get("cache-control"), address).toBe("no-store");
  expect(headers.get("cloudflare-cdn-cache-control"), address).toBeNull();
  expect(headers.get("cache-tag"), address).toBeNull();
  return status;
}

/** Every way in which a listing stops being public. */
const STATES: [name: string, leave: (given: Owned) => Promise<unknown>][] = [
  ["in review", async ({ owner }) => owner.edit({ phone: "647-555-0188" })],
  [
    "taken back by a moderator",
    async ({ site, owner }) =>
      site.fetch(`/api/admin/listings/${owner.id}/status`, {
        method: "PATCH",
        json: { approved: false },
        as: await site.logIn(),
      }),
  ],
  [
    "rejected",
    async ({ site, owner }) =>
      site.fetch(`/api/admin/listings/${owner.id}/reject`, { json: { reason: "Not there." }, as: await site.logIn() }),
  ],
  ["rented", async ({ owner }) => owner.call("POST", "/rented")],
  ["expired by the clock", async ({ site }) => later(site, 61 * 24 * 60 * MINUTE_MS)],
  [
    "expired",
    async ({ site }) => {
      later(site, 61 * 24 * 60 * MINUTE_MS);
      await site.tick();
    },
  ],
];

describe("photos of an unapproved listing", () => {
  it("are not public: strangers get 404, while the landlord and moderators see them for an hour", async () => {
    const { site, owner, plain } = await ownerWithPhoto();
    await owner.edit({ images: [dataUrl(await png({ colour: [200, 0, 0] }))] });
    const [signed = ""] = (await owner.read()).images;
    const address = photoPath(signed);
    expect(address).not.toBe(plain);
    for (const stranger of [address, `${address}?w=400`, plain]) expect(await statusOf(site, stranger)).toBe(404);
    for (const seen of [signed, ...PHOTO_WIDTHS.map((width) => photoAtWidth(signed, width))])
      expect(await statusOf(site, seen), seen).toBe(200);
    // The order of the query parameters does not matter.
    expect(await statusOf(site, signed.replace("?", "?w=800&"))).toBe(200);
    later(site, 60 * MINUTE_MS - 1);
    expect(await statusOf(site, signed)).toBe(200);
    later(site, 31 * MINUTE_MS);
    expect(await statusOf(site, signed)).toBe(404);
    const as = await site.logIn();
    expect(await statusOf(site, signed, as)).toBe(200);
    expect(await statusOf(site, address, as)).toBe(200);
    expect(await statusOf(site, (await owner.read()).images[0] ?? "")).toBe(200);
  });

  it("require their own signature", { tags: ["rest"] }, async () => {
    const { site, owner } = await ownerWithPhoto();
    await owner.edit({ images: [dataUrl(await png()), dataUrl(await png({ colour: [1, 2, 3] }))] });
    const [first = "", second = ""] = (await owner.read()).images;
    const signature = new URL(first, "http://x").searchParams;
    const until = signature.get("until") ?? "";
    const key = signature.get("key") ?? "";
    const forged = [
      `${photoPath(second)}?until=${until}&key=${key}`,
      `${photoPath(first)}?until=${Number(until) + 1}&key=${key}`,
      `${photoPath(first)}?until=9999999999&key=${key}`,
      `${photoPath(first)}?until=${until}`,
      `${photoPath(first)}?key=${key}`,
      `${photoPath(first)}?until=${until}&key=${key.slice(0, -1)}`,
      `${photoPath(first)}?until=${until}&key=${key.toUpperCase()}x`,
      `${photoPath(first)}?until=${until}.0&key=${key}`,
      `${photoPath(first)}?until=+${until}&key=${key}`,
      `${photoPath(first)}?until=${until}&until=0&key=`,
      `${photoPath(first)}?until=Infinity&key=${key}`,
      `${photoPath(first)}?until=&key=`,
      ...Array.from(
        { length: 30 },
        (_, n) => `${photoPath(first)}?until=${until}&key=${key.slice(n + 1)}${"a".repeat(n + 1)}`,
      ),
    ];
    for (const address of forged) expect(await statusOf(site, address), address).toBe(404);
    for (const as of ["admin=x", `admin=${"a".repeat(32)}.${"a".repeat(32)}`, "stats=1; forum=2"])
      expect(await statusOf(site, photoPath(first), as)).toBe(404);
  });

  it.each(STATES)(
    "are hidden at once when it is %s, except from those who may see it",
    { tags: ["rest"] },
    async (_, leave) => {
      const given = await ownerWithPhoto();
      const { site, owner, plain } = given;
      expect((await site.fetch(plain)).status).toBe(200);
      await leave(given);
      const as = await site.logIn();
      expect(await statusOf(site, plain)).toBe(404);
      expect(await statusOf(site, plain, as)).toBe(200);
      expect(await statusOf(site, (await owner.read()).images[0] ?? "")).toBe(200);
      expect(await statusOf(site, (await owner.asModerator()).images[0] ?? "")).toBe(200);
    },
  );

  it("are visible to moderators while a deletion can be undone, and to nobody after a landlord's deletion", async () => {
    const { site, owner, plain } = await ownerWithPhoto();
    const [signed = ""] = (await owner.read()).images;
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${owner.id}`, { method: "DELETE", as });
    expect(await statusOf(site, plain)).toBe(404);
    expect(await statusOf(site, signed)).toBe(404);
    expect(await statusOf(site, plain, as)).toBe(200);
    await site.fetch(`/api/admin/listings/${owner.id}/restore`, { method: "POST", as });
    expect(await statusOf(site, plain)).toBe(404);
    expect(await statusOf(site, signed)).toBe(200);
    await owner.call("DELETE");
    for (const address of [plain, signed]) expect(await statusOf(site, address, as)).toBe(404);
    expect((await env.PHOTOS.list()).objects).toEqual([]);
  });

  it(
    "can be kept and reordered by their signed URLs, but not by those of another listing",
    { tags: ["rest"] },
    async () => {
      const { site, owner } = await ownerWithPhoto();
      await owner.edit({ images: [dataUrl(await png()), dataUrl(await png({ colour: [1, 2, 3] }))] });
      const { images } = await owner.read();
      later(site, 180 * MINUTE_MS);
      const edited = await owner.edited({ images: images.toReversed() });
      expect(edited.images.map(photoPath)).toEqual(images.map(photoPath).toReversed());
      const other = await publishedByOwner(site, { address: "9 Elm St, Toronto", email: "other@example.com" });
      expect((await other.edit({ images })).status).toBe(400);
    },
  );
});

describe("photos of a public listing", () => {
  it("are cached only under their plain URLs", { tags: ["rest"] }, async () => {
    const { site, owner, plain } = await ownerWithPhoto();
    await site.runQueue();
    const as = await site.logIn();
    for (const cookie of ["", as]) {
      const { status, headers } = await site.fetch(`${plain}?w=800`, { as: cookie });
      expect([status, headers.get("cache-tag")]).toEqual([200, `listing:${owner.id}`]);
      expect(headers.get("cache-control")).toContain("public");
    }
    const [signed = ""] = (await owner.read()).images;
    expect(await statusOf(site, signed)).toBe(200);
    expect(await statusOf(site, photoAtWidth(signed, 800), as)).toBe(200);
  });
});
