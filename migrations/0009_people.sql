CREATE TABLE `invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by_id` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_email` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_expiring` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `login_codes` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`person_id` integer,
	`tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_codes_expiring` ON `login_codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `login_codes_of_person` ON `login_codes` (`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`person_id` integer NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`name` text NOT NULL,
	`is_synced` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_of_person` ON `passkeys` (`person_id`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_login_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_email` ON `people` (`email`);--> statement-breakpoint
CREATE TABLE `presences` (
	`listing_id` integer NOT NULL,
	`session` text NOT NULL,
	`person_id` integer,
	`since` integer NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `session`)
);
--> statement-breakpoint
CREATE INDEX `presences_seen` ON `presences` (`seen_at`);--> statement-breakpoint
CREATE INDEX `presences_of_person` ON `presences` (`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `person_id` integer;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `person_name` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `revision` integer;--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`);--> statement-breakpoint
CREATE INDEX `audit_log_person` ON `audit_log` (`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `person_id` integer;--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `method` text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `passkey_id` integer;--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `device` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `admin_sessions_of_person` ON `admin_sessions` (`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `admin_sessions_of_passkey` ON `admin_sessions` (`passkey_id`) WHERE passkey_id IS NOT NULL;--> statement-breakpoint
-- Written by hand from here on. Whoever leaves loses every way in, and their invitations with it; a restored backup must
-- not bring anybody back.
CREATE TRIGGER people_left AFTER DELETE ON people BEGIN
  DELETE FROM admin_sessions WHERE person_id = OLD.id;
  DELETE FROM passkeys WHERE person_id = OLD.id;
  DELETE FROM login_codes WHERE person_id = OLD.id;
  DELETE FROM presences WHERE person_id = OLD.id;
  DELETE FROM invitations WHERE invited_by_id = OLD.id;
  INSERT INTO withdrawals (kind, ref) VALUES ('person.left', OLD.id);
END;--> statement-breakpoint
CREATE TRIGGER people_role AFTER UPDATE OF role ON people WHEN OLD.role <> NEW.role BEGIN
  DELETE FROM invitations WHERE invited_by_id = NEW.id AND NEW.role <> 'operator';
  INSERT INTO withdrawals (kind, ref, detail) VALUES ('person.role', NEW.id, NEW.role);
END;--> statement-breakpoint
CREATE TRIGGER passkeys_left AFTER DELETE ON passkeys BEGIN
  DELETE FROM admin_sessions WHERE passkey_id = OLD.id;
  INSERT INTO withdrawals (kind, ref) VALUES ('passkey.left', OLD.id);
END;--> statement-breakpoint
CREATE TRIGGER audit_person_forgotten AFTER UPDATE OF person_name ON audit_log
WHEN OLD.person_name IS NOT NULL AND NEW.person_name IS NULL BEGIN
  INSERT INTO withdrawals (kind, ref) SELECT 'person.forgotten', NEW.person_id
  WHERE NOT EXISTS (SELECT 1 FROM withdrawals WHERE kind = 'person.forgotten' AND ref = CAST(NEW.person_id AS TEXT));
END;
