/** The cost of something, in the units that the platform counts. */
export interface Cost {
  /** Invocations of the worker: requests, batches of a queue, mails that come in, ticks. */
  invocations: number;
  d1Queries: number;
  d1RowsRead: number;
  /** With those of triggers and indexes. */
  d1RowsWritten: number;
  /** Requests to Durable Objects, alarms included. */
  objectRequests: number;
  objectRowsRead: number;
  objectRowsWritten: number;
  kvReads: number;
  kvWrites: number;
  r2ClassA: number;
  r2ClassB: number;
  /** Calls of the Images service. */
  images: number;
  /** Messages of a queue. */
  messages: number;
  mails: number;
  purges: number;
}

/** One thing that people do. */
export interface DeedMark {
  kind: "deed";
  name: string;
  /** How often it was done in the one measurement that `cost` is the total of. */
  times: number;
  cost: Cost;
  /** Median milliseconds of doing it once, on an idle worker: its processor time and its databases' together. */
  ms: number;
}

/** Bytes that the database grew by, each row with its indexes and what belongs to it. */
export interface RowMark {
  kind: "row";
  name: string;
  bytes: number;
}
