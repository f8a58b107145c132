import { globSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type ESTree, parseSync, Visitor } from "vite";

/** A regular expression and its location. */
interface WrittenRegex {
  /** `worker/contracts/text.ts:12:7`, with line and column from 1. */
  place: string;
  regex: RegExp;
}

/** The regular expressions of a file: literals, and the locations of expressions constructed at run time. */
interface RegexesOfFile {
  literals: WrittenRegex[];
  constructed: string[];
}

/** Finds regular expressions with the TypeScript parser. */
export function regexesOf(file: string, text: string): RegexesOfFile {
  const found: RegexesOfFile = { literals: [], constructed: [] };
  if (!/[/]|RegExp/.test(text)) return found;
  const placeOf = ({ start }: { start: number }) => {
    const lines = text.slice(0, start).split("\n");
    return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
  };
  const construct = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type === "Identifier" && node.callee.name === "RegExp") found.constructed.push(placeOf(node));
  };
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern, flags } = node.regex;
      found.literals.push({ place: placeOf(node), regex: new RegExp(pattern, flags) });
    },
    NewExpression: construct,
    CallExpression: construct,
  }).visit(parseSync(file, text).program);
  return found;
}

const SOURCES = ["worker/**/*.ts", "src/**/*.{ts,tsx}", "scripts/**/*.ts"];
/** Files of the analysis itself, which construct the expressions under test. */
const OWN: ReadonlySet<string> = new Set(["scripts/regexes.ts", "scripts/regex-faults.ts"]);

/** Returns every file of the application and its scripts that contains a regular expression, by path. */
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

/** Empty replacements for modules that only workerd or the bundler provides. */
const ABSENT = "data:text/javascript,export default {}; export class DurableObject {}; export const env = {};";

/**
 * Records the expressions that `new RegExp(…)` constructs while modules load.
 * @param files that construct regular expressions
 * @returns the expressions, and the locations that constructed none because their code runs later
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
