ALTER TABLE `listings` ADD `ip_address` text;--> statement-breakpoint
CREATE INDEX `listings_unmasked` ON `listings` (`submitted_at`) WHERE ip_address NOT LIKE '%/%';