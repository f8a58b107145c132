import { LngLatBounds, type Map as MapLibreMap } from "maplibre-gl";
import { type DrawnMarker, elementOf } from "./map-markers.ts";
import type { MapListeners, MapSettings } from "./map-types.ts";
import { layOutPins, type PinBox, type Size } from "./pin-layout.ts";

/** CSS pixels between the markers of an opened cluster and the edges, and how close it is looked at. */
const OPENED = { padding: 56, maxZoom: 17 };
/** Steps of the zoom at which a pressed cluster may come apart. */
const ZOOM_STEP = 0.5;

/** Measures markers as the style sheet draws them, once for each shape of text: all digits are equally wide. */
function measurer(container: HTMLElement) {
  const known = new Map<string, Size>();
  return (kind: DrawnMarker["kind"], text: string): Size => {
    const shape = `${kind} ${text.replaceAll(/\d/g, "0")}`;
    const size = known.get(shape);
    if (size) return size;
    const element = elementOf({ key: "", at: [0, 0], kind, label: "", text, onClick() {} });
    container.append(element);
    const { offsetWidth: width, offsetHeight: height } = element;
    element.remove();
    known.set(shape, { width, height });
    return { width, height };
  };
}

/** Draws the markers of a map as pins, and as clusters where pins would overlap. */
export function pinLayer(
  map: MapLibreMap,
  { clusterLabel }: Pick<MapSettings, "clusterLabel">,
  { onPile }: Pick<MapListeners, "onPile">,
) {
  const sizeOf = measurer(map.getCanvasContainer());
  const clusterSize = (count: number) => sizeOf("cluster", String(count));

  /** Comes as close as takes a cluster apart, with all of it in view if that is possible; no zoom does if it is one place. */
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
    if (apart === undefined) return onPile?.(members.flatMap(({ ids }) => ids));
    const bounds = new LngLatBounds();
    for (const box of members) bounds.extend(map.unproject([box.x, box.y]));
    const fit = map.cameraForBounds(bounds, OPENED);
    const isWhole = (fit?.zoom ?? 0) >= apart;
    map.easeTo(isWhole && fit ? fit : { center: map.unproject([x, y]), zoom: apart });
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
      return [
        {
          key: `cluster ${box.ids[0]}`,
          ids: box.ids,
          at: [lng, lat],
          kind: "cluster",
          label: clusterLabel(members.length),
          text: String(members.length),
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
