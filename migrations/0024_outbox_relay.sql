DROP INDEX `outbox_undone`;--> statement-breakpoint
CREATE INDEX `outbox_undone_relayed` ON `outbox` (`relayed_at`,`id`) WHERE done_at IS NULL AND gave_up_at IS NULL;--> statement-breakpoint
ALTER TABLE `forum_follows` ADD `telling_up_to` integer;--> statement-breakpoint
CREATE INDEX `reports_resolved` ON `reports` (`resolved_at`) WHERE resolved_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `mail_claims_claimed` ON `mail_claims` (`claimed_at`);--> statement-breakpoint
-- Written by hand: the audit log is pruned after two years; its length follows.
CREATE TRIGGER audit_count_delete AFTER DELETE ON audit_log BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'audit';
END;
