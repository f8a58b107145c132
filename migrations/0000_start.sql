CREATE TABLE `advertisement_clicks` (
	`day` text NOT NULL,
	`visitor` text NOT NULL,
	PRIMARY KEY(`day`, `visitor`)
);
--> statement-breakpoint
CREATE TABLE `advertisement_days` (
	`day` text PRIMARY KEY NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`unique_clicks` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `advertisements` (
	`id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`link` text NOT NULL,
	`enabled` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_matches` (
	`reader_id` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`news` integer NOT NULL,
	`search_id` integer NOT NULL,
	`from_cents` integer,
	`due_at` integer NOT NULL,
	`is_instant` integer NOT NULL,
	PRIMARY KEY(`reader_id`, `listing_id`, `news`, `search_id`)
);
--> statement-breakpoint
CREATE INDEX `alert_matches_due` ON `alert_matches` (`due_at`,`reader_id`,`is_instant`);--> statement-breakpoint
CREATE INDEX `alert_matches_instant` ON `alert_matches` (`due_at`,`reader_id`) WHERE is_instant = 1;--> statement-breakpoint
CREATE TABLE `alert_readers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`address_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`stopped_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_readers_email` ON `alert_readers` (`email_key`);--> statement-breakpoint
CREATE INDEX `alert_readers_address_hash` ON `alert_readers` (`address_hash`);--> statement-breakpoint
CREATE TABLE `alerts_notified` (
	`address_hash` text NOT NULL,
	`listing_id` integer NOT NULL,
	`news` integer NOT NULL,
	`mailing` text NOT NULL,
	`search_id` integer NOT NULL,
	`from_cents` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `listing_id`, `news`)
);
--> statement-breakpoint
CREATE INDEX `alerts_notified_mailing` ON `alerts_notified` (`mailing`,`address_hash`);--> statement-breakpoint
CREATE INDEX `alerts_notified_at` ON `alerts_notified` (`at`);--> statement-breakpoint
CREATE TABLE `alert_keys` (
	`key` text NOT NULL,
	`min_rent` integer NOT NULL,
	`max_rent` integer NOT NULL,
	`search_id` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alert_keys_wanted` ON `alert_keys` (`key`,`max_rent`,`search_id`,`min_rent`);--> statement-breakpoint
CREATE INDEX `alert_keys_search` ON `alert_keys` (`search_id`);--> statement-breakpoint
CREATE TABLE `saved_searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reader_id` integer NOT NULL,
	`name` text,
	`type` text NOT NULL,
	`query` text NOT NULL,
	`meant` text,
	`sealed_places` text,
	`search_hash` text NOT NULL,
	`frequency` text NOT NULL,
	`state` text NOT NULL,
	`state_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`consent_version` text NOT NULL,
	`confirmed_at` integer,
	`confirmed_by` text,
	`wanted_at` integer NOT NULL,
	`asked_again_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_searches_once` ON `saved_searches` (`reader_id`,`search_hash`);--> statement-breakpoint
CREATE INDEX `saved_searches_wanted` ON `saved_searches` (`wanted_at`) WHERE state = 'active' AND asked_again_at IS NULL;--> statement-breakpoint
CREATE INDEX `saved_searches_asked_again` ON `saved_searches` (`asked_again_at`) WHERE state = 'active' AND asked_again_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `saved_searches_leaving` ON `saved_searches` (`state_at`) WHERE state IN ('asked', 'stopped');--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`before_json` text,
	`after_json` text,
	`ip_address` text,
	`person_id` integer,
	`person_name` text,
	`revision` integer
);
--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`);--> statement-breakpoint
CREATE INDEX `audit_log_person` ON `audit_log` (`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target_type`,`target_id`);--> statement-breakpoint
CREATE INDEX `audit_log_former_email` ON `audit_log` (lower(before_json ->> '$.email')) WHERE target_type = 'listing';--> statement-breakpoint
CREATE INDEX `audit_log_unmasked` ON `audit_log` (`at`) WHERE ip_address NOT LIKE '%/%';--> statement-breakpoint
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
CREATE TABLE `bans` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ip_address` text NOT NULL,
	`network` text NOT NULL,
	`reason` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`kind` text DEFAULT 'address' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bans_network` ON `bans` (`network`);--> statement-breakpoint
CREATE INDEX `bans_photos` ON `bans` (`id`) WHERE kind = 'photo' AND is_active = 1;--> statement-breakpoint
CREATE INDEX `bans_ending` ON `bans` (`expires_at`) WHERE is_active = 1 AND expires_at IS NOT NULL;--> statement-breakpoint
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
	`notified_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `decisions_item` ON `decisions` (`id`,`target_type`,`target_id`);--> statement-breakpoint
CREATE INDEX `decisions_of_target` ON `decisions` (`target_type`,`target_id`,`nth`);--> statement-breakpoint
CREATE INDEX `decisions_decided` ON `decisions` (`decided_at`);--> statement-breakpoint
CREATE TABLE `mailings` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`scheduled_at` integer NOT NULL,
	`status` text DEFAULT 'freezing' NOT NULL,
	`listing_ids` text DEFAULT '[]' NOT NULL,
	`week_listing_ids` text DEFAULT '[]' NOT NULL,
	`dropped_ids` text DEFAULT '[]' NOT NULL,
	`week_dropped_ids` text DEFAULT '[]' NOT NULL,
	`below_market_count` integer DEFAULT 0 NOT NULL,
	`frozen` integer DEFAULT 0 NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`uncertain` integer DEFAULT 0 NOT NULL,
	`bounced` integer DEFAULT 0 NOT NULL,
	`complained` integer DEFAULT 0 NOT NULL,
	`unsubscribed` integer DEFAULT 0 NOT NULL,
	`paused_until` integer,
	`problem` text,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `mailings_by_time` ON `mailings` (`kind`,scheduled_at DESC);--> statement-breakpoint
CREATE INDEX `mailings_open` ON `mailings` (`scheduled_at`) WHERE status IN ('freezing', 'sending');--> statement-breakpoint
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
	`notified_up_to` integer DEFAULT 0 NOT NULL,
	`notifying_up_to` integer,
	`token_version` integer DEFAULT 1 NOT NULL,
	`address_hash` text NOT NULL,
	FOREIGN KEY (`thread_id`) REFERENCES `forum_threads`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_follows_once` ON `forum_follows` (`thread_id`,`email_key`);--> statement-breakpoint
CREATE INDEX `forum_follows_notified` ON `forum_follows` (`thread_id`,`notified_up_to`) WHERE confirmed_at IS NOT NULL AND stopped_at IS NULL;--> statement-breakpoint
CREATE INDEX `forum_follows_of_address` ON `forum_follows` (`email_key`);--> statement-breakpoint
CREATE INDEX `forum_follows_address_hash` ON `forum_follows` (`address_hash`);--> statement-breakpoint
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
	`last_reply_at` integer,
	`changed_at` integer GENERATED ALWAYS AS ((max(created_at, ifnull(edited_at, 0), ifnull(renamed_at, 0)))) VIRTUAL,
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
CREATE INDEX `forum_threads_changed` ON `forum_threads` (((id - 1) / 50000),changed_at DESC) WHERE is_deleted = 0;--> statement-breakpoint
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
CREATE TABLE `photo_fingerprints` (
	`band` integer NOT NULL,
	`listing_id` integer NOT NULL,
	`photo_hash` text NOT NULL,
	`fingerprint` text NOT NULL,
	PRIMARY KEY(`band`, `listing_id`, `photo_hash`)
);
--> statement-breakpoint
CREATE INDEX `photo_fingerprints_listing` ON `photo_fingerprints` (`listing_id`);--> statement-breakpoint
CREATE TABLE `waiting_photos` (
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`part` integer NOT NULL,
	`base64` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`prefix`, `hash`, `part`)
);
--> statement-breakpoint
CREATE INDEX `waiting_photos_first` ON `waiting_photos` (`part`,`created_at`);--> statement-breakpoint
CREATE TABLE `text_shingles` (
	`hash` integer NOT NULL,
	`listing_id` integer NOT NULL,
	PRIMARY KEY(`hash`, `listing_id`)
);
--> statement-breakpoint
CREATE INDEX `text_shingles_listing` ON `text_shingles` (`listing_id`);--> statement-breakpoint
CREATE TABLE `appeals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`rejected_at` integer NOT NULL,
	`rejected_by` text NOT NULL,
	`reason` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	`decision_id` text,
	`answer` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_once` ON `appeals` (`listing_id`,`rejected_at`);--> statement-breakpoint
CREATE INDEX `appeals_open` ON `appeals` (`id`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `appeals_decision` ON `appeals` (`decision_id`);--> statement-breakpoint
CREATE INDEX `appeals_created` ON `appeals` (`created_at`);--> statement-breakpoint
CREATE TABLE `listing_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`listing_id` integer NOT NULL,
	`author` text NOT NULL,
	`via` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	`decision_id` text,
	`mail_key` text
);
--> statement-breakpoint
CREATE INDEX `listing_messages_listing` ON `listing_messages` (`listing_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `listing_messages_mail` ON `listing_messages` (`mail_key`);--> statement-breakpoint
CREATE INDEX `listing_messages_decision` ON `listing_messages` (`decision_id`);--> statement-breakpoint
CREATE INDEX `listing_messages_created` ON `listing_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `listing_interest` (
	`listing_id` integer NOT NULL,
	`kind` text NOT NULL,
	`visitor` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`listing_id`, `kind`, `visitor`)
);
--> statement-breakpoint
CREATE INDEX `listing_interest_seen` ON `listing_interest` (`seen_at`);--> statement-breakpoint
CREATE TABLE `erased_homes` (
	`home_hash` text PRIMARY KEY NOT NULL,
	`forget_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `erased_homes_forget` ON `erased_homes` (`forget_at`);--> statement-breakpoint
CREATE TABLE `listing_terms` (
	`id` integer PRIMARY KEY NOT NULL,
	`word` text NOT NULL,
	`listings` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `listing_terms_word_unique` ON `listing_terms` (`word`);--> statement-breakpoint
CREATE TABLE `listing_place_counts` (
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`lines` text NOT NULL,
	`listings` integer NOT NULL,
	PRIMARY KEY(`kind`, `name`)
);
--> statement-breakpoint
CREATE TABLE `listing_place_states` (
	`method` text NOT NULL,
	`confidence` text NOT NULL,
	`data_version` text NOT NULL,
	`listings` integer NOT NULL,
	PRIMARY KEY(`method`, `confidence`, `data_version`)
);
--> statement-breakpoint
CREATE TABLE `listing_places` (
	`listing_id` integer PRIMARY KEY NOT NULL,
	`method` text,
	`confidence` text,
	`source` text,
	`data_version` text NOT NULL,
	`municipality` text,
	`building` text,
	`rent_control_reason` text,
	`on_map` text DEFAULT '[]' NOT NULL,
	`enriched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `listing_places_version` ON `listing_places` (`data_version`,`listing_id`);--> statement-breakpoint
CREATE TABLE `listings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`address` text NOT NULL,
	`address_key` text NOT NULL,
	`municipality` text NOT NULL,
	`unit` text,
	`rent` text NOT NULL,
	`rent_cents` integer,
	`move_in_date` text NOT NULL,
	`bedrooms` text NOT NULL,
	`bathrooms` text NOT NULL,
	`address_precision` text DEFAULT 'exact' NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`phone_key` text,
	`additional_info` text,
	`landlord_name` text,
	`text_key` text,
	`search_text` text,
	`home_type` text,
	`pets` text,
	`parking` text,
	`laundry` text,
	`utilities_included` integer,
	`furnished` integer,
	`lease_months` integer,
	`photo_prefix` text NOT NULL,
	`photos` text DEFAULT '[]' NOT NULL,
	`preview` text,
	`submitted_at` integer NOT NULL,
	`first_approved_at` integer,
	`approved_at` integer,
	`expires_at` integer,
	`renewed_at` integer,
	`approved_values` text,
	`updated_at` integer,
	`deleted_at` integer,
	`deleted_by` text,
	`deleted_from` text,
	`reminded_at` integer,
	`rejection_reason` text,
	`review_notes` text DEFAULT '[]' NOT NULL,
	`report_count` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`viewer_count` integer DEFAULT 0 NOT NULL,
	`caller_count` integer DEFAULT 0 NOT NULL,
	`year_built` integer,
	`building_year` integer,
	`is_rent_controlled` integer,
	`rent_control_confidence` text,
	`latitude` real,
	`longitude` real,
	`cell_row` integer GENERATED ALWAYS AS (CAST(latitude / 0.005 AS INTEGER) - (latitude / 0.005 < CAST(latitude / 0.005 AS INTEGER))) VIRTUAL,
	`cell_column` integer GENERATED ALWAYS AS (CAST(longitude / 0.007 AS INTEGER) - (longitude / 0.007 < CAST(longitude / 0.007 AS INTEGER))) VIRTUAL,
	`neighbourhood` text,
	`postal_area` text,
	`distance_to_downtown` text,
	`closest_subway_station` text,
	`subway_lines` text DEFAULT '[]' NOT NULL,
	`distance_to_subway` integer,
	`compared_percent` integer,
	`below_market_percent` integer,
	`confirmed_at` integer,
	`awaits_confirmation` integer GENERATED ALWAYS AS (confirmed_at IS NULL AND (coalesce(compared_percent, 0) >= 40 OR instr(review_notes, '"code":"reads_like_room"') > 0 OR instr(review_notes, '"code":"reads_like_shared_bed"') > 0 OR instr(review_notes, '"code":"reads_like_basement"') > 0 OR instr(review_notes, '"code":"reads_like_wanted_ad"') > 0 OR instr(review_notes, '"code":"not_a_home"') > 0 OR instr(review_notes, '"code":"other_rent_in_text"') > 0 OR instr(review_notes, '"code":"size_differs"') > 0 OR instr(review_notes, '"code":"reads_like_short_term"') > 0 OR instr(review_notes, '"code":"for_sale"') > 0 OR instr(review_notes, '"code":"rent_range"') > 0 OR coalesce(compared_percent, 0) >= 20 AND (home_type IS NULL AND NOT says_kind OR instr(review_notes, '"code":"price_far_below"') > 0 OR instr(review_notes, '"code":"copied_text"') > 0 OR instr(review_notes, '"code":"same_photo"') > 0 OR instr(review_notes, '"code":"banned_photo"') > 0 OR instr(review_notes, '"code":"pay_before_viewing"') > 0 OR instr(review_notes, '"code":"untraceable_payment"') > 0 OR instr(review_notes, '"code":"keys_by_mail"') > 0 OR instr(review_notes, '"code":"no_viewing"') > 0 OR instr(review_notes, '"code":"asks_papers"') > 0))) VIRTUAL,
	`market_rent_cents` integer,
	`market_source` text,
	`market_as_of` text,
	`market_area` text,
	`market_kind` text,
	`market_method` text,
	`market_is_estimate` integer DEFAULT false NOT NULL,
	`market_checked_on` text,
	`amenities` text,
	`rent_history` text DEFAULT '[]' NOT NULL,
	`previous_listing` text,
	`drop_percent` integer,
	`dropped_at` integer,
	`public_until` integer,
	`phone_hidden_at` integer,
	`phone_hidden_until` integer,
	`rejected_at` integer,
	`rejected_by` text,
	`answered_at` integer,
	`ip_address` text,
	`address_rest` text,
	`says_kind` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `listings_public` ON `listings` (first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_public_by_type` ON `listings` (`bedrooms`,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_discount` ON `listings` (below_market_percent DESC,awaits_confirmation,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_price` ON `listings` ((rent_cents IS NULL),rent_cents,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_drop` ON `listings` (drop_percent DESC,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_distance` ON `listings` ((distance_to_subway IS NULL),distance_to_subway,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_discount` ON `listings` (`bedrooms`,below_market_percent DESC,awaits_confirmation,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_price` ON `listings` (`bedrooms`,(rent_cents IS NULL),rent_cents,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_drop` ON `listings` (`bedrooms`,drop_percent DESC,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_distance` ON `listings` (`bedrooms`,(distance_to_subway IS NULL),distance_to_subway,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_station` ON `listings` (`closest_subway_station`,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved' AND closest_subway_station IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_by_neighbourhood` ON `listings` (`neighbourhood`,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved' AND neighbourhood IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_around` ON `listings` (`neighbourhood`,`bedrooms`,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved' AND neighbourhood IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_by_cell` ON `listings` (`cell_row`,`cell_column`,`expires_at`) WHERE status = 'approved' AND cell_row IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_searched` ON `listings` (id,expires_at,first_approved_at,bedrooms,rent_cents,below_market_percent,awaits_confirmation,bathrooms,home_type,municipality,neighbourhood,closest_subway_station,subway_lines,distance_to_subway,is_rent_controlled,rent_control_confidence,move_in_date,pets,parking,laundry,utilities_included,furnished,lease_months,latitude,longitude,drop_percent) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_unread` ON `listings` (`id`) WHERE status = 'approved' AND search_text IS NULL;--> statement-breakpoint
CREATE INDEX `listings_confirmed` ON `listings` (`confirmed_at`) WHERE status = 'approved' AND confirmed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_dropped` ON `listings` (dropped_at DESC,id DESC,`expires_at`) WHERE status = 'approved' AND dropped_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_pace` ON `listings` (`neighbourhood`,first_approved_at DESC,`bedrooms`,`status`,`deleted_by`,`public_until`,`expires_at`) WHERE first_approved_at IS NOT NULL AND neighbourhood IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_expiring` ON `listings` (`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_changed_by_type` ON `listings` (`bedrooms`,updated_at DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_changed_by_window` ON `listings` (((id - 1) / 50000),updated_at DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_reminding` ON `listings` (`expires_at`) WHERE status = 'approved' AND reminded_at IS NULL;--> statement-breakpoint
CREATE INDEX `listings_email` ON `listings` (lower(email),id DESC);--> statement-breakpoint
CREATE INDEX `listings_queue` ON `listings` ((status <> 'pending'),id DESC) WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX `listings_unplaced` ON `listings` ((status <> 'pending'),id DESC) WHERE latitude IS NULL AND status NOT IN ('deleted', 'rented');--> statement-breakpoint
CREATE INDEX `listings_by_status` ON `listings` (`status`,id DESC) WHERE status <> 'approved';--> statement-breakpoint
CREATE INDEX `listings_approved` ON `listings` (id DESC) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_waiting` ON `listings` (CASE WHEN public_until IS NOT NULL THEN public_until WHEN rejected_at IS NULL THEN submitted_at WHEN updated_at IS NULL THEN rejected_at ELSE updated_at END,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `listings_under_review` ON `listings` (`phone_hidden_until`) WHERE phone_hidden_until IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `listings_photo_prefix` ON `listings` (`photo_prefix`);--> statement-breakpoint
CREATE INDEX `listings_buried` ON `listings` (`deleted_at`) WHERE status = 'deleted' AND photos <> '[]';--> statement-breakpoint
CREATE INDEX `listings_asking_rents` ON `listings` (`bedrooms`,first_approved_at DESC) WHERE first_approved_at IS NOT NULL AND (home_type IN ('basement', 'shared_bed') OR municipality NOT IN ('Toronto', 'North York', 'East York', 'Scarborough', 'Etobicoke', 'York'));--> statement-breakpoint
CREATE INDEX `listings_address_key` ON `listings` (`address_key`);--> statement-breakpoint
CREATE INDEX `listings_phone_key` ON `listings` (`phone_key`);--> statement-breakpoint
CREATE INDEX `listings_text_key` ON `listings` (`text_key`) WHERE text_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_unmasked` ON `listings` (`submitted_at`) WHERE ip_address NOT LIKE '%/%';--> statement-breakpoint
CREATE TABLE `market_benchmarks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`bedrooms` text NOT NULL,
	`area` text NOT NULL,
	`rent_cents` integer NOT NULL,
	`kind` text NOT NULL,
	`source` text NOT NULL,
	`as_of` text NOT NULL,
	`is_estimate` integer NOT NULL,
	`method` text,
	`checked_on` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `market_benchmarks_in_force` ON `market_benchmarks` (`bedrooms`,`area`,`as_of`);--> statement-breakpoint
CREATE TABLE `own_medians` (
	`bedrooms` text PRIMARY KEY NOT NULL,
	`median_cents` integer NOT NULL,
	`listings` integer NOT NULL,
	`computed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `own_rents` (
	`bedrooms` text NOT NULL,
	`kind` text NOT NULL,
	`area` text NOT NULL,
	`median_cents` integer NOT NULL,
	`listings` integer NOT NULL,
	`first_day` text NOT NULL,
	`last_day` text NOT NULL,
	`computed_at` integer NOT NULL,
	PRIMARY KEY(`bedrooms`, `kind`, `area`)
);
--> statement-breakpoint
CREATE TABLE `pace` (
	`neighbourhood` text NOT NULL,
	`bedrooms` text NOT NULL,
	`median_days` integer NOT NULL,
	`known` integer NOT NULL,
	PRIMARY KEY(`neighbourhood`, `bedrooms`)
);
--> statement-breakpoint
CREATE TABLE `market_corrections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`area` text NOT NULL,
	`month` text NOT NULL,
	`groups` text NOT NULL,
	`reason` text NOT NULL,
	`corrected_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `market_corrections_month` ON `market_corrections` (`area`,`month`);--> statement-breakpoint
CREATE TABLE `market_months` (
	`area` text NOT NULL,
	`month` text NOT NULL,
	`groups` text NOT NULL,
	`closed_at` integer,
	PRIMARY KEY(`area`, `month`)
);
--> statement-breakpoint
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
CREATE TABLE `address_points` (
	`id` integer PRIMARY KEY NOT NULL,
	`street` text NOT NULL,
	`number` integer NOT NULL,
	`suffix` text DEFAULT '' NOT NULL,
	`municipality` text DEFAULT '' NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`source` text NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_points_place` ON `address_points` (`street`,`number`,`suffix`,`municipality`);--> statement-breakpoint
CREATE INDEX `address_points_version` ON `address_points` (`version`);--> statement-breakpoint
CREATE TABLE `area_cells` (
	`cell_row` integer NOT NULL,
	`cell_column` integer NOT NULL,
	`area_id` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `area_cells_cell` ON `area_cells` (`cell_row`,`cell_column`,`area_id`);--> statement-breakpoint
CREATE TABLE `areas` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`polygons` text NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `datasets` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`source` text NOT NULL,
	`loaded` integer NOT NULL,
	`refused` integer NOT NULL,
	`imported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `geocode_answers` (
	`query` text PRIMARY KEY NOT NULL,
	`latitude` real,
	`longitude` real,
	`requested_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `geocode_answers_requested` ON `geocode_answers` (`requested_at`);--> statement-breakpoint
CREATE TABLE `nearby_places` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`name` text NOT NULL,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`cell_row` integer NOT NULL,
	`cell_column` integer NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `nearby_places_source` ON `nearby_places` (`kind`,`source_id`);--> statement-breakpoint
CREATE INDEX `nearby_places_cell` ON `nearby_places` (`kind`,`cell_row`,`cell_column`);--> statement-breakpoint
CREATE TABLE `rental_buildings` (
	`rsn` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`street` text NOT NULL,
	`lowest_number` integer NOT NULL,
	`highest_number` integer NOT NULL,
	`fsa` text,
	`year_built` integer,
	`storeys` integer,
	`units` integer,
	`property_type` text NOT NULL,
	`score` integer,
	`evaluated_on` text,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rental_buildings_address` ON `rental_buildings` (`street`,`lowest_number`);--> statement-breakpoint
CREATE TABLE `rent_guidelines` (
	`year` integer PRIMARY KEY NOT NULL,
	`percent` real NOT NULL,
	`source` text NOT NULL,
	`confirmed_at` integer
);
--> statement-breakpoint
CREATE TABLE `report_groups` (
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`reports` integer NOT NULL,
	`last_id` integer NOT NULL,
	PRIMARY KEY(`target_type`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `report_groups_newest` ON `report_groups` (last_id DESC);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`target_type` text NOT NULL,
	`target_id` integer NOT NULL,
	`reason` text NOT NULL,
	`details` text,
	`reported_at` integer NOT NULL,
	`ip_address` text,
	`once_key` text NOT NULL,
	`resolved_at` integer,
	`resolved_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`once_key`);--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (id DESC) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX `reports_unmasked` ON `reports` (`reported_at`) WHERE ip_address NOT LIKE '%/%';--> statement-breakpoint
CREATE INDEX `reports_resolved` ON `reports` (`resolved_at`) WHERE resolved_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `reports_open_of_target` ON `reports` (`target_type`,`target_id`) WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX `reports_resolved_by` ON `reports` (`resolved_by`) WHERE resolved_by IS NOT NULL;--> statement-breakpoint
CREATE TABLE `shortlists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text,
	`listing_ids` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `shortlists_created` ON `shortlists` (`created_at`);--> statement-breakpoint
CREATE TABLE `admin_sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`person_id` integer,
	`method` text DEFAULT 'password' NOT NULL,
	`passkey_id` integer,
	`device` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_created` ON `admin_sessions` (`created_at`);--> statement-breakpoint
CREATE INDEX `admin_sessions_of_person` ON `admin_sessions` (`person_id`) WHERE person_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `admin_sessions_of_passkey` ON `admin_sessions` (`passkey_id`) WHERE passkey_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `transparency_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`month` text NOT NULL,
	`kind` text NOT NULL,
	`area` text NOT NULL,
	`bedrooms` text NOT NULL,
	`reason` text,
	`minutes` integer,
	`listing_id` integer,
	`decision_id` text
);
--> statement-breakpoint
CREATE INDEX `transparency_entries_month` ON `transparency_entries` (`month`,`minutes`);--> statement-breakpoint
CREATE INDEX `transparency_entries_decision` ON `transparency_entries` (`decision_id`,`listing_id`);--> statement-breakpoint
CREATE TABLE `transparency_months` (
	`month` text PRIMARY KEY NOT NULL,
	`figures` text NOT NULL,
	`closed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `access_codes` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `access_codes_expiring` ON `access_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscriber_id` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`method` text NOT NULL,
	`ip_address` text,
	`wording_version` text,
	`detail` text
);
--> statement-breakpoint
CREATE INDEX `consents_subscriber` ON `consents` (`subscriber_id`,`id`);--> statement-breakpoint
CREATE TABLE `privacy_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `privacy_requests_created` ON `privacy_requests` (`created_at`);--> statement-breakpoint
CREATE INDEX `privacy_requests_email` ON `privacy_requests` (`email`);--> statement-breakpoint
CREATE TABLE `subscriber_days` (
	`day` text PRIMARY KEY NOT NULL,
	`joined` integer DEFAULT 0 NOT NULL,
	`left` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscribers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`session_id` text,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`unsubscribed_at` integer,
	`confirm_version` integer DEFAULT 1 NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`bedrooms` text DEFAULT '[]' NOT NULL,
	`max_rent_cents` integer,
	`areas` text DEFAULT '[]' NOT NULL,
	`frequency` text DEFAULT 'every' NOT NULL,
	`requested_at` integer DEFAULT 0 NOT NULL,
	`referrer` text,
	`address_hash` text NOT NULL,
	`sign_up_key_hash` text,
	`wishes` text
);
--> statement-breakpoint
CREATE INDEX `subscribers_confirmed_at` ON `subscribers` (`confirmed_at`) WHERE status = 'confirmed';--> statement-breakpoint
CREATE UNIQUE INDEX `subscribers_email` ON `subscribers` (`email_key`);--> statement-breakpoint
CREATE INDEX `subscribers_address_hash` ON `subscribers` (`address_hash`);--> statement-breakpoint
CREATE INDEX `subscribers_confirmed` ON `subscribers` (`id`) WHERE status = 'confirmed';--> statement-breakpoint
CREATE INDEX `subscribers_leaving` ON `subscribers` (`unsubscribed_at`) WHERE status <> 'confirmed';--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `stripe_events_received` ON `stripe_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `vip_invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`subscription_id` text NOT NULL,
	`paid_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `vip_invoices_subscription` ON `vip_invoices` (`subscription_id`,`paid_at`);--> statement-breakpoint
CREATE INDEX `vip_invoices_paid` ON `vip_invoices` (`paid_at`);--> statement-breakpoint
CREATE TABLE `vip_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text,
	`reversal` text,
	`reversed_at` integer,
	`dispute_won_at` integer,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `vip_payments_invoice` ON `vip_payments` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `vip_payments_seen` ON `vip_payments` (`seen_at`);--> statement-breakpoint
CREATE TABLE `vip_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`email_key` text,
	`status` text NOT NULL,
	`current_period_end` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`is_listed` integer DEFAULT true NOT NULL,
	`is_reversed` integer DEFAULT false NOT NULL,
	`has_access` integer GENERATED ALWAYS AS (status IN ('active', 'trialing') AND is_listed AND NOT is_reversed) VIRTUAL,
	`state_from` integer NOT NULL,
	`created_at` integer NOT NULL,
	`welcomed_at` integer
);
--> statement-breakpoint
CREATE INDEX `vip_subscriptions_email` ON `vip_subscriptions` (`email_key`);--> statement-breakpoint
CREATE INDEX `vip_subscriptions_customer` ON `vip_subscriptions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `vip_subscriptions_created` ON `vip_subscriptions` (`created_at`);--> statement-breakpoint
CREATE TABLE `visitor_days` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`shard` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`, `key`, `shard`)
);
--> statement-breakpoint
CREATE TABLE `counters` (
	`key` text PRIMARY KEY NOT NULL,
	`value` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `dead_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`came_at` integer NOT NULL,
	`retried_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `dead_messages_key_unique` ON `dead_messages` (`key`);--> statement-breakpoint
CREATE INDEX `dead_messages_came` ON `dead_messages` (`came_at`);--> statement-breakpoint
CREATE TABLE `dev_mailbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`to_address` text NOT NULL,
	`from_address` text NOT NULL,
	`reply_to` text,
	`subject` text NOT NULL,
	`text_body` text NOT NULL,
	`html_body` text NOT NULL,
	`headers` text NOT NULL,
	`sent_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dev_mailbox_to` ON `dev_mailbox` (`to_address`,`id`);--> statement-breakpoint
CREATE TABLE `error_counts` (
	`slot` integer NOT NULL,
	`event` text NOT NULL,
	`code` text NOT NULL,
	`count` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`request_id` text,
	PRIMARY KEY(`slot`, `event`, `code`)
);
--> statement-breakpoint
CREATE TABLE `job_cursors` (
	`job` text PRIMARY KEY NOT NULL,
	`cursor` text
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text NOT NULL,
	`slot` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`error` text,
	PRIMARY KEY(`job`, `slot`)
);
--> statement-breakpoint
CREATE INDEX `job_runs_started` ON `job_runs` (`started_at`);--> statement-breakpoint
CREATE TABLE `mail_claims` (
	`key` text PRIMARY KEY NOT NULL,
	`claimed_at` integer NOT NULL,
	`sent_at` integer
);
--> statement-breakpoint
CREATE INDEX `mail_claims_claimed` ON `mail_claims` (`claimed_at`);--> statement-breakpoint
CREATE TABLE `mail_hours` (
	`hour` integer NOT NULL,
	`transport` text NOT NULL,
	`sent` integer NOT NULL,
	PRIMARY KEY(`hour`, `transport`)
);
--> statement-breakpoint
CREATE TABLE `mail_places` (
	`address_hash` text NOT NULL,
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `scope`, `key`)
);
--> statement-breakpoint
CREATE INDEX `mail_places_at` ON `mail_places` (`at`);--> statement-breakpoint
CREATE TABLE `mail_refusals` (
	`transport` text NOT NULL,
	`failure` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`transport`, `failure`)
);
--> statement-breakpoint
CREATE TABLE `mail_suppressions` (
	`address_hash` text NOT NULL,
	`reason` text NOT NULL,
	`at` integer NOT NULL,
	`ends_at` integer,
	PRIMARY KEY(`address_hash`, `reason`)
);
--> statement-breakpoint
CREATE INDEX `mail_suppressions_ends` ON `mail_suppressions` (`ends_at`) WHERE ends_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `operator_notices` (
	`kind` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`count` integer NOT NULL,
	`since` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`relayed_at` integer,
	`leased_until` integer,
	`done_at` integer,
	`due_at` integer,
	`gave_up_at` integer
);
--> statement-breakpoint
CREATE INDEX `outbox_undone_relayed` ON `outbox` (`relayed_at`,`id`) WHERE done_at IS NULL AND gave_up_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_undone_kind` ON `outbox` (`kind`,`id`) WHERE done_at IS NULL AND gave_up_at IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_given_up_kind` ON `outbox` (`kind`,`gave_up_at`) WHERE gave_up_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`gave_up_at`) WHERE gave_up_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_done` ON `outbox` (`done_at`) WHERE done_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `proven_addresses` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`proven_at` integer NOT NULL,
	`last_used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `proven_addresses_used` ON `proven_addresses` (`last_used_at`);--> statement-breakpoint
CREATE TABLE `push_browsers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`address_hash` text NOT NULL,
	`endpoint_hash` text NOT NULL,
	`sealed` text NOT NULL,
	`alerts` integer NOT NULL,
	`discussions` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_browsers_endpoint` ON `push_browsers` (`endpoint_hash`);--> statement-breakpoint
CREATE INDEX `push_browsers_address` ON `push_browsers` (`address_hash`);--> statement-breakpoint
CREATE INDEX `push_browsers_used` ON `push_browsers` (`used_at`);--> statement-breakpoint
CREATE TABLE `push_messages` (
	`browser_id` integer NOT NULL,
	`about` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`browser_id`, `about`)
);
--> statement-breakpoint
CREATE INDEX `push_messages_at` ON `push_messages` (`at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);--> statement-breakpoint
-- Written by hand from here on, because drizzle-kit supports neither triggers nor virtual tables. Triggers update the
-- totals, so no code path can forget one. `key` names what is counted.
INSERT INTO counters (key, value) VALUES
  ('admin', 0), ('approved', 0), ('approved:Studio', 0), ('approved:1 Bedroom', 0), ('approved:2 Bedrooms', 0),
  ('approved:3 Bedrooms', 0), ('approved:4+ Bedrooms', 0), ('approved:Private Room', 0), ('reports', 0),
  ('report_groups', 0), ('audit', 0), ('status:pending', 0), ('status:approved', 0), ('status:rejected', 0),
  ('status:expired', 0), ('status:rented', 0), ('status:deleted', 0), ('subscribers:pending', 0),
  ('subscribers:confirmed', 0), ('subscribers:unsubscribed', 0), ('subscribers:suppressed', 0), ('vip', 0),
  ('forum:threads', 0), ('forum:threads:all', 0), ('forum:comments', 0), ('forum:net', 0), ('automation:activity', 0),
  ('bans', 0), ('bans:active', 0);--> statement-breakpoint
CREATE TRIGGER listings_count_insert AFTER INSERT ON listings BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'admin' AND NEW.status <> 'deleted';
  UPDATE counters SET value = value + 1 WHERE key = 'status:' || NEW.status;
  UPDATE counters SET value = value + 1 WHERE key = 'approved' AND NEW.status = 'approved';
  UPDATE counters SET value = value + 1 WHERE key = 'approved:' || NEW.bedrooms AND NEW.status = 'approved';
END;--> statement-breakpoint
CREATE TRIGGER listings_count_update AFTER UPDATE OF status, bedrooms ON listings
WHEN OLD.status <> NEW.status OR OLD.bedrooms <> NEW.bedrooms BEGIN
  UPDATE counters SET value = value + (NEW.status <> 'deleted') - (OLD.status <> 'deleted') WHERE key = 'admin';
  UPDATE counters SET value = value - 1 WHERE key = 'status:' || OLD.status;
  UPDATE counters SET value = value + 1 WHERE key = 'status:' || NEW.status;
  UPDATE counters SET value = value + (NEW.status = 'approved') - (OLD.status = 'approved') WHERE key = 'approved';
  UPDATE counters SET value = value - 1 WHERE key = 'approved:' || OLD.bedrooms AND OLD.status = 'approved';
  UPDATE counters SET value = value + 1 WHERE key = 'approved:' || NEW.bedrooms AND NEW.status = 'approved';
END;--> statement-breakpoint
CREATE TRIGGER listings_count_delete AFTER DELETE ON listings BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'admin' AND OLD.status <> 'deleted';
  UPDATE counters SET value = value - 1 WHERE key = 'status:' || OLD.status;
  UPDATE counters SET value = value - 1 WHERE key = 'approved' AND OLD.status = 'approved';
  UPDATE counters SET value = value - 1 WHERE key = 'approved:' || OLD.bedrooms AND OLD.status = 'approved';
END;--> statement-breakpoint
-- Counts the entries of the audit log.
CREATE TRIGGER audit_count_insert AFTER INSERT ON audit_log BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'audit';
END;--> statement-breakpoint
-- Counts all open reports, and the open reports of each listing.
CREATE TRIGGER reports_count_insert AFTER INSERT ON reports WHEN NEW.resolved_at IS NULL BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'reports';
  UPDATE listings SET report_count = report_count + 1 WHERE id = NEW.target_id AND NEW.target_type = 'listing';
END;--> statement-breakpoint
CREATE TRIGGER reports_count_resolve AFTER UPDATE OF resolved_at ON reports
WHEN OLD.resolved_at IS NULL AND NEW.resolved_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'reports';
  UPDATE listings SET report_count = report_count - 1 WHERE id = NEW.target_id AND NEW.target_type = 'listing';
END;--> statement-breakpoint
-- Counts the people who opened or called about a listing. The row in listing_interest makes each person count once.
CREATE TRIGGER listing_interest_count AFTER INSERT ON listing_interest BEGIN
  UPDATE listings SET viewer_count = viewer_count + (NEW.kind = 'view'), caller_count = caller_count + (NEW.kind = 'call')
  WHERE id = NEW.listing_id;
END;--> statement-breakpoint
-- Index for moderators' searches: finds any three consecutive characters in these columns. The text itself is stored
-- only in `listings`.
CREATE VIRTUAL TABLE listings_search USING fts5(
  address, unit, email, phone, phone_key, landlord_name,
  content = 'listings', content_rowid = 'id', tokenize = 'trigram', detail = 'full'
);--> statement-breakpoint
CREATE TRIGGER listings_search_insert AFTER INSERT ON listings BEGIN
  INSERT INTO listings_search (rowid, address, unit, email, phone, phone_key, landlord_name)
  VALUES (NEW.id, NEW.address, NEW.unit, NEW.email, NEW.phone, NEW.phone_key, NEW.landlord_name);
END;--> statement-breakpoint
CREATE TRIGGER listings_search_update
AFTER UPDATE OF address, unit, email, phone, phone_key, landlord_name ON listings BEGIN
  INSERT INTO listings_search (listings_search, rowid, address, unit, email, phone, phone_key, landlord_name)
  VALUES ('delete', OLD.id, OLD.address, OLD.unit, OLD.email, OLD.phone, OLD.phone_key, OLD.landlord_name);
  INSERT INTO listings_search (rowid, address, unit, email, phone, phone_key, landlord_name)
  VALUES (NEW.id, NEW.address, NEW.unit, NEW.email, NEW.phone, NEW.phone_key, NEW.landlord_name);
END;--> statement-breakpoint
CREATE TRIGGER listings_search_delete AFTER DELETE ON listings BEGIN
  INSERT INTO listings_search (listings_search, rowid, address, unit, email, phone, phone_key, landlord_name)
  VALUES ('delete', OLD.id, OLD.address, OLD.unit, OLD.email, OLD.phone, OLD.phone_key, OLD.landlord_name);
END;--> statement-breakpoint
CREATE TRIGGER subscribers_count_insert AFTER INSERT ON subscribers BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'subscribers:' || NEW.status;
END;--> statement-breakpoint
CREATE TRIGGER subscribers_count_update AFTER UPDATE OF status ON subscribers WHEN OLD.status <> NEW.status BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'subscribers:' || OLD.status;
  UPDATE counters SET value = value + 1 WHERE key = 'subscribers:' || NEW.status;
END;--> statement-breakpoint
CREATE TRIGGER subscribers_count_delete AFTER DELETE ON subscribers BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'subscribers:' || OLD.status;
END;--> statement-breakpoint
CREATE TRIGGER listings_place_insert AFTER INSERT ON listings WHEN NEW.status = 'approved' BEGIN
  INSERT INTO listing_place_counts (kind, name, lines, listings)
  SELECT 'neighbourhood', NEW.neighbourhood, '[]', 1 WHERE NEW.neighbourhood IS NOT NULL
  ON CONFLICT (kind, name) DO UPDATE SET listings = listings + 1;
  INSERT INTO listing_place_counts (kind, name, lines, listings)
  SELECT 'station', NEW.closest_subway_station, NEW.subway_lines, 1 WHERE NEW.closest_subway_station IS NOT NULL
  ON CONFLICT (kind, name) DO UPDATE SET listings = listings + 1, lines = excluded.lines;
END;--> statement-breakpoint
CREATE TRIGGER listings_place_update
AFTER UPDATE OF status, neighbourhood, closest_subway_station, subway_lines ON listings
WHEN (OLD.status = 'approved' OR NEW.status = 'approved') AND (
  OLD.status <> NEW.status OR OLD.neighbourhood IS NOT NEW.neighbourhood
  OR OLD.closest_subway_station IS NOT NEW.closest_subway_station OR OLD.subway_lines <> NEW.subway_lines
) BEGIN
  UPDATE listing_place_counts SET listings = listings - 1
  WHERE kind = 'neighbourhood' AND name = OLD.neighbourhood AND OLD.status = 'approved';
  UPDATE listing_place_counts SET listings = listings - 1
  WHERE kind = 'station' AND name = OLD.closest_subway_station AND OLD.status = 'approved';
  INSERT INTO listing_place_counts (kind, name, lines, listings)
  SELECT 'neighbourhood', NEW.neighbourhood, '[]', 1 WHERE NEW.status = 'approved' AND NEW.neighbourhood IS NOT NULL
  ON CONFLICT (kind, name) DO UPDATE SET listings = listings + 1;
  INSERT INTO listing_place_counts (kind, name, lines, listings)
  SELECT 'station', NEW.closest_subway_station, NEW.subway_lines, 1
  WHERE NEW.status = 'approved' AND NEW.closest_subway_station IS NOT NULL
  ON CONFLICT (kind, name) DO UPDATE SET listings = listings + 1, lines = excluded.lines;
END;--> statement-breakpoint
CREATE TRIGGER listings_place_delete AFTER DELETE ON listings WHEN OLD.status = 'approved' BEGIN
  UPDATE listing_place_counts SET listings = listings - 1 WHERE kind = 'neighbourhood' AND name = OLD.neighbourhood;
  UPDATE listing_place_counts SET listings = listings - 1 WHERE kind = 'station' AND name = OLD.closest_subway_station;
END;--> statement-breakpoint
CREATE TRIGGER listings_place_state_insert AFTER INSERT ON listings WHEN NEW.status NOT IN ('deleted', 'rented') BEGIN
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, ''), 1
  FROM (SELECT NEW.id AS id) AS listing LEFT JOIN listing_places place ON place.listing_id = listing.id
  WHERE true
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
END;--> statement-breakpoint
CREATE TRIGGER listings_place_state_update AFTER UPDATE OF status ON listings
WHEN (OLD.status NOT IN ('deleted', 'rented')) <> (NEW.status NOT IN ('deleted', 'rented')) BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE (method, confidence, data_version) = (
    SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, '')
    FROM (SELECT OLD.id AS id) AS listing LEFT JOIN listing_places place ON place.listing_id = listing.id
  ) AND OLD.status NOT IN ('deleted', 'rented');
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, ''), 1
  FROM (SELECT NEW.id AS id) AS listing LEFT JOIN listing_places place ON place.listing_id = listing.id
  WHERE NEW.status NOT IN ('deleted', 'rented')
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_place_states WHERE listings < 1;
END;--> statement-breakpoint
CREATE TRIGGER listings_place_state_delete AFTER DELETE ON listings WHEN OLD.status NOT IN ('deleted', 'rented') BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE (method, confidence, data_version) = (
    SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, '')
    FROM (SELECT OLD.id AS id) AS listing LEFT JOIN listing_places place ON place.listing_id = listing.id
  );
  DELETE FROM listing_place_states WHERE listings < 1;
END;--> statement-breakpoint
CREATE TRIGGER listing_places_state_insert AFTER INSERT ON listing_places BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE method = '' AND confidence = '' AND data_version = ''
  AND EXISTS (SELECT 1 FROM listings WHERE id = NEW.listing_id AND status NOT IN ('deleted', 'rented'));
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT coalesce(NEW.method, ''), coalesce(NEW.confidence, ''), NEW.data_version, 1
  WHERE EXISTS (SELECT 1 FROM listings WHERE id = NEW.listing_id AND status NOT IN ('deleted', 'rented'))
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_place_states WHERE listings < 1;
END;--> statement-breakpoint
CREATE TRIGGER listing_places_state_update AFTER UPDATE OF method, confidence, data_version ON listing_places
WHEN OLD.method IS NOT NEW.method OR OLD.confidence IS NOT NEW.confidence OR OLD.data_version <> NEW.data_version BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE method = coalesce(OLD.method, '') AND confidence = coalesce(OLD.confidence, '')
  AND data_version = OLD.data_version
  AND EXISTS (SELECT 1 FROM listings WHERE id = OLD.listing_id AND status NOT IN ('deleted', 'rented'));
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT coalesce(NEW.method, ''), coalesce(NEW.confidence, ''), NEW.data_version, 1
  WHERE EXISTS (SELECT 1 FROM listings WHERE id = NEW.listing_id AND status NOT IN ('deleted', 'rented'))
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_place_states WHERE listings < 1;
END;--> statement-breakpoint
CREATE TRIGGER listing_places_state_delete AFTER DELETE ON listing_places BEGIN
  UPDATE listing_place_states SET listings = listings - 1
  WHERE method = coalesce(OLD.method, '') AND confidence = coalesce(OLD.confidence, '')
  AND data_version = OLD.data_version
  AND EXISTS (SELECT 1 FROM listings WHERE id = OLD.listing_id AND status NOT IN ('deleted', 'rented'));
  INSERT INTO listing_place_states (method, confidence, data_version, listings)
  SELECT '', '', '', 1
  WHERE EXISTS (SELECT 1 FROM listings WHERE id = OLD.listing_id AND status NOT IN ('deleted', 'rented'))
  ON CONFLICT (method, confidence, data_version) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_place_states WHERE listings < 1;
END;--> statement-breakpoint
CREATE TRIGGER subscribers_source_insert AFTER INSERT ON subscribers WHEN NEW.status = 'confirmed' BEGIN
  INSERT INTO counters (key, value) VALUES ('subscribers:from:' || coalesce(NEW.referrer, 'Unknown'), 1)
  ON CONFLICT (key) DO UPDATE SET value = value + 1;
END;--> statement-breakpoint
CREATE TRIGGER subscribers_source_update AFTER UPDATE OF status, referrer ON subscribers
WHEN OLD.status = 'confirmed' OR NEW.status = 'confirmed' BEGIN
  UPDATE counters SET value = value - 1
  WHERE OLD.status = 'confirmed' AND key = 'subscribers:from:' || coalesce(OLD.referrer, 'Unknown');
  INSERT INTO counters (key, value)
    SELECT 'subscribers:from:' || coalesce(NEW.referrer, 'Unknown'), 1 WHERE NEW.status = 'confirmed'
  ON CONFLICT (key) DO UPDATE SET value = value + 1;
END;--> statement-breakpoint
CREATE TRIGGER subscribers_source_delete AFTER DELETE ON subscribers WHEN OLD.status = 'confirmed' BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'subscribers:from:' || coalesce(OLD.referrer, 'Unknown');
END;--> statement-breakpoint
CREATE TRIGGER forum_threads_count_insert AFTER INSERT ON forum_threads BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'forum:threads:all';
  UPDATE counters SET value = value + 1 WHERE key = 'forum:threads' AND NEW.is_deleted = 0;
END;--> statement-breakpoint
CREATE TRIGGER forum_threads_count_update AFTER UPDATE OF is_deleted ON forum_threads
WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
  UPDATE counters SET value = value + OLD.is_deleted - NEW.is_deleted WHERE key = 'forum:threads';
END;--> statement-breakpoint
CREATE TRIGGER forum_comments_count_insert AFTER INSERT ON forum_comments WHEN NEW.is_deleted = 0 BEGIN
  UPDATE forum_threads SET comment_count = comment_count + 1, last_reply_at = NEW.created_at WHERE id = NEW.thread_id;
  UPDATE counters SET value = value + 1 WHERE key = 'forum:comments';
END;--> statement-breakpoint
CREATE TRIGGER forum_comments_count_update AFTER UPDATE OF is_deleted ON forum_comments
WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
  UPDATE forum_threads SET comment_count = comment_count + OLD.is_deleted - NEW.is_deleted, last_reply_at = (
    SELECT created_at FROM forum_comments WHERE thread_id = NEW.thread_id AND is_deleted = 0 ORDER BY id DESC LIMIT 1
  ) WHERE id = NEW.thread_id;
  UPDATE counters SET value = value + OLD.is_deleted - NEW.is_deleted WHERE key = 'forum:comments';
END;--> statement-breakpoint
CREATE TRIGGER automation_activity_count_insert AFTER INSERT ON automation_activity BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'automation:activity';
END;--> statement-breakpoint
CREATE TRIGGER automation_activity_count_delete AFTER DELETE ON automation_activity BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'automation:activity';
END;--> statement-breakpoint
-- People who wrote or voted keep their names. A job later deletes identities that did neither.
CREATE TRIGGER forum_threads_author AFTER INSERT ON forum_threads BEGIN
  UPDATE forum_users SET has_acted = 1 WHERE id = NEW.author_id AND has_acted = 0;
END;--> statement-breakpoint
CREATE TRIGGER forum_comments_author AFTER INSERT ON forum_comments BEGIN
  UPDATE forum_users SET has_acted = 1 WHERE id = NEW.author_id AND has_acted = 0;
END;--> statement-breakpoint
CREATE TRIGGER forum_votes_voter AFTER INSERT ON forum_votes BEGIN
  UPDATE forum_users SET has_acted = 1 WHERE id = NEW.user_id AND has_acted = 0;
END;--> statement-breakpoint
-- Each vote is a row. Triggers derive the posts' counts from the rows, so concurrent votes cannot make the counts
-- wrong.
CREATE TRIGGER forum_votes_insert AFTER INSERT ON forum_votes BEGIN
  UPDATE forum_threads SET upvotes = upvotes + (NEW.value = 1), downvotes = downvotes + (NEW.value = -1)
  WHERE id = NEW.target_id AND NEW.target_type = 'thread';
  UPDATE forum_comments SET upvotes = upvotes + (NEW.value = 1), downvotes = downvotes + (NEW.value = -1)
  WHERE id = NEW.target_id AND NEW.target_type = 'comment';
  UPDATE counters SET value = value + NEW.value WHERE key = 'forum:net' AND NEW.target_type = 'thread';
END;--> statement-breakpoint
CREATE TRIGGER forum_votes_update AFTER UPDATE OF value ON forum_votes WHEN OLD.value <> NEW.value BEGIN
  UPDATE forum_threads SET upvotes = upvotes + (NEW.value = 1) - (OLD.value = 1),
    downvotes = downvotes + (NEW.value = -1) - (OLD.value = -1)
  WHERE id = NEW.target_id AND NEW.target_type = 'thread';
  UPDATE forum_comments SET upvotes = upvotes + (NEW.value = 1) - (OLD.value = 1),
    downvotes = downvotes + (NEW.value = -1) - (OLD.value = -1)
  WHERE id = NEW.target_id AND NEW.target_type = 'comment';
  UPDATE counters SET value = value + NEW.value - OLD.value WHERE key = 'forum:net' AND NEW.target_type = 'thread';
END;--> statement-breakpoint
CREATE TRIGGER forum_votes_delete AFTER DELETE ON forum_votes BEGIN
  UPDATE forum_threads SET upvotes = upvotes - (OLD.value = 1), downvotes = downvotes - (OLD.value = -1)
  WHERE id = OLD.target_id AND OLD.target_type = 'thread';
  UPDATE forum_comments SET upvotes = upvotes - (OLD.value = 1), downvotes = downvotes - (OLD.value = -1)
  WHERE id = OLD.target_id AND OLD.target_type = 'comment';
  UPDATE counters SET value = value - OLD.value WHERE key = 'forum:net' AND OLD.target_type = 'thread';
END;--> statement-breakpoint
CREATE TRIGGER bans_count_insert AFTER INSERT ON bans BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'bans';
  UPDATE counters SET value = value + 1 WHERE key = 'bans:active' AND NEW.is_active = 1;
END;--> statement-breakpoint
CREATE TRIGGER bans_count_update AFTER UPDATE OF is_active ON bans WHEN OLD.is_active <> NEW.is_active BEGIN
  UPDATE counters SET value = value + NEW.is_active - OLD.is_active WHERE key = 'bans:active';
END;--> statement-breakpoint
CREATE TRIGGER bans_count_delete AFTER DELETE ON bans BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'bans';
  UPDATE counters SET value = value - 1 WHERE key = 'bans:active' AND OLD.is_active = 1;
END;--> statement-breakpoint
-- Index for readers' searches: words of threads and comments that are not deleted, without accents. Words are not
-- stemmed, because a half-typed word would match no stem ("apartme" is not a prefix of "apart"); queries search for
-- prefixes instead. Prefixes of two and three letters have their own index. The text itself stays in its tables.
CREATE VIRTUAL TABLE forum_threads_search USING fts5(
  title, content, content = 'forum_threads', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
CREATE VIRTUAL TABLE forum_comments_search USING fts5(
  content, content = 'forum_comments', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
CREATE TRIGGER forum_threads_search_insert AFTER INSERT ON forum_threads WHEN NEW.is_deleted = 0 BEGIN
  INSERT INTO forum_threads_search (rowid, title, content) VALUES (NEW.id, NEW.title, NEW.content);
END;--> statement-breakpoint
CREATE TRIGGER forum_threads_search_update AFTER UPDATE OF title, content, is_deleted ON forum_threads BEGIN
  INSERT INTO forum_threads_search (forum_threads_search, rowid, title, content)
    SELECT 'delete', OLD.id, OLD.title, OLD.content WHERE OLD.is_deleted = 0;
  INSERT INTO forum_threads_search (rowid, title, content)
    SELECT NEW.id, NEW.title, NEW.content WHERE NEW.is_deleted = 0;
END;--> statement-breakpoint
CREATE TRIGGER forum_comments_search_insert AFTER INSERT ON forum_comments WHEN NEW.is_deleted = 0 BEGIN
  INSERT INTO forum_comments_search (rowid, content) VALUES (NEW.id, NEW.content);
END;--> statement-breakpoint
CREATE TRIGGER forum_comments_search_update AFTER UPDATE OF content, is_deleted ON forum_comments BEGIN
  INSERT INTO forum_comments_search (forum_comments_search, rowid, content)
    SELECT 'delete', OLD.id, OLD.content WHERE OLD.is_deleted = 0;
  INSERT INTO forum_comments_search (rowid, content) SELECT NEW.id, NEW.content WHERE NEW.is_deleted = 0;
END;--> statement-breakpoint
CREATE TRIGGER vip_count_insert AFTER INSERT ON vip_subscriptions WHEN NEW.has_access BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'vip';
END;--> statement-breakpoint
CREATE TRIGGER vip_count_update AFTER UPDATE ON vip_subscriptions WHEN OLD.has_access <> NEW.has_access BEGIN
  UPDATE counters SET value = value + NEW.has_access - OLD.has_access WHERE key = 'vip';
END;--> statement-breakpoint
CREATE TRIGGER vip_count_delete AFTER DELETE ON vip_subscriptions WHEN OLD.has_access BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'vip';
END;--> statement-breakpoint
CREATE TRIGGER report_groups_count_insert AFTER INSERT ON report_groups BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'report_groups';
END;--> statement-breakpoint
CREATE TRIGGER report_groups_count_delete AFTER DELETE ON report_groups BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'report_groups';
END;--> statement-breakpoint
CREATE TRIGGER reports_group_insert AFTER INSERT ON reports WHEN NEW.resolved_at IS NULL BEGIN
  INSERT INTO report_groups (target_type, target_id, reports, last_id)
    VALUES (NEW.target_type, NEW.target_id, 1, NEW.id)
    ON CONFLICT (target_type, target_id) DO UPDATE SET reports = reports + 1, last_id = max(last_id, NEW.id);
END;--> statement-breakpoint
CREATE TRIGGER reports_group_resolve AFTER UPDATE OF resolved_at ON reports
WHEN OLD.resolved_at IS NULL AND NEW.resolved_at IS NOT NULL BEGIN
  UPDATE report_groups SET reports = reports - 1, last_id = coalesce((
      SELECT max(id) FROM reports
      WHERE target_type = NEW.target_type AND target_id = NEW.target_id AND resolved_at IS NULL
    ), 0)
    WHERE target_type = NEW.target_type AND target_id = NEW.target_id;
  DELETE FROM report_groups WHERE target_type = NEW.target_type AND target_id = NEW.target_id AND reports <= 0;
END;--> statement-breakpoint
CREATE TRIGGER reports_reopen AFTER UPDATE OF resolved_at ON reports
WHEN OLD.resolved_at IS NOT NULL AND NEW.resolved_at IS NULL BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'reports';
  UPDATE listings SET report_count = report_count + 1 WHERE id = NEW.target_id AND NEW.target_type = 'listing';
  INSERT INTO report_groups (target_type, target_id, reports, last_id)
    VALUES (NEW.target_type, NEW.target_id, 1, NEW.id)
    ON CONFLICT (target_type, target_id) DO UPDATE SET reports = reports + 1, last_id = max(last_id, NEW.id);
END;--> statement-breakpoint
-- The audit log is pruned after two years, so the counter also decreases.
CREATE TRIGGER audit_count_delete AFTER DELETE ON audit_log BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'audit';
END;--> statement-breakpoint
-- Words by which a public listing is found: its text, its fields in words, and the names of its location. Characters
-- that nobody types separate the sentences, so words of different sentences are never near each other
-- (listing-words.ts).
CREATE VIEW listings_said AS SELECT id, status,
  replace(coalesce(search_text, '') || ' | ', ' | ', ' ª ª ª ª ª ª ª ª ª ª ª ª ')
  || bedrooms || iif(bedrooms = 'Private Room', ' room', ' apartment')
  || iif(bedrooms = 'Studio', ' bachelor', '') || ' ' || bathrooms || ' bathrooms '
  || coalesce(replace(home_type, '_', ' '), '')
  || CASE pets WHEN 'no' THEN ' no pets' WHEN 'yes' THEN ' pets allowed pet friendly'
    WHEN 'limited' THEN ' pets allowed pet friendly' ELSE '' END
  || CASE parking WHEN 'included' THEN ' parking included' WHEN 'extra' THEN ' parking' WHEN 'none' THEN ' no parking' ELSE '' END
  || CASE laundry WHEN 'unit' THEN ' in-unit laundry ensuite' WHEN 'building' THEN ' laundry in building' ELSE '' END
  || iif(utilities_included = 1, ' utilities included', '')
  || CASE furnished WHEN 1 THEN ' furnished' WHEN 0 THEN ' unfurnished' ELSE '' END
  || iif(lease_months <= 6, ' short lease', '') || iif(lease_months = 0, ' month to month', '') AS words,
  coalesce(neighbourhood, '') || ' | ' || municipality
  || iif(municipality IN ('North York', 'East York', 'Scarborough', 'Etobicoke', 'York'), ' | Toronto', '')
  || ' | ' || coalesce(closest_subway_station || ' station subway', '') || iif(latitude IS NULL, ' | unplaced', '') AS place
FROM listings;--> statement-breakpoint
-- Contains public listings only. Secure deletion removes every word of a listing from the index when the listing stops
-- being public.
CREATE VIRTUAL TABLE listings_words USING fts5(
  words, place, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);--> statement-breakpoint
CREATE VIRTUAL TABLE listing_terms_search USING fts5(
  word, content = 'listing_terms', content_rowid = 'id', tokenize = 'trigram'
);--> statement-breakpoint
CREATE TRIGGER listings_words_insert AFTER INSERT ON listings WHEN NEW.status = 'approved' BEGIN
  INSERT INTO listings_words (rowid, words, place) SELECT id, words, place FROM listings_said WHERE id = NEW.id;
END;--> statement-breakpoint
CREATE TRIGGER listings_words_update AFTER UPDATE OF status, search_text, bedrooms, bathrooms, home_type, neighbourhood,
  municipality, latitude, closest_subway_station, pets, parking, laundry, utilities_included, furnished, lease_months ON listings
WHEN OLD.status = 'approved' OR NEW.status = 'approved' BEGIN
  DELETE FROM listings_words WHERE rowid = OLD.id;
  INSERT INTO listings_words (rowid, words, place)
  SELECT id, words, place FROM listings_said WHERE id = NEW.id AND status = 'approved';
END;--> statement-breakpoint
CREATE TRIGGER listings_words_delete AFTER DELETE ON listings WHEN OLD.status = 'approved' BEGIN
  DELETE FROM listings_words WHERE rowid = OLD.id;
END;--> statement-breakpoint
-- search_text contains only letters, digits and bars, in words separated by single spaces, so replacing the spaces
-- turns it into a JSON array.
CREATE TRIGGER listing_terms_insert AFTER INSERT ON listings WHEN NEW.status = 'approved' BEGIN
  INSERT INTO listing_terms (word, listings)
  SELECT DISTINCT value, 1 FROM json_each('["' || replace(NEW.search_text, ' ', '","') || '"]')
  WHERE length(value) BETWEEN 4 AND 30 AND value NOT GLOB '*[0-9]*'
  ON CONFLICT (word) DO UPDATE SET listings = listings + 1;
END;--> statement-breakpoint
CREATE TRIGGER listing_terms_update AFTER UPDATE OF status, search_text ON listings
WHEN (OLD.status = 'approved' OR NEW.status = 'approved')
  AND (OLD.status <> NEW.status OR OLD.search_text IS NOT NEW.search_text) BEGIN
  UPDATE listing_terms SET listings = listings - 1 WHERE OLD.status = 'approved'
  AND word IN (SELECT value FROM json_each('["' || replace(OLD.search_text, ' ', '","') || '"]'));
  INSERT INTO listing_terms (word, listings)
  SELECT DISTINCT value, 1 FROM json_each('["' || replace(NEW.search_text, ' ', '","') || '"]')
  WHERE NEW.status = 'approved' AND length(value) BETWEEN 4 AND 30 AND value NOT GLOB '*[0-9]*'
  ON CONFLICT (word) DO UPDATE SET listings = listings + 1;
  DELETE FROM listing_terms WHERE listings <= 0
  AND word IN (SELECT value FROM json_each('["' || replace(OLD.search_text, ' ', '","') || '"]'));
END;--> statement-breakpoint
CREATE TRIGGER listing_terms_search_insert AFTER INSERT ON listing_terms BEGIN
  INSERT INTO listing_terms_search (rowid, word) VALUES (NEW.id, NEW.word);
END;--> statement-breakpoint
CREATE TRIGGER listing_terms_search_delete AFTER DELETE ON listing_terms BEGIN
  INSERT INTO listing_terms_search (listing_terms_search, rowid, word) VALUES ('delete', OLD.id, OLD.word);
END;--> statement-breakpoint
-- Secure deletion leaves no word of a deleted row in an index.
INSERT INTO listings_search (listings_search, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO listings_words (listings_words, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO listing_terms_search (listing_terms_search, rank) VALUES ('secure-delete', 1);--> statement-breakpoint
-- Initial benchmarks: asking rents in the City of Toronto, October 2025. Rents for one to three bedrooms are published
-- (Rentals.ca & Urbanation, November 2025 report). `method` explains how the others are derived.
INSERT INTO market_benchmarks (bedrooms, area, rent_cents, kind, source, as_of, is_estimate, method, created_at) VALUES
  ('Studio', 'Toronto', 179000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 1, 'December 2024 studio rent 1,932 x (October 2025 one-bedroom 2,210 / December 2024 one-bedroom 2,385)', 1761955200000),
  ('1 Bedroom', 'Toronto', 221000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 0, NULL, 1761955200000),
  ('2 Bedrooms', 'Toronto', 289000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 0, NULL, 1761955200000),
  ('3 Bedrooms', 'Toronto', 349200, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 0, NULL, 1761955200000),
  ('4+ Bedrooms', 'Toronto', 437000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 1, 'Three-bedroom rent x 1.25 (ratio of medians in public ads of March 2024: 1.28, n = 19)', 1761955200000),
  ('Private Room', 'Toronto', 111000, 'asking', 'Rentals.ca & Urbanation National Rent Report', '2025-10', 1, 'June 2024 shared rent 1,236 x (October 2025 one-bedroom 2,210 / June 2024 one-bedroom 2,458)', 1761955200000);--> statement-breakpoint
-- The site's own account. It has no secret, so nobody can use it.
INSERT INTO forum_users (username, secret_hash, is_automated, created_at, seen_at)
VALUES ('Community Bot', NULL, 1, 1763683200000, 1763683200000);--> statement-breakpoint
-- Records changes that a restored backup must not undo; they are copied to the log in R2. `ref` is an id or a key.
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
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_shortlist_deleted AFTER DELETE ON shortlists BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('shortlist.deleted', OLD.id);
END;--> statement-breakpoint
-- Counts saved searches by state, and records changes that a restored backup must not undo.
INSERT INTO counters (key, value) VALUES
  ('searches:asked', 0), ('searches:active', 0), ('searches:paused', 0), ('searches:stopped', 0);--> statement-breakpoint
CREATE TRIGGER searches_count_insert AFTER INSERT ON saved_searches BEGIN
  UPDATE counters SET value = value + 1 WHERE key = 'searches:' || NEW.state;
END;--> statement-breakpoint
CREATE TRIGGER searches_count_update AFTER UPDATE OF state ON saved_searches WHEN OLD.state <> NEW.state BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'searches:' || OLD.state;
  UPDATE counters SET value = value + 1 WHERE key = 'searches:' || NEW.state;
END;--> statement-breakpoint
CREATE TRIGGER searches_count_delete AFTER DELETE ON saved_searches BEGIN
  UPDATE counters SET value = value - 1 WHERE key = 'searches:' || OLD.state;
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_search_stopped AFTER UPDATE OF state ON saved_searches
WHEN OLD.state = 'active' AND NEW.state <> 'active' BEGIN
  INSERT INTO withdrawals (kind, ref, detail) VALUES ('search.stopped', NEW.id, NEW.state);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_search_erased AFTER DELETE ON saved_searches WHEN OLD.state <> 'asked' BEGIN
  INSERT INTO withdrawals (kind, ref) VALUES ('search.erased', OLD.id);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_alerts_stopped AFTER UPDATE OF stopped_at ON alert_readers
WHEN OLD.stopped_at IS NULL AND NEW.stopped_at IS NOT NULL BEGIN
  INSERT INTO withdrawals (kind, ref, hash) VALUES ('alerts.stopped', NEW.id, NEW.address_hash);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_alerts_erased AFTER DELETE ON alert_readers BEGIN
  INSERT INTO withdrawals (kind, ref, hash) VALUES ('alerts.erased', OLD.id, OLD.address_hash);
END;--> statement-breakpoint
CREATE TRIGGER withdrawals_alerts_notified AFTER INSERT ON alerts_notified BEGIN
  INSERT INTO withdrawals (kind, ref, hash, detail) VALUES
    ('alerts.told', NEW.listing_id, NEW.address_hash, json_array(NEW.news, NEW.mailing, NEW.search_id, NEW.from_cents));
END;--> statement-breakpoint
-- People who leave lose every way to sign in, and their invitations. A restored backup must not bring them back.
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
END;--> statement-breakpoint
-- Ontario's rent increase guidelines to date. Each is hidden until the operator confirms it with its source.
INSERT INTO `rent_guidelines` (`year`, `percent`, `source`) VALUES
	(2019, 1.8, 'Ontario.ca, Residential rent increases'),
	(2020, 2.2, 'Ontario.ca, Residential rent increases'),
	(2021, 0, 'Ontario.ca, Residential rent increases'),
	(2022, 1.2, 'Ontario.ca, Residential rent increases'),
	(2023, 2.5, 'Ontario.ca, Residential rent increases'),
	(2024, 2.5, 'Ontario.ca, Residential rent increases'),
	(2025, 2.5, 'Ontario.ca, Residential rent increases'),
	(2026, 2.1, 'Ontario.ca, Residential rent increases');--> statement-breakpoint
-- An unsubscription counts towards the newest edition until the next edition exists. A hard bounce or complaint is
-- stored before the subscription ends, so its reason is known here.
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
