import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { dataUrl, jpeg, png, pngHeader } from "../../support/worker/images.ts";
import { draft } from "../../support/worker/listings.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const ascii = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
const SECRET = "GPS 43.6532 -79.3832 SECRETMARK";

/** Builds a JPEG segment: marker, length, content. */
const segment = (marker: number, content: Uint8Array) =>
  joined(new Uint8Array([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]), content);

/** Makes a generator of pseudo-random numbers that are the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => (state = (state * 1103515245 + 12345) % 2147483648) % sides;
}

async function corpus(): Promise<[name: string, bytes: Uint8Array][]> {
  const goodJpeg = await jpeg({ width: 64, height: 48 });
  const goodPng = await png({ width: 64, height: 48 });
  const afterStart = (bytes: Uint8Array, extra: Uint8Array) => joined(bytes.subarray(0, 2), extra, bytes.subarray(2));
  const files: [string, Uint8Array][] = [
    ["jpeg with GPS in EXIF", afterStart(goodJpeg, segment(0xe1, ascii(`Exif\0\0${SECRET}`)))],
    ["jpeg with a comment", afterStart(goodJpeg, segment(0xfe, ascii(SECRET)))],
    ["jpeg with XMP", afterStart(goodJpeg, segment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`)))],
    ["jpeg with HTML behind it", joined(goodJpeg, ascii(`<script>alert('${SECRET}')</script>`))],
    ["png with a ZIP behind it", joined(goodPng, new Uint8Array([0x50, 0x4b, 3, 4]), ascii(SECRET))],
    ["jpeg with PHP in a comment", afterStart(goodJpeg, segment(0xfe, ascii(`<?php ${SECRET} ?>`)))],
    ["svg", ascii("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
    ["html", ascii("<html><script>alert(1)</script>")],
    ["pdf", ascii("%PDF-1.7 1 0 obj")],
    ["gif", joined(ascii("GIF89a"), new Uint8Array(40))],
    ["bmp", joined(ascii("BM"), new Uint8Array(60))],
    ["tiff", joined(ascii("II*\0"), new Uint8Array(60))],
    ["webp", joined(ascii("RIFF"), new Uint8Array([40, 0, 0, 0]), ascii("WEBPVP8 "), new Uint8Array(40))],
    ["heic", joined(new Uint8Array([0, 0, 0, 24]), ascii("ftypheic"), new Uint8Array(40))],
    ["avif", joined(new Uint8Array([0, 0, 0, 24]), ascii("ftypavif"), new Uint8Array(40))],
    ["gif before a jpeg", joined(ascii("GIF89a"), goodJpeg)],
    ["text", ascii("just a text")],
    ["one byte", new Uint8Array([0xff])],
    ["png of no width", pngHeader(0, 10)],
    ["png of no height", pngHeader(10, 0)],
    ["png that claims 65,535 squared", joined(pngHeader(65_535, 65_535), goodPng.subarray(33))],
    ["png that claims 8,000 squared", joined(pngHeader(8_000, 8_000), goodPng.subarray(33))],
    ["png that claims 2^32-1", joined(pngHeader(4_294_967_295, 1), goodPng.subarray(33))],
    ["png signature alone", goodPng.subarray(0, 8)],
    ["jpeg start alone", goodJpeg.subarray(0, 3)],
    ["jpeg of endless fill bytes", joined(new Uint8Array([0xff, 0xd8]), new Uint8Array(5000).fill(0xff))],
    [
      "jpeg of segments of length zero",
      joined(new Uint8Array([0xff, 0xd8]), ...Array.from({ length: 50 }, () => new Uint8Array([0xff, 0xe0, 0, 0]))),
    ],
  ];
  const random = dice(42);
  for (let n = 0; n < 40; n += 1)
    files.push([`jpeg cut at ${n}/40`, goodJpeg.subarray(0, Math.floor((goodJpeg.length * n) / 40))]);
  for (let n = 0; n < 25; n += 1)
    files.push([`png cut at ${n}/25`, goodPng.subarray(0, Math.floor((goodPng.length * n) / 25))]);
  for (let n = 0; n < 60; n += 1) {
    const broken = new Uint8Array(n % 2 ? goodJpeg : goodPng);
    for (let hit = 0; hit < 12; hit += 1) broken[3 + random(broken.length - 3)] = random(256);
    files.push([`${n % 2 ? "jpeg" : "png"} with 12 broken bytes, ${n}`, broken]);
  }
  return files;
}

describe("a corpus of 150 photo files", () => {
  it(
    "contains only files that are accepted and re-encoded without metadata, or rejected with 400 and not stored",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const as = await site.logIn();
      const files = await corpus();
      expect(files.length).toBeGreaterThanOrEqual(150);
      let taken = 0;
      for (const [name, bytes] of files) {
        const before = (await env.PHOTOS.list()).objects.length;
        const response = await site.fetch("/api/submit-property", {
          json: draft({ images: [dataUrl(bytes, "image/jpeg")] }),
        });
        expect([201, 400], `${name}: ${response.status}`).toContain(response.status);
        const after = (await env.PHOTOS.list()).objects.length;
        if (response.status === 400) {
          expect(after, name).toBe(before);
          continue;
        }
        taken += 1;
        const { id } = await json<{ id: number }>(response);
        const { images } = await json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as }));
        const served = await site.fetch(images[0] ?? "");
        expect(served.headers.get("content-type")).toBe("image/webp");
        expect(served.headers.get("x-content-type-options")).toBe("nosniff");
        const text = new TextDecoder("latin1").decode(await served.arrayBuffer());
        expect(text.startsWith("RIFF"), name).toBe(true);
        for (const trace of ["SECRETMARK", "EXIF", "<script", "<?php", "XMP "])
          expect(text.includes(trace), `${name} keeps ${trace}`).toBe(false);
      }
      // At least the six valid photos with additional data are accepted. More than half of the files are rejected.
      expect(taken).toBeGreaterThanOrEqual(6);
      expect(taken).toBeLessThan(files.length / 2);
    },
  );
});
