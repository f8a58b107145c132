import { describe, expect, it } from "vitest";
import { NAMES } from "../../src/ui/map/map-ground.ts";
import { metresBetween } from "../../worker/platform/grid.ts";
import { CITY_BOUNDS, isWithin } from "../../worker/contracts/places.ts";
import { STATIONS } from "../../worker/address/place-data.ts";

const coordinates = ([longitude, latitude]: [number, number]) => ({ latitude, longitude });
const named = (kind: string) => NAMES.filter((name) => name.kind === kind);

describe("the names on the plain map", () => {
  it("include every station, and interchanges at lower zooms too, and no unknown station", () => {
    const namesOf = (kind: string) => named(kind).map(({ name }) => name);
    for (const { name, lines } of STATIONS) {
      if (lines.length > 1) expect(namesOf("station")).toContain(name);
      expect([...namesOf("station"), ...namesOf("stop")]).toContain(name);
    }
    for (const { name, at } of [...named("station"), ...named("stop")]) {
      const station = STATIONS.find((known) => known.name === name);
      expect(station, name).toBeDefined();
      if (station) expect(metresBetween(coordinates(at), station), name).toBeLessThan(60);
    }
  });

  it("include the City's neighbourhoods, and none is empty", () => {
    expect(named("quarter").length).toBeGreaterThan(30);
    for (const { name, at } of named("quarter")) expect(isWithin(coordinates(at), CITY_BOUNDS), name).toBe(true);
    for (const { name } of NAMES) expect(name).not.toBe("");
  });
});
