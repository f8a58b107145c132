import type { Bedrooms } from "./bedrooms.ts";

/** What kind of home is let, as its landlord says or a moderator sees it. */
export const HOME_TYPES = ["apartment", "condo", "house", "basement", "room", "shared_bed"] as const;
export type HomeType = (typeof HOME_TYPES)[number];

export const HOME_TYPE_NAMES = {
  apartment: "Apartment",
  condo: "Condo",
  house: "House",
  basement: "Basement",
  room: "Private room",
  shared_bed: "Bed in a shared room",
} as const satisfies Record<HomeType, string>;

/** Kinds that are part of a home: they are listed as 'Private Room' only. */
const PARTS_OF_HOMES: ReadonlySet<HomeType | null> = new Set(["room", "shared_bed"]);

export const ROOM_PROBLEM = "A room is listed as Private Room.";

interface Kind {
  bedrooms: Bedrooms;
  homeType: HomeType | null;
}

/** Whether a kind may be listed under a type: a room or a bed under 'Private Room' alone. */
export const suitsBedrooms = (homeType: HomeType | null, bedrooms: Bedrooms): boolean =>
  bedrooms === "Private Room" || !PARTS_OF_HOMES.has(homeType);

/**
 * The kind that is stored for a listing. A 'Private Room' is a room unless it is a bed, also where its landlord names the
 * home that it is in ("House"); what was a room and is no longer listed as one has no kind until somebody says it.
 */
export function storedHomeType({ bedrooms, homeType }: Kind): HomeType | null {
  const isPart = PARTS_OF_HOMES.has(homeType);
  if (bedrooms === "Private Room") return isPart ? homeType : "room";
  return isPart ? null : homeType;
}
