import type { FeatureCollection, Polygon } from "geojson";
import type {
  LayerSpecification,
  Map as MapLibreMap,
  SourceSpecification,
  StyleSpecification,
  TransformStyleFunction,
} from "maplibre-gl";
import { groundParts, NO_IMAGE, railParts, repaintGround, themeColour } from "./map-ground-layers.ts";
import type { MapContent, MapMarker, MapPoint } from "./map-types.ts";

/** Ids of our own sources and layers, which any background keeps. */
export const POINTS = "own-points";
const RINGS = "own-rings";

/** Maximum zoom at which markers are clustered. */
const CLUSTER_MAX_ZOOM = 15;
/** In CSS pixels. */
const CLUSTER_RADIUS_PX = 64;

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

function pointsOf({ markers }: MapContent): FeatureCollection {
  return {
    type: "FeatureCollection",
    features: markers.map(({ id, latitude, longitude }) => ({
      type: "Feature",
      properties: { id },
      geometry: { type: "Point", coordinates: [longitude, latitude] },
    })),
  };
}

/** CSS pixels around a marker in which the map writes no names: of an icon, and of a rent or a cluster. */
const MARKER_SPACE: Record<"icon" | "text", [vertical: number, horizontal: number]> = {
  icon: [14, 14],
  text: [18, 28],
};

/** Our own sources and layers. Markers are HTML; the points are clustered, and keep their places free of names. */
function ownParts(content: MapContent, isClustered: boolean) {
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
  sources[POINTS] = {
    type: "geojson",
    data: pointsOf(content),
    ...(isClustered && { cluster: true, clusterRadius: CLUSTER_RADIUS_PX, clusterMaxZoom: CLUSTER_MAX_ZOOM }),
  };
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
export function plainStyle(content: MapContent, isClustered: boolean): StyleSpecification {
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

/** Adds our own parts on top of a loaded style. @param hasRails whether the rail lines are drawn too */
export function withOwnParts(content: MapContent, isClustered: boolean, hasRails: boolean): TransformStyleFunction {
  return (_previous, next) => {
    const own = ownParts(content, isClustered);
    const none = { sources: {}, layers: [] };
    const { lines, marks } = hasRails ? railParts(shownNames(content)) : { lines: none, marks: none };
    const firstLabel = next.layers.findIndex(({ type }) => type === "symbol");
    const below = firstLabel === -1 ? next.layers.length : firstLabel;
    const { layers } = next;
    return {
      ...next,
      sources: { ...next.sources, ...lines.sources, ...marks.sources, ...own.sources },
      layers: [...layers.slice(0, below), ...lines.layers, ...layers.slice(below), ...marks.layers, ...own.layers],
    };
  };
}

/** Data of our own sources by id. */
export function ownData(content: MapContent) {
  return { [POINTS]: pointsOf(content), [RINGS]: ringsOf(content) };
}
