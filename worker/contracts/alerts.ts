import { type Bedrooms, FILTERS, type FilterName } from "./bedrooms.ts";
import type { PublicListing } from "./listings.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";
import type { ListingSearch } from "./search.ts";

/** How often an address hears of new homes: every day, on Mondays, or, as a VIP, within minutes. */
export const ALERT_FREQUENCIES = ["daily", "weekly", "instant"] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

/** Most saved searches of an address; stopped ones do not count. A rule, so RATE_LIMIT_SCALE does not change it. */
export const SEARCHES_PER_ADDRESS = 10;
/** Longest name of a saved search. */
export const SEARCH_NAME_MAX = 60;
/** Daily and weekly alerts go out at this hour in Toronto, weekly ones on Mondays. */
export const ALERT_HOUR = 10;
/** Days after which an address is asked whether it still looks, and days it has to say so. */
export const STILL_LOOKING_DAYS = { askAfter: 180, pauseAfter: 14 } as const;
/** Days of the preview of what a saved search would have found. */
export const FOUND_DAYS = 30;
/** Most homes in that preview. */
export const FOUND_MAX = 30;

/** Response to {@link createSavedSearch}, identical for everyone. */
export const SAVED_SEARCH_MESSAGE =
  "Please look into your mailbox: the link in our email completes this. If you don't see it, please check your spam folder.";

/**
 * The consent text of saved searches. Its version is stored with each consent: a changed text needs a new version, and the
 * old text stays in this file's history.
 */
export const ALERT_CONSENT_VERSION = "alerts-2026-11";
/** @param siteName the sender */
export const alertConsentText = (siteName: string) =>
  `${siteName} emails you new homes and lower rents that suit this search. Every email has a link that stops them at once.`;

/**
 * `asked`: the mailed question is not answered yet. `paused`: by its holder, or because nobody said that they still look.
 * `stopped`: by a link that stops all; deleted 30 days later.
 */
export type SavedSearchState = "asked" | "active" | "paused" | "stopped";

/** A saved search for the holder of a mailed link. */
export interface SavedSearchView {
  id: number;
  /** As typed. */
  name: string | null;
  /** Type, rent and area in words of ours. */
  summary: string;
  filter: FilterName;
  /** The other conditions as parameters of the lists, without places that people travel to. */
  query: string;
  /** True if places that people travel to are kept with it. */
  hasPlaces: boolean;
  frequency: AlertFrequency;
  state: SavedSearchState;
  /** True if it waits for an answer to "still looking?", and pauses without one. */
  isAskedAgain: boolean;
  createdAt: string;
  confirmedAt: string | null;
}

/** The saved searches of an address. */
export interface AlertsView {
  /** Masked: `m***@example.com`. */
  email: string;
  /** True if the address gets instant alerts. */
  isVip: boolean;
  /** The search that the link was mailed about; null when it is about all. */
  searchId: number | null;
  /** True if the link can stop all alerts and nothing else; then it shows no searches. */
  canOnlyStop: boolean;
  /** When all alerts were stopped; null while any may come. */
  stoppedAt: string | null;
  searches: SavedSearchView[];
}

/** A saved search in the data export of its address; dates are ISO 8601 UTC. */
export interface SavedSearchRecord {
  name: string | null;
  filter: string;
  /** All conditions as parameters of the lists, with the places that people travel to. */
  query: string;
  frequency: AlertFrequency;
  state: SavedSearchState;
  createdAt: string;
  /** The version of the consent's text. */
  consentVersion: string;
  confirmedAt: string | null;
  confirmedBy: "button" | "access" | null;
}

/** The short name of a type, as filters and addresses have it. */
export const filterNameOf = (type: Bedrooms | "all"): FilterName =>
  (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).find((name) => FILTERS[name] === type) ?? "all";

const dollars = (amount: number) => `$${amount.toLocaleString("en-CA")}`;

function rentText({ minRent, maxRent }: ListingSearch): string | null {
  if (minRent !== null && maxRent !== null) return `${dollars(minRent)} to ${dollars(maxRent)}`;
  if (maxRent !== null) return `up to ${dollars(maxRent)}`;
  return minRent === null ? null : `from ${dollars(minRent)}`;
}

/**
 * A search in words of ours: type, rent and area alone, so that a mail to an unproven address repeats nothing that its
 * requester typed.
 * @param area the name of its area from our own lists; null without one
 */
export function searchSummary(type: Bedrooms | "all", search: ListingSearch, area: string | null): string {
  const parts = [type === "all" ? "All homes" : type, rentText(search), area];
  return parts.filter((part) => part !== null).join(", ");
}

/** The homes that a saved search would have found in the last days, the newest first. */
export interface FoundHomes {
  days: number;
  listings: PublicListing[];
}

/** The conditions of a search as parameters of the lists. */
type SearchParameters = Readonly<Record<string, string>>;

/** Mails an address a question about a search. The answer is the same for every address. */
export const createSavedSearch = operation(
  "POST",
  "/api/saved-searches",
  types<{
    body: { email: string; search: SearchParameters; name?: string | null; frequency: AlertFrequency };
    answer: { message: string };
  }>,
);
/** Shows the saved searches, and confirms nothing: link scanners read it too. */
export const getAlerts = operation("GET", "/api/alerts/:token", types<{ answer: AlertsView }>);
export const getFoundHomes = operation("GET", "/api/alerts/:token/:id/found", types<{ answer: FoundHomes }>);
/** Confirms a search, by default that of the link, or says that its holder still looks. */
export const confirmAlerts = operation(
  "POST",
  "/api/alerts/:token/confirm",
  types<{ body: { id?: number }; answer: AlertsView }>,
);
export const changeSavedSearch = operation(
  "PATCH",
  "/api/alerts/:token/:id",
  types<{
    body: { name?: string | null; frequency?: AlertFrequency; paused?: boolean; search?: SearchParameters };
    answer: AlertsView;
  }>,
);
export const removeSavedSearch = operation("DELETE", "/api/alerts/:token/:id", types<{ answer: AlertsView }>);
/** Stops all alerts to the address of a link. */
export const stopAlerts = operation("POST", "/api/alerts/:token/stop", types<{ answer: DoneWithMessage }>);
