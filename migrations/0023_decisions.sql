CREATE TABLE `decisions` (
	`nth` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer,
	`decided_at` integer NOT NULL,
	`before_json` text NOT NULL,
	`revision` integer,
	`undone_at` integer,
	`told_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_item` ON `decisions` (`id`,`target_type`,`target_id`);--> statement-breakpoint
CREATE INDEX `decisions_of_target` ON `decisions` (`target_type`,`target_id`,`nth`);--> statement-breakpoint
CREATE INDEX `decisions_decided` ON `decisions` (`decided_at`);--> statement-breakpoint
CREATE TABLE `report_groups` (
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`reports` integer NOT NULL,
	`last_id` integer NOT NULL,
	PRIMARY KEY(`target_type`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `report_groups_newest` ON `report_groups` (last_id DESC);--> statement-breakpoint
ALTER TABLE `reports` ADD `resolved_by` text;--> statement-breakpoint
CREATE INDEX `reports_resolved_by` ON `reports` (`resolved_by`) WHERE resolved_by IS NOT NULL;--> statement-breakpoint
-- Written by hand from here on: drizzle-kit does not know triggers.
-- What has open reports, and how many; how many such things there are; and reports that are open again after an undo.
INSERT INTO report_groups (target_type, target_id, reports, last_id)
  SELECT target_type, target_id, count(*), max(id) FROM reports WHERE resolved_at IS NULL GROUP BY target_type, target_id;
--> statement-breakpoint
INSERT INTO counters (key, value) VALUES ('report_groups', (SELECT count(*) FROM report_groups));
--> statement-breakpoint
CREATE TRIGGER report_groups_count_insert AFTER INSERT ON report_groups BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'report_groups';
END;
--> statement-breakpoint
CREATE TRIGGER report_groups_count_delete AFTER DELETE ON report_groups BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'report_groups';
END;
--> statement-breakpoint
CREATE TRIGGER reports_group_insert AFTER INSERT ON reports WHEN NEW.resolved_at IS NULL BEGIN
  INSERT INTO report_groups (target_type, target_id, reports, last_id)
    VALUES (NEW.target_type, NEW.target_id, 1, NEW.id)
    ON CONFLICT (target_type, target_id) DO UPDATE SET reports = reports + 1, last_id = max(last_id, NEW.id);
END;
--> statement-breakpoint
CREATE TRIGGER reports_group_resolve AFTER UPDATE OF resolved_at ON reports
WHEN OLD.resolved_at IS NULL AND NEW.resolved_at IS NOT NULL BEGIN
  UPDATE report_groups SET reports = reports - 1, last_id = coalesce((
      SELECT max(id) FROM reports
      WHERE target_type = NEW.target_type AND target_id = NEW.target_id AND resolved_at IS NULL
    ), 0)
    WHERE target_type = NEW.target_type AND target_id = NEW.target_id;
  DELETE FROM report_groups WHERE target_type = NEW.target_type AND target_id = NEW.target_id AND reports <= 0;
END;
--> statement-breakpoint
CREATE TRIGGER reports_reopen AFTER UPDATE OF resolved_at ON reports
WHEN OLD.resolved_at IS NOT NULL AND NEW.resolved_at IS NULL BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'reports';
  UPDATE listings SET report_count = report_count + 1 WHERE id = NEW.target_id AND NEW.target_type = 'listing';
  INSERT INTO report_groups (target_type, target_id, reports, last_id)
    VALUES (NEW.target_type, NEW.target_id, 1, NEW.id)
    ON CONFLICT (target_type, target_id) DO UPDATE SET reports = reports + 1, last_id = max(last_id, NEW.id);
END;
