import { LngLatBounds, type MapOptions } from "maplibre-gl";
import { METRES_PER_DEGREE, pointAtDistance } from "./map-layers.ts";
import { coveredOf, paddingOfPins } from "./map-pins.ts";
import type { MapContent, MapPoint } from "./map-types.ts";
import { layOutPins } from "./pin-layout.ts";

/** Scale of a degree of latitude relative to a degree of longitude on the map, in Toronto. */
const DEGREES_NORTH = 1.38;

export const ZOOM = { min: 8, max: 18, opening: 15 };
/** Width in CSS pixels below which a map opens on its first ring only, to leave room for markers. */
const NARROW = 480;
/** CSS pixels between the fitted markers and the map's edges. */
const PADDING = { top: 48, bottom: 48, left: 48, right: 64 };
const PADDING_NARROW = { top: 16, bottom: 48, left: 16, right: 16 };
/** Share of pins that may be out of view, so that a few far ones do not force all others into clusters. */
const FAR_SHARE = { narrow: 0.25, wide: 0.06 };

function focusOf({ markers, focusIds }: MapContent) {
  return focusIds === undefined ? markers : markers.filter(({ id }) => focusIds.includes(id));
}

/** Returns a key for the content that the view is fitted to. */
export const fitKey = (content: MapContent): string =>
  content.area ? "area" : (content.conditions ?? String(focusOf(content).map(({ id }) => id)));

export const centreOf = ({ markers }: MapContent) => markers.find(({ tone }) => tone === "main");

/** Number of selections to try between leaving out none and all of the far pins. */
const CHOICES = 5;
/** Approximate size of a pin and of a cluster, in CSS pixels. */
const PIN = { width: 70, height: 28 };
const CLUSTER = { width: 80, height: 48 };
/** Cost of a pin or cluster that the edge cuts off, as a number of visible prices. */
const CUT_COSTS = 3;

/**
 * Returns several selections of pins that leave out more and more far ones: each time the outermost pin along the axis
 * that limits the zoom.
 */
function choicesOfPins(pins: readonly MapPoint[], room: { width: number; height: number }, share: number) {
  const along = (axis: keyof MapPoint, kept: readonly MapPoint[]) => {
    const sorted = kept.toSorted((a, b) => a[axis] - b[axis]);
    const at = (nth: number) => sorted.at(nth)?.[axis] ?? 0;
    const isFirstFar = at(1) - at(0) > at(-1) - at(-2);
    return { length: at(-1) - at(0), nearer: isFirstFar ? sorted.slice(1) : sorted.slice(0, -1) };
  };
  const choices = [pins];
  let kept = pins;
  const most = Math.floor(pins.length * share);
  for (let far = 1; far <= most; far += 1) {
    const [east, north] = [along("longitude", kept), along("latitude", kept)];
    kept = east.length / room.width > (north.length / room.height) * DEGREES_NORTH ? east.nearer : north.nearer;
    if (far === most || far % Math.ceil(most / CHOICES) === 0) choices.push(kept);
  }
  return choices;
}

/**
 * Fits the pins of a search into the part of the map that nothing covers. A few far pins may be left out, so that the
 * most prices are in view and the edges cut none off.
 */
function viewOfPins({ markers }: MapContent, container: HTMLElement) {
  const padding = paddingOfPins(container);
  const { left, right, top, bottom } = padding;
  const { clientWidth: width, clientHeight: height } = container;
  const room = { width: width - left - right, height: height - top - bottom };
  const fits = choicesOfPins(markers, room, width < NARROW ? FAR_SHARE.narrow : FAR_SHARE.wide).map((kept) => {
    const bounds = new LngLatBounds();
    for (const { longitude, latitude } of kept) bounds.extend([longitude, latitude]);
    const { lng, lat } = bounds.getCenter();
    const scale = Math.min(
      room.width / (bounds.getEast() - bounds.getWest()),
      room.height / (bounds.getNorth() - bounds.getSouth()) / DEGREES_NORTH,
    );
    const pins = markers.map(({ id, longitude, latitude }) => ({
      ids: [id],
      x: left + room.width / 2 + (longitude - lng) * scale,
      y: top + room.height / 2 - (latitude - lat) * scale * DEGREES_NORTH,
      ...PIN,
    }));
    let worth = 0;
    for (const box of layOutPins(pins, () => CLUSTER)) {
      // The map draws no pin whose middle is outside.
      const isDrawn = box.x > 0 && box.x < width && box.y > top - PIN.height && box.y < height - bottom + PIN.height;
      if (!isDrawn) continue;
      if (box.x < box.width / 2 || box.x > width - box.width / 2) worth -= CUT_COSTS;
      else if (box.ids.length === 1) worth += 1;
    }
    return { bounds, worth };
  });
  const { bounds } = fits.reduce((best, fit) => (fit.worth > best.worth ? fit : best));
  return { bounds, fitBoundsOptions: { padding, maxZoom: ZOOM.opening } };
}

/**
 * Returns the opening view with padding: the area, otherwise the pins, otherwise the markers in focus and the rings.
 */
export function openingView(
  content: MapContent,
  container: HTMLElement,
  isClustered: boolean,
): Pick<MapOptions, "bounds" | "fitBoundsOptions" | "center" | "zoom"> {
  if (content.area) {
    const { west, south, east, north } = content.area;
    const padding = coveredOf(container);
    return { bounds: new LngLatBounds([west, south, east, north]), fitBoundsOptions: { padding, maxZoom: ZOOM.max } };
  }
  if (isClustered && content.markers.length > 0) return viewOfPins(content, container);
  const centre = centreOf(content);
  const rings = centre ? (content.rings ?? []) : [];
  const isNarrow = container.clientWidth < NARROW && rings.length > 0;
  const bounds = new LngLatBounds();
  for (const { longitude, latitude } of isNarrow ? [] : focusOf(content)) bounds.extend([longitude, latitude]);
  for (const { metres } of rings.slice(0, 1))
    for (const quarter of [0, 1, 2, 3])
      if (centre) bounds.extend(pointAtDistance(centre, metres, (quarter * Math.PI) / 2));
  return bounds.isEmpty()
    ? { center: [-79.3832, 43.6532] as [number, number], zoom: 10 }
    : {
        bounds,
        fitBoundsOptions: {
          padding: isNarrow ? PADDING_NARROW : PADDING,
          maxZoom: content.openingZoom ?? ZOOM.opening,
        },
      };
}

/** Minimum distance between a ring's caption and a marker in metres, so that neither covers the other. */
const BESIDE_MARKER = 160;
/** Directions for a ring's caption, in order of preference: the top first. */
const CAPTION_DIRECTIONS = [Math.PI / 2, -Math.PI / 2, 0, Math.PI];

/** Returns a point on a ring where its caption covers no marker. */
export function captionPlace({ markers }: MapContent, centre: MapPoint, metres: number): [number, number] {
  const places = CAPTION_DIRECTIONS.map((direction) => pointAtDistance(centre, metres, direction));
  const isFreeOfMarkers = ([longitude, latitude]: [number, number]) =>
    markers.every((marker) => {
      const north = (marker.latitude - latitude) * METRES_PER_DEGREE;
      const east = ((marker.longitude - longitude) * METRES_PER_DEGREE) / DEGREES_NORTH;
      return Math.hypot(north, east) > BESIDE_MARKER;
    });
  return places.find(isFreeOfMarkers) ?? pointAtDistance(centre, metres, Math.PI / 2);
}
