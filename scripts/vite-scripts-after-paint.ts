import type { Plugin, Rolldown } from "vite";
import { PAGES } from "../worker/contracts/pages.ts";

/** The pages that the worker renders. */
const RENDERED: ReadonlySet<string> = new Set(
  Object.values(PAGES).flatMap(({ file, answer }) => (answer === "rendered" ? [file] : [])),
);
const PAGE = /\/src\/pages\/([^/]+)\.tsx$/;

/** The file that holds a module, and all that it needs. */
function filesOf(start: string, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const files = new Set([start]);
  for (const file of files) for (const next of chunks.get(file)?.imports ?? []) files.add(next);
  return files;
}

/** The entry as the bundler links it. */
const ENTRY = /(?<!\s)\s*<script type="module"[^<>]* src="([^"]+)"><\/script>/;
/** An attribute of public/assets/boot-v1.js, which stands nowhere else. */
const BOOT = " data-theme-key=";

/**
 * Has the page's first script load the application once the page is painted, and tells the worker, in a comment of the
 * shell, which files a page needs beside those of every page: they are loaded together with the entry, instead of when it
 * has run. The worker is built before the names are known.
 */
export function scriptsAfterPaint(): Plugin {
  return {
    name: "scripts-after-paint",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        if (!bundle) return html;
        const chunks = new Map(
          Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [[file.fileName, file] as const] : [])),
        );
        const entry = [...chunks.values()].find(({ isEntry }) => isEntry);
        const known = filesOf(entry?.fileName ?? "", chunks);
        const pages = [...chunks.values()].flatMap(({ fileName, moduleIds }) =>
          moduleIds.flatMap((id) => {
            const page = PAGE.exec(id)?.[1];
            const more = [...filesOf(fileName, chunks)].filter((file) => !known.has(file)).map((file) => `/${file}`);
            return page === undefined || !RENDERED.has(page) || more.length === 0 ? [] : [[page, more] as const];
          }),
        );
        const address = ENTRY.exec(html)?.[1];
        if (address === undefined || !html.includes(BOOT)) throw new Error("The shell starts no application.");
        return html
          .replace(ENTRY, "")
          .replace(BOOT, ` data-entry="${address}"${BOOT}`)
          .replace("</body>", `<!--page-files ${JSON.stringify(Object.fromEntries(pages))}--></body>`);
      },
    },
  };
}
