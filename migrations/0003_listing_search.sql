-- drizzle-kit knows neither triggers nor virtual tables; this migration is written by hand.
-- How many people opened and called a listing: its own counts, kept by the row that makes a person count once.
CREATE TRIGGER listing_interest_count AFTER INSERT ON listing_interest BEGIN
  UPDATE listings SET viewer_count = viewer_count + (NEW.kind = 'view'), caller_count = caller_count + (NEW.kind = 'call')
  WHERE id = NEW.listing_id;
END;
--> statement-breakpoint
-- What moderators search: any three characters in a row of these columns. The text itself stays in the listings.
CREATE VIRTUAL TABLE listings_search USING fts5(
  address, unit, email, phone, phone_key, landlord_name,
  content = 'listings', content_rowid = 'id', tokenize = 'trigram', detail = 'full'
);
--> statement-breakpoint
INSERT INTO listings_search (listings_search) VALUES ('rebuild');
--> statement-breakpoint
CREATE TRIGGER listings_search_insert AFTER INSERT ON listings BEGIN
  INSERT INTO listings_search (rowid, address, unit, email, phone, phone_key, landlord_name)
  VALUES (NEW.id, NEW.address, NEW.unit, NEW.email, NEW.phone, NEW.phone_key, NEW.landlord_name);
END;
--> statement-breakpoint
CREATE TRIGGER listings_search_update
AFTER UPDATE OF address, unit, email, phone, phone_key, landlord_name ON listings BEGIN
  INSERT INTO listings_search (listings_search, rowid, address, unit, email, phone, phone_key, landlord_name)
  VALUES ('delete', OLD.id, OLD.address, OLD.unit, OLD.email, OLD.phone, OLD.phone_key, OLD.landlord_name);
  INSERT INTO listings_search (rowid, address, unit, email, phone, phone_key, landlord_name)
  VALUES (NEW.id, NEW.address, NEW.unit, NEW.email, NEW.phone, NEW.phone_key, NEW.landlord_name);
END;
--> statement-breakpoint
CREATE TRIGGER listings_search_delete AFTER DELETE ON listings BEGIN
  INSERT INTO listings_search (listings_search, rowid, address, unit, email, phone, phone_key, landlord_name)
  VALUES ('delete', OLD.id, OLD.address, OLD.unit, OLD.email, OLD.phone, OLD.phone_key, OLD.landlord_name);
END;
