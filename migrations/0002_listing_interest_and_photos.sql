CREATE TABLE `photo_fingerprints` (
	`band` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`photo_hash` text NOT NULL,
	`fingerprint` text NOT NULL,
	PRIMARY KEY(`band`, `listing_id`, `photo_hash`)
);
--> statement-breakpoint
CREATE INDEX `photo_fingerprints_listing` ON `photo_fingerprints` (`listing_id`);--> statement-breakpoint
CREATE TABLE `listing_interest` (
	`listing_id` integer NOT NULL,
	`kind` text NOT NULL,
	`visitor` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `kind`, `visitor`)
);
--> statement-breakpoint
CREATE INDEX `listing_interest_seen` ON `listing_interest` (`seen_at`);--> statement-breakpoint
CREATE TABLE `waiting_photos` (
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`part` integer NOT NULL,
	`base64` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`prefix`, `hash`, `part`)
);
--> statement-breakpoint
CREATE INDEX `waiting_photos_first` ON `waiting_photos` (`part`,`created_at`);--> statement-breakpoint
DROP INDEX `listings_admin`;--> statement-breakpoint
ALTER TABLE `listings` ADD `viewer_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `caller_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_queue` ON `listings` ((status <> 'pending'),id DESC) WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`gave_up_at`) WHERE gave_up_at IS NOT NULL;