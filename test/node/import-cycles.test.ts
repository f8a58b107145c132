import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { describe, expect, it } from "vitest";

/** Matches an import with a relative path: of values, of types, or for side effects. */
const STATIC_IMPORT = /\b(?:from|import)\s*"(\.[^"]+)"/g;
/** Matches static imports, and modules that are loaded on demand. */
const ANY_IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/**
 * Returns the modules of some folders with the modules that each imports; paths are relative to the repository's root.
 */
function importsIn(folders: readonly string[], pattern: RegExp): Map<string, string[]> {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`)).toSorted();
  return new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, "utf8").matchAll(pattern)].map(([, path = ""]) => join(dirname(file), path)),
    ]),
  );
}

/** Returns the features of a folder that import each other, such as "digest and listings". */
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

/** Returns the names in a graph that lead back to themselves. */
function inCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const reachedBy = (start: string) => {
    const reached = new Set<string>();
    const next = [...(graph.get(start) ?? [])];
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      if (reached.has(name)) continue;
      reached.add(name);
      next.push(...(graph.get(name) ?? []));
    }
    return reached;
  };
  return [...graph.keys()].filter((name) => reachedBy(name).has(name));
}

/**
 * Returns the folders of a feature that reach themselves through their imports; files beside the folders count as one
 * folder.
 */
function foldersInCircles(feature: string): string[] {
  const folderOf = (path: string) => dirname(relative(feature, path)).split("/")[0] ?? "";
  const graph = new Map<string, string[]>();
  for (const [file, imports] of importsIn([feature], ANY_IMPORT)) {
    const folder = folderOf(file);
    const used = imports.filter((path) => path.startsWith(`${feature}/`)).map(folderOf);
    graph.set(folder, [...(graph.get(folder) ?? []), ...used.filter((name) => name !== folder)]);
  }
  return inCircles(graph).map((folder) => `${feature}/${folder}`);
}

describe("imports", () => {
  it("between features of the worker go in one direction", () => {
    expect(mutualPairs("worker/features")).toEqual([]);
  });

  it("between features of the client go in one direction", () => {
    expect(mutualPairs("src/features")).toEqual([]);
  });

  it.each(["worker/address", "worker/transit"])("of %s never import a feature, a page or another module", (module) => {
    const imports = importsIn([module], ANY_IMPORT);
    expect(imports.size).toBeGreaterThan(5);
    const foreign = /^(?:src\/|worker\/(?:features|pages|address|transit)\/|worker\/[^/]+\.ts$)/;
    const led = [...imports.values()].flat().filter((path) => !path.startsWith(`${module}/`));
    expect(led.filter((path) => foreign.test(path))).toEqual([]);
  });

  it("between folders of a feature form no cycles", () => {
    const features = ["worker", "src"].flatMap((side) => globSync(`${side}/features/*`));
    expect(features.length).toBeGreaterThan(40);
    expect(features.flatMap(foldersInCircles)).toEqual([]);
  });

  // A module that is imported on demand creates no cycle, because both modules have finished loading by then.
  it("have no cycles between modules, not even between types", () => {
    expect(inCircles(importsIn(["worker", "src", "scripts"], STATIC_IMPORT))).toEqual([]);
  });
});
