import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const WORKER = "public/sw.js";
const PAGE = "public/offline.html";
/** How public/sw.js names what it keeps. */
const KEPT = '"offline"';

/**
 * Writes a hash of the offline page into the service worker: browsers fetch the page again only where the bytes of the
 * worker have changed.
 */
export function offlinePage(): Plugin {
  return {
    name: "offline-page",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      const [worker, page] = await Promise.all([readFile(WORKER, "utf8"), readFile(PAGE)]);
      if (!worker.includes(KEPT)) throw new Error(`${WORKER} does not name what it keeps.`);
      const hash = createHash("sha256").update(page).digest("hex").slice(0, 12);
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker.replace(KEPT, `"offline-${hash}"`) });
    },
  };
}
