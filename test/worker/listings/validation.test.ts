import { describe, expect, it } from "vitest";
import type { ErrorBody } from "../../../worker/contracts/errors.ts";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { draft, publish, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const stored = async (site: Site) =>
  (await site.fetch("/api/admin/listings", { as: await site.logIn() })).headers.get("x-total-count");
const adminListing = async (site: Site, id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));

const refusals: [string, string, Record<string, unknown>, string, string][] = [
  ["a missing address", "/api/submit-property", { address: "  " }, "Please fill in all required fields.", "address"],
  ["a missing rent", "/api/property-listings", { rent: undefined }, "Please fill in all required fields.", "rent"],
  ["a missing date", "/api/submit-property", { moveInDate: "" }, "Please fill in all required fields.", "moveInDate"],
  ["missing bedrooms", "/api/submit-property", { bedrooms: null }, "Please fill in all required fields.", "bedrooms"],
  ["missing bathrooms", "/api/submit-property", { bathrooms: "" }, "Please fill in all required fields.", "bathrooms"],
  [
    "a missing e-mail on the landlord form",
    "/api/submit-property",
    { email: "" },
    "Please fill in all required fields.",
    "email",
  ],
  [
    "a missing e-mail on the marketplace form",
    "/api/property-listings",
    { email: "" },
    "Both email and phone number are required.",
    "email",
  ],
  [
    "a missing phone on the marketplace form",
    "/api/property-listings",
    { phone: "" },
    "Both email and phone number are required.",
    "phone",
  ],
  [
    "an e-mail that is none",
    "/api/submit-property",
    { email: "me@nowhere" },
    "Please enter a valid email address.",
    "email",
  ],
  [
    "an e-mail with a second header in it",
    "/api/submit-property",
    { email: "a@example.com\r\nBcc: all@example.com" },
    "Please enter a valid email address.",
    "email",
  ],
  [
    "an address without a street number or an intersection",
    "/api/submit-property",
    { address: "Woodbine Avenue, Toronto, ON" },
    "Please include the street number, the nearest intersection, or the neighbourhood with its full postal code.",
    "address",
  ],
  [
    "a postal code alone",
    "/api/submit-property",
    { address: "ON M4L 3Y3" },
    "Please include the street number, the nearest intersection, or the neighbourhood with its full postal code.",
    "address",
  ],
  [
    "an address of elsewhere",
    "/api/submit-property",
    { address: "250 Main St, Vancouver" },
    "Only homes in Toronto and the Greater Toronto Area.",
    "address",
  ],
  [
    "an address with a mail address in it",
    "/api/submit-property",
    { address: "12 Elm St ana@example.com, Toronto, ON" },
    "Please leave your email out of the address: everyone can see it.",
    "address",
  ],
  [
    "an address that is invisible",
    "/api/submit-property",
    { address: "\u200b\u2060" },
    "Please fill in all required fields.",
    "address",
  ],
  [
    "a bedroom type that is none",
    "/api/submit-property",
    { bedrooms: "castle" },
    "Please check the highlighted fields.",
    "bedrooms",
  ],
  [
    "half a bathroom too many",
    "/api/submit-property",
    { bathrooms: "1.7" },
    "Please check the highlighted fields.",
    "bathrooms",
  ],
  [
    "a date that is none",
    "/api/submit-property",
    { moveInDate: "2026-02-30" },
    "Please check the highlighted fields.",
    "moveInDate",
  ],
  [
    "a phone that runs a script",
    "/api/property-listings",
    { phone: "javascript:alert(1)" },
    "Please check the highlighted fields.",
    "phone",
  ],
  [
    "a text of 11,000 letters",
    "/api/submit-property",
    { additionalInfo: "x".repeat(11_000) },
    "Please check the highlighted fields.",
    "additionalInfo",
  ],
  [
    "fields of the wrong kind",
    "/api/submit-property",
    { address: { $ne: null }, rent: ["1"] },
    "Please check the highlighted fields.",
    "address",
  ],
];

describe("a submission with bad input", () => {
  it.each(refusals)(
    "%s is rejected with the form's message, and nothing is stored",
    async (_name, path, changes, text, field) => {
      const site = makeSite();
      const response = await site.fetch(path, { json: draft(changes) });
      expect(response.status).toBe(400);
      const answer = await json<ErrorBody>(response);
      expect(answer.error).toBe(text);
      expect(answer.message).toBe(text);
      expect(Object.keys(answer.fields ?? {})).toContain(field);
      expect(await stored(site)).toBe("0");
    },
  );

  it.each([
    ["a body without JSON", "{", "application/json", 400],
    ["a list", "[]", "application/json", 400],
    ["a text", '"x"', "application/json", 400],
    ["an empty body", "", "application/json", 400],
    ["a body that is not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "application/json", 400],
    ["a form", "address=1+X+St", "application/x-www-form-urlencoded", 415],
    ["70 KB of text", JSON.stringify(draft({ additionalInfo: "x".repeat(70_000) })), "application/json", 413],
  ])("%s is rejected", async (_name, body, type, status) => {
    const site = makeSite();
    const response = await site.fetch("/api/submit-property", {
      method: "POST",
      body,
      headers: { "content-type": type },
    });
    expect(response.status).toBe(status);
    expect(await stored(site)).toBe("0");
  });

  it("cannot approve itself or choose its id", async () => {
    const site = makeSite();
    const id = await submit(site, {
      approved: true,
      status: "approved",
      id: 999,
      firstApprovedAt: 1,
      isRentControlled: true,
      belowMarketPercent: 90,
      photoPrefix: "x",
    });
    expect(id).toBe(1);
    expect(await adminListing(site, id)).toMatchObject({ approved: false, status: "pending", belowMarketPercent: 16 });
  });
});

describe("a normalised submission", () => {
  it("keeps the rent as typed with its amount, and adds a note when it cannot be parsed", async () => {
    const site = makeSite();
    expect(await adminListing(site, await submit(site, { rent: "$1,850/month" }))).toMatchObject({
      rent: "$1,850/month",
      rentCents: 185000,
    });
    const unread = await adminListing(site, await submit(site, { rent: "call me", address: "9 Elm St, Toronto" }));
    expect(unread).toMatchObject({ rent: "call me", rentCents: null, belowMarketPercent: null });
    expect(unread.reviewNotes.map(({ code }) => code)).toContain("rent_unparsed");
  });

  it("removes invisible characters and keeps the rest", async () => {
    const site = makeSite();
    const listing = await publish(site, {
      additionalInfo: "  Caf\u0065\u0301 \u202etxet\u202c below\u0000 ",
      landlordName: "Ana\nBcc: x",
    });
    expect(listing.additionalInfo).toBe("Café txet below");
    expect(listing.landlordName).toBe("Ana Bcc: x");
  });

  it("adds notes on rents above the market, far below it, and duplicate units", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const codes = async (changes: Record<string, unknown>) =>
      (await adminListing(site, await submit(site, changes))).reviewNotes.map(({ code }) => code);
    expect(await codes({ address: "1 A St, Toronto", rent: "2600", phone: "416-555-0001" })).toEqual(["above_market"]);
    expect(await codes({ address: "2 A St, Toronto", rent: "900", phone: "416-555-0002" })).toEqual([
      "price_far_below",
    ]);
    expect(await codes({ address: "Unit 4, 3 Ash Street West, Toronto", phone: undefined })).toEqual(["no_phone"]);
    expect(await codes({ address: "3 Ash St. W., Toronto" })).toEqual(["duplicate"]);
    expect(await codes({ address: "4 Elm St, Toronto", phone: "+1 (416) 555-0001 x9" })).toEqual(["same_phone"]);
  });

  it("has no percentage outside Toronto while there is no benchmark", { tags: ["rest"] }, async () => {
    const site = makeSite();
    expect(await publish(site, { address: "10 Main St, Mississauga, ON" })).toMatchObject({
      marketIsEstimate: false,
      belowMarketPercent: null,
    });
    expect(await publish(site, { address: "11 Main St, Scarborough, ON" })).toMatchObject({
      marketIsEstimate: false,
      marketRent: 2210,
      marketAsOf: "2025-10",
      marketSource: "Rentals.ca & Urbanation National Rent Report",
    });
  });
});
