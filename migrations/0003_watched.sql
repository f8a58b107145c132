CREATE TABLE `dead_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`came_at` integer NOT NULL,
	`retried_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_messages_key_unique` ON `dead_messages` (`key`);--> statement-breakpoint
CREATE INDEX `dead_messages_came` ON `dead_messages` (`came_at`);--> statement-breakpoint
CREATE TABLE `error_counts` (
	`slot` integer NOT NULL,
	`event` text NOT NULL,
	`code` text NOT NULL,
	`count` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`request_id` text,
	PRIMARY KEY(`slot`, `event`, `code`)
);
