import CachePolicy from "http-cache-semantics";
import { makeSite, type Site, type SiteOptions } from "./site.ts";

type Call = NonNullable<Parameters<Site["fetch"]>[1]>;

interface Stored {
  policy: CachePolicy;
  tags: readonly string[];
  status: number;
  headers: Headers;
  body: ArrayBuffer;
}

/** How long the platform keeps what names no lifetime, in seconds by status. */
const DEFAULT_LIFETIMES: Record<number, number> = { 200: 7_200, 301: 1_200, 302: 1_200, 404: 180, 410: 180 };

const plain = (headers: Headers) => Object.fromEntries(headers);

/**
 * What the platform puts in front of the Worker, and does not run locally: a shared cache by RFC 9111 with the rules of
 * decisions.md 8. The header for the edge comes before that for everybody; what names no lifetime is kept all the same;
 * a copy is known by path and query alone; tags purge.
 */
class EdgeCache {
  readonly #stored = new Map<string, Stored>();
  readonly #now: () => Date;
  /** How often a copy was given. */
  hits = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  purge(tags: readonly string[]): void {
    for (const [key, { tags: carried }] of this.#stored)
      if (carried.some((tag) => tags.includes(tag))) this.#stored.delete(key);
  }

  async answer(path: string, call: Call, fetch: (path: string, call: Call) => Promise<Response>): Promise<Response> {
    const method = call.method ?? (call.json === undefined && call.body === undefined ? "GET" : "POST");
    if (method !== "GET" && method !== "HEAD") return fetch(path, call);
    const request = { url: path, method: "GET", headers: { host: "localhost:8787", ...call.headers } };
    const found = this.#stored.get(path);
    const evaluated = found?.policy.evaluateRequest(request);
    if (found && evaluated?.response) {
      this.hits += 1;
      if (evaluated.revalidation) await this.#ask(path, request, fetch);
      return new Response(found.body.slice(0), { status: found.status, headers: found.headers });
    }
    return this.#ask(path, request, fetch, call);
  }

  async #ask(
    path: string,
    request: { url: string; method: string; headers: Record<string, string> },
    fetch: (path: string, call: Call) => Promise<Response>,
    call: Call = {},
  ): Promise<Response> {
    const response = await fetch(path, call);
    const body = await response.clone().arrayBuffer();
    const policy = this.#policyOf(request, response);
    if (policy?.storable()) {
      if (response.headers.has("set-cookie")) throw new Error(`${path} sets a cookie that everybody would get.`);
      const tags = response.headers.get("cache-tag")?.split(",") ?? [];
      this.#stored.set(path, { policy, tags, status: response.status, headers: response.headers, body });
    }
    return response;
  }

  #policyOf(request: { url: string; method: string; headers: Record<string, string> }, response: Response) {
    const headers = plain(response.headers);
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
    return new Policy(request, { status: response.status, headers: { ...headers, "cache-control": control } });
  }
}

/** A site with that cache in front of it: `visit` goes through the cache, `fetch` past it. */
export function makeCachedSite(options: Omit<SiteOptions, "deps"> = {}) {
  const holder: { cache?: EdgeCache } = {};
  const purge = async (tags: readonly string[]) => holder.cache?.purge(tags);
  const site = makeSite({ ...options, deps: () => ({ cache: { purge } }) });
  const cache = new EdgeCache(() => site.clock.now);
  holder.cache = cache;
  return {
    ...site,
    cache,
    visit: (path: string, call: Call = {}): Promise<Response> => cache.answer(path, call, site.fetch),
  };
}
export type CachedSite = ReturnType<typeof makeCachedSite>;
