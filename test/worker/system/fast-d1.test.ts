import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { beginTransaction, fastDatabase } from "../../support/worker/fast-d1.ts";

/** Returns a database's response to a statement, or the error that it throws. */
async function answer(db: D1Database, sql: string, values: readonly unknown[] = []): Promise<unknown> {
  try {
    const { results, meta } = await db
      .prepare(sql)
      .bind(...values)
      .all();
    const { changes, last_row_id: lastRow, changed_db: isChanged } = meta;
    // If a statement changes nothing, last_row_id comes from an earlier statement.
    return { results, changes, isChanged, ...(isChanged && { lastRow }) };
  } catch (error) {
    return error instanceof Error ? [error.message, String(error.cause)] : error;
  }
}

const SETTING = "INSERT INTO settings (name, value) VALUES (?, ?)";
const ones = (count: number) => Array<number>(count).fill(1);

describe("the tests' database", { tags: ["d1"] }, () => {
  it.each<[sql: string, values?: unknown[]]>([
    ["SELECT typeof(?), ? / 2, 3 / 2", [1, 1]],
    ["SELECT ? AS a, ? AS a", [1, 2]],
    ["SELECT ?, ?, ?", [true, null, new Uint8Array([1, 2])]],
    ["SELECT x'0102' AS bytes, 9007199254740993 AS large, 1.5, NULL"],
    ["SELECT ?", ["a\u0000b"]],
    ["SELECT 'a;b' AS text, ?", [1]],
    ["SELECT 1; SELECT ? AS last", [2]],
    ["SELECT json_extract(?, '$.a')", ['{"a":1}']],
    ["SELECT json_extract('x', '$.a')"],
    ["PRAGMA foreign_keys"],
    [SETTING, ["a", "b"]],
    [`${SETTING}, ('a', 'c')`, ["a", "b"]],
    ["INSERT INTO listings (id) VALUES (1)"],
    ["SELECT nowhere"],
    ["SELECT * FROM nowhere"],
    ["SELECT regexp('a', 'b')"],
    ["SELECT ?"],
    ["SELECT 1", [1]],
    ["SELECT ?", [undefined]],
    ["SELECT ?", [1n]],
    [""],
    ["  -- nothing"],
    ["VACUUM"],
    ["PRAGMA journal_mode"],
    ["SELECT 1 LIKE ?", ["x".repeat(51)]],
    [`SELECT ${ones(101).join(" UNION ALL SELECT ")}`],
    [
      `SELECT ${ones(101)
        .map(() => "?")
        .join()}`,
      ones(101),
    ],
    ["SELECT abs(-1), unixepoch('2026-01-01')"],
  ])("returns what D1 returns for %s", async (sql, values) => {
    await beginTransaction();
    expect(await answer(fastDatabase, sql, values)).toEqual(await answer(env.DB, sql, values));
  });

  it("refuses what D1 refuses, with a different message", async () => {
    await beginTransaction();
    for (const sql of [
      "BEGIN",
      "SAVEPOINT one",
      "COMMIT",
      "ATTACH ':memory:' AS other",
      "SELECT sqlite_version()",
      `SELECT '${"x".repeat(100_001)}'`,
    ]) {
      expect(await answer(env.DB, sql), sql).toBeInstanceOf(Array);
      expect(await answer(fastDatabase, sql), sql).toBeInstanceOf(Array);
    }
  });

  it("has no functions that D1 does not have", async () => {
    await beginTransaction();
    const { results } = await fastDatabase
      .prepare("SELECT DISTINCT name, narg FROM pragma_function_list")
      .all<{ name: string; narg: number }>();
    expect(results.length).toBeGreaterThan(100);
    for (const { name, narg } of results) {
      const sql = `SELECT ${name}(${ones(Math.max(narg, 0)).join()})`;
      const isMissing = /not authorized|no such function/.test(String(await answer(env.DB, sql)));
      if (isMissing) expect(String(await answer(fastDatabase, sql)), sql).toMatch(/not authorized|no such function/);
    }
  });

  it("runs all statements of a batch, or none", async () => {
    for (const db of [env.DB, fastDatabase]) {
      if (db === fastDatabase) await beginTransaction();
      const count = () => db.prepare("SELECT count(*) AS n FROM settings").first("n");
      const before = await count();
      await expect(db.batch([db.prepare(SETTING).bind("a", "1"), db.prepare(SETTING).bind("a", "2")])).rejects.toThrow(
        "UNIQUE constraint failed",
      );
      expect(await count()).toBe(before);
      await db.batch([db.prepare(SETTING).bind("a", "1"), db.prepare(SETTING).bind("b", "2")]);
      expect(await count()).toBe(Number(before) + 2);
    }
  });

  it("does not count rows read", async () => {
    await beginTransaction();
    const { meta } = await fastDatabase.prepare("SELECT 1").all();
    expect(() => meta.rows_read).toThrow("tag the test");
  });

  it("undoes what a test wrote", async () => {
    await beginTransaction();
    await fastDatabase.prepare(SETTING).bind("a", "1").run();
    await beginTransaction();
    expect(await fastDatabase.prepare("SELECT * FROM settings WHERE name = 'a'").first()).toBeNull();
  });
});

describe("a statement that an object stores", () => {
  let kept: D1PreparedStatement;

  it("is prepared on the real database", { tags: ["d1"] }, async () => {
    kept = env.DB.prepare("SELECT count(*) AS n FROM counters WHERE key = ?");
    expect(await kept.bind("x").first("n")).toBe(0);
  });

  it("also queries the database of the next test", { tags: ["rest"] }, async () => {
    await env.DB.prepare("INSERT INTO counters (key, value) VALUES ('x', 1)").run();
    expect(await kept.bind("x").first("n")).toBe(1);
  });
});
