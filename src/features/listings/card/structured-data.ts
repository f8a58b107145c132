import { descriptionText } from "../../../../worker/contracts/listing-text.ts";
import { isAreaName } from "../../../../worker/contracts/area-address.ts";
import { streetOf } from "../../../../worker/contracts/addresses.ts";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import type { SiteInfo } from "../../../../worker/contracts/page.ts";

const photoUrl = (photo: string, site: SiteInfo) => `${site.url}${photo}?w=1600`;

/**
 * Describes a listing within a list by its kind, link and monthly price only. The short form keeps the list's page
 * within the 14,600 bytes that a server sends before it waits for the first acknowledgement (RFC 6928). The listing's
 * page has the full description.
 */
function summary(listing: PublicListing, site: SiteInfo): object {
  const { rentCents } = listing;
  return {
    "@type": listing.bedrooms === "Private Room" ? "Room" : listing.homeType === "house" ? "House" : "Apartment",
    name: listing.title,
    url: site.url + listingPath(listing),
    ...(rentCents !== null && { offers: { "@type": "Offer", price: priceOf(rentCents), priceCurrency: "CAD" } }),
  };
}

const priceOf = (rentCents: number) => (rentCents / 100).toFixed(2);

function monthlyOffer(rentCents: number): object {
  const price = priceOf(rentCents);
  return {
    "@type": "Offer",
    price,
    priceCurrency: "CAD",
    priceSpecification: { "@type": "UnitPriceSpecification", price, priceCurrency: "CAD", unitCode: "MON" },
    businessFunction: "http://purl.org/goodrelations/v1#LeaseOut",
    availability: "https://schema.org/InStock",
  };
}

/** Returns schema.org data of a listing with its monthly price. */
function accommodation(listing: PublicListing, site: SiteInfo): object {
  const url = site.url + listingPath(listing);
  return {
    ...summary(listing, site),
    "@id": url,
    description: descriptionText(listing),
    address: {
      "@type": "PostalAddress",
      ...(!isAreaName(listing.address) && { streetAddress: streetOf(listing.address) }),
      // Without a municipality, the province is unknown too.
      ...(listing.municipality !== null && { addressLocality: listing.municipality, addressRegion: "ON" }),
      addressCountry: "CA",
    },
    ...(listing.images.length > 0 && { image: listing.images.map((photo) => photoUrl(photo, site)) }),
    ...(listing.latitude !== null &&
      listing.longitude !== null && {
        geo: { "@type": "GeoCoordinates", latitude: listing.latitude, longitude: listing.longitude },
      }),
    ...(/^\d$/.test(listing.bedrooms[0] ?? "") &&
      listing.bedrooms !== "4+ Bedrooms" && { numberOfBedrooms: Number(listing.bedrooms[0]) }),
    ...(listing.bathrooms !== "3+" && { numberOfBathroomsTotal: Number(listing.bathrooms) }),
    ...(listing.yearBuilt !== null && { yearBuilt: listing.yearBuilt }),
    ...(listing.rentCents !== null && {
      offers: {
        ...monthlyOffer(listing.rentCents),
        ...(listing.expiresAt !== null && { validThrough: listing.expiresAt }),
        url,
      },
    }),
  };
}

interface ListPart {
  name: string;
  /** Index of the page's first listing in the whole list, from 0. */
  first: number;
}

function itemList(listings: readonly PublicListing[], site: SiteInfo, { name, first }: ListPart): object {
  return {
    "@type": "ItemList",
    name,
    numberOfItems: listings.length,
    itemListElement: listings.map((listing, index) => ({
      "@type": "ListItem",
      position: first + index + 1,
      item: summary(listing, site),
    })),
  };
}

const inContext = (thing: object): object => ({ "@context": "https://schema.org", ...thing });

/** Returns schema.org data of a listing's page. @param changedAt last change of the page's content */
export function listingData(listing: PublicListing, site: SiteInfo, changedAt: string): object {
  const page = {
    "@type": "WebPage",
    "@id": site.url + listingPath(listing),
    datePublished: listing.approvedAt ?? listing.submittedAt,
    dateModified: changedAt,
  };
  return inContext({ ...accommodation(listing, site), mainEntityOfPage: page });
}

/** Returns schema.org data of a page of the list with all types. */
export function listData(listings: readonly PublicListing[], site: SiteInfo, part: ListPart): object {
  return inContext(itemList(listings, site, part));
}

/** Returns schema.org data of a category page. */
export function collectionData(
  listings: readonly PublicListing[],
  site: SiteInfo,
  page: ListPart & { description: string; path: string },
): object {
  return inContext({
    "@type": "CollectionPage",
    name: page.name,
    description: page.description,
    url: site.url + page.path,
    mainEntity: itemList(listings, site, page),
  });
}

/** Returns schema.org data of the path from the home page to the current page, which is the last step. */
export function breadcrumbData(steps: readonly { name: string; path: string }[], site: SiteInfo): object {
  return inContext({
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: site.url + path,
    })),
  });
}
