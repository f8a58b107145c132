DROP INDEX `listings_by_discount`;--> statement-breakpoint
DROP INDEX `listings_by_type_discount`;--> statement-breakpoint
ALTER TABLE `listings` ADD `awaits_confirmation` integer GENERATED ALWAYS AS (confirmed_at IS NULL AND (coalesce(compared_percent, 0) >= 40 OR instr(review_notes, '"code":"reads_like_room"') > 0 OR instr(review_notes, '"code":"reads_like_shared_bed"') > 0 OR instr(review_notes, '"code":"reads_like_basement"') > 0 OR instr(review_notes, '"code":"reads_like_wanted_ad"') > 0 OR instr(review_notes, '"code":"not_a_home"') > 0 OR instr(review_notes, '"code":"other_rent_in_text"') > 0)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `listings_confirmed` ON `listings` (`confirmed_at`) WHERE status = 'approved' AND confirmed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `listings_by_discount` ON `listings` (below_market_percent DESC,awaits_confirmation,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX `listings_by_type_discount` ON `listings` (`bedrooms`,below_market_percent DESC,awaits_confirmation,first_approved_at DESC,id DESC,`expires_at`) WHERE status = 'approved';--> statement-breakpoint
UPDATE listings SET home_type = 'room' WHERE bedrooms = 'Private Room' AND home_type IS NULL;--> statement-breakpoint
UPDATE listings SET below_market_percent = NULL WHERE compared_percent >= 40 AND confirmed_at IS NULL;--> statement-breakpoint
-- What was submitted before is read for what it is; a comparison makes its notes anew.
INSERT INTO outbox (kind, payload, created_at)
SELECT 'market.compare_again', json_object('bedrooms', bedrooms, 'afterId', 0, 'isLastLook', json('false')), unixepoch() * 1000
FROM listings GROUP BY bedrooms;
