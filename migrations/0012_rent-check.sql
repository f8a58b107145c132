CREATE TABLE `market_corrections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`area` text NOT NULL,
	`month` text NOT NULL,
	`groups` text NOT NULL,
	`reason` text NOT NULL,
	`corrected_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `market_corrections_month` ON `market_corrections` (`area`,`month`);--> statement-breakpoint
CREATE TABLE `market_months` (
	`area` text NOT NULL,
	`month` text NOT NULL,
	`groups` text NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`area`, `month`)
);
--> statement-breakpoint
CREATE TABLE `rent_guidelines` (
	`year` integer PRIMARY KEY NOT NULL,
	`percent` real NOT NULL,
	`source` text NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE INDEX `listings_around` ON `listings` (`neighbourhood`,`bedrooms`,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved' AND neighbourhood IS NOT NULL;--> statement-breakpoint
-- Written by hand: Ontario's guidelines so far, shown to nobody until the operator confirms each with its source.
INSERT INTO `rent_guidelines` (`year`, `percent`, `source`) VALUES
	(2019, 1.8, 'Ontario.ca, Residential rent increases'),
	(2020, 2.2, 'Ontario.ca, Residential rent increases'),
	(2021, 0, 'Ontario.ca, Residential rent increases'),
	(2022, 1.2, 'Ontario.ca, Residential rent increases'),
	(2023, 2.5, 'Ontario.ca, Residential rent increases'),
	(2024, 2.5, 'Ontario.ca, Residential rent increases'),
	(2025, 2.5, 'Ontario.ca, Residential rent increases'),
	(2026, 2.1, 'Ontario.ca, Residential rent increases');
