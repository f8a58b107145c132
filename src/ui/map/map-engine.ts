import font from "@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2?url";
import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibreMap,
  setWorkerUrl,
  type StyleSpecification,
} from "maplibre-gl";
// The worker is a separate file, because the content security policy forbids workers from blob URLs.
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { CURRENT_TILES_PATH, type MapTiles, tilesPath } from "../../../worker/contracts/map-tiles.ts";
import { findMainMarker, fitKey, captionPlace, openingView, ZOOM } from "./map-fit.ts";
import { drawImages, watchTheme, isDarkTheme } from "./map-ground-layers.ts";
import { findCoveredBoxes, createOwnData, plainStyle, repaint, withOwnLayers } from "./map-layers.ts";
import { type DrawnMarker, markerLayer } from "./map-markers.ts";
import { coveredEdges, pinLayer } from "./map-pins.ts";
import { drawTint, hasTint } from "./map-tint.ts";
import type { DrawnContent, MapContent, MapListeners, MapPoint, MapSettings, MapTint } from "./map-types.ts";
import "./map.css";

/** Timeout for the style and for its first tile. */
const TIMEOUT_MS = 10_000;
/** Interval of the check for a first tile. */
const CHECK_MS = 1_000;

async function read<Body>(url: string, referrerPolicy: ReferrerPolicy): Promise<Body> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), referrerPolicy });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return (await response.json()) as Body;
}

async function loadStyle(url: string): Promise<StyleSpecification> {
  const style = await read<StyleSpecification>(url, "origin");
  if (typeof style.sources !== "object" || !Array.isArray(style.layers)) throw new Error("That is not a map style.");
  return style;
}

/**
 * Link that the licence of the data requires (openstreetmap.org/copyright). On phones, the word "contributors" is
 * hidden behind ⓘ.
 */
const OPENSTREETMAP =
  '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap<span class="map-more"> contributors</span></a>';

/** Returns a style with our own tiles, in the current theme. */
async function ownStyle(tiles: MapTiles): Promise<StyleSpecification> {
  const { default: layers } = await import("virtual:basemap");
  const attribution = document.createElement("span");
  attribution.className = "map-more";
  attribution.textContent = tiles.attribution === "" ? "" : `, ${tiles.attribution}`;
  return {
    version: 8,
    "font-faces": { "Noto Sans": [{ url: new URL(font, location.href).href }] },
    sources: {
      basemap: {
        type: "vector",
        tiles: [location.origin + tilesPath(tiles.version)],
        bounds: tiles.bounds,
        minzoom: tiles.minZoom,
        maxzoom: tiles.maxZoom,
        attribution: OPENSTREETMAP + attribution.outerHTML,
      },
    },
    layers: layers[isDarkTheme() ? "dark" : "light"],
  };
}

const needsTiles = ({ sources }: StyleSpecification) =>
  Object.values(sources).some(({ type }) => type === "vector" || type === "raster");

interface BackgroundOptions {
  /** URL of the operator's style; null for the imported map. */
  styleUrl: string | null;
  content: () => DrawnContent;
  /** Called once when the background cannot be shown. */
  onFailure(): void;
}

/**
 * Replaces the plain ground with a background map, if there is one. If the background or all of its tiles cannot be
 * loaded or drawn, the plain ground is shown again.
 * @returns a function that applies the page's current theme
 */
export function showBackground(map: MapLibreMap, options: BackgroundOptions): () => void {
  const { styleUrl, content, onFailure } = options;
  let state: "loading" | "laying" | "laid" | "over" = "loading";
  let hasTile = false;
  let watch = 0;
  let tiles: MapTiles | null = null;
  const end = () => {
    state = "over";
    clearInterval(watch);
  };
  const giveUp = () => {
    if (state === "over") return;
    end();
    // Waits until the failing style has emitted all its errors.
    queueMicrotask(() => {
      map.setStyle(plainStyle(content()), { diff: false });
      onFailure();
    });
  };
  const load = async () => {
    if (styleUrl !== null) return loadStyle(styleUrl);
    tiles = await read<MapTiles | null>(CURRENT_TILES_PATH, "same-origin");
    return tiles && ownStyle(tiles);
  };
  const lay = async () => {
    const style = await load();
    if (isOver(state)) return;
    if (style === null) return end();
    map.on("style.load", () => {
      if (state !== "laying") return;
      state = "laid";
      if (!needsTiles(style)) return;
      // MapLibre emits no event for missing tiles, so the map is polled.
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
    map.setStyle(style, { diff: false, transformStyle: withOwnLayers(content(), styleUrl === null) });
  };
  const repaintTiles = async (imported: MapTiles) => {
    const style = await ownStyle(imported);
    if (state === "laid") map.setStyle(style, { transformStyle: withOwnLayers(content(), true) });
  };
  map.on("remove", end);
  lay().catch(giveUp);

  return () => {
    if (state !== "laid" || tiles === null) return repaint(map);
    void repaintTiles(tiles);
  };
}

/** Compares the state in a function, because TypeScript would keep the narrowed type across `await`. */
const isOver = (state: string) => state === "over";

setWorkerUrl(workerUrl);

/** CSS pixels from the centre of a marker to its name. */
const NAME_OFFSET = 20;
/** CSS pixels from the centre of a pin to its left and right ends, and to its top and bottom. */
const PIN_HALF_SIZE = { aside: 32, up: 20 };
/** Event data that marks moves made by the map, not by the visitor. */
const FITTED = { isFitted: true };

export interface MapEngine {
  show(content: MapContent): void;
  /** @param keepsCamera leaves the map where it is */
  select(id: string | null, keepsCamera: boolean): void;
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
  // Set first, so that the style sheet's padding applies when the map is fitted.
  container.classList.add("maplibregl-map");
  let content: DrawnContent = { ...first, markerBoxes: [], coveredBoxes: [] };
  let selectedId: string | null = null;

  const map = new MapLibreMap({
    container,
    style: plainStyle(content),
    ...openingView(content, container, isClustered),
    minZoom: ZOOM.min,
    maxZoom: ZOOM.max,
    maxPitch: 0,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    renderWorldCopies: false,
    // True if one finger or the wheel scrolls the page instead of moving the map.
    cooperativeGestures: !settings.takesGestures,
    attributionControl: false,
    locale: { "Map.Title": settings.label },
  });
  drawImages(map);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();

  /** Collapses the attribution on a narrow map (640 px), the width at which MapLibre supports it. */
  const foldAttribution = () => {
    container.querySelector<HTMLElement>(".maplibregl-compact-show > summary")?.click();
    container.toggleAttribute("data-touched", true);
  };

  const layer = markerLayer(
    map,
    listeners.onDrag && (({ lat, lng }) => listeners.onDrag?.({ latitude: lat, longitude: lng })),
  );

  function singles() {
    const centre = findMainMarker(content);
    return content.markers.map((marker): DrawnMarker => {
      const { id, latitude, longitude, label, tone, text, icon, isEmphasized } = marker;
      return {
        key: id,
        at: [longitude, latitude],
        kind: tone,
        label,
        ...(text !== undefined && { text }),
        ...(icon !== undefined && { icon: () => settings.iconOf(icon) }),
        // Puts the label on the side away from the centre, because most markers are near the centre.
        ...(centre && latitude < centre.latitude && { side: "below" }),
        ...(isEmphasized && { isEmphasized }),
        ...(tone === "main" && listeners.onDrag && { isDraggable: true }),
        ...(listeners.onSelect && { onClick: () => listeners.onSelect?.(id) }),
      };
    });
  }

  function captions(): DrawnMarker[] {
    const centre = findMainMarker(content);
    if (!centre) return [];
    const rings = (content.rings ?? []).map(({ metres, text }): DrawnMarker => ({
      key: `ring ${metres}`,
      at: captionPlace(content, centre, metres),
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

  const pinsOf = isClustered ? pinLayer(map, settings, listeners) : (all: DrawnMarker[]) => all;

  function updateSourceData(): void {
    for (const [name, data] of Object.entries(createOwnData(content)))
      void map.getSource<GeoJSONSource>(name)?.setData(data);
  }

  function draw(): void {
    const drawn = pinsOf(singles());
    const all = [...captions(), ...drawn];
    layer.sync(all);
    content = { ...content, markerBoxes: all.map(({ key, at }) => ({ at, space: layer.spaceOf(key) })) };
    updateSourceData();
    if (!map.isMoving()) layer.hideOutside();
  }

  /** Returns whether nothing covers a point of the map, such as a control or a card. */
  function isFree(x: number, y: number): boolean {
    const { left, top, width, height } = container.getBoundingClientRect();
    if (x < 0 || y < 0 || x > width || y > height) return false;
    const upmost = document.elementFromPoint(left + x, top + y);
    return upmost === null || map.getCanvasContainer().contains(upmost);
  }

  const selected = () => content.markers.find(({ id }) => id === selectedId);

  /** Returns whether nothing covers a marker's pin. */
  function isUncovered({ longitude, latitude }: MapPoint): boolean {
    const { x, y } = map.project([longitude, latitude]);
    if (!isClustered) return isFree(x, y);
    const { aside, up } = PIN_HALF_SIZE;
    return [-aside, 0, aside].every((at) => isFree(x + at, y)) && isFree(x, y - up) && isFree(x, y + up);
  }

  /** Returns the offset from the middle of the map to the middle of its uncovered part. */
  function middleOffset(): [number, number] {
    const { top, bottom } = coveredEdges(container);
    return [0, (top - bottom) / 2];
  }

  function isInView({ longitude, latitude }: MapPoint): boolean {
    const { x, y } = map.project([longitude, latitude]);
    return x > 0 && y > 0 && x < container.clientWidth && y < container.clientHeight;
  }

  /**
   * Returns the home that the zoom buttons zoom in on, so that zooming in never leads to an empty block: the chosen
   * home if it is in view, otherwise the uncovered home nearest to the middle.
   */
  function homeToZoomAt(): MapPoint | undefined {
    const chosen = selected();
    if (chosen && isInView(chosen)) return chosen;
    const [, down] = middleOffset();
    const middle = { x: container.clientWidth / 2, y: container.clientHeight / 2 + down };
    const fromMiddle = ({ longitude, latitude }: MapPoint) => {
      const { x, y } = map.project([longitude, latitude]);
      return Math.hypot(x - middle.x, y - middle.y);
    };
    return content.markers
      .filter(isInView)
      .toSorted((a, b) => fromMiddle(a) - fromMiddle(b))
      .find(isUncovered);
  }

  /** Moves the map if a marker is covered. @returns true if the map moves */
  function bringIntoView(marker: MapPoint | undefined, event: object = FITTED): boolean {
    if (!marker || isUncovered(marker)) return false;
    map.easeTo({ center: [marker.longitude, marker.latitude], offset: middleOffset() }, event);
    return true;
  }

  /** Moves the chosen home's pin clear of its card after a zoom, unless the pin is out of view. */
  function keepsAboveCard(): boolean {
    const marker = selected();
    return isClustered && marker !== undefined && isInView(marker) && bringIntoView(marker, {});
  }

  let drawnTint: MapTint | null = null;
  /**
   * Draws the tint if it has changed, or if a new style removed it. While a style is loading, the next idle event draws
   * the tint.
   */
  function restoreTint(): void {
    const tint = content.tint ?? null;
    const isLaid = tint === drawnTint && hasTint(map) === (tint !== null);
    if (isLaid || !map.isStyleLoaded()) return;
    drawTint(map, tint);
    drawnTint = tint;
  }

  const reportZoom = () => {
    const zoom = map.getZoom();
    listeners.onZoom({ canZoomIn: zoom < ZOOM.max - 0.01, canZoomOut: zoom > ZOOM.min + 0.01 });
  };
  map.on("click", ({ lngLat: { lat, lng } }) => listeners.onDrag?.({ latitude: lat, longitude: lng }));
  map.on("movestart", () => layer.showAll());
  const camera = () => `${map.getCenter().toString()} ${map.getZoom()}`;
  let lastCamera = camera();
  let lastZoom = map.getZoom();
  map.on("moveend", (event: object) => {
    draw();
    reportZoom();
    const isZoomed = map.getZoom() !== lastZoom;
    lastZoom = map.getZoom();
    // A resize also ends with this event, but does not move the camera.
    const isMoved = camera() !== lastCamera;
    lastCamera = camera();
    if (!isMoved || "isFitted" in event) return;
    // If keepsAboveCard() starts another move, the end of that move reports the area in view.
    if (isZoomed && keepsAboveCard()) return;
    const { top, right, bottom, left } = coveredEdges(container);
    const { lng: west, lat: north } = map.unproject([left, top]);
    const { lng: east, lat: south } = map.unproject([container.clientWidth - right, container.clientHeight - bottom]);
    listeners.onMove?.({ west, south, east, north });
  });
  map.on("style.load", updateSourceData);
  map.on("idle", () => {
    restoreTint();
    const coveredBoxes = findCoveredBoxes(map);
    if (JSON.stringify(coveredBoxes) === JSON.stringify(content.coveredBoxes)) return;
    content = { ...content, coveredBoxes };
    updateSourceData();
  });
  map.on("resize", () => layer.hideOutside());
  // The background's listener handles the errors that affect visitors.
  map.on("error", () => {});

  draw();
  reportZoom();
  const credits = settings.credits === undefined ? [] : [settings.credits, OPENSTREETMAP];
  map.addControl(new AttributionControl({ customAttribution: credits }));
  for (const gesture of ["pointerdown", "wheel", "click"])
    map.getCanvasContainer().addEventListener(gesture, foldAttribution, { once: true, passive: true });
  const applyTheme = showBackground(map, {
    styleUrl,
    content: () => content,
    onFailure: listeners.onBackgroundFailure,
  });
  const unwatchTheme = watchTheme(() => {
    applyTheme();
    drawnTint = null;
    restoreTint();
  });

  return {
    show(next) {
      const isOther = !next.area && fitKey(next) !== fitKey(content);
      content = { ...content, ...next };
      const view = isOther ? openingView(content, container, isClustered) : {};
      if (view.bounds) map.fitBounds(view.bounds, view.fitBoundsOptions, FITTED);
      draw();
      restoreTint();
      // The page may have moved the marker.
      if (listeners.onDrag) bringIntoView(findMainMarker(content));
    },
    select(id, keepsCamera) {
      selectedId = id;
      layer.select(id);
      if (!keepsCamera) bringIntoView(selected());
    },
    zoomBy(levels) {
      const zoom = map.getZoom() + levels;
      const home = isClustered ? homeToZoomAt() : undefined;
      const at = home && ([home.longitude, home.latitude] as [number, number]);
      const place = home && isUncovered(home) ? { around: at } : { center: at, offset: middleOffset() };
      map.easeTo({ zoom, ...(home && place) });
    },
    remove() {
      unwatchTheme();
      map.remove();
    },
  };
}
