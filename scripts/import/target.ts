import type { Bucket } from "../bucket.ts";

/** A database that a command writes to. */
export interface Target {
  /** The database's name to display. */
  name: string;
  /** Runs a SELECT that sees all earlier writes. */
  query: <Row>(sql: string) => Promise<Row[]>;
  /** Runs statements as a transaction. Transactions run in call order, at the latest when {@link settle} is called. */
  write: (statements: readonly string[]) => Promise<void>;
  /** Resolves when every write has taken effect. */
  settle: () => Promise<void>;
  /** Opens the accompanying bucket for small objects; absent where only wrangler can access it. */
  bucket?: () => Promise<Bucket>;
  close: () => Promise<void>;
}
