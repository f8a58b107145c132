import { Minus, Plus } from "lucide-react";
import type { ReactNode, Ref } from "react";
import type { MapListeners } from "./map-types.ts";

export interface MapLegendEntry {
  /** What the markers call it. */
  key: string;
  name: string;
  /** An svg element. */
  icon: ReactNode;
}

/** What the pictures of a map's markers mean. */
export function MapLegend({ legend, ref }: { legend: readonly MapLegendEntry[]; ref: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} aria-label="Key to the map" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-muted">
      {legend.map(({ key, name, icon }) => (
        <li key={key} data-icon={key} className="flex items-center gap-1.5 [&>svg]:size-4 [&>svg]:text-accent">
          {icon}
          {name}
        </li>
      ))}
    </ul>
  );
}

/** A marker gets its picture from the legend, so that both are the same. */
export function pictureOf(list: HTMLElement | null, key: string): Element | null {
  const picture = list?.querySelector(`[data-icon="${CSS.escape(key)}"] > svg`)?.cloneNode(true);
  return picture instanceof Element ? picture : null;
}

interface ZoomButtonsProps {
  limits: Parameters<MapListeners["onZoom"]>[0];
  zoomBy(levels: number): void;
}

export function ZoomButtons({ limits, zoomBy }: ZoomButtonsProps) {
  return (
    <div className="absolute top-2.5 right-2.5 z-10 overflow-hidden rounded-control border border-line-strong bg-surface shadow-card">
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
