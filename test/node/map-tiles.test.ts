import { mkdtempSync, rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bucket, openBucket } from "../../scripts/bucket.ts";
import { DEMO_MAP, seedMap } from "../../scripts/demo/seed-map.ts";
import { importTiles, openTiles, tileOf } from "../../scripts/import/map-tiles.ts";
import { scratchFolder } from "../../scripts/test-suites.ts";
import { TILES_POINTER_KEY, tilesKey, type TilesPointer } from "../../worker/contracts/map-tiles.ts";
import { makeFolder } from "../support/node/import-folder.ts";
import { memoryBucket } from "../support/node/memory-bucket.ts";
import { cityTiles, squareTile, TORONTO_BOUNDS, writePmtiles } from "../support/pmtiles.ts";
import { realTilesFile } from "../support/node/real-data.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

/** Returns an empty bucket, and a function that reads the pointer to the current map. */
function bucketOfMaps() {
  const { bucket, changes, json } = memoryBucket();
  return { bucket, changes, pointer: () => json<TilesPointer>(TILES_POINTER_KEY) };
}

async function importing(file: Uint8Array, bucket?: Bucket, now = day(24)) {
  using folder = makeFolder({ "toronto.pmtiles": file });
  // Awaited here, because the folder is deleted at the end of the block.
  return await importTiles(join(folder.path, "toronto.pmtiles"), bucket, now);
}

describe("the import of a map", () => {
  it("stores the map, and then the pointer to it", async () => {
    const { bucket, changes, pointer } = bucketOfMaps();
    const attribution = '<a href="https://openstreetmap.org">© OpenStreetMap</a>, <script>Protomaps</script>';
    const { version } = await importing(await cityTiles("earth", { attribution }), bucket);
    expect(version).toMatch(/^2026-11-24-[0-9a-f]{8}$/);
    expect(changes).toEqual([`put ${tilesKey(version ?? "")}`, `put ${TILES_POINTER_KEY}`]);
    expect(pointer()).toEqual({
      current: { version, attribution: "Protomaps", minZoom: 10, maxZoom: 14, bounds: [...TORONTO_BOUNDS] },
      previousVersion: null,
    });
  });

  it("keeps the previous map, deletes the one before it, and imports an identical map only once", async () => {
    const { bucket, changes, pointer } = bucketOfMaps();
    const files = await Promise.all(["earth", "water", "roads"].map((layer) => cityTiles(layer)));
    const versions: string[] = [];
    for (const [nth, file] of files.entries())
      versions.push((await importing(file, bucket, day(nth + 1))).version ?? "");
    expect(pointer()).toMatchObject({ current: { version: versions[2] }, previousVersion: versions[1] });
    expect(changes.filter((change) => change.startsWith("remove"))).toEqual([`remove ${tilesKey(versions[0] ?? "")}`]);
    const before = changes.length;
    const again = await importing(files[2] as Uint8Array, bucket, day(30));
    expect(again).toEqual({ version: versions[2], isSame: true });
    expect(changes).toHaveLength(before);
  });

  it("writes nothing in a dry run", async () => {
    expect(await importing(await cityTiles("earth"))).toEqual({ version: null, isSame: false });
  });

  const far = [-0.5, 51.3, 0.3, 51.7] as const;
  it.each<[what: string, file: () => Promise<Uint8Array>, says: string]>([
    ["something else", async () => new TextEncoder().encode("x".repeat(500)), "not a PMTiles file"],
    ["an empty file", async () => new Uint8Array(), "not a PMTiles file"],
    ["a file that was cut off", async () => (await cityTiles("earth")).slice(0, -40), "cut off"],
    ["another city", () => cityTiles("earth", { bounds: far }), "does not show Toronto"],
    ["pictures", () => cityTiles("earth", { tileType: 2 }), "need vector tiles"],
    ["tiles that browsers cannot inflate", () => cityTiles("earth", { compression: 3 }), "neither plain nor"],
    ["another schema", () => cityTiles("earth", { layers: ["landcover"] }), "no layer earth, water, roads"],
    [
      "the whole province from afar",
      () => writePmtiles({ tiles: { "6/17/23": squareTile("earth") } }),
      "It has zooms 6 to 6; the maps need 10 to 13 at least",
    ],
    [
      "a map with a hole downtown",
      () => writePmtiles({ tiles: { "10/1/1": squareTile("earth"), "13/1/1": squareTile("earth") } }),
      "no tile of City Hall at zoom 10",
    ],
  ])("refuses %s, and writes nothing", async (_, file, says) => {
    const { bucket, changes } = bucketOfMaps();
    await expect(importing(await file(), bucket)).rejects.toThrow(says);
    expect(changes).toEqual([]);
  });

  it.skipIf(realTilesFile === null)("imports a real extract with attribution", async () => {
    const { bucket, pointer } = bucketOfMaps();
    await importTiles(realTilesFile ?? "", bucket, day(24));
    expect(pointer().current).toMatchObject({ attribution: "City of Toronto, TTC, Statistics Canada", maxZoom: 14 });
  });
});

describe("the demo's map", () => {
  it("contains the streets around Yonge and Bloor at zoom 14, in at most 3 MB", async () => {
    expect((await stat(DEMO_MAP)).size).toBeLessThanOrEqual(3_000_000);
    const at = tileOf({ latitude: 43.6708, longitude: -79.3868 }, 14);
    const tile = await (await openTiles(DEMO_MAP)).getZxy(14, ...at);
    const names = new TextDecoder().decode(tile?.data);
    for (const name of ["Yonge Street", "Bloor Street", "Charles Street", "Isabella Street"])
      expect(names).toContain(name);
  });

  it("is stored with its attribution, and does not replace an imported map", async () => {
    const { bucket, changes, pointer } = bucketOfMaps();
    expect(await seedMap(bucket, Number(day(1)))).toBe("Demo map: the streets of central Toronto.");
    expect(pointer().current).toMatchObject({ attribution: "City of Toronto, TTC, Statistics Canada", maxZoom: 14 });
    const before = [...changes];
    expect(await seedMap(bucket, Number(day(2)))).toBe("Demo map: nothing to do, there is one already.");
    expect(changes).toEqual(before);
  });
});

describe("a bucket behind wrangler", () => {
  it(
    "stores, reads and deletes objects of the local state",
    { tags: ["rest"], timeout: LONG_TESTS.start },
    async () => {
      const state = mkdtempSync(join(scratchFolder(), "bucket-"));
      process.env.STATE_DIR = state;
      const bucket = openBucket("PHOTOS", false);
      try {
        expect(await bucket.read("tiles/a.json")).toBeNull();
        await bucket.putText("tiles/a.json", "one");
        expect(new TextDecoder().decode((await bucket.read("tiles/a.json")) ?? undefined)).toBe("one");
        await bucket.putText("tiles/a.json", "two");
        expect(new TextDecoder().decode((await bucket.read("tiles/a.json")) ?? undefined)).toBe("two");
        await bucket.remove("tiles/a.json");
        expect(await bucket.read("tiles/a.json")).toBeNull();
      } finally {
        bucket.close();
        delete process.env.STATE_DIR;
        rmSync(state, { recursive: true });
      }
    },
  );
});
