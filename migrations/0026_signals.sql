ALTER TABLE `listings` ADD `text_key` text;--> statement-breakpoint
CREATE INDEX `listings_text_key` ON `listings` (`text_key`) WHERE text_key IS NOT NULL;