import type { Env } from "./env.ts";

/** Settings of this deployment, parsed once from vars and secrets. */
export interface Config {
  isDevelopment: boolean;
  /** Origin of the site, without a trailing slash. */
  siteUrl: string;
  siteName: string;
  mailFrom: string;
  contactEmail: string;
  /** Shown in every mail (CASL); empty in development. */
  postalAddress: string;
  /** Multiplies every limit; 0 switches limits off. */
  rateLimitScale: number;
  /** Undefined when the secret is missing: the part that needs it refuses to work. */
  adminPassword: string | undefined;
  sessionSecret: string | undefined;
}

/** Reads the vars. Anything but `APP_ENV = "development"` is production. */
export function readConfig(env: Env): Config {
  const scale = Number(env.RATE_LIMIT_SCALE);
  return {
    isDevelopment: env.APP_ENV === "development",
    siteUrl: env.SITE_URL.replace(/\/+$/, ""),
    siteName: env.SITE_NAME,
    mailFrom: env.MAIL_FROM,
    contactEmail: env.CONTACT_EMAIL,
    postalAddress: env.POSTAL_ADDRESS,
    rateLimitScale: Number.isFinite(scale) && scale >= 0 ? scale : 1,
    adminPassword: env.ADMIN_PASSWORD || undefined,
    sessionSecret: env.SESSION_SECRET || undefined,
  };
}
