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
ALTER TABLE `mailings` ADD `proven_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `home_type` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `address_precision` text DEFAULT 'exact' NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `text_key` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `postal_area` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `compared_percent` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_area` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_kind` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_method` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_checked_on` text;--> statement-breakpoint
CREATE INDEX `listings_asked_rents` ON `listings` (`bedrooms`,first_approved_at DESC) WHERE first_approved_at IS NOT NULL AND (home_type IN ('basement', 'shared_bed') OR municipality NOT IN ('Toronto', 'North York', 'East York', 'Scarborough', 'Etobicoke', 'York'));--> statement-breakpoint
CREATE INDEX `listings_text_key` ON `listings` (`text_key`) WHERE text_key IS NOT NULL;--> statement-breakpoint
ALTER TABLE `market_benchmarks` ADD `checked_on` text;--> statement-breakpoint
UPDATE listings SET compared_percent = below_market_percent,
  (market_area, market_kind, market_method) = (
    SELECT benchmark.area, benchmark.kind, benchmark.method FROM market_benchmarks AS benchmark
    WHERE benchmark.bedrooms = listings.bedrooms AND benchmark.as_of = listings.market_as_of LIMIT 1
  )
WHERE below_market_percent IS NOT NULL;
--> statement-breakpoint
UPDATE mailings SET proven_count = json_array_length(listing_ids) WHERE kind = 'digest';
--> statement-breakpoint
-- What was compared with the City's figures wherever it is, is compared again: like with like.
INSERT INTO outbox (kind, payload, created_at)
SELECT 'market.compare_again', json_object('bedrooms', type.value, 'afterId', 0, 'isLastLook', json('false')), unixepoch() * 1000
FROM json_each('["Studio","1 Bedroom","2 Bedrooms","3 Bedrooms","4+ Bedrooms","Private Room"]') AS type
WHERE EXISTS (SELECT 1 FROM listings);
--> statement-breakpoint
-- A postal area is not a neighbourhood: the rules' new day has each of these looked up again, which tells the area.
UPDATE listings SET neighbourhood = NULL
WHERE latitude IS NULL AND neighbourhood IS NOT NULL
  AND id IN (SELECT listing_id FROM listing_places WHERE method = 'fsa');
