import { getTableColumns } from "drizzle-orm";
import { monthsAfterEnd } from "../../../contracts/days.ts";
import { eachAttribute, type ListingAttributes } from "../../../contracts/attributes.ts";
import { guessHomeType } from "../../../contracts/kind-signals.ts";
import { listingSlug, listingTitle } from "../../../contracts/listing-names.ts";
import { type AdminListing, listingPath, type PublicListing, type ReviewNote } from "../../../contracts/listings.ts";
import { publicText } from "../../../contracts/public-text.ts";
import { reviewBandOf } from "../../../contracts/market.ts";
import { scamBandOf } from "../../../contracts/scam-evidence.ts";
import type { Deps } from "../../../platform/deps.ts";
import { contradictionOf } from "../review/building-claims.ts";
import { differencesOf } from "./approved-version.service.ts";
import { type Listing, listings } from "./listings.table.ts";
import { photoUrls, signedPhotoUrls } from "../photos/photos.service.ts";
import { shownAddress, shownOf } from "./shown-address.ts";

/** What the landlord says of the unit besides its key facts. */
export const attributesOf = (row: ListingAttributes) => eachAttribute<ListingAttributes>((key) => row[key]);

/** A rent as everyone may read it, without a dollar sign before it. */
export const priceOf = (rent: string) => rent.replace(/^\s*\$\s*/, "");

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Path of a listing's public page. */
export const pathOf = (row: Pick<Listing, "id" | "bedrooms" | "address" | "addressPrecision">): string =>
  listingPath({ id: row.id, slug: listingSlug(row.bedrooms, shownAddress(row)) });

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
  marketCheckedOn: null,
  marketIsEstimate: false,
} as const satisfies Partial<Listing>;

const COLUMNS = getTableColumns(listings);
/** Columns that are moderators', landlords' and machines' alone. */
const PRIVATE = [
  "addressKey",
  "unit",
  "email",
  "phoneKey",
  "textKey",
  "searchText",
  "preview",
  "renewedAt",
  "approvedValues",
  "deletedAt",
  "deletedBy",
  "deletedFrom",
  "remindedAt",
  "rejectionReason",
  "reviewNotes",
  "reportCount",
  "revision",
  "tokenVersion",
  "viewerCount",
  "callerCount",
  "cellRow",
  "cellColumn",
  "comparedPercent",
  "confirmedAt",
] as const satisfies (keyof Listing)[];
type PrivateColumn = (typeof PRIVATE)[number];

/** What a public answer is made of: two thirds of a row, and less than half of its bytes. */
export type PublicRow = Omit<Listing, PrivateColumn>;
export const PUBLIC_COLUMNS = Object.fromEntries(
  Object.entries(COLUMNS).filter(([name]) => !PRIVATE.some((other) => other === name)),
) as Omit<typeof COLUMNS, PrivateColumn>;

/**
 * A row as everyone may read it: fields are listed one by one, so a new column is never published by accident.
 * @param today the day in Toronto, asked once for a list: telling it takes longer than anything else here
 */
export function toPublicListing(stored: PublicRow, today: string): PublicListing {
  const row = stored.awaitsConfirmation ? { ...stored, ...NOT_COMPARED } : stored;
  const shown = shownOf(row);
  const { address } = shown;
  const additionalInfo = publicText(shown.text(row.additionalInfo));
  const rent = publicText(shown.rent(row.rent, row.rentCents));
  const { homeType, ...attributes } = attributesOf(row);
  return {
    id: row.id,
    homeType,
    slug: listingSlug(row.bedrooms, address),
    title: listingTitle(row.bedrooms, address),
    address,
    rent,
    rentCents: row.rentCents,
    price: priceOf(rent),
    moveInDate: row.moveInDate,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    phone: row.phone,
    additionalInfo,
    description: additionalInfo || `Available ${row.moveInDate}. Contact for details.`,
    images: photoUrls(row),
    imageCount: row.photos.length,
    submittedAt: row.submittedAt.toISOString(),
    approvedAt: iso(row.firstApprovedAt),
    expiresAt: iso(row.expiresAt),
    isRentControlled: row.isRentControlled,
    rentControlConfidence: row.rentControlConfidence,
    yearBuilt: (row.addressPrecision === "exact" ? row.buildingYear : null) ?? row.yearBuilt,
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
    landlordName: publicText(shown.text(row.landlordName)) || "Landlord",
    belowMarketPercent: row.belowMarketPercent,
    awaitsConfirmation: row.awaitsConfirmation === true,
    marketRent: row.marketRentCents === null ? null : row.marketRentCents / 100,
    marketSource: row.marketSource,
    marketAsOf: row.marketAsOf,
    marketArea: row.marketArea,
    marketKind: row.marketKind,
    marketMethod: row.marketMethod,
    marketIsEstimate: row.marketIsEstimate,
    marketAgeMonths: row.marketAsOf === null ? null : Math.max(0, monthsAfterEnd(row.marketAsOf, today)),
    marketCheckedOn: row.marketCheckedOn,
    ...attributes,
  };
}

/** What the City's register says against the text. It is known later than the text, so it is told when it is read. */
function registerNotes({ additionalInfo, buildingYear }: Listing): ReviewNote[] {
  const words = contradictionOf(additionalInfo, buildingYear);
  if (words === null) return [];
  const text = `The City's register says that the building at the address was built in ${buildingYear}.`;
  return [{ code: "contradicts_register", text, quotes: [words] }];
}

/** A row as moderators read it. */
export async function toAdminListing(deps: Deps, row: Listing): Promise<AdminListing> {
  const guess = guessHomeType(row);
  const { homeType, ...attributes } = attributesOf(row);
  return {
    id: row.id,
    homeType,
    homeTypeGuess: guess === homeType ? null : guess,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    address: row.address,
    addressPrecision: row.addressPrecision,
    unit: row.unit,
    rent: row.rent,
    rentCents: row.rentCents,
    moveInDate: row.moveInDate,
    email: row.email,
    phone: row.phone,
    additionalInfo: row.additionalInfo,
    landlordName: row.landlordName,
    yearBuilt: row.yearBuilt,
    ...attributes,
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
    reviewNotes: [...row.reviewNotes, ...registerNotes(row)],
    scamBand: scamBandOf(row.reviewNotes),
    changedSinceApproval: differencesOf(row),
    place: row.latitude !== null ? "point" : row.neighbourhood === null && row.postalArea === null ? "unknown" : "area",
    path: pathOf(row),
  };
}
