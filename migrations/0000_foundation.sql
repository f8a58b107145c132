CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`before_json` text,
	`after_json` text,
	`ip_address` text
);
--> statement-breakpoint
CREATE INDEX `audit_log_unmasked` ON `audit_log` (`at`) WHERE ip_address NOT LIKE '%/%';--> statement-breakpoint
CREATE TABLE `bans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ip_address` text NOT NULL,
	`network` text NOT NULL,
	`reason` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `bans_active` ON `bans` (`network`) WHERE is_active = 1;--> statement-breakpoint
CREATE TABLE `listings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`address` text NOT NULL,
	`address_key` text NOT NULL,
	`municipality` text NOT NULL,
	`unit` text,
	`rent` text NOT NULL,
	`rent_cents` integer,
	`move_in_date` text NOT NULL,
	`bedrooms` text NOT NULL,
	`bathrooms` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`phone_key` text,
	`additional_info` text,
	`landlord_name` text,
	`pets` text,
	`parking` text,
	`laundry` text,
	`utilities_included` integer,
	`furnished` integer,
	`lease_months` integer,
	`photo_prefix` text NOT NULL,
	`photos` text DEFAULT '[]' NOT NULL,
	`submitted_at` integer NOT NULL,
	`first_approved_at` integer,
	`approved_at` integer,
	`expires_at` integer,
	`deleted_at` integer,
	`deleted_by` text,
	`reminded_at` integer,
	`rejection_reason` text,
	`review_notes` text DEFAULT '[]' NOT NULL,
	`report_count` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`year_built` integer,
	`is_rent_controlled` integer,
	`rent_control_confidence` text,
	`latitude` real,
	`longitude` real,
	`neighbourhood` text,
	`distance_to_downtown` text,
	`closest_subway_station` text,
	`subway_lines` text DEFAULT '[]' NOT NULL,
	`distance_to_subway` integer,
	`amenities` text,
	`below_market_percent` integer,
	`market_rent_cents` integer,
	`market_source` text,
	`market_as_of` text,
	`market_is_estimate` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `listings_public` ON `listings` (first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_public_by_type` ON `listings` (`bedrooms`,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_expiring` ON `listings` (`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_reminding` ON `listings` (`expires_at`) WHERE status = 'approved' AND reminded_at IS NULL;--> statement-breakpoint
CREATE INDEX `listings_email` ON `listings` (lower(email),id DESC);--> statement-breakpoint
CREATE INDEX `listings_admin` ON `listings` (id DESC) WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX `listings_by_status` ON `listings` (`status`,id DESC) WHERE status <> 'approved';--> statement-breakpoint
CREATE INDEX `listings_approved` ON `listings` (id DESC) WHERE status = 'approved';--> statement-breakpoint
CREATE UNIQUE INDEX `listings_photo_prefix` ON `listings` (`photo_prefix`);--> statement-breakpoint
CREATE INDEX `listings_buried` ON `listings` (`deleted_at`) WHERE status = 'deleted' AND photos <> '[]';--> statement-breakpoint
CREATE INDEX `listings_address_key` ON `listings` (`address_key`);--> statement-breakpoint
CREATE INDEX `listings_phone_key` ON `listings` (`phone_key`);--> statement-breakpoint
CREATE TABLE `market_benchmarks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`bedrooms` text NOT NULL,
	`area` text NOT NULL,
	`rent_cents` integer NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`as_of` text NOT NULL,
	`is_estimate` integer NOT NULL,
	`method` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `market_benchmarks_in_force` ON `market_benchmarks` (`bedrooms`,`area`,`as_of`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`reason` text NOT NULL,
	`reported_at` integer NOT NULL,
	`ip_address` text,
	`once_key` text NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`once_key`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (id DESC) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX `reports_unmasked` ON `reports` (`reported_at`) WHERE ip_address NOT LIKE '%/%';--> statement-breakpoint
CREATE INDEX `reports_open_of_target` ON `reports` (`target_type`,`target_id`) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE TABLE `admin_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_created` ON `admin_sessions` (`created_at`);--> statement-breakpoint
CREATE TABLE `counters` (
	`key` text PRIMARY KEY NOT NULL,
	`value` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dev_mailbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`to_address` text NOT NULL,
	`from_address` text NOT NULL,
	`reply_to` text,
	`subject` text NOT NULL,
	`text_body` text NOT NULL,
	`html_body` text NOT NULL,
	`headers` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dev_mailbox_to` ON `dev_mailbox` (`to_address`,`id`);--> statement-breakpoint
CREATE TABLE `job_cursors` (
	`job` text PRIMARY KEY NOT NULL,
	`cursor` text
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text NOT NULL,
	`slot` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`error` text,
	PRIMARY KEY(`job`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `job_runs_started` ON `job_runs` (`started_at`);--> statement-breakpoint
CREATE TABLE `mail_claims` (
	`key` text PRIMARY KEY NOT NULL,
	`claimed_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`relayed_at` integer,
	`leased_until` integer,
	`done_at` integer,
	`gave_up_at` integer
);
--> statement-breakpoint
CREATE INDEX `outbox_undone` ON `outbox` (`id`) WHERE done_at IS NULL AND gave_up_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`done_at`) WHERE done_at IS NOT NULL;