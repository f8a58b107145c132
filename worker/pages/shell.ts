import type { Context } from "hono";
import type { PageHead, RenderedPage } from "../contracts/page.ts";
import { escapeHtml, scriptJson } from "../platform/html.ts";
import type { AppEnv } from "../platform/http.ts";

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
    meta("property", "og:type", "website"),
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

/** The application's HTML without content, as the build made it. */
export async function fetchShell(c: Context<AppEnv>): Promise<string> {
  const response = await c.var.deps.assets.fetch(new URL("/index.html", c.req.url));
  if (!response.ok) throw new Error(`The shell is missing from the assets (${response.status})`);
  return response.text();
}

/** Fills the shell with a rendered page: head, markup, and the state the browser goes on from. */
export function fillShell(shell: string, { html, head, state }: RenderedPage): ReadableStream {
  // Half a character would end the page in the middle, after its status was sent.
  const whole = (text: string) => text.toWellFormed();
  const filled = new HTMLRewriter()
    .on("title", { element: (element) => void element.setInnerContent(whole(head.title)) })
    .on("head", {
      element: (element) => void element.append(whole(headHtml(head, state.site.url, state.site.name)), { html: true }),
    })
    .on("#root", {
      element(element) {
        element.setInnerContent(whole(html), { html: true });
        element.after(`<script type="application/json" id="page-state">${scriptJson(state)}</script>`, { html: true });
      },
    })
    .transform(new Response(shell));
  if (!filled.body) throw new Error("HTMLRewriter gave no body");
  return filled.body;
}
