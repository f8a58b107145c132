import { generateIcsCalendar, type IcsEvent } from "ts-ics";
import { listingPath } from "../../../../worker/contracts/listings.ts";
import { saveFile } from "../../../lib/save-file.ts";
import type { SavedHome } from "../saving/saved-homes.ts";

/** Duration of a viewing in a calendar, in milliseconds. */
const VIEWING_MS = 30 * 60_000;

const TORONTO = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Toronto",
  dateStyle: "short",
  timeStyle: "short",
  hourCycle: "h23",
});

/** Returns the local time in Toronto at a moment, in milliseconds since 1970 as if it were UTC. */
const clockOf = (moment: number) => Date.parse(`${TORONTO.format(moment).replace(", ", "T")}Z`);

/**
 * Returns the moment of a date and time in Toronto. A time that is skipped in spring becomes the time an hour later.
 */
export function momentInToronto(time: string): Date {
  const wanted = Date.parse(`${time}Z`);
  // Corrects a second time, because the first guess may be on the other side of a daylight-saving change.
  const guess = wanted + (wanted - clockOf(wanted));
  return new Date(guess + (wanted - clockOf(guess)));
}

function eventOf(home: SavedHome, viewingAt: string, madeAt: Date): IcsEvent {
  const start = momentInToronto(viewingAt);
  const listing = home.snapshot?.listing;
  return {
    uid: `viewing-${home.id}@${location.hostname}`,
    stamp: { date: madeAt },
    start: { date: start },
    end: { date: new Date(start.getTime() + VIEWING_MS) },
    summary: `Viewing: ${listing?.title ?? `listing #${home.id}`}`,
    ...(listing && { location: listing.address, url: location.origin + listingPath(listing) }),
    ...(home.note !== "" && { description: home.note }),
  };
}

/** Returns the viewings of homes as a calendar (RFC 5545). Homes without a viewing are left out. */
export const createCalendar = (homes: readonly SavedHome[], madeAt: Date): string =>
  generateIcsCalendar({
    version: "2.0",
    prodId: `-//${location.hostname}//Viewings//EN`,
    events: homes.flatMap((home) => (home.viewingAt === null ? [] : eventOf(home, home.viewingAt, madeAt))),
  });

/** Downloads the viewings of homes as a calendar file. */
export const saveViewings = (homes: readonly SavedHome[]): void =>
  saveFile("viewings.ics", "text/calendar", createCalendar(homes, new Date()));
