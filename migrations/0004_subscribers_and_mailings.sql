CREATE TABLE `mailings` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`scheduled_at` integer NOT NULL,
	`status` text DEFAULT 'freezing' NOT NULL,
	`listing_ids` text DEFAULT '[]' NOT NULL,
	`week_listing_ids` text DEFAULT '[]' NOT NULL,
	`frozen` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`uncertain` integer DEFAULT 0 NOT NULL,
	`paused_until` integer,
	`problem` text,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `mailings_by_time` ON `mailings` (`kind`,scheduled_at DESC);--> statement-breakpoint
CREATE INDEX `mailings_open` ON `mailings` (`scheduled_at`) WHERE status IN ('freezing', 'sending');--> statement-breakpoint
CREATE TABLE `access_codes` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `access_codes_expiring` ON `access_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscriber_id` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`ip_address` text,
	`wording_version` text,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `consents_subscriber` ON `consents` (`subscriber_id`,`id`);--> statement-breakpoint
CREATE TABLE `mail_suppressions` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `privacy_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `privacy_requests_created` ON `privacy_requests` (`created_at`);--> statement-breakpoint
CREATE TABLE `subscriber_days` (
	`day` text PRIMARY KEY NOT NULL,
	`joined` integer DEFAULT 0 NOT NULL,
	`left` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscribers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`session_id` text,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`unsubscribed_at` integer,
	`confirm_version` integer DEFAULT 1 NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`bedrooms` text DEFAULT '[]' NOT NULL,
	`max_rent_cents` integer,
	`areas` text DEFAULT '[]' NOT NULL,
	`frequency` text DEFAULT 'every' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_email` ON `subscribers` (`email_key`);--> statement-breakpoint
CREATE INDEX `subscribers_confirmed` ON `subscribers` (`id`) WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX `subscribers_leaving` ON `subscribers` (`unsubscribed_at`) WHERE status <> 'confirmed';--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `vip_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`email_key` text,
	`status` text NOT NULL,
	`current_period_end` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`state_from` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `vip_subscriptions_email` ON `vip_subscriptions` (`email_key`);--> statement-breakpoint
CREATE INDEX `vip_subscriptions_customer` ON `vip_subscriptions` (`customer_id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `outbox` ADD `due_at` integer;--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_type`,`target_id`);