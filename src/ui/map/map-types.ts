/** Something shown on a map. */
export interface MapMarker {
  id: string;
  latitude: number;
  longitude: number;
  /** Its name: what assistive technology says, and what is shown when it is pointed at or chosen. */
  label: string;
  /** `main` is what the map is about, `muted` what is around it. */
  tone: "main" | "accent" | "muted";
  /** Shown in the marker, such as `$1,850`. */
  text?: string;
  /** Always shown beside the marker, such as a station's. */
  name?: string;
  /** Its picture: a key of the map's legend. */
  icon?: string;
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

/** What a map shows; everything but the markers may be left out. */
export interface MapContent {
  markers: readonly MapMarker[];
  rings?: readonly MapRing[];
  /** The markers that the map opens on; all of them when left out. */
  focusIds?: readonly string[];
  /** How near the map opens at most, for places that are not known well; the zoom of web maps. */
  openingZoom?: number;
}

/** What a map tells the component around it. */
export interface MapListeners {
  onSelect?(id: string): void;
  /** The main marker was moved by pointer or arrow keys, or the map pressed elsewhere; without a listener it cannot be. */
  onDrag?(place: MapPoint): void;
  /** Whether the map can be zoomed in and out any further. */
  onZoom(limits: { canZoomIn: boolean; canZoomOut: boolean }): void;
  /** The style, or all of its tiles, could not be loaded: the map goes on without a background. */
  onBackgroundFailure(): void;
}

export interface MapSettings {
  label: string;
  isClustered: boolean;
  /** Of the background; null for the plain ground. */
  styleUrl: string | null;
  /** A picture of the legend, for one marker; null when there is none of that key. */
  iconOf(key: string): Element | null;
  /** Name of a cluster, of which a click zooms in. */
  clusterLabel(count: number): string;
}
