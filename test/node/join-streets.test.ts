import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { joinLines, withWholeStreets } from "../../scripts/demo/join-streets.ts";
import { DEMO_MAP } from "../../scripts/demo/seed-map.ts";
import { squareTile } from "../support/pmtiles.ts";

describe("the pieces of a street", () => {
  it("form one line where two of them meet, in any direction", () => {
    const pieces = [
      [
        [4, 0],
        [2, 0],
      ],
      [
        [4, 0],
        [6, 1],
      ],
      [
        [0, 0],
        [2, 0],
      ],
    ] as const;
    const [line = [], ...others] = joinLines(pieces);
    expect(others).toEqual([]);
    expect([String(line), String(line.toReversed())]).toContain("0,0,2,0,4,0,6,1");
  });

  it("stay apart at a fork, and rings are followed only once", () => {
    const fork = [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [2, 1],
      ],
      [
        [1, 0],
        [2, -1],
      ],
    ] as const;
    expect(joinLines(fork)).toHaveLength(3);
    const ring = [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [0, 0],
      ],
    ] as const;
    expect(joinLines(ring)).toHaveLength(1);
  });

  it("do not affect other layers of a tile, and the demo's map has at most 3 MB", async () => {
    expect(withWholeStreets(squareTile("water"))).toEqual(squareTile("water"));
    expect(withWholeStreets(squareTile("roads"))).toEqual(squareTile("roads"));
    expect((await readFile(DEMO_MAP)).length).toBeLessThanOrEqual(3_000_000);
  });
});
