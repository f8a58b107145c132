ALTER TABLE `vip_payments` ADD `reversed_at` integer;--> statement-breakpoint
ALTER TABLE `vip_payments` ADD `dispute_won_at` integer;--> statement-breakpoint
-- When money went back was not noted so far: it counts from when the payment was first told of.
UPDATE vip_payments SET reversed_at = seen_at WHERE reversal IS NOT NULL;
