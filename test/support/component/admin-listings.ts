import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { ListingContext } from "../../../worker/contracts/moderation-queue.ts";
import type { AdminSession } from "../../../worker/contracts/sessions.ts";
import { NO_ATTRIBUTES, NO_FACTS } from "./listings.ts";
import { type Answers, listOf, SILENCE } from "./open-page.tsx";

/** Returns a listing as moderators see it: approved, with three photos. */
export function adminListing(changes: Partial<AdminListing> = {}): AdminListing {
  const listing: AdminListing = {
    ...NO_ATTRIBUTES,
    id: 7,
    homeTypeGuess: null,
    bedrooms: "1 Bedroom",
    bathrooms: "1",
    address: "5 Euclid Ave, Toronto, ON",
    addressPrecision: "exact",
    unit: null,
    addressRest: null,
    rent: "$1,768",
    rentCents: 176_800,
    moveInDate: "2027-02-01",
    email: "landlord@example.com",
    phone: "416-555-0123",
    additionalInfo: "Quiet house.",
    landlordName: null,
    yearBuilt: null,
    images: ["/photos/7/a.jpg", "/photos/7/b.jpg", "/photos/7/c.jpg"],
    imageCount: 3,
    approved: true,
    status: "approved",
    reportCount: 0,
    revision: 1,
    submittedAt: "2026-11-20T15:00:00.000Z",
    approvedAt: "2026-11-20T16:00:00.000Z",
    expiresAt: "2027-01-19T16:00:00.000Z",
    belowMarketPercent: 20,
    confirmedAt: null,
    awaitsConfirmation: false,
    marketRent: 2_210,
    marketIsEstimate: false,
    reviewBand: null,
    reviewNotes: [],
    evidence: { kind: "stated", size: "agrees" },
    scamBand: "none",
    changedSinceApproval: [],
    underReview: false,
    underReviewUntil: null,
    answeredAt: null,
    waitingSince: null,
    place: "point",
    path: "/listing/7/1-bedroom-5-euclid-ave",
  };
  return { ...listing, ...changes };
}

const NO_CONTEXT: ListingContext = { related: [], landlord: [], history: [], ownerAddress: null, appeals: [] };

/** An operator's session, which may do everything in the panel. */
export const OPERATOR: AdminSession = { authenticated: true, role: "operator", person: null };

/** API responses for the panel, except for the listings of its queue. */
export const PANEL: Answers = {
  "GET /api/admin/session": OPERATOR,
  "GET /api/admin/reports": listOf([]),
  "GET /api/admin/appeals": listOf([]),
  "GET /api/admin/system": SILENCE,
  "GET /api/admin/market": SILENCE,
  "GET /api/admin/rent-guidelines": SILENCE,
  "GET /api/discussion/admin/stats": { totalThreads: 0, totalComments: 0, netVotes: 0, activeBans: 0 },
};

/** Returns the API responses for the desk with a selected listing. */
export function answersAtDesk(listing: AdminListing): Answers {
  const path = `/api/admin/listings/${listing.id}`;
  return {
    [`GET ${path}`]: listing,
    [`GET ${path}/facts`]: NO_FACTS,
    [`GET ${path}/context`]: NO_CONTEXT,
    [`GET ${path}/thread`]: { messages: [] },
    [`POST ${path}/presence`]: { others: [] },
    [`DELETE ${path}/presence`]: new Response(null, { status: 204 }),
  };
}
