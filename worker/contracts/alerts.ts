import { type Bedrooms, FILTERS, type FilterName } from "./bedrooms.ts";
import type { PublicListing } from "./listings.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";
import type { ListingSearch } from "./search.ts";

/** How often an email address gets alerts: daily, weekly on Mondays, or within minutes for a VIP. */
export const ALERT_FREQUENCIES = ["daily", "weekly", "instant"] as const;
export type AlertFrequency = (typeof ALERT_FREQUENCIES)[number];

/**
 * Maximum number of saved searches per email address; stopped searches do not count. This is a product rule, so
 * RATE_LIMIT_SCALE does not change it.
 */
export const SEARCHES_PER_ADDRESS = 10;
/** Maximum length of a saved search's name. */
export const SEARCH_NAME_MAX = 60;
/** Daily and weekly alerts go out at this hour in Toronto, weekly ones on Mondays. */
export const ALERT_HOUR = 10;
/**
 * After `askAfter` days, an email asks the subscriber whether they are still looking. Without an answer within
 * `pauseAfter` days, the alerts pause.
 */
export const STILL_LOOKING_DAYS = { askAfter: 180, pauseAfter: 14 } as const;
/** Number of past days that the preview of a saved search covers. */
export const PREVIEW_DAYS = 30;
/** Maximum number of homes in the preview of a saved search. */
export const PREVIEW_HOMES_MAX = 30;

/** Response to {@link createSavedSearch}, the same for every email address. */
export const SAVED_SEARCH_MESSAGE =
  "Please check your inbox: the link in our email completes this. If you don't see it, please check your spam folder.";

/**
 * Version of the consent text for saved searches, stored with each consent. A changed text needs a new version. Git
 * keeps the old texts of this file.
 */
export const ALERT_CONSENT_VERSION = "alerts-2026-11";
/**
 * Returns the consent text for saved searches.
 * @param siteName the sender
 */
export const alertConsentText = (siteName: string) =>
  `${siteName} emails you new homes and lower rents that suit this search. Every email has a link that stops them at once.`;

/**
 * `asked`: the subscriber has not answered the confirmation email yet. `paused`: the subscriber paused the search, or
 * did not confirm that they are still looking. `stopped`: the subscriber used a link that stops all alerts, and the
 * search will be deleted 30 days later.
 */
export type SavedSearchState = "asked" | "active" | "paused" | "stopped";

/** A saved search as shown to the subscriber who opens a link from an email. */
export interface SavedSearchView {
  id: number;
  /** The name as the subscriber typed it. */
  name: string | null;
  /** Type, rent and area in our own words. */
  summary: string;
  filter: FilterName;
  /** The other conditions as list parameters, without the destinations. */
  query: string;
  /** True if the search has stored destinations. */
  hasPlaces: boolean;
  frequency: AlertFrequency;
  state: SavedSearchState;
  /** True if the subscriber has not answered "still looking?" yet. Without an answer, the search pauses. */
  isAskedAgain: boolean;
  createdAt: string;
  confirmedAt: string | null;
}

/** The saved searches of an email address. */
export interface AlertsView {
  /** Masked email address: `m***@example.com`. */
  email: string;
  /** True if the email address gets instant alerts. */
  isVip: boolean;
  /** The search that the email with the link was about; null if the link covers all searches. */
  searchId: number | null;
  /** True if the link can only stop all alerts. In this case, the response contains no searches. */
  canOnlyStop: boolean;
  /** Time at which all alerts were stopped; null while alerts may be sent. */
  stoppedAt: string | null;
  searches: SavedSearchView[];
}

/** A saved search in the data export of an email address. Dates are ISO 8601 UTC. */
export interface SavedSearchRecord {
  name: string | null;
  filter: string;
  /** All conditions as list parameters, including the destinations. */
  query: string;
  frequency: AlertFrequency;
  state: SavedSearchState;
  createdAt: string;
  /** Version of the consent text that the subscriber agreed to. */
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
 * Describes only the type, rent and area of a search, in our own words. An email to an unconfirmed address must not
 * repeat any text that a visitor typed.
 * @param area the name of the search's area from our own lists; null if the search has no area
 */
export function searchSummary(type: Bedrooms | "all", search: ListingSearch, area: string | null): string {
  const parts = [type === "all" ? "All homes" : type, rentText(search), area];
  return parts.filter((part) => part !== null).join(", ");
}

/** Homes from the last days that match a saved search, newest first. */
export interface FoundHomes {
  days: number;
  listings: PublicListing[];
}

/** The conditions of a search as list parameters. */
type SearchParameters = Readonly<Record<string, string>>;

/**
 * Sends an email that asks the recipient to confirm a saved search. The response is the same for every email address.
 */
export const createSavedSearch = operation(
  "POST",
  "/api/saved-searches",
  types<{
    body: { email: string; search: SearchParameters; name?: string | null; frequency: AlertFrequency };
    answer: { message: string };
  }>,
);
/** Returns the saved searches without confirming any, because link scanners open the link too. */
export const getAlerts = operation("GET", "/api/alerts/:token", types<{ answer: AlertsView }>);
export const getFoundHomes = operation("GET", "/api/alerts/:token/:id/found", types<{ answer: FoundHomes }>);
/** Confirms a search (by default the search of the link), or records that the subscriber is still looking. */
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
/** Stops all alerts to the email address of a link. */
export const stopAlerts = operation("POST", "/api/alerts/:token/stop", types<{ answer: DoneWithMessage }>);
