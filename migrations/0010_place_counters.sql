-- How many approved listings there are at each neighbourhood and station, kept by triggers as the totals of 0001.
INSERT INTO listing_place_counts (kind, name, lines, listings)
SELECT 'neighbourhood', neighbourhood, '[]', count(*) FROM listings
WHERE status = 'approved' AND neighbourhood IS NOT NULL GROUP BY neighbourhood;
--> statement-breakpoint
INSERT INTO listing_place_counts (kind, name, lines, listings)
SELECT 'station', closest_subway_station, max(subway_lines), count(*) FROM listings
WHERE status = 'approved' AND closest_subway_station IS NOT NULL GROUP BY closest_subway_station;
--> statement-breakpoint
CREATE TRIGGER listings_place_insert AFTER INSERT ON listings WHEN NEW.status = 'approved' BEGIN
  INSERT INTO listing_place_counts (kind, name, lines, listings)
  SELECT 'neighbourhood', NEW.neighbourhood, '[]', 1 WHERE NEW.neighbourhood IS NOT NULL
  ON CONFLICT (kind, name) DO UPDATE SET listings = listings + 1;
  INSERT INTO listing_place_counts (kind, name, lines, listings)
  SELECT 'station', NEW.closest_subway_station, NEW.subway_lines, 1 WHERE NEW.closest_subway_station IS NOT NULL
  ON CONFLICT (kind, name) DO UPDATE SET listings = listings + 1, lines = excluded.lines;
END;
--> statement-breakpoint
CREATE TRIGGER listings_place_update
AFTER UPDATE OF status, neighbourhood, closest_subway_station, subway_lines ON listings
WHEN (OLD.status = 'approved' OR NEW.status = 'approved') AND (
  OLD.status <> NEW.status OR OLD.neighbourhood IS NOT NEW.neighbourhood
  OR OLD.closest_subway_station IS NOT NEW.closest_subway_station OR OLD.subway_lines <> NEW.subway_lines
) BEGIN
  UPDATE listing_place_counts SET listings = listings - 1
  WHERE kind = 'neighbourhood' AND name = OLD.neighbourhood AND OLD.status = 'approved';
  UPDATE listing_place_counts SET listings = listings - 1
  WHERE kind = 'station' AND name = OLD.closest_subway_station AND OLD.status = 'approved';
  INSERT INTO listing_place_counts (kind, name, lines, listings)
  SELECT 'neighbourhood', NEW.neighbourhood, '[]', 1 WHERE NEW.status = 'approved' AND NEW.neighbourhood IS NOT NULL
  ON CONFLICT (kind, name) DO UPDATE SET listings = listings + 1;
  INSERT INTO listing_place_counts (kind, name, lines, listings)
  SELECT 'station', NEW.closest_subway_station, NEW.subway_lines, 1
  WHERE NEW.status = 'approved' AND NEW.closest_subway_station IS NOT NULL
  ON CONFLICT (kind, name) DO UPDATE SET listings = listings + 1, lines = excluded.lines;
END;
--> statement-breakpoint
CREATE TRIGGER listings_place_delete AFTER DELETE ON listings WHEN OLD.status = 'approved' BEGIN
  UPDATE listing_place_counts SET listings = listings - 1 WHERE kind = 'neighbourhood' AND name = OLD.neighbourhood;
  UPDATE listing_place_counts SET listings = listings - 1 WHERE kind = 'station' AND name = OLD.closest_subway_station;
END;
