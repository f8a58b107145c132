import { readFile } from "node:fs/promises";
import sharp from "sharp";
import type { Plugin } from "vite";
import { drawSharePicture } from "./share-picture.ts";

const SOURCE = "public/favicon.svg";
const MANIFEST = "public/manifest.webmanifest";
const GROUND = "#0f5a6d";

/** The icons that phones ask for, by file name: pixels, and how much of that the drawing takes (a mask cuts the rest). */
const ICONS: Record<string, { pixels: number; drawn: number }> = {
  "icon-192.png": { pixels: 192, drawn: 1 },
  "icon-512.png": { pixels: 512, drawn: 1 },
  "icon-maskable-512.png": { pixels: 512, drawn: 0.7 },
  "apple-touch-icon.png": { pixels: 180, drawn: 0.8 },
};
/** Side of the icon in favicon.ico, in pixels. */
const ICO_PIXELS = 48;

const drawMark = async (size: number): Promise<Buffer> =>
  sharp(await readFile(SOURCE), { density: (72 * size) / 64 })
    .resize(size, size)
    .png()
    .toBuffer();

async function drawIcon({ pixels, drawn }: { pixels: number; drawn: number }): Promise<Buffer> {
  const drawing = await drawMark(Math.round(pixels * drawn));
  if (drawn === 1) return drawing;
  // Opaque to the edge: what a mask leaves must not show through.
  return sharp({ create: { width: pixels, height: pixels, channels: 4, background: GROUND } })
    .composite([{ input: drawing, gravity: "centre" }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** An icon for whoever asks for /favicon.ico without having read a page: a file of one PNG. */
async function drawIco(): Promise<Buffer> {
  const png = await drawMark(ICO_PIXELS);
  const head = Buffer.alloc(22);
  // An icon (1) with one picture: its sides, 1 plane, 32 bits, its length, and where it begins.
  for (const [at, value] of [
    [2, 1],
    [4, 1],
    [10, 1],
    [12, 32],
  ] as const)
    head.writeUInt16LE(value, at);
  head.writeUInt8(ICO_PIXELS, 6);
  head.writeUInt8(ICO_PIXELS, 7);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

async function drawPicture(): Promise<Buffer> {
  const { name, description } = JSON.parse(await readFile(MANIFEST, "utf8")) as { name: string; description: string };
  const png = await drawSharePicture(await readFile(SOURCE, "utf8"), { name, about: description });
  return sharp(png).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

/** What is drawn from the site's mark, by file name. */
const DRAWN = new Map<string, () => Promise<Buffer>>([
  ...Object.entries(ICONS).map(([name, icon]) => [name, () => drawIcon(icon)] as const),
  ["favicon.ico", drawIco],
  ["share.png", drawPicture],
]);

/** Draws the icons and the picture of the site from its mark: into the build, and on demand in `vite dev`. */
export function icons(): Plugin {
  return {
    name: "icons",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      for (const [fileName, draw] of DRAWN) this.emitFile({ type: "asset", fileName, source: await draw() });
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const name = (request.url ?? "").slice(1);
        const image = await DRAWN.get(name)?.();
        if (image) response.setHeader("content-type", name.endsWith(".ico") ? "image/x-icon" : "image/png").end(image);
        else next();
      });
    },
  };
}

const LUCIDE = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;

/** What a module of lucide exports: the data of an icon, unless it is another name of one. */
interface LucideModule {
  __iconData?: { name: string; aliases?: string[]; node: [element: string, attributes: Record<string, string>][] };
}

/** Turns the icons of lucide into constants: src/ui/icon.tsx. `vite dev` takes them as they come. */
export function constantIcons(): Plugin {
  return {
    name: "constant-icons",
    apply: "build",
    transform: {
      filter: { id: LUCIDE },
      async handler(_, id) {
        const { __iconData: data } = (await import(id)) as LucideModule;
        if (!data) return null;
        const names = ["lucide", ...[data.name, ...(data.aliases ?? [])].map((name) => `lucide-${name}`)].join(" ");
        const shapes = data.node.map(([element, { key: _key, ...attributes }]) => {
          const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
          return `<${element}${written.join("")}/>`;
        });
        return {
          code: `import { icon } from "/src/ui/icon.tsx";
export default icon(${JSON.stringify(names)}, ${JSON.stringify(shapes.join(""))});`,
          map: null,
        };
      },
    },
  };
}
