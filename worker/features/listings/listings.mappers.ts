import type { ListingAttributes } from "../../contracts/attributes.ts";
import { guessHomeType } from "../../contracts/kind-signals.ts";
import { listingSlug, listingTitle } from "../../contracts/listing-names.ts";
import { type AdminListing, listingPath, type PublicListing } from "../../contracts/listings.ts";
import { reviewBandOf } from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { differencesOf } from "./approved-version.service.ts";
import type { Listing } from "./listings.table.ts";
import { photoUrls, signedPhotoUrls } from "./photos.service.ts";

/** What the landlord says of the unit besides its key facts. */
export function attributesOf(row: Listing): ListingAttributes {
  return {
    pets: row.pets,
    parking: row.parking,
    laundry: row.laundry,
    utilitiesIncluded: row.utilitiesIncluded,
    furnished: row.furnished,
    leaseMonths: row.leaseMonths,
  };
}

/** A rent as typed, without a dollar sign before it. */
export const priceOf = (rent: string) => rent.replace(/^\s*\$\s*/, "");

const iso = (date: Date | null) => date?.toISOString() ?? null;

type Changed = Pick<Listing, "updatedAt" | "approvedAt" | "submittedAt">;

/** When what everybody reads of a listing last changed. */
export const changeOf = ({ updatedAt, approvedAt, submittedAt }: Changed): Date =>
  updatedAt ?? approvedAt ?? submittedAt;

/** What nobody reads of the market while a moderator has not confirmed what is compared with it. */
const NOT_COMPARED = {
  belowMarketPercent: null,
  marketRentCents: null,
  marketSource: null,
  marketAsOf: null,
  marketArea: null,
  marketKind: null,
  marketMethod: null,
  marketIsEstimate: false,
} as const satisfies Partial<Listing>;

/** A row as everyone may read it: fields are listed one by one, so a new column is never published by accident. */
export function toPublicListing(stored: Listing): PublicListing {
  const row = stored.awaitsConfirmation ? { ...stored, ...NOT_COMPARED } : stored;
  return {
    id: row.id,
    homeType: row.homeType,
    slug: listingSlug(row.bedrooms, row.address),
    title: listingTitle(row.bedrooms, row.address),
    address: row.address,
    rent: row.rent,
    rentCents: row.rentCents,
    price: priceOf(row.rent),
    moveInDate: row.moveInDate,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    phone: row.phone,
    additionalInfo: row.additionalInfo ?? "",
    description: row.additionalInfo || `Available ${row.moveInDate}. Contact for details.`,
    images: photoUrls(row),
    imageCount: row.photos.length,
    submittedAt: row.submittedAt.toISOString(),
    approvedAt: iso(row.firstApprovedAt),
    expiresAt: iso(row.expiresAt),
    isRentControlled: row.isRentControlled,
    rentControlConfidence: row.rentControlConfidence,
    yearBuilt: row.buildingYear ?? row.yearBuilt,
    distanceToDowntown: row.distanceToDowntown,
    closestSubwayStation: row.closestSubwayStation,
    subwayLines: row.subwayLines,
    distanceToSubway: row.distanceToSubway,
    amenities: row.amenities,
    latitude: row.latitude,
    longitude: row.longitude,
    neighbourhood: row.neighbourhood,
    postalArea: row.postalArea,
    municipality: row.municipality || null,
    landlordName: row.landlordName || "Landlord",
    belowMarketPercent: row.belowMarketPercent,
    marketRent: row.marketRentCents === null ? null : row.marketRentCents / 100,
    marketSource: row.marketSource,
    marketAsOf: row.marketAsOf,
    marketIsEstimate: row.marketIsEstimate,
    ...attributesOf(row),
  };
}

/** A row as moderators read it. */
export async function toAdminListing(deps: Deps, row: Listing): Promise<AdminListing> {
  const guess = guessHomeType(row);
  return {
    id: row.id,
    homeType: row.homeType,
    homeTypeGuess: guess === row.homeType ? null : guess,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    address: row.address,
    unit: row.unit,
    rent: row.rent,
    rentCents: row.rentCents,
    moveInDate: row.moveInDate,
    email: row.email,
    phone: row.phone,
    additionalInfo: row.additionalInfo,
    landlordName: row.landlordName,
    yearBuilt: row.yearBuilt,
    ...attributesOf(row),
    images: await signedPhotoUrls(deps, row),
    imageCount: row.photos.length,
    approved: row.status === "approved",
    status: row.status,
    reportCount: row.reportCount,
    revision: row.revision,
    submittedAt: row.submittedAt.toISOString(),
    approvedAt: iso(row.approvedAt),
    expiresAt: iso(row.expiresAt),
    belowMarketPercent: row.comparedPercent,
    confirmedAt: iso(row.confirmedAt),
    awaitsConfirmation: row.awaitsConfirmation === true,
    marketIsEstimate: row.marketIsEstimate,
    reviewBand: reviewBandOf(row.comparedPercent),
    reviewNotes: row.reviewNotes,
    changedSinceApproval: differencesOf(row),
    place: row.latitude !== null ? "point" : row.neighbourhood === null ? "unknown" : "area",
    path: listingPath({ id: row.id, slug: listingSlug(row.bedrooms, row.address) }),
  };
}
