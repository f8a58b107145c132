import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  TIMETABLE_KEY,
  timetableDayKey,
  type TimetableManifest,
  encodeTimetable,
} from "../../worker/transit/format.ts";
import { torontoDay } from "../../worker/platform/toronto-time.ts";
import type { Bucket } from "../bucket.ts";
import { buildDay } from "./gtfs/build-day.ts";
import { chooseDays } from "./gtfs/days.ts";
import type { Feed } from "./gtfs/feed.ts";
import { dayNumber, dayText } from "./gtfs/services.ts";

/** Bucket operations that a timetable needs. */
export type TimetableBucket = Pick<Bucket, "read" | "putFile" | "putText" | "remove">;

interface TimetableReport {
  /** Version of the timetable; null when nothing was written. */
  version: string | null;
  isSame: boolean;
  /** A note for the operator. */
  note: string;
}

/** Returns the content of a manifest except its version. */
function contentOf(feeds: readonly Feed[], chosen: ReturnType<typeof chooseDays>, label: string | null) {
  const { days, dates, validFrom, validUntil } = chosen;
  return {
    label,
    feeds: feeds.map((feed) => ({
      name: feed.name,
      validFrom: dayText(feed.validFrom),
      validUntil: dayText(feed.validUntil),
      attribution: feed.attribution,
    })),
    attributions: [...new Set(feeds.map(({ attribution }) => attribution))],
    // Feeds without a common day still have their usual days.
    validFrom: dayText(Math.min(validFrom, validUntil)),
    validUntil: dayText(validUntil),
    days: days.map(({ name }) => name),
    dates,
  };
}

function noteOf(
  feeds: readonly Feed[],
  { days, validFrom, validUntil, leftOut }: ReturnType<typeof chooseDays>,
  bytes: number,
) {
  const names = feeds.map(({ name }) => name).join(", ");
  const stored = `${days.length} days stored (${(bytes / 1e6).toFixed(1)} MB)`;
  const notes = [`Timetable of ${names}, valid until ${dayText(validUntil)}: ${stored}.`];
  if (validFrom > validUntil)
    notes.push("There is no day on which all feeds are valid, so no date can be searched. Download them again.");
  if (leftOut > 0) notes.push(`${leftOut} dates are left out, because too many differ from the usual days.`);
  return notes.join(" ");
}

/**
 * Puts the timetable of some feeds into the bucket. The manifest is written last, so that a timetable is either
 * complete or absent. The previous timetable is kept for requests in progress, and the timetable before that is
 * deleted.
 * @param bucket missing for a dry run, which writes nothing
 * @param label describes the timetable if it is incomplete
 * @throws Error with a sentence when the feeds together are too large
 */
export async function importTimetable(
  feeds: readonly Feed[],
  bucket: TimetableBucket | undefined,
  now: Date,
  label: string | null = null,
): Promise<TimetableReport> {
  const chosen = chooseDays(feeds, dayNumber(torontoDay(now)));
  const content = contentOf(feeds, chosen, label);
  const folder = mkdtempSync(join(tmpdir(), "timetable-"));
  try {
    const hash = createHash("sha256").update(JSON.stringify(content));
    let bytes = 0;
    for (const day of chosen.days) {
      const file = encodeTimetable(buildDay(feeds, day));
      hash.update(file);
      bytes += file.length;
      writeFileSync(join(folder, day.name), file);
    }
    const note = noteOf(feeds, chosen, bytes);
    if (!bucket) return { version: null, isSame: false, note };
    const mark = hash.digest("hex").slice(0, 8);
    const text = await bucket.read(TIMETABLE_KEY);
    const before = text === null ? null : (JSON.parse(new TextDecoder().decode(text)) as TimetableManifest);
    if (before?.version.endsWith(`-${mark}`)) return { version: before.version, isSame: true, note };
    const version = `${torontoDay(now)}-${mark}`;
    for (const { name } of chosen.days) await bucket.putFile(timetableDayKey(version, name), join(folder, name));
    const previous = before === null ? null : { version: before.version, days: before.days };
    const manifest: TimetableManifest = { version, previous, ...content };
    await bucket.putText(TIMETABLE_KEY, JSON.stringify(manifest));
    const outdated = before?.previous ?? null;
    if (outdated !== null && outdated.version !== version)
      for (const day of outdated.days) await bucket.remove(timetableDayKey(outdated.version, day));
    return { version, isSame: false, note };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
