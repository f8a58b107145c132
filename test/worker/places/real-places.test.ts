import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { parseAddress, streetKey } from "../../../worker/contracts/parse-address.ts";
import { geocodeAddress } from "../../../worker/address/geocode.service.ts";
import { sampleHouses } from "../../../worker/address/geocode.repo.ts";
import { metresBetween } from "../../../worker/platform/grid.ts";
import { commonAreas } from "../../../worker/address/surroundings.service.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import {
  HAS_REAL_PLACES,
  importRealPlaces,
  realBuildings,
  type RealBuilding,
} from "../../support/worker/real-places.ts";
import { KNOWN_INTERSECTIONS } from "./known-intersections.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const deps = () => makeDeps(env, createExecutionContext());
const quantile = (values: readonly number[], share: number) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0);

/** Prints the results, which are visible with `--reporter=verbose` and in the test's log. */
const print = (what: string, figures: object) => console.info(`${what}: ${JSON.stringify(figures)}`);

// The files are beside the project; without them, there is nothing to measure.
describe.skipIf(!HAS_REAL_PLACES)("with the City's known houses", () => {
  it(
    "intersections are located within 250 m if both streets have a house within 120 m",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      await importRealPlaces();
      const errors: number[] = [];
      const lost: string[] = [];
      let near = 0;
      let placed = 0;
      for (const [first, second, latitude, longitude] of KNOWN_INTERSECTIONS) {
        const corner = { latitude, longitude };
        const isNear = async (street: string) =>
          (await sampleHouses(deps(), [streetKey(street)])).some((house) => metresBetween(house, corner) <= 120);
        const place = await geocodeAddress(deps(), `${first} & ${second}, Toronto`);
        const areNear = (await isNear(first)) && (await isNear(second));
        if (areNear) near += 1;
        if (place === null || place === "later") {
          if (areNear) lost.push(`${first} & ${second}`);
          continue;
        }
        placed += 1;
        expect(place).toMatchObject({ method: "corner", confidence: "medium" });
        if (areNear) errors.push(metresBetween(place, corner));
      }
      print("corners", {
        checked: KNOWN_INTERSECTIONS.length,
        placed,
        near,
        medianMetres: quantile(errors, 0.5),
        worstMetres: quantile(errors, 1),
        lost,
      });
      expect(near).toBeGreaterThanOrEqual(100);
      expect(quantile(errors, 1)).toBeLessThanOrEqual(250);
      expect(lost.length / near).toBeLessThanOrEqual(0.05);
    },
  );

  it(
    "no confident location is more than 500 m off, and hardly any neighbourhood is wrong",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      await importRealPlaces();
      const forms: Record<string, { of: (building: RealBuilding) => string; isExact?: boolean }> = {
        house: { of: ({ address, fsa }) => `${address}, Toronto, ${fsa}` },
        untyped: {
          of: ({ address, fsa }) => {
            const { numbers, street } = parseAddress(address);
            return `${numbers?.low} ${street?.split(" ").slice(0, -1).join(" ")}, Toronto, ON ${fsa}`;
          },
        },
        block: { of: ({ address, fsa }) => `${address}, Toronto, ${fsa}`, isExact: false },
        street: { of: ({ address, fsa }) => `${parseAddress(address).street}, Toronto, ON ${fsa} 1A1` },
        "postal area": { of: ({ fsa }) => `1 Nowhere St, Toronto, ON ${fsa}` },
      };
      for (const [form, { of, isExact = true }] of Object.entries(forms)) {
        const figures = { asked: 0, found: {} as Record<string, number>, told: 0, wrong: 0, farAndSure: 0, far: 0 };
        const wrong: string[] = [];
        for (const building of realBuildings(12)) {
          figures.asked += 1;
          const place = await geocodeAddress(deps(), of(building), { isExact });
          if (place === null || place === "later") continue;
          const key = `${place.method} ${place.confidence}`;
          figures.found[key] = (figures.found[key] ?? 0) + 1;
          const metres = metresBetween(place, building);
          if (metres > 500 && place.confidence === "high") figures.farAndSure += 1;
          if (metres > 500 && place.confidence === "medium") figures.far += 1;
          const { neighbourhood } = await commonAreas(deps(), place.on ?? [place]);
          if (neighbourhood === null) continue;
          figures.told += 1;
          const truth = (await commonAreas(deps(), [building])).neighbourhood;
          if (neighbourhood !== truth) wrong.push(`${of(building)}: ${neighbourhood}, not ${truth}`);
        }
        figures.wrong = wrong.length;
        print(form, { ...figures, examples: wrong.slice(0, 5) });
        expect(figures.farAndSure, form).toBe(0);
        expect(figures.wrong / Math.max(1, figures.told), form).toBeLessThanOrEqual(0.01);
      }
    },
  );
});
