import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/**
 * Prevents the local runtime from fetching a sample of `request.cf` from the internet, which prints a stack trace when
 * offline. The runtime's placeholder is sufficient, because a visitor's location is optional everywhere.
 */
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";

/**
 * Runs one of the project's programs and waits for it. Rejects when it fails. Output is shown on failure, or always
 * with `show`.
 * @returns its output; empty with `show`
 */
export function run(
  command: string,
  args: readonly string[],
  { show = false }: { show?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
    });
    let output = "";
    child.stdout?.on("data", (data) => (output += String(data)));
    child.stderr?.on("data", (data) => (output += String(data)));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ${args.join(" ")} failed (${code})\n${output}`)),
    );
  });
}

/**
 * Creates or migrates the local database.
 * @throws Error with instructions when the database was created by migrations that were since changed or removed
 */
export async function migrateLocal(): Promise<void> {
  const failure = await run("wrangler", ["d1", "migrations", "apply", "DB", "--local"]).then(
    () => null,
    (error: unknown) => error,
  );
  if (!hasCurrentSchema())
    throw new Error(
      "The local database is of an older version and cannot be updated: run npm run reset, then start again.",
      { cause: failure },
    );
  if (failure !== null) throw failure;
}

/** Returns whether the local database has every table and index that the project's migrations create. */
function hasCurrentSchema(): boolean {
  const [path] = globSync(".wrangler/state/v3/d1/miniflare-D1DatabaseObject/*.sqlite", {
    exclude: (file) => file.includes("metadata"),
  });
  // Without a database, the migration failed for another reason.
  if (path === undefined) return true;
  const schemaOf = (database: DatabaseSync) =>
    database
      .prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
      .all()
      .map(({ sql }) => sql);
  using local = new DatabaseSync(path, { readOnly: true });
  using expected = new DatabaseSync(":memory:");
  for (const migration of globSync("migrations/*.sql").toSorted()) expected.exec(readFileSync(migration, "utf8"));
  const found = new Set(schemaOf(local));
  return schemaOf(expected).every((sql) => found.has(sql));
}

/** Waits for a step of the start. On failure, prints the reason and exits. */
export async function orExit(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
