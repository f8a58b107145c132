import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { describe, expect, it } from "vitest";

/** An import with a relative path, of values, of types or for effects. */
const STATIC_IMPORT = /\b(?:from|import)\s*"(\.[^"]+)"/g;
/** The same, and what is loaded when it is asked for. */
const ANY_IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Modules of some folders with the modules that each imports; paths are from the root of the repository. */
function importsIn(folders: readonly string[], pattern: RegExp): Map<string, string[]> {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`)).toSorted();
  return new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, "utf8").matchAll(pattern)].map(([, path = ""]) => join(dirname(file), path)),
    ]),
  );
}

/** Features of a folder that import each other, such as "digest and listings". */
function mutualPairs(folder: string): string[] {
  const featureOf = (path: string) => relative(folder, path).split("/")[0] ?? "";
  const uses = new Set<string>();
  for (const [file, imports] of importsIn([folder], ANY_IMPORT))
    for (const path of imports) if (path.startsWith(`${folder}/`)) uses.add(`${featureOf(file)} ${featureOf(path)}`);
  return [...uses]
    .map((use) => use.split(" "))
    .filter(([a = "", b = ""]) => a < b && uses.has(`${b} ${a}`))
    .map((pair) => pair.join(" and "));
}

/** Modules that reach themselves by their imports. What is loaded later, when both sides are complete, makes no circle. */
function modulesInCircles(folders: readonly string[]): string[] {
  const imports = importsIn(folders, STATIC_IMPORT);
  const reachedBy = (start: string) => {
    const reached = new Set<string>();
    const next = [...(imports.get(start) ?? [])];
    for (let file = next.pop(); file !== undefined; file = next.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      next.push(...(imports.get(file) ?? []));
    }
    return reached;
  };
  return [...imports.keys()].filter((file) => reachedBy(file).has(file));
}

describe("imports", () => {
  it("between features of the worker have one direction", () => {
    expect(mutualPairs("worker/features")).toEqual([]);
  });

  it("between features of the client have one direction", () => {
    expect(mutualPairs("src/features")).toEqual([]);
  });

  it("have no cycles between modules, not even of types", () => {
    expect(modulesInCircles(["worker", "src", "scripts"])).toEqual([]);
  });
});
