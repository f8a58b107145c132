type Sql = Pick<SqlStorage, "exec">;

/** A column that was added after its table, with its type and default. */
export type LaterColumn = readonly [table: string, column: string, definition: string];

/**
 * The SQLite of a Durable Object whose tables are created by the first INSERT. Cloudflare stores and bills an object
 * once it has a table, so an object that was only read must have none. Until the first INSERT, every other statement
 * finds nothing, so a query that expects a row, such as a count, must treat a missing row as zero.
 */
export class LazyTables implements Sql {
  readonly #sql: Sql;
  readonly #table: string;
  readonly #create: readonly string[];
  readonly #later: readonly LaterColumn[];
  #hasTables = false;

  /**
   * @param table one of the tables that `create` creates
   * @param later columns that objects created by former versions lack
   */
  constructor(sql: Sql, table: string, create: readonly string[], later: readonly LaterColumn[] = []) {
    this.#sql = sql;
    this.#table = table;
    this.#create = create;
    this.#later = later;
    this.checkTables();
  }

  /** True if anything was stored since the object was created or emptied. */
  get hasTables(): boolean {
    return this.#hasTables;
  }

  exec<Row extends Record<string, SqlStorageValue>>(query: string, ...values: unknown[]): SqlStorageCursor<Row> {
    if (!this.#hasTables) {
      if (!query.startsWith("INSERT")) return this.#sql.exec<Row>("SELECT NULL WHERE 0");
      this.#createTables();
    }
    return this.#sql.exec<Row>(query, ...values);
  }

  /** Checks whether the tables exist. Call it after deleteAll() and after a failed transaction. */
  checkTables(): void {
    this.#hasTables = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", this.#table).toArray().length > 0;
    // An object from a former version may lack some tables or columns.
    if (this.#hasTables) this.#createTables();
  }

  #createTables(): void {
    for (const statement of this.#create) this.#sql.exec(statement);
    for (const [table, column, definition] of this.#later)
      if (this.#sql.exec("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", table, column).toArray().length === 0)
        this.#sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`);
    this.#hasTables = true;
  }
}
