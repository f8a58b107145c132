// The schema barrel: every table, for drizzle-kit and nothing else.
export * from "../features/ads/ads.table.ts";
export * from "../features/audit/audit.table.ts";
export * from "../features/bans/bans.table.ts";
export * from "../features/digest/mailings.table.ts";
export * from "../features/listings/fingerprints.table.ts";
export * from "../features/listings/interest.table.ts";
export * from "../features/listings/listings.table.ts";
export * from "../features/listings/place-counts.table.ts";
export * from "../features/listings/waiting-photos.table.ts";
export * from "../features/market/market.table.ts";
export * from "../features/places/places.table.ts";
export * from "../features/reports/reports.table.ts";
export * from "../features/sessions/sessions.table.ts";
export * from "../features/subscribers/subscribers.table.ts";
export * from "../features/vip/vip.table.ts";
export * from "../features/visitors/visitors.table.ts";
export * from "../platform/tables.ts";
