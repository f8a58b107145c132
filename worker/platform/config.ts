import type { SiteInfo } from "../contracts/page.ts";
import type { Env } from "./env.ts";

/** Settings of this deployment, parsed once from vars and secrets. */
export interface Config {
  isDevelopment: boolean;
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  siteName: string;
  mailFrom: string;
  /** Where replies that confirm a subscription go: `confirm+{token}@…`. */
  mailDomain: string;
  /** The server whose Authentication-Results are believed. */
  authservId: string;
  contactEmail: string;
  /** Shown in every mail (CASL); empty in development. */
  postalAddress: string;
  /** Multiplies every limit; 0 switches limits off. */
  rateLimitScale: number;
  /** Undefined when the secret is missing: the part that needs it refuses to work. */
  adminPassword: string | undefined;
  statsPassword: string | undefined;
  sessionSecret: string | undefined;
  stripeWebhookSecret: string | undefined;
  /** Without it nothing is compared with Stripe; the webhook does not need it. */
  stripeSecretKey: string | undefined;
  /** Prices at Stripe that give VIP access; without any, every one does in development and none in production. */
  stripePriceIds: readonly string[];
  /** Where VIP access is bought; null where it is not sold. */
  vipCheckoutUrl: string | null;
  /** Where VIPs cancel and change their card. */
  stripePortalUrl: string | null;
  /** Style of the maps' background; null for the plain ground. */
  mapStyleUrl: string | null;
  /** Search address of a Nominatim-compatible geocoder; null for none. */
  geocoderUrl: string | null;
}

/** What pages say of this deployment. */
export function siteInfo({ siteName, siteUrl, contactEmail, postalAddress, mapStyleUrl }: Config): SiteInfo {
  return { name: siteName, url: siteUrl, contactEmail, postalAddress, ...(mapStyleUrl !== null && { mapStyleUrl }) };
}

/** People pay behind these links, and maps come from them: anything but https counts as none. */
function httpsUrl(text: string | undefined): string | null {
  const url = text?.trim() ?? "";
  return URL.canParse(url) && new URL(url).protocol === "https:" ? url : null;
}

/** Addresses of homes are sent there, so https; a local server in development. */
function geocoderUrl({ GEOCODER_URL, APP_ENV }: Env): string | null {
  const url = GEOCODER_URL?.trim() ?? "";
  const isLocal = APP_ENV === "development" && URL.canParse(url) && new URL(url).protocol === "http:";
  return isLocal ? url : httpsUrl(url);
}

/**
 * Origins that maps load from, for the content security policy: the style's own, and those that MAP_HOSTS names for
 * its tiles, glyphs and sprites. None without a style.
 */
export function mapOriginsOf({ MAP_STYLE_URL, MAP_HOSTS }: Pick<Env, "MAP_STYLE_URL" | "MAP_HOSTS">): string[] {
  const style = httpsUrl(MAP_STYLE_URL);
  if (style === null) return [];
  const urls = [style, ...(MAP_HOSTS ?? "").split(/[\s,]+/).map((host) => httpsUrl(host))];
  return [...new Set(urls.filter((url) => url !== null).map((url) => new URL(url).origin))];
}

/** Reads the vars. Anything but `APP_ENV = "development"` is production. */
export function readConfig(env: Env): Config {
  const scale = Number(env.RATE_LIMIT_SCALE);
  return {
    isDevelopment: env.APP_ENV === "development",
    siteUrl: env.SITE_URL.replace(/(?<!\/)\/+$/, ""),
    siteName: env.SITE_NAME,
    mailFrom: env.MAIL_FROM,
    mailDomain: env.MAIL_DOMAIN,
    authservId: env.MAIL_AUTHSERV_ID,
    contactEmail: env.CONTACT_EMAIL,
    postalAddress: env.POSTAL_ADDRESS,
    rateLimitScale: Number.isFinite(scale) && scale >= 0 ? scale : 1,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    statsPassword: env.STATS_PASSWORD || undefined,
    sessionSecret: env.SESSION_SECRET || undefined,
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET || undefined,
    stripeSecretKey: env.STRIPE_SECRET_KEY || undefined,
    stripePriceIds: (env.STRIPE_PRICE_IDS ?? "").split(/[\s,]+/).filter((id) => id !== ""),
    vipCheckoutUrl: httpsUrl(env.VIP_CHECKOUT_URL),
    stripePortalUrl: httpsUrl(env.STRIPE_PORTAL_URL),
    mapStyleUrl: httpsUrl(env.MAP_STYLE_URL),
    geocoderUrl: geocoderUrl(env),
  };
}
