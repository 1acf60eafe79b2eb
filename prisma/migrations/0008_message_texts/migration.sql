-- The centre's own words for a kind of message, one row for each channel and language. While a row is archived,
-- the platform's words are used.
CREATE TABLE message_texts (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  template      text NOT NULL,
  channel       text NOT NULL,
  language      text NOT NULL,
  subject       text,
  body          text NOT NULL,
  action_label  text,
  latest_number integer NOT NULL DEFAULT 1 CHECK (latest_number > 0),
  -- Since when it cannot be used: a message was sent with the platform's words instead.
  unusable_at   timestamptz(3),
  archived_at   timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX message_texts_key ON message_texts (tenant_id, template, channel, language);
CREATE INDEX message_texts_updated_at ON message_texts (tenant_id, updated_at, id);
CALL therapy.isolate('message_texts', 'SELECT, INSERT, UPDATE');

CREATE TABLE message_text_versions (
  tenant_id       text NOT NULL,
  message_text_id text NOT NULL,
  number          integer NOT NULL CHECK (number > 0),
  subject         text,
  body            text NOT NULL,
  action_label    text,
  published_by    text NOT NULL,
  published_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, message_text_id, number),
  FOREIGN KEY (tenant_id, message_text_id) REFERENCES message_texts
);
CALL therapy.isolate('message_text_versions', 'SELECT, INSERT');

-- How messages look, and how they write times.
ALTER TABLE tenants
  ADD COLUMN message_time_format text,
  ADD COLUMN message_colour      text,
  ADD COLUMN message_footer      text,
  ADD COLUMN message_link_hosts  text[] NOT NULL DEFAULT '{}';

-- The language in which a person wants messages, as a BCP 47 tag.
ALTER TABLE clients ADD COLUMN language text;
