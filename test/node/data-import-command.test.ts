import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";
import { lines, makeFolder } from "../support/node/import-folder.ts";

/** Runs the import command as npm does, but without the flags for memory. */
function dataImport(...args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile("node", ["scripts/data-import.ts", ...args], (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, output: stdout + stderr }),
    );
  });
}

const SCHOOLS = lines("id,name,lat,lng", "1,A,43.7,-79.4", "2,,43.7,-79.4");

describe("npm run data:import", () => {
  it.each([
    ["without a folder", [], "--dir is missing"],
    ["with a folder that does not exist", ["--dir", "/nowhere/at/all"], "There is no folder /nowhere/at/all"],
    ["with a file instead of a folder", ["--dir", "package.json"], "There is no folder package.json"],
    ["with an unknown option", ["--dir", ".", "--force"], "--force"],
  ])("%s shows its usage, and ends with 2", { tags: ["rest"] }, async (_, args, text) => {
    const { code, output } = await dataImport(...args);
    expect(output).toContain(text);
    expect(output).toContain("Usage: npm run data:import -- --dir <folder>");
    expect(code).toBe(2);
  });

  it("prints the result of a dry run, and ends with 0 even when rows are refused", { tags: ["rest"] }, async () => {
    using folder = makeFolder({ "schools.csv": SCHOOLS, "other.txt": "" });
    const { code, output } = await dataImport("--dir", folder.path, "--dry-run");
    expect(output).toContain("2 rows read, 1 loaded, 1 refused");
    expect(output).toContain("line 3: blank name");
    expect(output).toContain("nothing was written");
    expect(code).toBe(0);
  });

  it("ends with 1 when a file cannot be loaded, or the folder has no files", { tags: ["rest"] }, async () => {
    using folder = makeFolder({ "schools.csv": SCHOOLS, "parks.csv": "name" });
    const broken = await dataImport("--dir", folder.path, "--dry-run");
    expect(broken.output).toContain("Not imported: The header has no column lat and lng");
    expect(broken.code).toBe(1);
    using empty = makeFolder({ "other.txt": "" });
    const none = await dataImport("--dir", empty.path, "--dry-run");
    expect(none.output).toContain("contains none of the site's open data files");
    expect(none.code).toBe(1);
  });
});
