// The Durable Object is not exported here, because only workerd can load it (worker/index.ts).
export { areaOf, ReachabilityProfile, type CommuteTime, EMPTY_AREA } from "./reachability-profile.ts";
export type { TimetableManifest } from "./format.ts";
export type { TransitQuestion } from "./router.ts";
export { r2TimetableStore, type TimetableStore } from "./timetable-store.ts";
export { MICRODEGREES, pointOf } from "./walking.ts";
export type { Itinerary } from "./itineraries.ts";
