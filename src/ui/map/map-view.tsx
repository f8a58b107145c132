import { Minus, Plus } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSite } from "../../lib/site.tsx";
import type { Bounds } from "../../../worker/contracts/places.ts";
import type { MapEngine } from "./map-engine.ts";
import type { MapContent, MapListeners, MapPoint, MapSettings } from "./map-types.ts";
import { Skeleton } from "../skeleton.tsx";

export type { MapMarker, MapPoint } from "./map-types.ts";

/** Distance from the viewport at which the map starts to load. */
const NEAR = "300px";

interface MapViewProps extends MapContent {
  label: string;
  selectedId?: string | null;
  /** True to leave the map where it is when `selectedId` changes, because the visitor has selected nothing. */
  keepsCamera?: boolean;
  /** Called when a marker is clicked. Without this function, markers are images and not buttons. */
  onSelect?(id: string): void;
  /** Called when the main marker is moved and when the map is clicked. Without this function, the marker is fixed. */
  onDrag?(place: MapPoint): void;
  /** See {@link MapListeners}. If given, one finger or the wheel moves the map. */
  onMove?: MapListeners["onMove"];
  onUnsplittableCluster?: MapListeners["onUnsplittableCluster"];
  /** Called when the browser cannot draw the map. */
  onUnavailable?(): void;
  /** Content on top of the map. */
  children?: ReactNode;
  /** True to merge markers that are close together. */
  isClustered?: boolean;
  clusterLabel?(count: number): string;
  /** Class that sets the height, which is reserved before the map loads. */
  className?: string;
  /** Text below the map; hidden if the map cannot be shown. */
  hint?: string;
  /** Legend of the marker icons, below the map. */
  legend?: readonly MapLegendEntry[];
  /** Data sources, always visible below the map. */
  attribution?: ReactNode;
  /** Data sources in the map's corner; see {@link MapSettings}. */
  credits?: string;
}

type State = "waiting" | "drawn" | "unavailable";

/** Loads the engine; the condition keeps it out of the server bundle. */
const loadEngine = () => (import.meta.env.SSR ? null : import("./map-engine.ts"));

/**
 * Returns whether WebGL is available, without which the engine need not be loaded. Releases the test context at once.
 */
function hasWebGl(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/**
 * A map that loads when it is near the viewport. The page must also show its content as text, because the map needs
 * scripts, WebGL and the network.
 */
export function MapView(props: MapViewProps) {
  const {
    label,
    selectedId = null,
    keepsCamera = false,
    className = "h-80",
    attribution,
    legend,
    markers,
    rings,
    focusIds,
    area,
  } = props;
  const { conditions, tint } = props;
  const { mapStyleUrl = null } = useSite();
  const box = useRef<HTMLDivElement>(null);
  const legendList = useRef<HTMLUListElement>(null);
  const engine = useRef<MapEngine>(null);
  const [state, setState] = useState<State>("waiting");
  const [isPlain, setIsPlain] = useState(false);
  const [limits, setLimits] = useState({ canZoomIn: true, canZoomOut: true });

  const isDraggable = props.onDrag !== undefined;
  const takesGestures = props.onMove !== undefined;
  const isPressable = props.onSelect !== undefined;
  const onSelect = useEffectEvent((id: string) => props.onSelect?.(id));
  const onMove = useEffectEvent((bounds: Bounds) => props.onMove?.(bounds));
  const onUnsplittableCluster = useEffectEvent((ids: string[]) => props.onUnsplittableCluster?.(ids));
  const onUnavailable = useEffectEvent(() => {
    setState("unavailable");
    props.onUnavailable?.();
  });
  const onDrag = useEffectEvent((place: MapPoint) => props.onDrag?.(place));
  const clusterLabel = useEffectEvent((count: number) => props.clusterLabel?.(count) ?? `${count} here: zoom in`);
  const start = useEffectEvent(async (container: HTMLElement, isGone: () => boolean) => {
    if (!hasWebGl()) return onUnavailable();
    try {
      const module = await loadEngine();
      if (isGone() || module === null) return;
      const listeners: MapListeners = {
        ...(isPressable && { onSelect }),
        ...(isDraggable && { onDrag }),
        ...(takesGestures && { onMove }),
        ...(props.onUnsplittableCluster !== undefined && { onUnsplittableCluster }),
        onZoom: setLimits,
        onBackgroundFailure: () => setIsPlain(true),
      };
      const iconOf = (key: string) => pictureOf(legendList.current, key);
      const settings: MapSettings = {
        label,
        isClustered: props.isClustered === true,
        takesGestures,
        styleUrl: mapStyleUrl,
        credits: props.credits,
        iconOf,
        clusterLabel,
      };
      engine.current = module.startMap(container, settings, listeners, {
        markers,
        rings,
        focusIds,
        area,
        conditions,
        tint,
        ...(props.openingZoom !== undefined && { openingZoom: props.openingZoom }),
      });
      engine.current.select(selectedId, keepsCamera);
      setState("drawn");
    } catch {
      if (!isGone()) onUnavailable();
    }
  });

  useEffect(() => {
    const container = box.current;
    if (!container) return undefined;
    let isGone = false;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        void start(container, () => isGone);
      },
      { rootMargin: NEAR },
    );
    watch.observe(container);
    return () => {
      isGone = true;
      watch.disconnect();
      engine.current?.remove();
      engine.current = null;
    };
  }, []);

  useEffect(
    () => engine.current?.show({ markers, rings, focusIds, area, conditions, tint }),
    [markers, rings, focusIds, area, conditions, tint],
  );
  useEffect(() => engine.current?.select(selectedId, keepsCamera), [selectedId, keepsCamera]);

  if (state === "unavailable")
    return (
      <div>
        <p className="rounded-card border border-line bg-sunken p-4 text-center text-sm text-ink-muted">
          The map cannot be shown in this browser.
        </p>
        {attribution !== undefined && <div className="mt-1.5">{attribution}</div>}
      </div>
    );
  return (
    <div className="map-view">
      <div className={`relative isolate overflow-hidden rounded-card border border-line bg-sunken ${className}`}>
        <div ref={box} className="absolute inset-0" />
        {state === "waiting" && (
          <div className="pointer-events-none absolute inset-0">
            <Skeleton className="size-full" />
            <noscript>
              <p className="absolute inset-0 grid place-items-center p-4 text-center text-sm text-ink-muted">
                The map needs JavaScript. The list beside it shows the same homes.
              </p>
            </noscript>
          </div>
        )}
        {state === "drawn" && <ZoomButtons limits={limits} zoomBy={(levels) => engine.current?.zoomBy(levels)} />}
        {state === "drawn" && props.children}
      </div>
      {props.hint !== undefined && <p className="mt-1.5 text-sm text-ink-muted">{props.hint}</p>}
      {legend && legend.length > 0 && <MapLegend ref={legendList} legend={legend} />}
      {isPlain && (
        <output className="mt-1.5 block text-sm text-ink-muted">The map's background could not be loaded.</output>
      )}
      {attribution !== undefined && <div className="mt-1.5">{attribution}</div>}
    </div>
  );
}

interface MapLegendEntry {
  /** Key that markers name as their `icon`. */
  key: string;
  name: string;
  /** An svg element. */
  icon: ReactNode;
}

function MapLegend({ legend, ref }: { legend: readonly MapLegendEntry[]; ref: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} aria-label="Key to the map" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-muted">
      {legend.map(({ key, name, icon }) => (
        <li key={key} data-icon={key} className="flex items-center gap-1.5 [&>svg]:size-4 [&>svg]:text-accent">
          {icon}
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Returns a marker's icon, copied from the legend. */
function pictureOf(list: HTMLElement | null, key: string): Element | null {
  const picture = list?.querySelector(`[data-icon="${CSS.escape(key)}"] > svg`)?.cloneNode(true);
  return picture instanceof Element ? picture : null;
}

interface ZoomButtonsProps {
  limits: Parameters<MapListeners["onZoom"]>[0];
  zoomBy(levels: number): void;
}

function ZoomButtons({ limits, zoomBy }: ZoomButtonsProps) {
  return (
    <div
      data-over-map=""
      className="absolute top-(--map-top,0.625rem) right-2.5 z-10 overflow-hidden rounded-control border border-line-strong bg-surface shadow-card"
    >
      <ZoomButton name="Zoom in" isOff={!limits.canZoomIn} onClick={() => zoomBy(1)}>
        <Plus aria-hidden="true" className="size-5" />
      </ZoomButton>
      <ZoomButton name="Zoom out" isOff={!limits.canZoomOut} onClick={() => zoomBy(-1)}>
        <Minus aria-hidden="true" className="size-5" />
      </ZoomButton>
    </div>
  );
}

function ZoomButton(props: { name: string; isOff: boolean; onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.name}
      aria-disabled={props.isOff || undefined}
      onClick={props.onClick}
      className="grid size-11 place-items-center not-first:border-t not-first:border-line hover:text-accent focus-visible:-outline-offset-3 aria-disabled:cursor-not-allowed aria-disabled:text-ink-muted"
    >
      {props.children}
    </button>
  );
}
