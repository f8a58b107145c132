import { type FontFace, readFontFace } from "./font-face.ts";

/** Name of the family that drawings are lettered with, in both weights. */
export const FONT_FAMILY = "DejaVu Sans Condensed";

/** What draws SVG without a browser. */
export interface Drawer {
  regular: FontFace;
  bold: FontFace;
  /**
   * Draws an SVG in its own size. Letters come from {@link FONT_FAMILY}, pictures from data URLs of JPEG or PNG.
   * @returns a PNG
   * @throws when the SVG is not well-formed
   */
  draw(svg: string): Uint8Array;
}

let drawer: Promise<Drawer> | null = null;

/** The drawer, loaded when it is first needed: it and its fonts are larger than the rest of the worker. */
export function loadDrawer(): Promise<Drawer> {
  drawer ??= makeDrawer().catch((error: unknown) => {
    drawer = null;
    throw error;
  });
  return drawer;
}

async function makeDrawer(): Promise<Drawer> {
  const [{ initWasm, Resvg }, { default: compiled }, regular, bold] = await Promise.all([
    import("@resvg/resvg-wasm"),
    import("@resvg/resvg-wasm/index_bg.wasm"),
    import("dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf?bytes"),
    import("dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf?bytes"),
  ]);
  await initWasm(compiled);
  return {
    regular: readFontFace(regular.bytes),
    bold: readFontFace(bold.bytes),
    draw(svg) {
      const drawing = new Resvg(svg, {
        font: {
          fontBuffers: [regular.bytes, bold.bytes],
          defaultFontFamily: FONT_FAMILY,
          sansSerifFamily: FONT_FAMILY,
        },
      });
      try {
        const image = drawing.render();
        try {
          return image.asPng();
        } finally {
          image.free();
        }
      } finally {
        drawing.free();
      }
    },
  };
}
