import { cpSync, readFileSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const HASHED = /^(.+-)([\w-]{8})(\.(?:js|mjs|css))$/;
const reversed = (text: string) => text.split("").toReversed().join("");

/**
 * Copies a build as another version, as if all of its sources had changed: each script and style sheet gets a new name.
 * A second build would take seconds.
 * @param from folder with the build
 * @param version the version of the original build
 * @returns the version of the copy
 */
export function copyAsNextBuild(from: string, to: string, version: string): string {
  // The compressed copies would contain the former names.
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith(".br") });
  const next = reversed(version);
  const worker = join(to, "dist/worker/index.js");
  const code = readFileSync(worker, "utf8");
  if (!code.includes(version)) throw new Error("The worker does not name its version.");
  writeFileSync(worker, code.replaceAll(version, next));

  const assets = join(to, "dist/client/assets");
  const names = new Map(
    readdirSync(assets).flatMap((name) => {
      const [, stem, hash, ending] = HASHED.exec(name) ?? [];
      return hash === undefined ? [] : [[name, `${stem}${reversed(hash)}${ending}`] as const];
    }),
  );
  for (const [name, other] of names) renameSync(join(assets, name), join(assets, other));
  const known = new RegExp([...names.keys()].map((name) => RegExp.escape(name)).join("|"), "g");
  const client = join(to, "dist/client");
  const files = [...readdirSync(assets).map((name) => join("assets", name)), "index.html", "build-files.json"];
  for (const file of files) {
    const text = readFileSync(join(client, file), "utf8");
    writeFileSync(
      join(client, file),
      text.replaceAll(known, (name) => names.get(name) ?? name),
    );
  }
  return next;
}
