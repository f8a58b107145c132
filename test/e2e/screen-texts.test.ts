import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminListing, PublicListing } from "../../worker/contracts/listings.ts";
import { photoDataUrl, publishUnit } from "../support/node/api.ts";
import { sharedBrowser } from "../support/node/browser.ts";
import { personIn, visit } from "../support/node/person.ts";
import {
  type Answer,
  answer,
  buttons,
  fillInListing,
  like,
  links,
  openByLink,
  openPanel,
  press,
  type Screen,
  see,
} from "../support/node/screens.ts";

// The texts of docs/product.md, Forms and Messages, by screen. Those that other tests check verbatim are there:
// report and share in moderation.test.ts, the deletion page in owner.test.ts, limits of photos in forms.test.ts,
// the pages without data and the 404 page in test/worker/pages.

let browser: Browser;
let unit: PublicListing;
let queued: AdminListing;
beforeAll(async () => {
  browser = await sharedBrowser();
  const published = await publishUnit({
    address: "5 Euclid Ave, Toronto, ON",
    additionalInfo: "",
    images: await Promise.all(["#336688", "#886633", "#338866"].map((colour) => photoDataUrl(colour))),
  });
  unit = {
    ...published,
    isRentControlled: true,
    rentControlConfidence: "high",
    distanceToDowntown: "4.2",
    amenities: JSON.stringify({ schools: [], groceryStores: [], medicalFacilities: [], parks: [], daycares: [] }),
  };
  const { page, leave } = await personIn(browser);
  await openPanel(page);
  queued = (await (await page.request.get(`/api/admin/listings/${unit.id}`)).json()) as AdminListing;
  await leave();
});

async function openHome(page: Page, ...answers: Answer[]): Promise<void> {
  await answer(page, "**/api/marketplace-listings?*", ...answers);
  await openByLink(page, "banner", /Below Market/);
}

async function openQueue(page: Page, ...answers: Answer[]): Promise<void> {
  await answer(page, "**/api/admin/listings?*", ...answers);
  await openPanel(page);
}

async function openForm(page: Page): Promise<void> {
  await openByLink(page, "contentinfo", "Studio Apartments");
  await press(page, "Post New");
}

const CONTACT = { email: "landlord@example.com", phone: "416-555-0123" };

async function submitAtLandlords(page: Page, ...answers: Answer[]): Promise<void> {
  await answer(page, "**/api/submit-property", ...answers);
  await visit(page, "/landlords");
  await fillInListing(page, CONTACT);
  await press(page, "Submit Listing");
}

const TITLE = "1 Bedroom - 5 Euclid Ave";
const FACTS = ["Address", "Rent", "Move-in date", "Bedrooms", "Bathrooms", "Email"].map((field) => ({ field }));
const BEDROOMS = ["Studio", "1 Bedroom", "2 Bedrooms", "3 Bedrooms", "4+ Bedrooms", "Private Room"];
const BATHROOMS = ["1 Bathroom", "1.5 Bathrooms", "2 Bathrooms", "2.5 Bathrooms", "3+ Bathrooms"];
const OPTIONS = [...BEDROOMS, ...BATHROOMS].map((option) => ({ option }));

const FOR_RENTERS: Screen[] = [
  {
    name: "the home page",
    visit: (page) => openHome(page, like(unit, 8), []),
    texts: [
      "Toronto's #1 Below Market Renters Community",
      ...buttons("All", "Studio", "1 BR", "2 BR", "3 BR", "4+ BR", "Private Room", "Post New", "Load More"),
      { link: TITLE },
      "+2 more",
      "Newly Listed",
      "Apartment for rent in Toronto",
      "5 Euclid Ave, Toronto, ON",
      "Available February 1, 2027. Contact for details.",
      "Monthly",
      "Rent Controlled",
      "4.2 km to Downtown Toronto",
    ],
  },
  {
    name: "the home page while more is on its way",
    visit: async (page) => {
      await openHome(page, like(unit, 8), "silence");
      await press(page, "Load More");
    },
    texts: ["Loading more listings"],
  },
  { name: "the home page without listings", visit: (page) => openHome(page, []), texts: ["No listings found"] },
  {
    name: "a private room's card",
    visit: async (page) => {
      await openHome(page, [{ ...unit, bedrooms: "Private Room" }]);
      await press(page, "Private Room");
    },
    texts: ["Room for rent in Toronto"],
  },
  {
    name: "a listing's dialog",
    visit: async (page) => {
      await openHome(page, [unit]);
      await page.getByRole("link", { name: TITLE }).click();
    },
    texts: [
      { heading: TITLE },
      ...buttons("Share", "Report as Not below market", "Close"),
      ...links("Call", "416-555-0123"),
      "Monthly",
      "Photos (3)",
      "Contact Information",
      "Details",
      "Family-Friendly Amenities",
    ],
  },
  {
    name: "a listing's page",
    visit: (page) => page.goto(`/listing/${unit.id}/${unit.slug}`),
    texts: [
      { heading: TITLE },
      ...links("Back to all listings", "Call", "View More Listings"),
      ...buttons("Share", "Report as Not below market"),
      "per month",
      "Photos (3)",
      "Details",
      "Contact Information",
      "Interested in this property",
      "Please verify rent control status and all details directly with the landlord before making any decisions.",
    ],
  },
  {
    name: "the page of a listing that is gone",
    visit: (page) => page.goto("/listing/999999/gone"),
    texts: [
      { heading: "Listing Not Found" },
      "This listing may have been removed or rented.",
      ...links("Back to all listings"),
    ],
  },
];

const FOR_LANDLORDS: Screen[] = [
  {
    name: "the form of the landlords' page",
    visit: (page) => page.goto("/landlords"),
    texts: [
      { heading: "Submit Your Rental" },
      ...FACTS,
      { field: "Phone" },
      ...OPTIONS,
      "PNG, JPG, JPEG (max 5MB)",
      "Your email stays private; renters see your phone number.",
    ],
  },
  {
    name: "the marketplace's form",
    visit: openForm,
    texts: [...FACTS, { field: "Phone" }, ...OPTIONS, "PNG, JPG, JPEG (max 5MB)"],
  },
  {
    name: "a form with facts missing",
    visit: async (page) => {
      await openForm(page);
      await press(page, "Submit Listing");
    },
    texts: ["Missing Information", "Please fill in all required fields."],
  },
  {
    name: "a form without a phone number",
    visit: async (page) => {
      await openForm(page);
      await fillInListing(page, { ...CONTACT, phone: "" });
      await press(page, "Submit Listing");
    },
    texts: ["Contact Information Required", "Both email and phone number are required."],
  },
  {
    name: "a form with half a mail address",
    visit: async (page) => {
      await openForm(page);
      await fillInListing(page, { ...CONTACT, email: "landlord@" });
      await press(page, "Submit Listing");
    },
    texts: ["Please enter a valid email address."],
  },
  {
    name: "a photo that cannot be read",
    visit: async (page) => {
      await visit(page, "/landlords");
      const broken = { name: "roof.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(600_000, 1) };
      await page.locator('input[type="file"]').setInputFiles(broken);
    },
    texts: ["Failed to load image"],
  },
  {
    name: "a form on its way",
    visit: (page) => submitAtLandlords(page, "silence"),
    texts: [{ button: "Submitting..." }],
  },
  {
    name: "a form that failed",
    visit: (page) => submitAtLandlords(page, "failure"),
    texts: ["Submission Failed", "There was a problem submitting your property. Please try again."],
  },
  {
    name: "a form that was taken, without a word of the server",
    visit: (page) => submitAtLandlords(page, { success: true, id: 1 }),
    texts: ["Submission Successful", "Your property has been submitted successfully."],
  },
  {
    name: "a removal that failed without a word of the server",
    visit: async (page) => {
      await answer(page, "**/api/delete/*", "failure");
      await page.goto("/delete/1-nothing");
      await press(page, "Remove Listing");
    },
    texts: ["Failed to remove listing", ...buttons("Try Again"), ...links("Return to Homepage")],
  },
];

const FOR_MODERATORS: Screen[] = [
  {
    name: "the gate",
    visit: (page) => page.goto("/admin"),
    texts: [
      { heading: "Admin Access Required" },
      "Enter the admin password to continue",
      { field: "Password" },
      ...buttons("Access Admin Panel"),
    ],
  },
  {
    name: "the gate while it asks the server",
    visit: async (page) => {
      await answer(page, "**/api/admin/login", "silence");
      await page.goto("/admin");
      await page.getByLabel("Password").fill("a guess");
      await press(page, "Access Admin Panel");
    },
    texts: buttons("Verifying..."),
  },
  {
    name: "the gate after a wrong password",
    visit: async (page) => {
      await page.goto("/admin");
      await page.getByLabel("Password").fill("a guess");
      await press(page, "Access Admin Panel");
    },
    texts: ["Access Denied", "Incorrect password. Please try again."],
  },
  {
    name: "the gate after logging out",
    visit: async (page) => {
      await openPanel(page);
      await press(page, "Logout");
    },
    texts: ["Logged Out", "You have been logged out of the admin panel."],
  },
  {
    name: "the queue",
    visit: async (page) => {
      const [first, second, ...others] = like(queued, 20);
      await answer(page, "**/api/admin/reports?*", []);
      await openQueue(
        page,
        [{ ...first, reportCount: 1 }, { ...second, reportCount: 2, approved: false, status: "pending" }, ...others],
        like({ ...queued, id: queued.id + 100 }, 3),
      );
      await press(page, "All");
    },
    texts: [
      { tab: "Property Listings (23)" },
      { tab: "Reports (0)" },
      { heading: "1 Bedroom - 5 Euclid Ave, Toronto, ON" },
      "Approved",
      "Pending",
      "1 report",
      "2 reports",
      "3 images",
      "1 Bathroom",
      "landlord@example.com",
      "416-555-0123",
      ...buttons("View", "Edit", "Unapprove", "Delete", "Load More Listings"),
      "Showing 20 listings",
    ],
  },
  {
    name: "a pending listing of the queue",
    visit: (page) => openQueue(page, like({ ...queued, approved: false, status: "pending" }, 1)),
    texts: buttons("View", "Edit", "Approve", "Delete"),
  },
  {
    name: "the queue at its end",
    visit: (page) => openQueue(page, like(queued, 3)),
    texts: ["All 3 listings loaded"],
  },
  {
    name: "the queue when there is nothing",
    visit: (page) => openQueue(page, []),
    texts: ["No listings found", "No property listings have been submitted yet."],
  },
  {
    name: "the queue that could not be fetched",
    visit: (page) => openQueue(page, "failure"),
    texts: ["Error Loading Listings", "Failed to fetch listings. Please refresh the page."],
  },
  {
    name: "a listing in full",
    visit: async (page) => {
      await openQueue(page, [queued]);
      await press(page, "View");
    },
    texts: [
      { heading: TITLE },
      "Address",
      "Rent per month",
      "Bedrooms",
      "Bathrooms",
      "Move-in date",
      "Additional information",
      "Photos (3)",
      ...links("landlord@example.com", "416-555-0123"),
      ...buttons("Edit", "Unapprove", "Delete"),
    ],
  },
  {
    name: "a listing whose details do not come",
    visit: async (page) => {
      await openQueue(page, like(queued, 1));
      await press(page, "View");
    },
    texts: ["Failed to load listing details"],
  },
  {
    name: "an approval that failed",
    visit: async (page) => {
      await openQueue(page, like(queued, 1));
      await press(page, "Unapprove");
    },
    texts: ["Failed to update listing status"],
  },
  {
    name: "a delete that failed",
    visit: async (page) => {
      await openQueue(page, like(queued, 1));
      await press(page, "Delete");
      await press(page, "Delete Listing");
    },
    texts: ["Failed to delete listing"],
  },
  {
    name: "the dialog that edits a listing",
    visit: async (page) => {
      await openQueue(page, [queued]);
      await press(page, "Edit");
    },
    texts: [
      { heading: "Edit Property Listing" },
      ...FACTS,
      { field: "Phone (optional)" },
      "PNG, JPG, JPEG (max 5MB each, up to 5 images)",
      ...buttons("Save Changes", "Cancel"),
    ],
  },
  {
    name: "an edit that failed",
    visit: async (page) => {
      await openQueue(page, like(queued, 1));
      await press(page, "Edit");
      await page.getByRole("dialog").getByLabel(/^Rent/).fill("$1,700");
      await press(page, "Save Changes");
    },
    texts: ["Failed to update listing"],
  },
];

let person: Awaited<ReturnType<typeof personIn>>;
beforeAll(async () => {
  person = await personIn(browser, { viewport: { width: 1280, height: 900 } });
  // A filled-in form asks before it is left.
  person.page.on("dialog", (question) => void question.accept());
});
// The browser logs the rejections and missing pages that screens show.
afterAll(() => person.leave([/status of (?:401|404|500)/]));

/** Checks a screen's texts in a fresh session. */
async function expectTexts({ visit, texts }: Screen): Promise<void> {
  const { page, context } = person;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.clearCookies();
  await visit(page);
  const missing: string[] = [];
  // In parallel: a notification would close while other texts are awaited.
  await Promise.all(texts.map((text) => see(page, text).catch(() => missing.push(JSON.stringify(text)))));
  expect(missing, "missing texts").toEqual([]);
}

describe.each([
  ["renters", FOR_RENTERS],
  ["landlords", FOR_LANDLORDS],
  ["moderators", FOR_MODERATORS],
] as const)("verbatim texts for %s:", (_, screens) => {
  it.each(screens)("$name", expectTexts);
});

const CATEGORIES: readonly (readonly [link: string, api: string, plural: string, counted: string, pill: string])[] = [
  ["Studio Apartments", "studio", "studio apartments", "studio apartments", "Studio"],
  ["1 Bedroom Apartments", "1br", "1 bedroom apartments", "one-bedroom apartments", "1 BR"],
  ["2 Bedroom Apartments", "2br", "2 bedroom apartments", "two-bedroom apartments", "2 BR"],
  ["3 Bedroom Apartments", "3br", "3 bedroom apartments", "three-bedroom apartments", "3 BR"],
  ["4+ Bedroom Apartments", "4br", "4+ bedroom apartments", "apartments with four or more bedrooms", "4+ BR"],
  ["Private Rooms", "private-room", "private rooms", "private rooms", "Private Room"],
];

describe.each(CATEGORIES)("verbatim texts of the page of %s:", (name, api, plural, counted, pill) => {
  const open = async (page: Page, ...answers: Answer[]) => {
    await answer(page, `**/api/${api}-listings?*`, ...answers);
    await openByLink(page, "contentinfo", name);
  };
  const states: Screen[] = [
    {
      name: "with a first page of many",
      visit: (page) => open(page, like(unit, 8), []),
      texts: [
        { heading: `${name} for Rent in Toronto` },
        ...links("Home", "All", ...CATEGORIES.map(([, , , , short]) => short)),
        { current: name },
        { current: pill },
        ...buttons("Post New", "Load More Listings"),
        `Showing 8 ${counted}`,
        { heading: "Browse Apartments by Type" },
        ...links(...CATEGORIES.map(([link]) => link)),
      ],
    },
    {
      name: "at its end",
      visit: async (page) => {
        await open(page, like(unit, 8), like({ ...unit, id: unit.id + 100 }, 1));
        await press(page, "Load More Listings");
      },
      texts: [`You've reached the end! Showing all 9 ${counted}`],
    },
    {
      name: "without listings",
      visit: (page) => open(page, []),
      texts: [`No ${plural} found`, ...links("Browse all listings")],
    },
    {
      name: "that failed",
      visit: (page) => open(page, "failure"),
      texts: ["Error loading listings", "Please try again later."],
    },
  ];
  it.each(states)("$name", expectTexts);
});
