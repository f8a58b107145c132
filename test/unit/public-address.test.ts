import { describe, expect, it } from "vitest";
import { HIDDEN_HOUSES, holdsNumber, NUMBER_FORMS, readAs, written } from "../support/number-forms.ts";
import { precisionOf, publicAddress, publicTextsOf } from "../../worker/address/public-address.ts";

describe("an address of which only the street is shown", () => {
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
    ["14, 16 & 407 Elm St", "Elm St"],
    ["10 Walmer Rd, unit 508", "Walmer Rd"],
    ["12 King St W, 404, Toronto", "King St W, Toronto"],
    ["Marlee Ave, M6B 3H4", "Marlee Ave, M6B"],
    ["Yonge & Eglinton", "Yonge & Eglinton"],
    ["near 401 and Kennedy", "near 401 and Kennedy"],
    ["Weston/400", "Weston/400"],
    ["401 Kennedy Rd", "Kennedy Rd"],
    ["Dundas St W & 427, Toronto", "Dundas St W & 427, Toronto"],
    ["4817 Dundas St W & 427, Toronto", "Dundas St W & 427, Toronto"],
    ["401 & Keele", "401 & Keele"],
    ["Keele/401, North York", "Keele/401, North York"],
    ["Steeles & 407", "Steeles & 407"],
    ["Steeles and 404, Toronto", "Steeles and 404, Toronto"],
    ["Hwy. 7 & Leslie", "Hwy. 7 & Leslie"],
    ["Hwy #7 & Leslie", "Hwy #7 & Leslie"],
    ["Highway 7 and Leslie", "Highway 7 and Leslie"],
    ["7 & Leslie", "7 & Leslie"],
    ["2 min to subway, Finch & Keele", "Finch & Keele"],
    ["Finch & Keele, 2 min to subway", "Finch & Keele, 2 min to subway"],
    ["(4817) Finch & Keele", "Finch & Keele"],
    ["Bloor St W 48 & Spadina", "Bloor St W & Spadina"],
    ["123Main St, Toronto M4E 2V9", "Main St, Toronto M4E"],
    ["No4817 Queen St E, M4M 1J8", "Queen St E, M4M"],
    ["#4817 Queen St E, M4M 1J8", "Queen St E, M4M"],
    ["(4817) Queen St E, M4M 1J8", "Queen St E, M4M"],
    ["4817: Queen St E, M4M 1J8", "Queen St E, M4M"],
    ["Queen St E 4817, M4M 1J8", "Queen St E, M4M"],
    ["Queen St E no. 4817, M4M 1J8", "Queen St E, M4M"],
    ["１２３ Main St, M4E 2V9", "Main St, M4E"],
    ["١٢٣ Main St, M4E 2V9", "Main St, M4E"],
    ["12-B Elm Ave", "Elm Ave"],
    ["2 Bedrooms, 85 Main St", "2 Bedrooms, Main St"],
  ])("%s is shown as %s", (address, shown) => {
    expect(publicAddress({ address, addressPrecision: "street" })).toBe(shown);
    expect(publicAddress({ address, addressPrecision: "exact" })).toBe(address);
  });
});

describe("an address that contains an email address", () => {
  it.each(["exact", "street"] as const)("is processed without the email address (%s)", (addressPrecision) => {
    const shown = publicAddress({ address: "12 Elm St ana@example.com, Toronto, ON", addressPrecision });
    expect(shown).toBe(addressPrecision === "exact" ? "12 Elm St, Toronto, ON" : "Elm St, Toronto, ON");
  });
});

const at = (address: string) => (text: string) => publicTextsOf({ address, addressPrecision: "street" }).text(text);

describe("a listing's public text", () => {
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
    ["Main Street 85, 85 appliances, 85% new", "Main Street, 85 appliances, 85% new"],
    ["On Main Street: 85 windows and 85 happy people", "On Main Street: 85 windows and 85 happy people"],
    ["2.85 baths, 1,085 sq ft, call 416-555-8585 or 85", "2.85 baths, 1,085 sq ft, call 416-555-8585 or 85"],
    ["83-85 Main St", "Main St"],
    ["85 – 87 Main St", "Main St"],
    ["85 to 87 Main St", "Main St"],
    ["Main St 85-87 is ours", "Main St is ours"],
    ["$1,500-85 Main St", "$1,500-Main St"],
  ])("%s becomes %s", (text, shown) => expect(at("85 Main Street, Toronto")(text)).toBe(shown));

  it.each([
    ["Come to 4817, it is quiet. Number 4817.", "Come to, it is quiet. Number."],
    ["4321 is quiet, 4817 too", "4321 is quiet, too"],
    ["$4817 or $ 4,817 a month", "$4817 or $ 4,817 a month"],
    ["4817 per month, 4817$, 4817/month", "4817 per month, 4817$, 4817/month"],
    ["4817 sq ft, 4817 steps, 4817km", "4817 sq ft, 4817 steps, 4817km"],
    ["Call 416-555-4817 or (416) 555 4817, text 555-4817", "Call 416-555-4817 or (416) 555 4817, text 555-4817"],
    ["The 4817th visitor, 48170, 14817 and 3.14817", "The 4817th visitor, 48170, 14817 and 3.14817"],
    ["Take bus 4817 or Highway 4817", "Take bus 4817 or Highway 4817"],
    ["4,817 Queen St E", "Queen St E"],
    ["4 817 Queen, 4.817 Queen, 48-17 Queen", "Queen, Queen, Queen"],
    ["4 817 homes, 48-17 lines", "4 817 homes, 48-17 lines"],
    ["4815-4821 Queen, 4815 to 4821", "Queen, 4815 to 4821"],
    ["4817, 4819 and 4821 Queen St E", "Queen St E"],
    ["Unit 4,817 Queen St E", "Unit Queen St E"],
    ["Postal code M4M 1J8, m4m1j8, M4M-1J8, ?q=M4M+1J8", "Postal code M4M, m4m, M4M, ?q=M4M"],
    ["https://x.example/a%204817%20Queen", "https://x.example/a%20%20Queen"],
  ])("%s becomes %s", (text, shown) => expect(at("4817 Queen St E, Toronto, ON M4M 1J8")(text)).toBe(shown));

  it("keeps years that equal the house number", () => {
    const text = "Built 1968, renovated in 1968, free on May 1, 1968 or 1968-05-01. 1968 is quiet; 1968 Queen";
    expect(at("1968 Queen St E")(text)).toBe(
      "Built 1968, renovated in 1968, free on May 1, 1968 or 1968-05-01. is quiet; Queen",
    );
  });
  it("keeps a highway whose number equals the house number", () =>
    expect(at("401 Queen St E")("Off the 401, 401 Queen, Hwy. 401, 401.")).toBe("Off the 401, Queen, Hwy. 401,."));

  it("omits every house number of a list", () => {
    expect(at("14, 16 & 20 Carluke Crescent")("See 14, 16 & 20 Carluke Cres today")).toBe("See Carluke Cres today");
  });
  it.each(["12 Queen Toronto", "12 Queen & Main", "12 Queen at Main, Toronto", "Upper, 12 Queen St"])(
    "omits the number of %s",
    (address) => expect(at(address)("See 12 E. Queen")).toBe("See E. Queen"),
  );
  it("omits a house number whose digits touch letters in the address", () =>
    expect(at("123Main St, Toronto M4E 2V9")("At 123 Main St, 123.")).toBe("At Main St,."));
  it("loses the second half of its postal code when the address has no number", () =>
    expect(at("Marlee Ave, M6B 3H4")("5 rooms, M6B 3H4")).toBe("5 rooms, M6B"));
  it("keeps highway numbers when the address is a corner", () =>
    expect(at("Dundas St W & 427, Toronto")("Near 427 and Dundas")).toBe("Near 427 and Dundas"));
  it("keeps the amount of the rent", () => {
    const { rent } = publicTextsOf({ address: "1850 Queen St E", addressPrecision: "street" });
    expect(rent("1850", 185_000)).toBe("1850");
    expect(rent("1,700 (1850)", 170_000)).toBe("1,700");
    expect(rent("1700, 1850 Queen", 170_000)).toBe("1700, Queen");
  });
  it("is unchanged when the whole address is shown", () => {
    expect(publicTextsOf({ address: "85 Main St", addressPrecision: "exact" }).text("85 Main St")).toBe("85 Main St");
  });
});

describe.each(HIDDEN_HOUSES)("the number $number", ({ number, street, address }) => {
  it.each(NUMBER_FORMS)("does not remain in '%s'", (form) => {
    const said = written(form, number, street);
    expect(holdsNumber(said, number)).toBe(true);
    for (const text of [
      said,
      `Come and see: ${said}`,
      `Rent $900\n${said}\nnear all`,
      `${said}, close to the park. 2 rooms.`,
    ]) {
      const shown = at(address)(text);
      expect(holdsNumber(shown, number), shown).toBe(false);
      if (/str\u200B?e\u0301?et/i.test(form)) expect(readAs(shown).toLowerCase()).toContain(street.toLowerCase());
    }
  });
});

describe("an address without a house number", () => {
  it("is never shown with more than its street", () => {
    expect(precisionOf("Marlee Ave, M6B 3H4", "exact")).toBe("street");
    expect(precisionOf("85 Main St", undefined)).toBe("exact");
  });
});
