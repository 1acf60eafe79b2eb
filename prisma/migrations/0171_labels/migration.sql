-- Labels by which a centre sorts children (docs/decisions/0203).
CREATE TABLE labels (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX labels_name ON labels (tenant_id, lower(name));
CREATE INDEX labels_updated_at ON labels (tenant_id, updated_at, id);
CALL therapy.isolate('labels', 'SELECT, INSERT, UPDATE');

ALTER TABLE children ADD COLUMN label_ids text[] NOT NULL DEFAULT '{}';
CREATE INDEX children_labels ON children USING gin (label_ids);
