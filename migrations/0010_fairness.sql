CREATE TABLE `appeals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`rejected_at` integer NOT NULL,
	`rejected_by` text NOT NULL,
	`reason` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`decision_id` text,
	`answer` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_once` ON `appeals` (`listing_id`,`rejected_at`);--> statement-breakpoint
CREATE INDEX `appeals_open` ON `appeals` (`id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `appeals_decision` ON `appeals` (`decision_id`);--> statement-breakpoint
CREATE INDEX `appeals_created` ON `appeals` (`created_at`);--> statement-breakpoint
CREATE TABLE `listing_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`author` text NOT NULL,
	`via` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`decision_id` text,
	`mail_key` text
);
--> statement-breakpoint
CREATE INDEX `listing_messages_listing` ON `listing_messages` (`listing_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `listing_messages_mail` ON `listing_messages` (`mail_key`);--> statement-breakpoint
CREATE INDEX `listing_messages_decision` ON `listing_messages` (`decision_id`);--> statement-breakpoint
CREATE INDEX `listing_messages_created` ON `listing_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `transparency_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`month` text NOT NULL,
	`kind` text NOT NULL,
	`area` text NOT NULL,
	`bedrooms` text NOT NULL,
	`reason` text,
	`minutes` integer,
	`listing_id` integer,
	`decision_id` text
);
--> statement-breakpoint
CREATE INDEX `transparency_entries_month` ON `transparency_entries` (`month`,`minutes`);--> statement-breakpoint
CREATE INDEX `transparency_entries_decision` ON `transparency_entries` (`decision_id`,`listing_id`);--> statement-breakpoint
CREATE TABLE `transparency_months` (
	`month` text PRIMARY KEY NOT NULL,
	`figures` text NOT NULL,
	`closed_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `bans` ADD `kind` text DEFAULT 'address' NOT NULL;--> statement-breakpoint
CREATE INDEX `bans_photos` ON `bans` (`id`) WHERE kind = 'photo' AND is_active = 1;--> statement-breakpoint
ALTER TABLE `listings` ADD `phone_hidden_at` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `phone_hidden_until` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `rejected_at` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `rejected_by` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `answered_at` integer;--> statement-breakpoint
CREATE INDEX `listings_under_review` ON `listings` (`phone_hidden_until`) WHERE phone_hidden_until IS NOT NULL;--> statement-breakpoint
-- Written by hand: bans of ranges were not told from those of addresses before.
UPDATE `bans` SET `kind` = 'network' WHERE `ip_address` LIKE '%/%';
