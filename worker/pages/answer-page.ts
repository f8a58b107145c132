import { renderPage } from "#entry-server";
import type { Context } from "hono";
import { type CachedResponse, tagsOf } from "../contracts/cache-tags.ts";
import type { PageData } from "../contracts/page.ts";
import { cacheable } from "../platform/cache.ts";
import { siteInfo } from "../platform/config.ts";
import { AppError } from "../platform/errors.ts";
import type { AppEnv } from "../platform/http.ts";
import { fetchShell, fillShell } from "./shell.ts";

/** What a page is answered with. */
export interface Page {
  data: PageData;
  status?: 200 | 404 | 410;
  /** Left out for pages that are not cached. */
  cache?: {
    response: CachedResponse;
    id?: number;
    validUntil?: Date | null;
    /** The one query string that it is kept under; none unless given. */
    query?: string;
  };
}

/** Whether two query strings say the same in the same order, however its characters are escaped. */
const isSameQuery = (a: string, b: string) => new URLSearchParams(a).toString() === new URLSearchParams(b).toString();

/** Another address. */
export interface Redirect {
  redirectTo: string;
}

/**
 * Answers a page: loads its data, renders it and fills the shell. When either fails the plain shell is served, uncached,
 * and the browser loads and renders the page itself; with 429 for who asks too often.
 */
export async function answerPage(c: Context<AppEnv>, load: () => Promise<Page | Redirect>): Promise<Response> {
  const { deps } = c.var;
  c.header("Content-Type", "text/html; charset=utf-8");
  let status: Page["status"] = 200;
  try {
    const page = await load();
    if ("redirectTo" in page) return c.redirect(page.redirectTo, 301);
    status = page.status ?? 200;
    const url = new URL(c.req.url);
    const rendered = await renderPage({
      url: url.pathname + url.search,
      site: siteInfo(deps.config),
      renderedAt: deps.now().toISOString(),
      data: page.data,
    });
    const filled = fillShell(await fetchShell(c), rendered);
    // Any other query string would make a copy of its own in the cache.
    if (page.cache && isSameQuery(url.search, page.cache.query ?? "")) {
      cacheable(c, { tags: tagsOf(page.cache.response, page.cache.id), validUntil: page.cache.validUntil ?? null });
    }
    return c.body(filled, status);
  } catch (error) {
    if (error instanceof AppError && error.status === 429) {
      c.header("Retry-After", error.toResponse().headers.get("retry-after") ?? undefined);
      return c.body(await fetchShell(c), 429);
    }
    deps.log.error("page.render_failed", error, { path: c.req.path });
    return c.body(await fetchShell(c), status);
  }
}
