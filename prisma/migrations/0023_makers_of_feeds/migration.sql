-- The person who made a feed: it shows what they may see, for as long as they work here (docs/decisions/0110).
ALTER TABLE calendar_feeds ADD COLUMN created_by_id text,
  ADD FOREIGN KEY (tenant_id, created_by_id) REFERENCES users (tenant_id, id);
