/** Names of the running build's scripts and styles, written by scripts/vite-plugins.ts. */
const LIST_PATH = "/build-files.json";
/** File names that identify their content, by the bundler's hash or by a version number, as in boot-v5.js. */
export const BUILD_FILE = /^[\w.-]{1,100}-(?:[\w-]{8}|v\d{1,4})\.(?:js|mjs|css|wasm|woff2|svg|png|webp)$/;
/** Days for which a build is kept after its last use; nearly every page is reloaded within that time. */
export const KEPT_BUILD_DAYS = 90;
/** Files copied at a time; an invocation may hold six connections open. */
const HANDS = 4;
const LIST_PAGE = 200;

/**
 * Scripts and styles of former builds. The platform serves only the running build's assets, so a page opened before a
 * deployment could not load its remaining files.
 */
export interface BuildStore {
  /**
   * Copies the files that the running build's pages may load, and records that the build ran today. Does nothing if
   * both are already done.
   * @returns how many files were copied
   */
  keep(version: string, now: Date): Promise<number>;
  /** A file of a former build by its name; null for anything else. */
  read(name: string): Promise<R2ObjectBody | null>;
  /**
   * Deletes builds last used before a given time, except files that a later build shares.
   * @returns how many builds were deleted
   */
  prune(before: Date): Promise<number>;
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** The R2 key of a file. */
export const buildFileKey = (name: string) => `assets/${name}`;
/** The R2 key of the list of a build's files. */
export const buildListKey = (version: string) => `builds/${version}.json`;

/** Creates a store in an R2 bucket for the files that the assets binding serves. */
export function r2BuildStore(bucket: R2Bucket, assets: Fetcher): BuildStore {
  const fetchAsset = (path: string) => assets.fetch(new URL(path, "https://assets.invalid"));

  /** The names of the running build's files; none under `vite dev`, which has no build. */
  const namesHere = async (): Promise<string[]> => {
    const response = await fetchAsset(LIST_PATH);
    if (!response.ok || !(response.headers.get("content-type") ?? "").includes("json")) return [];
    return ((await response.json()) as string[]).filter((name) => BUILD_FILE.test(name));
  };
  const copy = async (name: string): Promise<number> => {
    if (await bucket.head(buildFileKey(name))) return 0;
    const response = await fetchAsset(`/assets/${name}`);
    if (!response.ok) throw new Error(`The assets lack ${name} of their list (${response.status})`);
    const contentType = response.headers.get("content-type") ?? "application/octet-stream";
    await bucket.put(buildFileKey(name), await response.arrayBuffer(), { httpMetadata: { contentType } });
    return 1;
  };
  const namesIn = async (key: string): Promise<string[]> => {
    const list = await bucket.get(key);
    return list === null ? [] : ((await list.json()) as string[]);
  };
  const lists = async (): Promise<{ key: string; ranAt: number }[]> => {
    const found: R2Object[] = [];
    let cursor: string | undefined;
    do {
      const page: R2Objects = await bucket.list({
        prefix: "builds/",
        limit: LIST_PAGE,
        include: ["customMetadata"],
        ...(cursor !== undefined && { cursor }),
      });
      found.push(...page.objects);
      cursor = page.truncated ? page.cursor : undefined;
    } while (cursor !== undefined);
    return found.map(({ key, customMetadata }) => ({ key, ranAt: Date.parse(customMetadata?.["ranAt"] ?? "") || 0 }));
  };

  return {
    async keep(version, now) {
      const key = buildListKey(version);
      const ranAt = (await bucket.head(key))?.customMetadata?.["ranAt"];
      if (ranAt !== undefined && dayOf(new Date(ranAt)) === dayOf(now)) return 0;
      const names = await namesHere();
      if (names.length === 0) return 0;
      let copied = 0;
      const waiting = [...names];
      const hand = async () => {
        for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) copied += await copy(name);
      };
      await Promise.all(Array.from({ length: HANDS }, hand));
      // Written last, because a build with a list counts as copied.
      await bucket.put(key, JSON.stringify(names), { customMetadata: { ranAt: now.toISOString() } });
      return copied;
    },
    read: async (name) => (BUILD_FILE.test(name) ? bucket.get(buildFileKey(name)) : null),
    async prune(before) {
      const all = await lists();
      const old = all.filter(({ ranAt }) => ranAt < before.getTime());
      if (old.length === 0) return 0;
      const recent = all.filter(({ ranAt }) => ranAt >= before.getTime());
      const living = new Set((await Promise.all(recent.map(({ key }) => namesIn(key)))).flat());
      for (const { key } of old) {
        const dead = (await namesIn(key)).filter((name) => !living.has(name));
        // Files first, because without the list they could not be found again.
        if (dead.length > 0) await bucket.delete(dead.map(buildFileKey));
        await bucket.delete(key);
      }
      return old.length;
    },
  };
}
