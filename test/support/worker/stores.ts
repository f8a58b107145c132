/** A row of the table in docs/data-retention.md. */
export interface Store {
  name: string;
  period: string;
  owner: string;
  /** True if the data is retained indefinitely. */
  isKept: boolean;
}

/** Returns the stores listed in docs/data-retention.md, in order. */
export function storeNames(markdown: string): Store[] {
  return markdown.split("\n").flatMap((line): Store[] => {
    const [, first = "", , period = "", owner = ""] = line.split("|").map((cell) => cell.trim());
    const name = /^`(.+)`$/.exec(first)?.[1];
    return name === undefined ? [] : [{ name, period, owner, isKept: period.includes("**kept**") }];
  });
}

/** Returns the names of the database's tables, without the internal tables of search indexes. */
export async function tablesOf(database: D1Database): Promise<string[]> {
  const { results } = await database
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations' ORDER BY name",
    )
    .run<{ name: string; sql: string }>();
  const virtual = results.filter(({ sql }) => sql.startsWith("CREATE VIRTUAL")).map(({ name }) => name);
  return results
    .map(({ name }) => name)
    .filter((name) => !virtual.some((table) => name.startsWith(`${table}_`)))
    .toSorted();
}
