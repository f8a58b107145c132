import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminListing, PublicListing } from "../../../worker/contracts/listings.ts";
import { UnreadablePhotoError } from "../../../worker/platform/photo-store.ts";
import { dataUrl, jpeg, png, pngHeader } from "../../support/worker/images.ts";
import { approve, draft, publish, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const storedKeys = async () => (await env.PHOTOS.list()).objects.map(({ key }) => key).sort();
const adminListing = async (site: Site, id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));

describe("photos of a listing", () => {
  it("are re-encoded to WebP, and visible while the listing is pending and public", async () => {
    const site = makeSite();
    const id = await submit(site, {
      images: [dataUrl(await jpeg({ width: 2000, height: 1500 }), "image/jpeg"), dataUrl(await png())],
    });
    const { images } = await adminListing(site, id);
    expect(images).toHaveLength(2);
    const photo = await site.fetch(images[0] ?? "");
    expect(photo.status).toBe(200);
    expect(photo.headers.get("content-type")).toBe("image/webp");
    expect(photo.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    const info = await env.IMAGES.info(new Blob([await photo.arrayBuffer()]).stream());
    expect(info).toMatchObject({ format: "image/webp", width: 1600, height: 1200 });
    await approve(site, id);
    expect((await site.fetch(images[0] ?? "")).status).toBe(200);
  });

  it("get smaller widths from the queue after approval, even on repeated delivery", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const id = await submit(site, { images: [dataUrl(await png({ width: 1800, height: 900 }))] });
    expect(await storedKeys()).toHaveLength(1);
    await approve(site, id);
    expect(await storedKeys()).toHaveLength(1);
    await site.runQueue(2);
    expect((await storedKeys()).map((key) => key.replace(/.*-/, "")).sort()).toEqual([
      "1080.webp",
      "1600.webp",
      "400.webp",
      "800.webp",
      "preview.jpg",
    ]);
    const [image] = (await json<PublicListing>(site.fetch(`/api/marketplace-listings/${id}`))).images;
    const small = await site.fetch(`${image}?w=400`);
    expect(await env.IMAGES.info(new Blob([await small.arrayBuffer()]).stream())).toMatchObject({ width: 400 });
    expect((await site.fetch(`${image}?w=9999`)).headers.get("content-length")).toBe(
      small.headers.get("content-length"),
    );
  });

  it("are served in the next larger width until a smaller one exists", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { images } = await publish(site, { images: [dataUrl(await png({ width: 1000, height: 500 }))] });
    const standIn = await site.fetch(`${images[0]}?w=400`);
    expect(standIn.status).toBe(200);
    expect(standIn.headers.get("cache-control")).toBe("public, max-age=60");
  });

  it("are hidden at once when the listing is deleted, and are removed from R2 30 days later", async () => {
    const site = makeSite();
    const { id, images } = await publish(site, { images: [dataUrl(await png())] });
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as: await site.logIn() });
    expect((await site.fetch(images[0] ?? "")).status).toBe(404);
    expect(await storedKeys()).toHaveLength(1);
    await site.tick(new Date(site.clock.now.getTime() + 31 * 86_400_000));
    expect(await storedKeys()).toEqual([]);
  });

  it(
    "can be kept, reordered, added and removed by an edit, and removed ones are deleted from R2",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const id = await submit(site, { images: [dataUrl(await png()), dataUrl(await png({ colour: [1, 2, 3] }))] });
      const [first, second] = (await adminListing(site, id)).images;
      const added = dataUrl(await png({ colour: [9, 9, 200] }));
      const edited = await json<AdminListing>(
        site.fetch(`/api/admin/listings/${id}`, {
          method: "PATCH",
          json: { images: [second, added] },
          as: await site.logIn(),
        }),
      );
      expect(edited.images).toHaveLength(2);
      expect(edited.images[0]).toBe(second);
      expect(edited.images).not.toContain(first);
      expect(await storedKeys()).toHaveLength(2);
      expect((await site.fetch(first ?? "")).status).toBe(404);
    },
  );

  it("stay when a second attempt to send the same submission fails after the first succeeded", async () => {
    let attempts = 0;
    let letFail = () => {};
    const mayFail = new Promise<void>((resolve) => (letFail = resolve));
    const site = makeSite({
      deps: ({ photos }) => ({
        photos: {
          ...photos,
          encode: async (...args) => {
            attempts += 1;
            if (attempts === 1) return photos.encode(...args);
            await mayFail;
            throw new UnreadablePhotoError("The service failed once.");
          },
        },
      }),
    });
    const form = draft({ images: [dataUrl(await png())] });
    const headers = { "idempotency-key": "0123456789abcdef0123456789abcdef" };
    const both = [1, 2].map(() => site.fetch("/api/submit-property", { json: form, headers }));
    const accepted = await Promise.race(both);
    expect(accepted.status).toBe(201);
    letFail();
    expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
    const [image] = (await adminListing(site, (await accepted.json<{ id: number }>()).id)).images;
    expect((await site.fetch(image ?? "")).status).toBe(200);
  });
});

describe("the sweep", () => {
  it("removes unreferenced photos after a day, page by page, and no others", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date() });
    const { images } = await publish(site, { images: [dataUrl(await png())] });
    await site.runQueue();
    const kept = await storedKeys();
    for (let n = 0; n < 450; n += 1) {
      await env.PHOTOS.put(`listings/${n.toString(16).padStart(32, "0")}/${"a".repeat(32)}-1600.webp`, "x");
    }
    const tick = async (hours: number) => {
      await site.tick(new Date(Date.now() + hours * 3_600_000));
      return (await storedKeys()).length;
    };
    expect(await tick(23)).toBe(kept.length + 450);
    for (const hours of [25, 25.5, 26, 26.5, 27]) await tick(hours);
    expect(await storedKeys()).toEqual(kept);
    expect((await site.fetch(images[0] ?? "")).status).toBe(200);
  });
});

describe("an edit that fails", () => {
  it("leaves the photos unchanged, even when it repeats one", async () => {
    const site = makeSite();
    const bytes = await png();
    const { id, images } = await publish(site, { images: [dataUrl(bytes)] });
    const edit = { images: [dataUrl(bytes), dataUrl(pngHeader(40, 30))] };
    const as = await site.logIn();
    expect((await site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: edit, as })).status).toBe(400);
    expect((await site.fetch(images[0] ?? "")).status).toBe(200);
  });
});

describe("while the Images service does not respond", () => {
  it("a photo is kept as pending instead of being rejected as damaged", async () => {
    const down = { input: () => ({ transform: () => ({ output: () => Promise.reject(new Error("no route")) }) }) };
    const site = makeSite({ vars: { IMAGES: down as unknown as ImagesBinding } });
    const id = await submit(site, { images: [dataUrl(await png())] });
    expect((await adminListing(site, id)).reviewNotes.map(({ code }) => code)).toEqual(["photos_waiting"]);
    expect(await storedKeys()).toEqual([]);
  });
});

describe("an invalid photo", () => {
  const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  const cases: [string, () => Promise<unknown[]>, string][] = [
    [
      "a sixth photo",
      async () => Array.from({ length: 6 }, () => dataUrl(pngHeader(1, 1))),
      "You can upload a maximum of 5 images per listing.",
    ],
    ["an SVG that says it is a PNG", async () => [dataUrl(svg)], "Only PNG, JPG and JPEG images can be added."],
    ["an SVG in plain text", async () => ["data:image/svg+xml,<svg/>"], "Only PNG, JPG and JPEG images can be added."],
    ["base64 that is none", async () => ["data:image/png;base64,@@@@"], "Only PNG, JPG and JPEG images can be added."],
    ["an empty photo", async () => ["data:image/png;base64,"], "Only PNG, JPG and JPEG images can be added."],
    [
      "a photo over 5 MB",
      async () => [dataUrl(await png()), dataUrl(new Uint8Array(5 * 1024 * 1024 + 1))],
      "Photo 2 exceeds the 5MB limit and was not added.",
    ],
    [
      "a PNG that says it is 30,000 pixels wide",
      async () => [dataUrl(pngHeader(30_000, 2))],
      "Photo 1 has no readable size, or is larger than 8,000 pixels on a side or 40 megapixels.",
    ],
    ["a PNG that ends after its header", async () => [dataUrl(pngHeader(40, 30))], "Failed to load image"],
    [
      "an address on another site",
      async () => ["https://169.254.169.254/latest/meta-data"],
      "A photo does not belong to this listing.",
    ],
    [
      "an address of another listing's photo",
      async () => ["/photos/00000000000000000000000000000000/00000000000000000000000000000000"],
      "A photo does not belong to this listing.",
    ],
  ];
  it.each(cases)("%s is rejected with its message, and nothing is stored", async (_name, images, text) => {
    const site = makeSite();
    // The last image is rejected.
    const sent = [dataUrl(await png({ colour: [5, 5, 5] })), ...(await images())].slice(-6);
    const response = await site.fetch("/api/submit-property", { json: draft({ images: sent }) });
    expect(response.status).toBe(400);
    const answer = await json<{ error: string; message: string; fields: Record<string, string> }>(response);
    expect(answer.error).toContain(text.replace(/^Photo \d+/, ""));
    expect(answer.fields.images).toContain(answer.error);
    expect(answer.fields.images).toMatch(new RegExp(`^Photo ${sent.length}\\b`));
    expect(answer.message).toBe(answer.error);
    expect(await storedKeys()).toEqual([]);
    expect((await site.fetch("/api/admin/listings", { as: await site.logIn() })).headers.get("x-total-count")).toBe(
      "0",
    );
  });

  it.each([[{ not: "a string" }], [42], [null]])("an image that is %j instead of a text is rejected", async (image) => {
    const site = makeSite();
    const images = [dataUrl(await png()), image];
    const response = await site.fetch("/api/submit-property", { json: draft({ images }) });
    expect(response.status).toBe(400);
    const { fields } = await json<{ fields: Record<string, string> }>(response);
    expect(fields.images).toBe("Photo 2: A photo must be a data URL or a photo URL.");
  });
});
