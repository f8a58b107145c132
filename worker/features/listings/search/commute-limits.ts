import type { CommuteSearch } from "../../../contracts/commute-search.ts";
import { GTA_BOUNDS } from "../../../contracts/places.ts";
import { COMMUTE_SORT, type Sort } from "../../../contracts/search.ts";
import { type Cell, CELL_LATITUDE, CELL_LONGITUDE, cellOf } from "../../../platform/grid.ts";
import type { ReachabilityProfile } from "../../../transit/index.ts";
import type { Candidate } from "./search.repo.ts";

/** Maximum number of commute times that an isolate caches. Each commute time takes about 100 bytes. */
const MINUTES_KEPT = 60_000;

interface KnownCommute {
  latitude: number;
  longitude: number;
  /** Minutes of the commute. Infinity if there is none. */
  minutes: number;
}

/** Computed commutes, by destination and listing. They are cached for the search's next page and its map. */
let known = new WeakMap<ReachabilityProfile, Map<number, KnownCommute>>();
let kept = 0;

function commutesTo(profile: ReachabilityProfile): Map<number, KnownCommute> {
  if (kept > MINUTES_KEPT) [known, kept] = [new WeakMap(), 0];
  const commutes = known.get(profile) ?? new Map<number, KnownCommute>();
  known.set(profile, commutes);
  return commutes;
}

/**
 * Returns the commute time from a listing to a destination in minutes, as shown. Returns Infinity if there is no
 * commute, and NaN if the listing's location is not known.
 */
function minutesFrom(
  profile: ReachabilityProfile,
  commutes: Map<number, KnownCommute>,
  { id, latitude, longitude }: Candidate,
): number {
  if (latitude === null || longitude === null) return Number.NaN;
  const commute = commutes.get(id);
  if (commute?.latitude === latitude && commute.longitude === longitude) return commute.minutes;
  const minutes = profile.at({ latitude, longitude }).minutes ?? Infinity;
  if (!commute) kept += 1;
  commutes.set(id, { latitude, longitude, minutes });
  return minutes;
}

/**
 * Returns a search's candidates whose commutes are short enough, in the order of the search. If the search is sorted by
 * commute, the shortest commutes come first, then listings without a commute, then listings without a known location.
 * The sort is stable.
 * @param profiles in the order of the destinations
 */
export function withinReach(
  profiles: readonly ReachabilityProfile[],
  candidates: readonly Candidate[],
  { maxCommute, sort }: Pick<CommuteSearch, "maxCommute"> & { sort: Sort },
): Candidate[] {
  const sums = new Float64Array(candidates.length);
  const isNear = new Uint8Array(candidates.length).fill(1);
  for (const [nth, profile] of profiles.entries()) {
    const commutes = commutesTo(profile);
    const most = maxCommute[nth];
    for (const [index, candidate] of candidates.entries()) {
      if (isNear[index] === 0) continue;
      const minutes = minutesFrom(profile, commutes, candidate);
      sums[index] = (sums[index] ?? 0) + minutes;
      // Comparisons with NaN are false, so this condition also excludes NaN.
      if (most !== undefined && !(minutes <= most)) isNear[index] = 0;
    }
  }
  const found = Uint32Array.from(candidates.keys()).filter((index) => isNear[index] === 1);
  if (sort === COMMUTE_SORT) found.sort((a, b) => compare(sums[a] ?? Number.NaN, sums[b] ?? Number.NaN));
  return Array.from(found, (index) => candidates[index]).filter((candidate) => candidate !== undefined);
}

/** Compares numbers for ascending order, with Infinity after all numbers and NaN last. */
function compare(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a < b ? -1 : 1;
}

/** Number of grid cells along each side of a square. A square is tested as a whole before its cells. */
const SQUARE = 8;

const boundsOf = ({ row, column }: Cell, size: number) => ({
  south: row * CELL_LATITUDE,
  north: (row + size) * CELL_LATITUDE,
  west: column * CELL_LONGITUDE,
  east: (column + size) * CELL_LONGITUDE,
});

interface NearCell extends Cell {
  /** Lower bound on the commutes of all listings in the cell, in minutes. */
  minutes: number;
}

/**
 * Cache of the GTA's grid cells from which a destination can be reached, by destination. They are computed once for the
 * whole grid.
 */
const cellsOf = new WeakMap<ReachabilityProfile, readonly NearCell[]>();

function cellsAround(profile: ReachabilityProfile): readonly NearCell[] {
  const before = cellsOf.get(profile);
  if (before) return before;
  const from = cellOf({ latitude: GTA_BOUNDS.south, longitude: GTA_BOUNDS.west });
  const to = cellOf({ latitude: GTA_BOUNDS.north, longitude: GTA_BOUNDS.east });
  const cells: NearCell[] = [];
  for (let row = from.row; row <= to.row; row += SQUARE)
    for (let column = from.column; column <= to.column; column += SQUARE) {
      if (profile.lowerBound(boundsOf({ row, column }, SQUARE)) === Infinity) continue;
      for (let nth = 0; nth < SQUARE * SQUARE; nth += 1) {
        const cell = { row: row + Math.floor(nth / SQUARE), column: column + (nth % SQUARE) };
        const minutes = profile.lowerBound(boundsOf(cell, 1));
        if (minutes !== Infinity) cells.push({ ...cell, minutes });
      }
    }
  cellsOf.set(profile, cells);
  return cells;
}

/**
 * Returns the grid cells that may contain listings within the commute limits of all destinations, shortest commutes
 * first. Other cells cannot contain such listings.
 */
export function cellsWithinReach(profiles: readonly ReachabilityProfile[], maxCommute: readonly number[]): Cell[] {
  const [first, ...others] = profiles.map((profile, nth) => {
    const most = maxCommute[nth] ?? Infinity;
    return cellsAround(profile).filter(({ minutes }) => minutes <= most);
  });
  const keyOf = ({ row, column }: Cell) => `${row} ${column}`;
  const minutesByCell = others.map((cells) => new Map(cells.map((cell) => [keyOf(cell), cell.minutes])));
  return (first ?? [])
    .map(({ row, column, minutes }) => ({
      row,
      column,
      minutes: minutesByCell.reduce((sum, cells) => sum + (cells.get(keyOf({ row, column })) ?? Infinity), minutes),
    }))
    .filter(({ minutes }) => minutes !== Infinity)
    .toSorted((a, b) => a.minutes - b.minutes);
}
