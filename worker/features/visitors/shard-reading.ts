import type { Goal } from "../../contracts/stats-periods.ts";
import type { CountKind, Counts, Period } from "./counted-periods.ts";
import type { VisitSession } from "./visit-sessions.ts";

/** A step of the funnel from visit to subscription, counted once per session and day. */
export type FunnelStep = Exclude<Goal, LaterGoal>;
/** A goal that is reached after the visit: it is no sight of the visitor. */
export type LaterGoal = "confirmed" | "vip";

/** A snapshot of one shard. */
export interface ShardReading {
  at: number;
  /** The number of sessions seen within the hour, and of active ones. */
  hour: number;
  active: number;
  /** The requested number of newest sessions, among all and among active ones; newest first. */
  newest: VisitSession[];
  /** The last 24 hours, numbered since 1970. */
  hours: { hour: number; visits: number }[];
  /** Today and the 14 days before. */
  days: { day: string; visits: number; unique: number }[];
  month: { visits: number; counts: Record<FunnelStep | "source", Counts> };
  today: { pages: Counts; sources: Counts } & Record<"unique" | "returning" | "mobile" | "desktop", number>;
  /** Visits of all time by source. */
  sources: Counts;
  /** Sessions begun in each of the last MINUTES_SHOWN minutes, the oldest first. */
  minutes: number[];
}

/** A count of several periods together. */
export interface KeyCount {
  kind: CountKind;
  key: string;
  n: number;
}

/** Periods whose counts are asked for. */
export interface PeriodsAsked {
  /** Each is counted together. */
  groups: readonly (readonly Period[])[];
  /** What the groups are counted by. */
  kinds: readonly CountKind[];
  /** Periods whose visits are asked for one by one. */
  visitsOf?: readonly Period[];
}

/** A shard's answer to {@link PeriodsAsked}. */
export interface PeriodReading {
  /** In the order of the groups. */
  groups: KeyCount[][];
  /** Only periods with visits. */
  visits: { period: Period; n: number }[];
}

/** The final counts of a day. */
export interface DayCounts {
  day: string;
  counts: { kind: CountKind; key: string; n: number }[];
}
