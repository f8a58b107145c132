/**
 * Most addresses that a sitemap file may hold (sitemaps.org): what is more lies in windows of so many ids. An index of the
 * tables is by window, so another number is a migration.
 */
export const ADDRESSES_A_FILE = 50_000;
