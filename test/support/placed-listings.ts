/**
 * Statements that give every listing made-up facts about its place, different by its id: 150 neighbourhoods, 100
 * stations, one in ten without either; also what landlords say and what the market says. For measuring and for
 * comparing with a model.
 */
export const PLACED_LISTINGS_SQL = [
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
    rent_cents = CASE WHEN h % 20 > 0 THEN rent_cents END,
    below_market_percent = CASE WHEN h % 20 > 0 THEN below_market_percent END
  FROM (SELECT id AS at, id * 2654435761 % 4294967296 / 8 AS h FROM listings) WHERE at = listings.id`,
  `INSERT OR IGNORE INTO listing_places (listing_id, confidence, data_version, enriched_at)
  SELECT id, CASE id % 3 WHEN 0 THEN 'high' WHEN 1 THEN 'medium' ELSE 'low' END, '', 0 FROM listings
  WHERE latitude IS NOT NULL`,
] as const;
