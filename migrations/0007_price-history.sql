CREATE TABLE `erased_homes` (
	`home_hash` text PRIMARY KEY NOT NULL,
	`forget_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erased_homes_forget` ON `erased_homes` (`forget_at`);--> statement-breakpoint
CREATE TABLE `pace` (
	`neighbourhood` text NOT NULL,
	`bedrooms` text NOT NULL,
	`median_days` integer NOT NULL,
	`known` integer NOT NULL,
	PRIMARY KEY(`neighbourhood`, `bedrooms`)
);
--> statement-breakpoint
DROP INDEX `listings_searched`;--> statement-breakpoint
ALTER TABLE `listings` ADD `rent_history` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `previous_listing` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `drop_percent` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `dropped_at` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `public_until` integer;--> statement-breakpoint
CREATE INDEX `listings_by_drop` ON `listings` (drop_percent DESC,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_drop` ON `listings` (`bedrooms`,drop_percent DESC,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_dropped` ON `listings` (dropped_at DESC,id DESC,`expires_at`) WHERE status = 'approved' AND dropped_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_pace` ON `listings` (`neighbourhood`,first_approved_at DESC,`bedrooms`,`status`,`deleted_by`,`public_until`,`expires_at`) WHERE first_approved_at IS NOT NULL AND neighbourhood IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_searched` ON `listings` (id,expires_at,first_approved_at,bedrooms,rent_cents,below_market_percent,awaits_confirmation,bathrooms,home_type,municipality,neighbourhood,closest_subway_station,subway_lines,distance_to_subway,is_rent_controlled,rent_control_confidence,move_in_date,pets,parking,laundry,utilities_included,furnished,lease_months,latitude,longitude,drop_percent) WHERE status = 'approved';--> statement-breakpoint
ALTER TABLE `mailings` ADD `dropped_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `mailings` ADD `week_dropped_ids` text DEFAULT '[]' NOT NULL;