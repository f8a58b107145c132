import type { Map as MapLibreMap } from "maplibre-gl";
import { themeColour } from "./map-ground-layers.ts";
import type { MapTint } from "./map-types.ts";

const TINT = "own-tint";
/** The lowest of our own layers above the tint. In the operator's style, the tint is below the first layer of names. */
const RAILS = "ttc-1";
/** Opacity by level, out of 255. Streets, water and names stay readable under the tint in both themes. */
const ALPHAS = [0, 56, 92, 132];
/** Number of pixel rows for each row of the grid. */
const SCALE = 2;

const mercator = (latitude: number) => Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
const latitudeOf = (y: number) => (Math.atan(Math.exp(y)) * 360) / Math.PI - 90;

/**
 * Draws the tint in the theme's colour. Each row of pixels looks up its row of the grid, because rows of pixels have
 * equal heights on the map, but rows of the grid cover equal numbers of degrees.
 */
function paint({ north, south, width, height, levels }: MapTint): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return canvas;
  context.fillStyle = themeColour("accent");
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  const picture = context.createImageData(canvas.width, canvas.height);
  const [top, bottom] = [mercator(north), mercator(south)];
  for (let y = 0; y < canvas.height; y += 1) {
    const latitude = latitudeOf(top + ((y + 0.5) / canvas.height) * (bottom - top));
    const row = Math.min(height - 1, Math.floor(((north - latitude) / (north - south)) * height));
    for (let x = 0; x < width; x += 1) {
      const alpha = ALPHAS[levels[row * width + x] ?? 0] ?? 0;
      picture.data.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  }
  context.putImageData(picture, 0, 0);
  return canvas;
}

/** Draws a tint below the map's lines and names, in place of the previous tint; null removes it. */
export function drawTint(map: MapLibreMap, tint: MapTint | null): void {
  if (map.getLayer(TINT)) map.removeLayer(TINT);
  if (map.getSource(TINT)) map.removeSource(TINT);
  if (!tint) return;
  const { west, north, east, south } = tint;
  map.addSource(TINT, {
    type: "canvas",
    canvas: paint(tint),
    animate: false,
    coordinates: [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ],
  });
  const above = map.getStyle().layers.find(({ id, type }) => id === RAILS || type === "symbol");
  map.addLayer(
    { id: TINT, type: "raster", source: TINT, paint: { "raster-fade-duration": 0, "raster-resampling": "linear" } },
    above?.id,
  );
}

/** Returns whether a tint is drawn; a change of style removes it. */
export const hasTint = (map: MapLibreMap): boolean => map.getLayer(TINT) !== undefined;
