import { AttributionControl, type GeoJSONSource, LngLatBounds, Map as MapLibreMap, setWorkerUrl } from "maplibre-gl";
// A file of its own: pages may start workers from this site alone, and none from text.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import "./map.css";
import { layBackground } from "./map-background.ts";
import { columnOffsets, drawnClusters } from "./map-clusters.ts";
import { drawBullets } from "./map-ground-layers.ts";
import { ownData, placeAway, plainStyle, POINTS, repaint } from "./map-layers.ts";
import { type DrawnMarker, markerLayer } from "./map-markers.ts";
import { watchTheme } from "./map-theme.ts";
import type { MapContent, MapListeners, MapPoint, MapSettings } from "./map-types.ts";

setWorkerUrl(workerUrl);

const ZOOM = { min: 8, max: 18, opening: 15 };
/** A map not as wide as this in CSS pixels opens on no more than its first ring: markers need room. */
const NARROW = 480;
/** CSS pixels from the middle of a marker to that of its name. */
const NAME_OFFSET = 20;
/** CSS pixels between the markers that the map opens on and its edges. */
const PADDING = { top: 48, bottom: 40, left: 48, right: 64 };
const PADDING_NARROW = 16;

export interface MapEngine {
  show(content: MapContent): void;
  select(id: string | null): void;
  zoomBy(levels: number): void;
  remove(): void;
}

/** Draws a map into an element that has a size. @throws when the browser gives no WebGL 2 context */
export function startMap(
  container: HTMLElement,
  settings: MapSettings,
  listeners: MapListeners,
  first: MapContent,
): MapEngine {
  const { isClustered, styleUrl } = settings;
  let content = first;
  let selectedId: string | null = null;

  const map = new MapLibreMap({
    container,
    style: plainStyle(content, isClustered),
    ...openingView(content, container),
    minZoom: ZOOM.min,
    maxZoom: ZOOM.max,
    maxPitch: 0,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    renderWorldCopies: false,
    // The page stays scrollable with the pointer or a finger on the map.
    cooperativeGestures: true,
    attributionControl: false,
    locale: { "Map.Title": settings.label },
  });
  drawBullets(map);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();

  const layer = markerLayer(
    map,
    listeners.onDrag && (({ lat, lng }) => listeners.onDrag?.({ latitude: lat, longitude: lng })),
  );

  function drawnOf(offsets: ReturnType<typeof columnOffsets>) {
    const centre = centreOf(content);
    return content.markers.map((marker): DrawnMarker => {
      const { id, latitude, longitude, label, tone, text, icon } = marker;
      const offset = offsets.get(id);
      return {
        key: id,
        at: [longitude, latitude],
        kind: tone,
        label,
        ...(text !== undefined && { text }),
        ...(icon !== undefined && { icon: () => settings.iconOf(icon) }),
        // Away from what the map is about, where the most markers are.
        ...(centre && latitude < centre.latitude && { side: "below" }),
        ...(offset && { offset }),
        ...(tone === "main" && listeners.onDrag && { isDraggable: true }),
        ...(listeners.onSelect && { onClick: () => listeners.onSelect?.(id) }),
      };
    });
  }

  function captions(): DrawnMarker[] {
    const centre = centreOf(content);
    if (!centre) return [];
    const rings = (content.rings ?? []).map(({ metres, text }): DrawnMarker => ({
      key: `ring ${metres}`,
      at: placeAway(centre, metres, -Math.PI / 2),
      kind: "caption",
      label: text,
      text,
    }));
    const names = content.markers.flatMap(({ id, name, latitude, longitude }): DrawnMarker[] => {
      if (name === undefined) return [];
      const offset: [number, number] = [0, latitude < centre.latitude ? NAME_OFFSET : -NAME_OFFSET];
      return [{ key: `name ${id}`, at: [longitude, latitude], kind: "name", label: name, text: name, offset }];
    });
    return [...rings, ...names];
  }

  function draw(): void {
    if (!isClustered) {
      layer.sync([...captions(), ...drawnOf(new Map())]);
    } else {
      const singles = new Map(drawnOf(columnOffsets(content.markers)).map((drawn) => [drawn.key, drawn]));
      const drawn = drawnClusters(map, settings, (id) => singles.get(id));
      if (drawn === null) return;
      layer.sync(drawn);
    }
    if (!map.isMoving()) layer.hideOutside();
  }

  function bringIntoView(marker: MapPoint | undefined): void {
    if (!marker) return;
    const { x, y } = map.project([marker.longitude, marker.latitude]);
    const { clientWidth, clientHeight } = container;
    const isInView = x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight;
    if (!isInView) map.easeTo({ center: [marker.longitude, marker.latitude] });
  }

  const tellZoom = () => {
    const zoom = map.getZoom();
    listeners.onZoom({ canZoomIn: zoom < ZOOM.max - 0.01, canZoomOut: zoom > ZOOM.min + 0.01 });
  };
  map.on("click", ({ lngLat: { lat, lng } }) => listeners.onDrag?.({ latitude: lat, longitude: lng }));
  map.on("movestart", () => layer.showAll());
  map.on("moveend", () => {
    draw();
    tellZoom();
  });
  map.on("sourcedata", ({ sourceId }) => {
    if (sourceId === POINTS) draw();
  });
  map.on("idle", draw);
  map.on("resize", () => layer.hideOutside());
  // Whatever fails is said on the page, by the background's own listener where it concerns the visitor.
  map.on("error", () => {});
  const unwatchTheme = watchTheme(() => repaint(map));

  draw();
  tellZoom();
  if (styleUrl !== null) {
    map.addControl(new AttributionControl({ compact: false }));
    void layBackground(map, styleUrl, () => content, isClustered, listeners.onBackgroundFailure);
  }

  return {
    show(next) {
      const isOther = String(focusOf(next).map(({ id }) => id)) !== String(focusOf(content).map(({ id }) => id));
      content = next;
      for (const [name, data] of Object.entries(ownData(content)))
        void map.getSource<GeoJSONSource>(name)?.setData(data);
      const view = openingView(content, container);
      if (isOther && view.bounds) map.fitBounds(view.bounds, view.fitBoundsOptions);
      draw();
      // It may have been moved from outside of the map.
      if (listeners.onDrag) bringIntoView(centreOf(content));
    },
    select(id) {
      selectedId = id;
      layer.select(id);
      bringIntoView(content.markers.find((marker) => marker.id === selectedId));
    },
    zoomBy(levels) {
      map.easeTo({ zoom: map.getZoom() + levels });
    },
    remove() {
      unwatchTheme();
      map.remove();
    },
  };
}

function focusOf({ markers, focusIds }: MapContent) {
  return focusIds === undefined ? markers : markers.filter(({ id }) => focusIds.includes(id));
}

const centreOf = ({ markers }: MapContent) => markers.find(({ tone }) => tone === "main");

/** The part of the world that a map opens on: its markers and rings with some room around them. */
function openingView(content: MapContent, { clientWidth }: HTMLElement) {
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
