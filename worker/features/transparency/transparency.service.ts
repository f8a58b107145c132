import { isInToronto } from "../../contracts/areas.ts";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import { HOUR_MS, MINUTE_MS } from "../../contracts/days.ts";
import {
  type CountedReason,
  type Transparency,
  COUNTED_AREAS,
  COUNTED_MEASURES,
  COUNTED_REASONS,
  COUNTED_TYPES,
  type CountedMeasure,
  MEDIAN_DECISIONS_MIN,
  type MonthFigures,
  PUBLISHED_COUNT_MIN,
} from "../../contracts/transparency.ts";
import type { Deps } from "../../platform/deps.ts";
import { purge } from "../../platform/purge.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import {
  countsOf,
  deleteEntriesOf,
  insertEntry,
  insertMonth,
  medianOf,
  monthsBefore,
  publishedMonths,
} from "./transparency.repo.ts";
import type { CountedKind } from "./transparency.table.ts";

/**
 * Returns the cells of a column whose total is published, with cells that are too small replaced by null. If a cell is
 * too small, also hides empty cells and then further cells, smallest first, until the hidden cells add up to a
 * publishable count. Otherwise, the difference from the total would reveal the small cell.
 */
export function withoutSmallCells(cells: readonly number[]): (number | null)[] {
  const isSmall = (count: number) => count > 0 && count < PUBLISHED_COUNT_MIN;
  if (!cells.some(isSmall)) return [...cells];
  const hidden = new Set(cells.flatMap((count, at) => (count < PUBLISHED_COUNT_MIN ? [at] : [])));
  const sum = () => [...hidden].reduce((total, at) => total + (cells[at] ?? 0), 0);
  const others = [...cells.keys()]
    .filter((at) => !hidden.has(at))
    .toSorted((a, b) => (cells[a] ?? 0) - (cells[b] ?? 0));
  for (const at of others) {
    if (hidden.size > 1 && sum() >= PUBLISHED_COUNT_MIN) break;
    hidden.add(at);
  }
  return cells.map((count, at) => (hidden.has(at) ? null : count));
}

type Row = Awaited<ReturnType<typeof countsOf>>[number];

const total = (rows: readonly Row[], isMeant: (row: Row) => boolean) =>
  rows.reduce((sum, row) => sum + (isMeant(row) ? row.count : 0), 0);

/** Returns a table with a row for each of `names` and a cell for each measure. */
function breakdown<Name extends string>(rows: readonly Row[], names: readonly Name[], nameOf: (row: Row) => string) {
  const columns = COUNTED_MEASURES.map((measure) =>
    withoutSmallCells(names.map((name) => total(rows, (row) => row.kind === measure && nameOf(row) === name))),
  );
  return names.map((name, at) => {
    const cells = COUNTED_MEASURES.map((measure, column) => [measure, columns[column]?.[at] ?? null]);
    return { name, counts: Object.fromEntries(cells) as Record<CountedMeasure, number | null> };
  });
}

/** Computes the statistics of a month from its counts. */
function figuresOf(
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
    medianMinutes: times.count < MEDIAN_DECISIONS_MIN ? null : times.minutes,
    appeals: { received: of("appeal"), upheld: of("appeal_upheld"), denied: of("appeal_denied") },
    reasons: COUNTED_REASONS.map((reason, at) => ({ reason, count: reasons[at] ?? null })),
    areas: breakdown(rows, COUNTED_AREAS, ({ area }) => area).map(({ name, counts }) => ({ area: name, ...counts })),
    types: breakdown(rows, COUNTED_TYPES, ({ bedrooms }) => bedrooms).map(({ name, counts }) => ({
      type: name,
      ...counts,
    })),
  };
}

export { deleteCount, lastPublication } from "./transparency.repo.ts";

const monthOf = (time: Date) => torontoDay(time).slice(0, 7);

function areaOf(municipality: string): string {
  if (municipality === "") return "Not known";
  return isInToronto(municipality) ? municipality : "Elsewhere in the GTA";
}

interface Counted {
  kind: CountedKind;
  listing: { municipality: string; bedrooms: Bedrooms };
  /** The listing and the decision that the event is about. Absent for events that cannot be undone. */
  of?: { listingId: number; decisionId: string };
  reason?: CountedReason | null;
  /** Time of the listing's submission, if this is the first decision on the listing. */
  submittedAt?: Date | null;
}

/** Returns the statement that counts an event for the statistics of its month. */
export function countEntry(deps: Deps, { kind, listing, of, reason = null, submittedAt = null }: Counted) {
  const now = deps.now();
  return insertEntry(deps, {
    month: monthOf(now),
    kind,
    area: areaOf(listing.municipality),
    bedrooms: listing.bedrooms,
    reason,
    minutes: submittedAt && Math.max(0, Math.round((now.getTime() - submittedAt.getTime()) / MINUTE_MS)),
    listingId: of?.listingId ?? null,
    decisionId: of?.decisionId ?? null,
  });
}

/** Returns the statistics of the published months, newest first. */
export const readTransparency = async (deps: Deps): Promise<Transparency> => ({ months: await publishedMonths(deps) });

/**
 * Time between the end of a month and its publication. It is longer than a decision can be undone, and longer than a
 * batch takes.
 */
const SETTLED_MS = HOUR_MS / 6;
/** Maximum number of months published by one run. */
const AT_ONCE = 12;

/** Publishes each finished month once, and deletes the entries that were counted for its statistics. */
async function publishMonths(deps: Deps, time: Date): Promise<void> {
  const current = monthOf(new Date(time.getTime() - SETTLED_MS));
  let published = 0;
  for (const month of await monthsBefore(deps, current, AT_ONCE)) {
    const [rows, times] = await Promise.all([countsOf(deps, month), medianOf(deps, month)]);
    if (await insertMonth(deps, figuresOf(month, rows, times))) published += 1;
    await deleteEntriesOf(deps, month);
  }
  if (published > 0) await purge(deps, "transparency.published");
}

export const transparencyJobs: readonly ScheduledJob[] = [
  { name: "transparency.publish", due: everyTick, run: publishMonths },
];
