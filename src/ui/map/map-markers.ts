import { type Map as MapLibreMap, Marker } from "maplibre-gl";
import type { MapMarker } from "./map-types.ts";

/** Minimum number of CSS pixels between a label and the edges of the map. */
const LABEL_MARGIN = 4;

/** Moves a marker's label, if it is shown, so that the edges of the map do not cut it off. */
function keepLabelInside(element: HTMLElement, container: HTMLElement): void {
  const label = element.querySelector<HTMLElement>(".map-marker-label");
  if (!label) return;
  label.style.translate = "";
  element.removeAttribute("data-turned");
  const edges = container.getBoundingClientRect();
  const { left, right, top, bottom, width } = label.getBoundingClientRect();
  if (width === 0) return;
  const outside = Math.max(0, edges.left + LABEL_MARGIN - left) + Math.min(0, edges.right - LABEL_MARGIN - right);
  if (outside !== 0) label.style.translate = `calc(-50% + ${outside}px)`;
  element.toggleAttribute("data-turned", top < edges.top || bottom > edges.bottom);
}

/** A marker as rendered: a location, a cluster, or a caption. */
export interface DrawnMarker {
  /** Identity across renders. A marker with a known key is moved and not recreated. */
  key: string;
  /** Ids of the markers in a cluster. */
  ids?: readonly string[];
  /** Longitude and latitude. */
  at: [number, number];
  kind: MapMarker["tone"] | "cluster" | "caption" | "name";
  label: string;
  text?: string;
  /** The lowest price in a cluster, shown below the number of its markers. */
  from?: string;
  icon?(): Element | null;
  /** Position of the label. */
  side?: "above" | "below";
  /** Offset in CSS pixels. */
  offset?: [number, number];
  isDraggable?: boolean;
  /** See {@link MapMarker}. */
  isEmphasized?: boolean;
  onClick?(): void;
}

interface MarkerElement {
  marker: Marker;
  element: HTMLElement;
  drawn: DrawnMarker;
}

/** Steps by which arrow keys move the focus through the markers. */
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
/** Pixels by which arrow keys move a draggable marker; ten times as much with Shift. */
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
  // The parent element has the accessible name.
  element.ariaHidden = "true";
  return element;
}

/**
 * Creates a marker's element. Captions and names are hidden from screen readers, markers without an action are images,
 * and all others are buttons.
 */
export function createMarkerElement(drawn: DrawnMarker): HTMLElement {
  const { kind, label, text, onClick, isDraggable } = drawn;
  const isButton = onClick !== undefined || isDraggable === true;
  const element = document.createElement(isButton ? "button" : "span");
  element.className = "map-marker";
  // Browsers must not translate rents and place names.
  element.translate = false;
  element.dataset["kind"] = kind;
  element.dataset["key"] = drawn.key;
  if (drawn.isEmphasized) element.dataset["fits"] = "";
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
  if (drawn.from !== undefined) face.dataset["from"] = drawn.from;
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
  a.from === b.from &&
  a.side === b.side &&
  a.isEmphasized === b.isEmphasized &&
  String(a.offset) === String(b.offset);

/** Keys of the markers clicked since the page was loaded, on any of its maps. */
const visited = new Set<string>();

/**
 * Creates a layer of HTML markers on a map. Its roving tabindex gives it one Tab stop, and arrow keys move between the
 * markers.
 */
export function markerLayer(map: MapLibreMap, onDrag?: (at: { lat: number; lng: number }) => void) {
  const kept = new Map<string, MarkerElement>();
  let selectedKey: string | null = null;
  let stopKey: string | null = null;

  const buttons = () =>
    [...kept.values()].filter(
      ({ element }) => element instanceof HTMLButtonElement && element.style.visibility !== "hidden",
    );

  /** Makes one marker the Tab stop: the last focused marker, otherwise the selected one, otherwise the first. */
  function placeStop(): void {
    const candidates = buttons();
    const stop =
      candidates.find(({ drawn }) => drawn.key === stopKey) ??
      candidates.find(({ drawn }) => drawn.key === selectedKey) ??
      candidates[0];
    for (const { element } of kept.values())
      if (element instanceof HTMLButtonElement) element.tabIndex = element === stop?.element ? 0 : -1;
  }

  function onKey(event: KeyboardEvent, { drawn, marker }: MarkerElement): void {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // Prevents the default, because the map would move as well.
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
    const element = createMarkerElement(drawn);
    const marker = new Marker({
      element,
      ...(drawn.offset && { offset: drawn.offset }),
      ...(drawn.isDraggable && { draggable: true }),
    })
      .setLngLat(drawn.at)
      .addTo(map);
    const entry: MarkerElement = { marker, element, drawn };
    kept.set(drawn.key, entry);
    element.toggleAttribute("data-visited", visited.has(drawn.key));
    for (const event of ["pointerenter", "focus"] as const)
      element.addEventListener(event, () => keepLabelInside(element, map.getContainer()));
    if (!(element instanceof HTMLButtonElement)) return;
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      kept.get(drawn.key)?.drawn.onClick?.();
      if (drawn.kind === "cluster") return;
      visited.add(drawn.key);
      element.toggleAttribute("data-visited", true);
    });
    element.addEventListener("keydown", (event) => onKey(event, kept.get(drawn.key) ?? entry));
    element.addEventListener("focus", () => {
      stopKey = drawn.key;
      placeStop();
    });
    if (drawn.isDraggable) marker.on("dragend", () => onDrag?.(marker.getLngLat()));
  }

  return {
    /** Shows exactly these markers, and removes all others. */
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
      // An opened cluster disappears, so the focus moves to another marker.
      if (hadFocus && document.activeElement === document.body) buttons()[0]?.element.focus({ preventScroll: true });
    },

    select(key: string | null): void {
      selectedKey = key;
      for (const { element, drawn } of kept.values()) {
        const isSelected = key !== null && (drawn.key === key || drawn.ids?.includes(key) === true);
        element.toggleAttribute("data-selected", isSelected);
        if (isSelected) keepLabelInside(element, map.getContainer());
      }
      placeStop();
    },

    /** Returns the CSS pixels from the centre of a marker to its top and bottom, and to either side. */
    spaceOf(key: string): [vertical: number, horizontal: number] {
      const { element, drawn } = kept.get(key) ?? {};
      const [, down] = drawn?.offset ?? [0, 0];
      return [(element?.offsetHeight ?? 0) / 2 + Math.abs(down), (element?.offsetWidth ?? 0) / 2];
    },

    /** Hides markers outside the map, because focusing one would scroll the container. */
    hideOutside(): void {
      const { clientWidth, clientHeight } = map.getContainer();
      for (const { element, marker, drawn } of kept.values()) {
        const { x, y } = map.project(marker.getLngLat());
        // A name or caption is hidden if an edge of the map would cut it off.
        const reach = drawn.kind === "name" || drawn.kind === "caption" ? element.offsetWidth / 2 : 0;
        const isInside = x >= reach && y >= 0 && x <= clientWidth - reach && y <= clientHeight;
        if (element !== document.activeElement) element.style.visibility = isInside ? "" : "hidden";
        if (element.matches("[data-selected], :hover, :focus-visible")) keepLabelInside(element, map.getContainer());
      }
      placeStop();
    },

    showAll(): void {
      for (const { element } of kept.values()) element.style.visibility = "";
    },
  };
}
