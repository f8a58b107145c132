import { standInDescription } from "../../../contracts/listing-text.ts";
import { Column, getTableColumns } from "drizzle-orm";
import { monthsAfterEnd } from "../../../contracts/days.ts";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import { eachAttribute, type ListingAttributes } from "../../../contracts/attributes.ts";
import {
  eachField,
  type ListingFacts,
  PRIVATE_KEYS,
  type StatedFields,
  textsWithStandIns,
} from "../../../contracts/listing-fields.ts";
import { guessHomeType, readEvidence } from "../../../contracts/kind-signals.ts";
import { listingSlug, listingTitle } from "../../../contracts/listing-names.ts";
import { type AdminListing, listingPath, type PublicListing, type ReviewNote } from "../../../contracts/listings.ts";
import { publicText } from "../../../contracts/public-text.ts";
import { reviewBandOf } from "../../../contracts/market.ts";
import { scamBandOf } from "../../../contracts/scam-evidence.ts";
import type { Deps } from "../../../platform/deps.ts";
import { torontoDay } from "../../../platform/toronto-time.ts";
import { type MarketComparison, NOT_COMPARED } from "../../market/market.benchmarks.ts";
import { contradictionOf } from "../signals/building-claims.ts";
import { differencesOf } from "../listing/approved-version.service.ts";
import { type Listing, listings } from "../listing/listings.table.ts";
import { photoUrls, signedPhotoUrls } from "../photos/photos.service.ts";
import { hiddenNumberNotes, isUnderReview, withoutPhoneNumbers } from "../listing/phone-review.service.ts";
import { publicAddress, publicTextsOf } from "../../../address/index.ts";
import { toRentHistory } from "../listing/rent-history.ts";

const attributesOf = (row: ListingAttributes) => eachAttribute<ListingAttributes>((key) => row[key]);

/** Returns all fields of a listing that the landlord filled in. */
export const statedFieldsOf = (row: StatedFields): StatedFields => ({
  ...eachField<ListingFacts>((key) => row[key] as never),
  ...attributesOf(row),
});

/** Returns a rent without its leading dollar sign. */
export const withoutDollarSign = (rent: string) => rent.replace(/^\s*\$\s*/, "");

export const dollarsOf = (cents: number | null) => (cents === null ? null : cents / 100);
const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Returns the path of a listing's public page. */
export const pathOf = (row: Pick<Listing, "id" | "bedrooms" | "address" | "addressPrecision">): string =>
  listingPath({ id: row.id, slug: listingSlug(row.bedrooms, publicAddress(row)) });

type Changed = Pick<Listing, "updatedAt" | "approvedAt" | "submittedAt">;

/** Returns when the public part of a listing last changed. */
export const changeOf = ({ updatedAt, approvedAt, submittedAt }: Changed): Date =>
  updatedAt ?? approvedAt ?? submittedAt;

const COLUMNS = getTableColumns(listings);
/** Columns that are never public. */
const PRIVATE = [
  ...PRIVATE_KEYS,
  "addressKey",
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
  "phoneHiddenAt",
  "rejectedAt",
  "rejectedBy",
  "answeredAt",
  "ipAddress",
  "cellRow",
  "cellColumn",
  "comparedPercent",
  "confirmedAt",
  "dropPercent",
  "publicUntil",
] as const satisfies (keyof Listing)[];
type PrivateColumn = (typeof PRIVATE)[number];

/** The columns that public responses need: two thirds of a row's columns, and less than half of its bytes. */
export type PublicRow = Omit<Listing, PrivateColumn>;
export const PUBLIC_COLUMNS = Object.fromEntries(
  Object.entries(COLUMNS).filter(([name]) => !PRIVATE.some((other) => other === name)),
) as Omit<typeof COLUMNS, PrivateColumn>;

const PUBLIC_NAMES = Object.keys(PUBLIC_COLUMNS);
/** Decoders in column order. Null for columns whose values need no decoding. */
const DECODERS = Object.values(PUBLIC_COLUMNS).map((column) =>
  column.mapFromDriverValue === Column.prototype.mapFromDriverValue ? null : column,
);

/**
 * Decodes a row of {@link PUBLIC_COLUMNS}. Drizzle would determine the kind of column for every value. For a list of 20
 * listings, that takes a third of a millisecond, the largest part of the response time.
 * @param values the row's values in column order; other values may follow
 */
export function publicRowOf(values: readonly unknown[]): PublicRow {
  const row: Record<string, unknown> = {};
  // This loop uses no iterator, because it runs a thousand times per list.
  for (let at = 0; at < PUBLIC_NAMES.length; at += 1) {
    const value = values[at];
    const decoder = value === null ? null : DECODERS[at];
    row[PUBLIC_NAMES[at] ?? ""] = decoder ? decoder.mapFromDriverValue(value) : value;
  }
  return row as PublicRow;
}

/** Values that, together with the row, determine a listing's public form. */
interface Publication {
  now: Date;
  /** Current day in Toronto. */
  today: string;
  isDemo: boolean;
}

/** Returns a {@link Publication}. Call it once per list, because determining the day is slow. */
export const publicationOf = ({ now, config }: Pick<Deps, "now" | "config">): Publication => ({
  now: now(),
  today: torontoDay(now()),
  isDemo: config.isDemo,
});

/** Returns a listing's public title. In a demonstration, the title says that the listing is a sample. */
export const publicTitle = (bedrooms: Bedrooms, address: string, isDemo: boolean): string =>
  `${isDemo ? "Sample: " : ""}${listingTitle(bedrooms, address)}`;

/** The stored columns of a market comparison, for a listing or for a typed rent. */
type StoredComparison = Pick<PublicRow, "belowMarketPercent" | "awaitsConfirmation"> &
  Omit<MarketComparison, "comparedPercent">;

/** Returns the public part of a market comparison. Nothing is public while type and rent await confirmation. */
export function toComparison(stored: StoredComparison, today: string) {
  const isAwaiting = stored.awaitsConfirmation === true;
  const row = isAwaiting ? { ...NOT_COMPARED, belowMarketPercent: null } : stored;
  return {
    belowMarketPercent: row.belowMarketPercent,
    awaitsConfirmation: isAwaiting,
    marketRent: dollarsOf(row.marketRentCents),
    marketSource: row.marketSource,
    marketAsOf: row.marketAsOf,
    marketArea: row.marketArea,
    marketKind: row.marketKind,
    marketMethod: row.marketMethod,
    marketIsEstimate: row.marketIsEstimate,
    marketAgeMonths: row.marketAsOf === null ? null : Math.max(0, monthsAfterEnd(row.marketAsOf, today)),
    marketCheckedOn: row.marketCheckedOn,
  };
}

/**
 * Converts a listing's row into its public form. Fields are listed individually, so that no new column becomes public
 * by accident.
 */
export function toPublicListing(row: PublicRow, { now, today, isDemo }: Publication): PublicListing {
  const shown = publicTextsOf(row);
  const { address } = shown;
  const underReview = isUnderReview(row, now);
  // The texts may also contain the house number.
  const written = (text: string | null) => {
    const publicly = publicText(shown.text(text));
    return underReview ? withoutPhoneNumbers(publicly) : publicly;
  };
  const texts = textsWithStandIns((key) => written(row[key]));
  const typedRent = publicText(shown.rent(row.rent, row.rentCents));
  const rent = underReview ? withoutPhoneNumbers(typedRent) : typedRent;
  return {
    id: row.id,
    slug: listingSlug(row.bedrooms, address),
    title: publicTitle(row.bedrooms, address, isDemo),
    address,
    rent,
    rentCents: row.rentCents,
    price: withoutDollarSign(rent),
    moveInDate: row.moveInDate,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    phone: underReview ? null : row.phone,
    underReview,
    ...texts,
    description: texts.additionalInfo || standInDescription(row.moveInDate),
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
    ...toComparison(row, today),
    ...toRentHistory(row),
    ...attributesOf(row),
  };
}

/**
 * Returns notes on contradictions with the City's register. They are computed on each read, because the building is
 * found only after the submission.
 */
function registerNotes({ additionalInfo, buildingYear }: Listing): ReviewNote[] {
  const words = contradictionOf(additionalInfo, buildingYear);
  if (words === null) return [];
  const text = `The City's register says that the building at the address was built in ${buildingYear}.`;
  return [{ code: "contradicts_register", text, quotes: [words] }];
}

/**
 * Returns the time since which a listing has waited for a moderator's decision (WAITING_SINCE of
 * listings.expressions.ts). Returns null if the listing does not wait.
 */
function waitingSince(row: Listing, now: Date): Date | null {
  if (row.status === "approved") return isUnderReview(row, now) ? row.phoneHiddenAt : null;
  if (row.status !== "pending") return null;
  if (row.publicUntil !== null) return row.publicUntil;
  return row.rejectedAt === null ? row.submittedAt : (row.updatedAt ?? row.rejectedAt);
}

/** Converts a listing's row into its form for moderators. */
export async function toAdminListing(deps: Deps, row: Listing): Promise<AdminListing> {
  const guess = guessHomeType(row);
  return {
    id: row.id,
    ...statedFieldsOf(row),
    homeTypeGuess: guess === row.homeType ? null : guess,
    rentCents: row.rentCents,
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
    marketRent: dollarsOf(row.marketRentCents),
    marketIsEstimate: row.marketIsEstimate,
    reviewBand: reviewBandOf(row.comparedPercent),
    reviewNotes: [...hiddenNumberNotes(row), ...row.reviewNotes, ...registerNotes(row)],
    evidence: readEvidence(row),
    scamBand: scamBandOf(row.reviewNotes),
    changedSinceApproval: differencesOf(row),
    underReview: row.status === "approved" && isUnderReview(row, deps.now()),
    underReviewUntil: iso(row.phoneHiddenUntil),
    answeredAt: iso(row.answeredAt),
    waitingSince: iso(waitingSince(row, deps.now())),
    place: row.latitude !== null ? "point" : row.neighbourhood === null && row.postalArea === null ? "unknown" : "area",
    path: pathOf(row),
  };
}
