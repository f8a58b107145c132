CREATE TABLE `automation_activity` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`action_type` text NOT NULL,
	`details` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `automation_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`thread_id` integer NOT NULL,
	`comment_id` integer,
	`text_key` text NOT NULL,
	`day` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `automation_posts_text` ON `automation_posts` (`text_key`);--> statement-breakpoint
CREATE INDEX `automation_posts_kind` ON `automation_posts` (`kind`,`id`);--> statement-breakpoint
CREATE INDEX `automation_posts_thread` ON `automation_posts` (`thread_id`,`comment_id`);--> statement-breakpoint
CREATE INDEX `automation_posts_day` ON `automation_posts` (`day`);--> statement-breakpoint
CREATE TABLE `forum_comments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` integer NOT NULL,
	`parent_id` integer,
	`depth` integer DEFAULT 0 NOT NULL,
	`path` text DEFAULT '/' NOT NULL,
	`shown_parent_id` integer,
	`shown_depth` integer DEFAULT 0 NOT NULL,
	`author_id` integer NOT NULL,
	`author_name` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`upvotes` integer DEFAULT 0 NOT NULL,
	`downvotes` integer DEFAULT 0 NOT NULL,
	`is_automated` integer DEFAULT false NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`deleted_by` text,
	`deleted_at` integer,
	`ip_address` text,
	`network` text,
	`text_key` text NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `forum_threads`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `forum_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_comments_shown` ON `forum_comments` (`thread_id`,`is_deleted`,`id`);--> statement-breakpoint
CREATE INDEX `forum_comments_all` ON `forum_comments` (`thread_id`,`id`);--> statement-breakpoint
CREATE INDEX `forum_comments_of_author` ON `forum_comments` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `forum_comments_text` ON `forum_comments` (`text_key`);--> statement-breakpoint
CREATE INDEX `forum_comments_unmasked` ON `forum_comments` (`created_at`) WHERE network IS NOT NULL;--> statement-breakpoint
CREATE TABLE `forum_follows` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`thread_id` integer NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`stopped_at` integer,
	`told_up_to` integer DEFAULT 0 NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `forum_threads`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_follows_once` ON `forum_follows` (`thread_id`,`email_key`);--> statement-breakpoint
CREATE INDEX `forum_follows_told` ON `forum_follows` (`thread_id`,`told_up_to`) WHERE confirmed_at IS NOT NULL AND stopped_at IS NULL;--> statement-breakpoint
CREATE INDEX `forum_follows_of_address` ON `forum_follows` (`email_key`);--> statement-breakpoint
CREATE INDEX `forum_follows_unconfirmed` ON `forum_follows` (`created_at`) WHERE confirmed_at IS NULL;--> statement-breakpoint
CREATE TABLE `forum_threads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`seo_slug` text NOT NULL,
	`author_id` integer NOT NULL,
	`author_name` text NOT NULL,
	`content` text NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`upvotes` integer DEFAULT 0 NOT NULL,
	`downvotes` integer DEFAULT 0 NOT NULL,
	`is_automated` integer DEFAULT false NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`deleted_by` text,
	`deleted_at` integer,
	`ip_address` text,
	`network` text,
	`text_key` text NOT NULL,
	`comment_count` integer DEFAULT 0 NOT NULL,
	`is_sticky` integer DEFAULT false NOT NULL,
	`is_locked` integer DEFAULT false NOT NULL,
	`renamed_at` integer,
	`score` integer GENERATED ALWAYS AS ((min(999999, max(1, upvotes - downvotes + comment_count)))) VIRTUAL,
	`score_head` integer GENERATED ALWAYS AS ((CASE WHEN score < 100 THEN score WHEN score < 1000 THEN score / 10 * 10
  WHEN score < 10000 THEN score / 100 * 100 WHEN score < 100000 THEN score / 1000 * 1000
  ELSE score / 10000 * 10000 END)) VIRTUAL,
	`hot` real GENERATED ALWAYS AS ((json_extract('[0,0,0.3010299956639812,0.47712125471966244,0.6020599913279624,0.6989700043360189,0.7781512503836436,0.8450980400142568,0.9030899869919435,0.9542425094393249,1,1.041392685158225,1.0791812460476249,1.1139433523068367,1.146128035678238,1.1760912590556813,1.2041199826559248,1.2304489213782739,1.255272505103306,1.2787536009528289,1.3010299956639813,1.3222192947339193,1.3424226808222062,1.3617278360175928,1.380211241711606,1.3979400086720377,1.414973347970818,1.4313637641589874,1.4471580313422192,1.462397997898956,1.4771212547196624,1.4913616938342726,1.505149978319906,1.5185139398778875,1.5314789170422551,1.5440680443502757,1.5563025007672873,1.568201724066995,1.5797835966168101,1.591064607026499,1.6020599913279625,1.6127838567197355,1.6232492903979006,1.6334684555795866,1.6434526764861874,1.6532125137753437,1.662757831681574,1.6720978579357175,1.6812412373755872,1.6901960800285136,1.6989700043360187,1.7075701760979363,1.716003343634799,1.7242758696007892,1.7323937598229686,1.7403626894942439,1.7481880270062005,1.7558748556724915,1.7634279935629373,1.7708520116421442,1.7781512503836436,1.7853298350107671,1.792391689498254,1.7993405494535817,1.806179973983887,1.8129133566428555,1.8195439355418688,1.8260748027008264,1.8325089127062364,1.8388490907372552,1.845098040014257,1.8512583487190752,1.8573324964312685,1.863322860120456,1.8692317197309762,1.8750612633917,1.8808135922807914,1.8864907251724818,1.8920946026904804,1.8976270912904414,1.9030899869919435,1.9084850188786497,1.9138138523837167,1.919078092376074,1.9242792860618816,1.9294189257142929,1.9344984512435677,1.9395192526186185,1.9444826721501687,1.9493900066449128,1.9542425094393248,1.9590413923210936,1.9637878273455551,1.9684829485539352,1.9731278535996986,1.9777236052888478,1.9822712330395684,1.9867717342662448,1.9912260756924949,1.99563519459755]', '$[' || substr(score_head, 1, 2) || ']')
  + max(length(score_head), 2) - 2
  + 0.8685889638065036 * (score - score_head)
    * (15.0 * (score + score_head) * (score + score_head) - 4 * (score - score_head) * (score - score_head))
    / (score + score_head)
    / (15.0 * (score + score_head) * (score + score_head) - 9 * (score - score_head) * (score - score_head))
  + created_at / 45000000.0)) VIRTUAL,
	`net` integer GENERATED ALWAYS AS ((upvotes - downvotes)) VIRTUAL,
	FOREIGN KEY (`author_id`) REFERENCES `forum_users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_threads_hot` ON `forum_threads` (is_sticky DESC,hot DESC,id DESC) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX `forum_threads_newest` ON `forum_threads` (is_sticky DESC,id DESC) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX `forum_threads_popular` ON `forum_threads` (is_sticky DESC,net DESC,comment_count DESC,id DESC) WHERE is_deleted = 0;--> statement-breakpoint
CREATE INDEX `forum_threads_deleted_hot` ON `forum_threads` (is_sticky DESC,hot DESC,id DESC) WHERE is_deleted = 1;--> statement-breakpoint
CREATE INDEX `forum_threads_deleted_newest` ON `forum_threads` (is_sticky DESC,id DESC) WHERE is_deleted = 1;--> statement-breakpoint
CREATE INDEX `forum_threads_deleted_popular` ON `forum_threads` (is_sticky DESC,net DESC,comment_count DESC,id DESC) WHERE is_deleted = 1;--> statement-breakpoint
CREATE INDEX `forum_threads_of_author` ON `forum_threads` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `forum_threads_text` ON `forum_threads` (`text_key`);--> statement-breakpoint
CREATE INDEX `forum_threads_unmasked` ON `forum_threads` (`created_at`) WHERE network IS NOT NULL;--> statement-breakpoint
CREATE TABLE `forum_users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`username` text NOT NULL,
	`secret_hash` text,
	`is_automated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`has_acted` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_users_username` ON `forum_users` (`username`);--> statement-breakpoint
CREATE UNIQUE INDEX `forum_users_secret` ON `forum_users` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `forum_users_readers` ON `forum_users` (`seen_at`) WHERE has_acted = 0 AND is_automated = 0;--> statement-breakpoint
CREATE TABLE `forum_votes` (
	`user_id` integer NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`thread_id` integer NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`user_id`, `thread_id`, `target_type`, `target_id`)
);
--> statement-breakpoint
-- One ban a network: of several, the one that holds stays, else the newest.
DELETE FROM bans WHERE EXISTS (
  SELECT 1 FROM bans AS other WHERE other.network = bans.network
    AND (other.is_active, other.id) > (bans.is_active, bans.id)
);
--> statement-breakpoint
DROP INDEX `bans_active`;--> statement-breakpoint
CREATE UNIQUE INDEX `bans_network` ON `bans` (`network`);