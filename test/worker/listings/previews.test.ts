import { env } from "cloudflare:workers";
import { decode } from "fast-png";
import { describe, expect, it } from "vitest";
import { dataUrl, jpeg, room } from "../../support/worker/images.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { setBenchmark } from "../../support/worker/market.ts";
import { mailsTo, tokenIn } from "../../support/worker/mailbox.ts";
import { area, drain, edit, imported, listingOf } from "../../support/worker/places.ts";
import { makeSite as makeAnySite, type Site, type SiteOptions } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;

const makeSite = (options: SiteOptions = {}) => makeAnySite({ drawsPreviews: true, ...options });

/** Reads the properties of the preview image in the head of a listing's page. */
async function headOf(site: Site, id: number): Promise<Record<string, string | undefined>> {
  const { slug } = await listingOf(site, id);
  const html = await (await site.fetch(`/listing/${id}/${slug}`)).text();
  const metas = html.matchAll(/<meta (?:property|name)="(og:image[^"]*|twitter:card)" content="([^"]*)">/g);
  return Object.fromEntries(Array.from(metas, ([, name, content]) => [name ?? "", content]));
}

/** Returns the path of a listing's preview image. */
async function pictureOf(site: Site, id: number): Promise<string> {
  return (await headOf(site, id))["og:image"]?.replace("http://localhost:8787", "") ?? "";
}

const previewKeys = async () =>
  (await env.PHOTOS.list()).objects.map(({ key }) => key).filter((key) => key.endsWith("-preview.jpg"));

/** Decodes the pixels of an image into rows of [red, green, blue]. */
async function pixelsOf(picture: ArrayBuffer) {
  const png = await env.IMAGES.input(new Blob([picture]).stream()).output({ format: "image/png" });
  const { data, width, height, channels } = decode(new Uint8Array(await new Response(png.image()).arrayBuffer()));
  return {
    width,
    height,
    at: (x: number, y: number) => Array.from(data.slice((y * width + x) * channels, (y * width + x) * channels + 3)),
  };
}

/** Counts pixels with the green of 'below market' in the left part of a preview image. */
async function greenOf(site: Site, path: string): Promise<number> {
  const { at } = await pixelsOf(await (await site.fetch(path)).arrayBuffer());
  let count = 0;
  for (let y = 130; y < 600; y += 3) {
    for (let x = 60; x < 600; x += 3) {
      const [red = 0, green = 0, blue = 0] = at(x, y);
      if (Math.abs(red - 28) < 14 && Math.abs(green - 103) < 14 && Math.abs(blue - 51) < 14) count += 1;
    }
  }
  return count;
}

describe("the preview image of a listing", () => {
  it("is drawn by the queue after approval, and until then the page uses the photo", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const photo = dataUrl(await jpeg({ width: 900, height: 700, colour: [180, 40, 150] }), "image/jpeg");
    const { id, images } = await publish(site, { images: [photo] });
    expect(await headOf(site, id)).toEqual({
      "og:image": `http://localhost:8787${images[0]}?w=800`,
      "twitter:card": "summary_large_image",
    });
    await drain(site);

    const head = await headOf(site, id);
    expect(head).toMatchObject({
      "og:image": expect.stringMatching(/^http:\/\/localhost:8787\/previews\/[0-9a-f]{32}\/[0-9a-f]{32}\.jpg$/),
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:type": "image/jpeg",
      "twitter:card": "summary_large_image",
    });
    const { belowMarketPercent } = await listingOf(site, id);
    expect(head["og:image:alt"]).toBe(
      `1 Bedroom, $1,850 a month, ${belowMarketPercent}% below market, against the average asking rent, City of Toronto, Oct 2025, 85 Main Street, Postal area M4E`,
    );

    const picture = await site.fetch(await pictureOf(site, id));
    expect(picture.status).toBe(200);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    expect(picture.headers.get("cache-control")).toBe("public, max-age=86400");
    expect(picture.headers.get("cache-tag")).toBe(`listing:${id}`);
    expect(picture.headers.get("etag")).toBeTruthy();
    expect(picture.headers.get("set-cookie")).toBeNull();
    const bytes = await picture.arrayBuffer();
    expect(bytes.byteLength).toBeLessThan(300_000);
    expect(await env.IMAGES.info(new Blob([bytes]).stream())).toMatchObject({
      format: "image/jpeg",
      width: 1200,
      height: 630,
    });
    const { at } = await pixelsOf(bytes);
    // The photo is on the right, the background on the left.
    for (const [channel, value] of [180, 40, 150].entries())
      expect(Math.abs((at(900, 300)[channel] ?? 0) - value)).toBeLessThan(12);
    for (const [channel, value] of [250, 246, 239].entries())
      expect(Math.abs((at(20, 300)[channel] ?? 0) - value)).toBeLessThan(5);
  });

  it("is drawn once despite repeated deliveries", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await site.runQueue(3);
    const [key = ""] = await previewKeys();
    const first = await env.PHOTOS.head(key);
    site.purged.length = 0;
    await approve(site, id, false);
    await approve(site, id);
    await drain(site);
    expect(await previewKeys()).toEqual([key]);
    expect((await env.PHOTOS.head(key))?.uploaded).toEqual(first?.uploaded);
  });

  it("is a card without a photo if there is none, and is not part of the public JSON", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const before = await listingOf(site, id);
    // Until the image is drawn, the page names the site's own image.
    expect((await headOf(site, id))["og:image"]).toBe("http://localhost:8787/share.png");
    await drain(site);
    const path = await pictureOf(site, id);
    expect((await site.fetch(path)).status).toBe(200);
    const hash = /([0-9a-f]{32})\.jpg$/.exec(path)?.[1] ?? "";
    const after = await listingOf(site, id);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(JSON.stringify(after)).not.toContain(hash);
    expect(await (await site.fetch(`/listing/${id}/${after.slug}`)).text()).not.toContain(`"${hash}"`);
  });

  it("shows the discount on green exactly when the listing does", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const below = await publish(site, { rent: "$1,700" });
    const above = await publish(site, { rent: "$4,200", address: "9 Elm Street, Toronto, ON" });
    await drain(site);
    expect(await greenOf(site, await pictureOf(site, below.id))).toBeGreaterThan(500);
    expect(await greenOf(site, await pictureOf(site, above.id))).toBeLessThan(5);
    expect((await headOf(site, above.id))["og:image:alt"]).toBe("1 Bedroom, $4,200 a month, 9 Elm Street, Toronto");
  });

  it("marks an estimated benchmark, and is updated when the benchmark changes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { rent: "$1,700" });
    await drain(site);
    const first = await pictureOf(site, id);
    await setBenchmark(site, { rent: 2_000, isEstimate: true, method: "By hand." });
    await drain(site);
    const second = await pictureOf(site, id);
    expect(second).not.toBe(first);
    expect((await headOf(site, id))["og:image:alt"]).toContain("15% below market (estimate)");
    expect((await site.fetch(first)).status).toBe(404);
    expect((await site.fetch(second)).status).toBe(200);
  });

  it("names the neighbourhood, or the postal area if only that is known", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await imported();
    await area("neighbourhood", "The Beaches", { latitude: 43.677, longitude: -79.297 }, 0.03);
    const { id } = await publish(site);
    await drain(site);
    const place = async () => (await headOf(site, id))["og:image:alt"]?.split(", ").at(-1);
    expect((await listingOf(site, id)).latitude).toBeNull();
    expect(await place()).toBe("Postal area M4E");

    const as = await site.logIn();
    const pin = { latitude: 43.678, longitude: -79.298 };
    await site.fetch(`/api/admin/listings/${id}/place`, { method: "PUT", json: pin, as });
    await drain(site);
    expect(await place()).toBe("The Beaches");
    await site.fetch(`/api/admin/listings/${id}/place`, { method: "DELETE", as });
    await drain(site);
    expect(await place()).toBe("Postal area M4E");
    await edit(site, id, { address: "9 Elm Street, North York, ON" });
    await drain(site);
    expect(await place()).toBe("North York");
  });
});

describe("an outdated preview image", () => {
  it(
    "is not served after the change, while a new one is drawn and the sweep deletes the old one",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: new Date() });
      const { id, images } = await publish(site, { images: [dataUrl(await room())] });
      await drain(site);
      const former = await pictureOf(site, id);
      expect((await site.fetch(former)).status).toBe(200);

      site.purged.length = 0;
      await edit(site, id, { rent: "$1,600" });
      expect(site.purged).toContain(`listing:${id}`);
      expect((await site.fetch(former)).status).toBe(404);
      expect((await site.fetch(former)).headers.get("cache-control")).toBe("no-store");
      expect(await pictureOf(site, id)).toBe(`${images[0]}?w=800`);

      site.purged.length = 0;
      await drain(site);
      expect(site.purged).toContain(`listing:${id}`);
      const next = await pictureOf(site, id);
      expect(next).not.toBe(former);
      expect((await headOf(site, id))["og:image:alt"]).toContain("$1,600 a month");
      expect(await previewKeys()).toHaveLength(2);

      await site.tick(new Date(Date.now() + 25 * 3_600_000));
      expect(await previewKeys()).toEqual([expect.stringContaining(/([0-9a-f]{32})\.jpg$/.exec(next)?.[1] ?? "none")]);
      expect((await site.fetch(next)).status).toBe(200);
      expect((await site.fetch(former)).status).toBe(404);
      expect((await site.fetch(images[0] ?? "")).status).toBe(200);
    },
  );

  it("is redrawn when photos change", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { images: [dataUrl(await room())] });
    await drain(site);
    const former = await pictureOf(site, id);
    await edit(site, id, { images: [dataUrl(await room({ seed: 4 }))] });
    await drain(site);
    const next = await pictureOf(site, id);
    expect(next).toContain("/previews/");
    expect(next).not.toBe(former);
    await edit(site, id, { images: [] });
    await drain(site);
    expect(await pictureOf(site, id)).not.toBe(next);
  });

  it("is kept when a change does not affect it", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await drain(site);
    const before = await pictureOf(site, id);
    await edit(site, id, { additionalInfo: "Newly painted.", phone: "416-555-0177" });
    await drain(site);
    expect(await pictureOf(site, id)).toBe(before);
  });
});

describe("the preview image of a listing that is not public", () => {
  const publishDrawn = async (site: Site) => {
    const { id } = await publish(site, { images: [dataUrl(await room())] });
    await drain(site);
    const path = await pictureOf(site, id);
    expect((await site.fetch(path)).status).toBe(200);
    return { id, path };
  };

  it("is not drawn, and is not served after the listing was unpublished", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await submit(site, { images: [dataUrl(await room())] });
    await drain(site);
    expect(await previewKeys()).toEqual([]);

    const { id, path } = await publishDrawn(site);
    await approve(site, id, false);
    expect((await site.fetch(path)).status).toBe(404);
    await approve(site, id);
    expect((await site.fetch(path)).status).toBe(200);
    const as = await site.logIn();
    await site.fetch(`/api/admin/listings/${id}/reject`, { json: { reason: "It shows another home." }, as });
    expect((await site.fetch(path)).status).toBe(404);
    await approve(site, id);
    expect((await site.fetch(path)).status).toBe(200);
    site.clock.now = new Date(site.clock.now.getTime() + 60 * DAY_MS);
    const gone = await site.fetch(path);
    expect(gone.status).toBe(404);
    expect(gone.headers.get("cache-control")).toBe("no-store");
  });

  it(
    "is deleted from R2 when a moderator deletes the listing, and redrawn after it is restored",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id, path } = await publishDrawn(site);
      await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as: await site.logIn() });
      expect((await site.fetch(path)).status).toBe(404);
      expect(await previewKeys()).toEqual([]);
      await site.fetch(`/api/admin/listings/${id}/restore`, { method: "POST", as: await site.logIn() });
      await approve(site, id);
      await drain(site);
      expect((await site.fetch(await pictureOf(site, id))).status).toBe(200);
    },
  );

  it("is deleted from R2 with the photos when its landlord deletes it", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { path } = await publishDrawn(site);
    const token = tokenIn((await mailsTo(site, "landlord@example.com"))[0], "delete");
    await site.fetch(`/api/delete/${token}`, { method: "DELETE" });
    expect((await site.fetch(path)).status).toBe(404);
    expect((await env.PHOTOS.list()).objects).toEqual([]);
  });

  it("is not served at any other address", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { path } = await publishDrawn(site);
    for (const other of [
      path.replace(/[0-9a-f]{32}\.jpg$/, `${"0".repeat(32)}.jpg`),
      path.replace(/\/previews\/[0-9a-f]{32}/, `/previews/${"0".repeat(32)}`),
      path.replace(".jpg", ".png"),
      path.replace(".jpg", ""),
      "/previews/x",
    ]) {
      const response = await site.fetch(other);
      expect(response.status, other).toBe(404);
      expect(response.headers.get("cache-control"), other).toBe("no-store");
    }
    expect((await site.fetch(`${path}?x=1`)).headers.get("cache-control")).toBe("no-store");
    const etag = (await site.fetch(path)).headers.get("etag") ?? "";
    expect((await site.fetch(path, { headers: { "if-none-match": etag } })).status).toBe(304);
  });
});

describe("while the Images service does not respond", () => {
  it("the page uses the photo, and a later tick draws the preview image", { tags: ["rest"] }, async () => {
    const images = { areUp: true };
    const input: ImagesBinding["input"] = (...args) => {
      if (!images.areUp) throw new Error("no route");
      return env.IMAGES.input(...args);
    };
    const site = makeSite({ vars: { IMAGES: { input } as ImagesBinding } });
    const { id, images: photos } = await publish(site, { images: [dataUrl(await room())] });
    images.areUp = false;
    await site.runQueue();
    expect(await pictureOf(site, id)).toBe(`${photos[0]}?w=800`);
    const later = async () => {
      site.clock.now = new Date(site.clock.now.getTime() + 2 * 3_600_000);
      await site.tick();
    };
    await later();
    expect(await pictureOf(site, id)).toBe(`${photos[0]}?w=800`);
    images.areUp = true;
    await later();
    expect((await site.fetch(await pictureOf(site, id))).headers.get("content-type")).toBe("image/jpeg");
  });

  it("a preview image waits for a photo that is not stored yet", { tags: ["rest"] }, async () => {
    const photos = { areUp: false };
    const site = makeSite({
      deps: ({ photos: store }) => ({
        photos: {
          ...store,
          encode: (...args: Parameters<typeof store.encode>) =>
            photos.areUp ? store.encode(...args) : Promise.reject(new Error("R2 does not answer")),
        },
      }),
    });
    const { id } = await publish(site, { images: [dataUrl(await room())] });
    await drain(site);
    expect(await previewKeys()).toEqual([]);
    photos.areUp = true;
    site.clock.now = new Date(site.clock.now.getTime() + 900_000);
    await site.tick();
    await drain(site);
    expect(await pictureOf(site, id)).toContain("/previews/");
  });
});

describe("odd texts", () => {
  it.each([
    ["letters missing from every font", { address: "5 中文街 😀👩‍👩‍👧 St, Toronto, ON", rent: "😀 $1,500 😀" }],
    ["endless words", { address: `5 ${"W".repeat(60)} ${"i".repeat(60)}, Toronto, ON`, rent: "$1,500 ".repeat(7) }],
    [
      "characters with a meaning in XML",
      { address: "5 Main <script>&amp;\"' ]]> St, Toronto, ON", rent: "<b>$1,500</b> &c." },
    ],
    ["texts of emoji only", { address: "5 Elm 😀, Toronto, ON", rent: "🎉🎉🎉" }],
    ["stacked marks", { address: `5 A${"\u0301".repeat(80)} St, Toronto, ON`, rent: "$1,500\u202e\u200d" }],
    ["right-to-left texts", { address: "5 שלום مرحبا St, Toronto, ON", rent: "$1,500" }],
  ])("%s are drawn or left out, and cause no failure", { tags: ["rest"] }, async (_name, texts) => {
    const site = makeSite();
    const { id } = await publish(site, texts);
    await drain(site);
    const picture = await site.fetch(await pictureOf(site, id));
    expect(picture.status).toBe(200);
    const { width, height, at } = await pixelsOf(await picture.arrayBuffer());
    expect([width, height]).toEqual([1200, 630]);
    // The margin between the text and the photo must be empty.
    for (let y = 0; y < 600; y += 2) expect(Math.min(...at(592, y)), `row ${y}`).toBeGreaterThan(215);
  });
});
