-- Totals kept by triggers, as in 0001; drizzle-kit does not know them.
INSERT INTO counters (key, value) VALUES
  ('subscribers:pending', 0), ('subscribers:confirmed', 0), ('subscribers:unsubscribed', 0), ('subscribers:suppressed', 0),
  ('vip', 0);
--> statement-breakpoint
CREATE TRIGGER subscribers_count_insert AFTER INSERT ON subscribers BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'subscribers:' || NEW.status;
END;
--> statement-breakpoint
CREATE TRIGGER subscribers_count_update AFTER UPDATE OF status ON subscribers WHEN OLD.status <> NEW.status BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'subscribers:' || OLD.status;
  UPDATE counters SET value = value + 1 WHERE key = 'subscribers:' || NEW.status;
END;
--> statement-breakpoint
CREATE TRIGGER subscribers_count_delete AFTER DELETE ON subscribers BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'subscribers:' || OLD.status;
END;
--> statement-breakpoint
-- Paid subscriptions that are running.
CREATE TRIGGER vip_count_insert AFTER INSERT ON vip_subscriptions WHEN NEW.status IN ('active', 'trialing') BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'vip';
END;
--> statement-breakpoint
CREATE TRIGGER vip_count_update AFTER UPDATE OF status ON vip_subscriptions BEGIN
  UPDATE counters SET value = value + (NEW.status IN ('active', 'trialing')) - (OLD.status IN ('active', 'trialing'))
  WHERE key = 'vip';
END;
--> statement-breakpoint
CREATE TRIGGER vip_count_delete AFTER DELETE ON vip_subscriptions WHEN OLD.status IN ('active', 'trialing') BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'vip';
END;
