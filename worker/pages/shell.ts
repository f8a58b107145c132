import type { Context } from "hono";
import { VERSION_META, type PageHead, type RenderedPage, type SiteInfo } from "../contracts/page.ts";
import { storeRunningBuild } from "../platform/build-upkeep.ts";
import { tagHash, type AppEnv } from "../platform/http.ts";
import { escapeHtml, scriptJson } from "../platform/html.ts";

/** Scripts that a page needs in addition to the common ones, by its file name in src/pages without extension. */
type PageFiles = Record<string, readonly string[]>;

/** The map of page scripts, which scripts/vite-plugins.ts writes into the shell. */
const PAGE_FILES = /<!--page-files (\{[^<>]*\})-->/;

/** Removes the map of page scripts from the shell, since browsers do not need it. */
export function extractPageFiles(html: string): { text: string; pageFiles: PageFiles } {
  const [comment = "", json = "{}"] = PAGE_FILES.exec(html) ?? [];
  return { text: html.replace(comment, ""), pageFiles: JSON.parse(json) as PageFiles };
}

/** The built HTML without content, read once. */
interface Shell {
  text: string;
  version: string;
  /** Identifies the build in entity tags. */
  hash: string;
  /** The text between the insertion points: title, head, markup, state. */
  between: readonly string[];
  pageFiles: PageFiles;
}

/** A page's head elements as HTML. */
function headHtml(head: PageHead, { url: siteUrl, name: siteName, isDemo }: SiteInfo): string {
  const absolute = (path: string) => escapeHtml(siteUrl + path);
  const meta = (attribute: "name" | "property", name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${content}">`;
  const canonical =
    head.canonicalPath === undefined
      ? []
      : [
          `<link rel="canonical" href="${absolute(head.canonicalPath)}">`,
          meta("property", "og:url", absolute(head.canonicalPath)),
        ];
  const imageFacts = Object.entries(head.imageFacts ?? {});
  const image =
    head.imagePath === undefined
      ? []
      : [
          meta("property", "og:image", absolute(head.imagePath)),
          ...imageFacts.map(([name, value]) => meta("property", `og:image:${name}`, escapeHtml(String(value)))),
          meta("name", "twitter:card", "summary_large_image"),
        ];
  return [
    meta("name", "description", escapeHtml(head.description)),
    ...(head.noindex ? [meta("name", "robots", "noindex")] : []),
    ...canonical,
    meta("property", "og:type", head.type ?? "website"),
    meta("property", "og:site_name", escapeHtml(siteName)),
    meta("property", "og:title", escapeHtml(head.title)),
    meta("property", "og:description", escapeHtml(head.description)),
    meta("property", "og:locale", "en_CA"),
    ...image,
    ...(head.feed
      ? [
          `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(head.feed.title)}" href="${absolute(head.feed.path)}">`,
        ]
      : []),
    // Left out in a demonstration, because machines cannot tell that a listing is a sample.
    ...(isDemo ? [] : (head.jsonLd ?? [])).map(
      (data) => `<script type="application/ld+json">${scriptJson(data)}</script>`,
    ),
  ].join("");
}

/** Marker for the insertion points while the shell is parsed. No build output contains it. */
const GAP = "<!--a-part-of-the-page-->";
const PARTS = 4;

/** Splits the shell at its insertion points, which the platform's HTML parser finds. */
async function cut(shell: string): Promise<string[]> {
  const marked = new HTMLRewriter()
    .on("title", { element: (element) => void element.setInnerContent(GAP, { html: true }) })
    .on("head", { element: (element) => void element.append(GAP, { html: true }) })
    .on("#root", {
      element(element) {
        element.setInnerContent(GAP, { html: true });
        element.after(GAP, { html: true });
      },
    })
    .transform(new Response(shell));
  const between = (await marked.text()).split(GAP);
  if (between.length !== PARTS + 1) throw new Error("The shell has no place for a part of the page.");
  return between;
}

/** True if the shell is constant, as in a build, so that each isolate reads it once. `vite dev` rewrites it. */
const isFixed = import.meta.env.PROD || import.meta.env.MODE === "test";
const known = new WeakMap<Fetcher, Shell>();

/** Reads the built HTML. Throws when the assets lack it. */
export async function readShell(c: Context<AppEnv>): Promise<Shell> {
  const { assets, version } = c.var.deps;
  const kept = known.get(assets);
  if (kept?.version === version) return kept;
  const response = await assets.fetch(new URL("/index.html", c.req.url));
  if (!response.ok) throw new Error(`The shell is missing from the assets (${response.status})`);
  const named = `<meta name="${VERSION_META}" content="${version}"></head>`;
  const html = (await response.text()).replace("</head>", named);
  const { text, pageFiles } = extractPageFiles(html);
  // `vite dev` writes the same shell around changed components, so nothing may be cached under its hash.
  const hash = isFixed ? await tagHash(html) : c.var.deps.newId();
  const shell = { text, version, pageFiles, hash, between: await cut(text) };
  if (isFixed) {
    known.set(assets, shell);
    // Stores the build now instead of at the next scheduled run, because another deployment may follow immediately.
    c.var.deps.waitUntil(storeRunningBuild(c.var.deps));
  }
  return shell;
}

/**
 * Fills the shell with a rendered page.
 * @param state the {@link PageState} from which the browser continues, as formatted by scriptJson()
 */
export function fillShell(
  { between, pageFiles }: Shell,
  { html, head, module }: RenderedPage,
  site: SiteInfo,
  state: string,
): string {
  const files = pageFiles[module] ?? [];
  const scripts = files.length > 0 ? ` data-scripts="${files.join(" ")}"` : "";
  const parts = [
    escapeHtml(head.title),
    headHtml(head, site),
    html,
    `<script type="application/json" id="page-state"${scripts}>${state}</script>`,
  ];
  return between.map((text, at) => text + (parts[at] ?? "")).join("");
}
