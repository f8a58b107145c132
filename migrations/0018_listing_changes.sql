ALTER TABLE `forum_threads` ADD `changed_at` integer GENERATED ALWAYS AS ((max(created_at, ifnull(edited_at, 0), ifnull(renamed_at, 0)))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `forum_threads_changed` ON `forum_threads` (((id - 1) / 50000),changed_at DESC) WHERE is_deleted = 0;--> statement-breakpoint
ALTER TABLE `listings` ADD `updated_at` integer;--> statement-breakpoint
-- What was edited since is not known.
UPDATE `listings` SET `updated_at` = coalesce(`approved_at`, `submitted_at`);--> statement-breakpoint
CREATE INDEX `listings_changed_by_type` ON `listings` (`bedrooms`,updated_at DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_changed_by_window` ON `listings` (((id - 1) / 50000),updated_at DESC,`expires_at`) WHERE status = 'approved';