import { type Bedrooms, FILTERS, type FilterName } from "./bedrooms.ts";
import type { PublicListing } from "./listings.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";
import type { ListingSearch } from "./search.ts";

/** Frequency of alerts to an address: every day, on Mondays, or, for a VIP, within minutes. */
export const ALERT_FREQUENCIES = ["daily", "weekly", "instant"] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

/**
 * Maximum number of saved searches of an address, not counting stopped ones. It is a product rule, so RATE_LIMIT_SCALE
 * does not change it.
 */
export const SEARCHES_PER_ADDRESS = 10;
/** Maximum length of a saved search's name. */
export const SEARCH_NAME_MAX = 60;
/** Daily and weekly alerts go out at this hour in Toronto, weekly ones on Mondays. */
export const ALERT_HOUR = 10;
/** Days after which an address is asked whether it is still looking, and days it has to answer. */
export const STILL_LOOKING_DAYS = { askAfter: 180, pauseAfter: 14 } as const;
/** Days of the preview of what a saved search would have found. */
export const FOUND_DAYS = 30;
/** Maximum number of homes in that preview. */
export const FOUND_MAX = 30;

/** Response to {@link createSavedSearch}, identical for everyone. */
export const SAVED_SEARCH_MESSAGE =
  "Please check your inbox: the link in our email completes this. If you don't see it, please check your spam folder.";

/**
 * The consent text of saved searches. Its version is stored with each consent: a changed text needs a new version, and the
 * old text stays in this file's history.
 */
export const ALERT_CONSENT_VERSION = "alerts-2026-11";
/** @param siteName the sender */
export const alertConsentText = (siteName: string) =>
  `${siteName} emails you new homes and lower rents that suit this search. Every email has a link that stops them at once.`;

/**
 * `asked`: the confirmation mail is not answered yet. `paused`: by its holder, or because nobody confirmed still
 * looking. `stopped`: by a link that stops all; deleted 30 days later.
 */
export type SavedSearchState = "asked" | "active" | "paused" | "stopped";

/** A saved search for the holder of a mailed link. */
export interface SavedSearchView {
  id: number;
  /** As typed. */
  name: string | null;
  /** Type, rent and area in our own words. */
  summary: string;
  filter: FilterName;
  /** The other conditions as list parameters, without the destinations. */
  query: string;
  /** True if destinations are stored with it. */
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
  /** The search that the link was mailed for; null when it covers all of them. */
  searchId: number | null;
  /** True if the link can only stop all alerts; then it shows no searches. */
  canOnlyStop: boolean;
  /** Time at which all alerts were stopped; null while alerts may be sent. */
  stoppedAt: string | null;
  searches: SavedSearchView[];
}

/** A saved search in the data export of its address; dates are ISO 8601 UTC. */
export interface SavedSearchRecord {
  name: string | null;
  filter: string;
  /** All conditions as list parameters, including the destinations. */
  query: string;
  frequency: AlertFrequency;
  state: SavedSearchState;
  createdAt: string;
  /** Version of the consent text. */
  consentVersion: string;
  confirmedAt: string | null;
  confirmedBy: "button" | "access" | null;
}

/** Returns the short name of a type, as used in filters and URLs. */
export const filterNameOf = (type: Bedrooms | "all"): FilterName =>
  (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).find((name) => FILTERS[name] === type) ?? "all";

const dollars = (amount: number) => `$${amount.toLocaleString("en-CA")}`;

function rentText({ minRent, maxRent }: ListingSearch): string | null {
  if (minRent !== null && maxRent !== null) return `${dollars(minRent)} to ${dollars(maxRent)}`;
  if (maxRent !== null) return `up to ${dollars(maxRent)}`;
  return minRent === null ? null : `from ${dollars(minRent)}`;
}

/**
 * Describes a search in our own words: type, rent and area alone, so that a mail to an unproven address repeats nothing
 * that its requester typed.
 * @param area the name of its area from our own lists; null without one
 */
export function searchSummary(type: Bedrooms | "all", search: ListingSearch, area: string | null): string {
  const parts = [type === "all" ? "All homes" : type, rentText(search), area];
  return parts.filter((part) => part !== null).join(", ");
}

/** The homes that a saved search would have found in the last days, newest first. */
export interface FoundHomes {
  days: number;
  listings: PublicListing[];
}

/** The conditions of a search as list parameters. */
type SearchParameters = Readonly<Record<string, string>>;

/** Asks an address by mail to confirm a saved search. The answer is the same for every address. */
export const createSavedSearch = operation(
  "POST",
  "/api/saved-searches",
  types<{
    body: { email: string; search: SearchParameters; name?: string | null; frequency: AlertFrequency };
    answer: { message: string };
  }>,
);
/** Shows the saved searches without confirming any, because link scanners open the link too. */
export const getAlerts = operation("GET", "/api/alerts/:token", types<{ answer: AlertsView }>);
export const getFoundHomes = operation("GET", "/api/alerts/:token/:id/found", types<{ answer: FoundHomes }>);
/** Confirms a search, by default that of the link, or records that its holder is still looking. */
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
