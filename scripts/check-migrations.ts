// Checks the form of the migrations, and that none is missing. Generates migrations into a copy of the folder; every
// new file there is a missing migration.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { problemsOfMigration } from "./launch/migrations.ts";

const problems = globSync("migrations/*.sql")
  .toSorted()
  .flatMap((file) => problemsOfMigration(basename(file), readFileSync(file, "utf8")));
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}

const scratch = mkdtempSync(join(tmpdir(), "migrations-"));
cpSync("migrations", scratch, { recursive: true });
const before = readdirSync(scratch).length;
execFileSync(
  "drizzle-kit",
  ["generate", "--dialect", "sqlite", "--schema", "./worker/db/schema.ts", "--out", scratch, "--casing", "snake_case"],
  { stdio: "pipe" },
);
const isComplete = readdirSync(scratch).length === before;
rmSync(scratch, { recursive: true });
if (!isComplete) {
  console.error("The schema has changes without a migration: run `npm run migration -- --name <what-changed>`.");
  process.exit(1);
}
console.log("Migrations cover the whole schema.");
