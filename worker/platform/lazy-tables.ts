type Sql = Pick<SqlStorage, "exec">;

/**
 * The SQLite of a Durable Object whose tables are created by the first INSERT. Cloudflare stores and bills an object as
 * soon as it has a table, so one that was only read must have none. Until then every other statement finds nothing; a
 * query that expects a row, such as a count, must take none for zero.
 */
export class LazyTables implements Sql {
  readonly #sql: Sql;
  readonly #table: string;
  readonly #create: readonly string[];
  #isMade = false;

  /** @param table one of the tables that `create` creates, unless they exist */
  constructor(sql: Sql, table: string, create: readonly string[]) {
    this.#sql = sql;
    this.#table = table;
    this.#create = create;
    this.look();
  }

  /** Whether anything was stored since the object was made or emptied. */
  get isMade(): boolean {
    return this.#isMade;
  }

  exec<Row extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]): SqlStorageCursor<Row> {
    if (!this.#isMade) {
      if (!query.startsWith("INSERT")) return this.#sql.exec<Row>("SELECT NULL WHERE 0");
      for (const statement of this.#create) this.#sql.exec(statement);
      this.#isMade = true;
    }
    return this.#sql.exec<Row>(query, ...values);
  }

  /** Looks whether the tables exist: after deleteAll(), and after a transaction that failed. */
  look(): void {
    this.#isMade = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", this.#table).toArray().length > 0;
  }
}
