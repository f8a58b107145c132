-- Totals are kept by triggers, so that no code path can forget them: 'approved', 'approved:{bedrooms}',
-- 'admin' (every listing that is not deleted) and 'status:{status}'. drizzle-kit does not know triggers; this migration is written by hand.
INSERT INTO counters (key, value) VALUES
  ('admin', 0), ('approved', 0), ('approved:Studio', 0), ('approved:1 Bedroom', 0), ('approved:2 Bedrooms', 0),
  ('approved:3 Bedrooms', 0), ('approved:4+ Bedrooms', 0), ('approved:Private Room', 0), ('reports', 0), ('audit', 0),
  ('status:pending', 0), ('status:approved', 0), ('status:rejected', 0), ('status:expired', 0), ('status:rented', 0), ('status:deleted', 0);
--> statement-breakpoint
CREATE TRIGGER listings_count_insert AFTER INSERT ON listings BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'admin' AND NEW.status <> 'deleted';
  UPDATE counters SET value = value + 1 WHERE key = 'status:' || NEW.status;
  UPDATE counters SET value = value + 1 WHERE key = 'approved' AND NEW.status = 'approved';
  UPDATE counters SET value = value + 1 WHERE key = 'approved:' || NEW.bedrooms AND NEW.status = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER listings_count_update AFTER UPDATE OF status, bedrooms ON listings
WHEN OLD.status <> NEW.status OR OLD.bedrooms <> NEW.bedrooms BEGIN
  UPDATE counters SET value = value + (NEW.status <> 'deleted') - (OLD.status <> 'deleted') WHERE key = 'admin';
  UPDATE counters SET value = value - 1 WHERE key = 'status:' || OLD.status;
  UPDATE counters SET value = value + 1 WHERE key = 'status:' || NEW.status;
  UPDATE counters SET value = value + (NEW.status = 'approved') - (OLD.status = 'approved') WHERE key = 'approved';
  UPDATE counters SET value = value - 1 WHERE key = 'approved:' || OLD.bedrooms AND OLD.status = 'approved';
  UPDATE counters SET value = value + 1 WHERE key = 'approved:' || NEW.bedrooms AND NEW.status = 'approved';
END;
--> statement-breakpoint
CREATE TRIGGER listings_count_delete AFTER DELETE ON listings BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'admin' AND OLD.status <> 'deleted';
  UPDATE counters SET value = value - 1 WHERE key = 'status:' || OLD.status;
  UPDATE counters SET value = value - 1 WHERE key = 'approved' AND OLD.status = 'approved';
  UPDATE counters SET value = value - 1 WHERE key = 'approved:' || OLD.bedrooms AND OLD.status = 'approved';
END;
--> statement-breakpoint
-- The length of the audit log, which only grows.
CREATE TRIGGER audit_count_insert AFTER INSERT ON audit_log BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'audit';
END;
--> statement-breakpoint
-- The total of open reports, and each listing's own count of them.
CREATE TRIGGER reports_count_insert AFTER INSERT ON reports WHEN NEW.resolved_at IS NULL BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'reports';
  UPDATE listings SET report_count = report_count + 1 WHERE id = NEW.target_id AND NEW.target_type = 'listing';
END;
--> statement-breakpoint
CREATE TRIGGER reports_count_resolve AFTER UPDATE OF resolved_at ON reports
WHEN OLD.resolved_at IS NULL AND NEW.resolved_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'reports';
  UPDATE listings SET report_count = report_count - 1 WHERE id = NEW.target_id AND NEW.target_type = 'listing';
END;
--> statement-breakpoint
-- The market's starting values: asking rents in the City of Toronto, October 2025. Published for one to three
-- bedrooms (Rentals.ca & Urbanation, November 2025 report); the others are derived as `method` says.
INSERT INTO market_benchmarks (bedrooms, area, rent_cents, kind, source, as_of, is_estimate, method, created_at) VALUES
  ('Studio', 'Toronto', 179000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 1, 'December 2024 studio rent 1,932 x (October 2025 one-bedroom 2,210 / December 2024 one-bedroom 2,385)', 1761955200000),
  ('1 Bedroom', 'Toronto', 221000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 0, NULL, 1761955200000),
  ('2 Bedrooms', 'Toronto', 289000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 0, NULL, 1761955200000),
  ('3 Bedrooms', 'Toronto', 349200, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 0, NULL, 1761955200000),
  ('4+ Bedrooms', 'Toronto', 437000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 1, 'Three-bedroom rent x 1.25 (ratio of medians in public ads of March 2024: 1.28, n = 19)', 1761955200000),
  ('Private Room', 'Toronto', 111000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 1, 'June 2024 shared rent 1,236 x (October 2025 one-bedroom 2,210 / June 2024 one-bedroom 2,458)', 1761955200000);
