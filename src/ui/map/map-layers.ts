import type { FeatureCollection, Point, Polygon } from "geojson";
import type {
  LayerSpecification,
  Map as MapLibreMap,
  SourceSpecification,
  StyleSpecification,
  TransformStyleFunction,
} from "maplibre-gl";
import {
  createGroundLayers,
  createLakeLayers,
  NO_IMAGE,
  createNeighbourhoodLayers,
  createRailLayers,
  repaintGround,
  themeColour,
} from "./map-ground-layers.ts";
import type { DrawnContent, MapContent, MapMarker, MapPoint, BlockedBox } from "./map-types.ts";

/** Ids of our own sources and layers, which stay when the background changes. */
const POINTS = "own-points";
const RINGS = "own-rings";

export const METRES_PER_DEGREE = 111_195;
const RING_CORNERS = 96;

/**
 * Returns the point `metres` away in a direction (radians from east, counter-clockwise). Accurate for a few kilometres.
 */
export function pointAtDistance(
  { latitude, longitude }: MapPoint,
  metres: number,
  direction: number,
): [number, number] {
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  return [
    longitude + (metres * Math.cos(direction)) / perDegreeEast,
    latitude + (metres * Math.sin(direction)) / METRES_PER_DEGREE,
  ];
}

function ringsOf({ markers, rings = [] }: MapContent): FeatureCollection<Polygon> {
  const centre = markers.find(({ tone }) => tone === "main");
  return {
    type: "FeatureCollection",
    features: (centre ? rings : []).map(({ metres }) => ({
      type: "Feature",
      properties: {},
      geometry: {
        type: "Polygon",
        coordinates: [
          Array.from({ length: RING_CORNERS + 1 }, (_, corner) =>
            pointAtDistance(centre as MapMarker, metres, (corner / RING_CORNERS) * 2 * Math.PI),
          ),
        ],
      },
    })),
  };
}

/** Returns the space around a box in MapLibre's order of sides: top, right, bottom, left. */
const sidesOf = ([vertical, horizontal]: BlockedBox["space"]) => [vertical, horizontal, vertical, horizontal];

function pointsOf({ markerBoxes, coveredBoxes }: DrawnContent): FeatureCollection<Point> {
  return {
    type: "FeatureCollection",
    features: [...markerBoxes, ...coveredBoxes].map(({ at, space }) => ({
      type: "Feature",
      properties: { sides: sidesOf(space) },
      geometry: { type: "Point", coordinates: at },
    })),
  };
}

/** Selector of the page's elements that cover parts of a map. */
const OVER_MAP = "[data-over-map], .maplibregl-ctrl-attrib, .pin-card";
/** Half the height and width, in CSS pixels, of the boxes that fill covered areas. */
const TILE: BlockedBox["space"] = [14, 14];

/** Returns boxes that keep names out of the covered areas of the map and away from its edges. */
export function findCoveredBoxes(map: MapLibreMap): BlockedBox[] {
  const [vertical, horizontal] = TILE;
  const edges = map.getContainer().getBoundingClientRect();
  const boxes: BlockedBox[] = [];
  const addBox = (x: number, y: number, space = TILE) => {
    const { lng, lat } = map.unproject([x, y]);
    boxes.push({ at: [lng, lat], space });
  };
  for (const element of document.querySelectorAll(OVER_MAP)) {
    const box = element.getBoundingClientRect();
    const [right, bottom] = [Math.min(box.right, edges.right), Math.min(box.bottom, edges.bottom)];
    for (let y = Math.max(box.top, edges.top); y < bottom; y += 2 * vertical)
      for (let x = Math.max(box.left, edges.left); x < right; x += 2 * horizontal)
        addBox(x - edges.left + horizontal, y - edges.top + vertical);
  }
  for (let x = 0; x < edges.width; x += 2 * horizontal)
    for (const y of [1, edges.height - 1]) addBox(x, y, [1, horizontal]);
  for (let y = 0; y < edges.height; y += 2 * vertical)
    for (const x of [1, edges.width - 1]) addBox(x, y, [vertical, 1]);
  return boxes;
}

/** Returns our own sources and layers. Markers are HTML elements, so invisible points keep names away from them. */
function createOwnLayers(content: DrawnContent) {
  const sources: Record<string, SourceSpecification> = {};
  const layers: LayerSpecification[] = [];
  if (content.rings !== undefined) {
    sources[RINGS] = { type: "geojson", data: ringsOf(content) };
    layers.push({
      id: RINGS,
      type: "line",
      source: RINGS,
      paint: { "line-color": themeColour("line-strong"), "line-width": 1.25, "line-dasharray": [3, 3] },
    });
  }
  sources[POINTS] = { type: "geojson", data: pointsOf(content) };
  // MapLibre places the last layer first, so names of other layers give way to it.
  layers.push({
    id: POINTS,
    type: "symbol",
    source: POINTS,
    layout: {
      "icon-image": NO_IMAGE,
      "icon-allow-overlap": true,
      "icon-padding": ["get", "sides"],
    },
  });
  return { sources, layers };
}

/** Returns the names that the markers show. */
const shownNames = ({ markers }: MapContent) => new Set(markers.map(({ name }) => name ?? ""));

/** Returns the style of the plain ground with our own layers. */
export function plainStyle(content: DrawnContent): StyleSpecification {
  const ground = createGroundLayers(shownNames(content));
  const own = createOwnLayers(content);
  return {
    version: 8,
    sources: { ...ground.sources, ...own.sources },
    layers: [...ground.layers, ...own.layers],
  };
}

/** Applies the current theme to our own layers. */
export function repaint(map: MapLibreMap): void {
  repaintGround(map);
  if (map.getLayer(RINGS)) map.setPaintProperty(RINGS, "line-color", themeColour("line-strong"));
}

/**
 * Returns a function that adds our own layers to a loaded style.
 * @param isOurs true for our own style, which also gets rail lines, neighbourhoods and the lake beyond its tiles
 */
export function withOwnLayers(content: DrawnContent, isOurs: boolean): TransformStyleFunction {
  return (_previous, next) => {
    const own = createOwnLayers(content);
    const none = { sources: {}, layers: [] };
    const { lines, marks } = isOurs ? createRailLayers(shownNames(content)) : { lines: none, marks: none };
    const lake = isOurs ? createLakeLayers() : none;
    const quarters = isOurs ? createNeighbourhoodLayers(shownNames(content)) : none;
    const [background, ...layers] = next.layers;
    const firstLabel = layers.findIndex(({ type }) => type === "symbol");
    const below = firstLabel === -1 ? layers.length : firstLabel;
    return {
      ...next,
      sources: {
        ...next.sources,
        ...lake.sources,
        ...lines.sources,
        ...quarters.sources,
        ...marks.sources,
        ...own.sources,
      },
      layers: [
        ...(background ? [background] : []),
        ...lake.layers,
        ...layers.slice(0, below),
        ...lines.layers,
        ...quarters.layers,
        ...layers.slice(below),
        ...marks.layers,
        ...own.layers,
      ],
    };
  };
}

/** Returns the data of our own sources by id. */
export function createOwnData(content: DrawnContent) {
  return { [POINTS]: pointsOf(content), [RINGS]: ringsOf(content) };
}
