import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasStreetNumber } from "../../worker/contracts/house-in-address.ts";
import { addressKey, unitKey } from "../../worker/features/listings/listing/comparison-keys.ts";
import { separateUnit } from "../../worker/address/split-address.ts";
import { parseAddress, parseUnit, streetKey } from "../../worker/contracts/parse-address.ts";
import { fsaCentroid, closestStation, STATIONS } from "../../worker/address/place-data.ts";
import { fullSize } from "../support/full-size.ts";

describe("the number and unit of an address", () => {
  it.each([
    ["1204-85 X St", "1204", "85 x st"],
    ["1204 - 85 X St", "1204", "85 x st"],
    ["#4 - 12 King St W", "4", "12 king st w"],
    ["#5-20 King St", "5", "20 king st"],
    ["Unit 4, 12 King St W", "4", "12 king st w"],
    ["Suite 300-9 Oak St", "300", "9 oak st"],
    ["4b-12 King Street W", "4b", "12 king st w"],
    ["A-85 King St", "a", "85 king st"],
    ["5/123 College St", "5", "123 college st"],
    ["4B/20 Elm Ave", "4b", "20 elm ave"],
    ["PH4/85 King St", "ph4", "85 king st"],
    ["Unit 5/123 College St", "5", "123 college st"],
    ["5/25 Elm Ave", "5", "25 elm ave"],
    ["5/85-95 Elm Ave", "5", "85-95 elm ave"],
    ["4/1 1/2 Elm Ave", "4", "1 1/2 elm ave"],
    ["No. 12, King St", null, "12 king st"],
    ["Number 12, King St W, Toronto", null, "12 king st w"],
    ["12, King St", null, "12 king st"],
    ["Unit 4, No. 12, King St", "4", "12 king st"],
    ["3 1/2 - 12 King St", "312", "12 king st"],
    ["123 456 Oak St", "123", "456 oak st"],
    ["12 King St W #4", "4", "12 king st w"],
    ["12 King St W, Apt. 4B, Toronto", "4b", "12 king st w"],
    ["12 King St W, 1204, Toronto", "1204", "12 king st w"],
    ["12 King St W PH4 Toronto", "ph4", "12 king st w"],
    ["12 King St - Unit 5 - Toronto", "5", "12 king st"],
    ["Bsmt, 12 King St", "bsmt", "12 king st"],
    ["Basement - 12 Upper Canada Dr", "bsmt", "12 upper canada dr"],
    ["9 Oak St (basement)", "bsmt", "9 oak st"],
    ["Upper 12 King St", "upper", "12 king st"],
    ["12 King St, 2nd floor", "2ndfloor", "12 king st"],
    ["12 Lower Jarvis St", null, "12 lower jarvis st"],
    ["12A Elm Ave", null, "12a elm ave"],
    ["12-A Elm Ave", null, "12a elm ave"],
    ["85 1/2 Main St", null, "85 1/2 main st"],
    ["85½ Main St", null, "85 1/2 main st"],
    ["85-95 THORNCLIFFE PARK DR", null, "85-95 thorncliffe park dr"],
    ["182-250 BRENYON WAY", null, "182-250 brenyon way"],
    ["1-7 Biggin Court", null, "1-7 biggin crt"],
    ["4 & 8 Rannock Street • 880 Pharmacy Avenue, Scarborough, ON, M1L 2N8", null, "4-8 rannock st"],
    ["9 and 12 Oak St", null, "9-12 oak st"],
    ["4-127 King St", "4", "127 king st"],
    ["4-13 King St", "4", "13 king st"],
    ["95-85 King St", "95", "85 king st"],
    ["3 A St", null, "3 a st"],
    ["2 bedroom at 85 Main St", null, "85 main st"],
    ["Woodbine Avenue, Toronto, ON, M4L 3Y3", null, "woodbine ave"],
    ["Apt 3 Main St", "3", "main st"],
  ])("of %s are unit %s and house %s", (address, unit, key) => {
    expect(parseAddress(address)).toMatchObject({ unit, key });
    expect(unitKey({ unit: null, address })).toBe(unit);
    expect(addressKey(address)).toBe(key);
  });

  it.each(["1/2 Main St", "12, Toronto, ON", "12, Maple", "4, Ontario", "Woodbine Avenue, Toronto 5, Ontario"])(
    "contain no number in %s",
    (address) => {
      expect(parseAddress(address).numbers).toBeNull();
      expect(hasStreetNumber(address)).toBe(false);
    },
  );

  it("are null for an empty text", () => {
    expect(parseAddress("")).toEqual({
      unit: null,
      numbers: null,
      street: null,
      crossing: null,
      postalCode: null,
      fsa: null,
      municipality: null,
      key: "",
    });
    expect(parseAddress("Toronto, ON M6S 3T9")).toMatchObject({ numbers: null, street: null, fsa: "M6S" });
    expect(parseAddress("999999 Oak St").numbers).toBeNull();
  });

  it.each(["4b", "#4B", "Unit 4b", "apt. 4-B", "Suite #4b"])("%s is unit 4b", (unit) =>
    expect(parseUnit(unit)).toBe("4b"),
  );
});

describe("a street", () => {
  it.each([
    ["queen st e", ["QUEEN ST E", "Queen Street East", "queen str. e.", "Queen St. East"]],
    ["danforth ave", ["Danforth Ave", "danforth av", "DANFORTH AVENUE"]],
    ["st clair ave w", ["St. Clair Ave W", "Saint Clair Avenue West", "St Clair Av. W.", "St.Clair Ave W"]],
    ["avenue rd", ["Avenue Rd", "AVENUE ROAD", "Ave Rd"]],
    ["esplanade", ["The Esplanade", "Esplanade", "THE ESPLANADE"]],
    ["queensway", ["The Queensway", "QUEENSWAY"]],
    ["east mall", ["The East Mall", "THE E MALL", "East Mall"]],
    ["donway w", ["The Donway West", "THE DONWAY W"]],
    ["oconnor dr", ["O'Connor Dr", "O’Connor Drive", "O Connor Dr", "OCONNOR DR"]],
    ["queens park cres e", ["Queen's Park Cres E", "Queens Pk Crescent East"]],
    ["seventh st", ["Seventh St", "7th St", "7TH STREET"]],
    ["twenty fifth st", ["TWENTY FIFTH ST", "25th Street", "Twenty-Fifth St"]],
    ["thirtieth st", ["30th St", "Thirtieth Street"]],
    ["lake shore blvd w", ["Lake Shore Blvd W", "Lakeshore Boulevard West", "LAKESHORE BLVD W"]],
    ["high park ave", ["High Park Ave", "HIGH PK AVE"]],
    ["sandhurst cir", ["Sandhurst Crcl", "Sandhurst Circle", "SANDHURST CIR"]],
    ["glendower crct", ["Glendower Circt", "GLENDOWER CRCT", "Glendower Circuit"]],
    ["martin grove rd", ["Martin Grv Rd", "Martin Grove Road"]],
    ["de savery cres", ["De-Savery Crescent", "DE SAVERY CRES"]],
    ["mount pleasant rd", ["Mt Pleasant Rd", "MOUNT PLEASANT ROAD"]],
    ["mccaul st", ["McCaul St", "Mc Caul Street"]],
    ["spadina rd", ["Spadina Rd", "SPADINA ROAD"]],
    ["spadina ave", ["Spadina Ave"]],
    ["south kingsway", ["South Kingsway", "S Kingsway"]],
  ])("is %s in every spelling", (key, spellings) => {
    for (const spelling of spellings) {
      expect(streetKey(spelling), spelling).toBe(key);
      expect(parseAddress(`12 ${spelling}, Toronto`).street, spelling).toBe(key);
    }
    expect(streetKey(key)).toBe(key);
  });

  it.each([
    ["12 King St W Toronto ON M5V 1A1", "king st w", "Toronto"],
    ["12 Danforth Ave East York", "danforth ave", "East York"],
    ["12 King St East York", "king st", "East York"],
    ["12 King St E, York", "king st e", "York"],
    ["10 Vaughan Rd York ON", "vaughan rd", "York"],
    ["5 Elm Ave Richmond Hill ON", "elm ave", "Richmond Hill"],
    ["9 Royal York Rd", "royal york rd", null],
    ["12 York St", "york st", null],
    ["9 Ontario St", "ontario st", null],
    ["12 King St W near York Mills", "king st w", null],
    ["2 Main St, Mississauga, ON, Canada", "main st", "Mississauga"],
    ["12 Keele St, Maple, ON", "keele st", "Vaughan"],
    ["12 Keele St Maple ON", "keele st", "Vaughan"],
    ["12 Red Maple Rd, Richmond Hill", "red maple rd", "Richmond Hill"],
    ["12 Main St, Unionville, ON L3R 2G1", "main st", "Markham"],
    ["12 Lakeshore Rd E, Port Credit", "lakeshore rd e", "Mississauga"],
    ["9 Queen St N, Bolton, Ontario, Canada", "queen st n", "Caledon"],
    ["12 King Rd, Nobleton", "king rd", "King"],
  ])("is separated from its municipality: %s", (address, street, municipality) =>
    expect(parseAddress(address)).toMatchObject({ street, municipality }),
  );
});

describe("a postal code", () => {
  it.each(["9 Oak St M5V 1A1", "9 Oak St, m5v1a1", "9 Oak St, Toronto, ON M5V-1A1, Canada", "M5V 1A1"])(
    "is found in %s",
    (address) => expect(parseAddress(address)).toMatchObject({ postalCode: "M5V 1A1", fsa: "M5V" }),
  );
  it("may consist of only its first half", () =>
    expect(parseAddress("Toronto, ON M4B")).toMatchObject({ postalCode: null, fsa: "M4B" }));
});

/** Generates one of several spellings. The key of a street contains the first one. */
const oneOf = <Value>(values: readonly Value[]) => fc.constantFrom(...values);
const NAMES = ["King", "Danforth", "Thorncliffe Park", "Royal York", "St. Clair", "O'Connor", "Avenue", "Glen Everest"];
const TYPES = [
  ["St", "Street", "ST.", "street"],
  ["Ave", "Avenue", "AV", "av."],
  ["Rd", "Road", "RD"],
  ["Dr", "Drive", "dr."],
  ["Blvd", "Boulevard", "BLVD."],
  ["Cres", "Crescent", "CRES"],
  ["Crt", "Court", "CT"],
  ["Pkwy", "Parkway", "PKWY"],
  ["Gdns", "Gardens", "GDNS"],
] as const;
const DIRECTIONS = [
  ["", ""],
  ["W", "West", "W."],
  ["E", "East", "e"],
  ["N", "North"],
  ["S", "South"],
] as const;
const TAILS = ["", ", Toronto", ", North York, ON", ", Toronto, ON M5V 1A1", " Toronto ON", ", Toronto, ON, Canada"];
const UNITS = ["1204", "3", "4b", "12c", "ph2"];

const street = fc.record({ name: oneOf(NAMES), type: oneOf(TYPES), direction: oneOf(DIRECTIONS) });
const number = fc.integer({ min: 1, max: 9_999 });
const spelled = (spellings: readonly string[], choice: number) => spellings[choice % spellings.length] ?? "";

describe("for any address", () => {
  it("every spelling of a street has the same key", () => {
    fc.assert(
      fc.property(street, fc.nat(20), fc.boolean(), oneOf(TAILS), number, (parts, choice, isLoud, tail, n) => {
        const { name, type, direction } = parts;
        const written = [name, spelled(type, choice), spelled(direction, choice)].join(" ").trim();
        const key = streetKey([name, type[0], direction[0]].join(" "));
        const address = `${n} ${isLoud ? written.toUpperCase() : written}${tail}`;
        expect(streetKey(written)).toBe(key);
        expect(parseAddress(address)).toMatchObject({ street: key, key: `${n} ${key}`, unit: null });
      }),
      { numRuns: fullSize(2_000, 300) },
    );
  });

  it("its unit is never mistaken for part of the number", { tags: ["rest"] }, () => {
    const forms: readonly ((unit: string, house: string) => string)[] = [
      (unit, house) => `Unit ${unit}, ${house}`,
      (unit, house) => `Unit ${unit} - ${house}`,
      (unit, house) => `#${unit} ${house}`,
      (unit, house) => `#${unit}-${house}`,
      (unit, house) => `${unit}/${house}`,
      (unit, house) => `${unit} / ${house}`,
      (unit, house) => `Unit ${unit}/${house}`,
      (unit, house) => `Unit ${unit}, No. ${house.replace(" ", ", ")}`,
      (unit, house) => `apt. ${unit} ${house}`,
      (unit, house) => `${house} Suite ${unit}`,
      (unit, house) => `${house}, #${unit}`,
      (unit, house) => `${house}, ${unit}`,
      (unit, house) => `${house} (Unit ${unit})`,
    ];
    fc.assert(
      fc.property(street, oneOf(UNITS), oneOf(forms), oneOf(TAILS), number, (parts, unit, form, tail, n) => {
        const house = `${n} ${parts.name} ${parts.type[0]} ${parts.direction[0]}`.trim();
        const address = `${form(unit, house)}${tail}`;
        expect(parseAddress(address), address).toMatchObject({ unit, numbers: { low: n, high: n, suffix: "" } });
        expect(hasStreetNumber(address), address).toBe(true);
        expect(addressKey(address), address).toBe(addressKey(house));
        const apart = separateUnit({ address, unit: null });
        expect(unitKey({ ...apart, address: "" }), address).toBe(unit);
        expect(unitKey({ unit: null, address: apart.address }), address).toBeNull();
        expect(addressKey(apart.address), address).toBe(addressKey(house));
      }),
      { numRuns: fullSize(2_000, 300) },
    );
  });

  it("its formatted form is parsed to the same values", () => {
    const numbers = fc.oneof(
      number.map(String),
      fc.tuple(number, oneOf(["A", "r", " 1/2"])).map(([n, suffix]) => `${n}${suffix}`),
      fc.tuple(number, fc.integer({ min: 1, max: 35 })).map(([n, half]) => `${n}-${n + 2 * half}`),
    );
    fc.assert(
      fc.property(street, numbers, oneOf(TAILS), (parts, n, tail) => {
        const once = parseAddress(`${n} ${parts.name} ${parts.type[1]} ${parts.direction[0]}${tail}`);
        const again = parseAddress(once.key);
        expect(again).toMatchObject({ key: once.key, numbers: once.numbers, street: once.street, unit: null });
      }),
      { numRuns: fullSize(2_000, 300) },
    );
  });

  it("parsing never throws, and returns well-formed values", { tags: ["rest"] }, () => {
    const word = fc.constantFrom(
      "12",
      "A",
      "-",
      "&",
      "#",
      "12 ½",
      "1/2",
      "St",
      "Ave",
      "King",
      "unit",
      "Toronto",
      ",",
      "M5V",
      " ",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 80 }),
      fc.array(word).map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(text, (address) => {
        const { unit, numbers, fsa, street: found } = parseAddress(address);
        if (numbers) {
          expect(numbers.low).toBeGreaterThan(0);
          expect(numbers.high).toBeGreaterThanOrEqual(numbers.low);
          expect(hasStreetNumber(address)).toBe(true);
        }
        if (unit !== null) expect(unit).toMatch(/^[\p{L}\p{N}]+$/u);
        if (fsa !== null) expect(fsa).toMatch(/^[A-Z]\d[A-Z]$/);
        expect(found).not.toBe("");
      }),
      { numRuns: fullSize(500, 150), examples: [["㋀"]] },
    );
  });

  it("parsing reads at most the length of a listing's address", () => {
    for (const piece of [
      "1-",
      "1 ",
      "1 & ",
      "unit ",
      "# ",
      "a1a ",
      "st ",
      ", ",
      "basement ",
      "\u0301",
      "\uFDFA",
      "'.",
    ]) {
      const hostile = piece.repeat(100_000);
      expect(parseAddress(hostile)).toEqual(parseAddress(hostile.slice(0, 200)));
      expect(streetKey(hostile)).toBe(streetKey(hostile.slice(0, 200)));
    }
  });
});

describe("the tables of facts", () => {
  it("contain every station of the five lines", () => {
    expect(STATIONS).toHaveLength(109);
    expect(new Set(STATIONS.map(({ id }) => id)).size).toBe(109);
    expect(STATIONS.every(({ lines }) => lines.length > 0)).toBe(true);
  });
  it("give the closest station and its distance", () => {
    // The station closest to 155 Balliol Street.
    const { station, metres } = closestStation({ latitude: 43.69796, longitude: -79.39213 });
    expect(station).toMatchObject({ name: "Davisville", lines: ["1"] });
    expect(Math.round(metres)).toBe(400);
  });
  it("contain exactly Toronto's postal areas", () => {
    expect(fsaCentroid("M4C")).toEqual({ latitude: 43.69108, longitude: -79.30815, spreadMetres: 1570 });
    for (const fsa of ["L5B", "M7Y", "constructor", ""]) expect(fsaCentroid(fsa)).toBeNull();
  });
});
