import { AttributionControl, type GeoJSONSource, Map as MapLibreMap, setWorkerUrl } from "maplibre-gl";
// A separate file, because the content security policy forbids workers from blob URLs.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { layBackground } from "./map-background.ts";
import { drawImages, watchTheme } from "./map-ground-layers.ts";
import { ownData, placeAway, plainStyle, POINTS } from "./map-layers.ts";
import { centreOf, fitOf, openingView, ZOOM } from "./map-opening.ts";
import { drawTint, hasTint } from "./map-tint.ts";
import { columnOffsets, drawnClusters, type DrawnMarker, markerLayer } from "./map-markers.ts";
import type { MapContent, MapListeners, MapPoint, MapSettings, MapTint } from "./map-types.ts";
import "./map.css";

setWorkerUrl(workerUrl);

/** CSS pixels from the centre of a marker to its name. */
const NAME_OFFSET = 20;
/** Marks the moves that nobody made. */
const FITTED = { isFitted: true };

export interface MapEngine {
  show(content: MapContent): void;
  select(id: string | null): void;
  zoomBy(levels: number): void;
  remove(): void;
}

/** Creates a map in a sized container. @throws without WebGL 2 */
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
    // Otherwise one finger or the wheel scrolls the page instead of the map.
    cooperativeGestures: !settings.takesGestures,
    attributionControl: false,
    locale: { "Map.Title": settings.label },
  });
  drawImages(map);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();

  const layer = markerLayer(
    map,
    listeners.onDrag && (({ lat, lng }) => listeners.onDrag?.({ latitude: lat, longitude: lng })),
  );

  function drawnOf(offsets: ReturnType<typeof columnOffsets>) {
    const centre = centreOf(content);
    return content.markers.map((marker): DrawnMarker => {
      const { id, latitude, longitude, label, tone, text, icon, isFitting } = marker;
      const offset = offsets.get(id);
      return {
        key: id,
        at: [longitude, latitude],
        kind: tone,
        label,
        ...(text !== undefined && { text }),
        ...(icon !== undefined && { icon: () => settings.iconOf(icon) }),
        // On the side away from the centre, where most markers are.
        ...(centre && latitude < centre.latitude && { side: "below" }),
        ...(offset && { offset }),
        ...(isFitting && { isFitting }),
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
      const drawn = drawnClusters(map, settings, listeners, (id) => singles.get(id));
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
    if (!isInView) map.easeTo({ center: [marker.longitude, marker.latitude] }, FITTED);
  }

  let drawnTint: MapTint | null = null;
  /** Also after another style took the tint away; while one is being loaded, the map is not idle yet. */
  function layTint(): void {
    const tint = content.tint ?? null;
    const isLaid = tint === drawnTint && hasTint(map) === (tint !== null);
    if (isLaid || !map.isStyleLoaded()) return;
    drawTint(map, tint);
    drawnTint = tint;
  }

  const tellZoom = () => {
    const zoom = map.getZoom();
    listeners.onZoom({ canZoomIn: zoom < ZOOM.max - 0.01, canZoomOut: zoom > ZOOM.min + 0.01 });
  };
  map.on("click", ({ lngLat: { lat, lng } }) => listeners.onDrag?.({ latitude: lat, longitude: lng }));
  map.on("movestart", () => layer.showAll());
  const camera = () => `${map.getCenter().toString()} ${map.getZoom()}`;
  let lastCamera = camera();
  map.on("moveend", (event: object) => {
    draw();
    tellZoom();
    // A resize ends a move too, but leaves the camera.
    const isMoved = camera() !== lastCamera;
    lastCamera = camera();
    if (!isMoved || "isFitted" in event) return;
    const bounds = map.getBounds();
    listeners.onMove?.({
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    });
  });
  map.on("sourcedata", ({ sourceId }) => {
    if (sourceId === POINTS) draw();
  });
  map.on("idle", () => {
    draw();
    layTint();
  });
  map.on("resize", () => layer.hideOutside());
  // Errors that concern visitors are handled by the background's listener.
  map.on("error", () => {});

  draw();
  tellZoom();
  map.addControl(new AttributionControl({ compact: false }));
  const applyTheme = layBackground(map, {
    styleUrl,
    content: () => content,
    isClustered,
    onFailure: listeners.onBackgroundFailure,
  });
  const unwatchTheme = watchTheme(() => {
    applyTheme();
    drawnTint = null;
    layTint();
  });

  return {
    show(next) {
      const isOther = !next.area && fitOf(next) !== fitOf(content);
      content = next;
      for (const [name, data] of Object.entries(ownData(content)))
        void map.getSource<GeoJSONSource>(name)?.setData(data);
      const view = openingView(content, container);
      if (isOther && view.bounds) map.fitBounds(view.bounds, view.fitBoundsOptions, FITTED);
      draw();
      layTint();
      // The marker may have been moved by the page.
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
