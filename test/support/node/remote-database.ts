// Replaces wrangler during a restore: a folder is the bucket, an SQLite file is the database, and commands are
// recorded.
import { appendFileSync, copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const folder = process.env.STAND_IN ?? "";
const args = process.argv.slice(2);
const after = (flag: string) => args[args.indexOf(flag) + 1] ?? "";
appendFileSync(join(folder, "commands.txt"), `${args.slice(0, 4).join(" ")}\n`);

if (args[0] === "r2") {
  const [, ...key] = (args[3] ?? "").split("/");
  const object = join(folder, "bucket", ...key);
  if (existsSync(object)) copyFileSync(object, after("--file"));
  else {
    console.error("The specified key does not exist.");
    process.exitCode = 1;
  }
} else {
  const database = new DatabaseSync(join(folder, "database.sqlite"));
  if (args.includes("--file")) database.exec(`BEGIN;\n${readFileSync(after("--file"), "utf8")}\nCOMMIT;`);
  else console.log(JSON.stringify([{ results: database.prepare(after("--command")).all() }], null, 2));
}
