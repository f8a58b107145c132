import { fireEvent, screen, within } from "@testing-library/react";
import { describe, it, vi } from "vitest";
import { type AdminListing, SUBMITTED_MESSAGE } from "../../worker/contracts/listings.ts";
import { adminListing, answersAtDesk, PANEL } from "../support/component/admin-listings.ts";
import { field, fill, fillInListing, FORM } from "../support/component/forms.ts";
import { answersAbout, like, publicListing } from "../support/component/listings.ts";
import {
  type Answer,
  type Answers,
  failure,
  inTurn,
  listOf,
  openPage,
  refusal,
  SILENCE,
} from "../support/component/open-page.tsx";
import { buttons, expectShown, links, press, type Wording } from "../support/component/wordings.ts";

// The texts of docs/product.md, Forms and Messages, by screen. Texts that other tests check verbatim are not repeated
// here: report and share in moderation.test.ts, the deletion page in owner.test.ts, limits of photos in forms.test.ts,
// the pages without data and the 404 page in test/worker/pages.

/** A state of a screen, the steps to reach it, and its exact texts. */
interface Screen {
  name: string;
  visit(): Promise<unknown>;
  texts: readonly Wording[];
}

const NOW = "2026-11-23T15:00:00Z";
const TITLE = "1 Bedroom - 5 Euclid Ave";
const PHOTOS = ["/photos/7/a.jpg", "/photos/7/b.jpg", "/photos/7/c.jpg"];

const unit = publicListing({
  images: PHOTOS,
  imageCount: PHOTOS.length,
  isRentControlled: true,
  rentControlConfidence: "high",
  distanceToDowntown: "4.2",
  amenities: JSON.stringify({ schools: [], groceryStores: [], medicalFacilities: [], parks: [], daycares: [] }),
});

const openHome = (lists: Answer, more: Answers = {}) =>
  openPage("/", { "GET /api/marketplace-listings": lists, ...more }, { now: NOW });

const STUDIOS = "/studio-apartments-toronto";

async function openForm(answers: Answers = {}): Promise<void> {
  await openPage(STUDIOS, { "GET /api/studio-listings": listOf([]), ...answers });
  await press("button", "Post New");
  await expectShown({ button: "Submit Listing" });
}

async function openLandlords(answers: Answers = {}): Promise<void> {
  await openPage("/landlords", answers);
  await expectShown({ button: "Submit Listing" });
}

async function submitAtLandlords(answer: Answer): Promise<void> {
  await openLandlords({ ...FORM, "POST /api/submit-property": answer });
  fillInListing();
  await press("button", "Submit Listing");
}

const FACTS = ["Address", "Rent", "Move-in date", "Bedrooms", "Bathrooms", "Email"].map((name) => ({ field: name }));
const BEDROOMS = ["Studio", "1 Bedroom", "2 Bedrooms", "3 Bedrooms", "4+ Bedrooms", "Private Room"];
const BATHROOMS = ["1 Bathroom", "1.5 Bathrooms", "2 Bathrooms", "2.5 Bathrooms", "3+ Bathrooms"];
const OPTIONS = [...BEDROOMS, ...BATHROOMS].map((option) => ({ option }));

const FOR_RENTERS: Screen[] = [
  {
    name: "the home page",
    visit: () => openHome(inTurn(listOf(like(unit, 16), 24))),
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
    name: "the home page while more listings load",
    visit: async () => {
      await openHome(inTurn(listOf(like(unit, 16), 24), SILENCE));
      await press("button", "Load More");
    },
    texts: ["Loading more listings"],
  },
  { name: "the home page without listings", visit: () => openHome(listOf([])), texts: ["No listings found"] },
  {
    name: "a private room's card",
    visit: async () => {
      await openHome(listOf([{ ...unit, bedrooms: "Private Room" }]));
      await press("button", "Private Room");
    },
    texts: ["Room for rent in Toronto"],
  },
  {
    name: "a listing's dialog",
    visit: async () => {
      await openHome(listOf([unit]), answersAbout(unit));
      await press("link", TITLE);
    },
    texts: [
      { heading: TITLE },
      ...buttons("Share", "Report as Not below market", "Report this listing", "Close"),
      ...links("Discussions", "Call", "416-555-0123"),
      "Monthly",
      "Photos (3)",
      "Contact Information",
      "Details",
      "Family-Friendly Amenities",
    ],
  },
  {
    name: "a listing's page",
    visit: () => openPage(`/listing/${unit.id}/${unit.slug}`, answersAbout(unit)),
    texts: [
      { heading: TITLE },
      ...links("Back to all listings", "Discussions", "Call", "View More Listings"),
      ...buttons("Share", "Report this listing"),
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
    visit: () =>
      openPage("/listing/999999/gone", {
        "GET /api/marketplace-listings/999999": refusal(404, "not_found"),
        "GET /api/marketplace-listings/999999/similar": [],
      }),
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
    visit: () => openLandlords(),
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
    visit: () => openForm(),
    texts: [...FACTS, { field: "Phone" }, ...OPTIONS, "PNG, JPG, JPEG (max 5MB)"],
  },
  {
    name: "a form with facts missing",
    visit: async () => {
      await openForm();
      await press("button", "Submit Listing");
    },
    texts: ["Missing Information", "Please fill in all required fields."],
  },
  {
    name: "a form without a phone number",
    visit: async () => {
      await openForm(FORM);
      fillInListing({ phone: "" });
      await press("button", "Submit Listing");
    },
    texts: ["Contact Information Required", "Both email and phone number are required."],
  },
  {
    name: "a form with an incomplete email address",
    visit: async () => {
      await openForm(FORM);
      fillInListing({ email: "landlord@" });
      await press("button", "Submit Listing");
    },
    texts: ["Please enter a valid email address."],
  },
  {
    name: "a photo that cannot be read",
    visit: async () => {
      vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("no image")));
      await openLandlords();
      const broken = new File([new Uint8Array(600_000)], "roof.jpg", { type: "image/jpeg" });
      fireEvent.change(document.querySelector('input[type="file"]') as HTMLElement, { target: { files: [broken] } });
    },
    texts: ["Failed to load image"],
  },
  {
    name: "a form while it is being sent",
    visit: () => submitAtLandlords(SILENCE),
    texts: [{ button: "Submitting..." }],
  },
  {
    name: "a form that failed",
    visit: () => submitAtLandlords(failure()),
    texts: ["Submission Failed", "There was a problem submitting your property. Please try again."],
  },
  {
    name: "a form that was accepted without a message from the server",
    visit: () => submitAtLandlords({ success: true, id: 1 }),
    texts: ["Submission Successful", SUBMITTED_MESSAGE],
  },
  {
    name: "a removal that failed without a message from the server",
    visit: async () => {
      await openPage("/delete/1-nothing", {
        "GET /api/delete/1-nothing": failure(),
        "POST /api/delete/1-nothing": failure(),
        "DELETE /api/delete/1-nothing": failure(),
      });
      await press("button", "Remove Listing");
    },
    texts: ["Failed to remove listing", ...buttons("Try Again"), ...links("Return to Homepage")],
  },
];

const listing = adminListing();
const pending = adminListing({ approved: false, status: "pending" });

const openQueue = (lists: Answer, more: Answers = {}) =>
  openPage("/admin", { ...PANEL, "GET /api/admin/listings": lists, ...more });
/** The queue with one page of listings, the first of which the desk shows. */
const openListings = ([first = listing, ...others]: AdminListing[], more: Answers = {}, total?: number) =>
  openQueue(listOf([first, ...others], total), { ...answersAtDesk(first), ...more });

const AWAY = { "GET /api/admin/session": { authenticated: false } };
const WRONG = refusal(401, "session.wrong_password", "Incorrect password. Please try again.");

async function guess(answer: Answer): Promise<void> {
  await openPage("/admin", { ...AWAY, "POST /api/admin/login": answer });
  await expectShown({ field: "Password" });
  fill(field("Password"), "a guess");
  await press("button", "Access Admin Panel");
}

const FOR_MODERATORS: Screen[] = [
  {
    name: "the gate",
    visit: () => openPage("/admin", AWAY),
    texts: [
      { heading: "Admin Access Required" },
      "Enter the admin password to continue",
      { field: "Password" },
      ...buttons("Access Admin Panel"),
    ],
  },
  {
    name: "the gate while it waits for the server",
    visit: () => guess(SILENCE),
    texts: buttons("Verifying..."),
  },
  {
    name: "the gate after a wrong password",
    visit: () => guess(WRONG),
    texts: ["Access Denied", "Incorrect password. Please try again."],
  },
  {
    name: "the gate after logging out",
    visit: async () => {
      await openQueue(listOf([]), { "POST /api/admin/logout": new Response(null, { status: 204 }) });
      await press("button", "Logout");
    },
    texts: ["Logged Out", "You have been logged out of the admin panel."],
  },
  {
    name: "the queue",
    visit: async () => {
      const [first, second, ...others] = like(listing, 20);
      const shown = [
        { ...listing, ...first, reportCount: 1 },
        { ...pending, ...second, approved: false, status: "pending" as const, reportCount: 2 },
        ...others,
      ];
      await openListings(shown, {}, 23);
      await press("button", "All");
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
    visit: () => openListings([pending]),
    texts: buttons("View", "Edit", "Approve", "Delete"),
  },
  {
    name: "the queue at its end",
    visit: () => openListings(like(listing, 3)),
    texts: ["All 3 listings loaded"],
  },
  {
    name: "the queue when it is empty",
    visit: () => openQueue(listOf([])),
    texts: ["No listings found", "No property listings have been submitted yet."],
  },
  {
    name: "the queue that could not be fetched",
    visit: () => openQueue(failure()),
    texts: ["Error Loading Listings", "Failed to fetch listings. Please refresh the page."],
  },
  {
    name: "a listing in full",
    visit: async () => {
      await openListings([listing]);
      await press("button", "View");
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
      "As stated",
      "Matches the description",
      "20% below $2,210.",
      ...links("landlord@example.com", "416-555-0123"),
      ...buttons("Edit", "Unapprove", "Delete"),
    ],
  },
  {
    name: "a listing whose details fail to load",
    visit: async () => {
      await openListings([listing], {
        [`GET /api/admin/listings/${listing.id}`]: failure(),
      });
      await press("button", "View");
    },
    texts: ["Failed to load listing details"],
  },
  {
    name: "an approval that failed",
    visit: async () => {
      await openListings([listing], { [`PATCH /api/admin/listings/${listing.id}/status`]: failure() });
      await press("button", "Unapprove");
    },
    texts: ["Failed to update listing status"],
  },
  {
    name: "a delete that failed",
    visit: async () => {
      await openListings([listing], { [`DELETE /api/admin/listings/${listing.id}`]: failure() });
      await press("button", "Delete");
      await press("button", "Delete Listing");
    },
    texts: ["Failed to delete listing"],
  },
  {
    name: "the dialog that edits a listing",
    visit: async () => {
      await openListings([listing]);
      await press("button", "Edit");
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
    visit: async () => {
      await openListings([listing], {
        [`PATCH /api/admin/listings/${listing.id}`]: failure(),
      });
      await press("button", "Edit");
      const dialog = await screen.findByRole("dialog");
      fill(await within(dialog).findByLabelText(/^Rent/), "$1,700");
      await press("button", "Save Changes");
    },
    texts: ["Failed to update listing"],
  },
];

describe.each([
  ["renters", FOR_RENTERS],
  ["landlords", FOR_LANDLORDS],
  ["moderators", FOR_MODERATORS],
] as const)("verbatim texts for %s:", (_, screens) => {
  it.each(screens)("$name", { tags: ["rest"] }, async ({ visit, texts }) => {
    await visit();
    await expectShown(...texts);
  });
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
  const path = `/${name.toLowerCase().replace("+", "").replaceAll(" ", "-")}-toronto`;
  const open = (answer: Answer) => openPage(path, { [`GET /api/${api}-listings`]: answer });

  it("with the first of many pages, and at its end", { tags: ["rest"] }, async () => {
    await open(inTurn(listOf(like(unit, 8), 9), listOf([unit], 9)));
    await expectShown(
      { heading: `${name} for Rent in Toronto` },
      ...links("Home", "All", ...CATEGORIES.map(([, , , , short]) => short)),
      { current: name },
      { current: pill },
      ...buttons("Post New", "Load More Listings"),
      `Showing 8 ${counted}`,
      { heading: "Browse Apartments by Type" },
      ...links(...CATEGORIES.map(([link]) => link)),
    );
    await press("button", "Load More Listings");
    await expectShown(`You've reached the end! Showing all 9 ${counted}`);
  });

  it("without listings", async () => {
    await open(listOf([]));
    await expectShown(`No ${plural} found`, ...links("Browse all listings"));
  });

  it("that failed to load", async () => {
    await open(failure());
    await expectShown("Error loading listings", "Please try again later.");
  });
});
