// Checks that migrations/ is up to date: generates into a copy, where any new file is a missing migration.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
console.log("Migrations hold the whole schema.");
