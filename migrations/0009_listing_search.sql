CREATE TABLE `listing_place_counts` (
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`lines` text NOT NULL,
	`listings` integer NOT NULL,
	PRIMARY KEY(`kind`, `name`)
);
--> statement-breakpoint
ALTER TABLE `listings` ADD `cell_row` integer GENERATED ALWAYS AS (CAST(latitude / 0.005 AS INTEGER) - (latitude / 0.005 < CAST(latitude / 0.005 AS INTEGER))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `listings` ADD `cell_column` integer GENERATED ALWAYS AS (CAST(longitude / 0.007 AS INTEGER) - (longitude / 0.007 < CAST(longitude / 0.007 AS INTEGER))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `listings_by_discount` ON `listings` (below_market_percent DESC,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_price` ON `listings` ((rent_cents IS NULL),rent_cents,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_distance` ON `listings` ((distance_to_subway IS NULL),distance_to_subway,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_discount` ON `listings` (`bedrooms`,below_market_percent DESC,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_price` ON `listings` (`bedrooms`,(rent_cents IS NULL),rent_cents,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_distance` ON `listings` (`bedrooms`,(distance_to_subway IS NULL),distance_to_subway,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_station` ON `listings` (`closest_subway_station`,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved' AND closest_subway_station IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_by_neighbourhood` ON `listings` (`neighbourhood`,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved' AND neighbourhood IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_by_cell` ON `listings` (`cell_row`,`cell_column`,`expires_at`) WHERE status = 'approved' AND cell_row IS NOT NULL;