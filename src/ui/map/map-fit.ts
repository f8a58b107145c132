import { LngLatBounds, type MapOptions } from "maplibre-gl";
import { METRES_PER_DEGREE, pointAtDistance } from "./map-layers.ts";
import { coveredEdges, createPinSizes, pinPadding } from "./map-pins.ts";
import type { MapContent, MapPoint } from "./map-types.ts";
import { layOutPins } from "./pin-layout.ts";

/** Length of a degree of latitude on the map in Toronto, in degrees of longitude. */
const DEGREES_NORTH = 1.38;

export const ZOOM = { min: 8, max: 18, opening: 15 };
/** Width in CSS pixels below which a map shows only its first ring at first, to leave room for markers. */
const NARROW = 480;
/** CSS pixels between the fitted markers and the map's edges. */
const PADDING = { top: 48, bottom: 48, left: 48, right: 64 };
const PADDING_NARROW = { top: 16, bottom: 48, left: 16, right: 16 };
/** Fraction of pins that may be out of view, so that a few far pins do not force all others into clusters. */
const FAR_SHARE = { narrow: 0.4, wide: 0.1 };

function focusOf({ markers, focusIds }: MapContent) {
  return focusIds === undefined ? markers : markers.filter(({ id }) => focusIds.includes(id));
}

/** Returns a key for the content that the view is fitted to. */
export const fitKey = (content: MapContent): string =>
  content.area ? "area" : (content.conditions ?? String(focusOf(content).map(({ id }) => id)));

export const findMainMarker = ({ markers }: MapContent) => markers.find(({ tone }) => tone === "main");

/**
 * Number of selections to try, from one with all far pins to one without any. The number is lower if there are many
 * pins.
 */
const CHOICES = { few: 20, many: 5 };
/** Distances in CSS pixels by which a narrow map may be shifted, so that its edges do not cut off pins. */
const SHIFTS = [0, -12, 12, -24, 24];
/** Number of pins from which trying a selection takes noticeable time. */
const LARGE_PIN_COUNT = 300;
/**
 * Values for rating a view, in units of one visible price: the cost of a pin or cluster that an edge cuts off, the
 * worth of a cluster, and the cost of each home in a cluster.
 */
const CUT_COSTS = 3;
const CLUSTER_WORTH = 0.5;
const MEMBER_COSTS = 0.06;
/** Room that the zoom buttons take in the top right corner, below the covered part, in CSS pixels. */
const ZOOM_BUTTONS = { width: 56, height: 92 };

/**
 * Returns selections of pins that leave out more and more far pins. Each step leaves out the outermost pin along the
 * axis that limits the zoom.
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
  const maxFar = Math.floor(pins.length * share);
  const step = Math.ceil(maxFar / (pins.length < LARGE_PIN_COUNT ? CHOICES.few : CHOICES.many));
  for (let far = 1; far <= maxFar; far += 1) {
    const [east, north] = [along("longitude", kept), along("latitude", kept)];
    kept = east.length / room.width > (north.length / room.height) * DEGREES_NORTH ? east.nearer : north.nearer;
    if (far === maxFar || far % step === 0) choices.push(kept);
  }
  return choices;
}

/** Size of the world at zoom 0 in CSS pixels. */
const WORLD_PX = 512;

/** Returns the distance of a latitude from the equator on the map, in degrees of longitude. */
const mercatorNorth = (latitude: number) =>
  (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;

/**
 * Fits the pins of a search into the part of the map that nothing covers. A few far pins may be left out of view, to
 * show as many prices as possible and to cut none off at the edges.
 */
function viewOfPins({ markers }: MapContent, container: HTMLElement) {
  // Pins may be placed beside the zoom buttons, so the space beside these counts as uncovered.
  const besideButtons = Number.parseFloat(getComputedStyle(container).scrollMarginTop) || 0;
  const whole = coveredEdges(container);
  const covered = { ...whole, top: whole.top - besideButtons };
  const padding = pinPadding(covered);
  const { left, right, top, bottom } = padding;
  const { clientWidth: width, clientHeight: height } = container;
  const room = { width: width - left - right, height: height - top - bottom };
  // Uses the sizes and positions of the pins as drawn, because small differences change the clusters.
  const { sizeOf, clusterSize } = createPinSizes(container);
  const isNarrow = width < NARROW;
  const shifts = isNarrow && markers.length < LARGE_PIN_COUNT ? SHIFTS : [0];
  const choices = choicesOfPins(markers, room, isNarrow ? FAR_SHARE.narrow : FAR_SHARE.wide);
  const fits = choices.flatMap((kept) => {
    const bounds = new LngLatBounds();
    for (const { longitude, latitude } of kept) bounds.extend([longitude, latitude]);
    const [north, south] = [mercatorNorth(bounds.getNorth()), mercatorNorth(bounds.getSouth())];
    const scale = Math.min(
      room.width / (bounds.getEast() - bounds.getWest()),
      room.height / (north - south),
      (WORLD_PX * 2 ** ZOOM.opening) / 360,
    );
    const pins = markers.map(({ id, longitude, latitude, tone, text = "" }) => ({
      ids: [id],
      x: left + room.width / 2 + (longitude - bounds.getCenter().lng) * scale,
      y: top + room.height / 2 - (mercatorNorth(latitude) - (north + south) / 2) * scale,
      ...sizeOf(tone, text),
    }));
    const laid = layOutPins(pins, clusterSize);
    return shifts.flatMap((east) =>
      shifts.map((south) => {
        let worth = 0;
        for (const { ids, x, y, ...box } of laid) {
          const [middleX, middleY] = [x + east, y + south];
          // The map does not draw a pin whose middle is outside.
          if (middleX < 0 || middleX > width || middleY < 0 || middleY > height - covered.bottom) continue;
          const [overX, overY] = [box.width / 2, box.height / 2];
          const isCut =
            middleX < overX ||
            middleX > width - overX ||
            middleY < covered.top + overY ||
            middleY > height - covered.bottom - overY ||
            (middleX > width - ZOOM_BUTTONS.width - overX && middleY < covered.top + ZOOM_BUTTONS.height + overY);
          if (isCut) worth -= CUT_COSTS;
          else worth += ids.length === 1 ? 1 : CLUSTER_WORTH - MEMBER_COSTS * ids.length;
        }
        const shifted = { left: left + east, right: right - east, top: top + south, bottom: bottom - south };
        return { bounds, worth, padding: shifted };
      }),
    );
  });
  const best = fits.reduce((most, fit) => (fit.worth > most.worth ? fit : most));
  return { bounds: best.bounds, fitBoundsOptions: { padding: best.padding, maxZoom: ZOOM.opening } };
}

/**
 * Returns the view that the map opens with, and its padding: the area, otherwise the pins, otherwise the markers in
 * focus and the rings.
 */
export function openingView(
  content: MapContent,
  container: HTMLElement,
  isClustered: boolean,
): Pick<MapOptions, "bounds" | "fitBoundsOptions" | "center" | "zoom"> {
  if (content.area) {
    const { west, south, east, north } = content.area;
    const padding = coveredEdges(container);
    return { bounds: new LngLatBounds([west, south, east, north]), fitBoundsOptions: { padding, maxZoom: ZOOM.max } };
  }
  if (isClustered && content.markers.length > 0) return viewOfPins(content, container);
  const centre = findMainMarker(content);
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
/** Directions for a ring's caption in order of preference, starting with the top. */
const CAPTION_DIRECTIONS = [Math.PI / 2, -Math.PI / 2, 0, Math.PI];

/** Returns a point on a ring where the ring's caption covers no marker, if possible. */
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
