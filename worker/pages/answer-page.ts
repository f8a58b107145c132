import { renderPage } from "#entry-server";
import type { Context } from "hono";
import type { PublicReadName } from "../contracts/caching.ts";
import type { PageData } from "../contracts/page.ts";
import { cacheable, isKeptAddress } from "../platform/cache.ts";
import { siteInfo } from "../platform/config.ts";
import { hashForTag, namesTag } from "../platform/entity-tag.ts";
import { AppError } from "../platform/errors.ts";
import type { AppEnv } from "../platform/http.ts";
import { fillShell, readShell } from "./shell.ts";

/** What a page is answered with. */
export interface Page {
  data: PageData;
  status?: 200 | 404 | 410;
  /** Left out for pages that are not cached. */
  cache?: {
    response: PublicReadName;
    id?: number;
    validUntil?: Date | null;
    /** The one query string that it is kept under; none unless given. */
    query?: string;
  };
}

/**
 * The tag of what a page says (RFC 9110, 8.8.3): of the build and of its data, so that it is known before anything is
 * rendered. Weak, because the moment of rendering is in the page, too; the hour counts, for those who read 'Posted 2h
 * ago' without scripts.
 */
async function pageTag(build: string, { renderedAt, ...input }: Parameters<typeof renderPage>[0]): Promise<string> {
  return `W/"${await hashForTag(JSON.stringify([build, renderedAt.slice(0, 13), input]))}"`;
}

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
    const shell = await readShell(c);
    const input = {
      url: url.pathname + url.search,
      site: siteInfo(deps.config),
      renderedAt: deps.now().toISOString(),
      data: page.data,
    };
    const isKept = page.cache !== undefined && isKeptAddress(c, page.cache.query);
    const tag = isKept ? await pageTag(shell.hash, input) : null;
    const keep = () => {
      if (!page.cache || tag === null) return;
      cacheable(c, page.cache.response, page.cache);
      c.header("ETag", tag);
    };
    if (tag !== null && status === 200 && namesTag(c.req.header("if-none-match"), tag)) {
      keep();
      c.header("Content-Type", undefined);
      return c.body(null, 304);
    }
    const filled = fillShell(shell, await renderPage(input));
    keep();
    return c.body(filled, status);
  } catch (error) {
    if (error instanceof AppError && error.status === 429) {
      c.header("Retry-After", error.toResponse().headers.get("retry-after") ?? undefined);
      return c.body((await readShell(c)).text, 429);
    }
    deps.log.error("page.render_failed", error, { path: c.req.path });
    return c.body((await readShell(c)).text, status);
  }
}
