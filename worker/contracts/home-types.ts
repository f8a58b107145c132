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

/** Whether a kind may be listed under a type: a room or a bed under 'Private Room' alone. */
export const suitsBedrooms = (homeType: HomeType | null, bedrooms: Bedrooms): boolean =>
  bedrooms === "Private Room" || !PARTS_OF_HOMES.has(homeType);
