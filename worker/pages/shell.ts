import type { Context } from "hono";
import type { PageHead, RenderedPage } from "../contracts/page.ts";
import { hashForTag } from "../platform/entity-tag.ts";
import { escapeHtml, scriptJson } from "../platform/html.ts";
import type { AppEnv } from "../platform/http.ts";
import { type PageFiles, takePageFiles } from "./page-files.ts";

/** The application's HTML without content, as the build made it, read once. */
export interface Shell {
  text: string;
  /** Names the build. */
  hash: string;
  /** The text where a page's parts go in between: title, head, markup, state. */
  between: readonly string[];
  pageFiles: PageFiles;
}

/** Head elements of a page, as HTML. */
function headHtml(head: PageHead, siteUrl: string, siteName: string): string {
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
    ...(head.jsonLd ?? []).map((data) => `<script type="application/ld+json">${scriptJson(data)}</script>`),
  ].join("");
}

/** Stands where a part of the page will; no build writes it. */
const GAP = "<!--a-part-of-the-page-->";
const PARTS = 4;

/** Cuts the shell where a page's parts go in: the platform's own parser of HTML finds the places. */
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

/** The shell never changes while a build runs: each isolate reads it once. `vite dev` writes it anew. */
const isFixed = import.meta.env.PROD || import.meta.env.MODE === "test";
const known = new WeakMap<Fetcher, Shell>();

/** The application's HTML without content. Throws when the assets lack it. */
export async function readShell(c: Context<AppEnv>): Promise<Shell> {
  const { assets } = c.var.deps;
  const kept = known.get(assets);
  if (kept) return kept;
  const response = await assets.fetch(new URL("/index.html", c.req.url));
  if (!response.ok) throw new Error(`The shell is missing from the assets (${response.status})`);
  const html = await response.text();
  const { text, pageFiles } = takePageFiles(html);
  const shell = { text, pageFiles, hash: await hashForTag(html), between: await cut(text) };
  if (isFixed) known.set(assets, shell);
  return shell;
}

/** Fills the shell with a rendered page: head, markup, and the state the browser goes on from. */
export function fillShell({ between, pageFiles }: Shell, { html, head, state, module }: RenderedPage): string {
  const files = pageFiles[module] ?? [];
  const scripts = files.length > 0 ? ` data-scripts="${files.join(" ")}"` : "";
  const parts = [
    escapeHtml(head.title),
    headHtml(head, state.site.url, state.site.name),
    html,
    `<script type="application/json" id="page-state"${scripts}>${scriptJson(state)}</script>`,
  ];
  return between.map((text, at) => text + (parts[at] ?? "")).join("");
}
