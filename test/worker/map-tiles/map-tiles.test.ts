import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { CURRENT_TILES_PATH, tilesKey } from "../../../worker/contracts/map-tiles.ts";
import { r2TileStore } from "../../../worker/platform/tile-store.ts";
import { squareTile, writePmtiles } from "../../support/pmtiles.ts";
import { DOWNTOWN, importTiles, mapOf, VERSION } from "../../support/worker/map-tiles.ts";
import { makeSite } from "../../support/worker/site.ts";

const NOW = new Date("2026-11-20T15:00:00Z");
const FOR_EVER = "public, max-age=31536000, immutable";
const { z, x, y } = DOWNTOWN;
const tileAt = (version: string, place = `${z}/${x}/${y}`) => `/tiles/${version}/${place}.mvt`;

const statusOf = async (site: ReturnType<typeof makeSite>, path: string) => (await site.fetch(path)).status;

/** Creates a site that records its reads of the bucket. */
function countedSite() {
  const read: string[] = [];
  const get = (key: string, options?: R2GetOptions) => {
    read.push(key);
    return env.PHOTOS.get(key, options as R2GetOptions & { onlyIf?: undefined });
  };
  const tiles = r2TileStore({ get }, () => NOW);
  return { site: makeSite({ now: NOW, deps: () => ({ tiles }) }), read };
}

describe("the maps' own tiles", () => {
  it("do not exist until a map is imported", async () => {
    const site = makeSite();
    const current = await site.fetch(CURRENT_TILES_PATH);
    expect(await current.json()).toBeNull();
    expect(current.headers.get("cache-control")).toContain("max-age=0");
    expect(await statusOf(site, tileAt(VERSION))).toBe(404);
  });

  it("are served as stored, and cached forever by version", async () => {
    const path = await importTiles();
    const site = makeSite();
    expect(await (await site.fetch(CURRENT_TILES_PATH)).json()).toEqual(mapOf(VERSION));
    const answer = await site.fetch(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe(FOR_EVER);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("content-type")).toBe("application/vnd.mapbox-vector-tile");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    const inflated = new Response(answer.body?.pipeThrough(new DecompressionStream("gzip")));
    expect(new Uint8Array(await inflated.arrayBuffer())).toEqual(squareTile("earth"));
  });

  it("are 204 where the map is empty, and also cached forever", async () => {
    await importTiles();
    const site = makeSite();
    for (const place of ["10/287/373", "9/143/186", "15/9152/11936"]) {
      const answer = await site.fetch(tileAt(VERSION, place));
      expect(answer.status, place).toBe(204);
      expect(answer.headers.get("cache-control"), place).toBe(FOR_EVER);
    }
  });

  it("need no decompression when the file's tiles are plain", async () => {
    await importTiles();
    const file = await writePmtiles({ tiles: { [`${z}/${x}/${y}`]: squareTile("water") }, compression: 1 });
    await env.PHOTOS.put(tilesKey(VERSION), file);
    const answer = await makeSite().fetch(tileAt(VERSION));
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.bytes()).toEqual(squareTile("water"));
  });

  it("outside the grid or in unknown versions are rejected before the bucket is read", async () => {
    await importTiles();
    const { site, read } = countedSite();
    const outside = [
      "16/1/1",
      "10/1024/1",
      "10/1/1024",
      "99/1/1",
      "0/0/1",
      "10/100000/1",
      "-1/0/0",
      "1.5/0/0",
      "a/0/0",
    ];
    for (const place of outside) expect(await statusOf(site, tileAt(VERSION, place)), place).toBe(404);
    for (const version of ["latest", "2026-11-20", "2026-11-20-0123abcd.pmtiles", "..%2fcurrent.json"])
      expect(await statusOf(site, tileAt(version)), version).toBe(404);
    expect(read).toEqual([]);
    expect(await statusOf(site, tileAt("2026-11-20-ffffffff"))).toBe(404);
    expect(await statusOf(site, tileAt("2026-11-19-ffffffff"))).toBe(404);
    expect(read).toEqual(["tiles/current.json"]);
  });

  it("cost one read for a version's directory, and one for each tile", async () => {
    await importTiles();
    const { site, read } = countedSite();
    for (let nth = 0; nth < 3; nth += 1) expect(await statusOf(site, tileAt(VERSION))).toBe(200);
    expect(await statusOf(site, tileAt(VERSION, "10/287/373"))).toBe(204);
    expect(read).toEqual(["tiles/current.json", ...Array<string>(4).fill(tilesKey(VERSION))]);
  });

  it("are still served for the previous version, but not for the one before it", async () => {
    const first = await importTiles("2026-11-01-00000001");
    const second = await importTiles("2026-11-08-00000002", "2026-11-01-00000001");
    const site = makeSite({ now: NOW });
    expect([await statusOf(site, first), await statusOf(site, second)]).toEqual([200, 200]);
    const third = await importTiles("2026-11-15-00000003", "2026-11-08-00000002");
    site.clock.now = new Date(NOW.getTime() + 60_000);
    expect([await statusOf(site, first), await statusOf(site, second), await statusOf(site, third)]).toEqual([
      404, 200, 200,
    ]);
  });
});
