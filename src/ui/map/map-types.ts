import type { Bounds } from "../../../worker/contracts/places.ts";

export interface MapMarker {
  id: string;
  latitude: number;
  longitude: number;
  /** Accessible name, also shown on hover and selection. */
  label: string;
  /** `main` is the subject of the map, `muted` its surroundings; `good` is a home below market, `calm` any other. */
  tone: "main" | "accent" | "muted" | "good" | "calm";
  /** Shown in the marker, such as `$1,850`. */
  text?: string;
  /** Always shown beside the marker, such as a station's name. */
  name?: string;
  /** Key of the icon in the legend. */
  icon?: string;
  /** Stands out among the others, as one that fits. */
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
  /** By rows from the north: 0 for none, then from weak to strong. */
  levels: Uint8Array;
}

export interface MapContent {
  markers: readonly MapMarker[];
  rings?: readonly MapRing[];
  /** Markers that the map fits on opening; all by default. */
  focusIds?: readonly string[];
  /** The map opens on this area instead of its markers, and stays where it is while there is one. */
  area?: Bounds | null;
  /** The markers are fitted again when this changes; by default when they do. */
  conditions?: string;
  /** Maximum zoom on opening, for imprecise locations. */
  openingZoom?: number;
  tint?: MapTint | null;
}

/** A box in which the map writes no names. */
export interface TakenPlace {
  /** Longitude, latitude. */
  at: [number, number];
  /** CSS pixels from its centre to its top and bottom, and to either side. */
  space: [vertical: number, horizontal: number];
}

/** The markers in view, with the places where the map writes no names. */
export interface DrawnContent extends MapContent {
  /** Boxes of the markers and clusters that are drawn. */
  places: TakenPlace[];
  /** Under the controls, and across the edges of the map. */
  covered: TakenPlace[];
}

export interface MapListeners {
  onSelect?(id: string): void;
  /** A cluster was pressed that no zoom takes apart. */
  onPile?(ids: string[]): void;
  /** The map was moved or zoomed, not merely fitted to its content. */
  onMove?(bounds: Bounds): void;
  /** The main marker was moved by pointer or arrow keys, or the map was clicked; without a listener it is fixed. */
  onDrag?(place: MapPoint): void;
  onZoom(limits: { canZoomIn: boolean; canZoomOut: boolean }): void;
  /** The background could not be loaded, so the map shows the plain ground. */
  onBackgroundFailure(): void;
}

export interface MapSettings {
  label: string;
  isClustered: boolean;
  /** One finger or the wheel moves the map rather than the page. */
  takesGestures: boolean;
  /** URL of the background style; null for the imported map, or for the plain ground without one. */
  styleUrl: string | null;
  /** Whom the map names in its corner beside the makers of its tiles and OpenStreetMap, in HTML. */
  credits: string | undefined;
  /** A copy of an icon in the legend; null for an unknown key. */
  iconOf(key: string): Element | null;
  /** Accessible name of a cluster. */
  clusterLabel(count: number): string;
}
