-- A key is published before it signs: who keeps the key set for a while must never meet an unknown key.
ALTER TABLE signing_keys ADD COLUMN signs_from timestamptz(3) NOT NULL DEFAULT now();
UPDATE signing_keys SET signs_from = created_at;
