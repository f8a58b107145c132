import CachePolicy from "http-cache-semantics";
import type { Deps } from "../../../worker/platform/deps.ts";
import { matchesTag } from "../../../worker/platform/http.ts";
import { makeSite, type Site, type SiteOptions } from "./site.ts";

type Call = NonNullable<Parameters<Site["fetch"]>[1]>;
type Fetch = (path: string, call: Call) => Promise<Response>;

interface Asked {
  url: string;
  method: string;
  headers: Record<string, string>;
}

interface Stored {
  policy: CachePolicy;
  tags: readonly string[];
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

/** The platform's default lifetimes in seconds by status. */
const DEFAULT_LIFETIMES: Record<number, number> = { 200: 7_200, 301: 1_200, 302: 1_200, 404: 180, 410: 180 };

/**
 * A model of the platform's cache, which does not run locally: a shared cache by RFC 9111 with the rules of
 * docs/contract.md, Caching. The header for the edge takes precedence over Cache-Control. Responses without a lifetime
 * get a default lifetime. The cache key consists of path and query only. Purges are by tag.
 */
export class EdgeCache {
  readonly #stored = new Map<string, Stored>();
  readonly #now: () => Date;
  /** Number of cache hits. */
  hits = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  purge(tags: readonly string[]): void {
    for (const [key, { tags: carried }] of this.#stored)
      if (carried.some((tag) => tags.includes(tag))) this.#stored.delete(key);
  }

  /** Empties the cache, as a deployment does. */
  clear(): void {
    this.#stored.clear();
  }

  async answer(path: string, call: Call, fetch: Fetch): Promise<Response> {
    const method = call.method ?? (call.json === undefined && call.body === undefined ? "GET" : "POST");
    if (method !== "GET" && method !== "HEAD") return fetch(path, call);
    const asked = { url: path, method: "GET", headers: { host: "localhost:8787", ...call.headers } };
    const found = this.#stored.get(path);
    const evaluated = found?.policy.evaluateRequest(asked);
    if (found && evaluated?.response) {
      this.hits += 1;
      // This request gets the stale copy, and the next request gets the revalidated response.
      if (evaluated.revalidation) await this.#ask(asked, {}, fetch);
      return given(found, method, call);
    }
    // Responses to HEAD are not stored.
    if (method === "HEAD") return fetch(path, call);
    const { stored, response } = await this.#ask(asked, call, fetch);
    return stored ? given(stored, method, call) : response;
  }

  /** Fetches from the site and stores what is cacheable. Stale copies are revalidated by ETag. */
  async #ask(asked: Asked, call: Call, fetch: Fetch): Promise<{ stored: Stored | null; response: Response }> {
    const found = this.#stored.get(asked.url);
    const tag = found?.headers.get("etag");
    const { "if-none-match": _theirs, ...headers } = call.headers ?? {};
    const fetched = await fetch(asked.url, { ...call, headers: { ...headers, ...(tag && { "if-none-match": tag }) } });
    const response = found && fetched.status === 304 ? freshened(found, fetched) : fetched;
    const policy = this.#policyOf(asked, response);
    if (!policy?.storable()) return { stored: null, response };
    if (response.headers.has("set-cookie")) throw new Error(`${asked.url} sets a cookie that everybody would get.`);
    const tags = response.headers.get("cache-tag")?.split(",") ?? [];
    const body = await response.clone().arrayBuffer();
    const stored = { policy, tags, status: response.status, headers: response.headers, body };
    this.#stored.set(asked.url, stored);
    return { stored, response };
  }

  #policyOf(asked: Asked, response: Response) {
    const headers = Object.fromEntries(response.headers);
    const said = headers["cloudflare-cdn-cache-control"] ?? headers["cdn-cache-control"] ?? headers["cache-control"];
    const byDefault = DEFAULT_LIFETIMES[response.status];
    if (said === undefined && byDefault === undefined) return null;
    const now = this.#now;
    class Policy extends CachePolicy {
      now() {
        return now().getTime();
      }
    }
    const control = said ?? `public, max-age=${byDefault}`;
    return new Policy(asked, { status: response.status, headers: { ...headers, "cache-control": control } });
  }
}

/** Creates the response from a copy: 304 for a matching ETag, and no body for HEAD. */
function given({ status, headers, body }: Stored, method: string, call: Call): Response {
  const tag = headers.get("etag");
  if (status === 200 && tag !== null && matchesTag(call.headers?.["if-none-match"], tag))
    return new Response(null, { status: 304, headers });
  return new Response(method === "HEAD" ? null : body.slice(0), { status, headers });
}

/** Returns a copy with the headers of a 304 applied (RFC 9111, 3.2). */
function freshened({ status, headers, body }: Stored, answer: Response): Response {
  const merged = new Headers(headers);
  for (const [name, value] of answer.headers) merged.set(name, value);
  return new Response(body.slice(0), { status, headers: merged });
}

/** Creates a site behind that cache. `visit` uses the cache, `fetch` bypasses it. */
export function makeCachedSite(options: SiteOptions = {}) {
  const holder: { cache?: EdgeCache } = {};
  const purged: string[] = [];
  const edge: Deps["cache"] = {
    purge: async (tags) => {
      purged.push(...tags);
      holder.cache?.purge(tags);
    },
    purgeEverything: async () => holder.cache?.clear(),
  };
  const site = makeSite({ ...options, deps: (deps) => ({ ...options.deps?.(deps), cache: edge }) });
  const cache = new EdgeCache(() => site.clock.now);
  holder.cache = cache;
  return {
    ...site,
    cache,
    /** Tags that were purged. */
    purged,
    visit: (path: string, call: Call = {}): Promise<Response> => cache.answer(path, call, site.fetch),
  };
}
export type CachedSite = ReturnType<typeof makeCachedSite>;
