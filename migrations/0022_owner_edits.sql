ALTER TABLE `listings` ADD `renewed_at` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `approved_values` text;