import { env } from "cloudflare:workers";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";

/** Number of listings per statement, few enough for D1's time limit of 30 seconds on a busy machine. */
const AT_ONCE = 10_000;

/**
 * Statements that give pending listings made-up facts derived from their ids, and approve them: 150 neighbourhoods, 100
 * stations, a tenth without either. Listings are approved last, as on the site, because changes to public listings
 * rewrite the search index.
 */
const PLACE_SQL = [
  `UPDATE listings SET
    neighbourhood = CASE WHEN h % 10 > 0 THEN 'Quarter ' || (h / 16 % 150) END,
    closest_subway_station = CASE WHEN h % 10 > 0 THEN 'Stop ' || (h / 32 % 100) END,
    subway_lines = CASE h / 32 % 100 % 3 WHEN 0 THEN '["1"]' WHEN 1 THEN '["2"]' ELSE '["1","4"]' END,
    distance_to_subway = CASE WHEN h % 10 > 0 THEN h / 64 % 3000 END,
    latitude = CASE WHEN h % 7 > 0 THEN 43.6 + (h / 8 % 2000) / 10000.0 END,
    longitude = CASE WHEN h % 7 > 0 THEN -79.6 + (h / 128 % 4000) / 10000.0 END,
    is_rent_controlled = CASE h / 4 % 3 WHEN 0 THEN 1 WHEN 1 THEN 0 END,
    rent_control_confidence = CASE h / 4 % 5 WHEN 0 THEN 'low' WHEN 1 THEN 'medium' ELSE 'high' END,
    pets = CASE h / 4 % 4 WHEN 0 THEN 'yes' WHEN 1 THEN 'no' END,
    home_type = CASE h / 4 % 9 WHEN 0 THEN 'condo' WHEN 1 THEN 'basement' END,
    drop_percent = CASE h / 4 % 11 WHEN 0 THEN h / 512 % 30 END,
    rent_cents = CASE WHEN h % 20 > 0 THEN rent_cents END,
    below_market_percent = CASE WHEN h % 20 > 0 THEN below_market_percent END,
    search_text = lower(substr(address, instr(address, ' ') + 1, instr(address, ',') - instr(address, ' ') - 1) || ' | ' ||
      replace(replace(replace(replace(replace(address || '. ' || additional_info, '. ', ' | '), '.', ''), ',', ''), '-', ' '),
      '  ', ' '))
  FROM (SELECT id AS at, id * 2654435761 % 4294967296 / 8 AS h FROM listings WHERE status = 'pending')
  WHERE at = listings.id`,
  `INSERT INTO listing_places (listing_id, confidence, data_version, enriched_at)
  SELECT id, CASE id % 3 WHEN 0 THEN 'high' WHEN 1 THEN 'medium' ELSE 'low' END, '', 0 FROM listings
  WHERE status = 'pending' AND latitude IS NOT NULL`,
];
const APPROVE_SQL = "UPDATE listings SET status = 'approved' WHERE status = 'pending'";

/**
 * Publishes made-up listings numbered in a range, with locations and search words. No other listing may be pending.
 * Benchmarks come from market_benchmarks.
 * @param changes to some listings before publication, as `column = value WHERE condition`
 */
export async function publishPlaced(
  first: number,
  last: number,
  now: Date,
  changes: readonly string[] = [],
): Promise<void> {
  const changed = changes.map((change) => `UPDATE listings SET ${change} AND status = 'pending'`);
  for (let from = first; from <= last; from += AT_ONCE) {
    const added = bulkInsertSql(from, Math.min(AT_ONCE, last - from + 1), now.getTime(), "pending");
    for (const sql of [added, ...PLACE_SQL, ...changed, APPROVE_SQL]) await env.DB.prepare(sql).run();
  }
}
