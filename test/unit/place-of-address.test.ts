import { describe, expect, it } from "vitest";
import { addressKind, areaOf } from "../../worker/contracts/address-check.ts";
import { streetOf } from "../../worker/contracts/addresses.ts";
import { parseIntersection } from "../../worker/contracts/crossings.ts";
import { ERRORS } from "../../worker/contracts/errors.ts";
import { listingDraft } from "../../worker/contracts/listings.schemas.ts";
import { municipalityOf } from "../../worker/contracts/municipalities.ts";
import { aliasesOf, neighbourhoodsByName } from "../../worker/contracts/place-names.ts";
import { separateUnit } from "../../worker/address/split-address.ts";
import { parseAddress } from "../../worker/contracts/parse-address.ts";

/** Returns the form's error for an address; undefined if there is none. */
function problemOf(address: string): string | undefined {
  const form = {
    rent: "$1,850",
    moveInDate: "2027-02-01",
    bedrooms: "1 Bedroom",
    bathrooms: "1",
    email: "a@example.com",
  };
  const result = listingDraft.safeParse({ ...form, address });
  return result.error?.issues.find(({ path }) => path[0] === "address")?.message;
}

describe("a number in an address", () => {
  it.each([
    "Highway 401, Toronto",
    "Highway 401 near the mall",
    "2 rooms",
    "3 bedrooms, 1200 sq.ft",
    "3 bedrooms, 1200 square feet, Toronto",
    "10 min to subway",
    "10 minutes walk to the lake, Toronto",
    "Line 1 & 5",
    "near Bloor station",
    "5 stops from Union",
    "2 bedroom basement, Scarborough",
    "M6S 3T9",
    "Toronto, ON M4B",
    "Ajax",
    "null",
    "2 rooms and kitchen, Toronto",
    "1 bedroom place, Toronto",
    "10 min to St Clair",
    "Room 2 Oakwood Ave",
  ])("is not mistaken for a house number, or part of a street name: %s", (address) => {
    expect(addressKind(address)).toBeNull();
    expect(problemOf(address)).toBe(ERRORS["listing.no_street_number"][1]);
  });

  it.each([
    ["12 Day Ave", "12 day ave"],
    ["2 bedrooms at 85 Main St", "85 main st"],
    ["8500 Highway 7, Vaughan", "8500 highway 7"],
    ["10 min to subway, 85 Main St", "85 main st"],
    ["Bldg B, rear of 915 St Clair Ave W (door on the lane)", "915 st clair ave w"],
    ["14, 16 & 20 Carluke Crescent", "14-20 carluke cres"],
    ["36 Wood Glen Rd. Unit", "36 wood glen rd"],
    ["Lower level 45 Wanstead Ave", "45 wanstead ave"],
    ["Main floor 45 Wanstead Ave", "45 wanstead ave"],
    ["2nd floor 25 Oakwood Ave, Toronto", "25 oakwood ave"],
    ["Room 25 Oakwood Ave, Toronto", "25 oakwood ave"],
    ["100 Parking Way, Toronto", "100 parking way"],
    ["100 Parking Way, Toronto, M4B 1B3", "100 parking way"],
    ["12 Lines Sq, Toronto", "12 lines sq"],
    ["12 Minutes Trl", "12 minutes trl"],
    ["12 Station Gate, Toronto", "12 station gt"],
    ["２５ Oakwood Ave", "25 oakwood ave"],
  ])("is a house number: %s", (address, key) => {
    expect(addressKind(address)).toBe("house");
    expect(parseAddress(address)).toMatchObject({
      unit: /Bldg|level|floor/i.test(address) ? expect.anything() : null,
      key,
    });
    expect(problemOf(address)).toBeUndefined();
  });

  it("is kept whole when it is a list, and an empty word for a unit is removed", () => {
    const several = "14, 16 & 20 Carluke Crescent, Toronto";
    expect(separateUnit({ address: several, unit: null })).toEqual({ address: several, unit: null, addressRest: null });
    expect(streetOf(several)).toBe("14, 16 & 20 Carluke Crescent");
    const apart = (address: string) => separateUnit({ address, unit: null }).address;
    expect(apart("36 Wood Glen Rd. Unit")).toBe("36 Wood Glen Rd.");
    expect(apart("36 Wood Glen Rd, Unit, Toronto")).toBe("36 Wood Glen Rd, Toronto");
    expect(apart("36 Wood Glen Rd, upper unit")).toBe("36 Wood Glen Rd, upper unit");
  });
});

describe("an intersection", () => {
  it.each([
    ["Bloor St W & Spadina Ave", "bloor st w", "spadina ave"],
    ["Yonge and Eglinton", "yonge", "eglinton"],
    ["Finch/Keele", "finch", "keele"],
    ["JANE AND FINCH", "jane", "finch"],
    ["corner of Jarvis and Carlton", "jarvis", "carlton"],
    ["Dundas St W @ Dufferin St", "dundas st w", "dufferin st"],
    ["Yonge/16th Richmond Hill", "yonge", "sixteenth"],
    ["Dixie Rd & Eglinton Ave E Mississauga", "dixie rd", "eglinton ave e"],
    ["Hwy 7 & Jane St, Vaughan", "highway 7", "jane st"],
    ["Highway 401 & Keele", "highway 401", "keele"],
    ["401 and Keele", "highway 401", "keele"],
    ["Weston Rd. & Finch Ave. W.", "weston rd", "finch ave w"],
    ["Wilson subway, Wilson Ave & Allen Rd", "wilson ave", "allen rd"],
    ["Bathurst x Dupont, Toronto M5R", "bathurst", "dupont"],
    ["Yonge & Park Home Ave", "yonge", "park home ave"],
    ["Derry Rd & Ontario St S, Milton", "derry rd", "ontario st s"],
    ["Finch Ave W, Keele St, Toronto", "finch ave w", "keele st"],
    ["Marlee Ave near Eglinton", "marlee ave", "eglinton"],
    ["Yonge St north of Finch Ave", "yonge st", "finch ave"],
    ["King W & York", "king w", "york"],
    ["yonge finch", "yonge", "finch"],
    ["Bathurst St. Clair West", "bathurst", "st clair w"],
    ["Dundas Street West Roncesvalles Avenue", "dundas st w", "roncesvalles ave"],
    ["Dundas - Bathurst", "dundas", "bathurst"],
    ["Keele, Finch", "keele", "finch"],
    ["Dundas St W. (at Keele)", "dundas st w", "keele"],
    ["Kipling Ave, North of Dixon Rd", "kipling ave", "dixon rd"],
    ["Downtown Toronto - Queen & Spadina", "queen", "spadina"],
    ["Ryerson - Church & Gerrard", "church", "gerrard"],
    ["Bay & Bloor - Yorkville", "bay", "bloor"],
    ["North York Yonge/Sheppard", "yonge", "sheppard"],
    ["Simcoe and Taunton oshawa", "simcoe", "taunton"],
    ["列治文山 Yonge & 16th", "yonge", "sixteenth"],
    ["Yonge and Major Mackenzie", "yonge", "major mackenzie"],
    ["Weston Rd & Major Mac, Vaughan", "weston rd", "major mackenzie"],
    ["Vic Park/Eglinton", "victoria park", "eglinton"],
    ["Room at Yonge and Finch", "yonge", "finch"],
    ["Yonge/Finch luxury 2br condo", "yonge", "finch"],
    ["Finch and Yonge, near station", "finch", "yonge"],
    ["Yonge and Finch in North York", "yonge", "finch"],
    ["NE corner of Yonge and Sheppard", "yonge", "sheppard"],
    ["SW corner Bloor & Dufferin", "bloor", "dufferin"],
    ["Yonge & Sheppard (N/W corner)", "yonge", "sheppard"],
    ["north side of Bloor at Dufferin", "bloor", "dufferin"],
    ["just north of Yonge & Eglinton", "yonge", "eglinton"],
    ["Main intersection Yonge/Finch", "yonge", "finch"],
    ["2 bedroom basement Keele & Lawrence", "keele", "lawrence"],
    ["Basement apartment near Warden and Finch", "warden", "finch"],
    ["Scarborough Golf Club Rd & Lawrence", "scarborough golf club rd", "lawrence"],
    ["Bathurst & 7, Vaughan", "bathurst", "highway 7"],
    ["7 and Bathurst", "highway 7", "bathurst"],
    ["Albion Rd / 27", "albion rd", "highway 27"],
    ["Sheppard Ave E between Yonge and Bayview", "sheppard ave e", "between yonge and bayview"],
  ])("is an address: %s", (address, first, second) => {
    expect(parseIntersection(address)).toEqual([first, second]);
    expect(addressKind(address)).toBe("crossing");
    expect(problemOf(address)).toBeUndefined();
  });

  it("has the same key in either order of streets", () => {
    expect(parseAddress("Spadina Ave & Bloor St W, Toronto").key).toBe("bloor st w & spadina ave");
    expect(parseAddress("Bloor Street West / Spadina Avenue").key).toBe("bloor st w & spadina ave");
  });

  it.each([
    "Oakville / Burlington",
    "Oshawa / Whitby border",
    "Main Street Markham",
    "bath at Finch",
    "kitchen and bath",
    "Toronto and area",
    "Bloor & Bloor",
    "4 & 8 Rannock St",
    "Line 1 & 7",
    "Kitchener & Waterloo",
    "room near St Clair Ave",
  ])("is not recognized in %s", (address) => expect(addressKind(address)).not.toBe("crossing"));
});

describe("a street with a full postal code", () => {
  it.each([
    "Marlee Ave, M6B 3H4",
    "Kendal Ave M5R 1M3",
    "M4P 2Z6, mt pleasant rd",
    "Highland Hill, M6A 2R1",
    "Vandorf Sideroad, Aurora L4G 7C4",
    "Woodbine Avenue, Toronto, ON, M4L 3Y3",
    "Marlee, M6B 3H4",
    "Queens Quay W, M5J 1A1",
    "Hurontario, L5A 1A1",
  ])("is a sufficient address: %s", (address) => expect(addressKind(address)).toBe("street"));
  it.each(["Marlee Ave, M6B", "Marlee Ave, Toronto", "Room, M5V 1A1"])("is not given by %s", (address) =>
    expect(problemOf(address)).toBe(ERRORS["listing.no_street_number"][1]),
  );
});

describe("an area with a full postal code", () => {
  it.each([
    ["Liberty Village, M6K 3P6", ["Liberty Village"], "M6K 3P6", ""],
    ["toronto m6s3t9", ["toronto"], "M6S 3T9", ""],
    ["M5R-2E3 - The Annex", ["The Annex"], "M5R 2E3", ""],
    ["Liberty Village, Toronto, ON M6K 3P6, Canada", ["Liberty Village", "Toronto"], "M6K 3P6", ""],
    ["Toronto, Yorkville M5R 1A1", ["Yorkville", "Toronto"], "M5R 1A1", ""],
    ["M2N 5P6, North York, Toronto", ["North York", "Toronto"], "M2N 5P6", ""],
    ["Willowdale East, M2N 1A1", ["Willowdale East"], "M2N 1A1", ""],
    ["North Oshawa, L1G 1A1", ["North Oshawa"], "L1G 1A1", ""],
    ["Wexford Heights, M1R 1A1", ["Wexford Heights"], "M1R 1A1", ""],
    ["Weston, M9N 1A1", ["Weston"], "M9N 1A1", ""],
    ["York Mills, M2P 1C3", ["York Mills"], "M2P 1C3", ""],
    ["near High Park, postal code M6P 1A1", ["High Park"], "M6P 1A1", ""],
    ["Ph 6, Liberty Village (ask for Robin) M6K 3P6", ["Liberty Village"], "M6K 3P6", "Ph 6, ask for Robin"],
    ["Port Whitby L1N 1A1", ["Whitby"], "L1N 1A1", "Port"],
  ])("is an address: %s", (address, names, postalCode, rest) => {
    expect(problemOf(address)).toBeUndefined();
    expect(areaOf(address)).toMatchObject({ names, postalCode, rest });
  });

  it.each([
    "Liberty Village",
    "Liberty Village, M6K",
    "M6K 3P6",
    "Toronto, ON",
    "Shelbyville, M6K 3P6",
    "Bay 5, M5V 1A1",
    "bright room, M5V 1A1",
  ])("is not given by %s", (address) => expect(problemOf(address)).toBe(ERRORS["listing.no_street_number"][1]));

  it.each([
    ["Liberty Village, M6K 3P6", "Toronto"],
    ["Willowdale, North York, M2N 5P6", "North York"],
    ["Mississauga, M5V 2T6", "Toronto"],
    ["Liberty Village, L5B 3C2", "Mississauga"],
    ["Woodbridge, L4L 1A1", "Woodbridge"],
    ["Markham, L3T 1A1", "Markham"],
    ["Oakville, L1G 1A1", "Oshawa"],
  ])("gets the municipality of its code when the name is elsewhere: %s", (address, municipality) =>
    expect(municipalityOf(address)).toBe(municipality),
  );
});

describe("the Greater Toronto Area", () => {
  it.each([
    "250 Main St, Vancouver",
    "250 Main St, Vancouver, BC V6A 1A1",
    "250 Main St Vancouver BC",
    "Preston Ave S and 8th St E, Saskatoon",
    "468 Ashland Ave, Buffalo NY 14222",
    "221 Charlton Ave W, Hamilton, ON L8P 2E2",
    "12 Dundas St London",
    "12 King St, Kingston, Ontario",
    "4480 rue de Bullion, Montreal",
    "12 Main St, Toronto, ON K1A 0B1",
    "12 Dunlop St, L4M 1A1",
    "K7L 3N6",
    "99 Ste-Catherine, Montréal, Québec",
    "Hamilton, 12 King St W",
    "Barrie - 12 Main St",
    "Vancouver, 12 Main St",
    "Vancouver BC, 12 Main St",
    "North Vancouver 12 Main St",
    "123 Lonsdale Ave, North Vancouver",
    "12 King St E, Hamilton East",
    "12 Main St, London South",
    "12 Main St, Ottawa Centre",
    "12 Main St, Saskatoon area",
    "12 Main St, City of Hamilton",
    "12 Main St, Kitchener & Waterloo",
    "12 Main St, Sherwood Park",
    "12 Main St, Lower Sackville",
    "12 Main St, Houston 77001",
    "12 Main St - Kingston",
    "Main St - Vancouver",
    "Queen St - Victoria, BC",
    "Kennedy Rd - Kingston, ON K7L 3N6",
  ])("does not include %s", (address) => expect(problemOf(address)).toBe(ERRORS["listing.outside_area"][1]));

  it.each([
    ["1200 Kingston Rd", "Toronto"],
    ["12 London St", "Toronto"],
    ["12 Hamilton St, Toronto", "Toronto"],
    ["Kingston Rd & Lawrence Ave E", "Toronto"],
    ["Westney & Kingston Rd, Ajax", "Ajax"],
    ["100 pine st., weston", "Toronto"],
    ["12 King St W, Liberty Village", "Toronto"],
    ["893 kennedy rd scarborough", "Scarborough"],
    ["275 main street #2412 toronto on M4C 4X5", "Toronto"],
    ["Glen Erin Dr, L5M 0P5", "Mississauga"],
    ["12 Main St, 密西沙加, L5B 1A1", "Mississauga"],
    ["12 Main St, 某个城市, L6P 1A1", "Brampton"],
    ["300 City Centre Dr, Toronto, ON L5B 3C1", "Mississauga"],
    ["Yonge/16th Richmond Hill", "Richmond Hill"],
    ["12 King Rd, Nobleton", "King"],
    ["12 Main St, Town of Aurora", "Aurora"],
    ["Mississauga, Hurontario & Dundas", "Mississauga"],
    ["Richmond Hill 7 Bawden Dr", "Richmond Hill"],
    ["万锦 Highway 7 & Warden", "Markham"],
    ["Finch & Yonge 北约克", "North York"],
    ["Simcoe and Taunton oshawa", "Oshawa"],
    ["Markham & Ellesmere", "Toronto"],
    ["Markham/Lawrence", "Toronto"],
    ["Scarborough Golf Club Rd & Lawrence", "Toronto"],
    ["Dundas - Bathurst", "Toronto"],
    ["Mississauga, 250 Main St", "Mississauga"],
    ["12 Main St, Etobicoke Toronto", "Etobicoke"],
    ["12 Main St, North York Toronto", "North York"],
    ["12 Main St, Toronto Downtown", "Toronto"],
    ["12 Main St, Central Toronto", "Toronto"],
    ["12 Main St, Toronto city", "Toronto"],
    ["12 Main St, T.O.", "Toronto"],
    ["12 Main St, Jane Finch", "Toronto"],
    ["12 Main St, Toronto West End", "Toronto"],
    ["12 Main St, Downtown Mississauga", "Mississauga"],
    ["12 Main St, Thornhill Woods", "Thornhill"],
    ["12 Main St, Scarborough/Toronto", "Scarborough"],
    ["12 Main St, Pickering Ajax", "Durham Region"],
    ["12 Main St, North York/Etobicoke", "Toronto"],
    ["12 Main St, Mississauga, Peel Region", "Mississauga"],
    ["12 Main St, Woodbridge, Vaughan", "Vaughan"],
    ["1200 The Queensway Etobicoke", "Etobicoke"],
    ["12 Main St, Victoria, Toronto", "Toronto"],
    ["Yonge St - Richmond", "Toronto"],
    ["Kennedy Rd - Kingston", "Toronto"],
    ["Sheppard Ave - Kingston", "Toronto"],
    ["Yonge St - Gloucester", "Toronto"],
    ["Church St - Victoria", "Toronto"],
  ])("contains %s, in %s", (address, municipality) => {
    expect(problemOf(address)).toBeUndefined();
    expect(municipalityOf(address)).toBe(municipality);
  });

  it.each([
    "12 Main St, Smallville, ON",
    "12 Main St, 某个城市",
    "12 Main St, Shelbyville",
    "5 Beeton Rd, L0G 1A0",
    "Smallville, 12 Main St",
    "12 Main St, Hamilton/Burlington",
    "12 Main St, Hamilton, Toronto",
    "12 Main St, near Hamilton",
    "12 Main St, Springfield 62704",
    "12 Main St, Mapleton Heights",
    "12 Main St, Oak Park",
    "12 Main St, Upper Smallville West",
    "12 Main St, Scarborough/Markham",
    "Granville and Robson Vancouver",
    "King & Hamilton",
  ])("may contain an unknown town: %s", (address) => {
    expect(problemOf(address)).toBeUndefined();
    expect(municipalityOf(address)).toBe("");
    expect(parseAddress(address).municipality ?? "").toBe("");
  });

  it.each([
    ["Hurontario & Eglinton", "Peel Region"],
    ["Hurontario & Eglinton, Toronto", "Peel Region"],
    ["Mavis / Burnhamthorpe", "Mississauga"],
    ["25 Ray Lawson Blvd", "Brampton"],
    ["Yonge and Major Mackenzie", "York Region"],
    ["Bayview & 16th", "York Region"],
    ["14th Ave & Markham Rd", "Markham"],
    ["Liverpool/Kingston Rd", "Pickering"],
    ["Third Line and Upper Middle", "Halton Region"],
    ["Leslie and Hwy 7", ""],
    ["407 & Warden", ""],
    ["Fourteenth St & Lake Shore", "Toronto"],
    ["Denison Ave & Queen", "Toronto"],
    ["Harmony Rd & Taunton Rd, Oshawa", "Oshawa"],
  ])("contains streets that imply a place: %s is in %j", (address, municipality) => {
    expect(municipalityOf(address)).toBe(municipality);
    expect(parseAddress(address).municipality ?? "Toronto").toBe(municipality);
  });

  it.each([
    "12 King St W, 2nd floor",
    "12 King St W, rear unit",
    "12 King St W, near the lake",
    "12 King St W, Unit 5",
    "12 King St W, 1204",
    "12 King St W, PH3",
    "12 King St W, near subway",
    "12 King St W, near Fairview Mall",
    "12 King St W, downtown",
    "12 King St W, GTA, Canada",
    "12 King St W (at Spadina)",
    "12 King St W, corner of Vaughan Rd",
    "12 King St W, The Annex",
    "12 King St W, St. Lawrence Market",
  ])("contains an address that names no town: %s", (address) => expect(municipalityOf(address)).toBe("Toronto"));
});

describe("a colloquial name", () => {
  it.each([
    ["the annex", ["Annex"]],
    ["Liberty Village", ["Fort York-Liberty Village"]],
    ["LESLIEVILLE", ["South Riverdale", "Greenwood-Coxwell"]],
    ["st james town", ["North St. James Town", "Cabbagetown-South St. James Town"]],
    ["L’Amoreaux", ["East L'Amoreaux", "L'Amoreaux West"]],
    ["North St.James Town", ["North St. James Town"]],
    ["Swansea", ["High Park-Swansea"]],
    ["Roncy", ["Roncesvalles"]],
    ["Smallville", []],
  ])("%s refers to %j", (name, neighbourhoods) => expect(neighbourhoodsByName(name)).toEqual(neighbourhoods));

  it("belongs to a neighbourhood", () => {
    expect(aliasesOf("Roncesvalles")).toEqual(expect.arrayContaining(["Roncy", "Parkdale"]));
    expect(aliasesOf("Rustic")).toEqual([]);
  });
});
