-- How many confirmed subscribers came from each source, kept by triggers: nobody counts them a second.
INSERT INTO counters (key, value)
  SELECT 'subscribers:from:' || coalesce(referrer, 'Unknown'), count(*) FROM subscribers WHERE status = 'confirmed' GROUP BY 1;
--> statement-breakpoint
CREATE TRIGGER subscribers_source_insert AFTER INSERT ON subscribers WHEN NEW.status = 'confirmed' BEGIN
  INSERT INTO counters (key, value) VALUES ('subscribers:from:' || coalesce(NEW.referrer, 'Unknown'), 1)
  ON CONFLICT (key) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER subscribers_source_update AFTER UPDATE OF status, referrer ON subscribers
WHEN OLD.status = 'confirmed' OR NEW.status = 'confirmed' BEGIN
  UPDATE counters SET value = value - 1
  WHERE OLD.status = 'confirmed' AND key = 'subscribers:from:' || coalesce(OLD.referrer, 'Unknown');
  INSERT INTO counters (key, value)
    SELECT 'subscribers:from:' || coalesce(NEW.referrer, 'Unknown'), 1 WHERE NEW.status = 'confirmed'
  ON CONFLICT (key) DO UPDATE SET value = value + 1;
END;
--> statement-breakpoint
CREATE TRIGGER subscribers_source_delete AFTER DELETE ON subscribers WHEN OLD.status = 'confirmed' BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'subscribers:from:' || coalesce(OLD.referrer, 'Unknown');
END;
