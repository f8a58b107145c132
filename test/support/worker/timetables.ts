import { env } from "cloudflare:workers";
import { TIMETABLE_KEY, type TimetableManifest } from "../../../worker/transit/format.ts";

/** Writes the manifest of a timetable into the bucket, which is the last step of an import. */
export async function putManifest(more: Partial<TimetableManifest> = {}): Promise<void> {
  const [validFrom, validUntil] = [more.validFrom ?? "2026-11-01", more.validUntil ?? "2026-12-12"];
  const manifest: TimetableManifest = {
    version: "2026-11-01-0123abcd",
    previous: null,
    label: null,
    feeds: [{ name: "Oak Transit", validFrom, validUntil, attribution: "Timetable: Oak Transit" }],
    attributions: ["Timetable: Oak Transit"],
    validFrom,
    validUntil,
    days: ["weekday", "saturday", "sunday"],
    dates: {},
    ...more,
  };
  await env.PHOTOS.put(TIMETABLE_KEY, JSON.stringify(manifest));
}
