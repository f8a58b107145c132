CREATE TABLE `vip_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`paid_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `vip_invoices_subscription` ON `vip_invoices` (`subscription_id`,`paid_at`);--> statement-breakpoint
CREATE INDEX `vip_invoices_paid` ON `vip_invoices` (`paid_at`);--> statement-breakpoint
CREATE TABLE `vip_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text,
	`reversal` text,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `vip_payments_invoice` ON `vip_payments` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `vip_payments_seen` ON `vip_payments` (`seen_at`);--> statement-breakpoint
ALTER TABLE `vip_subscriptions` ADD `is_listed` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `vip_subscriptions` ADD `is_reversed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `vip_subscriptions` ADD `has_access` integer GENERATED ALWAYS AS (status IN ('active', 'trialing') AND is_listed AND NOT is_reversed) VIRTUAL;--> statement-breakpoint
-- The counter 'vip' follows the one rule of access.
DROP TRIGGER vip_count_insert;
--> statement-breakpoint
DROP TRIGGER vip_count_update;
--> statement-breakpoint
DROP TRIGGER vip_count_delete;
--> statement-breakpoint
CREATE TRIGGER vip_count_insert AFTER INSERT ON vip_subscriptions WHEN NEW.has_access BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'vip';
END;
--> statement-breakpoint
CREATE TRIGGER vip_count_update AFTER UPDATE ON vip_subscriptions WHEN OLD.has_access <> NEW.has_access BEGIN
  UPDATE counters SET value = value + NEW.has_access - OLD.has_access WHERE key = 'vip';
END;
--> statement-breakpoint
CREATE TRIGGER vip_count_delete AFTER DELETE ON vip_subscriptions WHEN OLD.has_access BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'vip';
END;
