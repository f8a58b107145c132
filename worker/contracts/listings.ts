import type { HomeType } from "./bedrooms.ts";
import type { FormFields, PublicFields, StatedFields } from "./listing-fields.ts";
import type { MarketKind, ReviewBand } from "./market.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";
import type { RentHistory } from "./price-history.ts";

/** Days until an approved listing expires, from its latest approval or renewal. */
export const LISTING_LIFETIME_DAYS = 60;
/** Strength of the evidence for a scam (scam-evidence.ts). */
export const SCAM_BANDS = ["none", "some", "strong"] as const;
export type ScamBand = (typeof SCAM_BANDS)[number];
/** Maximum number of similar homes listed for a listing. */
export const SIMILAR_LISTINGS = 3;
/** Maximum age of a listing that is 'Newly Listed'. */
export const NEWLY_LISTED_DAYS = 10;

/** Returns the path of a listing's page. */
export function listingPath(listing: { id: number; slug: string }): string {
  return `/listing/${listing.id}/${listing.slug}`;
}

/**
 * Delivery of the email with a landlord's links: sent immediately, sent once the address may receive emails again, or
 * never sent.
 */
export type Receipt = "now" | "later" | "dropped";

/** The response to a submission that was stored. */
export interface Submitted extends DoneWithMessage {
  id: number;
  /** The listing as renters will see it. The location is looked up later. The photos have signed URLs. */
  listing: PublicListing;
  receipt: Receipt;
  /** Median minutes from submission to approval, over the latest approvals; null while there are too few. */
  reviewMinutes: number | null;
}

/**
 * Comparison of a rent with the market before submission. The comparison has the same fields as a listing with this
 * rent.
 */
export type RentComparison = Pick<
  PublicListing,
  | "rentCents"
  | "homeType"
  | "municipality"
  | "belowMarketPercent"
  | "awaitsConfirmation"
  | "marketRent"
  | "marketSource"
  | "marketAsOf"
  | "marketArea"
  | "marketKind"
  | "marketMethod"
  | "marketIsEstimate"
  | "marketAgeMonths"
  | "marketCheckedOn"
>;

/**
 * A public listing, without email address, unit and IP addresses. Dates are ISO 8601 UTC. If a listing shows only its
 * street, `address` has neither number nor unit. `phone` is null if the listing has no phone number, or while the
 * number is under review.
 */
export interface PublicListing extends PublicFields, RentHistory {
  id: number;
  slug: string;
  /** Title of the listing's page: `2 Bedrooms - 123 Main St`. */
  title: string;
  rentCents: number | null;
  /** The value of `rent` without a leading $. */
  price: string;
  /** True while reports of a scam hide the phone number: for a day, or until a moderator decides. */
  underReview: boolean;
  /** The landlord's additionalInfo, or 'Available {moveInDate}. Contact for details.' if it is empty. */
  description: string;
  /** Photo URLs, `/photos/…`. Add `?w=400`, `800`, `1080` or `1600` for a width. */
  images: string[];
  imageCount: number;
  submittedAt: string;
  approvedAt: string | null;
  expiresAt: string | null;
  isRentControlled: boolean | null;
  rentControlConfidence: "high" | "medium" | "low" | null;
  /** Distance to downtown Toronto in kilometres, with one decimal. */
  distanceToDowntown: string | null;
  closestSubwayStation: string | null;
  subwayLines: string[];
  /** Distance to the closest subway station in metres. */
  distanceToSubway: number | null;
  /** The amenities near the listing: {@link Amenities} as JSON text. */
  amenities: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Neighbourhood of the City; null if only the postal area is known. */
  neighbourhood: string | null;
  /** The forward sortation area, `M5R`, when nothing more precise is known. */
  postalArea: string | null;
  /** Municipality of the GTA, or former municipality of Toronto, taken from the address; null for an unknown town. */
  municipality: string | null;
  /**
   * round((market − rent) / market · 100). Null when the rent cannot be compared, or while type and rent await a
   * moderator's confirmation.
   */
  belowMarketPercent: number | null;
  /** True if a moderator must confirm type and rent before a comparison is shown. */
  awaitsConfirmation: boolean;
  /** The benchmark that the rent was compared with, in monthly dollars. */
  marketRent: number | null;
  marketSource: string | null;
  /** Month of the benchmark, `2025-10`. */
  marketAsOf: string | null;
  /** Area of the benchmark: 'Toronto' (the City), another municipality, or a region. */
  marketArea: string | null;
  /** Kind of benchmark: published asking rents, rents of occupied homes, or asking rents on this site. */
  marketKind: MarketKind | null;
  /** Method of an estimated benchmark; shown wherever the benchmark is shown. */
  marketMethod: string | null;
  /** True if the benchmark is derived and must be called an estimate. */
  marketIsEstimate: boolean;
  /** Full months since the end of the benchmark's month. */
  marketAgeMonths: number | null;
  /** Day on which the operator last checked that no newer benchmark is published, `2026-11-21`. */
  marketCheckedOn: string | null;
}

/** An amenity near a listing; `distance` in metres. */
export interface NearbyPlace {
  name: string;
  distance: number;
}
export interface Amenities {
  schools: NearbyPlace[];
  groceryStores: NearbyPlace[];
  medicalFacilities: NearbyPlace[];
  parks: NearbyPlace[];
  daycares: NearbyPlace[];
}

export const LISTING_STATUSES = ["pending", "approved", "rejected", "expired", "rented", "deleted"] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/**
 * The category of a review note: a possible scam, an unlawful claim, a hint of an unlawful claim, information, or
 * something else to check.
 */
export const NOTE_KINDS = {
  price_far_below: "scam",
  copied_text: "scam",
  same_photo: "scam",
  banned_photo: "scam",
  pay_before_viewing: "scam",
  untraceable_payment: "scam",
  keys_by_mail: "scam",
  no_viewing: "scam",
  asks_papers: "scam",
  same_phone: "information",
  deposit_not_allowed: "law",
  fee_not_allowed: "law",
  cheques_required: "law",
  no_pets: "law",
  discrimination: "law",
  discrimination_hint: "hint",
  cheques_hint: "hint",
  no_pets_hint: "hint",
  shares_with_owner: "information",
  contact_in_text: "information",
  reads_like_room: "kind",
  reads_like_shared_bed: "kind",
  reads_like_basement: "kind",
  reads_like_wanted_ad: "kind",
  not_a_home: "kind",
  other_rent_in_text: "kind",
  size_differs: "kind",
  reads_like_short_term: "kind",
  for_sale: "kind",
  rent_range: "kind",
  outside_area: "other",
  corner_unplaced: "other",
  postal_code_elsewhere: "other",
  number_in_text: "other",
  contradicts_register: "other",
  reported_scam: "other",
  rent_unparsed: "other",
  rent_period: "other",
  rent_per_person: "other",
  rent_currency: "other",
  rent_changed_much: "other",
  above_market: "other",
  no_longer_below: "other",
  duplicate: "other",
  no_phone: "other",
  photos_waiting: "other",
  photo_dropped: "other",
  listed_before: "information",
} as const satisfies Record<string, "scam" | "law" | "kind" | "hint" | "information" | "other">;
export type NoteCode = keyof typeof NOTE_KINDS;

/** An item that a moderator should check before approval. Never public and never emailed. */
export interface ReviewNote {
  code: NoteCode;
  text: string;
  /** The words of the listing that caused the note. */
  quotes?: string[];
  /** True if the note counts as much as two other scam notes together. */
  isStrong?: true;
  /** The law that applies. */
  rule?: { name: string; url: string };
}

/**
 * How precisely the location is known: a point, a postal area or neighbourhood, or unknown. Before enrichment it is
 * unknown.
 */
export type KnownPlace = "point" | "area" | "unknown";

/** A change by the landlord since the last approval: the field with its label, and both values. */
export interface ApprovalDifference {
  /** Key of the listing's field, or `photos`. */
  field: string;
  /** Name of the field, such as `Phone`. */
  label: string;
  /** Long texts are cut to the differing part, with an ellipsis. Null means 'not given'. */
  before: string | null;
  after: string | null;
}

/**
 * Evidence for a listing's discount: the source of its home type, and whether the size in its text agrees with the size
 * field.
 */
export interface Evidence {
  /** Source of the kind of home; null if neither the field nor the text states it. */
  kind: "stated" | "text" | null;
  /** Result of comparing the text with the size field; null if the text states no size. */
  size: "agrees" | "differs" | null;
}

/** A listing as moderators see it. */
export interface AdminListing extends StatedFields {
  id: number;
  /** The home type that the text suggests; null if the text suggests none, or suggests the type in `homeType`. */
  homeTypeGuess: HomeType | null;
  rentCents: number | null;
  /** Signed URLs, valid for an hour, whatever the listing's status. */
  images: string[];
  imageCount: number;
  approved: boolean;
  status: ListingStatus;
  reportCount: number;
  /**
   * Increases with every change. A moderator sends it with an approval, so that only the version that they read is
   * approved.
   */
  revision: number;
  submittedAt: string;
  approvedAt: string | null;
  expiresAt: string | null;
  belowMarketPercent: number | null;
  /** Time at which a moderator confirmed type and rent; null if not confirmed since the last edit of either. */
  confirmedAt: string | null;
  /**
   * True if the listing is shown without a percentage and left out of emails and feeds until a moderator confirms it.
   */
  awaitsConfirmation: boolean;
  /** The benchmark that the rent was compared with, in monthly dollars. */
  marketRent: number | null;
  /** True if the benchmark is derived. */
  marketIsEstimate: boolean;
  /** Advice for reviewing the percentage; null without a comparison. */
  reviewBand: ReviewBand | null;
  reviewNotes: ReviewNote[];
  evidence: Evidence;
  /** Strength of the evidence for a scam in the notes. */
  scamBand: ScamBand;
  /** The landlord's edits since the last approval; empty if the listing was never approved. */
  changedSinceApproval: ApprovalDifference[];
  underReview: boolean;
  /** Time until which reports of a scam hide the phone number. A moderator's decision shows the number earlier. */
  underReviewUntil: string | null;
  /** Time at which the landlord answered the latest question; null if it has no answer. */
  answeredAt: string | null;
  /** Time since which the listing has waited for a moderator's decision; null if it is not waiting. */
  waitingSince: string | null;
  /** How precisely the location is known. */
  place: KnownPlace;
  /** Path of the public page, once it exists. */
  path: string;
}

/** Actions of renters. Landlords see how often each action happened. */
export type Interest = "view" | "call";

export const SUBMITTED_MESSAGE = "Your property has been submitted successfully.";
/** Response when the email address has reached its limit of emails for 24 hours. */
export const SUBMITTED_RECEIPT_WAITS_MESSAGE =
  "Your property has been submitted successfully. Your email address has reached its limit of emails for today. You will get the links to manage the listing tomorrow, or as soon as possible.";
/** Response when so many emails already wait for the address that this email is dropped. */
export const SUBMITTED_NO_RECEIPT_MESSAGE =
  "Your property has been submitted successfully. Too many emails are waiting for your email address, so we did not send the links to manage the listing. Please ask for them on our page for landlords. If they do not arrive, ask again in a week.";

/** Fields of a listing's form. `images` are data URLs; in an edit, the listing's own photo URLs are allowed too. */
export type ListingForm = FormFields & { images?: string[] | null | undefined };
type Submission = { body: ListingForm; answer: Submitted };

/** Submits the form of /landlords. */
export const submitProperty = operation("POST", "/api/submit-property", types<Submission>);
/** Submits the form of the lists, which requires a phone number. */
export const submitListing = operation("POST", "/api/property-listings", types<Submission>);
/** Compares a rent with the market while the landlord is typing. */
export const compareRent = operation(
  "GET",
  "/api/rent-comparison",
  types<{ query: { rent: string; bedrooms: string; homeType?: string; municipality: string }; answer: RentComparison }>,
);
/** Finds statements in a description that Ontario law does not allow. Uses the same rules as the moderators' notes. */
export const checkLaw = operation(
  "POST",
  "/api/law-notes",
  types<{ body: { additionalInfo: string }; answer: ReviewNote[] }>,
);
export const countListings = operation("GET", "/api/marketplace-listings/count", types<{ answer: { count: number } }>);
/** Returns one public listing; 404 `listing.not_found`, also for a listing that is no longer public. */
export const getListing = operation("GET", "/api/marketplace-listings/:id", types<{ answer: PublicListing }>);
/** Lists at most {@link SIMILAR_LISTINGS} homes similar to a listing that is or was public. */
export const listSimilar = operation(
  "GET",
  "/api/marketplace-listings/:id/similar",
  types<{ answer: PublicListing[] }>,
);
/** Counts a renter's action on a listing, once per person in 30 days. The landlord sees the count. */
export const recordInterest = operation(
  "POST",
  "/api/marketplace-listings/:id/interest",
  types<{ body: { kind: Interest; sessionId?: string | null }; answer: void }>,
);
/** Emails the manage links of all listings with an email address again. The response is the same for every address. */
export const sendListingLinks = operation(
  "POST",
  "/api/listing-links",
  types<{ body: { email: string }; answer: DoneWithMessage }>,
);
