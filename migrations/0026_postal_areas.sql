-- A postal area is not a neighbourhood: the rules' new day has each of these looked up again, which tells the area.
UPDATE listings SET neighbourhood = NULL
WHERE latitude IS NULL AND neighbourhood IS NOT NULL
  AND id IN (SELECT listing_id FROM listing_places WHERE method = 'fsa');
