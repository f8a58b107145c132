CREATE TABLE `own_medians` (
	`bedrooms` text PRIMARY KEY NOT NULL,
	`median_cents` integer NOT NULL,
	`listings` integer NOT NULL,
	`computed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `address_points` (
	`id` integer PRIMARY KEY NOT NULL,
	`street` text NOT NULL,
	`number` integer NOT NULL,
	`suffix` text DEFAULT '' NOT NULL,
	`municipality` text DEFAULT '' NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`source` text NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_points_place` ON `address_points` (`street`,`number`,`suffix`,`municipality`);--> statement-breakpoint
CREATE INDEX `address_points_version` ON `address_points` (`version`);--> statement-breakpoint
CREATE TABLE `area_cells` (
	`cell_row` integer NOT NULL,
	`cell_column` integer NOT NULL,
	`area_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `area_cells_cell` ON `area_cells` (`cell_row`,`cell_column`,`area_id`);--> statement-breakpoint
CREATE TABLE `areas` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`polygons` text NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `datasets` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`source` text NOT NULL,
	`loaded` integer NOT NULL,
	`refused` integer NOT NULL,
	`imported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `geocode_answers` (
	`query` text PRIMARY KEY NOT NULL,
	`latitude` real,
	`longitude` real,
	`asked_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `geocode_answers_asked` ON `geocode_answers` (`asked_at`);--> statement-breakpoint
CREATE TABLE `listing_places` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`method` text,
	`confidence` text,
	`source` text,
	`data_version` text NOT NULL,
	`municipality` text,
	`building` text,
	`rent_control_reason` text,
	`on_map` text DEFAULT '[]' NOT NULL,
	`enriched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `listing_places_version` ON `listing_places` (`data_version`,`listing_id`);--> statement-breakpoint
CREATE TABLE `nearby_places` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`name` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`cell_row` integer NOT NULL,
	`cell_column` integer NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `nearby_places_source` ON `nearby_places` (`kind`,`source_id`);--> statement-breakpoint
CREATE INDEX `nearby_places_cell` ON `nearby_places` (`kind`,`cell_row`,`cell_column`);--> statement-breakpoint
CREATE TABLE `rental_buildings` (
	`rsn` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`street` text NOT NULL,
	`lowest_number` integer NOT NULL,
	`highest_number` integer NOT NULL,
	`fsa` text,
	`year_built` integer,
	`storeys` integer,
	`units` integer,
	`property_type` text NOT NULL,
	`score` integer,
	`evaluated_on` text,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rental_buildings_address` ON `rental_buildings` (`street`,`lowest_number`);--> statement-breakpoint
ALTER TABLE `listings` ADD `building_year` integer;