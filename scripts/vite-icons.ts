import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { Plugin } from "vite";

const SOURCE = "public/favicon.svg";
const GROUND = "#0f5a6d";

/** The icons that phones ask for, by file name: pixels, and how much of that the drawing takes (a mask cuts the rest). */
const ICONS: Record<string, { pixels: number; drawn: number }> = {
  "icon-192.png": { pixels: 192, drawn: 1 },
  "icon-512.png": { pixels: 512, drawn: 1 },
  "icon-maskable-512.png": { pixels: 512, drawn: 0.7 },
  "apple-touch-icon.png": { pixels: 180, drawn: 0.8 },
};

async function drawIcon(name: string): Promise<Buffer | null> {
  const icon = ICONS[name];
  if (!icon) return null;
  const { pixels, drawn } = icon;
  const size = Math.round(pixels * drawn);
  const drawing = await sharp(await readFile(SOURCE), { density: (72 * size) / 64 })
    .resize(size, size)
    .png()
    .toBuffer();
  if (drawn === 1) return drawing;
  // Opaque to the edge: what a mask leaves must not show through.
  return sharp({ create: { width: pixels, height: pixels, channels: 4, background: GROUND } })
    .composite([{ input: drawing, gravity: "centre" }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Draws the icons of the manifest from the site's own: into the build, and on demand in `vite dev`. */
export function icons(): Plugin {
  return {
    name: "icons",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      for (const fileName of Object.keys(ICONS)) {
        const source = await drawIcon(fileName);
        if (source) this.emitFile({ type: "asset", fileName, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const png = await drawIcon((request.url ?? "").slice(1));
        if (png) response.setHeader("content-type", "image/png").end(png);
        else next();
      });
    },
  };
}
