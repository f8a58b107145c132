// Checks that everything cited in text files exists in the repository.
import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";

/** The only file that may name the folder of real data beside the repository. */
const READS_BESIDE = "test/support/node/real-data.ts";
const BESIDE = /\.\.\/shared\b|\bshared\/(?:toronto|transit|tiles)\b/;

/**
 * A path from the root, such as `docs/contract.md`, `worker/contracts/` or `docs/decisions/0019`, not preceded by
 * another folder; `*` and `<noun>` are patterns.
 */
const ROOTED = /(?<![\w./@:{}-])(?:docs|worker|src|test|scripts|migrations|public|\.github)\/[\w./-]*(?![\w*<{$])/g;
/** A file by the end of its path, such as `contract.md` or `contracts/network-limits.ts`. */
const NAMED = /(?<![\w./@*:<>{}-])[\w-]+(?:[./][\w-]+)*\.(?:md|ts|tsx|sql)\b(?!\()/g;
/** A link or image source, such as `](contract.md#caching)` or `src="docs/screenshots/home-phone-dark.webp"`. */
const LINKED = /\]\(([^()\s]+)\)|\bsrc(?:set)?="([^"\s]+)"/g;
/** A section, such as `docs/contract.md, Caching`. */
const SECTION = /\bdocs\/[\w-]+\.md, (?=([A-Z][\w -]*))/g;

const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|#)\s?(.*)$|\s\/\/ (.*)$/;

/** Tracked text files by path. */
export type Files = ReadonlyMap<string, string>;

const isMarkdown = (path: string) => path.endsWith(".md");

/** Returns the prose of a file with its lines joined: a document without link targets, or the comments of code. */
function proseOf(path: string, text: string): string {
  if (isMarkdown(path)) return text.replaceAll(LINKED, " ").replaceAll(/\s+/g, " ");
  const lines = text.split("\n").map((line) => COMMENT.exec(line));
  return lines.map((found) => (found?.[1] ?? found?.[2] ?? "\n").replace("*/", "")).join(" ");
}

/** Returns a heading's anchor as GitHub generates it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const headingsOf = (text: string) =>
  text.split("\n").flatMap((line) => (/^#{1,6} \S/.test(line) ? [line.slice(line.indexOf(" ") + 1).trim()] : []));

/**
 * Returns whether a path exists: a file with or without its extension, a folder, or `docs/decisions/0019` for the
 * decision record with that number.
 */
function isKnown(files: Files, path: string): boolean {
  const plain = path.replace(/[./]$/, "");
  return (
    files.has(plain) ||
    [...files.keys()].some((file) => /^[-./]/.test(file.slice(plain.length)) && file.startsWith(plain))
  );
}

/** Returns the problem with a document's link, or null. */
function faultOfLink(files: Files, from: string, target: string): string | null {
  if (/^(?:[a-z]+:|\/)/i.test(target)) return null;
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? from : normalize(join(dirname(from), path)).replace(/\/$/, "");
  if (file !== "." && !isKnown(files, file)) return `links to ${target}, which is not there`;
  const text = files.get(file);
  if (anchor === undefined || text === undefined || !isMarkdown(file)) return null;
  return headingsOf(text).some((heading) => anchorOf(heading) === anchor)
    ? null
    : `links to ${target}, which has no such heading`;
}

/** Returns every path suffix of the files, because `network-limits.ts` may be in any folder. */
const namesOf = (files: Files): ReadonlySet<string> =>
  new Set(
    [...files.keys()].flatMap((path) => {
      const parts = path.split("/");
      return parts.map((_, from) => parts.slice(from).join("/"));
    }),
  );

/** Returns every unresolved reference to a document or file of the repository: `{file}: problem`. */
export function brokenReferences(files: Files): string[] {
  const names = namesOf(files);
  const faults: string[] = [];
  for (const [path, text] of files) {
    const prose = proseOf(path, text);
    const say = (fault: string | null) => {
      if (fault !== null) faults.push(`${path}: ${fault}`);
    };
    if (path !== READS_BESIDE && BESIDE.test(text)) say("names the folder beside the repository");
    if (isMarkdown(path))
      for (const [, link, source] of text.matchAll(LINKED)) say(faultOfLink(files, path, link ?? source ?? ""));
    for (const [named] of prose.matchAll(ROOTED)) if (!isKnown(files, named)) say(`names ${named}, which is not there`);
    for (const [named] of prose.matchAll(NAMED)) if (!names.has(named)) say(`names ${named}, which is not there`);
    for (const { 0: cited, 1: words = "" } of prose.matchAll(SECTION)) {
      const headings = headingsOf(files.get(cited.slice(0, -2)) ?? "");
      if (!headings.some((heading) => words.startsWith(heading))) say(`cites ${cited}${words}, which is no heading`);
    }
  }
  return [...new Set(faults)];
}

const BINARY = /\.(?:webp|png|ico|woff2|ttf|pmtiles)$/;
/** Generated files, which cite nothing. */
const GENERATED = /^(?:package-lock\.json|migrations\/meta\/)/;

/** Returns the repository's files. Works without git, because the project may have been downloaded without it. */
function repositoryFiles(): Files {
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
  return new Map(paths.map((path) => [path, isRead(path) ? readFileSync(path, "utf8") : ""]));
}

if (import.meta.main) {
  const files = repositoryFiles();
  const faults = brokenReferences(files);
  if (faults.length > 0) {
    console.error(faults.join("\n"));
    process.exit(1);
  }
  console.log(`Everything that ${files.size} files cite is in the repository.`);
}
