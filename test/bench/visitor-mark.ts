/** Heartbeats that were answered, by the way they took. */
export interface HeartbeatMark {
  kind: "heartbeats";
  name: string;
  perSecond: number;
  /** Of the database and of KV, each heartbeat; null where the way leads past the worker. */
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
  /** Of the answer, as JSON. */
  bytes: number;
  /** Each poll. */
  shardCalls: number;
  databaseWrites: number;
  kvWrites: number;
}
