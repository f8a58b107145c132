import { DIRECT, OTHER } from "../../contracts/visitors.ts";
import { FIXED_PATHS, TOKEN_PAGES } from "../../contracts/pages.ts";

const MOBILE = /\b(?:mobi|android|iphone|ipad|ipod|windows phone)/i;

/** Returns whether a user agent belongs to a phone or tablet. */
export const isMobile = (userAgent: string): boolean => MOBILE.test(userAgent);

const HOST = /^(?=.{1,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

/**
 * Matches first labels that mark a host as another edition of the same site: for phones, slow networks or outgoing
 * links.
 */
const EDITIONS = /^(?:www\d?|m|mobile|touch|mbasic|lite|amp|web|old|l|lm|out)$/;

/**
 * Returns the host name under which all editions of a site are counted: `facebook.com` for `lm.facebook.com`,
 * `en.wikipedia.org` for `en.m.wikipedia.org`. The last two labels are always kept, because `m.me` is a separate site.
 */
export const siteOf = (host: string): string =>
  host
    .split(".")
    .filter((label, at, { length }) => at >= length - 2 || !EDITIONS.test(label))
    .join(".");

/**
 * Returns the referring site. Returns 'Direct' if there is no referrer, and for this site itself and malformed URLs.
 * @param own hosts of this site, in the form that {@link siteOf} returns
 */
export function referrerHost(referrer: string | null | undefined, own: readonly string[]): string {
  const given = referrer?.trim().toLowerCase() ?? "";
  const address = /^[a-z][a-z0-9+.-]*:\/\//.test(given) ? given : `https://${given}`;
  if (given === "" || given === DIRECT.toLowerCase() || !URL.canParse(address)) return DIRECT;
  const { protocol, hostname } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:" && protocol !== "android-app:") return DIRECT;
  const site = protocol === "android-app:" ? hostname : siteOf(hostname);
  return HOST.test(hostname) && !own.includes(site) ? site : DIRECT;
}

const CAMPAIGN = /^[a-z0-9][a-z0-9 ._|+-]{0,59}$/;

/**
 * Returns the name of a campaign in lower case. Returns an empty text if the name is not plain, for example if it is an
 * email address.
 */
export function campaignName(given: string | null | undefined): string {
  const name = given?.trim().toLowerCase() ?? "";
  return CAMPAIGN.test(name) && !/\d{7}/.test(name.replaceAll(/[ .+-]/g, "")) ? name : "";
}

const FIXED = new Set(FIXED_PATHS);
/** Matches pages whose last path segment is an emailed token, which must not be stored. */
const BEHIND_A_TOKEN = new RegExp(`^/(${TOKEN_PAGES.join("|")})(?:/[^/]+)?$`);
const LISTING = /^\/listing\/([1-9]\d{0,9})(?:\/[^/]*)?$/;
const THREAD = /^(\/Toronto-Apartment-Discussions\/thread\/[1-9]\d{0,9})(?:\/[^/]*)?$/;
const EDITION = /^\/digest\/\d{4}-\d\d-\d\d$/;

/**
 * Returns the route under which a path is counted: listings and threads keep their number, a placeholder replaces
 * tokens, and unknown pages become 'other'.
 */
export function routeOfPage(given: string): string {
  const path = (given.split(/[?#]/, 1)[0] ?? "").replace(/(?<=^\/|[^/])\/+$/, "") || "/";
  const page = BEHIND_A_TOKEN.exec(path)?.[1];
  if (page) return `/${page}/:token`;
  if (FIXED.has(path) || EDITION.test(path)) return path;
  const listing = LISTING.exec(path)?.[1];
  if (listing) return `/listing/${listing}`;
  const thread = THREAD.exec(path)?.[1];
  return thread ?? OTHER;
}

/** Returns whether a page, in the form that {@link routeOfPage} returns, is a listing. */
export const isListingPage = (page: string): boolean => page.startsWith("/listing/");
