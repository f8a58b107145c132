ALTER TABLE `subscribers` ADD `requested_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `vip_subscriptions` ADD `welcomed_at` integer;--> statement-breakpoint
UPDATE subscribers SET requested_at = created_at;
