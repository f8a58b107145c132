// Budgets of what a visitor downloads, in gzip kilobytes, from the build's manifest.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readDevVars } from "./dev-vars.ts";

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const CLIENT = "dist/client";
const BUDGET_KB = { firstLoad: 140, pageChunk: 30, css: 20, tracker: 2 };
const PUBLIC_PAGES = [
  "home",
  "category",
  "listing",
  "landlords",
  "not-found",
  "about",
  "contact",
  "realtors",
  "privacy-policy",
  "terms-of-service",
  "digest",
  "govip",
  "discussions",
  "thread",
];
/** Code that no public page may load. */
const PRIVATE = /admin|stats|sessions/;

const manifest = JSON.parse(readFileSync(join(CLIENT, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
const gzipKb = (file: string) => gzipSync(readFileSync(join(CLIENT, file))).length / 1024;

/** A chunk and all that it imports statically. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(next, seen);
  return seen;
}

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error("The build has no entry.");
const problems: string[] = [];
const check = (what: string, kb: number, budget: number) => {
  console.log(`${what.padEnd(34)} ${kb.toFixed(1).padStart(6)} KB of ${budget}`);
  if (kb > budget) problems.push(`${what}: ${kb.toFixed(1)} KB, the budget is ${budget} KB`);
};
const sum = (keys: Iterable<string>) => [...keys].reduce((total, key) => total + gzipKb(manifest[key]?.file ?? ""), 0);

const base = closure(entry);
for (const page of PUBLIC_PAGES) {
  const key = `src/pages/${page}.tsx`;
  if (!manifest[key]) {
    problems.push(`No chunk for the page ${page}`);
    continue;
  }
  const all = new Set([...base, ...closure(key)]);
  check(`${page}: first load`, sum(all), BUDGET_KB.firstLoad);
  check(`${page}: own chunks`, sum([...all].filter((chunk) => !base.has(chunk))), BUDGET_KB.pageChunk);
  for (const chunk of all) {
    if (PRIVATE.test(`${manifest[chunk]?.src ?? ""} ${chunk}`))
      problems.push(`${page} loads ${chunk}, which is not for the public`);
  }
}
const tracker = closure("src/features/visitors/tracker.ts");
check("tracker of visits", sum([...tracker].filter((chunk) => !base.has(chunk))), BUDGET_KB.tracker);
check(
  "styles",
  new Set(Object.values(manifest).flatMap(({ css }) => css ?? []))
    .values()
    .reduce((total, file) => total + gzipKb(file), 0),
  BUDGET_KB.css,
);
for (const [name, value] of readDevVars()) {
  if (!/PASSWORD|SECRET|KEY/.test(name) || value.length < 8) continue;
  for (const { file } of Object.values(manifest)) {
    if (readFileSync(join(CLIENT, file), "utf8").includes(value)) problems.push(`${file} holds the value of ${name}`);
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
