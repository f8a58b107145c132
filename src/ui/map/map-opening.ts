import { LngLatBounds } from "maplibre-gl";
import { placeAway } from "./map-layers.ts";
import type { MapContent } from "./map-types.ts";

export const ZOOM = { min: 8, max: 18, opening: 15 };
/** Width in CSS pixels below which a map opens on its first ring only, to leave room for markers. */
const NARROW = 480;
/** CSS pixels between the fitted markers and the map's edges. */
const PADDING = { top: 48, bottom: 40, left: 48, right: 64 };
const PADDING_NARROW = 16;

function focusOf({ markers, focusIds }: MapContent) {
  return focusIds === undefined ? markers : markers.filter(({ id }) => focusIds.includes(id));
}

/** What the view is fitted for. */
export const fitOf = (content: MapContent): string =>
  content.area ? "area" : (content.conditions ?? String(focusOf(content).map(({ id }) => id)));

export const centreOf = ({ markers }: MapContent) => markers.find(({ tone }) => tone === "main");

/** Initial bounds: the area, else the markers in focus and the rings, with padding. */
export function openingView(content: MapContent, { clientWidth }: HTMLElement) {
  if (content.area) {
    const { west, south, east, north } = content.area;
    return { bounds: new LngLatBounds([west, south, east, north]), fitBoundsOptions: { maxZoom: ZOOM.max } };
  }
  const centre = centreOf(content);
  const rings = centre ? (content.rings ?? []) : [];
  const isNarrow = clientWidth < NARROW && rings.length > 0;
  const bounds = new LngLatBounds();
  for (const { longitude, latitude } of isNarrow ? [] : focusOf(content)) bounds.extend([longitude, latitude]);
  for (const { metres } of isNarrow ? rings.slice(0, 1) : rings)
    for (const quarter of [0, 1, 2, 3]) if (centre) bounds.extend(placeAway(centre, metres, (quarter * Math.PI) / 2));
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
