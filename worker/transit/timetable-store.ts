import { TIMETABLE_KEY, timetableDayKey, type TimetableManifest } from "./format.ts";

/** Milliseconds for which an isolate caches the manifest, and so may not see a new import. */
const MANIFEST_MS = 30_000;

/** The imported timetable in R2 (docs/open-data.md). */
export interface TimetableStore {
  /** Returns the current timetable; null if none was imported. @throws what R2 throws */
  manifest(): Promise<TimetableManifest | null>;
  /** Returns the file of a stored day, whose content never changes; null if it is missing. @throws what R2 throws */
  day(version: string, day: string): Promise<ArrayBuffer | null>;
}

type TimetableBucket = Pick<R2Bucket, "get">;

/** The manifest that an isolate has cached for each bucket. */
const memories = new WeakMap<TimetableBucket, { value: TimetableManifest | null; readAt: number }>();

/** Creates the store in an R2 bucket. */
export const r2TimetableStore = (bucket: TimetableBucket, now: () => Date): TimetableStore => ({
  async manifest() {
    const time = now().getTime();
    const known = memories.get(bucket);
    if (known && Math.abs(time - known.readAt) < MANIFEST_MS) return known.value;
    const object = await bucket.get(TIMETABLE_KEY);
    const value = object === null ? null : await object.json<TimetableManifest>();
    memories.set(bucket, { value, readAt: time });
    return value;
  },
  async day(version, day) {
    const object = await bucket.get(timetableDayKey(version, day));
    return object === null ? null : object.arrayBuffer();
  },
});
