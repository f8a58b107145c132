ALTER TABLE `bans` ADD `expires_at` integer;--> statement-breakpoint
CREATE INDEX `bans_ending` ON `bans` (`expires_at`) WHERE is_active = 1 AND expires_at IS NOT NULL;