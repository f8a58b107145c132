import type { AttemptCounter } from "./attempt-counter.do.ts";
import type { Mailing } from "./mailing.do.ts";
import type { PurgeGate } from "./purge-gate.do.ts";

/** What wrangler.toml and the secrets bind. Only `makeDeps` reads it. */
export interface Env {
  ASSETS: Fetcher;
  DB: D1Database;
  PHOTOS: R2Bucket;
  STATS_SESSIONS: KVNamespace;
  IMAGES: ImagesBinding;
  EMAIL: SendEmail;
  JOBS: Queue;
  SLOW_JOBS: Queue;
  MAILS: Queue;
  ATTEMPTS: DurableObjectNamespace<AttemptCounter>;
  MAILINGS: DurableObjectNamespace<Mailing>;
  VISITOR_SHARDS: DurableObjectNamespace;
  VISITOR_HUB: DurableObjectNamespace;
  PURGES: DurableObjectNamespace<PurgeGate>;
  LIMIT_WRITES: RateLimit;
  LIMIT_UPLOADS: RateLimit;
  LIMIT_TRACKING: RateLimit;

  APP_ENV: string;
  SITE_URL: string;
  SITE_NAME: string;
  MAIL_FROM: string;
  MAIL_DOMAIN: string;
  MAIL_AUTHSERV_ID: string;
  CONTACT_EMAIL: string;
  POSTAL_ADDRESS: string;
  STRIPE_PRICE_IDS?: string;
  VIP_CHECKOUT_URL: string;
  STRIPE_PORTAL_URL: string;
  MAP_STYLE_URL?: string;
  MAP_HOSTS?: string;
  GEOCODER_URL?: string;
  RATE_LIMIT_SCALE: string;

  ADMIN_PASSWORD?: string;
  STATS_PASSWORD?: string;
  SESSION_SECRET?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  STRIPE_SECRET_KEY?: string;
}
