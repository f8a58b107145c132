import type { Bathrooms, Bedrooms } from "../../../worker/contracts/bedrooms.ts";
import type { HomeType } from "../../../worker/contracts/home-types.ts";

/** What the building is, which decides the picture of its front. */
type Building = "tower" | "walkUp" | "semi" | "detached" | "townhouse" | "mainStreet";
type District = "Toronto" | "North York" | "Scarborough" | "Etobicoke" | "East York" | "York";

/**
 * An invented unit at a real address, or at one that no street has; what is said of a real building is the City's word
 * (demo/places/). Nobody lets it; phone numbers and mail addresses are made when it is stored.
 */
export interface DemoUnit {
  address: {
    street: string;
    district: District;
    /** First half of the postal code, for a unit of which no more is found on the map. */
    postalArea?: string;
  };
  home: {
    bedrooms: Bedrooms;
    bathrooms: Bathrooms;
    building: Building;
    homeType?: HomeType;
    /** As the landlord states it. */
    yearBuilt?: number;
  };
  offer: {
    /** As a landlord types it. */
    rent: string;
    /** Days until one can move in; 0 is today. */
    freeInDays: number;
    leaseMonths?: number;
    utilities?: boolean;
    furnished?: boolean;
    laundry?: "unit" | "building" | "none";
    parking?: "included" | "extra" | "none";
    pets?: "yes" | "no" | "limited";
  };
  landlord: string;
  text: string;
  stage: {
    /** Approved when left out. */
    state?: "pending" | "expired";
    /** Days since the first approval, or since the submission of a pending unit. */
    daysAgo: number;
    photos: 0 | 1 | 2 | 3 | 4 | 5;
    /** Submitted through the form on which the phone is optional. */
    withoutPhone?: true;
  };
}
