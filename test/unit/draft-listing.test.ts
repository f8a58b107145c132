import { describe, expect, it } from "vitest";
import { draftListing } from "../../src/features/listings/submission/draft-listing.ts";
import { fieldValues } from "../../src/features/listings/submission/form-fields.ts";

const HOME = { bedrooms: "1 Bedroom", rent: "$1,850", moveInDate: "2027-01-01" } as const;
const draft = (stated: Parameters<typeof fieldValues>[0], images: string[] = []) =>
  draftListing(fieldValues({ ...HOME, ...stated }), images, undefined);

describe("the listing of a form that is being filled in", () => {
  it.each([
    ["85 Danforth Ave, Toronto, ON", "exact", "1 Bedroom - 85 Danforth Ave", "85 Danforth Ave, Toronto"],
    ["Unit 4, 85 Danforth Ave", "exact", "1 Bedroom - 85 Danforth Ave", "85 Danforth Ave"],
    ["1205-85 King St W, Toronto M5H 1A1", "exact", "1 Bedroom - 85 King St W", "85 King St W, Toronto"],
    ["12 Main St N, Brampton", "exact", "1 Bedroom - 12 Main St N", "12 Main St N, Brampton"],
    ["85 Danforth Ave Apt 4", "street", "1 Bedroom - Danforth Ave", "Danforth Ave"],
    ["Yonge & Eglinton", "exact", "1 Bedroom - Yonge & Eglinton", "Yonge & Eglinton"],
    ["Liberty Village, M6K 3P6", "exact", "1 Bedroom - Liberty Village", "Liberty Village"],
  ] as const)("shows '%s' (%s) as renters will see it", (address, addressPrecision, title, shown) => {
    expect(draft({ address, addressPrecision })).toMatchObject({ title, address: shown });
  });

  it("is null without an address or bedrooms", () => {
    expect(draft({})).toBeNull();
    expect(draft({ address: "85 Danforth Ave", bedrooms: undefined })).toBeNull();
  });

  it("hides an email address in the text, and gets a standard text when there is none", () => {
    const address = "85 Danforth Ave";
    expect(draft({ address, additionalInfo: "Write to me@example.com" })?.description).toBe("Write to [e-mail hidden]");
    expect(draft({ address })?.description).toBe("Available 2027-01-01. Contact for details.");
  });

  it("shows photos before they are stored", () => {
    const images = draft({ address: "85 Danforth Ave" }, ["data:image/png;base64,AA==", "/photos/7/a.jpg"])?.images;
    expect(images).toEqual(["data:image/png;base64,AA==", "/photos/7/a.jpg"]);
  });
});
