/** Scripts of each page beside those of every page, by the name of its file in src/pages, without its ending. */
export type PageFiles = Record<string, readonly string[]>;

/** Written into the shell by scripts/vite-page-files.ts. */
const PAGE_FILES = /<!--page-files (\{.*?\})-->/;

/** Takes the files of pages out of the shell, which no browser has to know. */
export function takePageFiles(html: string): { text: string; pageFiles: PageFiles } {
  const [comment = "", json = "{}"] = PAGE_FILES.exec(html) ?? [];
  return { text: html.replace(comment, ""), pageFiles: JSON.parse(json) as PageFiles };
}

/**
 * Links that have the browser load a page's own scripts together with those of every page. In the page and not in a Link
 * header for early hints: the page comes from the edge's cache and begins with them, so that a hint would come no earlier.
 */
export const pageLinks = (files: readonly string[] = []): string =>
  files.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`).join("");
