ALTER TABLE `mailings` ADD `bounced` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mailings` ADD `complained` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `mailings` ADD `unsubscribed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A reader who leaves counts for the newest edition, so until the next one comes. A hard bounce and a complaint are stored
-- before the subscription ends.
CREATE TRIGGER mailings_count_left AFTER UPDATE OF status ON subscribers
WHEN OLD.status = 'confirmed' AND NEW.status IN ('unsubscribed', 'suppressed') BEGIN
  UPDATE mailings SET
    bounced = bounced + (why.reason = 'bounced'),
    complained = complained + (why.reason = 'complained'),
    unsubscribed = unsubscribed + (why.reason = 'unsubscribed')
  FROM (
    SELECT coalesce((
      SELECT reason FROM mail_suppressions
      WHERE address_hash = NEW.address_hash AND reason IN ('bounced', 'complained') AND NEW.status = 'suppressed'
      ORDER BY at DESC LIMIT 1
    ), 'unsubscribed') AS reason
  ) AS why
  WHERE key = (SELECT key FROM mailings WHERE kind = 'digest' ORDER BY scheduled_at DESC LIMIT 1);
END;--> statement-breakpoint
CREATE TRIGGER mailings_count_erased AFTER DELETE ON subscribers WHEN OLD.status = 'confirmed' BEGIN
  UPDATE mailings SET unsubscribed = unsubscribed + 1
  WHERE key = (SELECT key FROM mailings WHERE kind = 'digest' ORDER BY scheduled_at DESC LIMIT 1);
END;
