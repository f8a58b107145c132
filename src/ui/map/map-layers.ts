import type { Feature, FeatureCollection, MultiPoint, Polygon } from "geojson";
import type {
  LayerSpecification,
  Map as MapLibreMap,
  SourceSpecification,
  StyleSpecification,
  TransformStyleFunction,
} from "maplibre-gl";
import {
  groundParts,
  lakeParts,
  NO_IMAGE,
  quarterParts,
  railParts,
  repaintGround,
  themeColour,
} from "./map-ground-layers.ts";
import type { DrawnContent, MapContent, MapMarker, MapPoint } from "./map-types.ts";

/** Ids of our own sources and layers, which any background keeps. */
const POINTS = "own-points";
const RINGS = "own-rings";

const METRES_PER_DEGREE = 111_195;
const RING_CORNERS = 96;

/** The point `metres` away in a direction (radians from east, counter-clockwise), accurate for a few kilometres. */
export function placeAway({ latitude, longitude }: MapPoint, metres: number, direction: number): [number, number] {
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
            placeAway(centre as MapMarker, metres, (corner / RING_CORNERS) * 2 * Math.PI),
          ),
        ],
      },
    })),
  };
}

function pointsOf({ places, covered }: DrawnContent): Feature<MultiPoint> {
  return { type: "Feature", properties: {}, geometry: { type: "MultiPoint", coordinates: [...places, ...covered] } };
}

/** CSS pixels around a marker in which the map writes no names: of an icon, and of a rent or a cluster. */
const MARKER_SPACE: Record<"icon" | "text", [vertical: number, horizontal: number]> = {
  icon: [14, 14],
  text: [18, 28],
};

/** Elements of the page that lie over a map. */
const OVER_MAP = "[data-over-map], .maplibregl-ctrl-attrib";

/** Finds places all over what lies over a map, so close that no name fits between them. */
export function coveredPlaces(map: MapLibreMap, isClustered: boolean): [number, number][] {
  const [vertical, horizontal] = MARKER_SPACE[isClustered ? "text" : "icon"];
  const edges = map.getContainer().getBoundingClientRect();
  const places: [number, number][] = [];
  for (const element of document.querySelectorAll(OVER_MAP)) {
    const box = element.getBoundingClientRect();
    const [right, bottom] = [Math.min(box.right, edges.right), Math.min(box.bottom, edges.bottom)];
    for (let y = Math.max(box.top, edges.top); y < bottom; y += 2 * vertical)
      for (let x = Math.max(box.left, edges.left); x < right; x += 2 * horizontal) {
        const { lng, lat } = map.unproject([x - edges.left + horizontal, y - edges.top + vertical]);
        places.push([lng, lat]);
      }
  }
  return places;
}

/** Our own sources and layers. Markers are HTML; the points keep their places free of names. */
function ownParts(content: DrawnContent, isClustered: boolean) {
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
  const [vertical, horizontal] = MARKER_SPACE[isClustered ? "text" : "icon"];
  // The last layer is placed first: names of other layers give way to it.
  layers.push({
    id: POINTS,
    type: "symbol",
    source: POINTS,
    layout: {
      "icon-image": NO_IMAGE,
      "icon-allow-overlap": true,
      "icon-padding": [vertical, horizontal, vertical, horizontal],
    },
  });
  return { sources, layers };
}

/** Names that the markers show. */
const shownNames = ({ markers }: MapContent) => new Set(markers.map(({ name }) => name ?? ""));

/** The plain ground with our own parts. */
export function plainStyle(content: DrawnContent, isClustered: boolean): StyleSpecification {
  const ground = groundParts(shownNames(content));
  const own = ownParts(content, isClustered);
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

/** Adds our own parts to a loaded style. @param isOurs whether the lake is drawn beyond its tiles, and the rail lines */
export function withOwnParts(content: DrawnContent, isClustered: boolean, isOurs: boolean): TransformStyleFunction {
  return (_previous, next) => {
    const own = ownParts(content, isClustered);
    const none = { sources: {}, layers: [] };
    const { lines, marks } = isOurs ? railParts(shownNames(content)) : { lines: none, marks: none };
    const lake = isOurs ? lakeParts() : none;
    const quarters = isOurs ? quarterParts(shownNames(content)) : none;
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

/** Data of our own sources by id. */
export function ownData(content: DrawnContent) {
  return { [POINTS]: pointsOf(content), [RINGS]: ringsOf(content) };
}
