import { describe, expect, it } from "vitest";
import { hasStreetNumber } from "../../worker/contracts/house-in-address.ts";
import { parseBedrooms, parseFilter } from "../../worker/contracts/bedrooms.ts";
import { listingSlug, listingTitle } from "../../worker/contracts/listing-names.ts";
import { isPhone } from "../../worker/contracts/phones.ts";
import { municipalityOf } from "../../worker/contracts/municipalities.ts";
import { cleanLine, cleanText, isEmail } from "../../worker/contracts/text.ts";
import { addressKey } from "../../worker/features/listings/listing/comparison-keys.ts";

describe("the bedroom type of a text", () => {
  it.each([
    ["Studio", "Studio"],
    ["BACHELOR", "Studio"],
    ["studio apartment", "Studio"],
    ["1 Bedroom", "1 Bedroom"],
    ["1 BR", "1 Bedroom"],
    ["1br", "1 Bedroom"],
    ["1-bed", "1 Bedroom"],
    ["one bedroom", "1 Bedroom"],
    ["1 bedroom + den", "1 Bedroom"],
    ["1+1 br", "1 Bedroom"],
    ["1 bedroom room", "1 Bedroom"],
    ["2 Bedrooms", "2 Bedrooms"],
    ["2 bdrm", "2 Bedrooms"],
    ["2+1 bedroom", "2 Bedrooms"],
    ["2+1", "2 Bedrooms"],
    ["2bd", "2 Bedrooms"],
    ["1 + den", "1 Bedroom"],
    ["3+1 br", "3 Bedrooms"],
    ["4+", "4+ Bedrooms"],
    ["2 BR", "2 Bedrooms"],
    ["two bedroom", "2 Bedrooms"],
    ["3 bed", "3 Bedrooms"],
    ["3-bed", "3 Bedrooms"],
    ["3br", "3 Bedrooms"],
    ["3 br", "3 Bedrooms"],
    ["Three Bedrooms", "3 Bedrooms"],
    ["4+ Bedrooms", "4+ Bedrooms"],
    ["4 bed", "4+ Bedrooms"],
    ["5 bed", "4+ Bedrooms"],
    ["6 bedrooms", "4+ Bedrooms"],
    ["4+ BR", "4+ Bedrooms"],
    ["11 br", "4+ Bedrooms"],
    ["12 bedrooms", "4+ Bedrooms"],
    ["Private Room", "Private Room"],
    ["private-room", "Private Room"],
    ["room for rent", "Private Room"],
    ["room", "Private Room"],
  ])("%s is %s", (text, type) => expect(parseBedrooms(text)).toBe(type));
  it.each(["", "castle", "bathroom", "1", "bedroom", "mushroom", "1.5 baths"])("%s has no type", (text) =>
    expect(parseBedrooms(text)).toBeNull(),
  );
});

describe("a filter", () => {
  it.each([
    ["1 br", "1 Bedroom"],
    ["4+ BR", "4+ Bedrooms"],
    ["4+ bedrooms", "4+ Bedrooms"],
    [undefined, "all"],
    ["ALL", "all"],
    ["1", undefined],
    ["__proto__", undefined],
    ["constructor", undefined],
  ])("%s selects %s", (text, type) => expect(parseFilter(text)).toBe(type));
});

describe("an address", () => {
  it.each([
    "85 Main St",
    "1204-85 Main St, Toronto",
    "Unit 4, 12 King St W",
    "4 & 8 Rannock Street • 880 Pharmacy Avenue, Scarborough, ON",
    "1-7 Biggin Court",
    "12 5th Street",
    "12A Elm Ave",
    "3 A St",
    "#5 - 20 Rue Sainte-Catherine",
    "85 1/2 Main St",
    "85½ Main St",
  ])("%s has a street number", (address) => expect(hasStreetNumber(address)).toBe(true));
  it.each([
    "Toronto, ON M6S 3T9",
    "Woodbine Avenue, Toronto, ON, M4L 3Y3",
    "Lawrence Avenue West, North York, ON",
    "Toronto, ON M4B",
    "Main Street",
    "#5 Main St",
    "Apt 3 Main St",
    "",
  ])("%s has no street number", (address) => expect(hasStreetNumber(address)).toBe(false));
  it.each([
    ["12 King St, North York, ON", "North York"],
    ["12 King St, Toronto, ON M5V 1A1", "Toronto"],
    ["12 King St", "Toronto"],
    ["12 York St, Toronto", "Toronto"],
    ["1 A St, Mississauga, Ontario, L5B 1A1, Canada", "Mississauga"],
    ["10 Vaughan Rd, York, ON", "York"],
  ])("%s is in %s", (address, name) => expect(municipalityOf(address)).toBe(name));
  it("has the same key in every spelling", () => {
    const key = addressKey("12 King Street West, Toronto, ON M5H 1A1");
    expect(key).toBe("12 king st w");
    for (const other of [
      "12 KING ST W",
      "12 King St. West, toronto",
      "Unit 4, 12 King Street W",
      "1204-12 King St W",
      "#4 12 King St W",
      "apt 4b, 12 King St W, Toronto",
    ])
      expect(addressKey(other), other).toBe(key);
    expect(addressKey("14 King St W")).not.toBe(key);
  });
  it("determines the title and slug", () => {
    expect(listingTitle("2 Bedrooms", "123 Main St, Toronto")).toBe("2 Bedrooms - 123 Main St");
    expect(listingSlug("2 Bedrooms", "123 Main St, Toronto")).toBe("2-bedrooms-123-main-st");
    expect(listingSlug("4+ Bedrooms", "  5  O'Hara's Ave. ")).toBe("4-bedrooms-5-o-hara-s-ave");
    expect(listingSlug("Studio", "9 Côte-des-Neiges")).toBe("studio-9-cote-des-neiges");
  });
});

describe("the number in a tel: link", () => {
  const junk = [
    "javascript:alert(1)",
    "tel:4165550123",
    "data:text/html,x",
    "416-555-CALL",
    "416;555;0123",
    "416,5550123",
    "<b>4165550123",
    "416'5550123",
    '416"5550123',
    "416&5550123",
    "416=5550123",
    "416%205550123",
    "416/555/0123",
    "416\\5550123",
    "416?5550123",
    "416_5550123",
    "416@5550123",
    "416#5550123",
    "416*5550123",
    "٤١٦٥٥٥٠١٢٣",
  ];
  it.each([...junk, ...junk.map((text) => `+1 ${text}`)])("is never %s", (text) => expect(isPhone(text)).toBe(false));
});

describe("120 deceptive strings", () => {
  const invisible = [
    "\u0000",
    "\u0008",
    "\u000b",
    "\u001b",
    "\u007f",
    "\u0085",
    "\u00ad",
    "\u061c",
    "\u180e",
    "\u200b",
    "\u200c",
    "\u200d",
    "\u200e",
    "\u200f",
    "\u202a",
    "\u202b",
    "\u202d",
    "\u202e",
    "\u2060",
    "\u2061",
    "\u2066",
    "\u2067",
    "\u2068",
    "\u2069",
    "\u206f",
    "\ufeff",
    "\ufff9",
    "\u{e0001}",
    "\u{e0041}",
    "\u{e007f}",
  ];
  it.each(invisible.flatMap((mark) => [mark, mark.repeat(50), `a${mark}b`, ` ${mark} x ${mark} `]))(
    "such as %j are reduced to what is visible",
    (text) => {
      const cleaned = cleanText(text);
      for (const mark of invisible) expect(cleaned.includes(mark)).toBe(false);
      expect(["", "ab", "x"]).toContain(cleaned);
    },
  );
});

describe("stored text", () => {
  it("drops controls, bidi overrides and invisible letters", () => {
    expect(cleanText("a\u0000b\u202Ec\u200Bd\uFEFF")).toBe("abcd");
    expect(cleanText("\u200B\u2060\u3164 \u2800")).toBe("");
    expect(cleanText("line\r\nline")).toBe("line\nline");
    expect(cleanLine("one\r\n two\u2028three")).toBe("one two three");
  });
  it("keeps ordinary text, and at most four marks per letter", () => {
    expect(cleanText(`x${"\u0301".repeat(50)}`)).toBe(`x${"\u0301".repeat(4)}`);
    for (const text of ["Zoë's café – 2½ rooms", "日本語 עברית عربى", "emoji 🏠 fine"])
      expect(cleanText(text)).toBe(text.normalize("NFC"));
  });
  it.each(["a@example.com", "first.last+tag@sub.example.co"])("%s is an address", (text) =>
    expect(isEmail(text)).toBe(true),
  );
  it.each([
    "a@b",
    "a b@example.com",
    "@example.com",
    "a@example..com",
    "a@-example.com",
    `${"a".repeat(65)}@example.com`,
    "a@example.com\n",
    "<a@example.com>",
  ])("%j is not an address", (text) => expect(isEmail(text)).toBe(false));
  it.each(["416-555-0123", "+1 (416) 555-0123 x45"])("%s is a phone number", (text) =>
    expect(isPhone(text)).toBe(true),
  );
  it.each(["123", "javascript:alert(1)", "416-555-CALL", "tel:4165550123"])("%s is not a phone number", (text) =>
    expect(isPhone(text)).toBe(false),
  );
});
