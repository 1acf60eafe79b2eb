-- The logo in a centre's e-mails. What it is (type and size) is with the settings, so that an e-mail of a centre
-- without a logo takes no further statement.
CREATE TABLE message_logos (
  tenant_id text PRIMARY KEY REFERENCES tenants,
  contents  bytea STORAGE EXTERNAL NOT NULL
);
CALL therapy.isolate('message_logos', 'SELECT, INSERT, UPDATE, DELETE');
ALTER TABLE tenants ADD COLUMN message_logo jsonb;
