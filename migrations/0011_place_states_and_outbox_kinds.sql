CREATE TABLE `listing_place_states` (
	`method` text NOT NULL,
	`confidence` text NOT NULL,
	`data_version` text NOT NULL,
	`listings` integer NOT NULL,
	PRIMARY KEY(`method`, `confidence`, `data_version`)
);
--> statement-breakpoint
CREATE INDEX `outbox_undone_kind` ON `outbox` (`kind`,`id`) WHERE done_at IS NULL AND gave_up_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_given_up_kind` ON `outbox` (`kind`,`gave_up_at`) WHERE gave_up_at IS NOT NULL;
--> statement-breakpoint
-- How many listings, but deleted and rented ones, have their place known in each way and from which data.
INSERT INTO listing_place_states (method, confidence, data_version, listings)
SELECT coalesce(method, ''), coalesce(confidence, ''), coalesce(data_version, ''), count(*)
FROM listings LEFT JOIN listing_places ON listing_id = listings.id
WHERE status NOT IN ('deleted', 'rented') GROUP BY 1, 2, 3;
--> statement-breakpoint
CREATE TRIGGER listings_place_state_insert AFTER INSERT ON listings WHEN NEW.status NOT IN ('deleted', 'rented') BEGIN
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, ''), 1
  FROM (SELECT NEW.id AS id) AS listing LEFT JOIN listing_places place ON place.listing_id = listing.id
  WHERE true
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
END;
--> statement-breakpoint
CREATE TRIGGER listings_place_state_update AFTER UPDATE OF status ON listings
WHEN (OLD.status NOT IN ('deleted', 'rented')) <> (NEW.status NOT IN ('deleted', 'rented')) BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE (method, confidence, data_version) = (
    SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, '')
    FROM (SELECT OLD.id AS id) AS listing LEFT JOIN listing_places place ON place.listing_id = listing.id
  ) AND OLD.status NOT IN ('deleted', 'rented');
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, ''), 1
  FROM (SELECT NEW.id AS id) AS listing LEFT JOIN listing_places place ON place.listing_id = listing.id
  WHERE NEW.status NOT IN ('deleted', 'rented')
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_place_states WHERE listings < 1;
END;
--> statement-breakpoint
CREATE TRIGGER listings_place_state_delete AFTER DELETE ON listings WHEN OLD.status NOT IN ('deleted', 'rented') BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE (method, confidence, data_version) = (
    SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, '')
    FROM (SELECT OLD.id AS id) AS listing LEFT JOIN listing_places place ON place.listing_id = listing.id
  );
  DELETE FROM listing_place_states WHERE listings < 1;
END;
--> statement-breakpoint
CREATE TRIGGER listing_places_state_insert AFTER INSERT ON listing_places BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE method = '' AND confidence = '' AND data_version = ''
  AND EXISTS (SELECT 1 FROM listings WHERE id = NEW.listing_id AND status NOT IN ('deleted', 'rented'));
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT coalesce(NEW.method, ''), coalesce(NEW.confidence, ''), NEW.data_version, 1
  WHERE EXISTS (SELECT 1 FROM listings WHERE id = NEW.listing_id AND status NOT IN ('deleted', 'rented'))
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_place_states WHERE listings < 1;
END;
--> statement-breakpoint
CREATE TRIGGER listing_places_state_update AFTER UPDATE OF method, confidence, data_version ON listing_places
WHEN OLD.method IS NOT NEW.method OR OLD.confidence IS NOT NEW.confidence OR OLD.data_version <> NEW.data_version BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE method = coalesce(OLD.method, '') AND confidence = coalesce(OLD.confidence, '')
  AND data_version = OLD.data_version
  AND EXISTS (SELECT 1 FROM listings WHERE id = OLD.listing_id AND status NOT IN ('deleted', 'rented'));
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT coalesce(NEW.method, ''), coalesce(NEW.confidence, ''), NEW.data_version, 1
  WHERE EXISTS (SELECT 1 FROM listings WHERE id = NEW.listing_id AND status NOT IN ('deleted', 'rented'))
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_place_states WHERE listings < 1;
END;
--> statement-breakpoint
CREATE TRIGGER listing_places_state_delete AFTER DELETE ON listing_places BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE method = coalesce(OLD.method, '') AND confidence = coalesce(OLD.confidence, '')
  AND data_version = OLD.data_version
  AND EXISTS (SELECT 1 FROM listings WHERE id = OLD.listing_id AND status NOT IN ('deleted', 'rented'));
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT '', '', '', 1
  WHERE EXISTS (SELECT 1 FROM listings WHERE id = OLD.listing_id AND status NOT IN ('deleted', 'rented'))
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_place_states WHERE listings < 1;
END;
