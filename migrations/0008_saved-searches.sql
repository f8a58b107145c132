CREATE TABLE `alert_finds` (
	`reader_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`news` integer NOT NULL,
	`search_id` integer NOT NULL,
	`from_cents` integer,
	`due_at` integer NOT NULL,
	`is_instant` integer NOT NULL,
	PRIMARY KEY(`reader_id`, `listing_id`, `news`, `search_id`)
);
--> statement-breakpoint
CREATE INDEX `alert_finds_due` ON `alert_finds` (`due_at`,`reader_id`,`is_instant`);--> statement-breakpoint
CREATE TABLE `alert_readers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`address_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`stopped_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_readers_email` ON `alert_readers` (`email_key`);--> statement-breakpoint
CREATE INDEX `alert_readers_address_hash` ON `alert_readers` (`address_hash`);--> statement-breakpoint
CREATE TABLE `alerts_told` (
	`address_hash` text NOT NULL,
	`listing_id` integer NOT NULL,
	`news` integer NOT NULL,
	`mailing` text NOT NULL,
	`search_id` integer NOT NULL,
	`from_cents` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `listing_id`, `news`)
);
--> statement-breakpoint
CREATE INDEX `alerts_told_mailing` ON `alerts_told` (`mailing`,`address_hash`);--> statement-breakpoint
CREATE INDEX `alerts_told_at` ON `alerts_told` (`at`);--> statement-breakpoint
CREATE TABLE `alert_keys` (
	`key` text NOT NULL,
	`min_rent` integer NOT NULL,
	`max_rent` integer NOT NULL,
	`search_id` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alert_keys_wanted` ON `alert_keys` (`key`,`max_rent`,`search_id`,`min_rent`);--> statement-breakpoint
CREATE INDEX `alert_keys_search` ON `alert_keys` (`search_id`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reader_id` integer NOT NULL,
	`name` text,
	`type` text NOT NULL,
	`query` text NOT NULL,
	`sealed_places` text,
	`search_hash` text NOT NULL,
	`frequency` text NOT NULL,
	`state` text NOT NULL,
	`state_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`consent_version` text NOT NULL,
	`confirmed_at` integer,
	`confirmed_by` text,
	`wanted_at` integer NOT NULL,
	`asked_again_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_once` ON `saved_searches` (`reader_id`,`search_hash`);--> statement-breakpoint
CREATE INDEX `saved_searches_wanted` ON `saved_searches` (`wanted_at`) WHERE state = 'active' AND asked_again_at IS NULL;--> statement-breakpoint
CREATE INDEX `saved_searches_asked_again` ON `saved_searches` (`asked_again_at`) WHERE state = 'active' AND asked_again_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `saved_searches_leaving` ON `saved_searches` (`state_at`) WHERE state IN ('asked', 'stopped');--> statement-breakpoint
-- Written by hand from here on: totals by state, and what a restored backup must not undo.
INSERT INTO counters (key, value) VALUES
  ('searches:asked', 0), ('searches:active', 0), ('searches:paused', 0), ('searches:stopped', 0);--> statement-breakpoint
CREATE TRIGGER searches_count_insert AFTER INSERT ON saved_searches BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'searches:' || NEW.state;
END;--> statement-breakpoint
CREATE TRIGGER searches_count_update AFTER UPDATE OF state ON saved_searches WHEN OLD.state <> NEW.state BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'searches:' || OLD.state;
  UPDATE counters SET value = value + 1 WHERE key = 'searches:' || NEW.state;
END;--> statement-breakpoint
CREATE TRIGGER searches_count_delete AFTER DELETE ON saved_searches BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'searches:' || OLD.state;
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_search_stopped AFTER UPDATE OF state ON saved_searches
WHEN OLD.state = 'active' AND NEW.state <> 'active' BEGIN
  INSERT INTO withdrawals (kind, ref, detail) VALUES ('search.stopped', NEW.id, NEW.state);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_search_erased AFTER DELETE ON saved_searches WHEN OLD.state <> 'asked' BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('search.erased', OLD.id);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_alerts_stopped AFTER UPDATE OF stopped_at ON alert_readers
WHEN OLD.stopped_at IS NULL AND NEW.stopped_at IS NOT NULL BEGIN
  INSERT INTO withdrawals (kind, ref, hash) VALUES ('alerts.stopped', NEW.id, NEW.address_hash);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_alerts_erased AFTER DELETE ON alert_readers BEGIN
  INSERT INTO withdrawals (kind, ref, hash) VALUES ('alerts.erased', OLD.id, OLD.address_hash);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_alerts_told AFTER INSERT ON alerts_told BEGIN
  INSERT INTO withdrawals (kind, ref, hash, detail) VALUES
    ('alerts.told', NEW.listing_id, NEW.address_hash, json_array(NEW.news, NEW.mailing, NEW.search_id, NEW.from_cents));
END;
