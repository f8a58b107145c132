import { BATHROOMS, BEDROOMS } from "../../../worker/contracts/bedrooms.ts";
import { SORTS } from "../../../worker/contracts/search.ts";
import type { ModelSearch } from "./search-model.ts";

/** Makes a generator of pseudo-random numbers that are the same in every run. */
export function dice(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * sides);
  };
  const sometimes = <Value>(value: () => Value): Value | null => (roll(4) === 0 ? value() : null);
  const oneOf = <Value>(values: readonly Value[]): Value => values[roll(values.length)] as Value;
  return { roll, sometimes, oneOf };
}

/**
 * Returns a random search with some conditions, for listings created by publishPlaced().
 * @param large the number of different neighbourhoods and stations to search for
 */
export function randomSearch({ roll, sometimes, oneOf }: ReturnType<typeof dice>, large = 100): ModelSearch {
  return {
    type: roll(3) === 0 ? oneOf(BEDROOMS) : "all",
    search: {
      q: null,
      attributes: roll(5) === 0 ? ["pets"] : [],
      minRent: roll(5) === 0 ? 700 + roll(3_000) : null,
      maxRent: sometimes(() => 700 + roll(3_000)),
      minDiscount: sometimes(() => 1 + roll(31)),
      bathrooms: roll(5) === 0 ? oneOf(BATHROOMS) : null,
      homeType: roll(8) === 0 ? oneOf(["condo", "basement", "room"] as const) : null,
      municipality: roll(6) === 0 ? oneOf(["Toronto", "Scarborough", "Ajax"]) : null,
      neighbourhood: sometimes(() => `Quarter ${roll(large)}`),
      station: sometimes(() => `Stop ${roll(large)}`),
      line: sometimes(() => oneOf(["1", "2", "4"] as const)),
      maxSubway: sometimes(() => 1 + roll(3_000)),
      controlled: roll(5) === 0,
      dropped: roll(6) === 0,
      moveInBy: sometimes(() => `2026-12-${String(1 + roll(31)).padStart(2, "0")}`),
      bbox: null,
      commute: [],
      maxCommute: [],
      sort: oneOf(SORTS),
    },
  };
}
