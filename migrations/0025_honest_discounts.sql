ALTER TABLE `listings` ADD `home_type` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `address_precision` text DEFAULT 'exact' NOT NULL;--> statement-breakpoint
ALTER TABLE `listings` ADD `postal_area` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `compared_percent` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_area` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_kind` text;--> statement-breakpoint
ALTER TABLE `listings` ADD `market_method` text;--> statement-breakpoint
UPDATE listings SET compared_percent = below_market_percent,
  (market_area, market_kind, market_method) = (
    SELECT benchmark.area, benchmark.kind, benchmark.method FROM market_benchmarks AS benchmark
    WHERE benchmark.bedrooms = listings.bedrooms AND benchmark.as_of = listings.market_as_of LIMIT 1
  )
WHERE below_market_percent IS NOT NULL;
