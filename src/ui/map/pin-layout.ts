/** A pin or a cluster: a box in CSS pixels around its centre. */
export interface PinBox {
  /** Ids of the markers that it represents. */
  ids: readonly string[];
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Size = Pick<PinBox, "width" | "height">;

/** Minimum distance between two boxes in CSS pixels. */
const GAP = 4;

const isApart = (a: number, b: number, sizes: number) => Math.abs(a - b) >= sizes / 2 + GAP;
const doOverlap = (a: PinBox, b: PinBox) =>
  !isApart(a.x, b.x, a.width + b.width) && !isApart(a.y, b.y, a.height + b.height);

/** Returns the cluster of two boxes, centred on all its markers. */
function mergeBoxes(a: PinBox, b: PinBox, sizeOf: (count: number) => Size): PinBox {
  const ids = [...a.ids, ...b.ids];
  const share = b.ids.length / ids.length;
  return { ids, x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, ...sizeOf(ids.length) };
}

/**
 * Merges pins into clusters until no two boxes overlap.
 * @param clusterSize returns a cluster's size by its number of markers
 */
export function layOutPins(pins: readonly PinBox[], clusterSize: (count: number) => Size): PinBox[] {
  const laid: PinBox[] = [];
  for (const pin of pins) {
    let box = pin;
    for (;;) {
      const at = laid.findIndex((other) => doOverlap(other, box));
      const [other] = at < 0 ? [] : laid.splice(at, 1);
      if (!other) break;
      box = mergeBoxes(other, box, clusterSize);
    }
    laid.push(box);
  }
  return laid;
}
