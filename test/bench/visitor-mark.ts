/** The number of heartbeats that one path answers per second. */
export interface HeartbeatMark {
  kind: "heartbeats";
  name: string;
  perSecond: number;
  /** Writes to the database and to KV per heartbeat; null where the request bypasses the worker. */
  databaseWrites: number | null;
  kvWrites: number | null;
}

/** The cost of the operator's statistics for a number of sessions in the last hour. */
export interface PollMark {
  kind: "poll";
  sessions: number;
  here: number;
  /** Median milliseconds of a poll. */
  ms: number;
  /** Bytes of the JSON in the response. */
  bytes: number;
  /** Shard calls per poll. */
  shardCalls: number;
  databaseWrites: number;
  kvWrites: number;
}
