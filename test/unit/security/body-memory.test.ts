import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BodyReservation, BodyMemory } from "../../../worker/platform/incoming-body.ts";
import { fullSize } from "../../support/full-size.ts";

const CAPACITY = 100;
const HALF = CAPACITY / 2;
const NETWORKS = ["a", "b", "c"];

/** A body as the test tracks it. */
interface Body {
  place: BodyReservation;
  network: string;
  size: number;
  arrived: number;
  state: "arriving" | "complete" | "refused";
}

/** Simulates the arrival of more bytes of a body. */
function arrive(body: Body, bytes: number): void {
  if (body.state !== "arriving") return;
  try {
    body.place.grow(Math.min(body.size, body.arrived + bytes));
    body.arrived = Math.min(body.size, body.arrived + bytes);
    if (body.arrived === body.size) {
      body.place.complete();
      body.state = "complete";
    }
  } catch {
    body.place.release();
    body.state = "refused";
  }
}

const isKept = ({ place }: Body) => {
  try {
    place.assertHeld();
    return true;
  } catch {
    return false;
  }
};

const held = (bodies: readonly Body[], network?: string) =>
  bodies
    .filter((body) => body.state !== "refused" && isKept(body) && (network === undefined || body.network === network))
    .reduce((sum, { arrived }) => sum + arrived, 0);

const bodySizes = fc.array(
  fc.record({ network: fc.constantFrom(...NETWORKS), size: fc.integer({ min: 1, max: HALF }) }),
  { minLength: 1, maxLength: 12 },
);

describe("memory for request bodies", () => {
  it("is never exceeded, one network gets at most half, and some body always finishes", () => {
    fc.assert(
      fc.property(
        bodySizes,
        fc.infiniteStream(fc.nat()),
        fc.infiniteStream(fc.integer({ min: 1, max: 20 })),
        (sizes, whose, how) => {
          const places = new BodyMemory(CAPACITY);
          const bodies = sizes.map((body): Body => ({
            ...body,
            place: places.reserve(body.network),
            arrived: 0,
            state: "arriving",
          }));
          for (;;) {
            const arriving = bodies.filter(({ state }) => state === "arriving");
            const next = arriving[(whose.next().value ?? 0) % Math.max(1, arriving.length)];
            if (!next) break;
            arrive(next, how.next().value ?? 1);
            expect(held(bodies)).toBeLessThanOrEqual(CAPACITY);
            for (const network of NETWORKS) expect(held(bodies, network)).toBeLessThanOrEqual(HALF);
          }
          expect(bodies.some(({ state }) => state === "complete")).toBe(true);
          for (const body of bodies) body.place.release();
          // All memory has been released, so each network can again use its half.
          const again = ["d", "e"].map((network) => places.reserve(network));
          for (const place of again) {
            place.grow(HALF);
            place.assertHeld();
          }
        },
      ),
      { numRuns: fullSize(2_000, 300) },
    );
  });

  it("is taken from a network's newest bodies first, which lets its oldest finish", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: HALF }), { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (sizes, whose) => {
          const places = new BodyMemory(CAPACITY);
          const bodies = sizes.map((size): Body => ({
            network: "a",
            size,
            place: places.reserve("a"),
            arrived: 0,
            state: "arriving",
          }));
          for (;;) {
            const arriving = bodies.filter(({ state }) => state === "arriving");
            const next = arriving[(whose.next().value ?? 0) % Math.max(1, arriving.length)];
            if (!next) break;
            arrive(next, 3);
          }
          expect(bodies.some(({ state, arrived, size }) => state === "complete" && arrived === size)).toBe(true);
          // Only bodies that were complete at that point can have displaced the oldest one.
          if (bodies[0]?.state === "refused") {
            const others = bodies.slice(1).filter(({ state }) => state === "complete");
            expect(others.reduce((sum, { size }) => sum + size, 0) + (sizes[0] ?? 0)).toBeGreaterThan(HALF);
          }
        },
      ),
      { numRuns: fullSize(1_000, 200) },
    );
  });

  it("leaves room for a small body of another network, no matter how many large ones are open", () => {
    const places = new BodyMemory(CAPACITY);
    const large = Array.from({ length: 20 }, (_, n) => places.reserve(`big-${n % 4}`));
    for (const place of large) place.grow(5);
    const small = places.reserve("newcomer");
    small.grow(2);
    small.assertHeld();
    expect(() => large.forEach((place) => place.assertHeld())).toThrow("busy");
  });
});
