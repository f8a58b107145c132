CREATE TABLE `advertisement_clicks` (
	`day` text NOT NULL,
	`visitor` text NOT NULL,
	PRIMARY KEY(`day`, `visitor`)
);
--> statement-breakpoint
CREATE TABLE `advertisement_days` (
	`day` text PRIMARY KEY NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`unique_clicks` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `advertisements` (
	`id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`link` text NOT NULL,
	`enabled` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `visitor_days` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`shard` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`, `key`, `shard`)
);
--> statement-breakpoint
ALTER TABLE `subscribers` ADD `referrer` text;--> statement-breakpoint
CREATE INDEX `subscribers_confirmed_at` ON `subscribers` (`confirmed_at`) WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX `vip_subscriptions_created` ON `vip_subscriptions` (`created_at`);