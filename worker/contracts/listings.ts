import type { ListingAttributes } from "./attributes.ts";
import type { Bedrooms, Bathrooms } from "./bedrooms.ts";
import type { HomeType } from "./home-types.ts";
import type { MarketKind, ReviewBand } from "./market.ts";
import type { ScamBand } from "./scam-evidence.ts";

/** An approved listing leaves the site this long after its latest approval or renewal. */
export const LISTING_LIFETIME_DAYS = 60;
/** Longest unit ("1204", "upper floor"). */
export const UNIT_MAX = 20;
/** How much of an address is public: all of it, or its street (or corner) alone. */
export const ADDRESS_PRECISIONS = ["exact", "street"] as const;
export type AddressPrecision = (typeof ADDRESS_PRECISIONS)[number];
/** 'Newly Listed' up to this age. */
export const NEWLY_LISTED_DAYS = 10;

/** Path of a listing's page. */
export function listingPath(listing: { id: number; slug: string }): string {
  return `/listing/${listing.id}/${listing.slug}`;
}

const PHONE_CHARACTERS = /^[\d+().x -]+$/;

/** A phone number: digits and `+ ( ) - . x` only, 7 to 20 digits with an extension. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 20;
}

/** Answer to a submission. */
export interface Submitted {
  success: true;
  message: string;
  id: number;
}

/** A listing as everyone may read it. No e-mail, no unit, no addresses of people. Dates are ISO 8601 UTC. */
export interface PublicListing extends ListingAttributes {
  id: number;
  homeType: HomeType | null;
  slug: string;
  /** `2 Bedrooms - 123 Main St` */
  title: string;
  /** Without number and unit where its landlord shows the street alone. */
  address: string;
  /** As the landlord typed it. */
  rent: string;
  rentCents: number | null;
  /** `rent` without a leading $. */
  price: string;
  moveInDate: string;
  bedrooms: Bedrooms;
  bathrooms: Bathrooms;
  phone: string | null;
  additionalInfo: string;
  /** additionalInfo, else 'Available {moveInDate}. Contact for details.' */
  description: string;
  /** `/photos/…`; add `?w=400`, `800` or `1600`. */
  images: string[];
  imageCount: number;
  submittedAt: string;
  approvedAt: string | null;
  expiresAt: string | null;
  isRentControlled: boolean | null;
  rentControlConfidence: "high" | "medium" | "low" | null;
  yearBuilt: number | null;
  /** Kilometres to downtown Toronto, one decimal. */
  distanceToDowntown: string | null;
  closestSubwayStation: string | null;
  subwayLines: string[];
  /** Metres. */
  distanceToSubway: number | null;
  /** JSON text: {@link Amenities}. */
  amenities: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Null where no more than the postal area is known. */
  neighbourhood: string | null;
  /** First half of the postal code, `M5R`, where no more of the place is known. */
  postalArea: string | null;
  /** Of the GTA, or a former one of Toronto, by the address; null for a town that is not known. */
  municipality: string | null;
  landlordName: string;
  /**
   * round((market − rent) / market · 100); null when the rent cannot be compared, or is waiting for a moderator to confirm
   * that type and rent are what they say.
   */
  belowMarketPercent: number | null;
  /** Nothing is said of the market until a moderator confirms that type and rent are what they say. */
  awaitsConfirmation: boolean;
  /** Monthly dollars. */
  marketRent: number | null;
  marketSource: string | null;
  /** Month of the benchmark, `2025-10`. */
  marketAsOf: string | null;
  /** Where the figure was measured: 'Toronto' (the City), another municipality, or a region. */
  marketArea: string | null;
  /** What it measures: published asking rents or those of occupied homes, or asking rents on this site. */
  marketKind: MarketKind | null;
  /** How a figure was made that was not published so: stands wherever the figure does. */
  marketMethod: string | null;
  /** The figure is derived: say 'estimate'. */
  marketIsEstimate: boolean;
  /** Full months since the end of the figure's month. */
  marketAgeMonths: number | null;
  /** When the operator checked that no newer figure is published, `2026-11-21`. */
  marketCheckedOn: string | null;
}

/** A place near a listing; `distance` in metres. */
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
 * What the moderators' queue is narrowed to: a state; or listings, neither deleted nor rented, whose place is not known,
 * or no more of it than the postal area.
 */
export type QueueFilter = ListingStatus | "unplaced";

/**
 * What a review note is about: a possible scam, a claim that the law does not allow, softer hints of the same, plain
 * information, or something else to look at.
 */
export const NOTE_KINDS = {
  below_market_unlikely: "scam",
  same_photo: "scam",
  pay_before_viewing: "scam",
  untraceable_payment: "scam",
  landlord_away: "scam",
  keys_by_mail: "scam",
  no_viewing: "information",
  pressure: "information",
  asks_papers: "information",
  same_phone: "information",
  e_transfer: "hint",
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
  // Notes from before contacts were information; none is made any more.
  contact_elsewhere: "information",
  reads_like_room: "kind",
  reads_like_shared_bed: "kind",
  reads_like_basement: "kind",
  reads_like_wanted_ad: "kind",
  not_a_home: "kind",
  other_rent_in_text: "kind",
  outside_area: "other",
  corner_unplaced: "other",
  number_in_text: "other",
  contradicts_register: "other",
  rent_unparsed: "other",
  above_market: "other",
  no_longer_below: "other",
  duplicate: "other",
  no_phone: "other",
  photos_waiting: "other",
  photo_dropped: "other",
} as const satisfies Record<string, "scam" | "law" | "kind" | "hint" | "information" | "other">;
export type NoteCode = keyof typeof NOTE_KINDS;

/** Something a moderator should look at before approving. Never public, and in no mail. */
export interface ReviewNote {
  code: NoteCode;
  text: string;
  /** The words of the listing that it is about. */
  quotes?: string[];
  /** The law that it rests on. */
  rule?: { name: string; url: string };
}

/** A point; a postal area or a neighbourhood; or neither, as while it is looked up. */
export type KnownPlace = "point" | "area" | "unknown";

/** What a landlord changed since a moderator last looked: a field in words, and how it read then and reads now. */
export interface ApprovalDifference {
  /** The listing's field, `photos` among them. */
  field: string;
  /** `Phone` */
  label: string;
  /** Long texts are cut to what differs, with an ellipsis. Null is 'not given'. */
  before: string | null;
  after: string | null;
}

/** A listing as moderators read it. */
export interface AdminListing extends ListingAttributes {
  id: number;
  homeType: HomeType | null;
  /** What its words seem to say; null where they say nothing, or what `homeType` says. */
  homeTypeGuess: HomeType | null;
  bedrooms: Bedrooms;
  bathrooms: Bathrooms;
  address: string;
  /** With `street` no number of it is public. */
  addressPrecision: AddressPrecision;
  unit: string | null;
  rent: string;
  rentCents: number | null;
  moveInDate: string;
  email: string;
  phone: string | null;
  additionalInfo: string | null;
  landlordName: string | null;
  yearBuilt: number | null;
  /** Signed: they work for an hour, whatever the listing's state. */
  images: string[];
  imageCount: number;
  approved: boolean;
  status: ListingStatus;
  reportCount: number;
  /** Raised by every change; sent along with an approval, it makes sure that what was read is what is approved. */
  revision: number;
  submittedAt: string;
  approvedAt: string | null;
  expiresAt: string | null;
  belowMarketPercent: number | null;
  /** When a moderator confirmed that type and rent are what they say; null until then, and after an edit of either. */
  confirmedAt: string | null;
  /** It shows no percentage, and is in no mail or feed, until a moderator confirms it. */
  awaitsConfirmation: boolean;
  /** The figure it was compared with is derived. */
  marketIsEstimate: boolean;
  /** What the percentage advises; null when the rent was not compared. */
  reviewBand: ReviewBand | null;
  reviewNotes: ReviewNote[];
  /** How much of the notes speaks for a scam. */
  scamBand: ScamBand;
  /** How it differs from what was last approved, by its landlord's edits; empty for one that never was. */
  changedSinceApproval: ApprovalDifference[];
  /** How much is known of where it is. */
  place: KnownPlace;
  /** The public page once it exists. */
  path: string;
}

/** Shortest text that the moderators' search looks for; a number is an id as well. */
export const SEARCH_MIN_CHARACTERS = 3;

/** What the landlord of a listing is told of its renters. */
export type Interest = "view" | "call";

export const SUBMITTED_MESSAGE = "Your property has been submitted successfully.";
/** The same, when the address had as many mails as it gets in 24 hours. */
export const SUBMITTED_RECEIPT_WAITS_MESSAGE =
  "Your property has been submitted successfully. This address has had its emails for today: the one with the links to manage the listing comes tomorrow, or as soon as there is room.";
/** The same, when so many wait for the address already that one more is not sent at all. */
export const SUBMITTED_NO_RECEIPT_MESSAGE =
  "Your property has been submitted successfully. So many emails are waiting for this address that the one with the links to manage the listing is not sent. Please ask for the links on our page for landlords; if they do not arrive, ask again in a week.";
