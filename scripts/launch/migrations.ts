// Decides which migrations run before the new version starts, and which run only after its proof.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Configuration } from "./configuration.ts";

/**
 * Migrations with a matching name run after the proof, because they remove something that the previous version needs.
 */
const AFTER_DEPLOY = /_after_deploy\.sql$/;
const isAfterDeploy = (name: string): boolean => AFTER_DEPLOY.test(name);

/** Returns SQL without comments and string contents, so that their words are not mistaken for SQL. */
const withoutStringsAndComments = (sql: string) =>
  sql
    .split("\n")
    .map((line) => line.split("--")[0] ?? "")
    .join("\n")
    .replace(/'[^']*'/g, "''");

const TRIGGER = /^CREATE\s+TRIGGER\b/i;

/**
 * Returns the statements of a migration, each without its semicolon; a trigger contains several statements, up to its
 * END.
 */
function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let trigger: string | null = null;
  for (const part of withoutStringsAndComments(sql).split(";")) {
    const text = part.trim();
    if (trigger !== null) {
      trigger += `; ${text}`;
      if (/^END$/i.test(text)) {
        statements.push(trigger);
        trigger = null;
      }
    } else if (TRIGGER.test(text)) trigger = text;
    else if (text !== "") statements.push(text);
  }
  return trigger === null ? statements : [...statements, trigger];
}

/** Statements that destroy data, or remove something that the previous version needs. */
const DESTRUCTIVE: readonly [what: string, pattern: RegExp][] = [
  ["drops a table", /^DROP\s+TABLE\b/i],
  ["drops a view", /^DROP\s+VIEW\b/i],
  ["drops a column", /^ALTER\s+TABLE\b[^]*\bDROP\b/i],
  ["renames", /^ALTER\s+TABLE\b[^]*\bRENAME\b/i],
  ["deletes rows", /^DELETE\b/i],
];
/** Matches statements that are harmless when the same migration creates the object again. */
const DROP_STATEMENT = /^DROP\s+(INDEX|TRIGGER)\s+(?:IF\s+EXISTS\s+)?[`"]?(\w+)/i;
const CREATE_STATEMENT = /^CREATE\s+(?:UNIQUE\s+)?(INDEX|TRIGGER)\s+(?:IF\s+NOT\s+EXISTS\s+)?[`"]?(\w+)/i;
/** Matches additions, except the temporary table that drizzle creates to change a table's shape. */
const ADDS = /^(CREATE\s+(?!TABLE\s+[`"]?__new_)|ALTER\s+TABLE\b[^]*\bADD\b)/i;

/** Lists what a migration destroys, in words; empty when the previous version can keep running beside it. */
export function destructiveChanges(sql: string): string[] {
  const statements = statementsOf(sql);
  const created = new Set(statements.flatMap((statement) => CREATE_STATEMENT.exec(statement)?.[2] ?? []));
  return statements.flatMap((statement) => {
    const [, kind = "", name = ""] = DROP_STATEMENT.exec(statement) ?? [];
    if (name !== "" && !created.has(name)) return [`drops the ${kind.toLowerCase()} ${name}`];
    return DESTRUCTIVE.flatMap(([what, pattern]) =>
      pattern.test(statement) ? [`${what}: ${statement.split("\n")[0]}`] : [],
    );
  });
}

/**
 * Lists the formal problems of a migration, as sentences. A migration's name must state when it runs. The remote D1
 * service splits triggers by its own rules (threads 4326, 10998, 14991 and 15314 of cloudflare/workers-sdk).
 */
export function problemsOfMigration(name: string, sql: string): string[] {
  const destroyed = destructiveChanges(sql);
  const triggers = statementsOf(sql).filter((statement) => TRIGGER.test(statement));
  return [
    ...(destroyed.length > 0 && !isAfterDeploy(name)
      ? [
          `${name} ${destroyed[0]}: end its name in _after_deploy.sql, so that it runs after the new version has proven itself.`,
        ]
      : []),
    ...(destroyed.length === 0 && isAfterDeploy(name)
      ? [`${name} destroys nothing: without _after_deploy it runs before the new version, which may need it.`]
      : []),
    ...(destroyed.length > 0 &&
    statementsOf(sql).some(
      (statement) => ADDS.test(statement) && !/^CREATE\s+(UNIQUE\s+)?(INDEX|TRIGGER)/i.test(statement),
    )
      ? [`${name} adds and destroys: split it into two migrations.`]
      : []),
    ...(sql.includes("\r") ? [`${name} has Windows line endings: D1 splits its triggers wrongly. Keep LF.`] : []),
    ...(triggers.some((trigger) => !/\bBEGIN\b/.test(trigger) || !trigger.endsWith("; END"))
      ? [`${name} writes BEGIN or END of a trigger in lowercase, which D1 does not find.`]
      : []),
    ...(triggers.some((trigger) => /\bCASE\b/i.test(trigger))
      ? [`${name} has CASE … END in a trigger, where D1 takes its END for the trigger's. Use iif().`]
      : []),
  ];
}

/** Splits pending migrations, in order, by when they run. Returns a sentence if that order is impossible. */
export function splitPending(pending: readonly string[]): { before: string[]; after: string[] } | string {
  const names = pending.toSorted();
  const first = names.findIndex(isAfterDeploy);
  if (first === -1) return { before: names, after: [] };
  const [before, after] = [names.slice(0, first), names.slice(first)];
  const stuck = after.find((name) => !isAfterDeploy(name));
  return stuck === undefined
    ? { before, after }
    : `${stuck} would run before ${after[0]}, which waits for a proven deployment of its own. Deploy the commit of ${after[0]} first.`;
}

/**
 * Writes a configuration that limits wrangler to some migrations.
 * @param folder to write it to
 * @returns the file to pass as --config
 */
export function migrationsConfig(config: Configuration, names: readonly string[] | "all", folder: string): string {
  const [database] = config.d1_databases;
  if (database === undefined) throw new Error("wrangler.toml has no database.");
  const { binding, database_name, database_id, migrations_dir = "migrations" } = database;
  const source = relative(folder, migrations_dir);
  const pattern = names === "all" ? "*.sql" : `@(${names.join("|")})`;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "wrangler.json");
  const seen = {
    binding,
    database_name,
    database_id,
    migrations_dir: source,
    migrations_pattern: `${source}/${pattern}`,
  };
  const { name, account_id } = config;
  writeFileSync(file, JSON.stringify({ name, account_id, compatibility_date: "2026-10-20", d1_databases: [seen] }));
  return file;
}
