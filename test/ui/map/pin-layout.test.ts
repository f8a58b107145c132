import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutPins, type PinBox } from "../../../src/ui/map/pin-layout.ts";

const CLUSTER = { width: 44, height: 44 };
const clusterSize = () => CLUSTER;
const pin = (id: string, x: number, y: number): PinBox => ({ ids: [id], x, y, width: 64, height: 24 });

const doIntersect = (a: PinBox, b: PinBox) =>
  Math.abs(a.x - b.x) * 2 < a.width + b.width && Math.abs(a.y - b.y) * 2 < a.height + b.height;

/** Up to 300 pins, in one window or spread over a large map. */
const pins = fc.integer({ min: 50, max: 5_000 }).chain((extent) => {
  const place = fc.double({ min: 0, max: extent, noNaN: true });
  return fc.array(fc.tuple(place, place), { maxLength: 300 });
});

describe("the pins of a map", () => {
  it("do not overlap, and each home is in exactly one of them", () => {
    fc.assert(
      fc.property(pins, (places) => {
        const laid = layOutPins(
          places.map(([x, y], nth) => pin(String(nth), x, y)),
          clusterSize,
        );
        expect(laid.filter((a, nth) => laid.slice(nth + 1).some((b) => doIntersect(a, b)))).toEqual([]);
        const ids = laid.flatMap((box) => box.ids);
        expect(ids.map(Number).toSorted((a, b) => a - b)).toEqual(places.map((_, nth) => nth));
      }),
    );
  });

  it("keep their places unless they would overlap, and a cluster is in the middle of its homes", () => {
    const apart = [pin("a", 0, 0), pin("b", 80, 0), pin("c", 0, 40)];
    expect(layOutPins(apart, clusterSize)).toEqual(apart);
    const close = [pin("a", 0, 0), pin("b", 30, 0), pin("c", 0, 30), pin("d", 300, 0)];
    expect(layOutPins(close, clusterSize)).toEqual([
      { ids: ["a", "b", "c"], x: 10, y: 10, ...CLUSTER },
      pin("d", 300, 0),
    ]);
  });

  it("stay single at the edge of a crowd, while pins that its cluster would cover join the cluster", () => {
    const crowd = ["a", "b", "c", "d"].map((id, nth) => pin(id, nth, nth));
    const [between, edge] = [pin("e", 70, 0), pin("f", 125, 0)];
    expect(layOutPins([...crowd, between, edge], clusterSize).map(({ ids }) => ids.join(""))).toEqual(["abcde", "f"]);
  });
});
