CREATE TABLE `saved_homes` (
	`subscriber_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`state` text,
	`viewing_at` text,
	`note` text NOT NULL,
	`is_removed` integer NOT NULL,
	PRIMARY KEY(`subscriber_id`, `listing_id`)
);
--> statement-breakpoint
CREATE INDEX `saved_homes_listing` ON `saved_homes` (`listing_id`,`is_removed`,`subscriber_id`);--> statement-breakpoint
CREATE TABLE `saved_lists` (
	`subscriber_id` integer PRIMARY KEY NOT NULL,
	`wants_price_drops` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `saved_lists_used` ON `saved_lists` (`used_at`);--> statement-breakpoint
CREATE TABLE `shortlists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text,
	`listing_ids` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `shortlists_created` ON `shortlists` (`created_at`);--> statement-breakpoint
-- Written by hand from here on. A list goes with its subscriber, and its homes with the list.
CREATE TRIGGER saved_lists_of_subscriber AFTER DELETE ON subscribers BEGIN
  DELETE FROM saved_lists WHERE subscriber_id = OLD.id;
END;--> statement-breakpoint
CREATE TRIGGER saved_homes_of_list AFTER DELETE ON saved_lists BEGIN
  DELETE FROM saved_homes WHERE subscriber_id = OLD.subscriber_id;
END;--> statement-breakpoint
-- What a restored backup must not bring back, as in 0002_backups.sql.
CREATE TRIGGER withdrawals_saved_list_deleted AFTER DELETE ON saved_lists BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('saved_list.deleted', OLD.subscriber_id);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_shortlist_deleted AFTER DELETE ON shortlists BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('shortlist.deleted', OLD.id);
END;
