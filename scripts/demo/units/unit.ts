import type { Bathrooms, Bedrooms } from "../../../worker/contracts/bedrooms.ts";

/** What the building is, which decides the picture of its front. */
type Building = "tower" | "walkUp" | "semi" | "detached" | "townhouse" | "mainStreet";
type District = "Toronto" | "North York" | "Scarborough" | "Etobicoke" | "East York" | "York";

/** An invented unit on a real street. Nobody lives there; phone numbers and mail addresses are made when it is stored. */
export interface DemoUnit {
  address: {
    street: string;
    district: District;
    /** The City's name for it. */
    neighbourhood: string;
    /** Latitude and longitude, interpolated along the street; null for a unit whose address was not found on the map. */
    place: readonly [number, number] | null;
  };
  home: {
    bedrooms: Bedrooms;
    bathrooms: Bathrooms;
    building: Building;
    yearBuilt?: number;
    /** A private building of the kind that the City registers: its year counts as known, not only as stated. */
    purposeBuilt?: true;
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
