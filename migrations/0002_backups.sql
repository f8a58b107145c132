CREATE TABLE `backups` (
	`id` text PRIMARY KEY NOT NULL,
	`run` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`step` integer DEFAULT 0 NOT NULL,
	`position` text,
	`parts` text DEFAULT '[]' NOT NULL,
	`last_withdrawal` integer NOT NULL,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`hash` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
-- Written by hand from here on. What a restored backup must not undo goes to the log in R2; `ref` is an id or a key.
CREATE TRIGGER withdrawals_subscriber_left AFTER UPDATE OF status ON subscribers
WHEN OLD.status <> NEW.status AND NEW.status IN ('unsubscribed', 'suppressed') BEGIN
  INSERT INTO withdrawals (kind, ref, hash, detail) VALUES ('subscriber.left', NEW.id, NEW.address_hash, NEW.status);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_subscriber_erased AFTER DELETE ON subscribers BEGIN
  INSERT INTO withdrawals (kind, ref, hash) VALUES ('subscriber.erased', OLD.id, OLD.address_hash);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_suppressed AFTER INSERT ON mail_suppressions
WHEN NEW.reason IN ('never', 'complained', 'bounced') BEGIN
  INSERT INTO withdrawals (kind, ref, hash, detail) VALUES ('suppressed', '', NEW.address_hash, NEW.reason);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_suppression_ended AFTER DELETE ON mail_suppressions
WHEN OLD.reason IN ('never', 'complained', 'bounced') BEGIN
  INSERT INTO withdrawals (kind, ref, hash, detail) VALUES ('suppression.ended', '', OLD.address_hash, OLD.reason);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_follow_stopped AFTER UPDATE OF stopped_at ON forum_follows
WHEN OLD.stopped_at IS NULL AND NEW.stopped_at IS NOT NULL BEGIN
  INSERT INTO withdrawals (kind, ref, hash) VALUES ('follow.stopped', NEW.id, NEW.address_hash);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_follow_erased AFTER DELETE ON forum_follows BEGIN
  INSERT INTO withdrawals (kind, ref, hash) VALUES ('follow.erased', OLD.id, OLD.address_hash);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_address_erased AFTER DELETE ON proven_addresses BEGIN
  INSERT INTO withdrawals (kind, ref, hash) VALUES ('address.erased', '', OLD.address_hash);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_vip_erased AFTER UPDATE OF email_key ON vip_subscriptions
WHEN OLD.email_key IS NOT NULL AND NEW.email_key IS NULL BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('vip.erased', NEW.id);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_listing_status AFTER UPDATE OF status ON listings WHEN OLD.status <> NEW.status BEGIN
  INSERT INTO withdrawals (kind, ref, detail)
  VALUES ('listing.status', NEW.id, NEW.status || ':' || coalesce(NEW.deleted_by, ''));
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_listing_erased AFTER UPDATE OF email ON listings WHEN OLD.email <> '' AND NEW.email = '' BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('listing.erased', NEW.id);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_audit_redacted AFTER UPDATE OF before_json, after_json ON audit_log
WHEN NEW.before_json IS NULL AND NEW.after_json IS NULL AND (OLD.before_json IS NOT NULL OR OLD.after_json IS NOT NULL) BEGIN
  INSERT INTO withdrawals (kind, ref, detail) VALUES ('audit.redacted', NEW.target_id, NEW.target_type);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_thread AFTER UPDATE OF is_deleted ON forum_threads WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
  INSERT INTO withdrawals (kind, ref, detail)
  VALUES ('thread', NEW.id, NEW.is_deleted || ':' || coalesce(NEW.deleted_by, ''));
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_comment AFTER UPDATE OF is_deleted ON forum_comments WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
  INSERT INTO withdrawals (kind, ref, detail)
  VALUES ('comment', NEW.id, NEW.is_deleted || ':' || coalesce(NEW.deleted_by, ''));
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_ban AFTER INSERT ON bans BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('ban', NEW.id);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_ban_changed AFTER UPDATE OF is_active, expires_at, reason ON bans BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('ban', NEW.id);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_mailing AFTER INSERT ON mailings BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('mailing', NEW.key);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_mailing_changed AFTER UPDATE OF status ON mailings WHEN OLD.status <> NEW.status BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('mailing', NEW.key);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_mail_claimed AFTER INSERT ON mail_claims BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('mail.claimed', NEW.key);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_mail_released AFTER DELETE ON mail_claims WHEN OLD.sent_at IS NULL BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('mail.released', OLD.key);
END;
