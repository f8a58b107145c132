import { describe, expect, it } from "vitest";
import { mapsQuery } from "../../src/features/listings/card/maps-query.ts";

describe("the address sent to a map service", () => {
  it.each([
    ["27 Elm St", null, "27 Elm St, Toronto, Ontario, Canada"],
    ["27 Elm St", "Toronto", "27 Elm St, Toronto, Ontario, Canada"],
    ["400 Ontario St", "Toronto", "400 Ontario St, Toronto, Ontario, Canada"],
    ["10 Toronto St", null, "10 Toronto St, Toronto, Ontario, Canada"],
    ["10 Main St", "Mississauga", "10 Main St, Mississauga, Ontario, Canada"],
  ])("%s in %s is completed with its place", (address, municipality, query) => {
    expect(mapsQuery({ address, municipality })).toBe(query);
  });

  it.each([
    ["27 Elm St, Toronto", "Toronto"],
    ["27 Elm St, Toronto ON", "Toronto"],
    ["27 Elm St Toronto", "Toronto"],
    ["27 Elm St, Ontario", null],
    ["27 Elm St, Canada", null],
    ["10 Main St, Mississauga", "Mississauga"],
    ["25 Yonge St, North York, ON", "North York"],
  ])("%s in %s is unchanged", (address, municipality) => {
    expect(mapsQuery({ address, municipality })).toBe(address);
  });
});
