CREATE TABLE `push_browsers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`address_hash` text NOT NULL,
	`endpoint_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`alerts` integer NOT NULL,
	`discussions` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_browsers_endpoint` ON `push_browsers` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `push_browsers_address` ON `push_browsers` (`address_hash`);--> statement-breakpoint
CREATE INDEX `push_browsers_used` ON `push_browsers` (`used_at`);--> statement-breakpoint
CREATE TABLE `push_messages` (
	`browser_id` integer NOT NULL,
	`about` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`browser_id`, `about`)
);
--> statement-breakpoint
CREATE INDEX `push_messages_at` ON `push_messages` (`at`);