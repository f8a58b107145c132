import { isInToronto } from "../../contracts/areas.ts";
import { type Bedrooms } from "../../contracts/bedrooms.ts";
import { HOUR_MS, MINUTE_MS } from "../../contracts/days.ts";
import type { CountedReason, Transparency } from "../../contracts/transparency.ts";
import type { Deps } from "../../platform/deps.ts";
import { purge } from "../../platform/purge.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { figuresOf } from "./figures.ts";
import {
  countsOf,
  deleteEntriesOf,
  insertIfChanged,
  insertMonth,
  medianOf,
  monthsBefore,
  publishedMonths,
} from "./transparency.repo.ts";
import type { CountedKind } from "./transparency.table.ts";

export { deleteCount, lastPublication } from "./transparency.repo.ts";

const monthOf = (time: Date) => torontoDay(time).slice(0, 7);

function areaOf(municipality: string): string {
  if (municipality === "") return "Not known";
  return isInToronto(municipality) ? municipality : "Elsewhere in the GTA";
}

interface Counted {
  kind: CountedKind;
  listing: { municipality: string; bedrooms: Bedrooms };
  /** Absent for what no decision can undo. */
  of?: { listingId: number; decisionId: string };
  reason?: CountedReason | null;
  /** When what is decided for the first time was submitted. */
  submittedAt?: Date | null;
}

/**
 * The statement that counts something for the figures of its month if the previous statement in the batch changed a row.
 */
export function countIfChanged(deps: Deps, { kind, listing, of, reason = null, submittedAt = null }: Counted) {
  const now = deps.now();
  return insertIfChanged(deps, {
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

/** The figures of the months that are over and published, the newest first. */
export const readTransparency = async (deps: Deps): Promise<Transparency> => ({ months: await publishedMonths(deps) });

/** Longer than a decision can be undone, and than a batch takes. */
const SETTLED_MS = HOUR_MS / 6;
/** Months published by one run. */
const AT_ONCE = 12;

/** Publishes the months that are over, each once, and deletes what they were counted from. */
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
