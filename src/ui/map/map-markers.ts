import { type GeoJSONSource, type Map as MapLibreMap, Marker } from "maplibre-gl";
import { POINTS } from "./map-layers.ts";
import type { MapMarker, MapSettings } from "./map-types.ts";

/** Height of a marker with its gap: markers at one place stand below each other. */
const ROW_PX = 34;

/** Where each marker stands when several share one place, such as units of one building. */
export function columnOffsets(markers: readonly MapMarker[]): Map<string, [number, number]> {
  const columns = Map.groupBy(markers, ({ latitude, longitude }) => `${latitude.toFixed(5)} ${longitude.toFixed(5)}`);
  return new Map(
    [...columns.values()]
      .filter((column) => column.length > 1)
      .flatMap((column) =>
        column.map(({ id }, row) => [id, [0, (row - (column.length - 1) / 2) * ROW_PX]] as [string, [number, number]]),
      ),
  );
}

async function zoomInto(map: MapLibreMap, clusterId: number, center: [number, number]): Promise<void> {
  const zoom = await map.getSource<GeoJSONSource>(POINTS)?.getClusterExpansionZoom(clusterId);
  if (zoom !== undefined) map.easeTo({ center, zoom });
}

/**
 * What is to be drawn of the points in view: clusters, and the markers that stand alone. Null while the points are being
 * clustered.
 */
export function drawnClusters(
  map: MapLibreMap,
  { clusterLabel }: Pick<MapSettings, "clusterLabel">,
  singleOf: (id: string) => DrawnMarker | undefined,
): DrawnMarker[] | null {
  if (!map.getSource(POINTS) || !map.isSourceLoaded(POINTS)) return null;
  const drawn = new Map<string, DrawnMarker>();
  // A tile holds the points just outside of it too, so the same one may come from several.
  for (const { properties, geometry } of map.querySourceFeatures(POINTS)) {
    if (geometry.type !== "Point") continue;
    const at = geometry.coordinates as [number, number];
    if (properties["cluster"] === true) {
      const clusterId = Number(properties["cluster_id"]);
      const count = Number(properties["point_count"]);
      drawn.set(`cluster ${clusterId}`, {
        key: `cluster ${clusterId}`,
        at,
        kind: "cluster",
        label: clusterLabel(count),
        text: String(count),
        onClick: () => void zoomInto(map, clusterId, at),
      });
    } else {
      const single = singleOf(String(properties["id"]));
      if (single) drawn.set(single.key, single);
    }
  }
  return [...drawn.values()];
}

/** A marker as it is drawn: a place, several in one, or a word beside a line. */
export interface DrawnMarker {
  /** What tells it from the others; a marker whose key stays is moved, not made anew. */
  key: string;
  /** Longitude, latitude. */
  at: [number, number];
  kind: "main" | "accent" | "muted" | "cluster" | "caption" | "name";
  label: string;
  text?: string;
  icon?(): Element | null;
  /** Where its label is shown. */
  side?: "above" | "below";
  /** CSS pixels beside its place: several markers at one place stand in a column. */
  offset?: [number, number];
  isDraggable?: boolean;
  onClick?(): void;
}

interface Kept {
  marker: Marker;
  element: HTMLElement;
  drawn: DrawnMarker;
}

/** The arrow keys go on to the marker this far down the list. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
/** A marker that is moved by the arrow keys goes this far, in CSS pixels; with Shift ten times as far. */
const NUDGES: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

function span(className: string, text: string): HTMLElement {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  // The element around it has the whole name.
  element.ariaHidden = "true";
  return element;
}

/** A caption or name is for the eye alone; what nothing happens to when it is pressed is a picture; the others are buttons. */
function elementOf(drawn: DrawnMarker): HTMLElement {
  const { kind, label, text, onClick, isDraggable } = drawn;
  const isButton = onClick !== undefined || isDraggable === true;
  const element = document.createElement(isButton ? "button" : "span");
  element.className = "map-marker";
  element.dataset["kind"] = kind;
  if (drawn.side) element.dataset["side"] = drawn.side;
  const isForEyes = kind === "caption" || kind === "name";
  if (isForEyes) {
    element.ariaHidden = "true";
  } else {
    element.ariaLabel = label;
    if (isButton) element.setAttribute("type", "button");
    else element.role = "img";
  }
  const face = span(text === undefined ? "map-marker-dot" : "map-marker-text", text ?? "");
  const picture = drawn.icon?.();
  if (picture) {
    face.className = "map-marker-icon";
    face.append(picture);
  }
  element.append(face);
  if (!isForEyes && kind !== "cluster") element.append(span("map-marker-label", label));
  return element;
}

const isSame = (a: DrawnMarker, b: DrawnMarker) =>
  a.kind === b.kind &&
  a.label === b.label &&
  a.text === b.text &&
  a.side === b.side &&
  String(a.offset) === String(b.offset);

/**
 * HTML markers on a map. All together they are one stop of the Tab key; the arrow keys go from one to the next, so that
 * nobody has to walk through all of them.
 */
export function markerLayer(map: MapLibreMap, onDrag?: (at: { lat: number; lng: number }) => void) {
  const kept = new Map<string, Kept>();
  let selectedKey: string | null = null;
  let stopKey: string | null = null;

  const buttons = () =>
    [...kept.values()].filter(
      ({ element }) => element instanceof HTMLButtonElement && element.style.visibility !== "hidden",
    );

  /** Makes one marker the stop of the Tab key: the one last used, the chosen one, or the first. */
  function placeStop(): void {
    const candidates = buttons();
    const stop =
      candidates.find(({ drawn }) => drawn.key === stopKey) ??
      candidates.find(({ drawn }) => drawn.key === selectedKey) ??
      candidates[0];
    for (const { element } of kept.values())
      if (element instanceof HTMLButtonElement) element.tabIndex = element === stop?.element ? 0 : -1;
  }

  function onKey(event: KeyboardEvent, { drawn, marker }: Kept): void {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // The map below would move as well.
    event.preventDefault();
    event.stopPropagation();
    const nudge = NUDGES[event.key];
    if (drawn.isDraggable && nudge) {
      const point = map.project(marker.getLngLat());
      const far = event.shiftKey ? 10 : 1;
      marker.setLngLat(map.unproject([point.x + nudge[0] * far, point.y + nudge[1] * far]));
      onDrag?.(marker.getLngLat());
      return;
    }
    const candidates = buttons();
    const here = candidates.findIndex((candidate) => candidate.drawn.key === drawn.key);
    candidates.at((here + step) % candidates.length)?.element.focus({ preventScroll: true });
  }

  function add(drawn: DrawnMarker): void {
    const element = elementOf(drawn);
    const marker = new Marker({
      element,
      ...(drawn.offset && { offset: drawn.offset }),
      ...(drawn.isDraggable && { draggable: true }),
    })
      .setLngLat(drawn.at)
      .addTo(map);
    const entry: Kept = { marker, element, drawn };
    kept.set(drawn.key, entry);
    if (!(element instanceof HTMLButtonElement)) return;
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      kept.get(drawn.key)?.drawn.onClick?.();
    });
    element.addEventListener("keydown", (event) => onKey(event, kept.get(drawn.key) ?? entry));
    element.addEventListener("focus", () => {
      stopKey = drawn.key;
      placeStop();
    });
    if (drawn.isDraggable) marker.on("dragend", () => onDrag?.(marker.getLngLat()));
  }

  return {
    /** Shows these markers and no others. */
    sync(markers: readonly DrawnMarker[]): void {
      const wanted = new Map(markers.map((drawn) => [drawn.key, drawn]));
      const hadFocus = [...kept.values()].some(({ element }) => element === document.activeElement);
      for (const [key, { marker, drawn }] of kept) {
        const next = wanted.get(key);
        if (next && isSame(drawn, next)) continue;
        marker.remove();
        kept.delete(key);
      }
      for (const drawn of markers) {
        const entry = kept.get(drawn.key);
        if (!entry) add(drawn);
        else {
          entry.drawn = drawn;
          entry.marker.setLngLat(drawn.at);
        }
      }
      this.select(selectedKey);
      // A cluster that opened is gone; who opened it by keyboard goes on with what was in it.
      if (hadFocus && document.activeElement === document.body) buttons()[0]?.element.focus({ preventScroll: true });
    },

    select(key: string | null): void {
      selectedKey = key;
      for (const { element, drawn } of kept.values())
        element.toggleAttribute("data-selected", key !== null && drawn.key === key);
      placeStop();
    },

    /** Takes markers outside of the picture out of reach: focusing one would scroll the picture away. */
    hideOutside(): void {
      const { clientWidth, clientHeight } = map.getContainer();
      for (const { element, marker } of kept.values()) {
        const { x, y } = map.project(marker.getLngLat());
        const isInside = x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight;
        if (element !== document.activeElement) element.style.visibility = isInside ? "" : "hidden";
      }
      placeStop();
    },

    showAll(): void {
      for (const { element } of kept.values()) element.style.visibility = "";
    },
  };
}
