-- Kinds of messages to families that the centre turned on or off; a missing kind has its default.
ALTER TABLE tenants ADD COLUMN message_kinds jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(message_kinds) = 'object');
-- Minutes for which the notice of a change waits, so that a change that is taken back tells nobody.
ALTER TABLE tenants ADD COLUMN message_hold_minutes integer NOT NULL DEFAULT 2
  CHECK (message_hold_minutes BETWEEN 0 AND 60);
-- More messages than this within an hour to one person wait for a decision.
ALTER TABLE tenants ADD COLUMN messages_per_hour integer NOT NULL DEFAULT 20 CHECK (messages_per_hour BETWEEN 1 AND 1000);
-- Changes before this instant are not announced; null: all are.
ALTER TABLE tenants ADD COLUMN notices_since timestamptz(3);

-- Existing centres: families are told of changes from now on. Receipts, which no earlier version sent, stay off.
UPDATE tenants SET notices_since = now(), message_kinds = '{"FEE_CHARGED": false,
  "PAYMENT_RECEIVED": false, "REFUND_SENT": false, "INVOICE_ISSUED": false}';

-- The kind of a message to a family.
ALTER TABLE messages ADD COLUMN kind text;
-- The time and place of the appointment as the message states them.
ALTER TABLE messages ADD COLUMN told_starts_at timestamptz(3);
ALTER TABLE messages ADD COLUMN told_location_id text;
-- The message with whose e-mail this one is sent; its own id if others go with it, or it goes alone.
ALTER TABLE messages ADD COLUMN sent_with text;
-- Somebody asked to send it: it does not count as part of a flood.
ALTER TABLE messages ADD COLUMN unlimited boolean NOT NULL DEFAULT false;
-- The messages of an e-mail, and those that wait because a person already got too many.
CREATE INDEX messages_sent_with ON messages (tenant_id, sent_with) WHERE sent_with IS NOT NULL;
CREATE INDEX messages_too_many ON messages (tenant_id, recipient_id) WHERE reason = 'too_many';

-- How many a person received lately is counted before each message.
CREATE INDEX messages_recipient_recent ON messages (tenant_id, recipient_id, created_at);
DROP INDEX messages_recipient;
ALTER INDEX messages_recipient_recent RENAME TO messages_recipient;
