-- Whoever looks after a webhook endpoint is written to as well.
ALTER TABLE messages
  DROP CONSTRAINT messages_recipient_type_check,
  ADD CONSTRAINT messages_recipient_type_check
    CHECK (recipient_type IN ('client', 'provider', 'webhook_endpoint'));
