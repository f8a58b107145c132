import { DAY_MS, shortDay } from "./days.ts";
import type { PublicListing } from "./listings.ts";

/** A date at least this many days ahead is shown with its year. */
const YEAR_FROM_DAYS = 300;

/**
 * Returns `Now` for today and earlier days, `Jan 1` for later days, or `Jan 1, 2028` if the day is far ahead. Returns a
 * text that is not a day unchanged.
 */
export function moveInText(date: string, now: Date): string {
  // Midnight in Toronto is at 4:00 or 5:00 UTC.
  const daysAhead = (Date.parse(`${date}T05:00:00Z`) - now.getTime()) / DAY_MS;
  if (Number.isNaN(daysAhead)) return date;
  if (daysAhead <= 0) return "Now";
  const day = shortDay(date);
  return daysAhead < YEAR_FROM_DAYS ? day.slice(0, day.indexOf(",")) : day;
}

/** Returns '1 bed', 'Studio' or 'Private room'. */
export const bedsText = ({ bedrooms }: Pick<PublicListing, "bedrooms">): string =>
  bedrooms.replace("Bedroom", "bed").replace("Room", "room");

/**
 * Returns '1 bed · 1 bath · Jan 1': the size, and the move-in date if there is one.
 * @param label text before the date
 */
export function sizeText(
  { bedrooms, bathrooms, moveInDate }: Pick<PublicListing, "bedrooms" | "bathrooms" | "moveInDate">,
  now: Date,
  label = "",
): string {
  const baths = `${bathrooms} ${bathrooms === "1" ? "bath" : "baths"}`;
  return [bedsText({ bedrooms }), baths, ...(moveInDate === "" ? [] : [label + moveInText(moveInDate, now)])].join(
    " · ",
  );
}
