import { describe, expect, it } from "vitest";
import { brokenReferences } from "../../scripts/check-references.ts";

const FILES = new Map([
  ["docs/contract.md", "# The contract\n\n## Listings\n\n## Mail and privacy\n"],
  ["docs/decisions/0001-first.md", "# First"],
  ["worker/features/listings/submission/listings.service.ts", "export const one = 1;"],
]);
/** Returns the broken references of a file with this text, placed among other files. */
const faultsOf = (path: string, text: string) => brokenReferences(new Map([...FILES, [path, text]]));

describe("the check of references", () => {
  it.each([
    ["a link", "README.md", "See [the rules](docs/rules.md)."],
    ["a link to a heading", "README.md", "See [listings](docs/contract.md#houses)."],
    ["a link within a document", "README.md", "# One\n\n[Two](#two)"],
    ["a picture", "README.md", '<img src="docs/home.webp">'],
    ["a path in a document", "README.md", "What is in `worker/features/houses/`."],
    ["a path in a comment", "worker/index.ts", "// As worker/features/listings/houses.service.ts does it."],
    ["a document by its name alone", "worker/index.ts", "/** As in rules.md, 3. */"],
    ["a source file by its name alone", "worker/index.ts", "/**\n * The limits are in houses.service.ts.\n */"],
    ["a record", "worker/index.ts", "const one = 1; // docs/decisions/0002"],
    ["a section", "worker/index.ts", "/** Limits (docs/contract.md, Houses). */"],
    ["a section over two lines", "worker/index.ts", "/**\n * Told (docs/contract.md, Mail and\n * houses).\n */"],
  ])("reports %s that does not exist", (_, path, text) => expect(faultsOf(path, text)).toHaveLength(1));

  it("reports the folder beside the repository, which only one file may name", () => {
    const text = `const folder = "${["..", "shared", "toronto"].join("/")}";`;
    expect(faultsOf("worker/index.ts", text)).toHaveLength(1);
    expect(faultsOf("test/support/node/real-data.ts", text)).toEqual([]);
  });

  it.each([
    ["links", "README.md", "[a](docs/contract.md#mail-and-privacy), [b](docs), [c](https://example.com/x.md#y)"],
    ["links beside a document", "docs/more.md", "[a](contract.md), [b](../docs/decisions/0001-first.md)"],
    ["paths, whole or in part", "worker/index.ts", "// worker/features/listings/, submission/listings.service.ts."],
    [
      "records and sections",
      "worker/index.ts",
      "/** docs/decisions/0001; docs/contract.md, Mail and\n * privacy, too. */",
    ],
    ["patterns", "README.md", "`worker/features/<noun>/<noun>.service.ts`, `test/**/*.test.ts`"],
    ["what code says", "worker/index.ts", 'const path = "docs/rules.md";'],
  ])("accepts %s", (_, path, text) => expect(faultsOf(path, text)).toEqual([]));
});
