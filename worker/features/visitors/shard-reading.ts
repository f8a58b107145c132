import type { CountKind, Counts } from "./period-counts.ts";
import type { VisitSession } from "./visit-sessions.ts";

/** A step on the way from a visit to a subscription, counted once a session and day. */
export type FunnelStep = "opened" | "called" | "signed_up";

/** What one shard knows at a moment. */
export interface ShardReading {
  at: number;
  /** Seen within the hour, and of these the ones that are here. */
  hour: number;
  active: number;
  /** As many as were asked for of the newest of the hour, and of those here; newest first. */
  newest: VisitSession[];
  /** By the hour since 1970, the last 24. */
  hours: { hour: number; visits: number }[];
  /** Today and the 14 days before. */
  days: { day: string; visits: number; unique: number }[];
  month: { visits: number; counts: Record<FunnelStep | "source", Counts> };
  today: { pages: Counts; sources: Counts } & Record<"unique" | "returning" | "mobile" | "desktop", number>;
  /** Visits by source of all time. */
  sources: Counts;
}

/** The counts of a day that is over. */
export interface DayCounts {
  day: string;
  counts: { kind: CountKind; key: string; n: number }[];
}
