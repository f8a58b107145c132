import type { Context } from "hono";
import { listingPath } from "../contracts/listings.ts";
import { EMBED_PATH } from "../contracts/pages.ts";
import { readPublicListing, wasPublic } from "../features/listings/core/listings.read.service.ts";
import { listingBlock } from "../features/listings/mail/listing-block.mail.ts";
import { cacheable } from "../platform/cache.ts";
import { escapeHtml } from "../platform/html.ts";
import { type AppEnv, router } from "../platform/http.ts";
import { DARK_BLOCKS, NARROW_BLOCKS } from "../platform/mail-layout.ts";
import { readId } from "../platform/paging.ts";

/** No scripts and no cookies; other sites may frame these pages, and no others (docs/security.md, Headers). */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

const STYLE = `:root{color-scheme:light dark}body{margin:0;padding:2px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px}.line{margin:0!important;padding:0!important;border:0!important}.by{margin:12px 0 0;font-size:12px}${DARK_BLOCKS}${NARROW_BLOCKS}`;

interface Embedded {
  title: string;
  html: string;
  /** Where the line with the site's name leads. */
  path: string;
  status: 200 | 404 | 410;
}

/** A page for a frame. Its links open outside of it. */
function answerFrame(c: Context<AppEnv>, { title, html, path, status }: Embedded): Response {
  const { siteName, siteUrl } = c.var.deps.config;
  c.header("Content-Security-Policy", POLICY);
  c.header("X-Robots-Tag", "noindex");
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><base target="_blank"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${html}<p class="by"><a href="${escapeHtml(siteUrl + path)}" class="link" style="color:#0f5a6d">${escapeHtml(siteName)}</a></p></body></html>`,
    status,
  );
}

/** @param isWhole with its photo; without it the price, the market ruler and the facts are left */
async function embedListing(c: Context<AppEnv>, isWhole: boolean): Promise<Response> {
  const { deps } = c.var;
  const id = readId(c.req.param("id") ?? "");
  const found = await readPublicListing(deps, id);
  if (!found) {
    const html = "<p>This home is not listed here.</p>";
    const status = (await wasPublic(deps, id)) ? 410 : 404;
    return answerFrame(c, { title: "Not listed", html, path: "/", status });
  }
  const { listing, validUntil } = found;
  cacheable(c, "GET /embed", { id: listing.id, validUntil });
  const { html: block } = listingBlock(deps.config, isWhole ? listing : { ...listing, images: [] });
  const html = listing.underReview
    ? `<p>Renters reported this listing, and a moderator looks at it. Never send money before a viewing.</p>${block}`
    : block;
  return answerFrame(c, { title: listing.title, html, path: listingPath(listing), status: 200 });
}

/** A listing as a card, or as its market ruler, for frames on other sites. */
export const embedRoutes = router()
  .get(`${EMBED_PATH}/:id`, (c) => embedListing(c, true))
  .get(`${EMBED_PATH}/:id/ruler`, (c) => embedListing(c, false));
