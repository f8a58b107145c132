CREATE TABLE `mail_hours` (
	`hour` integer NOT NULL,
	`transport` text NOT NULL,
	`sent` integer NOT NULL,
	PRIMARY KEY(`hour`, `transport`)
);
--> statement-breakpoint
CREATE TABLE `mail_refusals` (
	`transport` text NOT NULL,
	`failure` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`transport`, `failure`)
);
--> statement-breakpoint
CREATE TABLE `operator_notices` (
	`kind` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`count` integer NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `mail_suppressions` ADD `ends_at` integer;--> statement-breakpoint
CREATE INDEX `mail_suppressions_ends` ON `mail_suppressions` (`ends_at`) WHERE ends_at IS NOT NULL;