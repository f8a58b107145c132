import type { SiteInfo } from "../contracts/page.ts";
import { type BulkMailConfig, bulkMailOf } from "./bulk-mail.ts";

/** Secrets that a deployment may lack. `wrangler types` takes their names from .dev.vars.example. */
type Secret = "ADMIN_PASSWORD" | "STATS_PASSWORD" | "SESSION_SECRET" | "STRIPE_WEBHOOK_SECRET";

/** The bindings of wrangler.toml and the secrets (worker-configuration.d.ts). Only `makeDeps` reads this object. */
export interface Env extends Omit<Bindings, Secret>, Partial<Pick<Bindings, Secret>> {
  STRIPE_SECRET_KEY?: string;
  HEARTBEAT_URL?: string;
  SESSION_SECRET_PREVIOUS?: string;
  ALERT_WEBHOOK_URL?: string;
  RESEND_API_KEY?: string;
  RESEND_WEBHOOK_SECRET?: string;
}

/** A secret of SESSION_SECRET_PREVIOUS. */
export interface FormerSecret {
  secret: string;
  /** True if someone else may know the secret, which is then accepted only for links that stop emails. */
  isLeaked: boolean;
}

const LEAKED = "@leaked";

/** Parses SESSION_SECRET_PREVIOUS: secrets separated by spaces, newest first. `@leaked` follows a leaked secret. */
function formerSecrets(text: string | undefined): FormerSecret[] {
  return (text ?? "")
    .split(/\s+/)
    .map((part) => ({
      secret: part.endsWith(LEAKED) ? part.slice(0, -LEAKED.length) : part,
      isLeaked: part.endsWith(LEAKED),
    }))
    .filter(({ secret }) => secret !== "");
}

/** Settings of this deployment, parsed once from environment variables and secrets. */
export interface Config {
  isDevelopment: boolean;
  /**
   * True for a demonstration with invented listings that are marked as samples. A demonstration sends no emails and
   * accepts nothing from visitors.
   */
  isDemo: boolean;
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  siteName: string;
  mailFrom: string;
  /** Domain that receives the replies that confirm a subscription: `confirm+{token}@…`. */
  mailDomain: string;
  /** The server whose Authentication-Results header is trusted. */
  authservId: string;
  contactEmail: string;
  /** Postal address shown in every email (CASL); empty in development. */
  postalAddress: string;
  /** Multiplies every rate limit; 0 disables them. */
  rateLimitScale: number;
  /** True if scripts and styles are sent as the build compressed them. Otherwise, the edge compresses them. */
  sendsCompressedFiles: boolean;
  /** The prefix of the queue names in this environment (queues.ts). */
  queuePrefix: string;
  /** Undefined when the secret is missing. Features that need it then do not work. */
  adminPassword: string | undefined;
  /** True if the shared password no longer opens a session. Ignored until an operator has been added. */
  isPasswordLoginOff: boolean;
  statsPassword: string | undefined;
  sessionSecret: string | undefined;
  /** Former session secrets, which signed earlier links, newest first. */
  formerSecrets: readonly FormerSecret[];
  stripeWebhookSecret: string | undefined;
  /**
   * Undefined when the secret is missing. Subscriptions are then not compared with Stripe, but the webhook still works.
   */
  stripeSecretKey: string | undefined;
  /** URL fetched after each scheduled run in which no job failed; null if there is none. */
  heartbeatUrl: string | null;
  /** Stripe prices that grant VIP access. An empty list means every price in development and no price in production. */
  stripePriceIds: readonly string[];
  /** Checkout page for VIP access; null if this deployment does not sell it. */
  vipCheckoutUrl: string | null;
  /** Stripe page where VIPs cancel or change their card. */
  stripePortalUrl: string | null;
  /** Style URL of the map background; null if there is none. */
  mapStyleUrl: string | null;
  /** Search URL of a Nominatim-compatible geocoder; null if there is none. */
  geocoderUrl: string | null;
  /** The age public key for encrypting backups; null for no backups. */
  backupPublicKey: string | null;
  /** Secret URL to which notices to the operator are sent in addition to email; null if there is none. */
  alertWebhookUrl: string | null;
  bulkMail: BulkMailConfig;
  /** Undefined when the secret is missing. Bulk email then waits, and its delivery reports are rejected. */
  resendApiKey: string | undefined;
  resendWebhookSecret: string | undefined;
}

/** Returns the part of the configuration that pages show. */
export function siteInfo(config: Config): SiteInfo {
  const { siteName, siteUrl, contactEmail, postalAddress, mapStyleUrl, isDemo } = config;
  return {
    name: siteName,
    url: siteUrl,
    contactEmail,
    postalAddress,
    ...(mapStyleUrl !== null && { mapStyleUrl }),
    ...(isDemo && { isDemo: true }),
  };
}

/** Accepts only https URLs, because people pay on these pages and because maps load from them. */
function httpsUrl(text: string | undefined): string | null {
  const url = text?.trim() ?? "";
  return URL.canParse(url) && new URL(url).protocol === "https:" ? url : null;
}

/**
 * Accepts only https URLs, because home addresses and notices are sent to these URLs. Development also allows a local
 * server.
 */
function serviceUrl({ APP_ENV }: Env, text: string | undefined): string | null {
  const url = text?.trim() ?? "";
  const isLocal = APP_ENV === "development" && URL.canParse(url) && new URL(url).protocol === "http:";
  return isLocal ? url : httpsUrl(url);
}

/**
 * Returns the origins of map resources for the content security policy: the style's own origin, and the origins in
 * MAP_HOSTS for tiles, glyphs and sprites. Empty without a style.
 */
export function mapOriginsOf({ MAP_STYLE_URL, MAP_HOSTS }: Pick<Env, "MAP_STYLE_URL" | "MAP_HOSTS">): string[] {
  const style = httpsUrl(MAP_STYLE_URL);
  if (style === null) return [];
  const urls = [style, ...(MAP_HOSTS ?? "").split(/[\s,]+/).map((host) => httpsUrl(host))];
  return [...new Set(urls.filter((url) => url !== null).map((url) => new URL(url).origin))];
}

/** Parses the environment. Every value except `APP_ENV = "development"` means production. */
export function readConfig(env: Env): Config {
  const scale = Number(env.RATE_LIMIT_SCALE);
  return {
    isDevelopment: env.APP_ENV === "development",
    isDemo: env.DEMO_MODE === "true",
    siteUrl: env.SITE_URL.replace(/(?<!\/)\/+$/, ""),
    siteName: env.SITE_NAME,
    mailFrom: env.MAIL_FROM,
    mailDomain: env.MAIL_DOMAIN,
    authservId: env.MAIL_AUTHSERV_ID,
    contactEmail: env.CONTACT_EMAIL,
    postalAddress: env.POSTAL_ADDRESS,
    rateLimitScale: Number.isFinite(scale) && scale >= 0 ? scale : 1,
    sendsCompressedFiles: env.COMPRESSED_FILES !== "off",
    queuePrefix: env.QUEUE_PREFIX,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    isPasswordLoginOff: env.ADMIN_PASSWORD_LOGIN === "off",
    statsPassword: env.STATS_PASSWORD || undefined,
    sessionSecret: env.SESSION_SECRET || undefined,
    formerSecrets: formerSecrets(env.SESSION_SECRET_PREVIOUS),
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET || undefined,
    stripeSecretKey: env.STRIPE_SECRET_KEY || undefined,
    heartbeatUrl: httpsUrl(env.HEARTBEAT_URL),
    stripePriceIds: (env.STRIPE_PRICE_IDS ?? "").split(/[\s,]+/).filter((id) => id !== ""),
    vipCheckoutUrl: httpsUrl(env.VIP_CHECKOUT_URL),
    stripePortalUrl: httpsUrl(env.STRIPE_PORTAL_URL),
    mapStyleUrl: httpsUrl(env.MAP_STYLE_URL),
    backupPublicKey: env.BACKUP_PUBLIC_KEY?.trim() || null,
    geocoderUrl: serviceUrl(env, env.GEOCODER_URL),
    alertWebhookUrl: serviceUrl(env, env.ALERT_WEBHOOK_URL),
    bulkMail: bulkMailOf(env),
    resendApiKey: env.RESEND_API_KEY || undefined,
    resendWebhookSecret: env.RESEND_WEBHOOK_SECRET || undefined,
  };
}
