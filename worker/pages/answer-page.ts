import { renderPage } from "#entry-server";
import type { Context } from "hono";
import type { PageData, RenderedPage, RenderPage, SiteInfo } from "../contracts/page.ts";
import { hasTimetable } from "../features/commute/commute.service.ts";
import { cacheable, isCacheableUrl } from "../platform/cache.ts";
import type { PublicReadName } from "../platform/caching.ts";
import { siteInfo } from "../platform/config.ts";
import type { Deps } from "../platform/deps.ts";
import { AppError, asAppError } from "../platform/errors.ts";
import { scriptJson } from "../platform/html.ts";
import { tagHash, matchesTag, type AppEnv } from "../platform/http.ts";
import { LruMap } from "../platform/lru-map.ts";
import { fillShell, readShell } from "./shell.ts";

/** The response for a page. */
export interface Page {
  data: PageData;
  status?: 200 | 404 | 410;
  /** Absent for pages that are not cached. */
  cache?: {
    response: PublicReadName;
    id?: number;
    validUntil?: Date | null;
    /**
     * The only query string under which the page may be cached; by default, the page may be cached only without a query
     * string.
     */
    query?: string;
  };
}

/**
 * Returns the entity tag of a page (RFC 9110, 8.8.3): a hash of the build, the URL and the page's data, known before
 * rendering. The tag is weak because it leaves out the exact time of rendering. The tag includes the hour, because
 * without scripts the page shows ages such as 'Posted 2h ago'.
 */
async function pageTag(build: string, url: string, renderedAt: string, data: string): Promise<string> {
  return `W/"${await tagHash([build, url, renderedAt.slice(0, 13), data].join(" "))}"`;
}

/** Maximum number of pages cached per isolate, of at most 250 KB each. */
const CACHED_PAGES = 16;
const cachedPages = new LruMap<{ page: RenderedPage; renderedAt: string }>(CACHED_PAGES);

/**
 * Returns the page rendered for the same tag within the last ten minutes, or renders it now. The tag covers everything
 * on which the page depends, except the exact time, so without scripts the ages of posts may be up to ten minutes out
 * of date.
 * @throws when the page cannot be rendered
 */
async function renderOnce(tag: string | null, input: Parameters<RenderPage>[0]) {
  const { renderedAt } = input;
  if (tag === null) return { page: await renderPage(input), renderedAt };
  const key = `${tag} ${renderedAt.slice(0, 15)}`;
  return cachedPages.get(key) ?? cachedPages.set(key, { page: await renderPage(input), renderedAt });
}

/** Returns the details of this deployment that pages show. */
export async function siteOf(deps: Deps): Promise<SiteInfo> {
  return { ...siteInfo(deps.config), ...((await hasTimetable(deps)) && { hasTimetable: true }) };
}

/** A redirect to another URL. */
export interface Redirect {
  redirectTo: string;
}

/**
 * Responds with the uncached plain shell, in which the browser loads and renders the page itself. If data cannot be
 * read, the status is 503, so that the edge serves its last good copy (stale-if-error). For callers over their limit,
 * the status is 429. Both responses have Retry-After.
 */
async function answerShell(c: Context<AppEnv>, error: unknown): Promise<Response> {
  const known = asAppError(error);
  const isRefusal = known.status === 429 || known.status === 503;
  const refusal = isRefusal ? known : new AppError("server.unavailable", { cause: error });
  // `request.busy` is not a failure of the application, and the request log already records it.
  if (error !== refusal) c.var.deps.log.error("page.load_failed", error, { path: c.req.path });
  c.header("Retry-After", refusal.toResponse().headers.get("retry-after") ?? undefined);
  return c.body((await readShell(c)).text, refusal.status as 429 | 503);
}

/**
 * Loads a page's data, renders it and fills the shell. Serves the uncached plain shell instead if the data cannot be
 * read, or if the page cannot be rendered.
 */
export async function answerPage(c: Context<AppEnv>, load: () => Promise<Page | Redirect>): Promise<Response> {
  const { deps } = c.var;
  c.header("Content-Type", "text/html; charset=utf-8");
  let page: Page | Redirect;
  try {
    page = await load();
  } catch (error) {
    return answerShell(c, error);
  }
  if ("redirectTo" in page) return c.redirect(page.redirectTo, 301);
  const status = page.status ?? 200;
  try {
    const url = new URL(c.req.url);
    const shell = await readShell(c);
    const site = await siteOf(deps);
    const renderedAt = deps.now().toISOString();
    const input = { url: url.pathname + url.search, site, renderedAt, data: page.data };
    // The data is serialised once, for both the tag and the state in the page.
    const data = scriptJson({ site, data: page.data });
    const isCacheable = page.cache !== undefined && isCacheableUrl(c, page.cache.query);
    const tag = isCacheable ? await pageTag(shell.hash, input.url, renderedAt, data) : null;
    const keep = () => {
      if (!page.cache || tag === null) return;
      cacheable(c, page.cache.response, page.cache);
      c.header("ETag", tag);
    };
    if (tag !== null && status === 200 && matchesTag(c.req.header("if-none-match"), tag)) {
      keep();
      c.header("Content-Type", undefined);
      return c.body(null, 304);
    }
    const rendered = await renderOnce(tag, input);
    const state = `{"renderedAt":"${rendered.renderedAt}",${data.slice(1)}`;
    const filled = fillShell(shell, rendered.page, site, state);
    keep();
    return c.body(filled, status);
  } catch (error) {
    deps.log.error("page.render_failed", error, { path: c.req.path });
    return c.body((await readShell(c)).text, status);
  }
}
