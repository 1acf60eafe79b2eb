-- When the family said that it will come to the appointment at its present time.
ALTER TABLE appointments ADD COLUMN family_confirmed_at timestamptz(3);

-- Texts -------------------------------------------------------------------------------------------

ALTER TABLE tenants
  ADD COLUMN sms_sender text,
  ADD COLUMN whatsapp_sender text,
  -- By template: the channels in the order in which they are tried.
  ADD COLUMN message_channels jsonb;
-- Tried before the other channels, in this order.
ALTER TABLE reminder_policies ADD COLUMN text_channels jsonb;
-- A reply belongs to the centre to whose number it came.
CREATE UNIQUE INDEX tenants_sms_sender ON tenants (sms_sender) WHERE sms_sender IS NOT NULL;
CREATE UNIQUE INDEX tenants_whatsapp_sender ON tenants (whatsapp_sender) WHERE whatsapp_sender IS NOT NULL;

ALTER TABLE messages
  DROP CONSTRAINT messages_channel_check,
  ADD CONSTRAINT messages_channel_check CHECK (channel IN ('EMAIL', 'SMS', 'WHATSAPP')),
  -- The channels that are tried if this one fails.
  ADD COLUMN next_channels  text[] NOT NULL DEFAULT '{}',
  -- Of a text: the centre's number, and a keyed hash of the recipient's, by which replies find it.
  ADD COLUMN sender         text,
  ADD COLUMN address_hash   text,
  ADD COLUMN provider_reference text,
  ADD COLUMN segments       integer,
  -- Minor units with a fraction: a text costs less than a cent.
  ADD COLUMN cost_minor     double precision,
  ADD COLUMN cost_currency  char(3),
  ADD COLUMN delivered_at   timestamptz(3);
-- The variables stay until the delivery if there is a next channel, which is tried if the message comes back.
ALTER TABLE messages
  DROP CONSTRAINT messages_check1,
  ADD CONSTRAINT messages_sent CHECK (status <> 'SENT'
    OR (sent_at IS NOT NULL AND (sealed_variables IS NULL OR next_channels <> '{}' AND delivered_at IS NULL)));
CREATE INDEX messages_address ON messages (tenant_id, address_hash, created_at DESC) WHERE address_hash IS NOT NULL;
-- Mail servers report bounces by the id in the Message-ID.
CREATE INDEX messages_id ON messages (id);
GRANT SELECT (tenant_id, id) ON messages TO therapy_system;

-- Replies find the people with a number.
CREATE INDEX clients_number ON clients
  (tenant_id, regexp_replace(regexp_replace(phone, '\(0\)|[^0-9+]', '', 'g'), '^00', '+'))
  WHERE phone IS NOT NULL AND archived_at IS NULL;

CREATE TABLE channel_consents (
  tenant_id   text NOT NULL,
  id          text NOT NULL,
  client_id   text NOT NULL,
  channel     text NOT NULL CHECK (channel IN ('SMS', 'WHATSAPP')),
  status      text NOT NULL CHECK (status IN ('OPTED_IN', 'OPTED_OUT')),
  source      text NOT NULL CHECK (source IN ('FORM', 'STAFF', 'REPLY', 'PROVIDER')),
  evidence    text,
  recorded_by text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);
CREATE INDEX channel_consents_client ON channel_consents (tenant_id, client_id, channel, created_at DESC, id DESC);
COMMENT ON TABLE channel_consents IS 'History of who may be reached by which channel; the last row of a channel counts.';
CALL therapy.isolate('channel_consents', 'SELECT, INSERT');
CALL therapy.restrict('channel_consents', 'client_id', 'clients');
CALL therapy.erasable('channel_consents');

CREATE TABLE undeliverable_addresses (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  channel      text NOT NULL CHECK (channel IN ('EMAIL', 'SMS', 'WHATSAPP')),
  -- Keyed: another address has another hash, so a change lifts the stop.
  address_hash text NOT NULL,
  client_id    text,
  problem      text NOT NULL CHECK (problem IN ('BOUNCED', 'COMPLAINED')),
  message_id   text NOT NULL,
  confirmed_at timestamptz(3),
  confirmed_by text,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, channel, address_hash),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);
CREATE INDEX undeliverable_addresses_client ON undeliverable_addresses (tenant_id, client_id) WHERE client_id IS NOT NULL;
COMMENT ON TABLE undeliverable_addresses IS 'Addresses to which nothing is sent until somebody confirms them.';
CALL therapy.isolate('undeliverable_addresses', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('undeliverable_addresses', 'client_id', 'clients');
CALL therapy.erasable('undeliverable_addresses');

CREATE TABLE text_replies (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  channel      text NOT NULL CHECK (channel IN ('SMS', 'WHATSAPP')),
  reference    text NOT NULL,
  address_hash text NOT NULL,
  client_id    text,
  message_id   text,
  task_id      text,
  outcome      text NOT NULL
    CHECK (outcome IN ('CONFIRMED', 'OPTED_OUT', 'OPTED_IN', 'HELPED', 'TASK_CREATED', 'TASK_EXTENDED', 'DROPPED')),
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  -- The provider repeats a request without an answer.
  UNIQUE (tenant_id, reference),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);
CREATE INDEX text_replies_conversation ON text_replies (tenant_id, address_hash, created_at DESC);
CREATE INDEX text_replies_client ON text_replies (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX text_replies_created ON text_replies (created_at);
COMMENT ON TABLE text_replies IS 'What became of texts from families. The words are in the task, if there is one.';
CALL therapy.isolate('text_replies', 'SELECT, INSERT', 'SELECT, DELETE');
CALL therapy.restrict('text_replies', 'client_id', 'clients');
CALL therapy.erasable('text_replies');
