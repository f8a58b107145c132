/** Scripts of each page beside those of every page, by the name of its file in src/pages, without its ending. */
export type PageFiles = Record<string, readonly string[]>;

/** Written into the shell by scripts/vite-scripts-after-paint.ts. */
const PAGE_FILES = /<!--page-files (\{[^<>]*\})-->/;

/** Takes the files of pages out of the shell, which no browser has to know. */
export function takePageFiles(html: string): { text: string; pageFiles: PageFiles } {
  const [comment = "", json = "{}"] = PAGE_FILES.exec(html) ?? [];
  return { text: html.replace(comment, ""), pageFiles: JSON.parse(json) as PageFiles };
}
