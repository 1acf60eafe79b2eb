-- A feed that was made with a key of a provider shows what this key may see, for as long as it is valid, as one of a person does.
ALTER TABLE calendar_feeds ADD COLUMN created_by_key_id text,
  ADD FOREIGN KEY (tenant_id, created_by_key_id) REFERENCES api_keys (tenant_id, id);
