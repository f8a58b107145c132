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
/**
 * If two pins overlap and one is within this many CSS pixels of a cluster, the nearby pin joins the cluster, so that
 * the other pin stays single.
 */
const CLUSTER_REACH = 24;

const isApart = (a: number, b: number, sizes: number) => Math.abs(a - b) >= sizes / 2 + GAP;
const doOverlap = (a: PinBox, b: PinBox) =>
  !isApart(a.x, b.x, a.width + b.width) && !isApart(a.y, b.y, a.height + b.height);

const extendByReach = (box: PinBox) => ({
  ...box,
  width: box.width + 2 * CLUSTER_REACH,
  height: box.height + 2 * CLUSTER_REACH,
});

const distance = (a: PinBox, b: PinBox) => Math.hypot(a.x - b.x, a.y - b.y);
const nearest = (boxes: readonly LaidBox[], to: PinBox) =>
  boxes.reduce((best, other) => (distance(other.box, to) < distance(best.box, to) ? other : best));

/** Counts, for each pin, the other pins within the size of a cluster. */
function countCrowds(pins: readonly PinBox[], { width, height }: Size): Map<PinBox, number> {
  const crowds = new Map(pins.map((pin) => [pin, 0]));
  const add = (pin: PinBox) => crowds.set(pin, (crowds.get(pin) ?? 0) + 1);
  const sorted = pins.toSorted((a, b) => a.x - b.x);
  for (const [nth, pin] of sorted.entries()) {
    for (let next = nth + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (!other || other.x - pin.x > width) break;
      if (Math.abs(other.y - pin.y) > height) continue;
      add(pin);
      add(other);
    }
  }
  return crowds;
}

interface LaidBox {
  box: PinBox;
  members: PinBox[];
}

/**
 * Merges pins into clusters so that no two boxes overlap. Clusters are placed where pins are densest, and take only the
 * pins that they would cover, so that as many pins as possible stay single.
 * @param clusterSize returns a cluster's size by its number of markers
 */
export function layOutPins(pins: readonly PinBox[], clusterSize: (count: number) => Size): PinBox[] {
  const size = clusterSize(pins.length);
  const clusterAt = ({ x, y }: Pick<PinBox, "x" | "y">): PinBox => ({ ids: [], x, y, ...size });
  const middleOf = (members: readonly PinBox[]) =>
    clusterAt({
      x: members.reduce((sum, { x }) => sum + x, 0) / members.length,
      y: members.reduce((sum, { y }) => sum + y, 0) / members.length,
    });
  const order = new Map(pins.map((pin, nth) => [pin, nth]));
  const crowds = countCrowds(pins, size);
  // Pins not placed yet, densest first. None of them overlaps a placed box.
  const free = new Set(pins.toSorted((a, b) => (crowds.get(b) ?? 0) - (crowds.get(a) ?? 0)));
  const laid: LaidBox[] = [];

  const freeUnder = (box: PinBox) => {
    const found: PinBox[] = [];
    for (const other of free) if (doOverlap(box, other)) found.push(other);
    return found;
  };
  const lay = (box: PinBox, members: readonly PinBox[]) => {
    const all = new Set([...members, ...freeUnder(box)]);
    for (const member of all) free.delete(member);
    laid.push({ box, members: [...all] });
  };

  /** Places a cluster of two pins, or adds the first pin to a cluster in the way. */
  const layCluster = (pin: PinBox, partner: PinBox): void => {
    const core = [pin];
    for (;;) {
      const places = [middleOf([...core, ...freeUnder(middleOf(core))]), middleOf(core)];
      const inTheWay = (box: PinBox) => laid.filter((other) => doOverlap(box, other.box));
      const place = places.find((box) => inTheWay(box).length === 0);
      if (place) return lay(place, [...core, partner]);
      const others = inTheWay(middleOf(core));
      const crowded = others.filter(({ members }) => members.length > 1);
      if (crowded.length > 0) {
        nearest(crowded, pin).members.push(...core);
        return undefined;
      }
      // If only single pins are in the way, they join the cluster.
      for (const single of others) {
        core.push(...single.members);
        laid.splice(laid.indexOf(single), 1);
      }
    }
  };

  for (const pin of free) {
    free.delete(pin);
    const [partner] = freeUnder(pin);
    const inReach = laid.filter(({ box, members }) => members.length > 1 && doOverlap(extendByReach(box), pin));
    if (!partner) laid.push({ box: pin, members: [pin] });
    else if (inReach.length > 0) nearest(inReach, pin).members.push(pin);
    else layCluster(pin, partner);
  }
  const inOrder = (a?: PinBox, b?: PinBox) => (a && b ? (order.get(a) ?? 0) - (order.get(b) ?? 0) : 0);
  return laid
    .map(({ box, members }) => ({ box, members: members.toSorted(inOrder) }))
    .toSorted((a, b) => inOrder(a.members[0], b.members[0]))
    .map(({ box, members }) =>
      members.length === 1 ? box : { ...box, ids: members.flatMap(({ ids }) => ids), ...clusterSize(members.length) },
    );
}
