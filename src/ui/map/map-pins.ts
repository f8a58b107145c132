import { LngLatBounds, type Map as MapLibreMap } from "maplibre-gl";
import { type DrawnMarker, createMarkerElement } from "./map-markers.ts";
import type { MapListeners, MapSettings } from "./map-types.ts";
import { layOutPins, type PinBox, type Size } from "./pin-layout.ts";

/** Maximum zoom after a cluster is opened, unless the cluster splits only at a higher zoom. */
const OPENED_ZOOM = 15;
/** Minimum distance of pins' centres from the edges of the uncovered part of the map, in CSS pixels. */
const PIN_MARGINS = { top: 28, bottom: 28, left: 40, right: 40 };
type Padding = typeof PIN_MARGINS;

/** Returns how many CSS pixels of the map are covered at each edge. The style sheet sets them as scroll padding. */
export function coveredEdges(container: HTMLElement): Padding {
  const style = getComputedStyle(container);
  const covered = (side: "Top" | "Right" | "Bottom") => Number.parseFloat(style[`scrollPadding${side}`]) || 0;
  return { top: covered("Top"), right: covered("Right"), bottom: covered("Bottom"), left: 0 };
}

/** Returns the padding that keeps pins clear of covered areas. */
export function pinPadding(covered: Padding): Padding {
  const { top, right, bottom, left } = PIN_MARGINS;
  return { top: top + covered.top, right: right + covered.right, bottom: bottom + covered.bottom, left };
}
/** Step between the zoom levels that are tried for splitting a cluster. */
const ZOOM_STEP = 0.5;

/**
 * Returns a function that measures markers as the style sheet draws them. The function measures each pattern of text
 * once, because all digits have the same width.
 */
function createMeasurer(container: HTMLElement) {
  const known = new Map<string, Size>();
  return (kind: DrawnMarker["kind"], text: string, from = ""): Size => {
    const shape = `${kind} ${text.replaceAll(/\d/g, "0")}`;
    const size = known.get(shape);
    if (size) return size;
    const element = createMarkerElement({ key: "", at: [0, 0], kind, label: "", text, from, onClick() {} });
    container.append(element);
    const { offsetWidth: width, offsetHeight: height } = element;
    element.remove();
    known.set(shape, { width, height });
    return { width, height };
  };
}

/** Pattern of the longest amount that a cluster can show. */
const WIDEST_FROM = "$0,000";

/** Returns the lowest amount among texts such as `$1,850`; undefined if it does not fit in a cluster. */
function lowestAmount(texts: readonly string[]): string | undefined {
  const amountOf = (text: string) => Number(text.replaceAll(/\D/g, "")) || Infinity;
  const [least = ""] = texts.toSorted((a, b) => amountOf(a) - amountOf(b));
  return least.length <= WIDEST_FROM.length && amountOf(least) < Infinity ? least : undefined;
}

/** Returns functions that measure pins and clusters as the style sheet draws them. */
export function createPinSizes(container: HTMLElement) {
  const sizeOf = createMeasurer(container);
  return { sizeOf, clusterSize: (count: number) => sizeOf("cluster", String(count), WIDEST_FROM) };
}

/** Returns a function that draws a map's markers as pins, and as clusters if pins would overlap. */
export function pinLayer(
  map: MapLibreMap,
  { clusterLabel }: Pick<MapSettings, "clusterLabel">,
  { onUnsplittableCluster }: Pick<MapListeners, "onUnsplittableCluster">,
) {
  const { sizeOf, clusterSize } = createPinSizes(map.getCanvasContainer());

  /**
   * Zooms in until a cluster splits, with all of it in view if possible. Homes at the same place never split and are
   * passed to `onUnsplittableCluster`.
   */
  function open(members: readonly PinBox[], { x, y }: PinBox): void {
    const from = map.getZoom();
    const comesApart = (zoom: number) => {
      const scale = 2 ** (zoom - from);
      const boxes = members.map((box) => ({ ...box, x: box.x * scale, y: box.y * scale }));
      return layOutPins(boxes, clusterSize).length > 1;
    };
    const steps = Math.ceil((map.getMaxZoom() - from) / ZOOM_STEP);
    const zooms = Array.from({ length: steps }, (_, step) => Math.min(from + (step + 1) * ZOOM_STEP, map.getMaxZoom()));
    const apart = zooms.find(comesApart);
    if (apart === undefined) return onUnsplittableCluster?.(members.flatMap(({ ids }) => ids));
    const bounds = new LngLatBounds();
    for (const box of members) bounds.extend(map.unproject([box.x, box.y]));
    const padding = pinPadding(coveredEdges(map.getContainer()));
    const fit = map.cameraForBounds(bounds, { padding, maxZoom: Math.max(OPENED_ZOOM, apart) });
    const isWhole = (fit?.zoom ?? 0) >= apart;
    const offset: [number, number] = [0, (padding.top - padding.bottom) / 2];
    map.easeTo(isWhole && fit ? fit : { center: map.unproject([x, y]), zoom: apart, offset });
  }

  return (singles: readonly DrawnMarker[]): DrawnMarker[] => {
    const pins = new Map(
      singles.map((single) => {
        const { key, at, kind, text = "" } = single;
        const { x, y } = map.project(at);
        return [key, { single, box: { ids: [key], x, y, ...sizeOf(kind, text) } }] as const;
      }),
    );
    const boxes = layOutPins(
      [...pins.values()].map(({ box }) => box),
      clusterSize,
    );
    return boxes.flatMap((box): DrawnMarker[] => {
      const members = box.ids.flatMap((id) => pins.get(id) ?? []);
      const [first] = members;
      if (first && members.length === 1) return [first.single];
      const { lng, lat } = map.unproject([box.x, box.y]);
      const from = lowestAmount(members.map(({ single }) => single.text ?? ""));
      return [
        {
          key: `cluster ${box.ids[0]}`,
          ids: box.ids,
          at: [lng, lat],
          kind: "cluster",
          label: clusterLabel(members.length),
          text: String(members.length),
          ...(from !== undefined && { from }),
          onClick: () =>
            open(
              members.map((member) => member.box),
              box,
            ),
        },
      ];
    });
  };
}
