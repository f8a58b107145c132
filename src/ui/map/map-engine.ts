import {
  AttributionControl,
  type GeoJSONSource,
  LngLatBounds,
  Map as MapLibreMap,
  setWorkerUrl,
  type StyleSpecification,
} from "maplibre-gl";
// A file of its own: pages may start workers from this site alone, and none from text.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { drawBullets, watchTheme } from "./map-ground-layers.ts";
import { ownData, placeAway, plainStyle, POINTS, repaint, withOwnParts } from "./map-layers.ts";
import { columnOffsets, drawnClusters, type DrawnMarker, markerLayer } from "./map-markers.ts";
import type { MapContent, MapListeners, MapPoint, MapSettings } from "./map-types.ts";
import "./map.css";

/** A host that has not answered by then is taken for one that does not. */
const TIMEOUT_MS = 10_000;
/** How often a map without tiles is asked whether it waits for some. */
const CHECK_MS = 1_000;

async function loadStyle(url: string): Promise<StyleSpecification> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), referrerPolicy: "origin" });
  if (!response.ok) throw new Error(`The style answered ${response.status}.`);
  const style = (await response.json()) as StyleSpecification;
  if (typeof style.sources !== "object" || !Array.isArray(style.layers)) throw new Error("That is no style.");
  return style;
}

/** Whether a style has anything to draw that comes in tiles. */
const needsTiles = ({ sources }: StyleSpecification) =>
  Object.values(sources).some(({ type }) => type === "vector" || type === "raster");

/**
 * Lays the background of a style below what the map shows already. When the style cannot be loaded or drawn, or when
 * not one of its tiles comes, the map goes back to the plain ground and `onFailure` is called, once.
 */
async function layBackground(
  map: MapLibreMap,
  url: string,
  content: () => MapContent,
  isClustered: boolean,
  onFailure: () => void,
): Promise<void> {
  let state: "loading" | "laying" | "laid" | "over" = "loading";
  let hasTile = false;
  let watch = 0;
  const end = () => {
    state = "over";
    clearInterval(watch);
  };
  const giveUp = () => {
    if (state === "over") return;
    end();
    // Not before the style that fails has told all that is wrong with it.
    queueMicrotask(() => {
      map.setStyle(plainStyle(content(), isClustered), { diff: false });
      onFailure();
    });
  };
  map.on("remove", end);
  try {
    const style = await loadStyle(url);
    if (isOver(state)) return;
    map.on("style.load", () => {
      if (state !== "laying") return;
      state = "laid";
      if (!needsTiles(style)) return;
      // Nothing is told of tiles that are missing, so the map is asked.
      const deadline = performance.now() + TIMEOUT_MS;
      watch = window.setInterval(() => {
        if (hasTile) clearInterval(watch);
        else if (map.loaded() || performance.now() > deadline) giveUp();
      }, CHECK_MS);
    });
    map.on("sourcedata", ({ tile, source }) => {
      if (source?.type !== "geojson" && (tile as { state?: string } | undefined)?.state === "loaded") hasTile = true;
    });
    map.on("error", () => {
      if (state === "laying") giveUp();
    });
    state = "laying";
    map.setStyle(style, { diff: false, transformStyle: withOwnParts(content(), isClustered) });
  } catch {
    giveUp();
  }
}

/** A function, because the state changes while the style is waited for. */
const isOver = (state: string) => state === "over";

// A file of its own: pages may start workers from this site alone, and none from text.

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
