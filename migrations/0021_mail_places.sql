CREATE TABLE `mail_places` (
	`address_hash` text NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `mail_places_at` ON `mail_places` (`at`);--> statement-breakpoint
CREATE TABLE `proven_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`proven_at` integer NOT NULL,
	`last_used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `proven_addresses_used` ON `proven_addresses` (`last_used_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_mail_suppressions` (
	`address_hash` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `reason`)
);
--> statement-breakpoint
INSERT INTO `__new_mail_suppressions`("address_hash", "reason", "at") SELECT "address_hash", "reason", "at" FROM `mail_suppressions`;--> statement-breakpoint
DROP TABLE `mail_suppressions`;--> statement-breakpoint
ALTER TABLE `__new_mail_suppressions` RENAME TO `mail_suppressions`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
ALTER TABLE `forum_follows` ADD `address_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `forum_follows_address_hash` ON `forum_follows` (`address_hash`);--> statement-breakpoint
ALTER TABLE `subscribers` ADD `address_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `subscribers_address_hash` ON `subscribers` (`address_hash`);--> statement-breakpoint
CREATE INDEX `audit_log_former_email` ON `audit_log` (lower(before_json ->> '$.email')) WHERE target_type = 'listing';--> statement-breakpoint
CREATE INDEX `privacy_requests_email` ON `privacy_requests` (`email`);--> statement-breakpoint
-- Addresses are remembered by the first 26 characters of their hash from now on.
UPDATE mail_suppressions SET address_hash = substr(address_hash, 1, 26);
--> statement-breakpoint
-- What leaves the index of the moderators' search leaves its pages at once, and not at some later merge.
INSERT INTO listings_search (listings_search, rank) VALUES ('secure-delete', 1);
