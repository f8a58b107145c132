ALTER TABLE `subscribers` ADD `sign_up_key_hash` text;--> statement-breakpoint
ALTER TABLE `subscribers` ADD `wishes` text;