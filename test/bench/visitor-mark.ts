/** Heartbeats that were answered, by the way they took. */
export interface HeartbeatMark {
  kind: "heartbeats";
  name: string;
  perSecond: number;
  /** Writes to the database and to KV for each heartbeat; null where the request bypasses the worker. */
  databaseWrites: number | null;
  kvWrites: number | null;
}

/** The operator's statistics with so many sessions of the last hour. */
export interface PollMark {
  kind: "poll";
  sessions: number;
  here: number;
  /** Median milliseconds. */
  ms: number;
  /** Size of the answer as JSON. */
  bytes: number;
  /** Each poll. */
  shardCalls: number;
  databaseWrites: number;
  kvWrites: number;
}
