import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { PREVIEW_SIZE } from "../worker/contracts/photos.ts";

const { resolve } = createRequire(import.meta.url);
const FONTS = ["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"];
const LEFT = 90;
/** Of src/app/theme.css, the light ones: a picture knows no dark theme. */
const COLOUR = { paper: "#faf6ef", ink: "#231e19", muted: "#615a50", accent: "#0f5a6d" };

let drawer: Promise<Uint8Array[]> | null = null;

async function loadDrawer(): Promise<Uint8Array[]> {
  await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  return Promise.all(FONTS.map((font) => readFile(resolve(`dejavu-fonts-ttf/ttf/${font}`))));
}

/**
 * Draws the picture that is shown when a page without one of its own is shared: mark, name, and what the site is.
 * @param mark the site's mark as SVG, 64 by 64
 * @returns a PNG; the letters come from fonts of the project, so that every machine draws the same
 */
export async function drawSharePicture(mark: string, { name, about }: { name: string; about: string }) {
  const fontBuffers = await (drawer ??= loadDrawer());
  const { width, height } = PREVIEW_SIZE;
  const lines = about.split(/(?<=,) /);
  const line = (text: string, y: number, size: number, style: string) =>
    `<text x="${LEFT}" y="${y}" font-size="${size}" ${style}>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${COLOUR.paper}"/>` +
    `<rect y="${height - 16}" width="${width}" height="16" fill="${COLOUR.accent}"/>` +
    `<svg x="${LEFT}" y="110" width="128" height="128" viewBox="0 0 64 64">${mark}</svg>` +
    line(name, 350, 90, `font-weight="700" fill="${COLOUR.ink}"`) +
    lines.map((text, nth) => line(text, 430 + nth * 56, 42, `fill="${COLOUR.muted}"`)).join("") +
    "</svg>";
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: "DejaVu Sans Condensed" } });
  try {
    return drawing.render().asPng();
  } finally {
    drawing.free();
  }
}
