import {
  type Commute,
  type CommuteAnswer,
  type CommuteArea,
  type CommutePlace,
  COMMUTE_TIMES,
} from "../../contracts/commute.ts";
import {
  type TimetableManifest,
  areaOf,
  ReachabilityProfile,
  type CommuteTime,
  type TransitQuestion,
  pointOf,
  type Itinerary,
} from "../../transit/index.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Coordinates } from "../../platform/grid.ts";
import type { CachedBytes } from "../../platform/cached-bytes.ts";
import { LruMap } from "../../platform/lru-map.ts";
import { withTimeLimit } from "../../platform/time-limit.ts";
import { daysAfter, shortDay } from "../../contracts/days.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { daily, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { torontoDay } from "../../platform/toronto-time.ts";

/** Maximum time to wait for commutes. After this time, listings are shown without commute times. */
const LONGEST_WAIT_MS = 5_000;
/** Number of commute profiles that an isolate caches. A profile takes up to half a megabyte. */
const KEPT_PROFILES = 12;

/**
 * A listing with the point that the public may see. The point is null if the location is not known precisely enough.
 */
export interface ListingPoint {
  id: number;
  point: Coordinates | null;
}
/** Returns the public listings among `ids` with their points. The listings feature provides this function. */
export type PublicPoints = (deps: Deps, ids: readonly number[]) => Promise<ListingPoint[]>;

/** The commute profile of a destination. `question` is null on a day without transit service. */
interface DestinationProfile {
  profile: ReachabilityProfile;
  question: TransitQuestion | null;
}

/**
 * Returns the commute profile of each destination.
 * @returns null if there is no timetable, or if the timetable cannot be read at the moment
 */
export async function reachabilityProfiles(
  deps: Deps,
  places: readonly CommutePlace[],
): Promise<ReachabilityProfile[] | null> {
  const timetable = await openTimetable(deps);
  const asked = timetable && (await nullIfLate(deps, destinationProfiles(deps, timetable, places)));
  return asked && asked.map(({ profile }) => profile);
}

/** Returns the commutes from listings to destinations. Leaves out listings that are not public. */
export async function readCommutes(
  deps: Deps,
  { places, ids }: { places: readonly CommutePlace[]; ids: readonly number[] },
  publicPoints: PublicPoints,
): Promise<CommuteAnswer> {
  const timetable = await openTimetable(deps);
  if (!timetable) return UNAVAILABLE;
  const listings = await publicPoints(deps, [...new Set(ids)]);
  const points = listings.flatMap(({ point }) => point ?? []);
  const answer = await nullIfLate(
    deps,
    destinationProfiles(deps, timetable, places).then((asked) =>
      Promise.all(asked.map((one) => commutesFrom(deps, one, points))),
    ),
  );
  if (!answer) return UNAVAILABLE;
  let nth = -1;
  const { version, validFrom, validUntil, attributions, label } = timetable;
  return {
    available: true,
    timetable: { version, validFrom, validUntil, attributions, label },
    results: listings.map(({ id, point }) => {
      if (!point) return { id, places: null };
      nth += 1;
      return { id, places: answer.map((commutes) => commutes[nth] ?? NO_COMMUTE) };
    }),
  };
}

/**
 * Computes the area from which a destination can be reached within a limit. Returns null if {@link
 * reachabilityProfiles} returns null.
 * @param minutes the limit on the commute
 */
export async function readArea(deps: Deps, place: CommutePlace, minutes: number): Promise<CommuteArea | null> {
  const profiles = await reachabilityProfiles(deps, [place]);
  const [profile] = profiles ?? [];
  return profile ? areaOf(profile, minutes) : null;
}

const UNAVAILABLE: CommuteAnswer = { available: false, timetable: null, results: [] };
const NO_COMMUTE: Commute = {
  minutes: null,
  badDayMinutes: null,
  walkMinutes: null,
  transfers: null,
  lines: [],
  legs: [],
};

/** Returns the transit timetable in use. Returns null if the timetable is hidden or cannot be read. */
async function openTimetable(deps: Deps): Promise<TimetableManifest | null> {
  const manifest = await nullIfLate(deps, deps.timetables.manifest());
  return timetableState(manifest, deps.now()) === "hidden" ? null : manifest;
}

/** Returns whether commutes can be computed, so that pages show the commute controls. */
export const hasTimetable = async (deps: Deps): Promise<boolean> => (await openTimetable(deps)) !== null;

/** Returns the result of `work`. If the work is late or fails, logs the problem and returns null. */
async function nullIfLate<Result>(deps: Deps, work: Promise<Result>): Promise<Result | null> {
  try {
    return await withTimeLimit(deps, LONGEST_WAIT_MS, work);
  } catch (error) {
    deps.log.error("commute.unavailable", error);
    return null;
  }
}

const destinationProfiles = (
  deps: Deps,
  timetable: TimetableManifest,
  places: readonly CommutePlace[],
): Promise<DestinationProfile[]> =>
  Promise.all(
    places.map(async (place) => {
      const question = questionOf(timetable, place);
      return { question, profile: question ? await profileOf(deps, question) : new ReachabilityProfile(null) };
    }),
  );

/** Returns the question about transit to a destination. Returns null for a day that the timetable does not cover. */
function questionOf(timetable: TimetableManifest, place: CommutePlace): TransitQuestion | null {
  const day = timetable.dates[place.day] ?? place.day;
  if (!timetable.days.includes(day)) return null;
  return {
    version: timetable.version,
    day,
    place: pointOf({ latitude: place.lat, longitude: place.lng }),
    deadlines: deadlinesOf(place),
  };
}

const secondsOf = (time: string) => Number(time.slice(0, 2)) * 3_600 + Number(time.slice(3, 5)) * 60;

/** Returns the arrival deadlines, in seconds, for which the commutes of a time window are computed. */
function deadlinesOf({ from, until }: Pick<CommutePlace, "from" | "until">): number[] {
  const [start, end] = [secondsOf(from), secondsOf(until)];
  if (start === end) return [start];
  return Array.from({ length: COMMUTE_TIMES }, (_, nth) => Math.round(start + (nth * (end - start)) / COMMUTE_TIMES));
}

/** Profiles cached by this isolate, with a separate cache for each profile store. */
const memories = new WeakMap<CachedBytes, LruMap<ReachabilityProfile>>();

/**
 * Returns the commute profile for a transit question: from memory, from the data centre's cache, or from the Durable
 * Object that computes it.
 */
async function profileOf(deps: Deps, question: TransitQuestion): Promise<ReachabilityProfile> {
  const { version, day, place, deadlines } = question;
  const key = [version, day, "arrive", `${deadlines[0]}-${deadlines.at(-1)}`, place.latitude, place.longitude].join(
    "/",
  );
  const memory = memories.get(deps.searchedProfiles) ?? new LruMap<ReachabilityProfile>(KEPT_PROFILES);
  memories.set(deps.searchedProfiles, memory);
  return memory.get(key) ?? memory.set(key, new ReachabilityProfile(await bytesOf(deps, key, question)));
}

async function bytesOf(deps: Deps, key: string, question: TransitQuestion): Promise<ArrayBuffer> {
  const kept = await deps.searchedProfiles.get(key);
  if (kept) return kept;
  const bytes = await deps.transit().profile(question);
  if (bytes === null) throw new Error("A stored day of the timetable is missing.");
  deps.waitUntil(
    deps.searchedProfiles.put(key, bytes).catch((error: unknown) => deps.log.error("commute.not_kept", error)),
  );
  return bytes;
}

/** Returns the commutes from points to a destination, in the order of the points. */
async function commutesFrom(
  deps: Deps,
  { profile, question }: DestinationProfile,
  points: readonly Coordinates[],
): Promise<Commute[]> {
  const times = points.map((point) => profile.at(point));
  const starts = new Map<string, { stop: number; deadline: number }>();
  for (const { start } of times)
    if (start?.stop != null) starts.set(startKey(start), { stop: start.stop, deadline: start.deadline });
  const itineraries =
    question && starts.size > 0 ? await deps.transit().itineraries(question, [...starts.values()]) : [];
  const itineraryOf = new Map([...starts.keys()].map((key, nth) => [key, itineraries?.[nth] ?? null]));
  return times.map((time) => toCommute(time, time.start && (itineraryOf.get(startKey(time.start)) ?? null)));
}

const startKey = ({ stop, deadline }: { stop: number | null; deadline: number }) => `${stop}@${deadline}`;

const minutesOf = (seconds: number) => Math.round(seconds / 6) / 10;

function toCommute({ minutes, badDayMinutes, start }: CommuteTime, itinerary: Itinerary | null): Commute {
  if (!start) return NO_COMMUTE;
  const legs = itinerary?.legs ?? [];
  return {
    minutes,
    badDayMinutes,
    walkMinutes: minutesOf(start.walkSeconds + (itinerary?.walkSeconds ?? 0)),
    transfers: Math.max(0, legs.length - 1),
    lines: legs.map(({ line }) => line),
    legs,
  };
}

/** Number of days for which an expired timetable is still used, with its date shown. */
const SHOWN_AFTER_END_DAYS = 60;
/** Number of days before a timetable's expiry at which the operator is notified. */
const NOTIFY_BEFORE_END_DAYS = 14;

/** State of a timetable: valid, expired (but still used, with its date shown), or hidden (as if there were none). */
type TimetableState = "valid" | "expired" | "hidden";

/** Returns the state of a timetable on the current Toronto day. */
export function timetableState(manifest: Pick<TimetableManifest, "validUntil"> | null, now: Date): TimetableState {
  if (manifest === null) return "hidden";
  const today = torontoDay(now);
  if (today <= manifest.validUntil) return "valid";
  return today <= daysAfter(manifest.validUntil, SHOWN_AFTER_END_DAYS) ? "expired" : "hidden";
}

const EXPIRY_JOB = "timetable.expiry";

/** Notifies the operator once for each import that its timetable expires soon. */
async function notifyOfExpiry(deps: Deps): Promise<void> {
  const manifest = await deps.timetables.manifest();
  if (manifest === null) return;
  const { version, validUntil, feeds } = manifest;
  if (torontoDay(deps.now()) < daysAfter(validUntil, -NOTIFY_BEFORE_END_DAYS)) return;
  if ((await readCursor(deps, EXPIRY_JOB)) === version) return;
  const text = [
    `The timetable for commutes is valid until ${shortDay(validUntil)}.`,
    ...feeds.map((feed) => `${feed.name}: until ${shortDay(feed.validUntil)}.`),
    `Import the newest one (docs/open-data.md). Until then, the site shows the old one with its date. From ${shortDay(daysAfter(validUntil, SHOWN_AFTER_END_DAYS + 1))}, it shows no commutes.`,
  ].join("\n");
  await notifyOperator(deps, "timetable.expires", "The timetable is about to expire", text);
  await writeCursor(deps, EXPIRY_JOB, version);
}

export const timetableJobs: readonly ScheduledJob[] = [{ name: EXPIRY_JOB, due: daily, run: notifyOfExpiry }];
