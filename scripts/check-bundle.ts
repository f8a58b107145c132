// Checks download budgets in gzip kilobytes, using the build's manifest.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PAGES } from "../worker/contracts/pages.ts";
import { readDevVars } from "./dev-vars.ts";

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const CLIENT = "dist/client";
const BUDGET_KB = { firstLoad: 140, ownFiles: 20, css: 20, homeCss: 17, deferred: 4, homeWithoutGesture: 130 };
/** Target for a first load. Exceeding the target prints a warning; exceeding the budget is an error. */
const TARGET_KB = 125;
/** Maximum number of scripts in a first view: the entry, the page, and one shared by pages. */
const SCRIPTS = 3;
/** Code that no public page may load. */
const PRIVATE = /admin|stats|sessions/;

const manifest = JSON.parse(readFileSync(join(CLIENT, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
const gzipKb = (file: string) => gzipSync(readFileSync(join(CLIENT, file))).length / 1024;

/** Returns a chunk and all chunks that it imports statically. */
function chunkWithImports(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) chunkWithImports(next, seen);
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

const base = chunkWithImports(entry);
/** Scripts preloaded for a page in addition to the common ones (scripts/vite-plugins.ts). */
const pageFiles = JSON.parse(
  /<!--page-files (\{[^<>]*\})-->/.exec(readFileSync(join(CLIENT, "index.html"), "utf8"))?.[1] ?? "{}",
) as Record<string, string[]>;
const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [`/${file}`, key]));
for (const { file: page, answer } of Object.values(PAGES)) {
  if (answer === "shell") continue;
  const own = (pageFiles[page] ?? []).map((file) => keyOf.get(file) ?? file);
  const all = new Set([...base, ...own]);
  check(`${page}: first load`, sum(all), BUDGET_KB.firstLoad);
  check(`${page}: own files`, sum(own), BUDGET_KB.ownFiles);
  if (sum(all) > TARGET_KB) console.warn(`${page}: more than the target of ${TARGET_KB} KB`);
  if (all.size > SCRIPTS) problems.push(`${page} begins with ${all.size} scripts, more than ${SCRIPTS}`);
  for (const chunk of all) {
    if (PRIVATE.test(`${manifest[chunk]?.src ?? ""} ${chunk}`))
      problems.push(`${page} loads ${chunk}, which is not for the public`);
  }
}
const deferredFile = `/${Object.values(manifest).find(({ file }) => file.includes("/deferred-"))?.file}`;
const deferred = keyOf.get(deferredFile) ?? deferredFile;
check("deferred: visits, the banner", sum([deferred]), BUDGET_KB.deferred);
const home = (pageFiles["home"] ?? []).map((file) => keyOf.get(file) ?? file);
const boot = readdirSync(join(CLIENT, "assets")).filter((file) => /^boot-.*\.js$/.test(file));
check(
  "home: all that needs no gesture",
  sum(new Set([...base, ...home, deferred])) + boot.reduce((total, file) => total + gzipKb(`assets/${file}`), 0),
  BUDGET_KB.homeWithoutGesture,
);
const styles = new Set(Object.entries(manifest).flatMap(([key, { css = [] }]) => (PRIVATE.test(key) ? [] : css)));
check(
  "styles",
  [...styles].reduce((total, file) => total + gzipKb(file), 0),
  BUDGET_KB.css,
);
check(
  "home: styles",
  (manifest[entry]?.css ?? []).reduce((total, file) => total + gzipKb(file), 0),
  BUDGET_KB.homeCss,
);
/** Names of the classes that some style sheets declare. */
const classesIn = (files: Iterable<string>) =>
  new Set(
    [...files].flatMap((file) =>
      [...readFileSync(join(CLIENT, file), "utf8").matchAll(/\.((?:[a-z_-]|\\.)(?:[\w-]|\\.)*)/gi)].map(
        ([, name]) => name,
      ),
    ),
  );
// The panel's style sheet refers to the public one, which excludes the panel's classes (src/app/panel.css).
const panelStyles = Object.entries(manifest).flatMap(([key, { css = [] }]) => (PRIVATE.test(key) ? css : []));
const ofPanel = classesIn(panelStyles).difference(classesIn(styles));
console.log(`classes only the panel has         ${ofPanel.size}`);
if (ofPanel.size < 100) problems.push(`The panel's styles have only ${ofPanel.size} classes that public pages lack`);
for (const [name, value] of readDevVars()) {
  if (!/PASSWORD|SECRET|KEY/.test(name) || value.length < 8) continue;
  for (const { file } of Object.values(manifest)) {
    if (readFileSync(join(CLIENT, file), "utf8").includes(value)) problems.push(`${file} holds the value of ${name}`);
  }
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
