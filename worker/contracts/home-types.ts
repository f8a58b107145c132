import type { Bedrooms } from "./bedrooms.ts";

/** Home types, as stated by the landlord or corrected by a moderator. */
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

/** Types that are part of a home: they are listed as 'Private Room' only. */
const PARTS_OF_HOMES: ReadonlySet<HomeType | null> = new Set(["room", "shared_bed"]);

export const ROOM_PROBLEM = "A room is listed as Private Room.";

interface Kind {
  bedrooms: Bedrooms;
  homeType: HomeType | null;
}

/** Whether a home type may be listed with a bedroom type: rooms and beds only as 'Private Room'. */
export const fitsBedrooms = (homeType: HomeType | null, bedrooms: Bedrooms): boolean =>
  bedrooms === "Private Room" || !PARTS_OF_HOMES.has(homeType);

/**
 * The home type stored for a listing. A 'Private Room' is a room unless it is a bed, even if its landlord names the
 * type of the surrounding home ("House"). A former room listed as something else has no type until somebody states it.
 */
export function storedHomeType({ bedrooms, homeType }: Kind): HomeType | null {
  const isPart = PARTS_OF_HOMES.has(homeType);
  if (bedrooms === "Private Room") return isPart ? homeType : "room";
  return isPart ? null : homeType;
}
