/**
 * The cron expression that makes a local server relay the seeded outbox (scripts/local-start.ts). wrangler.toml has no
 * such trigger, so production never runs it.
 */
export const RELAY_CRON = "relay";
