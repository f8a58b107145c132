// Checks that everything cited in text files exists in the repository (rules in scripts/references.ts).
import { globSync, readFileSync, statSync } from "node:fs";
import { brokenReferences } from "./references.ts";

const BINARY = /\.(?:webp|png|ico|woff2|ttf)$/;
/** Generated files, which cite nothing. */
const GENERATED = /^(?:package-lock\.json|migrations\/meta\/)/;

/** Works without git, because the repository may have been downloaded. */
const ignored = readFileSync(".gitignore", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => line.replace(/\/$/, ""))
  .map((line) => (line.includes("/") ? line : `**/${line}`));
const paths = globSync(["**/*", ".*", ".*/**"], { exclude: [".git", ...ignored] })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => statSync(path).isFile())
  .toSorted();
const isRead = (path: string) => !BINARY.test(path) && !GENERATED.test(path);
const files = new Map(paths.map((path) => [path, isRead(path) ? readFileSync(path, "utf8") : ""]));
const faults = brokenReferences(files);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
console.log(`Everything that ${files.size} files cite is in the repository.`);
