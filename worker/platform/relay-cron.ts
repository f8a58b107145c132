/**
 * The cron trigger by which a local server that does not tick hands over what the seeding stored (scripts/local-cron.ts).
 * wrangler.toml has no such trigger, so that production never sees it.
 */
export const RELAY_CRON = "relay";
