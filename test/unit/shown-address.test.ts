import { describe, expect, it } from "vitest";
import { shownAddress, shownText } from "../../worker/features/listings/shown-address.ts";

describe("an address of which the street alone is shown", () => {
  it.each([
    ["85 Main Street, Toronto, ON M4E 2V6", "Main Street, Toronto, ON M4E"],
    ["1204-85 Main St", "Main St"],
    ["Unit 4, 12 King St W, Toronto", "King St W, Toronto"],
    ["No. 12, King St", "King St"],
    ["85 1/2 Main St", "Main St"],
    ["85½ Main St", "Main St"],
    ["12A Elm Ave", "Elm Ave"],
    ["14, 16 & 20 Carluke Crescent", "Carluke Crescent"],
    ["4 & 8 Rannock Street • 880 Pharmacy Avenue, Scarborough", "Rannock Street • Pharmacy Avenue, Scarborough"],
    ["12 5th Street", "5th Street"],
    ["8500 Highway 7, Vaughan", "Highway 7, Vaughan"],
    ["12 King St W, 1204, Toronto", "King St W, Toronto"],
    ["Marlee Ave, M6B 3H4", "Marlee Ave, M6B"],
    ["Yonge & Eglinton", "Yonge & Eglinton"],
    ["near 401 and Kennedy", "near 401 and Kennedy"],
    ["Weston/400", "Weston/400"],
    ["401 Kennedy Rd", "Kennedy Rd"],
  ])("%s is shown as %s", (address, shown) => {
    expect(shownAddress({ address, addressPrecision: "street" })).toBe(shown);
    expect(shownAddress({ address, addressPrecision: "exact" })).toBe(address);
  });
});

describe("a text beside it", () => {
  const at = (address: string) => (text: string) => shownText(text, { address, addressPrecision: "street" });
  it.each([
    ["Located at 85 Main Street, Toronto.", "Located at Main Street, Toronto."],
    ["85 main st. near the park", "main st. near the park"],
    ["Unit 5-85 Main St", "Unit Main St"],
    ["#85, Main Street", "Main Street"],
    ["$1,850, 85 Main", "$1,850, Main"],
    ["85 steps to Main Street, 85 m to the park", "85 steps to Main Street, 85 m to the park"],
    ["87 Main Street is next door", "87 Main Street is next door"],
    ["85 Elm Street", "85 Elm Street"],
    ["No number here", "No number here"],
  ])("%s reads %s", (text, shown) => expect(at("85 Main Street, Toronto")(text)).toBe(shown));

  it("holds none of several", () => {
    expect(at("14, 16 & 20 Carluke Crescent")("See 14, 16 & 20 Carluke Cres today")).toBe("See Carluke Cres today");
  });
  it("stays as it is where all of the address is shown", () => {
    expect(shownText("85 Main St", { address: "85 Main St", addressPrecision: "exact" })).toBe("85 Main St");
  });
});
