// What follows from the rows of other tables. Triggers keep it; a restore, which loads rows without them, computes it.

/** Fills a search index with the rows of some ids, as its triggers would. */
export const SEARCH_INDEXES: Readonly<Record<string, { of: string; fill: string }>> = {
  listings_search: {
    of: "listings",
    fill: `INSERT INTO listings_search (rowid, address, unit, email, phone, phone_key, landlord_name)
      SELECT id, address, unit, email, phone, phone_key, landlord_name FROM listings WHERE id BETWEEN ?from AND ?to`,
  },
  listings_words: {
    of: "listings",
    fill: `INSERT INTO listings_words (rowid, words, place)
      SELECT id, words, place FROM listings_said WHERE status = 'approved' AND id BETWEEN ?from AND ?to`,
  },
  listing_terms_search: {
    of: "listing_terms",
    fill: `INSERT INTO listing_terms_search (rowid, word) SELECT id, word FROM listing_terms WHERE id BETWEEN ?from AND ?to`,
  },
  forum_threads_search: {
    of: "forum_threads",
    fill: `INSERT INTO forum_threads_search (rowid, title, content)
      SELECT id, title, content FROM forum_threads WHERE is_deleted = 0 AND id BETWEEN ?from AND ?to`,
  },
  forum_comments_search: {
    of: "forum_comments",
    fill: `INSERT INTO forum_comments_search (rowid, content)
      SELECT id, content FROM forum_comments WHERE is_deleted = 0 AND id BETWEEN ?from AND ?to`,
  },
};

/** Ids of one statement, which D1 ends after 30 seconds. */
const IDS_AT_ONCE = 5_000;

/** The statements that fill a search index. @param lastId the highest id of the table it is of */
export function fillStatements(fill: string, lastId: number): string[] {
  return Array.from({ length: Math.ceil(lastId / IDS_AT_ONCE) }, (_, nth) =>
    fill.replace("?from", String(nth * IDS_AT_ONCE + 1)).replace("?to", String((nth + 1) * IDS_AT_ONCE)),
  );
}

const count = (key: string, from: string) =>
  `UPDATE counters SET value = (SELECT count(*) FROM ${from}) WHERE key ${key}`;

/**
 * Totals are counted again: the parts of a backup are read one after the other, so totals and rows may be of different
 * moments.
 */
export const RECOUNTS: readonly string[] = [
  count("= 'admin'", "listings WHERE status <> 'deleted'"),
  count("LIKE 'status:%'", "listings WHERE status = substr(key, 8)"),
  count("= 'approved'", "listings WHERE status = 'approved'"),
  count("LIKE 'approved:%'", "listings WHERE status = 'approved' AND bedrooms = substr(key, 10)"),
  "DELETE FROM report_groups",
  `INSERT INTO report_groups (target_type, target_id, reports, last_id)
    SELECT target_type, target_id, count(*), max(id) FROM reports WHERE resolved_at IS NULL GROUP BY 1, 2`,
  count("= 'reports'", "reports WHERE resolved_at IS NULL"),
  count("= 'report_groups'", "report_groups"),
  count("= 'audit'", "audit_log"),
  count(
    "IN ('subscribers:pending', 'subscribers:confirmed', 'subscribers:unsubscribed', 'subscribers:suppressed')",
    "subscribers WHERE status = substr(key, 13)",
  ),
  "UPDATE counters SET value = 0 WHERE key LIKE 'subscribers:from:%'",
  `INSERT INTO counters (key, value)
    SELECT 'subscribers:from:' || coalesce(referrer, 'Unknown') AS source, count(*) AS number FROM subscribers
    WHERE status = 'confirmed' GROUP BY 1 ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  count("= 'vip'", "vip_subscriptions WHERE has_access"),
  count("= 'forum:threads:all'", "forum_threads"),
  count("= 'forum:threads'", "forum_threads WHERE is_deleted = 0"),
  count("= 'forum:comments'", "forum_comments WHERE is_deleted = 0"),
  count("= 'automation:activity'", "automation_activity"),
  count("= 'bans'", "bans"),
  count("= 'bans:active'", "bans WHERE is_active = 1"),
  `UPDATE forum_threads SET comment_count = (
    SELECT count(*) FROM forum_comments WHERE thread_id = forum_threads.id AND is_deleted = 0)`,
  `UPDATE listings SET report_count = (SELECT count(*) FROM reports
    WHERE target_type = 'listing' AND target_id = listings.id AND resolved_at IS NULL)`,
  "UPDATE listing_place_counts SET listings = 0",
  `INSERT INTO listing_place_counts (kind, name, lines, listings)
    SELECT 'neighbourhood', neighbourhood, '[]', count(*) FROM listings
    WHERE status = 'approved' AND neighbourhood IS NOT NULL GROUP BY neighbourhood
    ON CONFLICT (kind, name) DO UPDATE SET listings = excluded.listings`,
  `INSERT INTO listing_place_counts (kind, name, lines, listings)
    SELECT 'station', closest_subway_station, max(subway_lines), count(*) FROM listings
    WHERE status = 'approved' AND closest_subway_station IS NOT NULL GROUP BY closest_subway_station
    ON CONFLICT (kind, name) DO UPDATE SET listings = excluded.listings`,
  "DELETE FROM listing_place_states",
  `INSERT INTO listing_place_states (method, confidence, data_version, listings)
    SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, ''), count(*)
    FROM listings LEFT JOIN listing_places AS place ON place.listing_id = listings.id
    WHERE listings.status NOT IN ('deleted', 'rented') GROUP BY 1, 2, 3`,
];
