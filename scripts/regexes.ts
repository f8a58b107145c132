import { globSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { regexesOf, type RegexesOfFile, type WrittenRegex } from "./regex-literals.ts";

const SOURCES = ["worker/**/*.ts", "src/**/*.{ts,tsx}", "scripts/**/*.ts"];
/** These make expressions of those they look through. */
const OWN: ReadonlySet<string> = new Set(["scripts/regex-literals.ts", "scripts/regex-pumps.ts", "scripts/regexes.ts"]);

/** Every file of the application and its scripts that holds a regular expression, by its path. */
export function filesWithRegexes(): Map<string, RegexesOfFile> {
  const files = SOURCES.flatMap((pattern) => globSync(pattern))
    .filter((file) => !OWN.has(file))
    .toSorted();
  return new Map(
    files
      .map((file) => [file, regexesOf(file, readFileSync(file, "utf8"))] as const)
      .filter(([, { literals, constructed }]) => literals.length > 0 || constructed.length > 0),
  );
}

/** Modules that only workerd and the bundler know stand empty here. */
const ABSENT = "data:text/javascript,export default {}; export class DurableObject {}; export const env = {};";

/**
 * What `new RegExp(…)` makes while modules load, whatever it is put together from.
 * @param files that construct regular expressions
 * @returns those made, and the places that made none: code that runs later
 */
export async function constructedRegexes(
  files: ReadonlyMap<string, RegexesOfFile>,
): Promise<{ made: WrittenRegex[]; notMade: string[] }> {
  const root = pathToFileURL(resolve(".")).href;
  const wanted = new Set([...files.values()].flatMap(({ constructed }) => constructed));
  const made: WrittenRegex[] = [];
  const Native = RegExp;
  const record = (regex: RegExp) => {
    const callers = (new Error("place").stack ?? "").split("\n");
    const place = callers
      .map((line) => line.slice(line.indexOf(root) + root.length + 1).replace(")", ""))
      .find((at) => wanted.has(at));
    if (place !== undefined) made.push({ place, regex });
    return regex;
  };
  globalThis.RegExp = new Proxy(Native, {
    construct: (target, args, newTarget) => record(Reflect.construct(target, args, newTarget) as RegExp),
    apply: (target, self, args) => record(Reflect.apply(target, self, args) as RegExp),
  });
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      /^cloudflare:|\.(?:wasm|ttf|css)(?:\?|$)/.test(specifier)
        ? { url: ABSENT, shortCircuit: true }
        : next(specifier, context),
  });
  try {
    for (const [file, { constructed }] of files) if (constructed.length > 0) await import(pathToFileURL(file).href);
  } finally {
    hooks.deregister();
    globalThis.RegExp = Native;
  }
  const places = new Set(made.map(({ place }) => place));
  return { made, notMade: [...wanted].filter((place) => !places.has(place)) };
}
