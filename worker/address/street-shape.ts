import { type Coordinates, METRES_PER_DEGREE, metresBetween } from "../platform/grid.ts";

/** Distance between houses with the same street name above which the houses may be on two streets. */
const APART_METRES = 2_000;
/**
 * Maximum metres per house number on one street. The City's streets have 2 to 11 metres per number; two streets with
 * one name have 47 or more.
 */
const METRES_A_NUMBER = 20;

type House = Coordinates & { number: number };

/** Groups locations so that each is within a distance of another location in its group. */
function groupsOf<Place extends Coordinates>(places: readonly Place[], metres: number): Place[][] {
  const groups: Place[][] = [];
  let left = places;
  while (left.length > 0) {
    const group = left.slice(0, 1);
    left = left.slice(1);
    // The group grows during the loop.
    for (const member of group) {
      const isNear = (other: Place) => metresBetween(member, other) <= metres;
      group.push(...left.filter(isNear));
      left = left.filter((other) => !isNear(other));
    }
    groups.push(group);
  }
  return groups;
}

/** Returns whether a location is near any house on a street. */
export const isNearStreet = (place: Coordinates, houses: readonly Coordinates[]): boolean =>
  houses.some((house) => metresBetween(place, house) <= APART_METRES);

/**
 * Returns whether houses with one street name are on one street: they are close to each other, or their numbers
 * increase along a line.
 */
export function areOnOneStreet(houses: readonly House[]): boolean {
  const groups = groupsOf(houses, APART_METRES)
    .map((group) => group.toSorted((a, b) => a.number - b.number))
    .toSorted(([a], [b]) => (a?.number ?? 0) - (b?.number ?? 0));
  return groups.every((group, nth) => {
    const [last, next] = [groups[nth - 1]?.at(-1), group[0]];
    if (last === undefined || next === undefined) return true;
    const numbers = next.number - last.number;
    return numbers > 0 && metresBetween(last, next) <= numbers * METRES_A_NUMBER;
  });
}

/**
 * Maximum distance in metres between two neighbouring known points for which the street between them is assumed to be
 * straight.
 */
const STRAIGHT_METRES = 2_200;
/**
 * Length in metres by which segments are extended, because streets continue beyond their last house, and houses stand
 * beside them.
 */
const BEYOND_METRES = 100;
/** Minimum sine of the angle between two streets. If the streets meet at less than 30°, the corner is uncertain. */
const MIN_SINE = 0.5;
/** Maximum distance between crossings that count as one corner. */
const ONE_CORNER_METRES = 500;

/** A location with its distance from an origin, in metres. */
interface Point extends Coordinates {
  x: number;
  y: number;
}
type Segment = readonly [Point, Point];

/**
 * Returns the lines between neighbouring points of a street. The points of each part are sorted along its longer side.
 */
function segmentsOf(points: readonly Point[]): Segment[] {
  return groupsOf(points, STRAIGHT_METRES).flatMap((group) => {
    const extent = (axis: "x" | "y") => {
      const values = group.map((point) => point[axis]);
      return Math.max(...values) - Math.min(...values);
    };
    const axis = extent("x") >= extent("y") ? "x" : "y";
    const sorted = group.toSorted((a, b) => a[axis] - b[axis]);
    return sorted.slice(1).flatMap((end, nth): Segment[] => {
      const start = sorted[nth];
      return start && Math.hypot(end.x - start.x, end.y - start.y) <= STRAIGHT_METRES ? [[start, end]] : [];
    });
  });
}

/**
 * Returns where two segments cross, each extended by {@link BEYOND_METRES} at both ends. Also returns the length of the
 * longer segment.
 */
function crossingOf([a, b]: Segment, [c, d]: Segment): { at: Pick<Point, "x" | "y">; metres: number } | null {
  const [ab, cd] = [
    { x: b.x - a.x, y: b.y - a.y },
    { x: d.x - c.x, y: d.y - c.y },
  ];
  const [first, second] = [Math.hypot(ab.x, ab.y), Math.hypot(cd.x, cd.y)];
  const cross = ab.x * cd.y - ab.y * cd.x;
  if (Math.abs(cross) <= MIN_SINE * first * second) return null;
  const ac = { x: c.x - a.x, y: c.y - a.y };
  const along = (ac.x * cd.y - ac.y * cd.x) / cross;
  const across = (ac.x * ab.y - ac.y * ab.x) / cross;
  const isOn = (share: number, metres: number) => Math.abs(share - 0.5) <= 0.5 + BEYOND_METRES / metres;
  if (!isOn(along, first) || !isOn(across, second)) return null;
  return { at: { x: a.x + along * ab.x, y: a.y + along * ab.y }, metres: Math.max(first, second) };
}

/**
 * Returns where two streets cross, each drawn through its known points. If there are several crossings close together,
 * returns the crossing between the closest points. Null if the streets do not cross, or cross at several locations. For
 * its accuracy see docs/decisions/0066-areas-and-namesakes.md.
 */
export function crossingOfStreets(first: readonly Coordinates[], second: readonly Coordinates[]): Coordinates | null {
  const [origin] = first;
  if (origin === undefined) return null;
  const metresEast = METRES_PER_DEGREE * Math.cos((origin.latitude * Math.PI) / 180);
  const pointOf = ({ latitude, longitude }: Coordinates): Point => ({
    latitude,
    longitude,
    x: (longitude - origin.longitude) * metresEast,
    y: (latitude - origin.latitude) * METRES_PER_DEGREE,
  });
  const others = segmentsOf(second.map(pointOf));
  const found = segmentsOf(first.map(pointOf))
    .flatMap((segment) => others.flatMap((other) => crossingOf(segment, other) ?? []))
    .toSorted((a, b) => a.metres - b.metres);
  const [best] = found;
  if (!best || found.some(({ at }) => Math.hypot(at.x - best.at.x, at.y - best.at.y) > ONE_CORNER_METRES)) return null;
  return {
    latitude: origin.latitude + best.at.y / METRES_PER_DEGREE,
    longitude: origin.longitude + best.at.x / metresEast,
  };
}
