import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { withTables } from "../../scripts/contract.ts";
import { ERRORS } from "../../worker/contracts/errors.ts";

const documents = ["README.md", ...globSync("docs/**/*.md")];
const tests = globSync("test/**/*.{ts,tsx}");

/**
 * Lists the tests that a text names: `test/…`, or only a file name, which refers to the folder of the previously named
 * test.
 */
function namedIn(text: string): string[] {
  let folder = "";
  return [...text.matchAll(/`(test\/[\w./-]+|[\w-]+\.test\.tsx?)`/g)].map(([, name = ""]) => {
    const path = name.startsWith("test/") ? name : join(folder, name);
    folder = dirname(path);
    return path;
  });
}

describe("the documents", () => {
  it("name only existing tests", () => {
    const named = documents.flatMap((path) => namedIn(readFileSync(path, "utf8")).map((name) => ({ path, name })));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ name }) => !existsSync(name))).toEqual([]);
  });

  it("state in one sentence why npm's warnings on Node 20 are harmless", () => {
    expect(readFileSync("README.md", "utf8").replaceAll("\n", " ")).toMatch(
      /On Node 20 npm prints EBADENGINE [^.]* harmless, because [^.]*\./,
    );
  });

  it("list every error with its status and text", () => {
    const rows = Object.entries(ERRORS).map(([code, [status, text]]) => `| ${status} | \`${code}\` | ${text} |`);
    const table = readFileSync("docs/errors.md", "utf8").split("\n");
    expect(table.filter((line) => line.startsWith("| ") && line.includes("`"))).toEqual(rows);
  });

  it("list operations and fields as they are declared, as `npm run contract` writes them", () => {
    const contract = readFileSync("docs/contract.md", "utf8");
    expect(contract).toContain("| `POST /api/subscribe` | everybody |");
    expect(contract).toContain("| `landlordName` | at most 80 characters |");
    expect(contract).toBe(withTables(contract));
  });

  it("list all security tests of `npm run test:security`", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    const command = scripts["test:security"] ?? "";
    const [, run = ""] = command.split("vitest run ");
    const projects = [...run.matchAll(/--project (\w+)/g)].map(([, name]) => name);
    const filters = run.replaceAll(/--project \w+ ?/g, "").split(" ");
    expect(new Set(projects)).toEqual(new Set(["e2e", "unit", "worker"]));
    const files = namedIn(readFileSync("docs/security.md", "utf8")).flatMap((name) =>
      tests.filter((path) => /\.test\.tsx?$/.test(path) && path.startsWith(name)),
    );
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter((path) => !filters.some((filter) => path.includes(filter)))).toEqual([]);
    for (const filter of filters)
      expect(
        tests.filter((path) => path.includes(filter)),
        `nothing is called ${filter}`,
      ).not.toEqual([]);
  });
});
