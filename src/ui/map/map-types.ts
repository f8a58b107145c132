import type { Bounds } from "../../../worker/contracts/places.ts";

export interface MapMarker {
  id: string;
  latitude: number;
  longitude: number;
  /** Accessible name, also shown on hover and selection. */
  label: string;
  /**
   * `main` is the subject of the map, and `muted` is its surroundings. `good` is a home below market, and `calm` is any
   * other home.
   */
  tone: "main" | "accent" | "muted" | "good" | "calm";
  /** Text inside the marker, such as `$1,850`. */
  text?: string;
  /** Name always shown beside the marker, such as a station's. */
  name?: string;
  /** Key of the icon in the legend. */
  icon?: string;
  /** True if the home matches and is emphasized. */
  isEmphasized?: boolean;
}

/** A circle around the main marker. */
interface MapRing {
  metres: number;
  /** Caption, such as `500 m`. */
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
  /** Levels of the cells, row by row from the north: 0 for no tint, higher levels for a stronger one. */
  levels: Uint8Array;
}

export interface MapContent {
  markers: readonly MapMarker[];
  rings?: readonly MapRing[];
  /** Ids of the markers in view when the map opens; by default all markers. */
  focusIds?: readonly string[];
  /** Area that the map opens on, instead of its markers. While an area is set, the map does not move by itself. */
  area?: Bounds | null;
  /**
   * Key of the search; when it changes, the map is fitted to the markers again. Without a key, it is fitted when the
   * markers change.
   */
  conditions?: string;
  /** Maximum zoom when the map opens, lower for imprecise locations. */
  openingZoom?: number;
  tint?: MapTint | null;
}

/** A box that the map keeps free of names. */
export interface BlockedBox {
  /** Longitude and latitude. */
  at: [number, number];
  /** CSS pixels from the centre of the box to its top and bottom, and to either side. */
  space: [vertical: number, horizontal: number];
}

/** The markers in view, with the boxes that the map keeps free of names. */
export interface DrawnContent extends MapContent {
  /** Boxes of the markers and clusters that are drawn. */
  markerBoxes: BlockedBox[];
  /** Boxes under the controls and along the edges of the map. */
  coveredBoxes: BlockedBox[];
}

export interface MapListeners {
  onSelect?(id: string): void;
  /** Called when the visitor opens a cluster that no zoom level splits. */
  onUnsplittableCluster?(ids: string[]): void;
  /** Called when the visitor has moved or zoomed the map, but not when the map fitted itself to its content. */
  onMove?(bounds: Bounds): void;
  /**
   * Called when the visitor has moved the main marker with the pointer or arrow keys, or has clicked the map. Without
   * this listener, the marker is fixed.
   */
  onDrag?(place: MapPoint): void;
  onZoom(limits: { canZoomIn: boolean; canZoomOut: boolean }): void;
  /** Called when the background could not be loaded and the map shows the plain ground. */
  onBackgroundFailure(): void;
}

export interface MapSettings {
  label: string;
  isClustered: boolean;
  /** True if one finger or the wheel moves the map and does not scroll the page. */
  takesGestures: boolean;
  /** URL of the background style. Null for the imported map or, if none is imported, the plain ground. */
  styleUrl: string | null;
  /** HTML credits shown in the map's corner, in addition to OpenStreetMap and the makers of the tiles. */
  credits: string | undefined;
  /** Returns a copy of an icon in the legend; null for an unknown key. */
  iconOf(key: string): Element | null;
  /** Returns the accessible name of a cluster. */
  clusterLabel(count: number): string;
}
