import { env } from "cloudflare:workers";
import { timetableDayKey, type TimetableManifest, encodeTimetable } from "../../../worker/transit/format.ts";
import { type MadeNetwork, madeTimetable } from "../made-timetable.ts";
import { putManifest } from "./timetables.ts";

/** True if the extract of the TTC's timetable is available beside the project. */
export const HAS_REAL_TIMETABLE = env.GOLDEN_COMMUTES !== "";

/** Puts the extract of the TTC's timetable into the bucket, as the importer does. */
export async function importRealTimetable(): Promise<void> {
  for (const [key, base64] of Object.entries(env.REAL_TIMETABLE))
    await env.PHOTOS.put(key, Uint8Array.fromBase64(base64));
}

/**
 * Puts a made-up timetable into the bucket, the same for every usual day.
 * @returns its version
 */
export async function importMadeTimetable(
  network: MadeNetwork,
  changes: Partial<TimetableManifest> = {},
): Promise<string> {
  const { version = crypto.randomUUID(), days = ["weekday", "saturday", "sunday"] } = changes;
  for (const day of days)
    await env.PHOTOS.put(timetableDayKey(version, day), encodeTimetable({ ...madeTimetable(network), day }));
  await putManifest({ attributions: ["Contains made-up times."], validFrom: "2026-11-08", ...changes, version, days });
  return version;
}
