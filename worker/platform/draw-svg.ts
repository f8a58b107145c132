import { type FontFace, readFontFace } from "./font-face.ts";

/** The font family of drawings, in both weights. */
export const FONT_FAMILY = "DejaVu Sans Condensed";

/** Renders SVG without a browser. */
export interface SvgRenderer {
  regular: FontFace;
  bold: FontFace;
  /**
   * Renders an SVG at its own size. Text must use {@link FONT_FAMILY}. Images must be data URLs of JPEG or PNG.
   * @returns a PNG
   * @throws when the SVG is not well-formed
   */
  draw(svg: string): Uint8Array;
}

let drawer: Promise<SvgRenderer> | null = null;

/** Loads the renderer on first use, because the renderer and its fonts are larger than the rest of the worker. */
export function loadRenderer(): Promise<SvgRenderer> {
  drawer ??= makeDrawer().catch((error: unknown) => {
    drawer = null;
    throw error;
  });
  return drawer;
}

async function makeDrawer(): Promise<SvgRenderer> {
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
