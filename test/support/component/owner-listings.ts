import type { OwnerListing } from "../../../worker/contracts/owners.ts";
import { NO_ATTRIBUTES } from "./listings.ts";

/** Returns a published listing as its landlord sees it. */
export const ownerListing = (changes: Partial<OwnerListing> = {}): OwnerListing => ({
  ...NO_ATTRIBUTES,
  id: 7,
  title: "1 Bedroom - 5 Euclid Ave",
  address: "5 Euclid Ave, Toronto, ON",
  addressPrecision: "exact",
  unit: null,
  addressRest: null,
  rent: "$1,768",
  moveInDate: "2027-02-01",
  bedrooms: "1 Bedroom",
  bathrooms: "1",
  email: "landlord@example.com",
  phone: "416-555-0123",
  additionalInfo: null,
  landlordName: null,
  yearBuilt: null,
  images: [],
  messages: [],
  status: "approved",
  rejectionReason: null,
  submittedAt: "2026-11-20T15:00:00.000Z",
  expiresAt: "2027-01-19T16:00:00.000Z",
  path: "/listing/7/1-bedroom-5-euclid-ave",
  canRenew: false,
  renewedToday: false,
  viewerCount: 0,
  callerCount: 0,
  ...changes,
});
