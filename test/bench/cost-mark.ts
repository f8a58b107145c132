/** The cost of an action, in the units that the platform bills. */
export interface Cost {
  /** Invocations of the worker: requests, queue batches, inbound emails, and ticks. */
  invocations: number;
  d1Queries: number;
  d1RowsRead: number;
  /** Rows written, including by triggers and to indexes. */
  d1RowsWritten: number;
  /** Requests to Durable Objects, including alarms. */
  objectRequests: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  kvReads: number;
  kvWrites: number;
  r2ClassA: number;
  r2ClassB: number;
  /** Calls to the Images service. */
  images: number;
  /** Messages sent to queues. */
  messages: number;
  mails: number;
  purges: number;
}

/** An action by a user. */
export interface DeedMark {
  kind: "deed";
  name: string;
  /** Number of repetitions; `cost` is their total. */
  times: number;
  cost: Cost;
  /** Median milliseconds per action on an idle worker: the processor time of the worker and its databases together. */
  ms: number;
}

/** Bytes by which the database grew per row, including indexes and dependent rows. */
export interface RowMark {
  kind: "row";
  name: string;
  bytes: number;
}
