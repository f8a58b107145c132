import { type Plugin, type Rolldown, type Connect, minify } from "vite";
import { PAGES } from "../worker/contracts/pages.ts";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { AppError } from "../worker/platform/errors.ts";
import { BODY_LIMITS } from "../worker/platform/photo-body.ts";
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/** Pages that the worker renders. */
const RENDERED: ReadonlySet<string> = new Set(
  Object.values(PAGES).flatMap(({ file, answer }) => (answer === "rendered" ? [file] : [])),
);
const PAGE = /\/src\/pages\/([^/]+)\.tsx$/;

/** Returns the chunk that contains a module, and the chunk's dependencies. */
function filesOf(start: string, chunks: ReadonlyMap<string, Rolldown.OutputChunk>): Set<string> {
  const files = new Set([start]);
  for (const file of files) for (const next of chunks.get(file)?.imports ?? []) files.add(next);
  return files;
}

/**
 * Matches Tailwind's values for browsers without `@property`. None of these browsers supports `light-dark()`, which
 * every colour needs.
 */
const FALLBACK = /(?<=@layer properties)\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/;

/**
 * Vite plugin that removes Tailwind's values for browsers that cannot show the site's colours. The plugin saves 0.4 KB
 * per visit.
 */
export function withoutOldBrowsers(): Plugin {
  return {
    name: "without-old-browsers",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "asset" && file.fileName.endsWith(".css") && typeof file.source === "string")
          file.source = file.source.replace(FALLBACK, ";");
    },
  };
}

/** Matches the entry script as the bundler emits it. */
const ENTRY = /(?<!\s)\s*<script type="module"[^<>]* src="([^"]+)"><\/script>/;
/** An attribute that only occurs in public/assets/boot-v5.js. */
const BOOT = " data-theme-key=";

/**
 * Vite plugin that makes the page's first script load the application after the first paint. In a comment of the shell,
 * it also lists the scripts that each page needs in addition to the common ones, so that these scripts load together
 * with the entry instead of after it. The list is in the shell because the worker is built before the file names are
 * known.
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
        if (address === undefined || !html.includes(BOOT)) throw new Error("The shell does not load the application.");
        return html
          .replace(ENTRY, "")
          .replace(BOOT, ` data-entry="${address}"${BOOT}`)
          .replace("</body>", `<!--page-files ${JSON.stringify(Object.fromEntries(pages))}--></body>`);
      },
    },
  };
}

const LUCIDE = /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/;

/** An export of a lucide module: the data of an icon, unless it is an alias. */
interface LucideModule {
  __iconData?: { node: [element: string, attributes: Record<string, string>][] };
}

/** Turns lucide icons into constants that use src/ui/icon.tsx. `vite dev` leaves them unchanged. */
export function constantIcons(): Plugin {
  return {
    name: "constant-icons",
    apply: "build",
    transform: {
      filter: { id: LUCIDE },
      async handler(_, id) {
        const { __iconData: data } = (await import(id)) as LucideModule;
        if (!data) return null;
        const shapes = data.node.map(([element, { key: _key, ...attributes }]) => {
          const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
          return `<${element}${written.join("")}/>`;
        });
        return {
          code: `import { icon } from "/src/ui/icon.tsx";
export default icon(${JSON.stringify(shapes.join(""))});`,
          map: null,
        };
      },
    },
  };
}

const ROUTER = /\/react-router\/dist\/\w+\/lib\/components\.js$/;
const MEMO = "= React$1.memo(";

/**
 * Lets the bundler remove react-router's unused data router, which saves 3.6 KB per first view. The bundler keeps the
 * router because a call that creates a component appears to have side effects. `treeshake.manualPureFunctions` does not
 * match that call.
 */
export function droppableDataRouter(): Plugin {
  return {
    name: "droppable-data-router",
    apply: "build",
    transform: {
      filter: { id: ROUTER },
      handler: (code) => ({ code: code.replace(MEMO, MEMO.replace("= ", "= /* @__PURE__ */ ")), map: null }),
    },
  };
}

/** Errors of a connection that the local runtime closed. */
const CLOSED = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * Replaces a lost response. The worker drains a rejected body of up to 100 MB (worker/platform/incoming-body.ts). If
 * the body is larger, the local runtime closes the connection. The preview server may then see an error instead of the
 * response; without this handler, it would show status 500 with a stack trace.
 */
const answerInPlace: Connect.ErrorHandleFunction = (error: unknown, request, response, next) => {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (!CLOSED.has(code)) return next(error);
  if (response.headersSent) return void response.destroy();
  const isTooLarge = Number(request.headers["content-length"] ?? 0) > BODY_LIMITS.withPhotos;
  void sendError(response, new AppError(isTooLarge ? "request.too_large" : "request.busy"));
};

async function sendError(outgoing: ServerResponse, error: AppError): Promise<void> {
  const response = error.toResponse();
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.bytes());
}

/**
 * Removes the content length of a body that the local runtime has decompressed. The runtime still forwards the
 * compressed length, and browsers would reject such a response.
 */
const forgetFormerLength: Connect.NextHandleFunction = (_request, response, next) => {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    headers: OutgoingHttpHeaders,
  ) => ServerResponse;
  response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    const { "mf-content-encoding": inflated, "content-length": length, ...others } = headers;
    return writeHead(status, {
      ...others,
      ...(inflated === undefined && length !== undefined && { "content-length": length }),
    });
  }) as ServerResponse["writeHead"];
  next();
};

/** Vite plugin that makes the local servers forward responses, and handle failed proxying, as the platform does. */
export function faithfulProxy(): Plugin {
  return {
    name: "faithful-proxy",
    configureServer: (server) => void server.middlewares.use(forgetFormerLength),
    configurePreviewServer: (server) => {
      server.middlewares.use(forgetFormerLength);
      return () => void server.middlewares.use(answerInPlace);
    },
  };
}

const WORKER = "public/sw.js";
const OFFLINE_PAGE = "public/offline.html";
/** The name of the cache in public/sw.js. */
const KEPT = '"offline"';

/**
 * Vite plugin that writes a hash of the offline page into the service worker. Browsers fetch the page again only when
 * the bytes of the service worker change.
 */
export function offlinePage(): Plugin {
  return {
    name: "offline-page",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      const [worker, page] = await Promise.all([readFile(WORKER, "utf8"), readFile(OFFLINE_PAGE)]);
      if (!worker.includes(KEPT)) throw new Error(`${WORKER} does not name its cache.`);
      const hash = createHash("sha256").update(page).digest("hex").slice(0, 12);
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker.replace(KEPT, `"offline-${hash}"`) });
    },
  };
}

/** Folder of scripts with a version number in their names. */
const FIXED = "public/assets";

/**
 * Vite plugin that minifies the fixed scripts, which every page waits for. The plugin also lists the build's scripts
 * and styles in an asset file, for the worker that stores them (worker/platform/build-store.ts).
 */
export function buildFiles(): Plugin {
  return {
    name: "build-files",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const built = Object.keys(bundle).flatMap((path) => /^assets\/([^/]+)$/.exec(path)?.[1] ?? []);
        const fixed = await readdir(FIXED);
        for (const name of fixed) {
          const { code } = await minify(name, await readFile(`${FIXED}/${name}`, "utf8"));
          this.emitFile({ type: "asset", fileName: `assets/${name}`, source: code });
        }
        const names = [...built, ...fixed].toSorted();
        this.emitFile({ type: "asset", fileName: "build-files.json", source: JSON.stringify(names) });
      },
    },
  };
}

const asBrotli = promisify(brotliCompress);
const BEST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
/** Minimum size in bytes. For smaller files, compression saves less than a packet. */
const MIN_COMPRESSED_BYTES = 1_024;

/**
 * Vite plugin that adds a Brotli copy of each script and style of the build, compressed at the highest level. The edge
 * would compress them at a low level (worker/pages/pages.routes.ts).
 */
export function compressedFiles(): Plugin {
  return {
    name: "compressed-files",
    applyToEnvironment: ({ name }) => name === "client",
    writeBundle: {
      order: "post",
      async handler({ dir = "" }, bundle) {
        const files = Object.keys(bundle).filter((path) => /^assets\/.+\.(?:js|mjs|css)$/.test(path));
        await Promise.all(
          files.map(async (path) => {
            const plain = await readFile(`${dir}/${path}`);
            if (plain.length >= MIN_COMPRESSED_BYTES)
              await writeFile(`${dir}/${path}.br`, await asBrotli(plain, BEST_BROTLI));
          }),
        );
      },
    },
  };
}

/** Matches the site's own code. The plugins in this file import some of its modules for builds and previews. */
const OF_THE_SITE = /\/(?:src|worker)\//;

/**
 * Vite plugin that keeps `vite dev` running when the site's code changes. Without it, Vite restarts the server for
 * every module that the configuration imports, and requests fail in the meantime.
 */
export function hotSite(): Plugin {
  return {
    name: "hot-site",
    apply: "serve",
    configResolved({ root, configFileDependencies: files }) {
      const others = files.filter((file) => !OF_THE_SITE.test(file.slice(root.length)));
      files.splice(0, files.length, ...others);
    },
  };
}
