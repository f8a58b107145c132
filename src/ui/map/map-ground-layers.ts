import type { Feature, FeatureCollection, Geometry } from "geojson";
import type {
  LayerSpecification,
  Map as MapLibreMap,
  SourceSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import { GROUND, type NameKind, NAMES } from "./map-ground.ts";

/** Returns a theme colour's current value in a format for canvas. */
export function themeColour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--color-${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Returns whether the page is dark, by the visitor's choice or the system's setting. */
export const isDarkTheme = (): boolean =>
  (document.documentElement.dataset["theme"] ??
    (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

/** Calls `onChange` when the theme changes. @returns a function that stops watching */
export function watchTheme(onChange: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choice = new MutationObserver(onChange);
  system.addEventListener("change", onChange);
  choice.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => {
    system.removeEventListener("change", onChange);
    choice.disconnect();
  };
}

const LAND = "own-land";
const LAKE = "own-lake";
const CITY = "own-city";
const NAMED = "own-names";
const ENDS = "own-line-ends";
const STATIONS = "own-stations";

/** Minimum zoom, and font size in CSS pixels, by kind of name. */
const LETTERING: Record<NameKind, { from: number; px: number }> = {
  area: { from: 0, px: 13 },
  quarter: { from: 11.5, px: 12 },
  station: { from: 9.5, px: 12 },
  stop: { from: 12, px: 12 },
  water: { from: 0, px: 13 },
};
/** System fonts, because there is no glyph server. MapLibre takes the weight from the first name. */
const FONTS = ["Bold", "system-ui"];
/** Size and distances of a line's number, in CSS pixels. */
const BULLET = { size: 18, fromEnd: 16, apart: 280 };
/** Prefix of a bullet's image id; the colour follows. */
const BULLET_OF = "bullet ";
/** Image id of a station's circle, a distance field that gets the theme's colours. */
const STATION_DOT = "station";
/** Dimensions of the circle in CSS pixels; the image has twice as many. */
const DOT = { side: 12, radius: 3.5, edge: 1.5 };
/** A transparent pixel, for a layer that only takes up space. */
export const NO_IMAGE = "no image";

const feature = (geometry: Geometry, properties: Record<string, string> = {}): Feature => ({
  type: "Feature",
  properties,
  geometry,
});
const collection = (features: Feature[]): FeatureCollection => ({ type: "FeatureCollection", features });
const source = (data: Feature | FeatureCollection): SourceSpecification => ({ type: "geojson", data });

/** Returns the ends of all rail lines, each with its bullet's offset away from the line. */
function lineEnds() {
  return GROUND.lines.flatMap(({ colour, places }) =>
    [places.slice(0, 2), places.slice(-2).toReversed()].flatMap(([end, before], index) => {
      if (!end || !before) return [];
      const east = (end[0] - before[0]) * Math.cos((end[1] * Math.PI) / 180);
      const north = end[1] - before[1];
      const scale = BULLET.fromEnd / Math.hypot(east, north);
      return [
        { key: `${colour} ${index}`, colour, at: end, offset: [east * scale, -north * scale] as [number, number] },
      ];
    }),
  );
}

const isOnLine = (kind: NameKind) => kind === "station" || kind === "stop";

function namesLayer(kind: NameKind, from: string): SymbolLayerSpecification {
  return {
    id: `own-${kind}-names`,
    type: "symbol",
    source: from,
    minzoom: LETTERING[kind].from,
    filter: ["==", ["get", "kind"], kind],
    layout: {
      "text-field": ["get", "name"],
      "text-font": FONTS,
      "text-size": LETTERING[kind].px,
      "text-max-width": 8,
      "text-padding": 4,
      ...(kind === "area" && { "text-transform": "uppercase", "text-letter-spacing": 0.08 }),
      // If a marker covers the circle, neither the circle nor the name is drawn.
      ...(isOnLine(kind) && {
        "icon-image": STATION_DOT,
        "icon-padding": 0,
        "text-optional": true,
        "text-variable-anchor": ["left", "right", "top", "bottom"],
        "text-radial-offset": 0.6,
      }),
    },
    paint: nameColours(kind),
  };
}

const nameColours = (kind: NameKind) => ({
  "text-color": themeColour(isOnLine(kind) ? "ink" : kind === "water" ? "accent" : "ink-muted"),
  "text-halo-color": themeColour(kind === "water" ? "map-water" : "surface"),
  "text-halo-width": 1.5,
  ...(isOnLine(kind) && {
    "icon-color": themeColour("surface"),
    "icon-halo-color": themeColour("ink-muted"),
    "icon-halo-width": DOT.edge,
  }),
});

/** Returns the paint properties of layers that depend on the theme. */
const themedPaint = (): Record<string, Record<string, string | number>> => ({
  [LAND]: { "background-color": themeColour("map-land") },
  [LAKE]: { "fill-color": themeColour("map-water") },
  [CITY]: { "fill-color": themeColour("surface") },
  ...Object.fromEntries((Object.keys(LETTERING) as NameKind[]).map((kind) => [`own-${kind}-names`, nameColours(kind)])),
});

type StyleLayers = { sources: Record<string, SourceSpecification>; layers: LayerSpecification[] };

const namesSource = (unnamed: ReadonlySet<string>, kinds: readonly NameKind[]) =>
  source(
    collection(
      NAMES.filter(({ kind, name }) => kinds.includes(kind) && !unnamed.has(name)).map(({ kind, name, at }) =>
        feature({ type: "Point", coordinates: at }, { kind, name }),
      ),
    ),
  );

/**
 * Returns the layers of the rail lines with their numbers, which give way to street names, and the layers above them:
 * stations and line ends.
 * @param unnamed names that the map's own markers already show
 */
export function createRailLayers(unnamed: ReadonlySet<string>): { lines: StyleLayers; marks: StyleLayers } {
  const lines: StyleLayers = { sources: {}, layers: [] };
  for (const { colour, places } of GROUND.lines) {
    lines.sources[colour] = source(feature({ type: "LineString", coordinates: places }));
    lines.layers.push({
      id: colour,
      type: "line",
      source: colour,
      layout: { "line-join": "round", "line-cap": "round" },
      paint: { "line-color": themeColour(colour), "line-width": 3, "line-opacity": 0.55 },
    });
  }
  const bullets = GROUND.lines.map(({ colour }): LayerSpecification => ({
    id: `own-bullets ${colour}`,
    type: "symbol",
    source: colour,
    layout: {
      "symbol-placement": "line",
      "symbol-spacing": BULLET.apart,
      "icon-image": BULLET_OF + colour,
      "icon-rotation-alignment": "viewport",
      "icon-padding": 6,
    },
  }));
  lines.layers.push(...bullets);
  const ends = lineEnds().map(({ key, colour, offset }): LayerSpecification => ({
    id: `own-end ${key}`,
    type: "symbol",
    source: ENDS,
    filter: ["==", ["get", "key"], key],
    layout: { "icon-image": BULLET_OF + colour, "icon-offset": offset, "icon-padding": 0 },
  }));
  const endPoints = lineEnds().map(({ key, colour, at }) =>
    feature({ type: "Point", coordinates: at }, { key, colour }),
  );
  return {
    lines,
    marks: {
      sources: { [STATIONS]: namesSource(unnamed, ["station", "stop"]), [ENDS]: source(collection(endPoints)) },
      layers: [namesLayer("stop", STATIONS), namesLayer("station", STATIONS), ...ends],
    },
  };
}

/** Zoom levels lower than those at which the tiles contain names of neighbourhoods. */
const QUARTERS_OVER_TILES = { minzoom: 10, maxzoom: 12.5 };

/** Returns the names of neighbourhoods for a map with tiles. */
export const createNeighbourhoodLayers = (unnamed: ReadonlySet<string>): StyleLayers => ({
  sources: { [NAMED]: namesSource(unnamed, ["quarter"]) },
  layers: [{ ...namesLayer("quarter", NAMED), ...QUARTERS_OVER_TILES }],
});

/** Returns Lake Ontario, because the tiles of a map of a smaller area do not cover it. */
export const createLakeLayers = (): StyleLayers => ({
  sources: { [LAKE]: source(feature({ type: "Polygon", coordinates: [GROUND.lake] })) },
  layers: [{ id: LAKE, type: "fill", source: LAKE, paint: { "fill-color": themeColour("map-water") } }],
});

/** Returns the layers of a map without a background: land, lake and city, rail lines with numbers, and names. */
export function createGroundLayers(unnamed: ReadonlySet<string>): StyleLayers {
  const { lines, marks } = createRailLayers(unnamed);
  const lake = createLakeLayers();
  return {
    sources: {
      ...lake.sources,
      [CITY]: source(feature({ type: "Polygon", coordinates: [GROUND.city] })),
      [NAMED]: namesSource(unnamed, ["area", "quarter", "water"]),
      ...lines.sources,
      ...marks.sources,
    },
    layers: [
      { id: LAND, type: "background", paint: { "background-color": themeColour("map-land") } },
      ...lake.layers,
      { id: CITY, type: "fill", source: CITY, paint: { "fill-color": themeColour("surface") } },
      ...lines.layers,
      // Later layers have priority in label placement.
      namesLayer("quarter", NAMED),
      namesLayer("water", NAMED),
      namesLayer("area", NAMED),
      ...marks.layers,
    ],
  };
}

/** Applies the current theme to the ground. */
export function repaintGround(map: MapLibreMap): void {
  for (const [layer, paint] of Object.entries(themedPaint()))
    if (map.getLayer(layer))
      for (const [property, value] of Object.entries(paint))
        map.setPaintProperty(layer, property as "fill-color", value as string);
}

/** Renders our own images when a style first needs them. */
export function drawImages(map: MapLibreMap): void {
  map.setMissingStyleImageResolver((id) => {
    if (id === NO_IMAGE && !map.hasImage(id)) map.addImage(id, new ImageData(1, 1));
    if (id === STATION_DOT && !map.hasImage(id)) map.addImage(id, stationDot(), { sdf: true, pixelRatio: 2 });
    if (!id.startsWith(BULLET_OF) || map.hasImage(id)) return;
    const picture = bullet(id.slice(BULLET_OF.length));
    if (picture) map.addImage(id, picture, { pixelRatio: 2 });
  });
}

/**
 * Returns a circle as a distance field for MapLibre: alpha is three quarters at the edge, and rises to full within 8
 * px.
 */
function stationDot(): ImageData {
  const [side, radius] = [2 * DOT.side, 2 * DOT.radius];
  const image = new ImageData(side, side);
  for (let at = 0; at < side * side; at += 1) {
    const outside = Math.hypot((at % side) + 0.5 - side / 2, Math.floor(at / side) + 0.5 - side / 2) - radius;
    image.data[at * 4 + 3] = Math.max(0, Math.min(255, 255 * (0.75 - outside / 8)));
  }
  return image;
}

/** Returns an image of a TTC line's number in the line's colour. @param colour theme colour such as `ttc-2` */
function bullet(colour: string): ImageData | null {
  const side = BULLET.size * 2;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = themeColour(colour);
  context.beginPath();
  context.arc(side / 2, side / 2, side / 2 - 1, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = themeColour(colour === "ttc-4" ? "ttc-light" : "ttc-dark");
  context.font = `bold ${side * 0.66}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(colour.slice(-1), side / 2, side / 2 + 1.5);
  return context.getImageData(0, 0, side, side);
}
