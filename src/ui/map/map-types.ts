import type { Bounds } from "../../../worker/contracts/places.ts";

export interface MapMarker {
  id: string;
  latitude: number;
  longitude: number;
  /** Accessible name, also shown on hover and selection. */
  label: string;
  /** `main` is the subject of the map, `muted` its surroundings; `good` is a home below market, `calm` any other. */
  tone: "main" | "accent" | "muted" | "good" | "calm";
  /** Text in the marker, such as `$1,850`. */
  text?: string;
  /** Always shown beside the marker, such as a station's name. */
  name?: string;
  /** Key of the icon in the legend. */
  icon?: string;
  /** Emphasized, because the home matches. */
  isFitting?: boolean;
}

/** A circle around the main marker. */
interface MapRing {
  metres: number;
  /** Such as `500 m`. */
  text: string;
}

export interface MapPoint {
  latitude: number;
  longitude: number;
}

/** A raster of equal cells in degrees, drawn as shades of one colour. */
export interface MapTint {
  west: number;
  south: number;
  east: number;
  north: number;
  width: number;
  height: number;
  /** Levels by row from the north: 0 for none, higher for stronger. */
  levels: Uint8Array;
}

export interface MapContent {
  markers: readonly MapMarker[];
  rings?: readonly MapRing[];
  /** Markers in view when the map opens; all by default. */
  focusIds?: readonly string[];
  /** The map opens on this area instead of its markers, and does not move by itself while an area is set. */
  area?: Bounds | null;
  /** The map is fitted to the markers again when this changes; by default when the markers do. */
  conditions?: string;
  /** Maximum zoom on opening, for imprecise locations. */
  openingZoom?: number;
  tint?: MapTint | null;
}

/** A box that the map keeps free of names. */
export interface TakenPlace {
  /** Longitude and latitude. */
  at: [number, number];
  /** CSS pixels from its centre to its top and bottom, and to either side. */
  space: [vertical: number, horizontal: number];
}

/** The markers in view, with the boxes that the map keeps free of names. */
export interface DrawnContent extends MapContent {
  /** Boxes of the markers and clusters that are drawn. */
  places: TakenPlace[];
  /** Boxes under the controls and along the edges of the map. */
  covered: TakenPlace[];
}

export interface MapListeners {
  onSelect?(id: string): void;
  /** Called when the visitor presses a cluster that no zoom level splits. */
  onPile?(ids: string[]): void;
  /** Called when the visitor moved or zoomed the map; not when the map was fitted to its content. */
  onMove?(bounds: Bounds): void;
  /**
   * Called when the main marker was moved by pointer or arrow keys, or the map was clicked; without a listener it is
   * fixed.
   */
  onDrag?(place: MapPoint): void;
  onZoom(limits: { canZoomIn: boolean; canZoomOut: boolean }): void;
  /** Called when the background could not be loaded, so the map shows the plain ground. */
  onBackgroundFailure(): void;
}

export interface MapSettings {
  label: string;
  isClustered: boolean;
  /** One finger or the wheel moves the map instead of scrolling the page. */
  takesGestures: boolean;
  /** URL of the background style; null for the imported map, or for the plain ground if there is none. */
  styleUrl: string | null;
  /** Names credited in the map's corner in addition to the makers of its tiles and OpenStreetMap, in HTML. */
  credits: string | undefined;
  /** A copy of an icon in the legend; null for an unknown key. */
  iconOf(key: string): Element | null;
  /** Accessible name of a cluster. */
  clusterLabel(count: number): string;
}
