import {
  COUNTED_AREAS,
  COUNTED_MEASURES,
  COUNTED_REASONS,
  COUNTED_TYPES,
  type CountedMeasure,
  FEWEST_TIMES,
  type MonthFigures,
  SMALLEST_CELL,
} from "../../contracts/transparency.ts";
import type { countsOf } from "./transparency.repo.ts";

/**
 * The cells of a column whose total is published, without those that are too small. Where there is a small one, the empty
 * ones are hidden with it, and as many others, the smallest first, as it takes until what is hidden adds up to a
 * publishable count: otherwise the difference from the total would reveal it.
 */
export function withoutSmallCells(cells: readonly number[]): (number | null)[] {
  const isSmall = (count: number) => count > 0 && count < SMALLEST_CELL;
  if (!cells.some(isSmall)) return [...cells];
  const hidden = new Set(cells.flatMap((count, at) => (count < SMALLEST_CELL ? [at] : [])));
  const sum = () => [...hidden].reduce((total, at) => total + (cells[at] ?? 0), 0);
  const others = [...cells.keys()]
    .filter((at) => !hidden.has(at))
    .toSorted((a, b) => (cells[a] ?? 0) - (cells[b] ?? 0));
  for (const at of others) {
    if (hidden.size > 1 && sum() >= SMALLEST_CELL) break;
    hidden.add(at);
  }
  return cells.map((count, at) => (hidden.has(at) ? null : count));
}

type Row = Awaited<ReturnType<typeof countsOf>>[number];

const total = (rows: readonly Row[], isMeant: (row: Row) => boolean) =>
  rows.reduce((sum, row) => sum + (isMeant(row) ? row.count : 0), 0);

/** One breakdown: a row for each of `names`, with a cell for each measure. */
function breakdown<Name extends string>(rows: readonly Row[], names: readonly Name[], nameOf: (row: Row) => string) {
  const columns = COUNTED_MEASURES.map((measure) =>
    withoutSmallCells(names.map((name) => total(rows, (row) => row.kind === measure && nameOf(row) === name))),
  );
  return names.map((name, at) => {
    const cells = COUNTED_MEASURES.map((measure, column) => [measure, columns[column]?.[at] ?? null]);
    return { name, counts: Object.fromEntries(cells) as Record<CountedMeasure, number | null> };
  });
}

/** The figures of a month from its counts. */
export function figuresOf(
  month: string,
  rows: readonly Row[],
  times: { count: number; minutes: number | null },
): MonthFigures {
  const of = (kind: Row["kind"]) => total(rows, (row) => row.kind === kind);
  const reasons = withoutSmallCells(
    COUNTED_REASONS.map((reason) =>
      total(rows, (row) => (row.kind === "rejected" || row.kind === "removed") && (row.reason ?? "none") === reason),
    ),
  );
  return {
    month,
    received: of("received"),
    approved: of("approved"),
    rejected: of("rejected"),
    removed: of("removed"),
    medianMinutes: times.count < FEWEST_TIMES ? null : times.minutes,
    appeals: { received: of("appeal"), upheld: of("appeal_upheld"), denied: of("appeal_denied") },
    reasons: COUNTED_REASONS.map((reason, at) => ({ reason, count: reasons[at] ?? null })),
    areas: breakdown(rows, COUNTED_AREAS, ({ area }) => area).map(({ name, counts }) => ({ area: name, ...counts })),
    types: breakdown(rows, COUNTED_TYPES, ({ bedrooms }) => bedrooms).map(({ name, counts }) => ({
      type: name,
      ...counts,
    })),
  };
}
