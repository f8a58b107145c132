import type { Bucket } from "../bucket.ts";

/** A database that a command writes to. */
export interface Target {
  /** Its displayed name. */
  name: string;
  /** Runs a SELECT that sees everything written before. */
  query: <Row>(sql: string) => Promise<Row[]>;
  /** Runs statements as a transaction, in call order, by {@link settle} at the latest. */
  write: (statements: readonly string[]) => Promise<void>;
  /** Resolves when every write has taken effect. */
  settle: () => Promise<void>;
  /** Opens the bucket beside it for small objects; absent where only wrangler reaches it. */
  bucket?: () => Promise<Bucket>;
  close: () => Promise<void>;
}
