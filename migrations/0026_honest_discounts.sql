CREATE TABLE `listing_terms` (
	`id` integer PRIMARY KEY NOT NULL,
	`word` text NOT NULL,
	`listings` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listing_terms_word_unique` ON `listing_terms` (`word`);--> statement-breakpoint
CREATE TABLE `own_rents` (
	`bedrooms` text NOT NULL,
	`kind` text NOT NULL,
	`area` text NOT NULL,
	`median_cents` integer NOT NULL,
	`listings` integer NOT NULL,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`computed_at` integer NOT NULL,
	PRIMARY KEY(`bedrooms`, `kind`, `area`)
);
--> statement-breakpoint
DROP INDEX `listings_by_discount`;--> statement-breakpoint
DROP INDEX `listings_by_type_discount`;--> statement-breakpoint
ALTER TABLE `listings` ADD `home_type` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `address_precision` text DEFAULT 'exact' NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `text_key` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `search_text` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `postal_area` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `compared_percent` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `awaits_confirmation` integer GENERATED ALWAYS AS (confirmed_at IS NULL AND (coalesce(compared_percent, 0) >= 40 OR instr(review_notes, '"code":"reads_like_room"') > 0 OR instr(review_notes, '"code":"reads_like_shared_bed"') > 0 OR instr(review_notes, '"code":"reads_like_basement"') > 0 OR instr(review_notes, '"code":"reads_like_wanted_ad"') > 0 OR instr(review_notes, '"code":"not_a_home"') > 0 OR instr(review_notes, '"code":"other_rent_in_text"') > 0)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_area` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_kind` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_method` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_checked_on` text;--> statement-breakpoint
CREATE INDEX `listings_searched` ON `listings` (id,expires_at,first_approved_at,bedrooms,rent_cents,below_market_percent,awaits_confirmation,bathrooms,home_type,municipality,neighbourhood,closest_subway_station,subway_lines,distance_to_subway,is_rent_controlled,rent_control_confidence,move_in_date,pets,parking,laundry,utilities_included,furnished,lease_months,latitude,longitude) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_unread` ON `listings` (`id`) WHERE status = 'approved' AND search_text IS NULL;--> statement-breakpoint
CREATE INDEX `listings_confirmed` ON `listings` (`confirmed_at`) WHERE status = 'approved' AND confirmed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_asked_rents` ON `listings` (`bedrooms`,first_approved_at DESC) WHERE first_approved_at IS NOT NULL AND (home_type IN ('basement', 'shared_bed') OR municipality NOT IN ('Toronto', 'North York', 'East York', 'Scarborough', 'Etobicoke', 'York'));--> statement-breakpoint
CREATE INDEX `listings_text_key` ON `listings` (`text_key`) WHERE text_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_by_discount` ON `listings` (below_market_percent DESC,awaits_confirmation,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_discount` ON `listings` (`bedrooms`,below_market_percent DESC,awaits_confirmation,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
ALTER TABLE `mailings` ADD `proven_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `market_benchmarks` ADD `checked_on` text;--> statement-breakpoint
UPDATE listings SET compared_percent = below_market_percent,
  (market_area, market_kind, market_method) = (
    SELECT benchmark.area, benchmark.kind, benchmark.method FROM market_benchmarks AS benchmark
    WHERE benchmark.bedrooms = listings.bedrooms AND benchmark.as_of = listings.market_as_of LIMIT 1
  )
WHERE below_market_percent IS NOT NULL;
--> statement-breakpoint
UPDATE listings SET home_type = 'room' WHERE bedrooms = 'Private Room' AND home_type IS NULL;
--> statement-breakpoint
UPDATE listings SET below_market_percent = NULL WHERE compared_percent >= 40 AND confirmed_at IS NULL;
--> statement-breakpoint
UPDATE mailings SET proven_count = json_array_length(listing_ids) WHERE kind = 'digest';
--> statement-breakpoint
-- What was compared with the City's figures wherever it is, is compared again, like with like, and read for what it is.
INSERT INTO outbox (kind, payload, created_at)
SELECT 'market.compare_again', json_object('bedrooms', type.value, 'afterId', 0, 'isLastLook', json('false')), unixepoch() * 1000
FROM json_each('["Studio","1 Bedroom","2 Bedrooms","3 Bedrooms","4+ Bedrooms","Private Room"]') AS type
WHERE EXISTS (SELECT 1 FROM listings);
--> statement-breakpoint
-- A postal area is not a neighbourhood: the rules' new day has each of these looked up again, which tells the area.
UPDATE listings SET neighbourhood = NULL
WHERE latitude IS NULL AND neighbourhood IS NOT NULL
  AND id IN (SELECT listing_id FROM listing_places WHERE method = 'fsa');
--> statement-breakpoint
-- Written by hand from here on. What the search reads of a public listing: its words, and the names of where it is.
CREATE VIEW listings_said AS SELECT id, status,
  coalesce(search_text, '') || ' ' || bedrooms || iif(bedrooms = 'Private Room', ' room', ' apartment')
  || iif(bedrooms = 'Studio', ' bachelor', '') || ' ' || bathrooms || ' bathrooms '
  || coalesce(replace(home_type, '_', ' '), '')
  || iif(pets IN ('yes', 'limited'), ' pets allowed pet friendly', '')
  || iif(parking IN ('included', 'extra'), ' parking', '') || iif(parking = 'included', ' included', '')
  || CASE laundry WHEN 'unit' THEN ' in-unit laundry ensuite' WHEN 'building' THEN ' laundry in building' ELSE '' END
  || iif(utilities_included = 1, ' utilities included', '') || iif(furnished = 1, ' furnished', '')
  || iif(lease_months <= 6, ' short lease', '') || iif(lease_months = 0, ' month to month', '') AS words,
  coalesce(neighbourhood, '') || ' | ' || municipality
  || iif(municipality IN ('North York', 'East York', 'Scarborough', 'Etobicoke', 'York'), ' | Toronto', '')
  || ' | ' || coalesce(closest_subway_station || ' station subway', '') AS place
FROM listings;
--> statement-breakpoint
-- Of public listings alone. Deleting is secure: no word of one that is not public any more is left in the index.
CREATE VIRTUAL TABLE listings_words USING fts5(
  words, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
--> statement-breakpoint
INSERT INTO listings_words (listings_words, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
CREATE VIRTUAL TABLE listing_terms_search USING fts5(
  word, content = 'listing_terms', content_rowid = 'id', tokenize = 'trigram'
);
--> statement-breakpoint
INSERT INTO listing_terms_search (listing_terms_search, rank) VALUES ('secure-delete', 1);
--> statement-breakpoint
INSERT INTO listings_words (rowid, words, place) SELECT id, words, place FROM listings_said WHERE status = 'approved';
--> statement-breakpoint
CREATE TRIGGER listings_words_insert AFTER INSERT ON listings WHEN NEW.status = 'approved' BEGIN
  INSERT INTO listings_words (rowid, words, place) SELECT id, words, place FROM listings_said WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER listings_words_update AFTER UPDATE OF status, search_text, bedrooms, bathrooms, home_type, neighbourhood,
  municipality, closest_subway_station, pets, parking, laundry, utilities_included, furnished, lease_months ON listings
WHEN OLD.status = 'approved' OR NEW.status = 'approved' BEGIN
  DELETE FROM listings_words WHERE rowid = OLD.id;
  INSERT INTO listings_words (rowid, words, place)
  SELECT id, words, place FROM listings_said WHERE id = NEW.id AND status = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER listings_words_delete AFTER DELETE ON listings WHEN OLD.status = 'approved' BEGIN
  DELETE FROM listings_words WHERE rowid = OLD.id;
END;
--> statement-breakpoint
-- search_text is letters and digits with one blank between two words, so that it makes a list of JSON as it stands.
CREATE TRIGGER listing_terms_insert AFTER INSERT ON listings WHEN NEW.status = 'approved' BEGIN
  INSERT INTO listing_terms (word, listings)
  SELECT value, 1 FROM json_each('["' || replace(NEW.search_text, ' ', '","') || '"]')
  WHERE length(value) BETWEEN 4 AND 30 AND value NOT GLOB '*[0-9]*'
  ON CONFLICT (word) DO UPDATE SET listings = listings + 1;
END;
--> statement-breakpoint
CREATE TRIGGER listing_terms_update AFTER UPDATE OF status, search_text ON listings
WHEN (OLD.status = 'approved' OR NEW.status = 'approved')
  AND (OLD.status <> NEW.status OR OLD.search_text IS NOT NEW.search_text) BEGIN
  UPDATE listing_terms SET listings = listings - 1 WHERE OLD.status = 'approved'
  AND word IN (SELECT value FROM json_each('["' || replace(OLD.search_text, ' ', '","') || '"]'));
  INSERT INTO listing_terms (word, listings)
  SELECT value, 1 FROM json_each('["' || replace(NEW.search_text, ' ', '","') || '"]')
  WHERE NEW.status = 'approved' AND length(value) BETWEEN 4 AND 30 AND value NOT GLOB '*[0-9]*'
  ON CONFLICT (word) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_terms WHERE listings <= 0
  AND word IN (SELECT value FROM json_each('["' || replace(OLD.search_text, ' ', '","') || '"]'));
END;
--> statement-breakpoint
CREATE TRIGGER listing_terms_search_insert AFTER INSERT ON listing_terms BEGIN
  INSERT INTO listing_terms_search (rowid, word) VALUES (NEW.id, NEW.word);
END;
--> statement-breakpoint
CREATE TRIGGER listing_terms_search_delete AFTER DELETE ON listing_terms BEGIN
  INSERT INTO listing_terms_search (listing_terms_search, rowid, word) VALUES ('delete', OLD.id, OLD.word);
END;
