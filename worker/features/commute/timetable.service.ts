import { daysAfter, shortDay } from "../../contracts/days.ts";
import type { TimetableManifest } from "../../transit/index.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { daily, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";

/** Days for which an expired timetable is still answered from, with its date beside it. */
const SHOWN_AFTER_END_DAYS = 60;
/** The operator is told so many days before the end. */
const TOLD_BEFORE_END_DAYS = 14;

/** Valid; expired, but still shown with its date; or hidden, as if there were none. */
type TimetableState = "valid" | "expired" | "hidden";

/** Whether a timetable can be used today, Toronto's. */
export function timetableState(manifest: Pick<TimetableManifest, "validUntil"> | null, now: Date): TimetableState {
  if (manifest === null) return "hidden";
  const today = torontoDay(now);
  if (today <= manifest.validUntil) return "valid";
  return today <= daysAfter(manifest.validUntil, SHOWN_AFTER_END_DAYS) ? "expired" : "hidden";
}

const EXPIRY_JOB = "timetable.expiry";

/** Tells the operator once for each import that its timetable ends. */
async function tellExpiry(deps: Deps): Promise<void> {
  const manifest = await deps.timetables.manifest();
  if (manifest === null) return;
  const { version, validUntil, feeds } = manifest;
  if (torontoDay(deps.now()) < daysAfter(validUntil, -TOLD_BEFORE_END_DAYS)) return;
  if ((await readCursor(deps, EXPIRY_JOB)) === version) return;
  const text = [
    `The timetable for ways to work is valid to ${shortDay(validUntil)}.`,
    ...feeds.map((feed) => `${feed.name}: to ${shortDay(feed.validUntil)}.`),
    `Import the newest one (docs/open-data.md). Until then the old one is shown with its date, and from ${shortDay(daysAfter(validUntil, SHOWN_AFTER_END_DAYS + 1))} on nothing is shown.`,
  ].join("\n");
  await notifyOperator(deps, "timetable.expires", "The timetable ends", text);
  await writeCursor(deps, EXPIRY_JOB, version);
}

export const timetableJobs: readonly ScheduledJob[] = [{ name: EXPIRY_JOB, due: daily, run: tellExpiry }];
