import { describe, expect, it } from "vitest";
import { addressesInText } from "../../src/features/listings/submission/address-in-text.ts";

describe("an address in a description", () => {
  it.each([
    ["", "Located at 123 Queen St W, steps to the streetcar.", ["123 Queen St W"]],
    [
      "Liberty Village, M6K 3P6",
      "Lovely unit at 85 East Liberty Street!",
      ["85 East Liberty Street, Toronto, M6K 3P6"],
    ],
    ["Etobicoke", "2 bedrooms, 900 sq ft, $1,850. 12A Elm Ave. Call 416 555 0123.", ["12A Elm Ave, Etobicoke"]],
    ["Wychwood", "This bright unit is at Bathurst and St Clair with easy access.", ["Bathurst and St Clair, Toronto"]],
    ["", "near yonge & finch, close to shops", ["yonge & finch"]],
    ["Marlee Ave", "Marlee Ave/Eglinton Ave W. Five minutes to the subway.", ["Marlee Ave/Eglinton Ave W"]],
    ["Liberty Village", "Postal code m6k 3p6.", ["Liberty Village, M6K 3P6"]],
    ["", "At King and Bathurst, the house is 30 Stewart St.", ["30 Stewart St", "King and Bathurst"]],
    ["King & Bathurst", "At King and Bathurst: 30 Stewart St.", ["30 Stewart St"]],
  ])("is found when the typed address is less precise: %s / %s", (typed, description, found) =>
    expect(addressesInText(typed, description)).toEqual(found),
  );

  it.each([
    ["85 Main St", "Located at 123 Queen St W."],
    ["", "Bright and spacious, with a kitchen and bath, king and queen beds, front and back yards."],
    ["", "2 bedrooms, 1 bath, 5 min walk to Bay St, 10 minutes to Finch station, 3 appliances."],
    ["", "Built in 1968, renovated 2019. $1850 a month. Call 416-555-0123."],
    ["", "The kitchen and the bathroom are new. Church and school nearby."],
    ["Room", "Postal code M6K 3P6."],
  ])("is not found in %s / %s", (typed, description) => expect(addressesInText(typed, description)).toEqual([]));
});
