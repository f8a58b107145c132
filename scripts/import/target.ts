/** A database that is imported into. */
export interface Target {
  /** What people call it. */
  name: string;
  /** Rows of a SELECT, after all that was written before. */
  query: <Row>(sql: string) => Promise<Row[]>;
  /** Statements that take effect together or not at all, in the order of the calls; at the latest by {@link settle}. */
  write: (statements: readonly string[]) => Promise<void>;
  /** Resolves when all that was written has taken effect. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
}
