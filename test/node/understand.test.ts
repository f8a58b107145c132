import { describe, expect, it } from "vitest";
import { toSearchMeaning } from "../../worker/features/listings/search/understand/meaning.ts";
import { streetsIn, understand } from "../../worker/features/listings/search/understand/understand.ts";
import { type GoldenQuery, differingMeaning } from "../support/golden-search.ts";
import { goldenCases } from "../support/node/real-data.ts";

const GOLDEN = JSON.parse(goldenCases("queries")) as GoldenQuery[];
const meaningOf = (q: string, streets?: ReadonlySet<string>) => toSearchMeaning(understand(q, streets));

describe("the words that people type", () => {
  it.skipIf(GOLDEN.length === 0)("have the meaning that the golden data state, without any look-up", () => {
    // Excludes misspellings, and streets named like a common word, because they require a look-up.
    const pure = GOLDEN.filter(({ kind, q }) => kind !== "misspelling" && q !== "close ave");
    const wrong = pure.flatMap((query) => {
      const keys = differingMeaning(query, meaningOf(query.q));
      return keys.length === 0 ? [] : [`${query.q}: ${keys.join(", ")} in ${JSON.stringify(meaningOf(query.q))}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ["jr 1 bedroom", { bedrooms: ["1 Bedroom"] }],
    ["2+ bedrooms", { bedrooms: ["2 Bedrooms", "3 Bedrooms", "4+ Bedrooms"] }],
    [
      "1 or 2 bedroom annex",
      { bedrooms: ["1 Bedroom", "2 Bedrooms"], place: { kind: "neighbourhood", name: "Annex" } },
    ],
    ["at least 3 bedrooms", { bedrooms: ["3 Bedrooms", "4+ Bedrooms"] }],
    ["3 or more bedrooms", { bedrooms: ["3 Bedrooms", "4+ Bedrooms"] }],
    ["1 bedroom w/ den", { bedrooms: ["1 Bedroom"] }],
    ["2 bedrooms and 1 bath", { bedrooms: ["2 Bedrooms"], words: ["1 bathroom"] }],
    ["3 1/2", { bedrooms: ["1 Bedroom"] }],
    ["4½", { bedrooms: ["2 Bedrooms"] }],
    ["원베드룸", { bedrooms: ["1 Bedroom"] }],
    ["2br/2ba", { bedrooms: ["2 Bedrooms"], words: ["2 bathrooms"] }],
    ["2b2b", { bedrooms: ["2 Bedrooms"], words: ["2 bathrooms"] }],
    ["m5v 2b3", { words: ["m5v", "2b3"] }],
    ["2 bedroom den", { bedrooms: ["2 Bedrooms"] }],
    ["1.5k-2k", { minRent: 1500, maxRent: 2000 }],
    ["1.5-2k", { minRent: 1500, maxRent: 2000 }],
    ["budget $1500 to $1800", { minRent: 1500, maxRent: 1800 }],
    ["1600 or lower per month", { maxRent: 1600 }],
    ["2000 & up", { minRent: 2000 }],
    ["no higher than 1800", { maxRent: 1800 }],
    ["between $1500 & $2000", { minRent: 1500, maxRent: 2000 }],
    ["not more than two thousand", { maxRent: 2000 }],
    ["max rent 1 000", { maxRent: 1000 }],
    ["两千以下", { maxRent: 2000 }],
    ["2000以下 两室一厅", { bedrooms: ["2 Bedrooms"], maxRent: 2000 }],
    ["85 Main Street, Toronto, ON", { place: { kind: "street", name: "Main St" }, words: ["85"] }],
    ["217 kipling", { place: { kind: "street", name: "Kipling" }, words: ["217"] }],
    ["kipling 217", { place: { kind: "street", name: "Kipling" }, words: ["217"] }],
    ["kipling 2 bedroom", { bedrooms: ["2 Bedrooms"], place: { kind: "station", name: "Kipling" } }],
    ["1800 bathurst st", { place: { kind: "street", name: "Bathurst St" }, words: ["1800"] }],
    ["saint clair avenue west", { place: { kind: "street", name: "St Clair Ave W" } }],
    ["st. clair west station", { place: { kind: "station", name: "St. Clair West" } }],
    ["st clair w station", { place: { kind: "station", name: "St. Clair West" } }],
    ["vic park station", { place: { kind: "station", name: "Victoria Park" } }],
    ["finch地铁站", { place: { kind: "station", name: "Finch" } }],
    ["line two", { place: { kind: "line", name: "Line 2" } }],
    ["rogers center", { place: { kind: "landmark", name: "Rogers Centre" } }],
    ["st mike's", { place: { kind: "landmark", name: "St. Michael's Hospital" } }],
    ["5 min walk to subway", { near: { metres: 800 } }],
    ["less than 10 minutes to subway", { near: { metres: 800 } }],
    ["10 minutes from pape station", { place: { kind: "station", name: "Pape" } }],
    ["apartamento no centro", { place: { kind: "neighbourhood", name: "Downtown" } }],
    ["eastyork basement", { homeType: "basement", place: { kind: "municipality", name: "East York" } }],
    ["cabbage town", { place: { kind: "neighbourhood", name: "Cabbagetown" } }],
    ["노스욕 콘도", { homeType: "condo", place: { kind: "municipality", name: "North York" } }],
    ["logement centre-ville", { place: { kind: "neighbourhood", name: "Downtown" } }],
    ["唐人街", { place: { kind: "neighbourhood", name: "Chinatown" } }],
    ["green line", { place: { kind: "line", name: "Line 2" } }],
    ["near u of t campus", { place: { kind: "landmark", name: "University of Toronto" } }],
    ["keele finch", { place: { kind: "corner", name: "Keele & Finch" } }],
    ["corner of islington and the queensway", { place: { kind: "corner", name: "Islington & Queensway" } }],
    ["bloor st w high park", { place: { kind: "street", name: "Bloor St W" }, words: ["high park"] }],
    ["bay window", { words: ["bay", "window"] }],
    ["2nd floor", { words: ["2nd", "floor"] }],
    ["queen st w parkdale", { place: { kind: "street", name: "Queen St W" }, words: ["parkdale"] }],
    ["2 bedroom toronto north york", { bedrooms: ["2 Bedrooms"], place: { kind: "municipality", name: "North York" } }],
    ["not a basement", { without: ["basement"] }],
    ["2 bedroom not in a basement", { bedrooms: ["2 Bedrooms"], without: ["basement"] }],
    ["2 bedroom except basement", { bedrooms: ["2 Bedrooms"], without: ["basement"] }],
    ["anything but basement", { without: ["basement"] }],
    ["不要地下室", { without: ["basement"] }],
    ["heat, hydro and water incl", { with: ["utilities"] }],
    ["hydro and water included, 6 month lease", { with: ["utilities", "short-lease"] }],
    ["duplex with patio", { words: ["duplex", "patio"] }],
    ["sans animaux", { words: ["no pets"] }],
    ["must have parking but no pets", { with: ["parking"], words: ["no pets"] }],
    ["no pets allowed, no smoking", { words: ["no pets", "no smoking"] }],
    ["parking in the laundry room", { with: ["parking"], words: ["laundry", "room"] }],
    ["un cuarto en renta", { bedrooms: ["Private Room"] }],
    ["room in basement", { bedrooms: ["Private Room"], words: ["basement"] }],
    ["apartment for rent", {}],
    ["h264 a1b2", { words: ["h264", "a1b2"] }],
  ])("%s", (q, expected) => {
    expect(meaningOf(q)).toEqual({ words: [], dropped: [], ...expected });
  });

  it("name a street that the City has, even if its name is a common word", () => {
    expect(meaningOf("close ave", new Set(["close ave"])).place).toEqual({ kind: "street", name: "Close Ave" });
    expect(meaningOf("cosburn", new Set(["cosburn", "cosburn ave"])).place).toEqual({
      kind: "street",
      name: "Cosburn Ave",
    });
    expect(meaningOf("close to the park").place).toBeUndefined();
    expect(streetsIn("st clarens")).toContain("st clarens");
    expect(streetsIn("willowdale east")).not.toContain("e");
    expect(streetsIn("march 1st house with garden")).toEqual(["march"]);
  });
});
