// Does everything that a text file of the repository cites exist in it? (scripts/references.ts says what counts)
import { globSync, readFileSync, statSync } from "node:fs";
import { brokenReferences } from "./references.ts";

const BINARY = /\.(?:webp|png|ico|woff2|ttf)$/;
/** Written by tools; they cite nothing. */
const GENERATED = /^(?:package-lock\.json|migrations\/meta\/)/;

/** Without git: the repository may have been downloaded. */
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
