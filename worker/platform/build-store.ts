/** File with the names of the running build's scripts and styles, written by scripts/vite-plugins.ts. */
const LIST_PATH = "/build-files.json";
/** File names that identify their content, by the bundler's hash or by a version number, as in boot-v5.js. */
export const BUILD_FILE = /^[\w.-]{1,100}-(?:[\w-]{8}|v\d{1,4})\.(?:js|mjs|css|wasm|woff2|svg|png|webp)$/;
/** Number of days for which a build is kept after its last use. Nearly every page is reloaded within that time. */
export const KEPT_BUILD_DAYS = 90;
/** Number of files copied at the same time. An invocation may have six open connections. */
const PARALLEL_COPIES = 4;
const LIST_PAGE = 200;

/**
 * Scripts and styles of earlier builds. The platform serves only the running build's assets, so without this store, a
 * page opened before a deployment could not load its remaining files.
 */
export interface BuildStore {
  /**
   * Copies the files that the running build's pages may load, and records that the build ran today, unless this was
   * already done.
   * @returns the number of copied files
   */
  keep(version: string, now: Date): Promise<number>;
  /** Returns a file of a former build by its name; null for any other name. */
  read(name: string): Promise<R2ObjectBody | null>;
  /**
   * Deletes builds last used before a given time, except files that a later build shares.
   * @returns the number of deleted builds
   */
  prune(before: Date): Promise<number>;
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** Returns the R2 key of a file. */
export const buildFileKey = (name: string) => `assets/${name}`;
/** Returns the R2 key of the list of a build's files. */
export const buildListKey = (version: string) => `builds/${version}.json`;

/** Creates a store in an R2 bucket for the files that the assets binding serves. */
export function r2BuildStore(bucket: R2Bucket, assets: Fetcher): BuildStore {
  const fetchAsset = (path: string) => assets.fetch(new URL(path, "https://assets.invalid"));

  /** Returns the names of the running build's files; empty under `vite dev`, which has no build. */
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
      await Promise.all(Array.from({ length: PARALLEL_COPIES }, hand));
      // The list is written last, because a build with a list counts as copied.
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
        // The files are deleted first, because they could not be found without the list.
        if (dead.length > 0) await bucket.delete(dead.map(buildFileKey));
        await bucket.delete(key);
      }
      return old.length;
    },
  };
}
